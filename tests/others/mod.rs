//! The games of other programs, told alike.

use interp::index::Player;
use shakmaty::fen::Fen;
use shakmaty::{Color, EnPassantMode, Outcome};
use std::fmt;

/// A move as all programs tell it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// The cell where it starts, from 0 by ranks; [`HAND`] for a drop.
    pub from: u8,
    /// The cell where it ends; of castling, where the king stands then.
    pub to: u8,
    /// The letter of the piece that a pawn becomes or that is dropped, `*` for castling, else a blank.
    pub tag: char,
}

/// Where a dropped piece comes from.
pub const HAND: u8 = 64;

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |at: u8| format!("{}{}", char::from(b'a' + at % 8), at / 8 + 1);
        match self.from {
            HAND => write!(f, "{}@{}", self.tag, cell(self.to)),
            from => write!(f, "{}{}{}", cell(from), cell(self.to), self.tag.to_string().trim()),
        }
    }
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It goes on.
    Open,
    /// That player has won.
    Won(Player),
    /// Nobody has, by stalemate or a rule of the variant.
    Drawn,
}

/// Another program's game.
pub trait Oracle: Clone {
    /// The legal moves.
    fn steps(&self, found: &mut Vec<Step>);
    /// Makes one of them.
    fn play(&mut self, step: Step);
    /// How the game stands, by anything but the material that is left, and counted moves.
    fn end(&self) -> End;
    /// Whether the material that is left says that nobody can win; none where the program has no word
    /// on that.
    fn dead(&self) -> Option<bool>;
    /// Plies since a capture or a pawn's move.
    fn clock(&self) -> u32;
    /// The position, written down.
    fn fen(&self) -> String;
}

fn castled(king: u8, rook: u8) -> Step {
    let file = if rook > king { 6 } else { 2 };
    Step { from: king, to: king / 8 * 8 + file, tag: '*' }
}

impl<P: shakmaty::Position + Clone> Oracle for P {
    fn steps(&self, found: &mut Vec<Step>) {
        found.clear();
        found.extend(self.legal_moves().into_iter().map(shakmaty_step));
    }

    fn play(&mut self, step: Step) {
        let moves = self.legal_moves();
        let told = moves.iter().map(|chosen| (shakmaty_step(*chosen), *chosen));
        let exact = told.clone().find(|(other, _)| *other == step);
        // What is blown up may have become anything.
        let alike = |(other, _): &(Step, _)| Step { tag: ' ', ..*other } == step;
        let chosen = exact.or_else(|| told.clone().find(alike));
        self.play_unchecked(chosen.expect("a legal move").1);
    }

    fn end(&self) -> End {
        let player = |color: Color| Player(if color.is_white() { 0 } else { 1 });
        match self.variant_outcome() {
            Outcome::Known(known) => {
                known.winner().map_or(End::Drawn, |color| End::Won(player(color)))
            }
            Outcome::Unknown if !self.legal_moves().is_empty() => End::Open,
            Outcome::Unknown if self.is_check() => End::Won(player(!self.turn())),
            Outcome::Unknown => End::Drawn,
        }
    }

    fn dead(&self) -> Option<bool> {
        Some(self.is_insufficient_material())
    }

    fn clock(&self) -> u32 {
        self.halfmoves()
    }

    fn fen(&self) -> String {
        Fen::from_position(self, EnPassantMode::Always).to_string()
    }
}

fn shakmaty_step(chosen: shakmaty::Move) -> Step {
    use shakmaty::Move::{Castle, EnPassant, Normal, Put};
    let at = |square: shakmaty::Square| square as u8;
    match chosen {
        Normal { from, to, promotion, .. } => {
            let tag = promotion.map_or(' ', |role| role.char());
            Step { from: at(from), to: at(to), tag }
        }
        EnPassant { from, to } => Step { from: at(from), to: at(to), tag: ' ' },
        Castle { king, rook } => castled(at(king), at(rook)),
        Put { role, to } => Step { from: HAND, to: at(to), tag: role.char() },
    }
}

/// A game of `cozy-chess`.
#[derive(Clone)]
pub struct Cozy(pub cozy_chess::Board);

impl Cozy {
    fn step(&self, chosen: cozy_chess::Move) -> Step {
        let (from, to) = (chosen.from as u8, chosen.to as u8);
        // It says castling as the king's capture of his own rook.
        let own = self.0.colors(self.0.side_to_move());
        if own.has(chosen.to) {
            return castled(from, to);
        }
        let letter = |piece: cozy_chess::Piece| piece.to_string().chars().next().unwrap_or(' ');
        Step { from, to, tag: chosen.promotion.map_or(' ', letter) }
    }

    fn each(&self, mut told: impl FnMut(cozy_chess::Move)) {
        self.0.generate_moves(|moves| {
            moves.into_iter().for_each(&mut told);
            false
        });
    }
}

impl Oracle for Cozy {
    fn steps(&self, found: &mut Vec<Step>) {
        found.clear();
        self.each(|chosen| found.push(self.step(chosen)));
    }

    fn play(&mut self, step: Step) {
        let mut found = None;
        self.each(|chosen| found = found.or((self.step(chosen) == step).then_some(chosen)));
        self.0.play_unchecked(found.expect("a legal move"));
    }

    fn end(&self) -> End {
        // Its own status counts fifty moves, which are only a claim.
        if self.0.generate_moves(|_| true) {
            return End::Open;
        }
        let last = Player(if self.0.side_to_move() == cozy_chess::Color::White { 1 } else { 0 });
        if self.0.checkers().is_empty() { End::Drawn } else { End::Won(last) }
    }

    fn dead(&self) -> Option<bool> {
        None
    }

    fn clock(&self) -> u32 {
        self.0.halfmove_clock().into()
    }

    fn fen(&self) -> String {
        format!("{:#}", self.0)
    }
}
