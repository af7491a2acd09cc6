//! What is often asked of the rules.

use super::graph::{Facing, Graph};
use super::layout::Layout;
use super::model::{
    Aim, Bearer, Compass, Cond, Field, Format, Group, Node, Part, Pass, Receiver, Rules, Style,
    Template, Test, TurnRule, Walk, Who,
};
use super::names::UNMOVED;
use super::visit::{self, Seen};
use crate::index::{Kind, Mark, MoveName, Piece, Player};
use crate::position::Size;
use crate::source::{Span, Spanned};

impl Rules {
    /// Whether a player moves that piece: one of his own, or nobody's of a kind that has moves.
    #[inline]
    pub fn moves(&self, piece: Piece, player: Player) -> bool {
        let walks =
            |kind: Kind| self.kinds.get(kind.index()).is_some_and(|kind| !kind.moves.is_empty());
        match piece.owner() {
            Some(owner) => owner == player,
            None => piece.kind().is_some_and(walks),
        }
    }

    /// Where the first move of pieces stands that are nobody's, and moved by whoever's turn it is.
    pub fn moves_of_nobody(&self) -> Option<Span> {
        let kinds = self.kinds.iter().filter(|kind| kind.neutral && self.turn.pieces);
        kinds.flat_map(|kind| &kind.moves).map(|rule| rule.walk.span).next()
    }

    /// The graph of a board of that size, with every leap that the rules use as a heading.
    pub fn graph(&self, size: Size) -> Graph {
        let (mut leaps, mut transposed) = (Vec::new(), false);
        visit::rules(self, &mut |seen| {
            if let Seen::Dirs(dirs) = seen {
                transposed |= dirs.0.iter().any(|term| term.group == Group::Transposed);
                leaps.extend(dirs.0.iter().filter_map(|term| match term.group {
                    Group::Leap(a, b) => Some((a, b)),
                    _ => None,
                }));
            }
        });
        Graph::of(&self.board.shape, size, &leaps, transposed).with_tracks(&self.tracks)
    }

    /// Where a position on a board of that size keeps what is not on the board.
    pub fn layout(&self, size: Size) -> Layout {
        Layout::new(self, usize::from(size.width) * usize::from(size.height))
    }

    /// The mark of the pieces that have not moved since the game began, if anything asks for it.
    pub fn unmoved(&self) -> Option<Mark> {
        let found = self.marks.iter().position(|mark| mark.name.value == UNMOVED);
        found.map(Mark::at)
    }

    /// The walks that tests look at, each once.
    pub(crate) fn looks(&self) -> Vec<&Node> {
        let mut looks = Vec::new();
        visit::rules(self, &mut |seen| {
            if let Seen::Test(Test::Look { body, .. }) = seen {
                looks.push(&**body);
            }
        });
        looks
    }

    /// What walks do in each of some directions and go on from where they were, each once.
    pub(crate) fn scripts(&self) -> Vec<&Node> {
        let mut scripts: Vec<&Node> = Vec::new();
        let moves = self.kinds.iter().flat_map(|kind| &kind.moves).chain(&self.actions);
        let mut open: Vec<&Node> = moves.map(|rule| &rule.walk).collect();
        while let Some(node) = open.pop() {
            match &node.walk {
                Walk::Seq(list) | Walk::Alt(list) => open.extend(list),
                Walk::Each { .. } if !scripts.contains(&node) => scripts.push(node),
                _ => {}
            }
        }
        scripts
    }

    /// Whether moves, or endings at which counts stop, ask what positions have been there.
    pub(crate) fn remembers(&self) -> bool {
        let counters = self.counters.iter();
        let counters =
            counters.flat_map(|one| [&one.up, &one.down, &one.reset].into_iter().flatten());
        let forbids = self.forbids.iter().map(|forbid| &forbid.when);
        let stops = self.endings.iter().filter(|ending| ending.perft && !ending.claim);
        let asked = forbids.chain(&self.turn.must).chain(counters).chain(self.turn.passing());
        let mut asked = asked.chain(stops.map(|ending| &ending.when));
        asked.any(|when| {
            visit::asks(&when.value, &|cond| {
                matches!(cond, Cond::Repeated(_) | Cond::Unchanged | Cond::Can(_, Aim::Fact(_), _))
            })
        })
    }

    /// Where the player faces; north, if the rules do not say.
    pub fn facing(&self, player: Player) -> Facing {
        let facing = self.players.get(player.index()).and_then(|rule| rule.facing);
        Facing { heading: Graph::compass(facing.unwrap_or(Compass::North)), player }
    }

    /// Whether players do not simply take turns.
    pub fn by_rule(&self) -> bool {
        let in_turn = (0..self.players.len()).map(Player::at).eq(self.turn.order.iter().copied());
        let counted = self.numbers.iter().any(|number| number.of == Bearer::Turn);
        !in_turn || counted || self.turn.passing().next().is_some()
    }

    /// Who moves after that player.
    pub fn next(&self, player: Player) -> Player {
        Player::at((player.index() + 1) % self.players.len())
    }

    /// Who moves before that player.
    pub fn previous(&self, player: Player) -> Player {
        Player::at((player.index() + self.players.len() - 1) % self.players.len())
    }

    /// Whether what is captured goes to a hand.
    pub fn captures_to_hand(&self) -> bool {
        self.hands.is_some_and(|hands| hands.receiver.is_some())
    }

    /// In whose hand a piece is that this player captured, and as what, if it goes to one.
    pub fn in_hand(&self, captured: Piece, captor: Player) -> Option<(Player, Kind)> {
        let player = match self.hands?.receiver? {
            Receiver::Captor => captor,
            Receiver::Owner => captured.owner()?,
        };
        Some((player, self.kinds.get(captured.kind()?.index())?.hand?))
    }

    /// The kind of a piece before whose cell no letter stands in `{pieces}`.
    pub fn unlettered(&self) -> Option<Kind> {
        let lettered = |kind: &Kind| self.format.kinds.iter().any(|(_, known)| known == kind);
        (0..self.kinds.len()).map(Kind::at).find(|kind| !lettered(kind))
    }

    /// What stands there in the file's words: `green warden`, `token`, `empty`.
    pub fn piece_name(&self, piece: Piece) -> String {
        let Some(rule) = piece.kind().and_then(|kind| self.kinds.get(kind.index())) else {
            return String::from("empty");
        };
        match piece.owner().and_then(|owner| self.players.get(owner.index())) {
            Some(player) => format!("{} {}", player.name.value, rule.name.value),
            None => rule.name.value.clone(),
        }
    }

    /// The piece that stands in where it is asked whether a cell would be attacked: of the first
    /// royal kind that has owners, else of the first kind that has.
    pub fn stand_in(&self, owner: Player) -> Piece {
        let royal = self.kinds.iter().position(|kind| kind.royal && !kind.neutral);
        let owned = || self.kinds.iter().position(|kind| !kind.neutral);
        Piece::new(Kind::at(royal.or_else(owned).unwrap_or(0)), Some(owner))
    }
}

impl Test {
    /// Whether it asks for the pieces of who has moved last.
    pub(crate) fn asks_last(&self) -> bool {
        match self {
            Test::All(tests) | Test::Any(tests) => tests.iter().any(Test::asks_last),
            Test::Not(test) => test.asks_last(),
            Test::Owned(who) => *who == Who::Last,
            _ => false,
        }
    }
}

impl TurnRule {
    /// Whether that is the name of a pass.
    pub fn is_pass(&self, name: Option<MoveName>) -> bool {
        let pass = self.pass.map(|pass| match pass {
            Pass::Stuck(name) | Pass::Free(name) => name,
        });
        pass.is_some() && pass == name
    }

    /// The conditions that tell who moves next.
    pub fn passing(&self) -> impl Iterator<Item = &Spanned<Cond>> {
        [&self.again, &self.over, &self.skip].into_iter().flatten()
    }
}

impl Node {
    /// Whether it is a repeat without an upper bound whose body does nothing, so that all that matters
    /// is where it leads: it goes on from each cell and heading once, and finds whole groups of cells.
    pub fn searches(&self) -> bool {
        matches!(&self.walk, Walk::Repeat { body, min: 0 | 1, max: None } if !body.does())
    }

    /// Whether a walk does more than go about: acts, or remembers a cell.
    fn does(&self) -> bool {
        match &self.walk {
            Walk::Act(_) | Walk::As(_) | Walk::Pick(_) | Walk::Turn { .. } => true,
            Walk::Seq(nodes) | Walk::Alt(nodes) => nodes.iter().any(Node::does),
            Walk::Repeat { body, .. }
            | Walk::Each { body, .. }
            | Walk::Every { body, .. }
            | Walk::While { body }
            | Walk::Rounds { body, .. } => body.does(),
            // What is only looked at leaves no trace.
            Walk::See { .. } | Walk::Tally { .. } => false,
            Walk::Face(_) | Walk::Ahead | Walk::Test(_) | Walk::Go(_) => false,
            Walk::Return | Walk::When(_) | Walk::Note(..) => false,
        }
    }
}

/// A number of points that is counted in halves: `7`, `6.5`, `-0.5`.
pub fn points_text(halves: i64) -> String {
    let sign = if halves < 0 { "-" } else { "" };
    let half = if halves % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{half}", halves.unsigned_abs() / 2)
}

impl Format {
    /// The fields of all templates of positions and answers, each with its place.
    pub fn fields(&self) -> impl Iterator<Item = (Field, Span)> + '_ {
        self.styled().map(|(field, _, span)| (field, span))
    }

    /// The same with how each is written.
    pub(super) fn styled(&self) -> impl Iterator<Item = (Field, Style, Span)> + '_ {
        self.templates().flat_map(styled)
    }

    fn templates(&self) -> impl Iterator<Item = &Template> + '_ {
        let also = self.also.iter().filter_map(|also| also.case.as_ref());
        let answers = std::iter::once(&self.answer).chain(&self.no_move);
        std::iter::once(&self.case).chain(also).chain(answers)
    }
}

pub(super) fn fields(template: &Template) -> impl Iterator<Item = (Field, Span)> + '_ {
    styled(template).map(|(field, _, span)| (field, span))
}

fn styled(template: &Template) -> impl Iterator<Item = (Field, Style, Span)> + '_ {
    template.0.iter().filter_map(|part| match part.value {
        Part::Field(field, style) => Some((field, style, part.span)),
        _ => None,
    })
}
