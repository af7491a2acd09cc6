//! The words `step`, `slide`, `leap`, `jump`, promotion and the silent `land`, defined by what they expand into.
//!
//! | written | core |
//! | --- | --- |
//! | `DIRS to T` | `Face(DIRS), Ahead, Test(T)` |
//! | `step DIRS` | `DIRS to empty or enemy` |
//! | `slide DIRS to T` | `Face(DIRS), (Ahead, Test(empty))*, Ahead, Test(T)` |
//! | `jump DIRS over S to T` | `Face(DIRS), Ahead, Test(S), Ahead, Test(T)`; `capturing` captures after the first test |
//! | `again` | `Land`, promotion if at each landing, `Again` |
//! | the end of a piece's walk | `Land`, unless the alternative has its own `land` or `again` |

use super::cond::Asked;
use super::given::{Given, Unkept};
use super::limits;
use super::model::*;
use super::names::Names;
use super::promotion::Promotion;
use super::rounds::stays;
use super::visit::{self, Seen};
use crate::diag::{Diagnostic, Warning, WarningCode};
use crate::index::{Kind, MoveName};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{
    self, ActWord, Choice, Count, Name, Over, Shift, ShiftWord, TestAst, Used,
};
use crate::syntax::decl::{MoveDecl, PieceDecl, WalkDecl};

/// An alternative, as written.
type Sequence = Spanned<Vec<Spanned<ast::Part>>>;

/// A walk that is only looked at, as part of a test.
pub(super) fn look(names: &Names, body: &Choice, faults: &mut Vec<Diagnostic>) -> Option<Node> {
    let before = faults.len();
    let mut expander = Expander::new(names, None, faults);
    let node = expander.inner(body, false);
    (faults.len() == before).then_some(node)
}

pub(super) struct Expander<'n> {
    pub(super) names: Names,
    pub(super) faults: &'n mut Vec<Diagnostic>,
    /// Names of moves, by [`MoveName`].
    pub(super) move_names: Vec<String>,
    /// Of the piece whose walk is expanded; `None` for an action.
    pub(super) promotion: Option<Promotion>,
    pub(super) piece: bool,
    nodes: usize,
    /// What the walks say and does nothing.
    pub(super) warnings: Vec<Warning>,
    /// What follows every move.
    then: Option<Choice>,
}

impl<'n> Expander<'n> {
    pub(super) fn new(
        names: &Names,
        then: Option<Choice>,
        faults: &'n mut Vec<Diagnostic>,
    ) -> Self {
        Self {
            names: names.clone(),
            faults,
            move_names: Vec::new(),
            promotion: None,
            piece: false,
            nodes: 0,
            warnings: Vec::new(),
            then,
        }
    }

    pub(super) fn kinds(&mut self, pieces: &[PieceDecl]) -> Vec<KindRule> {
        pieces.iter().take(limits::KINDS).map(|piece| self.kind(piece, pieces)).collect()
    }

    pub(super) fn actions(&mut self, actions: &[(Spanned<String>, Choice)]) -> Vec<MoveRule> {
        self.promotion = None;
        self.piece = false;
        let mut found = Vec::new();
        for (name, walk) in actions {
            self.fresh();
            let name = self.move_name(name);
            found.push(MoveRule { name, from: Cells::All, walk: self.choice(walk, true) });
        }
        found
    }

    fn kind(&mut self, piece: &PieceDecl, all: &[PieceDecl]) -> KindRule {
        self.promotion = piece.promote.as_ref().and_then(|promote| self.promotion(promote));
        if let Some(promote) = &piece.promote {
            self.idle_promotion(promote);
        }
        self.piece = true;
        let mut moves = Vec::new();
        let like = self.like(piece, all);
        for one in like.iter().flat_map(|like| &like.moves).chain(&piece.moves) {
            self.fresh();
            let from = match &one.from {
                Some(from) => self.names.cells(from, self.faults).unwrap_or(Cells::All),
                None => Cells::All,
            };
            let name = self.name_of(one);
            let walk = match &one.walk {
                WalkDecl::Pattern(walk) => self.choice(walk, true),
                WalkDecl::Betza(text) => match crate::betza::walk(text) {
                    Ok(walk) => self.choice(&walk, true),
                    Err(faults) => {
                        self.faults.extend(faults);
                        continue;
                    }
                },
            };
            moves.push(MoveRule { name, from, walk });
        }
        let hand = match &piece.hand {
            Some(hand) => {
                let name = Spanned::new(hand.value.clone(), hand.span);
                self.names.kind(&name, self.faults)
            }
            None => self.names.kind(&piece.name, self.faults),
        };
        KindRule {
            name: piece.name.clone(),
            neutral: piece.neutral,
            royal: piece.royal,
            hand: hand.filter(|kind| !self.names.neutral(*kind)),
            moves,
        }
    }

    /// The pieces whose moves another has as well: the one that it is like, and before it the one that this is like.
    fn like<'p>(&mut self, piece: &'p PieceDecl, all: &'p [PieceDecl]) -> Vec<&'p PieceDecl> {
        let mut found: Vec<&PieceDecl> = Vec::new();
        let mut last = piece;
        while let Some(like) = &last.like {
            let name = Spanned::new(like.value.clone(), like.span);
            // What is wrong with another piece's is told there.
            let mut faults = Vec::new();
            let known = self.names.kind(&name, &mut faults);
            if found.is_empty() {
                self.faults.append(&mut faults);
            }
            let of_name = |other: &&PieceDecl| other.name.value == like.value;
            let Some(next) = known.and_then(|_| all.iter().find(of_name)) else { break };
            if next.name.value == piece.name.value {
                let message = format!("`{}` has its moves from itself", piece.name.value);
                let fault = Diagnostic::new(message, like.span).label("comes back to it");
                self.faults
                    .push(fault.help("leave one `like` out, and say there how the piece moves"));
                break;
            }
            if found.iter().any(|other| other.name.value == next.name.value) {
                break;
            }
            found.push(next);
            last = next;
        }
        found.reverse();
        found
    }

    /// Before a walk that knows of no other.
    fn fresh(&mut self) {
        self.nodes = 0;
        self.names.given.clear();
        self.names.walking = true;
    }

    fn name_of(&mut self, one: &MoveDecl) -> MoveName {
        match &one.name {
            Some(name) => self.move_name(name),
            None => {
                let span = match &one.walk {
                    WalkDecl::Pattern(walk) => walk.span,
                    WalkDecl::Betza(text) => text.span,
                };
                self.move_name(&Spanned::new(String::from("move"), span))
            }
        }
    }

    fn move_name(&mut self, name: &Spanned<String>) -> MoveName {
        let at = self.move_names.iter().position(|known| *known == name.value);
        let at = at.unwrap_or_else(|| {
            self.move_names.push(name.value.clone());
            self.move_names.len() - 1
        });
        if at >= limits::NAMES {
            if at == limits::NAMES {
                self.faults.push(too_many_names(name.span));
            }
            return MoveName(0);
        }
        MoveName::at(at)
    }

    /// A choice; at the `top` of a piece's pattern, each alternative lands in the end.
    fn choice(&mut self, choice: &Choice, top: bool) -> Node {
        let mut alternatives = Vec::new();
        self.alternatives(choice, &|expander, one| expander.sequence(one, top), &mut alternatives);
        self.alt(alternatives, choice.span)
    }

    /// What a choice is among; an alternative that is nothing but a walk by its name stands for those of that walk.
    fn alternatives(
        &mut self,
        choice: &Choice,
        read: &dyn Fn(&mut Self, &Sequence) -> Node,
        out: &mut Vec<Node>,
    ) {
        for sequence in &choice.value {
            let walks: Vec<(&Choice, &Used)> = match sequence.value.as_slice() {
                [Spanned { value: ast::Part::Walk(walk, used), .. }] => vec![(walk, used)],
                [Spanned { value: ast::Part::Choose(walks), .. }] => {
                    walks.iter().map(|(walk, used)| (walk, used)).collect()
                }
                _ => {
                    out.push(read(self, sequence));
                    continue;
                }
            };
            for (walk, used) in walks {
                let before = self.faults.len();
                self.alternatives(walk, read, out);
                used.explain(&mut self.faults[before..]);
            }
        }
    }

    /// One alternative of a pattern.
    fn sequence(&mut self, sequence: &Sequence, top: bool) -> Node {
        let mut nodes: Vec<Node> = Vec::new();
        self.parts(&sequence.value, top, &mut nodes);
        if let (true, Some(Promotion { from: Some((_, start)), span, .. })) =
            (top && self.piece, self.promotion.clone())
        {
            nodes.insert(0, self.node(Walk::As(start), span));
        }
        if top {
            self.idle(&sequence.value);
            self.idle_way(&sequence.value);
        }
        if top && self.piece {
            let landed = sequence.value.iter().any(lands);
            if !landed {
                nodes.push(self.node(Walk::Act(Act::Land), sequence.span));
            }
            self.promote(landed, &mut nodes);
        }
        if top
            && (self.piece || !nodes.iter().all(|node| self.is_nowhere(node)))
            && let Some(then) = self.then.clone()
        {
            nodes.push(self.node(Walk::Return, then.span));
            nodes.push(self.inner(&then, false));
        }
        self.seq(nodes, sequence.span)
    }

    /// Whether a part of an action needs no cell: it asks, changes a number that no cell has, or goes to its cells by itself.
    fn is_nowhere(&self, node: &Node) -> bool {
        match &node.walk {
            Walk::When(_) | Walk::Every { .. } => true,
            Walk::Seq(nodes) | Walk::Alt(nodes) => nodes.iter().all(|node| self.is_nowhere(node)),
            Walk::Act(Act::Take(purse, ..) | Act::Add(purse, _)) => {
                !self.names.is_of_cells(purse.number)
            }
            _ => false,
        }
    }

    /// Warns of steps behind the last act of an alternative: where the piece has landed, nothing follows them.
    fn idle(&mut self, parts: &[Spanned<ast::Part>]) {
        let Some(last) = parts.iter().rposition(does) else { return };
        let shift = |part: &&Spanned<ast::Part>| matches!(part.value, ast::Part::Shift(_));
        let (Some(step), Some(act)) = (parts[last + 1..].iter().find(shift), parts.get(last))
        else {
            return;
        };
        if self.piece && !parts.iter().any(lands) {
            return;
        }
        let told = Diagnostic::new("these steps lead nowhere", step.span);
        let told = match lands(act) {
            true => told
                .label("the piece has landed before: it does not go here")
                .also(act.span, "here it stays")
                .help("write `land` again behind them, if it is to go on"),
            false => told
                .label("nothing is done here")
                .also(act.span, "the last that is done")
                .help("write what is done there behind them"),
        };
        let told = told.help("write `see ( … )` around them, if they are only to be possible");
        warn_once(&mut self.warnings, WarningCode::IdleSteps, told);
    }

    /// Warns of an alternative that lands on some of its ways alone, and does nothing on others.
    fn idle_way(&mut self, parts: &[Spanned<ast::Part>]) {
        if !self.piece || self.then.is_some() || parts.iter().any(surely_does) {
            return;
        }
        let Some(part) = parts.iter().find(|part| lands(part)) else { return };
        let told = Diagnostic::new("a way on which nothing is done", part.span)
            .label("the piece lands on some ways through this; on the others it stays where it was")
            .help("write `land` before it, if the piece is to stand there then")
            .help("write the ways as alternatives of the whole walk, `… | …`, if the piece is to land at the end of the others");
        warn_once(&mut self.warnings, WarningCode::IdleWay, told);
    }

    /// The parts of an alternative; `tail` if the walk ends with them.
    fn parts(&mut self, parts: &[Spanned<ast::Part>], tail: bool, out: &mut Vec<Node>) {
        let last = parts.len().saturating_sub(1);
        for (at, part) in parts.iter().enumerate() {
            self.part(part, tail && at == last, out);
        }
    }

    fn part(&mut self, part: &Spanned<ast::Part>, tail: bool, out: &mut Vec<Node>) {
        // What is too large is told of, and not expanded any further.
        if self.nodes > limits::NODES {
            return;
        }
        let span = part.span;
        let walk = match &part.value {
            ast::Part::Shift(shift) => return self.shift(shift, span, out),
            ast::Part::Walk(body, used) => {
                let before = self.faults.len();
                match body.value.as_slice() {
                    [alone] => self.parts(&alone.value, tail, out),
                    _ => {
                        let body = self.inner(body, tail);
                        out.push(body);
                    }
                }
                used.explain(&mut self.faults[before..]);
                return;
            }
            ast::Part::Choose(walks) => {
                let mut alternatives = Vec::new();
                for (body, used) in walks {
                    let before = self.faults.len();
                    alternatives.push(self.inner(body, tail));
                    used.explain(&mut self.faults[before..]);
                }
                return out.push(self.alt(alternatives, span));
            }
            ast::Part::Bracket(body, count) => {
                // Only the last bracket of an alternative may hold its `again`.
                let body = self.inner(body, tail && count.is_none());
                match count {
                    None => {
                        out.push(body);
                        return;
                    }
                    // As a list may say: not at all.
                    Some(Count { max: Some(0), .. }) => return,
                    Some(Count { min, max }) => match max {
                        Some(max) if stays(&body) => {
                            return self.bounded(&body, *min, *max, span, out);
                        }
                        _ => Walk::Repeat { body: Box::new(body), min: *min, max: *max },
                    },
                }
            }
            ast::Part::Each { dirs, body, optional } => Walk::Each {
                dirs: dirs.clone(),
                body: Box::new(self.inner(body, false)),
                optional: *optional,
            },
            ast::Part::Along(body, test) => match self.test(test) {
                Some(test) => {
                    let times = Times::Passing(test);
                    Walk::Rounds { times, body: Box::new(self.inner(body, false)) }
                }
                None => return,
            },
            ast::Part::Rounds(body, name)
                if self.names.is_height(&name.name) && !self.names.is_held(name) =>
            {
                let body = Box::new(self.inner(body, false));
                Walk::Rounds { times: Times::Height, body }
            }
            ast::Part::Rounds(body, name) => {
                let times = self.names.held(name, self.faults);
                let body = Box::new(self.inner(body, false));
                match times {
                    Some(times) => Walk::Rounds { times: Times::Held(times), body },
                    None => return,
                }
            }
            ast::Part::While(body) => Walk::While { body: Box::new(self.inner(body, false)) },
            ast::Part::Take(..)
            | ast::Part::TakeAny(..)
            | ast::Part::Add(..)
            | ast::Part::Note(..) => {
                return self.number(part, tail, out);
            }
            ast::Part::Head(dirs) => Walk::Face(dirs.clone()),
            ast::Part::Turn(cells, right) => match self.names.cells(cells, self.faults) {
                Some(cells) => Walk::Turn { cells, right: *right },
                None => return,
            },
            ast::Part::Every { test, body, optional } => match self.test(test) {
                Some(test) => Walk::Every {
                    test,
                    body: Box::new(self.inner(body, false)),
                    optional: *optional,
                },
                None => return,
            },
            ast::Part::Look { body, holds } => {
                Walk::See { body: Box::new(self.inner(body, false)), holds: *holds }
            }
            ast::Part::Tally { relation, number, dirs, body } => Walk::Tally {
                relation: *relation,
                number: *number,
                dirs: dirs.clone(),
                body: Box::new(self.inner(body, false)),
            },
            ast::Part::Pick(test) => match self.test(test) {
                Some(test) => Walk::Pick(test),
                None => return,
            },
            ast::Part::Test(test) => match self.test(test) {
                Some(test) => Walk::Test(test),
                None => return,
            },
            ast::Part::Put(what, to) => match self.names.kept(what, self.faults) {
                Ok(register) => {
                    self.first_test(to.as_ref(), out);
                    Walk::Act(Act::PutBack(register))
                }
                Err(Unkept::Kind) => {
                    let one = std::slice::from_ref(&what.name);
                    return self.lay(one, Act::Put, to.as_ref(), span, out);
                }
                Err(Unkept::Told) => return,
            },
            ast::Part::PutOnTop(_)
            | ast::Part::DropOnTop(_)
            | ast::Part::Carry(..)
            | ast::Part::Leave(_)
            | ast::Part::Whole { .. }
            | ast::Part::Make(_) => return self.tower(part, out),
            ast::Part::LiftAs(name) => match self.names.give(name, Given::Piece, self.faults) {
                Some(register) => Walk::Act(Act::LiftAs(register)),
                None => return,
            },
            ast::Part::Become(_) if !self.piece => {
                let fault = Diagnostic::new("an action moves no piece that could change", span);
                self.faults.push(fault.help("actions `pick` a cell and `put` something there"));
                return;
            }
            ast::Part::Become(kinds) => return self.one_of(kinds, Act::Become, span, out),
            ast::Part::Drop(kinds, to) => {
                self.has_hands(span);
                return self.lay(kinds, Act::Drop, to.as_ref(), span, out);
            }
            ast::Part::If(cond) => {
                if let Some(fault) = self.held_in(cond) {
                    self.faults.push(fault);
                    return;
                }
                // It is about the board alone, and knows no cells that the walk has named.
                let mut names = self.names.clone();
                (names.given, names.walking) = (Vec::new(), false);
                match names.cond(cond, Asked::Walk, self.faults) {
                    Some(cond) => Walk::When(cond),
                    None => return,
                }
            }
            ast::Part::As(name) => Walk::As(self.names.register(name, true, self.faults)),
            ast::Part::Go(name) => match self.names.region_of(name) {
                Some(cells) => return self.go_to(&cells, span, out),
                None => Walk::Go(self.names.register(name, false, self.faults)),
            },
            ast::Part::GoTo(cells) => return self.go_to(cells, span, out),
            ast::Part::Mark(name, on) => match self.names.mark(name, self.faults) {
                Some(mark) => Walk::Act(Act::Mark(mark, *on)),
                None => return,
            },
            ast::Part::Act(word) => return self.act(*word, span, tail, out),
        };
        out.push(self.node(walk, span));
    }

    /// To the only one of some cells: it is gone through, named, and gone to. [`super::check`] knows that by the places, which are the
    /// same for all three, and refuses several cells.
    fn go_to(&mut self, cells: &TestAst, span: Span, out: &mut Vec<Node>) {
        let Some(set) = self.names.cells(cells, self.faults) else { return };
        let name = self.names.nameless(span);
        let Some(name) = self.names.give(&name, Given::Cell, self.faults) else { return };
        let body = Box::new(self.node(Walk::As(name), span));
        let every = Walk::Every { test: Test::In(set), body, optional: false };
        for walk in [every, Walk::Go(name)] {
            let node = self.node(walk, span);
            out.push(node);
        }
    }

    /// The same act with one of several kinds, as the player chooses.
    pub(super) fn one_of(
        &mut self,
        kinds: &[Name],
        act: fn(Kind) -> Act,
        span: Span,
        out: &mut Vec<Node>,
    ) {
        let mut choices = Vec::new();
        let before = self.faults.len();
        for kind in kinds {
            for one in self.names.kinds_of(kind, self.faults).unwrap_or_default() {
                self.is_single(one, kind);
                choices.push(self.node(Walk::Act(act(one)), span));
            }
        }
        if self.faults.len() == before {
            out.push(self.alt(choices, span));
        }
    }

    /// A choice in brackets; `tail` if the walk ends with it.
    pub(super) fn inner(&mut self, choice: &Choice, tail: bool) -> Node {
        let read = |expander: &mut Self, one: &Sequence| {
            let mut nodes = Vec::new();
            expander.parts(&one.value, tail, &mut nodes);
            expander.seq(nodes, one.span)
        };
        let mut alternatives = Vec::new();
        self.alternatives(choice, &read, &mut alternatives);
        self.alt(alternatives, choice.span)
    }

    fn act(&mut self, word: ActWord, span: Span, tail: bool, out: &mut Vec<Node>) {
        if matches!(word, ActWord::LandOnTop | ActWord::Tuck)
            && self.names.towers("this makes a tower", span, self.faults).is_none()
        {
            return;
        }
        let moves_a_piece = matches!(word, ActWord::Land | ActWord::Again | ActWord::LandOnTop);
        if moves_a_piece && !self.piece {
            return self.no_piece("nothing can land", span);
        }
        match word {
            ActWord::Flip => self.names.against("flip", span, self.faults),
            ActWord::Give => self.names.against("give", span, self.faults),
            _ => {}
        }
        let act = match word {
            ActWord::Capture => Act::Capture,
            ActWord::Lift => Act::Lift,
            ActWord::Flip => Act::Flip,
            ActWord::Push => Act::Push,
            ActWord::Land | ActWord::Again => Act::Land,
            ActWord::LandOnTop => Act::Tower(Tower::LandOnTop),
            ActWord::Give => Act::Tower(Tower::Give),
            ActWord::Tuck if !self.piece => {
                return self.no_piece("nothing can be tucked beneath one", span);
            }
            ActWord::Tuck => Act::Tower(Tower::Tuck),
            ActWord::Return => {
                out.push(self.node(Walk::Return, span));
                return;
            }
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
            if let Some(Promotion { from: Some(_), landing: false, .. }) = &self.promotion {
                let fault =
                    Diagnostic::new("where the end of a chain promotes, its start cannot", span);
                self.faults.push(
                    fault.help("leave `from` out of `promote`, or write `when = \"landing\"`"),
                );
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
        let straight = [DirTerm::of(Group::Ahead)];
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
                let (over, hurdle) = match &shift.over {
                    None => (Over::Passes, Some(Test::Occupied)),
                    Some((over, hurdle)) => (*over, self.test(hurdle)),
                };
                let hurdle_span = shift.over.as_ref().map_or(span, |(_, hurdle)| hurdle.span);
                out.extend(hurdle.map(|hurdle| self.node(Walk::Test(hurdle), hurdle_span)));
                match over {
                    Over::Passes => {}
                    Over::Captures => out.push(self.node(Walk::Act(Act::Capture), hurdle_span)),
                    Over::Tucks => self.act(ActWord::Tuck, hurdle_span, false, out),
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

    /// A repeat whose body need not move the cursor but does something: as often written out, each but the first ones a choice,
    /// more before fewer. `(pick empty, put K){1,2}` is `pick empty, put K, (pick empty, put K | nothing)`.
    fn bounded(&mut self, body: &Node, min: u32, max: u32, span: Span, out: &mut Vec<Node>) {
        let size = size(body) + 2;
        if self.nodes + size * max as usize >= limits::NODES {
            let fault = Diagnostic::new("the pattern is too large", span);
            let label =
                format!("at most {} steps, and so often as many are written out", limits::NODES);
            self.faults.push(fault.label(label));
            return;
        }
        self.nodes += size * max as usize;
        let mut rest: Option<Node> = None;
        for _ in min..max {
            let mut once = vec![body.clone()];
            once.extend(rest.take());
            let once = self.seq(once, span);
            let nothing = self.node(Walk::Seq(Vec::new()), span);
            rest = Some(self.alt(vec![once, nothing], span));
        }
        out.extend((0..min).map(|_| body.clone()));
        out.extend(rest);
    }

    pub(super) fn node(&mut self, walk: Walk, span: Span) -> Node {
        self.nodes += 1;
        if self.nodes == limits::NODES {
            self.faults.push(
                Diagnostic::new("the pattern is too large", span)
                    .label(format!("at most {} steps", limits::NODES)),
            );
        }
        Node { walk, span }
    }

    pub(super) fn seq(&mut self, mut nodes: Vec<Node>, span: Span) -> Node {
        if nodes.len() == 1 { nodes.remove(0) } else { self.node(Walk::Seq(nodes), span) }
    }

    pub(super) fn alt(&mut self, mut nodes: Vec<Node>, span: Span) -> Node {
        if nodes.len() == 1 { nodes.remove(0) } else { self.node(Walk::Alt(nodes), span) }
    }
}

/// How many steps a walk has.
fn size(node: &Node) -> usize {
    let mut nodes = 0;
    visit::walk(node, &mut |seen| nodes += usize::from(matches!(seen, Seen::Walk(_))));
    nodes
}

/// All parts of a choice.
fn parts_of(choice: &Choice) -> impl Iterator<Item = &Spanned<ast::Part>> {
    choice.value.iter().flat_map(|sequence| &sequence.value)
}

/// Whether a part does something that stays when the walk is over.
fn does(part: &Spanned<ast::Part>) -> bool {
    match &part.value {
        ast::Part::Act(word) => *word != ActWord::Return,
        ast::Part::Put(..)
        | ast::Part::Drop(..)
        | ast::Part::Become(_)
        | ast::Part::Mark(..)
        | ast::Part::PutOnTop(_)
        | ast::Part::DropOnTop(_)
        | ast::Part::Leave(_)
        | ast::Part::Whole { .. }
        | ast::Part::Make(_)
        | ast::Part::Take(..)
        | ast::Part::Add(..)
        | ast::Part::Turn(..) => true,
        ast::Part::Shift(shift) => {
            matches!(shift.over, Some((Over::Captures | Over::Tucks, _)))
        }
        ast::Part::Bracket(body, _)
        | ast::Part::Along(body, _)
        | ast::Part::Rounds(body, _)
        | ast::Part::While(body)
        | ast::Part::Each { body, .. }
        | ast::Part::Every { body, .. } => parts_of(body).any(does),
        ast::Part::Walk(body, _) => parts_of(body).any(does),
        ast::Part::Choose(walks) => walks.iter().any(|(body, _)| parts_of(body).any(does)),
        _ => false,
    }
}

/// Warns of something once, however often it is come to.
pub(super) fn warn_once(warnings: &mut Vec<Warning>, code: WarningCode, told: Diagnostic) {
    if warnings.iter().all(|known| known.told != told) {
        warnings.push(Warning::new(code, told));
    }
}

/// Whether every way through a part does such a thing.
fn surely_does(part: &Spanned<ast::Part>) -> bool {
    let every = |body: &Choice| body.value.iter().all(|one| one.value.iter().any(surely_does));
    match &part.value {
        ast::Part::Bracket(_, Some(Count { min: 0, .. }))
        | ast::Part::Along(..)
        | ast::Part::Rounds(..)
        | ast::Part::While(_)
        | ast::Part::Each { optional: true, .. }
        | ast::Part::Every { optional: true, .. } => false,
        ast::Part::Bracket(body, _)
        | ast::Part::Each { body, .. }
        | ast::Part::Every { body, .. }
        | ast::Part::Walk(body, _) => every(body),
        ast::Part::Choose(walks) => walks.iter().all(|(body, _)| every(body)),
        // What is thrown is used up on every way, whether the piece gets anywhere or not.
        ast::Part::Take(..) => false,
        _ => does(part),
    }
}

/// Whether a part lands somewhere within it.
fn lands(part: &Spanned<ast::Part>) -> bool {
    acts(part, &[ActWord::Land, ActWord::Again, ActWord::LandOnTop])
}

/// What is said of the first name of a move that is one too many.
pub(super) fn too_many_names(span: Span) -> Diagnostic {
    let fault = Diagnostic::new("too many names of moves", span);
    fault.label(format!("at most {}", limits::NAMES)).help(
        "each throw of dice that can be told from others is one: dice that go into one number by their sum are fewer",
    )
}

fn acts(part: &Spanned<ast::Part>, words: &[ActWord]) -> bool {
    match &part.value {
        ast::Part::Act(word) => words.contains(word),
        ast::Part::Bracket(body, _)
        | ast::Part::Along(body, _)
        | ast::Part::Rounds(body, _)
        | ast::Part::While(body)
        | ast::Part::Each { body, .. }
        | ast::Part::Every { body, .. } => parts_of(body).any(|part| acts(part, words)),
        ast::Part::Walk(body, _) => parts_of(body).any(|part| acts(part, words)),
        ast::Part::Choose(walks) => {
            walks.iter().any(|(body, _)| parts_of(body).any(|part| acts(part, words)))
        }
        _ => false,
    }
}
