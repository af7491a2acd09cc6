//! What rules say and may be other than it seems: kinds that never come, endings that never hold, lists that lack a kind.
//!
//! What the text tells is found when a file is read ([`rules`]); what is looked for on its board only when it is asked for ([`on_board`]).

mod alike;
mod clash;
mod entered;
mod fits;
mod ground;
mod inherited;
mod never;
mod used;

use super::graph::{Facing, Graph};
use super::model::*;
use super::names::cells_of;
use super::visit::{self, Seen};
use crate::diag::{Diagnostic, Fix, Warning, WarningCode, nearest};
use crate::index::{Cell, Kind, Number, Piece, Player};
use crate::source::Span;
use crate::syntax::ast::Name;
use std::collections::BTreeSet;

pub(crate) use entered::entered;
use ground::Ground;
pub(super) use inherited::Listed;

/// Adds what is to be said of rules without faults.
pub(super) fn rules(rules: &Rules, listed: &Listed, warnings: &mut Vec<Warning>) {
    inherited::missed(rules, listed, warnings);
    warnings.extend(inherited::hands(rules, listed));
    kinds(rules, listed, warnings);
    warnings.extend(alike(rules));
    thrown(rules, warnings);
    warnings.extend(in_check(rules));
    warnings.extend(chosen(rules));
    warnings.extend(one_sided(rules));
}

/// Pieces of players who face opposite ways that are promoted on one rank alone, which is where some of them begin.
fn one_sided(rules: &Rules) -> Option<Warning> {
    let height = rules.board.size?.height;
    let facing = |compass| {
        let mut players = rules.players.iter().enumerate();
        players.find(|(_, player)| player.facing.unwrap_or(Compass::North) == compass)
    };
    let (north, south) = (facing(Compass::North)?, facing(Compass::South)?);
    for (at, kind) in rules.kinds.iter().enumerate() {
        let glyph = |player: usize| {
            let piece = Piece::new(Kind::at(at), Some(Player::at(player)));
            rules.format.cells.iter().any(|glyph| glyph.piece == piece)
        };
        if !glyph(north.0) || !glyph(south.0) {
            continue;
        }
        let ranks: Vec<_> = kind.moves.iter().flat_map(|rule| promotions(&rule.walk)).collect();
        let Some((Some(rank), span)) = ranks.first().copied() else { continue };
        let whose = match rank {
            0 => north,
            rank if rank + 1 == height => south,
            _ => continue,
        };
        if ranks.iter().all(|(other, _)| *other == Some(rank)) {
            let message = format!("`{}` is promoted on one side alone", kind.name.value);
            let label = format!("the rank where those of `{}` begin", whose.1.name.value);
            let told = Diagnostic::new(message, span).label(label);
            let told = told.help("`last rank` is the one that each player comes to last");
            return Some(Warning::new(WarningCode::WhoseTurn, told));
        }
    }
    None
}

/// Where a walk promotes on certain cells: the rank, if they are one.
fn promotions(walk: &Node) -> Vec<(Option<u16>, Span)> {
    let promotes = |node: &Node| {
        matches!(node.walk, Walk::Act(Act::Become(_)) | Walk::Alt(_))
            && node.acts(&|act| matches!(act, Act::Become(_)))
    };
    let mut ranks = Vec::new();
    visit::walk(walk, &mut |seen| {
        let Seen::Walk(Node { walk: Walk::Seq(list), .. }) = seen else { return };
        for pair in list.windows(2) {
            let Walk::Test(Test::In(cells)) = &pair[0].walk else { continue };
            if promotes(&pair[1]) {
                let rank = if let Cells::Rank(rank) = cells { Some(*rank) } else { None };
                ranks.push((rank, pair[0].span));
            }
        }
    });
    ranks
}

/// Numbers of the turn into which something is thrown, and of which nothing is taken.
fn thrown(rules: &Rules, warnings: &mut Vec<Warning>) {
    let adds = |rule: &MoveRule, number: Number| {
        rule.walk.any(&|walk| matches!(walk, Walk::Act(Act::Add(of, _)) if of.number == number))
    };
    let takes = |rule: &MoveRule, number: Number| {
        rule.walk.any(&|walk| matches!(walk, Walk::Act(Act::Take(of, ..)) if of.number == number))
    };
    for (at, declared) in rules.numbers.iter().enumerate() {
        let number = Number::at(at);
        let mut drawn = rules.actions.iter().filter(|rule| rules.is_drawn(rule.name));
        let Some(throw) = drawn.find(|rule| adds(rule, number)) else { continue };
        let moves = rules.kinds.iter().flat_map(|kind| &kind.moves).chain(&rules.actions);
        // What only tells how far a turn has come keeps it from no end, and a turn that goes on as long as there is little comes to one.
        let held = |when: &Cond| matches!(when, Cond::Compare(Reading::Number(_, of), relation, _) if *of == number && relation.grows());
        let holds = rules.turn.again.as_ref().is_some_and(|when| visit::asks(&when.value, &held));
        let taken = || moves.into_iter().any(|rule| takes(rule, number));
        if declared.of != Bearer::Turn || !holds || taken() {
            continue;
        }
        let name = &declared.name.value;
        let told = Diagnostic::new(format!("nothing takes `{name}`"), declared.name.span);
        let told = match throw.walk.span == declared.name.span {
            true => told,
            false => told.also(throw.walk.span, "it is thrown here"),
        };
        let told = told.label("goes up and not down").help(format!(
            "let a walk use it: `take {name} as n, (forward){{n}}`; as long as something is left of a throw, the turn goes on"
        ));
        warnings.push(Warning::new(WarningCode::NeverTaken, told));
    }
}

/// Dice beside a royal piece: a throw is a move, and one that leaves such a piece attacked is refused.
fn in_check(rules: &Rules) -> Option<Warning> {
    let kind = rules.kinds.iter().find(|kind| kind.royal)?;
    let of_turn = |number: Number| rules.numbers[number.index()].of == Bearer::Turn;
    let only_adds = |rule: &&MoveRule| {
        let other = |act: Act| !matches!(act, Act::Add(purse, _) if of_turn(purse.number));
        rule.walk.acts(&|_| true) && !rule.walk.acts(&other)
    };
    let throw = rules.actions.iter().filter(|rule| rules.is_drawn(rule.name)).find(only_adds)?;
    let told = Diagnostic::new("who is in check can throw nothing", throw.walk.span)
        .label("a throw is a move, and it does not save what is royal")
        .also(kind.name.span, "a move that leaves such a piece attacked is refused")
        .help(format!(
            "let it be captured: no `royal`, and an ending `no (own {})`",
            kind.name.value
        ));
    Some(Warning::new(WarningCode::ThrowInCheck, told))
}

/// What is to be done everywhere and stands in brackets that may be left out: `(every dead (capture))?` for `every dead (capture)?`.
fn chosen(rules: &Rules) -> Vec<Warning> {
    fn find(node: &Node, spans: &mut BTreeSet<Span>) {
        match &node.walk {
            // Brackets that may be left out are a choice of what they hold, and of nothing.
            Walk::Alt(nodes) if matches!(&nodes[..], [done, nothing] if is_each(done) && is_nothing(nothing)) =>
            {
                spans.insert(node.span);
            }
            Walk::Seq(nodes) | Walk::Alt(nodes) => {
                nodes.iter().for_each(|node| find(node, spans));
            }
            Walk::Repeat { body, .. } | Walk::Rounds { body, .. } => find(body, spans),
            // Within these nothing is left to the player.
            _ => {}
        }
    }
    fn is_each(node: &Node) -> bool {
        matches!(
            node.walk,
            Walk::Each { optional: false, .. } | Walk::Every { optional: false, .. }
        )
    }
    fn is_nothing(node: &Node) -> bool {
        matches!(&node.walk, Walk::Seq(nodes) if nodes.is_empty())
    }
    let mut spans = BTreeSet::new();
    let moves = rules.kinds.iter().flat_map(|kind| &kind.moves).chain(&rules.actions);
    moves.for_each(|rule| find(&rule.walk, &mut spans));
    let tell = |span| {
        let told = Diagnostic::new("the player chooses whether this is done", span)
            .label("`( … )?` may be left out even where it fits")
            .help("to do it wherever it fits, and nothing where it does not, let `?` follow the inner brackets: `every TEST ( … )?`");
        Warning::new(WarningCode::ChosenEach, told)
    };
    spans.into_iter().map(tell).collect()
}

/// What may be other than it seems as its board shows: conditions that cannot hold or fail, walks that never fit, moves that others make
/// as well, names of no use. `own` is where the user's own file begins.
pub(crate) fn on_board(rules: &Rules, own: usize) -> Vec<Warning> {
    let ground = Ground::of(rules);
    let mut warnings = Vec::new();
    never::conditions(rules, ground.as_ref(), own, &mut warnings);
    fits::walks(rules, ground.as_ref(), own, &mut warnings);
    alike::moves(rules, ground.as_ref(), own, &mut warnings);
    used::names(rules, own, &mut warnings);
    warnings
}

impl Rules {
    /// A prohibition that asks for moves, or an ending that looks ahead, as either is asked again of each of these: of the user's own
    /// part, which begins at `own`, if it has one.
    pub(crate) fn asks_moves(&self, own: usize) -> Option<Span> {
        let moves = |when: &Cond| matches!(when, Cond::Stuck(_) | Cond::Can(..));
        let ahead = |when: &Cond| matches!(when, Cond::Can(..));
        let forbids = self.forbids.iter().map(|forbid| &forbid.when);
        let forbids = forbids.filter(|when| visit::asks(&when.value, &moves));
        let endings = self.endings.iter().map(|ending| &ending.when);
        let endings = endings.filter(|when| visit::asks(&when.value, &ahead));
        let mut all: Vec<Span> = forbids.chain(endings).map(|when| when.span).collect();
        all.sort_by_key(|span| (span.start < own, span.start));
        all.first().copied()
    }

    /// Whether a royal piece may come onto the board, or change hands.
    pub(crate) fn makes_royals(&self) -> bool {
        let royal =
            |kind: Kind| self.kinds.get(kind.index()).is_some_and(|kind: &KindRule| kind.royal);
        let mut found = false;
        visit::rules(self, &mut |seen| {
            if let Seen::Walk(Node { walk: Walk::Act(act), .. }) = seen {
                found |= match act {
                    Act::Put(kind) | Act::Cover(kind) | Act::Drop(kind) | Act::Become(kind) => {
                        royal(*kind)
                    }
                    _ => false,
                };
            }
        });
        found
    }
}

/// Players who all face north as the file does not say where, though a piece goes forward or backward alone.
fn alike(rules: &Rules) -> Option<Warning> {
    let north = |player: &PlayerRule| player.facing.unwrap_or(Compass::North) == Compass::North;
    // Of those of whom nothing is said one at least faces as another does.
    let (at, second) =
        rules.players.iter().enumerate().rfind(|(_, player)| player.facing.is_none())?;
    let mut others = rules.players.iter().enumerate().filter(|(other, _)| *other != at);
    let (_, first) = others.find(|(_, player)| north(player))?;
    let one_way = |seen: Seen<'_>| {
        let terms = match seen {
            Seen::Dirs(Dirs(terms)) => terms,
            Seen::Test(Test::In(cells)) => return of_a_side(cells),
            _ => return false,
        };
        let has = |bearing| terms.iter().any(|term| term.bearing == Some(bearing));
        has(Bearing::Forward) != has(Bearing::Backward)
    };
    let goes = |rule: &&MoveRule| {
        let mut found = false;
        visit::walk(&rule.walk, &mut |seen| found |= one_way(seen));
        found
    };
    let mut moves = rules.kinds.iter().flat_map(|kind| &kind.moves).chain(&rules.actions);
    let rule = moves.find(goes)?;
    let facing = format!(
        "facing = {{ {} = \"north\", {} = \"south\" }}",
        first.name.value, second.name.value
    );
    let all = rules.players.iter().all(|player| player.facing.is_none());
    let whose = if all { "all" } else { "several" };
    let message = format!("forward is the same way for {whose} players");
    let told = Diagnostic::new(message, rule.walk.span)
        .label("asks where a player faces")
        .also(second.name.span, "faces north, as all do of whom nothing is said")
        .help(format!(
            "write `{facing}` under `[players]`, or `north` for each where that is meant"
        ));
    Some(Warning::new(WarningCode::FacesAlike, told))
}

/// Whether cells are told by ranks that are counted as a player faces.
fn of_a_side(cells: &Cells) -> bool {
    match cells {
        Cells::RankFrom(_) | Cells::RankTo(_) => true,
        Cells::Both(sets) | Cells::Either(sets) => sets.iter().any(of_a_side),
        Cells::Not(set) => of_a_side(set),
        _ => false,
    }
}

/// Kinds without a glyph, kinds that never come, kinds that never move.
fn kinds(rules: &Rules, listed: &Listed, warnings: &mut Vec<Warning>) {
    let mut made: Vec<Kind> = Vec::new();
    visit::rules(rules, &mut |seen| {
        if let Seen::Walk(Node { walk: Walk::Act(act), .. }) = seen
            && let Act::Put(kind)
            | Act::Drop(kind)
            | Act::Become(kind)
            | Act::Tower(Tower::Put(kind) | Tower::Drop(kind) | Tower::Make(kind)) = act
        {
            made.push(*kind);
        }
    });
    let moving = rules.kinds.iter().any(|kind| !kind.moves.is_empty());
    for (at, kind) in rules.kinds.iter().enumerate() {
        let name = &kind.name.value;
        let is = |of: Kind| of.index() == at;
        let mut glyphs =
            rules.format.cells.iter().filter(|glyph| glyph.piece.kind().is_some_and(is));
        let placed = made.iter().any(|made| is(*made));
        let lacks = without(rules, Kind::at(at)).filter(|_| glyphs.clone().next().is_some());
        if let (Some((player, maker)), true) = (lacks, kind.name.span.start >= listed.own) {
            let told =
                Diagnostic::new(format!("`{name}` has no glyph for `{player}`"), kind.name.span)
                    .label("no position where they have it can be read or written")
                    .also(maker, "makes him one")
                    .help("give it one under `[format.cells]`");
            warnings.push(Warning::new(WarningCode::NoGlyph, told));
        }
        if glyphs.clone().next().is_none() {
            if !listed.patterns.contains(name) {
                warnings.push(Warning::new(
                    WarningCode::NoGlyph,
                    without_glyph(rules, kind, listed.own),
                ));
            }
            continue;
        }
        let mut warn = |code, message: String, label: &str, help: &str| {
            let told = Diagnostic::new(message, kind.name.span).label(label).help(help);
            warnings.push(Warning::new(code, told));
        };
        // What is nobody's may be there on some boards and not on others.
        // A base's kinds that a variant does without are none of its slips.
        if kind.name.span.start < listed.own {
            continue;
        }
        if let Some(setup) = rules.setup.as_ref().filter(|_| !placed && !kind.neutral)
            && !glyphs.any(|glyph| setup.value.contains(&glyph.glyph.value))
            && rules.format.kinds.is_empty()
        {
            let help = "put it into the `setup`, or let a move, a promotion or an action make it";
            let label = "not in the `setup`, and nothing makes it";
            warn(WarningCode::NeverComes, format!("`{name}` never comes"), label, help);
        }
        // What an action picks and makes another need not move.
        let named = |test: &Test| *test == Test::Is(Kind::at(at));
        let made = |rule: &MoveRule| {
            let becomes = |act| matches!(act, Act::Become(_) | Act::Tower(Tower::Make(_)));
            let becomes = rule.walk.acts(&becomes);
            becomes && rule.walk.tests(&named)
        };
        let made = rules.actions.iter().any(made);
        let still = kind.moves.is_empty() && !kind.neutral && !placed && moving && !made;
        if still && !listed.stilled {
            let help = "give it `moves`; `owner = \"none\"` is for what stands in the way";
            let label = "it has no moves, and others have";
            warn(WarningCode::NeverMoves, format!("`{name}` never moves"), label, help);
        }
    }
}

/// That a kind has no glyph: where the variant's own part begins at `own`, its name may be a slip of the pen, if it is near that of one
/// of the base which has.
fn without_glyph(rules: &Rules, kind: &KindRule, own: usize) -> Diagnostic {
    let (name, span) = (&kind.name.value, kind.name.span);
    let told = Diagnostic::new(format!("`{name}` has no glyph"), span);
    let shown = rules.format.cells.iter().filter_map(|glyph| glyph.piece.kind());
    let shown = shown.map(|shown| &rules.kinds[shown.index()].name);
    let base = shown.filter(|shown| shown.span.start < own).map(|shown| shown.value.as_str());
    let none = "no position that has it can be read or written";
    let glyph = "give it one under `[format.cells]`";
    match nearest(name, base) {
        Some(near) => told
            .label(format!("did you mean `{near}`?"))
            .fix(Fix::instead(span, near))
            .help(format!("{none}; {glyph} if it is a piece of its own")),
        None => told.label(none).help(glyph),
    }
}

/// A player who has no glyph for a kind, though a move of his makes such a piece, and where it does.
fn without(rules: &Rules, kind: Kind) -> Option<(&str, Span)> {
    let has = |player: Player, kind: Kind| {
        let mut glyphs = rules.format.cells.iter();
        glyphs.any(|glyph| {
            glyph.piece.kind() == Some(kind)
                && (glyph.piece.owner().is_none() || glyph.piece.owner() == Some(player))
        })
    };
    // Where a move does so; one that asks whose turn it is may be another player's.
    let does = |rule: &MoveRule, wanted: &dyn Fn(&Act) -> bool| {
        let (mut found, mut asks) = (None, false);
        visit::walk(&rule.walk, &mut |seen| {
            asks |= matches!(seen, Seen::Cond(Cond::Turn(_)));
            if let Seen::Walk(Node { walk: Walk::Act(act), span }) = seen
                && wanted(act)
            {
                found = Some(*span);
            }
        });
        found.filter(|_| !asks)
    };
    let makes = |rule: &MoveRule| does(rule, &|act| *act == Act::Become(kind));
    // What nobody has in hand at the start, where captures do not go there, is dropped by none who has no sign for it.
    let filled = rules.captures_to_hand() || rules.setup.is_none();
    let places = |rule: &MoveRule| {
        does(rule, &|act| *act == Act::Put(kind) || filled && *act == Act::Drop(kind))
    };
    let placed = rules.actions.iter().find_map(places);
    (0..rules.players.len()).map(Player::at).find_map(|player| {
        if has(player, kind) {
            return None;
        }
        let mut own = (0..rules.kinds.len()).map(Kind::at).filter(|kind| has(player, *kind));
        let maker = own.find_map(|own| rules.kinds.get(own.index())?.moves.iter().find_map(makes));
        let maker = maker.or(placed)?;
        Some((rules.players.get(player.index())?.name.value.as_str(), maker))
    })
}

/// Regions of the user's own file that have no cells on its board.
pub(super) fn regions(regions: &[(Name, Test)], rules: &Rules, own: usize) -> Vec<Warning> {
    let Some(size) = rules.board.size else { return Vec::new() };
    let sets = regions.iter().filter(|(name, _)| name.span.start >= own);
    let sets: Vec<_> =
        sets.filter_map(|(name, test)| Some((name, cells_of(test.clone())?))).collect();
    if sets.is_empty() {
        return Vec::new();
    }
    let graph = Graph::still(&rules.board.shape, size);
    let facings = rules.players.iter().enumerate().map(|(at, player)| Facing {
        heading: Graph::compass(player.facing.unwrap_or(Compass::North)),
        player: Player::at(at),
    });
    let facings: Vec<Facing> = facings.collect();
    let void = sets.into_iter().filter(|(_, cells)| {
        // Holes may have a name as well.
        let all = || (0..graph.cells()).map(Cell::at);
        let has = |facing: &Facing| all().any(|cell| graph.contains(cells, cell, *facing));
        !facings.iter().any(has)
    });
    let told = void.map(|(name, _)| {
        Diagnostic::new(format!("the region `{}` has no cells", name.value), name.span)
            .label("no cell of the board passes")
            .help("`or` joins sets of cells, `and` leaves those that are in both")
    });
    told.map(|told| Warning::new(WarningCode::NoCells, told)).collect()
}
