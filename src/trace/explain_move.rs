//! What one move does, or why there is no such move.

use super::explain::forbids;
use super::facts::applied;
use super::goals::flood;
use super::moves::Found;
use super::teller::{Names, Teller};
use super::walk::By;
use super::{Inquiry, Note, Reference, Stop};
use crate::index::{Cell, Kind, MoveName, Piece, Player};
use crate::position::{Edit, Move, Position, Put, State, TooWide};
use crate::rules::{Act, Change, Graph, MoveRule, Named, Node, Pass, Rules, Test, Tower, Walk};
use crate::words::{self, pattern};
use std::collections::BTreeMap;

/// [`Reference::explain_named`].
pub(super) fn named(
    reference: &Reference<'_>,
    position: &Position,
    asked: MoveName,
    name: &dyn Fn(Cell) -> String,
) -> Vec<Note> {
    let names = Names::new(reference.rules, name);
    let mut teller = Teller { notes: Vec::new(), names: &names };
    let told = bare(reference, position, asked, &mut teller);
    teller.finish(told)
}

/// Moves of a name that have no cells.
fn bare(
    reference: &Reference<'_>,
    position: &Position,
    asked: MoveName,
    teller: &mut Teller<'_>,
) -> Result<(), TooWide> {
    let (rules, turn) = (reference.rules, position.turn);
    let mut inquiry = reference.inquiry(position);
    let mut found = inquiry.routes(&position.cells, turn)?;
    found.retain(|found| found.chosen.name == asked && found.chosen.path.is_empty());
    for found in &found {
        inquiry.steps = 0;
        judged(reference, &mut inquiry, position, found, teller)?;
    }
    if !found.is_empty() {
        return Ok(());
    }
    let name = &rules.move_names[asked.index()];
    teller.say(0, None, format!("{name} is not legal: no walk of that name fits without a cell"));
    for rule in rules.actions.iter().filter(|rule| rule.name == asked) {
        for node in rule.walk.conditions() {
            let Walk::When(when) = &node.walk else { continue };
            if !inquiry.holds(&position.cells, turn, when)? {
                let needs = needs(rules, turn, node).unwrap_or_default();
                teller.say(1, Some(node.span), needs);
            }
        }
    }
    Ok(())
}

/// [`Reference::explain_move`].
pub(super) fn path(
    reference: &Reference<'_>,
    position: &Position,
    path: &[Cell],
    put: Option<Put>,
    name: &dyn Fn(Cell) -> String,
) -> Vec<Note> {
    let names = Names::new(reference.rules, name);
    let mut teller = Teller { notes: Vec::new(), names: &names };
    let on_board = path.iter().all(|cell| reference.graph.has(*cell));
    let told = match path {
        [] => match reference.rules.turn.pass {
            Some(pass) => passed(reference, position, pass, &mut teller),
            None => {
                teller.say(0, None, "a move has at least one cell");
                Ok(())
            }
        },
        _ if !on_board => {
            teller.say(0, None, "the board does not have all these cells");
            Ok(())
        }
        _ => whole(reference, position, (path, put), &|_| true, &mut teller),
    };
    teller.finish(told)
}

/// [`Reference::explain_listed`].
pub(super) fn listed(
    reference: &Reference<'_>,
    position: &Position,
    listed: &Move,
    name: &dyn Fn(Cell) -> String,
) -> Vec<Note> {
    let names = Names::new(reference.rules, name);
    let mut teller = Teller { notes: Vec::new(), names: &names };
    // What the hands hold then, and counters, hangs on that.
    let cells = reference.graph.cells();
    let on_board = |chosen: &Move| {
        let mut edits: Vec<Edit> =
            chosen.edits.iter().filter(|edit| edit.cell.index() < cells).copied().collect();
        edits.sort();
        edits
    };
    let wanted = on_board(listed);
    let is = |found: &Found<'_>| on_board(&found.chosen) == wanted;
    let told = whole(reference, position, (&listed.path, None), &is, &mut teller);
    teller.finish(told)
}

/// [`Reference::told_by`].
pub(super) fn told_by(
    reference: &Reference<'_>,
    position: &Position,
    path: &[Cell],
) -> Result<Option<Move>, TooWide> {
    let (cells, turn) = (position.cells.as_slice(), position.turn);
    let mut inquiry = reference.inquiry(position);
    if inquiry.state(cells, turn)? != State::Ongoing {
        return Ok(None);
    }
    inquiry.steps = 0;
    let routes = inquiry.routes(cells, turn)?;
    let legal = inquiry.legal(cells, turn)?;
    for found in routes.iter().filter(|found| found.chosen.path == path) {
        let at = place(inquiry.named, &legal, &found.chosen);
        if let Some(at) = at
            && inquiry.refusal(cells, &found.chosen, turn)?.is_none()
        {
            return Ok(Some(legal[at].clone()));
        }
    }
    Ok(None)
}

/// Whether the player may leave the board as it is, and if not, why.
fn passed(
    reference: &Reference<'_>,
    position: &Position,
    pass: Pass,
    teller: &mut Teller<'_>,
) -> Result<(), TooWide> {
    let (rules, cells, turn) = (reference.rules, position.cells.as_slice(), position.turn);
    let mut inquiry = reference.inquiry(position);
    if inquiry.state(cells, turn)? != State::Ongoing {
        teller.say(0, None, "the game is over, so no move is legal; if it were not:");
    }
    let (Pass::Stuck(name) | Pass::Free(name)) = pass;
    if matches!(pass, Pass::Stuck(_)) && !inquiry.legal(cells, turn)?.is_empty() {
        teller.say(0, None, "pass is not legal, for there are other moves");
        return Ok(());
    }
    let chosen = inquiry.pass(cells, turn, name);
    let Some(index) = inquiry.refusal(cells, &chosen, turn)? else {
        teller.say(0, None, "pass is legal");
        return Ok(());
    };
    let (why, forbid) = (forbids(rules, turn, index), &rules.forbids[index]);
    teller.say(0, Some(forbid.when.span), format!("pass is not legal, for {why}"));
    let after = applied(cells, &chosen);
    let made = inquiry.made(cells, &chosen, turn)?;
    inquiry.about(made, |this| this.reasons(&after, turn, &forbid.when.value, 1, teller))?;
    Ok(())
}

fn whole(
    reference: &Reference<'_>,
    position: &Position,
    (path, put): (&[Cell], Option<Put>),
    is: &dyn Fn(&Found<'_>) -> bool,
    teller: &mut Teller<'_>,
) -> Result<(), TooWide> {
    let (cells, turn) = (position.cells.as_slice(), position.turn);
    // What moves are legal is found once.
    let mut inquiry = reference.inquiry(position);
    if inquiry.state(cells, turn)? != State::Ongoing {
        teller.say(0, None, "the game is over, so no move is legal; if it were not:");
    }
    inquiry.steps = 0;
    let routes = inquiry.routes(cells, turn)?;
    let puts = |found: &Found<'_>, kind: Kind| {
        let mut edits = found.chosen.edits.iter();
        edits.any(|edit| Some(&edit.cell) == path.last() && edit.after.kind() == Some(kind))
            || found.chosen.became == Some(kind)
    };
    let fits = |found: &&Found<'_>| is(found) && put.is_none_or(|put| puts(found, put.kind()));
    let exact = |found: &&Found<'_>| found.chosen.path == path && fits(found);
    let mut meant: Vec<&Found<'_>> = routes.iter().filter(exact).collect();
    if meant.is_empty() {
        // `a1c3` tells a move that goes `a1xb5xc3`.
        let goes = |found: &&Found<'_>| found.chosen.goes_by(path) && fits(found);
        meant = routes.iter().filter(goes).collect();
    }
    if meant.len() > 1 && inquiry.named.merges() {
        // What is legal by one name need not be so by another.
        let legal = inquiry.legal(cells, turn)?;
        let lawful = |found: &&Found<'_>| legal.contains(&found.chosen);
        let (kept, others): (Vec<_>, Vec<_>) = meant.into_iter().partition(lawful);
        let is = |found: &Found<'_>, other: &Found<'_>| {
            other.chosen.edits == found.chosen.edits && other.chosen.path == found.chosen.path
        };
        let others = others.into_iter().filter(|found| !kept.iter().any(|other| is(found, other)));
        let others: Vec<&Found<'_>> = others.collect();
        meant = kept.into_iter().chain(others).collect();
    }
    for (at, found) in meant.iter().enumerate() {
        // Several ways of one rule that end alike are one move.
        let same = |known: &&Found<'_>| {
            known.chosen == found.chosen && std::ptr::eq(known.rule, found.rule)
        };
        if !meant[..at].iter().any(same) {
            inquiry.steps = 0;
            judged(reference, &mut inquiry, position, found, teller)?;
        }
    }
    if !meant.is_empty() {
        return Ok(());
    }
    let text: Vec<String> = path.iter().map(|cell| teller.names.of(*cell)).collect();
    let text = text.join("-");
    let Some(put) = put else {
        teller.say(0, None, format!("{text} is not legal: no walk ends so"));
        return untold(reference, position, path, &routes, teller);
    };
    let kind = put.kind();
    let name = &reference.rules.kinds[kind.index()].name.value;
    if let Put::As(_) = put {
        teller.say(0, None, format!("{text}={name} is not legal: no walk ends so"));
        let makes = |rule: &MoveRule| {
            let made = [Act::Put(kind), Act::Become(kind)];
            rule.walk.acts(&|act| made.contains(&act))
        };
        return tried(reference, position, path, &makes, teller);
    }
    teller.say(0, None, format!("a {name} dropped on {text} is not legal: no walk ends so"));
    let slot = reference.layout.hand(turn, kind);
    if slot.is_none_or(|slot| cells.get(slot.index()).is_none_or(|held| held.0 == 0)) {
        let mover = words::player(reference.rules, turn);
        teller.say(1, None, format!("{mover} has no {name} in hand"));
    }
    let drops = |rule: &MoveRule| rule.walk.acts(&|act| act == Act::Drop(kind));
    tried(reference, position, path, &drops, teller)
}

/// No walk has that path: which are longer, and what stops the others.
fn untold(
    reference: &Reference<'_>,
    position: &Position,
    path: &[Cell],
    routes: &[Found<'_>],
    teller: &mut Teller<'_>,
) -> Result<(), TooWide> {
    let mut longer: Vec<Vec<Cell>> = routes.iter().map(|found| found.chosen.path.clone()).collect();
    longer.retain(|longer| path.len() > 1 && longer.starts_with(path));
    longer.dedup();
    for longer in longer {
        let text: Vec<String> = longer.iter().map(|cell| teller.names.of(*cell)).collect();
        teller.say(1, None, format!("the move goes on: {}", text.join("-")));
    }
    tried(reference, position, path, &|_| true, teller)
}

/// A move that fits: whether it is legal, what it does and which rule says so.
fn judged<'r>(
    reference: &'r Reference<'_>,
    inquiry: &mut Inquiry<'r>,
    position: &Position,
    found: &Found<'_>,
    teller: &mut Teller<'_>,
) -> Result<(), TooWide> {
    let (rules, cells, turn) = (reference.rules, position.cells.as_slice(), position.turn);
    let Found { chosen, rule, .. } = found;
    let text = teller.chosen(chosen);
    let after = applied(cells, chosen);
    let refusal = inquiry.refusal(cells, chosen, turn)?;
    let legal = inquiry.legal(cells, turn)?;
    if let Some(index) = refusal {
        let (why, forbid) = (forbids(rules, turn, index), &rules.forbids[index]);
        let text = format!("{text} is not legal, for {why}");
        teller.say(0, Some(forbid.when.span), text);
        let made = inquiry.made(cells, chosen, turn)?;
        inquiry.about(made, |this| this.reasons(&after, turn, &forbid.when.value, 1, teller))?;
    } else if let Some(at) = place(inquiry.named, &legal, chosen) {
        let weights = rules.weights(legal.iter().map(|legal| legal.name));
        let often = weights.map_or_else(String::new, |weights| {
            format!(", and drawn {} in {}", weights[at], weights.iter().sum::<u64>())
        });
        let same = match legal[at].path == chosen.path {
            true => String::new(),
            false => format!(", and the same move as {}", teller.chosen(&legal[at])),
        };
        teller.say(0, None, format!("{text} is legal{same}{often}"));
    } else {
        let allowed = inquiry.allowed(cells, turn)?;
        let required = inquiry.required(cells, turn, allowed)?;
        let enough = required.iter().any(|found| found.chosen.edits == chosen.edits);
        let drawn = legal.first().is_some_and(|first| rules.is_drawn(first.name));
        let why = match words::prefer(rules, turn).filter(|_| enough) {
            _ if drawn && !rules.is_drawn(chosen.name) => {
                String::from("the move is drawn, and not chosen")
            }
            Some(prefer) => format!("others come first, by {prefer}"),
            None => {
                let must = words::must(rules, turn).unwrap_or_default();
                format!("there is {must}, which must be made")
            }
        };
        let text = format!("{text} is not legal, for {why}");
        teller.say(0, None, text);
        for forced in legal.iter().take(3) {
            let text = format!("as {}", teller.chosen(forced));
            teller.say(1, None, text);
        }
    }
    let text = format!("by {}", rule_name(rules, position, chosen, rule));
    teller.say(1, Some(rule.walk.span), text);
    let made = match refusal {
        None => inquiry.counted(cells, chosen.clone(), turn)?,
        // What is not legal leaves the counters alone.
        Some(_) => chosen.clone(),
    };
    edits(rules, position, &made, teller);
    for (cell, tower) in super::towers::changed(&reference.layout, position, &made) {
        let names: Vec<String> = tower.iter().map(|piece| rules.piece_name(*piece)).collect();
        let text =
            format!("the tower on {} is then {}", teller.names.of(cell), names.join(" over "));
        teller.say(1, None, text);
    }
    for change in reference.layout.changes(&made.edits) {
        if let Some(text) = words::change(rules, change, &|cell| teller.names.of(cell)) {
            teller.say(1, None, text);
        }
    }
    Ok(())
}

/// Where a move stands among the legal ones: itself, or else the one that it is taken for as both change the same.
fn place(named: &Named, legal: &[Move], chosen: &Move) -> Option<usize> {
    let name = |chosen: &Move| named.lasting(chosen.name);
    let same = |legal: &Move| legal.edits == chosen.edits && name(legal) == name(chosen);
    let itself = legal.iter().position(|legal| same(legal) && legal.path == chosen.path);
    itself.or_else(|| legal.iter().position(same))
}

/// `move slide of warden`, `action place`.
fn rule_name(rules: &Rules, position: &Position, chosen: &Move, rule: &MoveRule) -> String {
    let name = &rules.move_names[rule.name.index()];
    if rules.actions.iter().any(|action| std::ptr::eq(action, rule)) {
        return format!("the action {name}");
    }
    let kind = chosen.path.first().and_then(|cell| position.at(*cell).kind());
    let kind = kind.map_or("", |kind| rules.kinds[kind.index()].name.value.as_str());
    let name = if name == "move" { String::from("a move") } else { format!("the {name}") };
    format!("{name} of {kind}")
}

/// Says what a move changes on the board, a sentence each.
fn edits(rules: &Rules, position: &Position, chosen: &Move, teller: &mut Teller<'_>) {
    let own = |cell: &Cell| rules.moves(position.at(*cell), position.turn);
    let edit = |cell: Cell| chosen.edits.iter().find(|edit| edit.cell == cell);
    let (mut done, mut left) = (Vec::new(), None);
    if let (Some(from), Some(to)) = (chosen.path.first(), chosen.path.last()) {
        let stands = edit(*to).filter(|edit| rules.moves(edit.after, position.turn));
        if let (true, true, Some(stands)) = (own(from), from != to, stands) {
            let piece = position.at(*from);
            let (from_name, to_name) = (teller.names.of(*from), teller.names.of(*to));
            let piece_name = rules.piece_name(piece);
            let mut text = format!("{piece_name} leaves {from_name} and stands on {to_name}");
            if stands.after != piece {
                text += &format!(" as {}", rules.piece_name(stands.after));
            }
            teller.say(1, None, text);
            done.extend([*to]);
            left = Some(*from);
            if edit(*from).is_some_and(|edit| edit.after.is_empty()) {
                done.push(*from);
            }
        }
    }
    let gone = gone(rules, position, chosen);
    for (at, cell) in chosen.captures.iter().enumerate() {
        if chosen.captures[..at].contains(cell) {
            continue;
        }
        let pieces = match gone.get(cell) {
            Some(pieces) => {
                let names: Vec<String> =
                    pieces.iter().map(|piece| rules.piece_name(*piece)).collect();
                names.join(" and ")
            }
            None => rules.piece_name(position.at(*cell)),
        };
        let text = format!("captures {pieces} on {}", teller.names.of(*cell));
        teller.say(1, None, text);
        if edit(*cell).is_some_and(|edit| edit.after.is_empty()) {
            done.push(*cell);
        }
    }
    let cells = chosen.edits.iter().filter(|edit| position.is_cell(edit));
    for edit in cells.filter(|edit| !done.contains(&edit.cell)) {
        let (before, after) = (rules.piece_name(edit.before), rules.piece_name(edit.after));
        let cell = teller.names.of(edit.cell);
        let was_empty = edit.before.is_empty() || left == Some(edit.cell);
        // Of a tower its top has gone, and what was beneath it is there now.
        let comes_up = rules.board.stack > 1
            && !edit.after.is_empty()
            && (left == Some(edit.cell) || chosen.captures.contains(&edit.cell));
        let text = match (was_empty, edit.after.is_empty()) {
            _ if comes_up => format!("{after} comes up on {cell}"),
            (true, _) => format!("{after} comes to stand on {cell}"),
            (_, true) => match chosen.became.filter(|_| chosen.path.first() == Some(&edit.cell)) {
                Some(kind) => {
                    let last = rules.piece_name(Piece::new(kind, edit.before.owner()));
                    format!("{before} leaves {cell}, and the board as {last}")
                }
                None => format!("{before} leaves {cell}"),
            },
            _ => format!("{before} on {cell} becomes {after}"),
        };
        teller.say(1, None, text);
    }
}

/// By cell of a tower, the pieces of it that are on the board no more after a move, the top first.
fn gone(rules: &Rules, position: &Position, chosen: &Move) -> BTreeMap<Cell, Vec<Piece>> {
    if rules.board.stack < 2 {
        return BTreeMap::new();
    }
    let layout = rules.layout(position.size);
    let mut lost: BTreeMap<Cell, Vec<Piece>> = BTreeMap::new();
    let mut come = Vec::new();
    for change in layout.changes(&chosen.edits) {
        let (cell, [before, after]) = match change {
            Change::Cell(edit) => (edit.cell, [edit.before, edit.after]),
            Change::Beneath(cell, _, both) => (cell, both),
            _ => continue,
        };
        lost.entry(cell).or_default().push(before);
        come.push((cell, after));
    }
    // What is still there, and then what has gone elsewhere, is not gone.
    for elsewhere in [false, true] {
        come.retain(|(cell, piece)| {
            let mut towers = lost.iter_mut().filter(|(from, _)| (*from == cell) != elsewhere);
            let found = towers.find_map(|(_, pieces)| {
                Some((pieces.iter().position(|lost| lost == piece)?, pieces))
            });
            found.map(|(at, pieces)| pieces.remove(at)).is_none()
        });
    }
    lost.retain(|_, pieces| {
        pieces.retain(|piece| !piece.is_empty());
        !pieces.is_empty()
    });
    lost
}

/// What the piece on the path's first cell can do instead, and what stops it at the path's last.
fn tried(
    reference: &Reference<'_>,
    position: &Position,
    path: &[Cell],
    asked: &dyn Fn(&MoveRule) -> bool,
    teller: &mut Teller<'_>,
) -> Result<(), TooWide> {
    let (rules, turn) = (reference.rules, position.turn);
    let (Some(from), Some(to)) = (path.first().copied(), path.last().copied()) else {
        return Ok(());
    };
    let mut inquiry = reference.inquiry(position);
    let mut all = inquiry.rules_of(&position.cells, turn);
    all.retain(|(place, _)| place.is_none_or(|place| place == from));
    let some = !all.is_empty();
    all.retain(|(_, rule)| asked(rule));
    let piece = position.at(from);
    if !rules.moves(piece, turn) {
        if all.is_empty() || path.len() > 1 {
            let (mover, from) = (words::player(rules, turn), teller.names.of(from));
            let text = match piece.is_empty() {
                true => format!("{from} is empty"),
                false => format!("{} stands on {from}", rules.piece_name(piece)),
            };
            teller.say(1, None, format!("{text}: no piece of {mover} moves from there"));
        }
    } else if all.is_empty() && some {
        teller.say(1, None, "no move from there makes such a piece");
    } else if all.is_empty() {
        let text = format!("{} has no moves from there", rules.piece_name(piece));
        teller.say(1, None, text);
    }
    // An action that picks nothing leads nowhere.
    let picks = |rule: &MoveRule| rule.walk.any(&|walk| matches!(walk, Walk::Pick(_)));
    let leads: Vec<_> =
        all.into_iter().filter(|(place, rule)| place.is_some() || picks(rule)).collect();
    let moves = leads.iter().any(|(place, _)| place.is_some());
    let between = between(&reference.graph, from, to);
    for (place, rule) in leads {
        let by = By { player: turn, attack: false };
        let (ways, stops) = inquiry.ways_and_stops(by, rule, &position.cells, place)?;
        let skip = usize::from(place.is_some());
        let mut ends: Vec<Cell> = ways
            .iter()
            .filter(|way| way.path.len() > skip)
            .filter_map(|way| way.path.last().copied())
            .collect();
        ends.sort();
        ends.dedup();
        // Those of a walk that has come by the cells of the move, as many as it has come by; those that came furthest tell the most.
        let near = |stop: &&Stop<'_>| {
            needs(rules, turn, stop.node).is_some()
                && path.starts_with(&stop.path)
                && (between.contains(&stop.cell)
                    && (stop.cell != from || stop.cell == to || ends.is_empty())
                    || place.is_none() && path.get(stop.path.len()) == Some(&stop.cell))
        };
        let near: Vec<&Stop<'_>> = stops.iter().filter(near).collect();
        let far = near.iter().map(|stop| stop.path.len()).max().unwrap_or(0);
        let furthest = near.iter().filter(|stop| stop.path.len() == far);
        let parts = furthest.clone().map(|stop| stop.parts).max().unwrap_or(0);
        if place.is_none() && moves && far == 0 {
            // The piece that stands there is meant.
            continue;
        }
        let name = &rules.move_names[rule.name.index()];
        let what = match place {
            Some(_) if name == "move" => String::from("it"),
            Some(_) => format!("its {name}"),
            None => format!("the action {name}"),
        };
        let reaches = if ends.is_empty() { String::from("no cell") } else { teller.cells(&ends) };
        teller.say(1, Some(rule.walk.span), format!("{what} reaches {reaches}"));
        let mut seen = Vec::new();
        // Where a part that is gone over again and again stops, what comes after it has been tried as well.
        for stop in furthest.filter(|stop| stop.parts + 1 >= parts) {
            let Some(text) = stopped(rules, turn, stop, teller) else { continue };
            if !seen.contains(&text) {
                teller.say(2, Some(stop.node.span), text.clone());
                seen.push(text);
            }
        }
    }
    Ok(())
}

/// The cells between two that lie on a line, or on the shortest ways from one to the other; both are included.
fn between(graph: &Graph, from: Cell, to: Cell) -> Vec<Cell> {
    for line in graph.lines(from) {
        if let Some(at) = line.iter().position(|cell| *cell == to) {
            return line[..=at].to_vec();
        }
    }
    let all = (0..graph.cells()).map(Cell::at);
    let near: Vec<Vec<Cell>> = all.map(|cell| graph.beside(cell).collect()).collect();
    let steps = |start: Cell| {
        let mut steps: Vec<Option<usize>> = vec![None; graph.cells()];
        let found = flood(&[start], &near, &vec![true; graph.cells()]);
        for (cell, before) in &found {
            let before = before.and_then(|at| steps[found[at].0.index()]);
            steps[cell.index()] = Some(before.map_or(0, |steps| steps + 1));
        }
        steps
    };
    let (out, back) = (steps(from), steps(to));
    let shortest = out[to.index()];
    let sum = |cell: &Cell| Some(out[cell.index()]? + back[cell.index()]?);
    graph.all().filter(|cell| shortest.is_none() || sum(cell) == shortest).collect()
}

/// Why a walk failed.
fn stopped(rules: &Rules, mover: Player, stop: &Stop<'_>, teller: &Teller<'_>) -> Option<String> {
    let needs = needs(rules, mover, stop.node)?;
    if let Walk::When(_) = stop.node.walk {
        return Some(needs);
    }
    let at = teller.names.of(stop.cell);
    let looks = |asked: String| format!("from {at} the walk asks `{asked}`, which is not so");
    let is = |part: &Test| {
        let told = words::test(rules, part);
        // The name of a region.
        if told.starts_with('`') { format!("in {told}") } else { told }
    };
    Some(match stop.part {
        None if matches!(
            stop.node.walk,
            Walk::See { .. } | Walk::Tally { .. } | Walk::Each { .. }
        ) =>
        {
            looks(pattern::walk(rules, stop.node))
        }
        Some(Test::Look { body, holds }) => looks(format!(
            "{} {}",
            if *holds { "see" } else { "unless" },
            pattern::walk(rules, body)
        )),
        Some(Test::Number(number, relation, amount)) => format!(
            "{at} has {} {}, but the walk asks for {relation} {}",
            stop.number,
            rules.numbers[number.index()].name.value,
            words::how_much(*amount)
        ),
        Some(Test::Held(_, relation, amount)) => format!(
            "what was taken is {}, but the walk asks for {relation} {}",
            stop.number,
            words::how_much(*amount)
        ),
        Some(Test::Height(relation, amount)) => format!(
            "the tower on {at} has height {}, but the walk asks for {relation} {}",
            stop.number,
            words::how_much(*amount)
        ),
        Some(part @ Test::In(_)) => format!("{at} is not {}", is(part)),
        Some(Test::Not(part)) if matches!(**part, Test::In(_)) => format!("{at} is {}", is(part)),
        Some(Test::Not(part)) if **part == Test::Taken => {
            format!("what stood on {at} has been captured before")
        }
        Some(Test::Not(part)) if **part == Test::Visited => {
            format!("the walk has been on {at} before")
        }
        Some(Test::Named(_)) => format!("{at} is not the cell that the walk has named"),
        Some(Test::Not(part)) if matches!(**part, Test::Named(_)) => {
            format!("{at} is the cell that the walk has named")
        }
        Some(part) if looks_about(part) => {
            format!("{at} does not pass: {}", words::test(rules, part))
        }
        part => {
            let needs = part.map_or(needs, |part| asks_for(rules, part));
            match stop.found.is_empty() {
                true => format!("{at} is empty, but {needs}"),
                false => {
                    format!("{at} is occupied by {}, but {needs}", rules.piece_name(stop.found))
                }
            }
        }
    })
}

fn asks_for(rules: &Rules, test: &Test) -> String {
    format!("the walk asks for {}", words::test(rules, test))
}

/// Whether a test asks for more than stands on the cell.
fn looks_about(test: &Test) -> bool {
    match test {
        Test::All(tests) | Test::Any(tests) => tests.iter().any(looks_about),
        Test::Not(test) => looks_about(test),
        test => matches!(test, Test::Look { .. } | Test::Attacked),
    }
}

/// What a walk that failed would have needed, of the cursor's cell where it is about a cell.
fn needs(rules: &Rules, mover: Player, node: &Node) -> Option<String> {
    Some(match &node.walk {
        Walk::Test(test) | Walk::Pick(test) => asks_for(rules, test),
        Walk::When(when) => match words::cond(rules, mover, when) {
            fact if fact.starts_with('`') => format!("the walk asks that {fact} holds"),
            asked => format!("the walk asks that {asked}"),
        },
        Walk::Act(Act::Land) => {
            format!("no piece of {} may be landed on", words::player(rules, mover))
        }
        Walk::Act(Act::Capture | Act::Lift | Act::LiftAs(_)) => {
            String::from("there must be something to take")
        }
        Walk::Act(Act::Put(_)) => String::from("there must be room to put something"),
        Walk::Act(Act::PutBack(_)) => {
            String::from("there must be room to put down what has been lifted")
        }
        Walk::Act(Act::Tower(tower)) => String::from(match tower {
            Tower::Carry(..) => "the tower must have so many pieces",
            Tower::Leave(_) => {
                "so many pieces must be left to leave and to go on, and room for them"
            }
            Tower::LandOnTop | Tower::Put(_) => "the tower would be too high",
            Tower::Drop(_) | Tower::PutBack(_) => {
                "there must be something to put down, and room on top"
            }
            Tower::Tuck => "there must be something to take beneath, and room for it",
            Tower::TakeAll(_) | Tower::TakeBottom(_) => "there must be something to take",
            Tower::Make(_) => "there must be a piece to change",
            Tower::Give => "there must be an own piece to give",
        }),
        Walk::Act(Act::Flip) => String::from("there must be another player's piece to turn"),
        Walk::Act(Act::Push) => {
            String::from("there must be something to push, and room ahead of it")
        }
        Walk::See { .. } | Walk::Tally { .. } | Walk::Each { .. } => {
            format!("the walk asks `{}`", pattern::walk(rules, node))
        }
        _ => return None,
    })
}
