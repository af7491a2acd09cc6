//! Faults of a file whose every word is right: what could never happen, or would never end.

use super::check_format;
use super::graph::{Facing, Graph};
use super::limits;
use super::model::*;
use super::rounds;
use super::shape::{Shape, Tiling};
use super::visit::{self, Seen};
use crate::diag::Diagnostic;
use crate::index::Player;
use crate::position::Size;
use crate::source::Spanned;
use std::cell::OnceCell;
use std::collections::BTreeSet;

pub(super) fn rules(rules: &Rules, faults: &mut Vec<Diagnostic>) {
    visit::rules(rules, &mut |seen| {
        if let Seen::Walk(node) = seen {
            rounds::repeat(node, faults);
            rounds::endless(node, faults);
        }
    });
    let plain = rules.board.size.filter(|_| rules.board.shape.is_plain());
    let graph = OnceCell::new();
    for rule in rules.kinds.iter().flat_map(|kind| &kind.moves).chain(&rules.actions) {
        rounds::chains(&rule.walk, false, faults);
        if let Some(size) = plain {
            leaps(&rule.walk, size.width.max(size.height), faults);
            blocks(&rule.walk, &|| graph.get_or_init(|| rules.graph(size)), faults);
        }
        ways(&rule.walk, &rules.board.shape, faults);
        soles(rules, &rule.walk, &|size| graph.get_or_init(|| rules.graph(size)), faults);
        // What is drawn may be that nothing changes.
        if rules.is_drawn(rule.name) {
            impossible_tests(&rule.walk, faults);
        } else {
            dead(&rule.walk, faults);
        }
    }
    for action in &rules.actions {
        if begins(rules, &action.walk) == Some(false) {
            let fault = Diagnostic::new("an action starts nowhere on the board", action.walk.span);
            faults.push(fault.help(
                "let it begin with `pick TEST`, for example `pick empty`; without it, it can ask `if ( … )`, go through cells by `every TEST ( … )`, and change numbers of players and of the turn",
            ));
        }
    }
    for goal in &rules.goals {
        if let Goal::Connect { sides, .. } = &goal.goal
            && let Some((player, sets)) =
                sides.iter().find(|(_, sets)| sets.is_empty() || sets.len() > 32)
        {
            let name =
                rules.players.get(player.index()).map_or("", |player| player.name.value.as_str());
            let message = format!(
                "`{name}` should connect between 1 and 32 sets of cells, not {}",
                sets.len()
            );
            faults.push(Diagnostic::new(message, goal.name.span));
        }
    }
    products(rules, faults);
    verdicts(rules, faults);
    check_format::format(rules, faults);
}

/// Products of what groups are worth that might be too large a number.
fn products(rules: &Rules, faults: &mut Vec<Diagnostic>) {
    let products = rules.scores.iter().filter_map(|score| Some((score, score.groups.as_ref()?)));
    for (score, groups) in products.filter(|(_, groups)| groups.product) {
        let known = rules.board.size.map(|size| rules.graph(size).all().count());
        let cells = known.unwrap_or(limits::CELLS);
        if groups.most_product(cells) > limits::PRODUCT {
            let fault = Diagnostic::new("a product that may be too large", score.name.span);
            let fault = fault.label("multiplies what groups are worth");
            faults.push(fault.help(format!(
                "with {cells} cells it may come to more than {:e}: let fewer groups count, as by `largest = 2`, or take a smaller board",
                limits::PRODUCT
            )));
        }
    }
}

fn verdicts(rules: &Rules, faults: &mut Vec<Diagnostic>) {
    for verdict in &rules.verdicts {
        let text = verdict.say.value.as_str();
        let inside = text.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
        if let Some((field, _)) = inside {
            let fault = Diagnostic::new("what a verdict says has no fields", verdict.say.span)
                .label(format!("`{{{field}}}` would be printed as it stands"))
                .help("write it in the `answer` of `[format]`: `answer = \"{mover} {verdict}\"`");
            faults.push(fault);
        }
    }
    let mut hides = BTreeSet::new();
    for (at, verdict) in rules.verdicts.iter().enumerate() {
        let earlier = rules.verdicts[..at]
            .iter()
            .find(|earlier| earlier.when.is_none() || earlier.when == verdict.when);
        // What one hides is told once.
        if let Some(earlier) = earlier.filter(|earlier| hides.insert(earlier.say.span)) {
            let span = verdict.when.as_ref().map_or(verdict.say.span, |when| when.span);
            let fault = Diagnostic::new(
                format!("the verdict `{}` can never be reached", verdict.say.value),
                span,
            );
            let text = if earlier.when.is_none() {
                "this one always holds"
            } else {
                "this one holds whenever it does"
            };
            let fault = fault.label("never reached").also(earlier.say.span, text);
            faults.push(match earlier.when {
                None => fault.help("say when it holds, or put it last: `[[after.verdict]]` in a variant"),
                Some(_) => fault.help(
                    "a variant that says it otherwise has all verdicts of its own, in `[[instead.verdict]]`",
                ),
            });
        }
    }
    let says = |part: &&Spanned<Part>| matches!(part.value, Part::Field(Field::Verdict, _));
    let Some(verdict) = rules.format.answer.0.iter().find(says) else { return };
    match rules.verdicts.last() {
        None => faults.push(
            Diagnostic::new("the answer tells a verdict, and the file declares none", verdict.span)
                .help("add `[[verdict]]` with `say` and `when`, or ask for the moves: `ask = 'moves'`"),
        ),
        Some(last) => {
            if let Some(when) = &last.when {
                let fault = Diagnostic::new(
                    "no verdict is left when none of the conditions holds",
                    when.span,
                );
                faults.push(
                    fault
                        .label("the last verdict has a condition")
                        .help("add a last `[[verdict]]` without `when`"),
                );
            }
        }
    }
}

/// Turns of cells that are no square block.
fn blocks<'g>(node: &Node, graph: &impl Fn() -> &'g Graph, faults: &mut Vec<Diagnostic>) {
    let facing = Facing::NORTH;
    if let Walk::Turn { cells, right } = &node.walk
        && graph().quarter(cells, facing, *right).is_none()
    {
        let fault = Diagnostic::new("only a square block of cells can be turned", node.span);
        let help = "name as many files as ranks that lie side by side, at least two";
        faults.push(fault.help(help));
    }
    inner(node, &mut |node| blocks(node, graph, faults));
}

/// Cells that are gone to and are several, or none.
fn soles<'g>(
    rules: &Rules,
    node: &Node,
    graph: &impl Fn(Size) -> &'g Graph,
    faults: &mut Vec<Diagnostic>,
) {
    if let Walk::Seq(list) = &node.walk {
        let gone = list.windows(2).filter_map(|two| {
            let (Walk::Every { test: Test::In(cells), .. }, Walk::Go(_)) =
                (&two[0].walk, &two[1].walk)
            else {
                return None;
            };
            (two[0].span == two[1].span).then_some((cells, two[0].span))
        });
        for (cells, span) in gone {
            let Some(size) = rules.board.size else {
                if is_sole(cells) {
                    continue;
                }
                let fault = Diagnostic::new("how many cells these are each position tells", span);
                faults.push(fault.label("goes to one cell").help(
                    "`pick TEST` goes to any of several cells; where the board is read, a region may have any number",
                ));
                continue;
            };
            let graph = graph(size);
            let count = |player: Player| {
                let facing = rules.facing(player);
                graph.all().filter(|cell| graph.contains(cells, *cell, facing)).count()
            };
            let counts: Vec<usize> =
                (0..rules.players.len()).map(|at| count(Player::at(at))).collect();
            if let Some(at) = counts.iter().position(|count| *count != 1) {
                let whose = match counts.iter().all(|count| *count == counts[at]) {
                    true => String::new(),
                    false => format!(" for `{}`", rules.players[at].name.value),
                };
                let message =
                    format!("`go` leads to one cell, and these are {}{whose}", counts[at]);
                let fault = Diagnostic::new(message, span);
                faults.push(fault.help(
                    "`pick TEST` goes to any of several cells, `every TEST ( … )` does something on each of them",
                ));
            }
        }
    }
    inner(node, &mut |node| soles(rules, node, graph, faults));
}

/// Whether cells are one at most, however large the board is.
fn is_sole(cells: &Cells) -> bool {
    match cells {
        Cells::At(..) => true,
        Cells::Both(sets) => {
            let file = |set: &Cells| matches!(set, Cells::File(_));
            let rank =
                |set: &Cells| matches!(set, Cells::Rank(_) | Cells::RankFrom(_) | Cells::RankTo(_));
            sets.iter().any(is_sole) || sets.iter().any(file) && sets.iter().any(rank)
        }
        Cells::Each(sets) => sets.iter().all(is_sole),
        _ => false,
    }
}

/// Directions that no board of this shape has.
fn ways(node: &Node, shape: &Shape, faults: &mut Vec<Diagnostic>) {
    if let Walk::Face(dirs) | Walk::Each { dirs, .. } | Walk::Tally { dirs, .. } = &node.walk {
        for term in &dirs.0 {
            let lacks = match term.group {
                Group::Up | Group::Down if shape.layers == 1 => "the board has only one layer",
                Group::Leap(..) if shape.tiling == Tiling::Triangular => {
                    "there are no leaps over triangles"
                }
                Group::Leap(..) if matches!(shape.tiling, Tiling::Drawn(_)) => {
                    "there are no leaps over a drawing"
                }
                _ => continue,
            };
            let fault = Diagnostic::new("this board has no such direction", node.span);
            faults.push(fault.label(lacks));
        }
    }
    inner(node, &mut |node| ways(node, shape, faults));
}

/// Leaps longer than the board.
fn leaps(node: &Node, side: u16, faults: &mut Vec<Diagnostic>) {
    if let Walk::Face(dirs) | Walk::Each { dirs, .. } | Walk::Tally { dirs, .. } = &node.walk {
        for term in &dirs.0 {
            if let Group::Leap(a, b) = term.group
                && u16::from(a.max(b)) >= side
            {
                let fault = Diagnostic::new(
                    format!("a leap of ({a},{b}) can never be made on this board"),
                    node.span,
                );
                faults.push(fault.label(format!("the board is at most {side} cells long")));
            }
        }
    }
    inner(node, &mut |node| leaps(node, side, faults));
}

/// Patterns that can never move: an alternative that goes nowhere and changes nothing, a test that nothing passes.
fn dead(node: &Node, faults: &mut Vec<Diagnostic>) {
    let changes = |walk: &Walk| {
        matches!(
            walk,
            Walk::Ahead
                | Walk::Pick(_)
                | Walk::Turn { .. }
                | Walk::Act(Act::Put(_) | Act::Become(_) | Act::Capture | Act::Lift)
                | Walk::Act(Act::Flip | Act::Push | Act::LiftAs(_) | Act::PutBack(_))
                | Walk::Act(Act::Take(..) | Act::Add(..) | Act::Tower(_))
        )
    };
    let alternatives = match &node.walk {
        Walk::Alt(nodes) => nodes.as_slice(),
        _ => std::slice::from_ref(node),
    };
    for alternative in alternatives {
        // What is named on other cells may be gone to.
        let elsewhere = |walk: &Walk| matches!(walk, Walk::Every { .. });
        let goes = sometimes(alternative, &elsewhere)
            && sometimes(alternative, &|walk| matches!(walk, Walk::Go(_)));
        if !goes && !sometimes(alternative, &changes) {
            faults.push(
                Diagnostic::new("a pattern that can never move", alternative.span)
                    .label("goes nowhere and changes nothing")
                    .help("a walk needs a shift, for example `step any`"),
            );
        }
    }
    impossible_tests(node, faults);
}

fn impossible_tests(node: &Node, faults: &mut Vec<Diagnostic>) {
    if let Walk::Test(test)
    | Walk::Pick(test)
    | Walk::Every { test, .. }
    | Walk::Rounds { times: Times::Passing(test), .. } = &node.walk
        && !possible(test)
    {
        let fault = Diagnostic::new("a pattern that can never move", node.span);
        faults.push(fault.label("no cell passes this test"));
    }
    inner(node, &mut |node| impossible_tests(node, faults));
}

/// Whether some content of a cell passes; tries what can stand there, and takes every place as possible.
pub(super) fn possible(test: &Test) -> bool {
    possible_at(test, &|_| None)
}

/// Whether some content passes on a cell of which `place` tells whether it is in a set, if it can tell.
pub(super) fn possible_at(test: &Test, place: &dyn Fn(&Cells) -> Option<bool>) -> bool {
    possible_of(test, None, place)
}

/// The same, with whether the pieces of each kind are nobody's, by [`Kind`](crate::index::Kind), if that is known.
pub(super) fn possible_of(
    test: &Test,
    neutral: Option<&[bool]>,
    place: &dyn Fn(&Cells) -> Option<bool>,
) -> bool {
    let named = named(test);
    let mut contents = vec![None];
    let mut add = |kind, neutral: bool, owned: bool| {
        contents.extend(neutral.then_some(Some((kind, Who::Nobody))));
        contents.extend([Who::Mover, Who::Other].map(|who| owned.then_some((kind, who))));
    };
    for kind in &named {
        let known = neutral.and_then(|neutral| neutral.get(kind.index()).copied());
        add(*kind, known != Some(false), known != Some(true));
    }
    // Of the kinds that the test does not name, one stands for all.
    let other = |wanted: bool| {
        let mut kinds = neutral.unwrap_or_default().iter().enumerate();
        let unnamed = |at: usize| named.iter().all(|kind| kind.index() != at);
        neutral.is_none() || kinds.any(|(at, neutral)| *neutral == wanted && unnamed(at))
    };
    add(crate::index::Kind(u8::MAX), other(true), other(false));
    contents.into_iter().any(|content| passes(test, content, place) != Some(false))
}

/// The kinds that a test of what stands on a cell names.
fn named(test: &Test) -> Vec<crate::index::Kind> {
    match test {
        Test::All(tests) | Test::Any(tests) => tests.iter().flat_map(named).collect(),
        Test::Not(test) => named(test),
        Test::Is(kind) => vec![*kind],
        _ => Vec::new(),
    }
}

/// Whether a cell of that content passes; `None` if it depends on more.
fn passes(
    test: &Test,
    content: Option<(crate::index::Kind, Who)>,
    place: &dyn Fn(&Cells) -> Option<bool>,
) -> Option<bool> {
    let each = |tests: &[Test]| -> Vec<Option<bool>> {
        tests.iter().map(|test| passes(test, content, place)).collect()
    };
    match test {
        Test::All(tests) => {
            let each = each(tests);
            if each.contains(&Some(false)) {
                Some(false)
            } else {
                each.into_iter().collect::<Option<Vec<bool>>>().map(|_| true)
            }
        }
        Test::Any(tests) => {
            let each = each(tests);
            if each.contains(&Some(true)) {
                Some(true)
            } else {
                each.into_iter().collect::<Option<Vec<bool>>>().map(|_| false)
            }
        }
        Test::Not(test) => passes(test, content, place).map(|passed| !passed),
        Test::Number(_, relation, Amount::Fixed(number)) => {
            let some = (0..=u16::from(u8::MAX)).any(|count| relation.holds(count, *number));
            (!some).then_some(false)
        }
        Test::Taken | Test::Visited | Test::Marked(_) | Test::Named(_) | Test::Look { .. } => None,
        Test::Distance(..) => None,
        Test::Number(..) | Test::Held(..) => None,
        Test::Height(relation, Amount::Fixed(number)) if content.is_none() => {
            Some(relation.holds(0, *number))
        }
        Test::Height(..) => None,
        Test::Within(..) => content.is_none().then_some(false),
        Test::Empty => Some(content.is_none()),
        Test::Occupied => Some(content.is_some()),
        Test::Is(kind) => Some(content.is_some_and(|(known, _)| known == *kind)),
        Test::Owned(who) => match (content, who) {
            (None, _) => Some(false),
            (Some((_, owner)), Who::Nobody) => Some(owner == Who::Nobody),
            (Some((_, Who::Nobody)), _) => Some(false),
            (Some((_, owner)), Who::Mover | Who::Other) => Some(owner == *who),
            _ => None,
        },
        Test::In(cells) => place(cells),
        Test::Attacked => None,
        Test::Lies(_) => content.filter(|(_, who)| *who != Who::Nobody).is_none().then_some(false),
    }
}

/// Whether every way through the walk meets such a step.
pub(super) fn always(node: &Node, wanted: &impl Fn(&Walk) -> bool) -> bool {
    match &node.walk {
        Walk::Seq(nodes) => nodes.iter().any(|node| always(node, wanted)),
        Walk::Alt(nodes) => !nodes.is_empty() && nodes.iter().all(|node| always(node, wanted)),
        Walk::Repeat { body, min, .. } => *min > 0 && always(body, wanted),
        Walk::Each { body, optional, .. } | Walk::Every { body, optional, .. } => {
            !optional && always(body, wanted) && !wanted(&Walk::Ahead)
        }
        // No cell of the line may pass.
        Walk::Rounds { .. } | Walk::While { .. } => false,
        Walk::See { .. } | Walk::Tally { .. } => false,
        walk => wanted(walk),
    }
}

/// Whether some way through the walk meets such a step.
pub(super) fn sometimes(node: &Node, wanted: &impl Fn(&Walk) -> bool) -> bool {
    let mut found = wanted(&node.walk);
    if !matches!(node.walk, Walk::See { .. } | Walk::Tally { .. }) {
        inner(node, &mut |node| found |= sometimes(node, wanted));
    }
    found
}

/// Whether every way through a walk goes to a cell first; `None` if some needs no cell at all, so that what follows decides.
fn begins(rules: &Rules, node: &Node) -> Option<bool> {
    match &node.walk {
        Walk::Pick(_) | Walk::Go(_) => Some(true),
        Walk::Seq(nodes) => nodes.iter().find_map(|node| begins(rules, node)),
        Walk::Repeat { body, min: 1.., .. } => begins(rules, body),
        Walk::Repeat { body, .. } => begins(rules, body).filter(|begins| !begins),
        Walk::Alt(nodes) => {
            let each: Vec<Option<bool>> = nodes.iter().map(|node| begins(rules, node)).collect();
            match each.contains(&Some(false)) {
                true => Some(false),
                false => each.into_iter().collect::<Option<Vec<bool>>>().map(|_| true),
            }
        }
        // It goes to its cells by itself, and returns.
        Walk::When(_) | Walk::Every { .. } => None,
        Walk::Act(Act::Take(purse, ..) | Act::Add(purse, _))
            if rules.numbers[purse.number.index()].of != Bearer::Cell =>
        {
            None
        }
        _ => Some(false),
    }
}

/// The walks directly inside a walk.
pub(super) fn inner(node: &Node, visit: &mut dyn FnMut(&Node)) {
    match &node.walk {
        Walk::Seq(nodes) | Walk::Alt(nodes) => nodes.iter().for_each(visit),
        Walk::Repeat { body, .. }
        | Walk::Each { body, .. }
        | Walk::Every { body, .. }
        | Walk::Rounds { body, .. }
        | Walk::While { body }
        | Walk::Tally { body, .. }
        | Walk::See { body, .. } => visit(body),
        _ => {}
    }
}
