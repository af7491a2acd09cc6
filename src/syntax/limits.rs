//! What the text of a rule file may not exceed. `rules::limits` tells these with its own.

/// Bytes of a rule file.
pub const FILE_BYTES: usize = 1 << 20;
/// Bytes of a pattern, condition, cell set or template.
pub const PATTERN_BYTES: usize = 4096;
/// Bytes of all that names, parameters and lists of a file come to when they are written out.
pub const WRITTEN_OUT: usize = 1 << 20;
/// Areas that a board is parted into.
pub const AREAS: usize = 256;
/// Kinds of piece.
pub const KINDS: usize = 250;
/// Directions of a file's own.
pub const TRACKS: usize = 16;
/// Words for several kinds.
pub const GROUPS: usize = 64;
/// Brackets within brackets.
pub const NESTING: usize = 64;
/// How often a bounded repeat (`{n,m}`) may repeat.
pub const REPEAT: u32 = 256;
/// Cells that a leap goes along one axis.
pub const LEAP: u32 = 16;
/// Files that extend one another, the first and the last included.
pub const CHAIN: usize = 8;
/// What a number is at most, and so what dice show.
pub const FACE: u16 = 255;
/// Ways in which the dice of one throw may fall.
pub const THROWS: usize = 1296;
/// What a move of chance weighs at most.
pub const WEIGHT: u32 = 1_000_000;
/// Points that a cell is worth, or that a player has beside the cells.
pub const POINTS: u32 = 10_000;
