//! Towers: what a walk does to the pieces that stand on one another, and what is asked of them.

use std::fmt;

use super::limits;
use super::model::{Act, Amount, Node, Test, Walk, Who};
use super::names::Names;
use crate::diag::Diagnostic;
use crate::index::{Kind, Register};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{GivenName, Quantity, Storey, TestAst};

/// How many pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Portion {
    /// All of what is carried, or, of what is left behind, all but the walking piece.
    All,
    /// So many.
    Of(Amount),
}

/// What a walk does to the tower on the cursor's cell, or with the one that the walking piece stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tower {
    /// From here on the walking piece takes along so many pieces of its tower, itself included; the number is taken down
    /// there. Fails where there are not so many.
    Carry(Portion, Option<Register>),
    /// The lowest of what is carried stay on top of the cursor's cell. Fails unless the walking piece goes on, with
    /// what is left, and where the tower would be too high.
    Leave(Portion),
    /// The walking piece, with what it carries, stands on top of what is on the cursor's cell. Fails where that would be
    /// too high. On its own cell nothing happens.
    LandOnTop,
    /// Puts a piece on top of what stands there. Fails where that would be too high.
    Put(Kind),
    /// The same out of the mover's hand. Fails if he has none.
    Drop(Kind),
    /// Puts the piece on top that is kept under that name. Fails where none is kept.
    PutBack(Register),
    /// The piece on top there is captured, and goes beneath what the walking piece carries. Fails on an empty cell, on the
    /// walking piece's own, and where that would be too high.
    Tuck,
    /// Takes all that stands there off the board, as captures or not. Fails on an empty cell.
    TakeAll(bool),
    /// Takes the lowest piece off the board, as a capture or not. Fails on an empty cell.
    TakeBottom(bool),
    /// What stands on top there becomes that kind, whoever's it is. Fails on an empty cell, and where a piece that is nobody's
    /// would have to be somebody's.
    Make(Kind),
    /// The mover's own piece there becomes the next player's. Fails unless such a piece stands there.
    Give,
}

impl Tower {
    /// Whether it may capture.
    pub fn captures(self) -> bool {
        matches!(self, Tower::Tuck | Tower::TakeAll(true) | Tower::TakeBottom(true))
    }
}

impl fmt::Display for Portion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Portion::All => f.write_str("all"),
            Portion::Of(amount) => write!(f, "{amount}"),
        }
    }
}

impl fmt::Display for Tower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let takes = |captures: &bool| if *captures { "capture" } else { "lift" };
        match self {
            Tower::Carry(portion, held) => {
                write!(f, "carry {portion}")?;
                held.iter().try_for_each(|held| write!(f, " as r{}", held.0))
            }
            Tower::Leave(portion) => write!(f, "leave {portion}"),
            Tower::LandOnTop => f.write_str("land on top"),
            Tower::Put(kind) => write!(f, "put k{} on top", kind.0),
            Tower::Drop(kind) => write!(f, "drop k{} on top", kind.0),
            Tower::PutBack(register) => write!(f, "put r{} on top", register.0),
            Tower::Tuck => f.write_str("tuck"),
            Tower::TakeAll(captures) => write!(f, "{} all", takes(captures)),
            Tower::TakeBottom(captures) => write!(f, "{} bottom", takes(captures)),
            Tower::Make(kind) => write!(f, "make k{}", kind.0),
            Tower::Give => f.write_str("give"),
        }
    }
}

/// The word for how many pieces stand on a cell.
pub(super) const HEIGHT: &str = "height";

impl Names {
    /// Whether that is the height of a tower.
    pub(super) fn is_height(&self, name: &Spanned<String>) -> bool {
        name.value == HEIGHT && !self.is_number(name) && self.stack.is_some()
    }

    /// How high towers may be; a fault where there are none.
    pub(super) fn towers(
        &self,
        what: &str,
        span: Span,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<u16> {
        if self.stack.is_none() {
            let fault = Diagnostic::new(format!("{what}, and here a cell holds one piece"), span);
            faults.push(
                fault
                    .label("there are no towers")
                    .help("`[board]` with `stack = 24` lets cells carry towers of up to 24 pieces"),
            );
        }
        self.stack
    }

    /// A number of pieces of a tower, from 1 to as many as one may have.
    pub(super) fn pieces(
        &self,
        quantity: &Quantity,
        span: Span,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Amount> {
        if let Quantity::Fixed(number) = quantity {
            self.storeys(*number, span, faults)?;
        }
        self.amount(quantity, faults)
    }

    /// Whether a tower may have so many pieces.
    pub(super) fn storeys(
        &self,
        number: u16,
        span: Span,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<()> {
        let most = self.stack?;
        if (1..=most).contains(&number) {
            return Some(());
        }
        let fault = Diagnostic::new(format!("no tower has {number} pieces to take"), span);
        faults.push(fault.label(format!("from 1 to {most}: `stack = {most}`")));
        None
    }

    /// The test of another piece of a tower than the one on top: it may ask what the piece is, and nothing else.
    pub(super) fn within(
        &self,
        storey: Storey,
        of: &TestAst,
        span: Span,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Test> {
        let word = match storey {
            Storey::Under => "under",
            Storey::Bottom => "bottom",
            Storey::Any => "tower",
        };
        self.towers(&format!("`{word}` asks for a piece of a tower"), span, faults)?;
        let test = self.test(of, faults)?;
        if !is_of_piece(&test) {
            let fault = Diagnostic::new(
                format!("`{word}` asks what a piece of the tower is, and nothing of its cell"),
                of.span,
            );
            faults.push(match test.asks_last() {
                // Whose pieces they are must hang on nothing but who moves.
                true => fault.label("whose it is may be asked, but not of `last`").help(
                    "`mover`, `other` or a player's name may stand there; of two players who move by turns `other` moved last",
                ),
                false => fault.help(format!(
                    "for example `{word} (own KIND)`; join others: `{word} (own) and edge`"
                )),
            });
            return None;
        }
        Some(Test::Within(storey, Box::new(test)))
    }

    /// The number of `as NAME` under which something is taken down.
    pub(super) fn taken_down(
        &mut self,
        held: Option<&GivenName>,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Option<Register>> {
        match held {
            None => Some(None),
            Some(held) => self.give(held, super::given::Given::Number, faults).map(Some),
        }
    }
}

/// Whether a test asks what a piece is, whatever else holds.
fn is_of_piece(test: &Test) -> bool {
    match test {
        Test::All(tests) | Test::Any(tests) => tests.iter().all(is_of_piece),
        Test::Not(test) => is_of_piece(test),
        Test::Owned(who) => *who != Who::Last,
        Test::Occupied | Test::Is(_) => true,
        _ => false,
    }
}

/// How high the towers of a file may be, if its cells carry any.
pub(super) fn read(
    stack: Option<&Spanned<u32>>,
    cells: Option<usize>,
    faults: &mut Vec<Diagnostic>,
) -> Option<u16> {
    let stack = stack?;
    if stack.value < 2 || stack.value > u32::from(limits::STACK) {
        let fault = Diagnostic::new("towers of impossible height", stack.span);
        faults.push(fault.label(format!("from 2 to {} pieces", limits::STACK)));
        return None;
    }
    let height = stack.value as u16;
    // Where each position brings its size, it is held to the same when it is read.
    if cells.is_some_and(|cells| cells > limits::cells(height)) {
        let fault = Diagnostic::new("too many towers", stack.span);
        let most = limits::cells(height);
        faults.push(fault.label(format!("towers as high stand on {most} cells at most")));
        return None;
    }
    Some(height)
}

impl Node {
    /// Whether what the walk does leaves no tower without its top: whether it only ever puts pieces on empty cells, and asks for
    /// no more than what is on top.
    pub(crate) fn spares_towers(&self) -> bool {
        let mut spares = true;
        super::visit::walk(self, &mut |seen| {
            use super::visit::Seen;
            spares &= match seen {
                Seen::Walk(Node { walk: Walk::Act(act), .. }) => {
                    matches!(
                        act,
                        Act::Put(_) | Act::Cover(_) | Act::Drop(_) | Act::Mark(..) | Act::Flip
                    )
                }
                Seen::Walk(Node { walk: Walk::Turn { .. }, .. }) => false,
                Seen::Test(Test::Height(..) | Test::Within(..)) => false,
                _ => true,
            };
        });
        spares
    }
}
