//! The board as a graph: cells and headings, for one size.

use super::model::{Cells, Compass, DirTerm, Dirs, Group, TrackRule};
use super::shape::{Place, Shape, Tiling};
use super::ways::{self, AROUND, Family, Heads};
use crate::index::{Cell, Heading, Player};
use crate::position::Size;
use crate::syntax::directions::{Metric, Way};

/// How a player sits at the board: what his directions, ranks and tracks are told by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Facing {
    /// Where he looks.
    pub heading: Heading,
    /// Who he is.
    pub player: Player,
}

impl Facing {
    /// Of who sits in the south.
    pub const NORTH: Facing = Facing { heading: Heading(Compass::North as u16), player: Player(0) };
}

/// The cells of a board and where each heading leads.
///
/// Headings 0 to 7 are the compass, clockwise from north; what else the board and its rules have follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    size: Size,
    shape: Shape,
    /// Whether the board has each cell of the grid.
    real: Vec<bool>,
    centre: Vec<bool>,
    /// How far the cells reach each way of the compass.
    reach: [i32; 8],
    metric: Metric,
    headings: Vec<Heads>,
    /// By heading and then by cell.
    next: Vec<Option<Cell>>,
    /// Of each track: the first of its headings, and whether each player has his own two.
    tracks: Vec<(usize, bool)>,
}

impl Graph {
    /// The graph of a board of squares of that size, with the leaps `(a, b)` as headings.
    pub fn new(size: Size, leaps: impl IntoIterator<Item = (u8, u8)>) -> Self {
        let leaps: Vec<(u8, u8)> = leaps.into_iter().collect();
        Self::of(&Shape::default(), size, &leaps, false)
    }

    /// The graph of a board of that shape and size, with the leaps `(a, b)` as headings, and perhaps
    /// with the one that exchanges file and rank.
    pub fn of(shape: &Shape, size: Size, leaps: &[(u8, u8)], transposed: bool) -> Self {
        let mut graph = Self::still(shape, size);
        graph.headings = ways::headings(shape, leaps, transposed);
        let all = 0..graph.cells();
        let leads = graph
            .headings
            .iter()
            .flat_map(|heading| all.clone().map(|cell| graph.target(Cell::at(cell), heading)));
        graph.next = leads.collect();
        graph
    }

    /// The same board with directions of the file's own.
    #[must_use]
    pub fn with_tracks(mut self, tracks: &[TrackRule]) -> Self {
        for track in tracks {
            self.tracks.push((self.headings.len(), track.of.len() > 1));
            for steps in &track.of {
                let cell = |place: (u16, u16)| self.cell(place.0, place.1);
                let pairs = steps.iter().filter_map(|(from, to)| Some((cell(*from)?, cell(*to)?)));
                let mut ways = [vec![None; self.cells()], vec![None; self.cells()]];
                for (from, to) in pairs {
                    ways[0][from.index()] = Some(to);
                    ways[1][to.index()] = Some(from);
                }
                for way in ways {
                    self.headings.push(Heads::track());
                    self.next.extend(way);
                }
            }
        }
        self
    }

    /// The cells of a board of that shape and size, without headings.
    pub fn still(shape: &Shape, size: Size) -> Self {
        let cells = usize::from(size.width) * usize::from(size.height);
        let mut graph = Self {
            size,
            shape: shape.clone(),
            real: Vec::new(),
            centre: Vec::new(),
            reach: [0; 8],
            metric: shape.metric(),
            headings: Vec::new(),
            next: Vec::new(),
            tracks: Vec::new(),
        };
        graph.real = (0..cells).map(|cell| shape.fills(graph.place(Cell::at(cell)))).collect();
        let places: Vec<Place> = graph.all().map(|cell| graph.place(cell)).collect();
        graph.reach = AROUND
            .map(|way| places.iter().map(|place| shape.along(way, *place)).max().unwrap_or(0));
        if !shape.is_plain() {
            graph.centre = graph.middle();
        }
        if let Some(holes) = &shape.holes {
            graph.real = (0..cells)
                .map(|cell| {
                    graph.real[cell] && !graph.contains(holes, Cell::at(cell), Facing::NORTH)
                })
                .collect();
        }
        graph
    }

    /// The cells that lie nearest to the middle of all.
    fn middle(&self) -> Vec<bool> {
        let metric = self.metric.0.map(i64::from);
        let middles: Vec<[i64; 3]> =
            self.all().map(|cell| self.shape.middle(self.place(cell))).collect();
        let count = middles.len() as i64;
        let sum = |axis: usize| middles.iter().map(|middle| middle[axis]).sum::<i64>();
        let sum = [sum(0), sum(1), sum(2)];
        let away = |cell: Cell| -> i64 {
            let middle = self.shape.middle(self.place(cell));
            (0..3).map(|axis| metric[axis] * (count * middle[axis] - sum[axis]).pow(2)).sum()
        };
        let least = self.all().map(away).min();
        let near = |cell: Cell| self.has(cell) && Some(away(cell)) == least;
        (0..self.cells()).map(|cell| near(Cell::at(cell))).collect()
    }

    /// Width and height of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The shape of the board.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// How many cells the grid has, void ones included.
    #[inline]
    pub fn cells(&self) -> usize {
        usize::from(self.size.width) * usize::from(self.size.height)
    }

    /// Whether the board has that cell of the grid.
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        self.real.get(cell.index()).copied().unwrap_or(false)
    }

    /// Whether the board has every cell of the grid.
    pub fn is_whole(&self) -> bool {
        !self.real.contains(&false)
    }

    /// Every cell of the board, south-west first.
    pub fn all(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.cells()).map(Cell::at).filter(|cell| self.has(*cell))
    }

    /// How many headings there are.
    pub fn headings(&self) -> usize {
        self.headings.len()
    }

    /// The headings that lead across a side or a corner of a cell, or along a track.
    fn steps(&self) -> impl Iterator<Item = Heading> + '_ {
        let step = |heading: &Heads| !matches!(heading.family, Family::Leap | Family::Transposed);
        let headings = self.headings.iter().enumerate();
        headings.filter(move |(_, heading)| step(heading)).map(|(at, _)| Heading(at as u16))
    }

    /// The cells beside one.
    pub fn beside(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.steps().filter_map(move |heading| self.next(cell, heading))
    }

    /// The lines that lead from a cell, itself first.
    pub fn lines(&self, cell: Cell) -> impl Iterator<Item = Vec<Cell>> + '_ {
        self.steps().map(move |heading| {
            let next = |at: &Cell| self.next(*at, heading).filter(|next| *next != cell);
            // A line that leads into a ring without the cell would not end.
            std::iter::successors(Some(cell), next).take(self.cells()).collect()
        })
    }

    /// Whether going on along one heading can lead back.
    pub fn has_rings(&self) -> bool {
        let rings = self.shape.wraps.0 || self.shape.wraps.1;
        let winds = |heading: &Heads| [Family::Transposed, Family::Track].contains(&heading.family);
        rings || self.headings.iter().any(winds)
    }

    /// File and rank of a cell on the grid, each from 0.
    pub fn file_rank(&self, cell: Cell) -> (u16, u16) {
        (cell.0 % self.size.width, cell.0 / self.size.width)
    }

    /// File, rank and layer of a cell, each from 0.
    pub(crate) fn place(&self, cell: Cell) -> Place {
        let (file, rank) = self.file_rank(cell);
        let ranks = self.shape.ranks(self.size);
        (file, rank % ranks, rank / ranks)
    }

    /// Of a triangular board, whether the cell points up.
    pub fn points_up(&self, cell: Cell) -> bool {
        self.shape.points_up(self.place(cell))
    }

    /// The cell on that file and rank of the grid, if the board has it.
    pub fn cell(&self, file: u16, rank: u16) -> Option<Cell> {
        let cell = (file < self.size.width && rank < self.size.height)
            .then(|| Cell(rank * self.size.width + file));
        cell.filter(|cell| self.has(*cell))
    }

    /// The cell one heading on, or `None` off the board.
    #[inline]
    pub fn next(&self, cell: Cell, heading: Heading) -> Option<Cell> {
        self.next[heading.index() * self.cells() + cell.index()]
    }

    /// Where a heading leads from a cell.
    fn target(&self, cell: Cell, heading: &Heads) -> Option<Cell> {
        let place = self.place(cell);
        let ranks = self.shape.ranks(self.size);
        if !self.has(cell) {
            return None;
        }
        if heading.family == Family::Transposed {
            let rank = Some(place.0).filter(|rank| *rank < ranks)?;
            return self.cell(place.1, place.2 * ranks + rank);
        }
        if let Tiling::Drawn(drawing) = &self.shape.tiling {
            let (file, rank) = drawing.next(place.0, place.1, heading.compass?)?;
            return self.cell(file, rank);
        }
        if heading.up.is_some_and(|up| up != self.shape.points_up(place)) {
            return None;
        }
        let on = |at: u16, by: i32, of: u16, wraps: bool| {
            let at = i32::from(at) + by;
            let at = if wraps { at.rem_euclid(i32::from(of)) } else { at };
            u16::try_from(at).ok().filter(|at| *at < of)
        };
        let [x, y, z] = heading.step;
        let file = on(place.0, x, self.size.width, self.shape.wraps.0)?;
        let rank = on(place.1, y, ranks, self.shape.wraps.1)?;
        let layer = on(place.2, z, self.shape.layers, false)?;
        self.cell(file, layer * ranks + rank)
    }

    /// The cells of the line through a cell along a heading, the cell first, then what lies ahead of it,
    /// then what lies behind. A line that comes round to the cell lies all ahead.
    pub fn line(&self, cell: Cell, heading: Heading) -> Vec<Cell> {
        let mut line = vec![cell];
        let mut at = cell;
        while let Some(next) = self.next(at, heading) {
            if next == cell {
                return line;
            }
            line.push(next);
            at = next;
        }
        at = cell;
        while let Some(before) = self.all().find(|from| self.next(*from, heading) == Some(at)) {
            line.push(before);
            at = before;
        }
        line
    }

    /// Where each cell of a square block goes when it is turned by a right angle, `right` being
    /// clockwise; none if the cells are no such block, or only one.
    pub fn quarter(&self, cells: &Cells, facing: Facing, right: bool) -> Option<Vec<(Cell, Cell)>> {
        let block: Vec<Cell> =
            self.all().filter(|cell| self.contains(cells, *cell, facing)).collect();
        let places: Vec<(u16, u16)> = block.iter().map(|cell| self.file_rank(*cell)).collect();
        let file = places.iter().map(|place| place.0).min()?;
        let rank = places.iter().map(|place| place.1).min()?;
        let side = places.iter().map(|place| (place.0 - file).max(place.1 - rank)).max()? + 1;
        if side < 2 || usize::from(side) * usize::from(side) != block.len() {
            return None;
        }
        let turned = block.iter().zip(&places).map(|(from, place)| {
            let (x, y) = (place.0 - file, place.1 - rank);
            let (x, y) = if right { (y, side - 1 - x) } else { (side - 1 - y, x) };
            Some((*from, self.cell(file + x, rank + y)?))
        });
        turned.collect()
    }

    /// The heading of a compass direction.
    pub fn compass(compass: Compass) -> Heading {
        Heading(compass as u16)
    }

    /// The headings that `dirs` names for a player who faces `facing` and a walk that heads for
    /// `ahead`, in the graph's order, each once.
    pub fn resolve(&self, dirs: &Dirs, facing: Facing, ahead: Heading) -> Vec<Heading> {
        let mut found: Vec<Heading> =
            dirs.0.iter().flat_map(|term| self.term(*term, facing, ahead)).collect();
        found.sort();
        found.dedup();
        found
    }

    fn term(&self, term: DirTerm, facing: Facing, ahead: Heading) -> Vec<Heading> {
        let group = self.group(term.group, facing.player, ahead);
        let (facing, ahead) = (self.way(facing.heading), self.way(ahead));
        let keeps = |at: &usize| term.keeps(self.headings[*at].way, facing, ahead, self.metric);
        group.into_iter().filter(keeps).map(Heading::at).collect()
    }

    fn way(&self, heading: Heading) -> Way {
        self.headings[heading.index()].way
    }

    /// The headings of a group.
    fn group(&self, group: Group, player: Player, ahead: Heading) -> Vec<usize> {
        let those = |wanted: &dyn Fn(&Heads) -> bool| -> Vec<usize> {
            (0..self.headings.len()).filter(|at| wanted(&self.headings[*at])).collect()
        };
        let (headed, turn) = (self.way(ahead), ways::turn(&self.shape.tiling));
        let exact = |way: Way| those(&|heading| heading.way == way && way != [0; 3]);
        let (orthogonal, diagonal) = (Family::Orthogonal, Family::Diagonal);
        match group {
            Group::Orthogonal => those(&|heading| heading.family == orthogonal),
            Group::Diagonal => those(&|heading| heading.family == diagonal),
            Group::Any => those(&|heading| [orthogonal, diagonal].contains(&heading.family)),
            Group::Compass(compass) => vec![compass as usize],
            Group::Up => exact([0, 0, 1]),
            Group::Down => exact([0, 0, -1]),
            Group::Transposed => those(&|heading| heading.family == Family::Transposed),
            Group::Leap(a, b) => {
                let steps = ways::leaps(&self.shape, (a, b));
                those(&|heading| heading.leads() && steps.contains(&heading.step))
            }
            Group::Ahead => vec![ahead.index()],
            Group::Track(track) => {
                let known = self.tracks.get(usize::from(track));
                let own = |each: bool| if each { 2 * player.index() } else { 0 };
                known.map(|(first, each)| first + own(*each)).into_iter().collect()
            }
            Group::Back if self.headings[ahead.index()].family == Family::Track => {
                let first = self.tracks.first().map_or(0, |(first, _)| *first);
                vec![((ahead.index() - first) ^ 1) + first]
            }
            Group::Back if headed == [0; 3] => vec![ahead.index()],
            Group::Back => exact(headed.map(|axis| -axis)),
            // Straight up there is neither.
            Group::Left | Group::Right if headed[..2] == [0; 2] => Vec::new(),
            Group::Right => exact(turn(headed)),
            Group::Left => {
                // To the left is what the heading itself is to the right of.
                those(&|heading| heading.way != [0; 3] && turn(heading.way) == headed)
            }
        }
    }

    /// Whether a cell is in the set, for a player who faces `facing`.
    pub fn contains(&self, cells: &Cells, cell: Cell, facing: Facing) -> bool {
        let place @ (file, rank, layer) = self.place(cell);
        let Size { width, height } = self.size;
        match cells {
            Cells::All => true,
            Cells::Edge(side) => self.shape.on_side(*side, place, self.size),
            Cells::Edges => {
                let sides = self.shape.sides();
                sides.iter().any(|side| self.shape.on_side(*side, place, self.size))
            }
            Cells::Corners => self.shape.in_corner(place, self.size),
            Cells::Centre if !self.centre.is_empty() => self.centre[cell.index()],
            Cells::Centre => {
                let middle = |at: u16, of: u16| at == of / 2 || at == (of - 1) / 2;
                middle(file, width) && middle(rank, height)
            }
            Cells::RankFrom(n) => self.depth(cell, facing.heading.index() + 4) == i32::from(*n),
            Cells::RankTo(n) => self.depth(cell, facing.heading.index()) == i32::from(*n),
            Cells::Rank(n) => rank == *n,
            Cells::File(n) => file == *n,
            Cells::Layer(n) => layer == *n,
            Cells::Files(odd) => (file % 2 == 0) == *odd,
            Cells::Ranks(odd) => (rank % 2 == 0) == *odd,
            Cells::Dark if self.shape.tiling == Tiling::Triangular => self.shape.points_up(place),
            Cells::Dark => (file + rank + layer) % 2 == 0,
            Cells::At(f, r) => (file, rank) == (*f, *r),
            Cells::Each(sets) => {
                sets.get(facing.player.index()).is_some_and(|set| self.contains(set, cell, facing))
            }
            Cells::Both(sets) => sets.iter().all(|set| self.contains(set, cell, facing)),
            Cells::Either(sets) => sets.iter().any(|set| self.contains(set, cell, facing)),
            Cells::Not(set) => !self.contains(set, cell, facing),
        }
    }

    /// How many ranks of the board lie beyond a cell that way of the compass, counted from north.
    fn depth(&self, cell: Cell, way: usize) -> i32 {
        let way = way % AROUND.len();
        self.reach[way] - self.shape.along(AROUND[way], self.place(cell))
    }
}
