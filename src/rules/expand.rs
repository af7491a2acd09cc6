//! The words `step`, `slide`, `leap`, `jump`, promotion and the silent `land`, defined by what they expand into.
//!
//! | written | core |
//! | --- | --- |
//! | `DIRS to T` | `Face(DIRS), Ahead, Test(T)` |
//! | `step DIRS` | `DIRS to empty or enemy` |
//! | `slide DIRS to T` | `Face(DIRS), (Ahead, Test(empty))*, Ahead, Test(T)` |
//! | `jump DIRS over S to T` | `Face(DIRS), Ahead, Test(S), Ahead, Test(T)`; `capturing` captures after the first test |
//! | `again` | `Land`, promotion, `Again` |
//! | the end of a piece's walk | `Land`, unless the alternative has its own `land` or `again` |

use super::limits;
use super::model::*;
use super::names::Names;
use crate::diag::Diagnostic;
use crate::index::{Kind, MoveName};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{self, ActWord, Choice, Count, Shift, ShiftWord, TestAst};
use crate::syntax::document::{MoveDecl, PieceDecl, PromoteDecl};

/// Where a kind's pieces are promoted.
#[derive(Clone)]
struct Promotion {
    to: Vec<Kind>,
    at: Cells,
    /// At every landing, not only at the end of the move.
    landing: bool,
    span: Span,
}

pub(super) struct Expander<'n> {
    names: Names,
    faults: &'n mut Vec<Diagnostic>,
    /// Names of moves, by [`MoveName`].
    pub(super) move_names: Vec<String>,
    /// Of the piece whose walk is expanded; `None` for an action.
    promotion: Option<Promotion>,
    piece: bool,
    nodes: usize,
    /// The names that the walk has given to cells so far.
    named: Vec<String>,
}

impl<'n> Expander<'n> {
    pub(super) fn new(names: &Names, faults: &'n mut Vec<Diagnostic>) -> Self {
        Self {
            names: names.clone(),
            faults,
            move_names: Vec::new(),
            promotion: None,
            piece: false,
            nodes: 0,
            named: Vec::new(),
        }
    }

    pub(super) fn kinds(&mut self, pieces: &[PieceDecl]) -> Vec<KindRule> {
        pieces.iter().take(limits::KINDS).map(|piece| self.kind(piece)).collect()
    }

    pub(super) fn actions(&mut self, actions: &[(Spanned<String>, Choice)]) -> Vec<MoveRule> {
        self.promotion = None;
        self.piece = false;
        let mut found = Vec::new();
        for (name, walk) in actions {
            (self.nodes, self.named) = (0, Vec::new());
            let name = self.move_name(name);
            found.push(MoveRule { name, from: Cells::All, walk: self.choice(walk, true) });
        }
        found
    }

    fn kind(&mut self, piece: &PieceDecl) -> KindRule {
        self.promotion = piece.promote.as_ref().and_then(|promote| self.promotion(promote));
        self.piece = true;
        let mut moves = Vec::new();
        for one in &piece.moves {
            (self.nodes, self.named) = (0, Vec::new());
            let from = match &one.from {
                Some(from) => self.names.cells(from, self.faults).unwrap_or(Cells::All),
                None => Cells::All,
            };
            let name = self.name_of(one);
            moves.push(MoveRule { name, from, walk: self.choice(&one.walk, true) });
        }
        KindRule { name: piece.name.clone(), neutral: piece.neutral, royal: piece.royal, moves }
    }

    fn name_of(&mut self, one: &MoveDecl) -> MoveName {
        match &one.name {
            Some(name) => self.move_name(name),
            None => self.move_name(&Spanned::new(String::from("move"), one.walk.span)),
        }
    }

    fn move_name(&mut self, name: &Spanned<String>) -> MoveName {
        let at = self.move_names.iter().position(|known| *known == name.value);
        let at = at.unwrap_or_else(|| {
            self.move_names.push(name.value.clone());
            self.move_names.len() - 1
        });
        if at > usize::from(u8::MAX) {
            self.faults.push(Diagnostic::new("too many names of moves", name.span));
            return MoveName(0);
        }
        MoveName::at(at)
    }

    fn promotion(&mut self, promote: &PromoteDecl) -> Option<Promotion> {
        let mut to = Vec::new();
        for kind in &promote.to {
            let name = Spanned::new(kind.value.clone(), kind.span);
            to.extend(self.names.kind(&name, self.faults));
        }
        let landing = promote.when.as_ref().is_some_and(|when| {
            if !["landing", "end"].contains(&when.value.as_str()) {
                self.faults.push(Diagnostic::unknown(
                    "time",
                    &when.value,
                    when.span,
                    ["landing", "end"],
                ));
            }
            when.value == "landing"
        });
        let at = self.names.cells(&promote.at, self.faults)?;
        Some(Promotion { to, at, landing, span: promote.at.span })
    }

    /// A choice; at the `top` of a piece's pattern, each alternative lands in the end.
    fn choice(&mut self, choice: &Choice, top: bool) -> Node {
        let alternatives = choice.value.iter().map(|sequence| {
            let mut nodes: Vec<Node> = Vec::new();
            let last = sequence.value.len().saturating_sub(1);
            for (at, part) in sequence.value.iter().enumerate() {
                self.part(part, top && at == last, &mut nodes);
            }
            if top && self.piece {
                let landed = sequence.value.iter().any(lands);
                if !landed {
                    nodes.push(self.node(Walk::Act(Act::Land), sequence.span));
                }
                if !sequence.value.iter().any(goes_on) {
                    self.promote(landed, &mut nodes);
                }
            }
            self.seq(nodes, sequence.span)
        });
        let alternatives: Vec<Node> = alternatives.collect();
        self.alt(alternatives, choice.span)
    }

    /// What promotion adds at the end of a move (whose own `land`s have promoted already, where they do).
    fn promote(&mut self, landed: bool, nodes: &mut Vec<Node>) {
        if self.promotion.as_ref().is_some_and(|promotion| !(promotion.landing && landed)) {
            nodes.extend(self.promoted());
        }
    }

    /// `becomes one of the kinds, if it stands where it is promoted`.
    fn promoted(&mut self) -> Option<Node> {
        let Promotion { to, at, span, .. } = self.promotion.clone()?;
        let here = self.node(Walk::Test(Test::In(at.clone())), span);
        let become_one =
            to.iter().map(|kind| self.node(Walk::Act(Act::Become(*kind)), span)).collect();
        let become_one = self.alt(become_one, span);
        let promoted = self.seq(vec![here, become_one], span);
        let elsewhere = self.node(Walk::Test(Test::Not(Box::new(Test::In(at)))), span);
        Some(self.alt(vec![promoted, elsewhere], span))
    }

    fn part(&mut self, part: &Spanned<ast::Part>, tail: bool, out: &mut Vec<Node>) {
        let span = part.span;
        let walk = match &part.value {
            ast::Part::Shift(shift) => return self.shift(shift, span, out),
            ast::Part::Bracket(body, count) => {
                // Only the last bracket of an alternative may hold its `again`.
                let body = self.inner(body, tail && count.is_none());
                match count {
                    None => {
                        out.push(body);
                        return;
                    }
                    Some(Count { min, max }) => {
                        Walk::Repeat { body: Box::new(body), min: *min, max: *max }
                    }
                }
            }
            ast::Part::Each { dirs, body, optional } => Walk::Each {
                dirs: dirs.clone(),
                body: Box::new(self.inner(body, false)),
                optional: *optional,
            },
            ast::Part::Look { body, holds } => {
                Walk::See { body: Box::new(self.inner(body, false)), holds: *holds }
            }
            ast::Part::Pick(test) => match self.test(test) {
                Some(test) => Walk::Pick(test),
                None => return,
            },
            ast::Part::Test(test) => match self.test(test) {
                Some(test) => Walk::Test(test),
                None => return,
            },
            ast::Part::Put(kind) => match self.names.kind(kind, self.faults) {
                Some(kind) => Walk::Act(Act::Put(kind)),
                None => return,
            },
            ast::Part::Become(_) if !self.piece => {
                let fault = Diagnostic::new("an action moves no piece that could change", span);
                self.faults.push(fault.help("actions `pick` a cell and `put` something there"));
                return;
            }
            ast::Part::Become(kinds) => {
                let mut become_one = Vec::new();
                for kind in kinds {
                    let kind = self.names.kind(kind, self.faults);
                    become_one
                        .extend(kind.map(|kind| self.node(Walk::Act(Act::Become(kind)), span)));
                }
                out.push(self.alt(become_one, span));
                return;
            }
            ast::Part::As(name) => {
                Walk::As(self.names.register(name, true, &mut self.named, self.faults))
            }
            ast::Part::Go(name) => {
                Walk::Go(self.names.register(name, false, &mut self.named, self.faults))
            }
            ast::Part::Mark(_) => {
                let fault = Diagnostic::new("marks on cells are not judged by this version", span);
                self.faults.push(fault.help(
                    "the word has its place in the language, but nothing keeps the marks yet",
                ));
                return;
            }
            ast::Part::Act(word) => return self.act(*word, span, tail, out),
        };
        out.push(self.node(walk, span));
    }

    /// A choice in brackets; `tail` if the walk ends with it.
    fn inner(&mut self, choice: &Choice, tail: bool) -> Node {
        let alternatives = choice.value.iter().map(|sequence| {
            let mut nodes = Vec::new();
            let last = sequence.value.len().saturating_sub(1);
            for (at, part) in sequence.value.iter().enumerate() {
                self.part(part, tail && at == last, &mut nodes);
            }
            self.seq(nodes, sequence.span)
        });
        let alternatives: Vec<Node> = alternatives.collect();
        self.alt(alternatives, choice.span)
    }

    fn act(&mut self, word: ActWord, span: Span, tail: bool, out: &mut Vec<Node>) {
        let moves_a_piece = matches!(word, ActWord::Land | ActWord::Again);
        if moves_a_piece && !self.piece {
            let fault = Diagnostic::new("an action moves no piece, so nothing can land", span);
            self.faults.push(fault.help("actions `pick` a cell and `put` something there"));
            return;
        }
        let act = match word {
            ActWord::Capture => Act::Capture,
            ActWord::Lift => Act::Lift,
            ActWord::Flip => Act::Flip,
            ActWord::Land | ActWord::Again => Act::Land,
        };
        out.push(self.node(Walk::Act(act), span));
        let landing = self.promotion.as_ref().is_some_and(|promotion| promotion.landing);
        if moves_a_piece && landing {
            out.extend(self.promoted());
        }
        if word == ActWord::Again {
            if !tail {
                let fault = Diagnostic::new("`again` is the last word of a walk", span);
                self.faults.push(
                    fault
                        .label("not the last here")
                        .help("it starts the whole move anew from where the piece stands"),
                );
            }
            if self.promotion.is_some() && !landing {
                let fault = Diagnostic::new(
                    "a chain whose promotion waits for its end is not judged by this version",
                    span,
                );
                self.faults.push(fault.help("write `when = \"landing\"` in `promote`"));
            }
            out.push(self.node(Walk::Act(Act::Again), span));
        }
    }

    fn shift(&mut self, shift: &Shift, span: Span, out: &mut Vec<Node>) {
        let arrival = match (&shift.to, shift.word) {
            (Some(to), _) => match self.test(to) {
                Some(test) => Some(test),
                None => return,
            },
            (None, ShiftWord::Bare) => None,
            (None, _) => Some(Test::Any(vec![Test::Empty, Test::Owned(Who::Other)])),
        };
        let straight = [DirTerm { bearing: None, group: Group::Ahead }];
        if shift.dirs.0 != straight {
            out.push(self.node(Walk::Face(shift.dirs.clone()), span));
        }
        let ahead = |expander: &mut Self| expander.node(Walk::Ahead, span);
        match shift.word {
            ShiftWord::Bare | ShiftWord::Step => {}
            ShiftWord::Slide => {
                let (min, max) = shift.range.map_or((1, None), |range| (range.min, range.max));
                let body = vec![ahead(self), self.node(Walk::Test(Test::Empty), span)];
                let body = Box::new(self.seq(body, span));
                let (min, max) = (min.saturating_sub(1), max.map(|max| max.saturating_sub(1)));
                if max != Some(0) {
                    out.push(self.node(Walk::Repeat { body, min, max }, span));
                }
            }
            ShiftWord::Jump => {
                out.push(ahead(self));
                let (captures, hurdle) = match &shift.over {
                    None => (false, Some(Test::Occupied)),
                    Some((captures, hurdle)) => (*captures, self.test(hurdle)),
                };
                let hurdle_span = shift.over.as_ref().map_or(span, |(_, hurdle)| hurdle.span);
                out.extend(hurdle.map(|hurdle| self.node(Walk::Test(hurdle), hurdle_span)));
                if captures {
                    out.push(self.node(Walk::Act(Act::Capture), hurdle_span));
                }
            }
        }
        out.push(ahead(self));
        let arrival_span = shift.to.as_ref().map_or(span, |to| to.span);
        out.extend(arrival.map(|test| self.node(Walk::Test(test), arrival_span)));
    }

    fn test(&mut self, test: &TestAst) -> Option<Test> {
        self.names.test(test, self.faults)
    }

    fn node(&mut self, walk: Walk, span: Span) -> Node {
        self.nodes += 1;
        if self.nodes == limits::NODES {
            self.faults.push(
                Diagnostic::new("the pattern is too large", span)
                    .label(format!("at most {} steps", limits::NODES)),
            );
        }
        Node { walk, span }
    }

    fn seq(&mut self, mut nodes: Vec<Node>, span: Span) -> Node {
        if nodes.len() == 1 { nodes.remove(0) } else { self.node(Walk::Seq(nodes), span) }
    }

    fn alt(&mut self, mut nodes: Vec<Node>, span: Span) -> Node {
        if nodes.len() == 1 { nodes.remove(0) } else { self.node(Walk::Alt(nodes), span) }
    }
}

/// Whether a part lands somewhere within it.
fn lands(part: &Spanned<ast::Part>) -> bool {
    acts(part, &[ActWord::Land, ActWord::Again])
}

/// Whether a part goes on with `again`.
fn goes_on(part: &Spanned<ast::Part>) -> bool {
    acts(part, &[ActWord::Again])
}

fn acts(part: &Spanned<ast::Part>, words: &[ActWord]) -> bool {
    match &part.value {
        ast::Part::Act(word) => words.contains(word),
        ast::Part::Bracket(body, _) | ast::Part::Each { body, .. } => {
            body.value.iter().flat_map(|sequence| &sequence.value).any(|part| acts(part, words))
        }
        _ => false,
    }
}
