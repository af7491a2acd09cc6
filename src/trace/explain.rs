//! Why a position is what it is.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::facts::applied;
use super::nearest::Nearest;
use super::teller::{Names, TOLD, Teller};
use super::walk::By;
use super::{Inquiry, Note, Reference, Stop};
use crate::index::{Cell, Piece, Player, ScoreId};
use crate::position::{Edit, Move, Position, State, TooWide};
use crate::rules::{Cond, Outcome, Reading, Rules, Who, limits, points_text};
use crate::words::{self, counted};

/// [`Reference::explain`].
pub(super) fn position(
    reference: &Reference<'_>,
    position: &Position,
    name: &dyn Fn(Cell) -> String,
) -> Vec<Note> {
    let names = Names::new(reference.rules, name);
    let mut teller = Teller { notes: Vec::new(), names: &names };
    let told = whole(reference, position, &mut teller);
    teller.finish(told)
}

fn whole(
    reference: &Reference<'_>,
    position: &Position,
    teller: &mut Teller<'_>,
) -> Result<(), TooWide> {
    let (rules, cells, turn) = (reference.rules, position.cells.as_slice(), position.turn);
    let mover = words::player(rules, turn);
    // Endings and verdicts may ask for the moves again and again; these are found once.
    let moves = Sifted::of(reference, position);
    let inquiry = || {
        let mut inquiry = reference.inquiry(position);
        if let Ok(moves) = &moves {
            inquiry.known.insert((turn, cells.to_vec()), Rc::clone(&moves.legal));
        }
        inquiry
    };
    teller.say(0, None, format!("{mover} to move"));
    for ending in &rules.endings {
        let (when, span) = (&ending.when.value, Some(ending.when.span));
        let held = inquiry().holds(cells, turn, when)?;
        let result = outcome(rules, turn, ending.result);
        let does = match (held, ending.claim) {
            (true, false) => "the game is over",
            (true, true) => "the game may be claimed to be over",
            (false, false) => "it would be over",
            (false, true) => "it could be claimed to be over",
        };
        teller.say(0, span, format!("{does} ({result}) if {}", words::cond(rules, turn, when)));
        inquiry().reasons(cells, turn, when, 1, teller)?;
        if held && !ending.claim {
            break;
        }
    }
    for verdict in &rules.verdicts {
        let say = &verdict.say.value;
        let Some(when) = &verdict.when else {
            teller.say(0, Some(verdict.say.span), format!("the verdict is: {say}"));
            break;
        };
        let held = inquiry().holds(cells, turn, &when.value)?;
        let does = if held { "the verdict is" } else { "the verdict is not" };
        teller.say(0, Some(when.span), format!("{does}: {say}"));
        inquiry().reasons(cells, turn, &when.value, 1, teller)?;
        if held {
            break;
        }
    }
    let over = inquiry().state(cells, turn)? != State::Ongoing;
    let moves = moves?;
    let count = counted(moves.legal.len(), "legal move");
    let but = if over { ", if the game were not over" } else { "" };
    teller.say(0, None, format!("{mover} has {count}{but}"));
    drawn(rules, &moves.legal, teller);
    refusals(reference, position, &moves.refused, teller)?;
    forced(rules, turn, &moves, teller);
    Ok(())
}

/// The pseudo-legal moves, by what becomes of them.
struct Sifted {
    /// Those that a prohibition refuses, by the first that does.
    refused: BTreeMap<usize, Vec<Move>>,
    /// Those that are left out as one of the others must be made.
    aside: Vec<Move>,
    /// Those of the rest that others come before.
    worse: Vec<Move>,
    legal: Rc<[Move]>,
}

impl Sifted {
    fn of(reference: &Reference<'_>, position: &Position) -> Result<Self, TooWide> {
        let (cells, turn) = (position.cells.as_slice(), position.turn);
        let mut inquiry = reference.inquiry(position);
        if reference.takes_moves() {
            return Ok(Self::all(inquiry.legal(cells, turn)?));
        }
        let (mut refused, mut allowed) = (BTreeMap::<usize, Vec<Move>>::new(), Vec::new());
        for (found, refusal) in inquiry.judged(cells, turn)? {
            match refusal {
                Some(index) => refused.entry(index).or_default().push(found.chosen),
                None => allowed.push(found),
            }
        }
        let required = inquiry.required(cells, turn, allowed.clone())?;
        let legal = inquiry.preferred(cells, turn, required.clone())?;
        let [allowed, required, legal] = [allowed, required, legal]
            .map(|moves| moves.into_iter().map(|found| found.chosen).collect::<Vec<Move>>());
        // What is kept stands in the same order.
        let without = |moves: &[Move], kept: &[Move]| {
            let mut kept = kept.iter().peekable();
            moves.iter().filter(|chosen| kept.next_if_eq(chosen).is_none()).cloned().collect()
        };
        let (mut aside, mut worse) = (without(&allowed, &required), without(&required, &legal));
        // What is legal by one name is not left out by another.
        let edits: BTreeSet<&[Edit]> = legal.iter().map(|chosen| &chosen.edits[..]).collect();
        for moves in [&mut aside, &mut worse].into_iter().chain(refused.values_mut()) {
            moves.retain(|chosen| !edits.contains(&chosen.edits[..]));
        }
        refused.retain(|_, moves| !moves.is_empty());
        Ok(Self { refused, aside, worse, legal: legal.into() })
    }

    /// Where nothing is refused and nothing left out.
    fn all(legal: Rc<[Move]>) -> Self {
        Self { refused: BTreeMap::new(), aside: Vec::new(), worse: Vec::new(), legal }
    }
}

/// What moves are drawn, and how often.
fn drawn(rules: &Rules, legal: &[Move], teller: &mut Teller<'_>) {
    let Some(weights) = rules.weights(legal.iter().map(|chosen| chosen.name)) else { return };
    let whole: u64 = weights.iter().sum();
    teller.say(0, None, String::from("nobody chooses: one of them is drawn"));
    for rule in &rules.chance {
        let of = legal.iter().filter(|chosen| chosen.name == rule.name);
        let name = &rules.move_names[rule.name.index()];
        let often =
            format!("{} time{} in {whole}", rule.weight, if rule.weight == 1 { "" } else { "s" });
        let text = match of.count() {
            0 => continue,
            1 => format!("{name}: {often}"),
            count => format!("{name}: {count} moves, each {often}"),
        };
        teller.say(1, Some(rule.span), text);
    }
}

/// Why moves are refused, by the prohibition that refuses them.
fn refusals(
    reference: &Reference<'_>,
    position: &Position,
    refused: &BTreeMap<usize, Vec<Move>>,
    teller: &mut Teller<'_>,
) -> Result<(), TooWide> {
    let (rules, cells, turn) = (reference.rules, position.cells.as_slice(), position.turn);
    for (index, moves) in refused {
        let forbid = &rules.forbids[*index];
        let count = counted(moves.len(), "move");
        let why = forbids(rules, turn, *index);
        teller.say(0, Some(forbid.when.span), format!("refused: {count}, for {why}"));
        let mut shown: Vec<(Vec<Note>, Vec<&Move>)> = Vec::new();
        for chosen in moves {
            let mut shows = Teller { notes: Vec::new(), names: teller.names };
            let (after, when) = (applied(cells, chosen), &forbid.when.value);
            let mut inquiry = reference.inquiry(position);
            let made = inquiry.made(cells, chosen, turn)?;
            inquiry.about(made, |this| this.reasons(&after, turn, when, 2, &mut shows))?;
            let shows = shows.below_the_obvious();
            match shown.iter_mut().find(|(known, _)| *known == shows) {
                Some((_, moves)) => moves.push(chosen),
                None => shown.push((shows, vec![chosen])),
            }
        }
        for (shows, moves) in shown {
            let text = teller.list(&moves);
            teller.say(1, None, text);
            teller.notes.extend(shows);
        }
    }
    Ok(())
}

/// What may not be, in the author's words or ours.
pub(super) fn forbids(rules: &Rules, mover: Player, index: usize) -> String {
    let forbid = &rules.forbids[index];
    match &forbid.why {
        Some(why) => why.clone(),
        None => format!("it is forbidden that {}", words::cond(rules, mover, &forbid.when.value)),
    }
}

/// What is left out, as others must be made or come first.
fn forced(rules: &Rules, turn: Player, moves: &Sifted, teller: &mut Teller<'_>) {
    let must = match moves.legal.first() {
        Some(first) if rules.is_drawn(first.name) => {
            Some(String::from("the move is drawn, and not chosen"))
        }
        _ => words::must(rules, turn).map(|must| format!("there is {must}, which must be made")),
    };
    let prefer = words::prefer(rules, turn).map(|prefer| format!("others come first, by {prefer}"));
    for (aside, why) in [(&moves.aside, must), (&moves.worse, prefer)] {
        if let (Some(why), false) = (why, aside.is_empty()) {
            let verb = if aside.len() == 1 { "is" } else { "are" };
            let count = counted(aside.len(), "other move");
            teller.say(0, None, format!("{count} {verb} left out, for {why}"));
            let text = teller.list(&aside.iter().collect::<Vec<_>>());
            teller.say(1, None, text);
        }
    }
}

/// How near a goal is, in words.
fn near(nearest: &Nearest, teller: &Teller<'_>) -> String {
    match nearest {
        Nearest::Open(has, wants) => {
            let verb = if wants.len() == 1 { "is" } else { "are" };
            let wants = format!("{} {verb} still empty", teller.cells(wants));
            match has.is_empty() {
                true => format!("nothing of it is there: {wants}"),
                false => format!("nearest by {}: {wants}", teller.cells(has)),
            }
        }
        Nearest::Barred => String::from("on every line something stands in the way"),
        Nearest::Cut(cut) => format!("no way is left: {} cut it off", teller.cells(cut)),
        Nearest::Touches(group, touched, least) => {
            format!("nearest by {}, which touches {touched} of {least} sides", teller.cells(group))
        }
        Nearest::Groups(firsts) => {
            format!("there are {} groups, of {}", firsts.len(), teller.cells(firsts))
        }
    }
}

fn outcome(rules: &Rules, mover: Player, outcome: Outcome) -> String {
    match outcome {
        Outcome::Draw | Outcome::Win(Who::Nobody) => String::from("a draw"),
        Outcome::Extreme(most, score) => {
            let name = &rules.scores[score.index()].name.value;
            format!("who has the {} {name} wins", if most { "most" } else { "least" })
        }
        Outcome::Win(who) => {
            let winner = match who {
                Who::Other => Some(rules.opponent(mover)),
                Who::Mover | Who::Ally => Some(mover),
                Who::Player(player) => Some(player),
                Who::Last if !rules.by_rule() => Some(rules.previous(mover)),
                Who::Last | Who::Nobody => None,
            };
            let winner = winner.map(|winner| rules.winner_name(winner));
            format!("{} wins", winner.unwrap_or_else(|| words::who(rules, mover, who)))
        }
    }
}

/// Steps of walks that are spent on one part of a condition.
const PART: u64 = 8_000_000;

impl<'r> Inquiry<'r> {
    /// Says of each part of a condition whether it holds, and what shows it.
    pub(super) fn reasons(
        &mut self,
        cells: &[Piece],
        mover: Player,
        when: &'r Cond,
        depth: usize,
        teller: &mut Teller<'_>,
    ) -> Result<bool, TooWide> {
        let rules = self.rules;
        let held = self.holds(cells, mover, when)?;
        let prefix = if held { "true" } else { "false" };
        let parts = match when {
            Cond::All(parts) | Cond::Any(parts) => Some((parts, depth)),
            Cond::Several(parts, relation, number) => {
                let text = format!("{prefix}: {relation} {number} of these hold");
                teller.say(depth, None, text);
                Some((parts, depth + 1))
            }
            _ => None,
        };
        if let Some((parts, depth)) = parts {
            for part in parts {
                // What the whole did not need may take longer than the whole did; it is left untold.
                let (before, told) = (self.steps, teller.notes.len());
                self.steps = before.max(limits::STEPS.saturating_sub(PART));
                if self.reasons(cells, mover, part, depth, teller).is_err() {
                    teller.notes.truncate(told);
                    let part = words::cond(rules, mover, part);
                    teller.say(depth, None, format!("not looked at, as it takes long: {part}"));
                }
                self.steps = before;
            }
            return Ok(held);
        }
        teller.say(depth, None, format!("{prefix}: {}", words::cond(rules, mover, when)));
        let below = depth + 1;
        match when {
            Cond::All(_) | Cond::Any(_) | Cond::Several(..) => {}
            Cond::Not(when) => {
                self.reasons(cells, mover, when, below, teller)?;
            }
            Cond::Stuck(who) => {
                for player in self.whose(cells, mover, *who) {
                    let moves = self.legal(cells, player)?;
                    if let Some(first) = moves.first() {
                        let count = counted(moves.len(), "move");
                        let text = format!(
                            "{} has {count}, as {}",
                            words::player(rules, player),
                            teller.chosen(first)
                        );
                        teller.say(below, None, text);
                    } else {
                        self.blocked(cells, player, below, teller)?;
                    }
                }
            }
            Cond::Attacked(who) => {
                for player in self.whose(cells, mover, *who) {
                    self.attacks(cells, player, below, teller)?;
                }
            }
            Cond::Has(who, goal) => {
                for player in self.whose(cells, mover, *who) {
                    if let Some(by) = self.reached(cells, player, *goal)? {
                        let text = format!("by {}", teller.cells(&by));
                        teller.say(below, Some(rules.goals[goal.index()].name.span), text);
                    } else if let Some(nearest) = self.nearest(cells, player, *goal)? {
                        let text = near(&nearest, teller);
                        teller.say(below, Some(rules.goals[goal.index()].name.span), text);
                    }
                }
            }
            Cond::Can(who, aim, moves) => {
                for player in self.whose(cells, mover, *who) {
                    if let Some(by) = self.way_to(cells, player, *aim, *moves)? {
                        let text = format!("by {}", teller.chosen(&by));
                        teller.say(below, None, text);
                    }
                }
            }
            Cond::Count(test, ..) => {
                let passing = self.passing(cells, mover, test)?;
                let found: Vec<Cell> =
                    self.graph.all().filter(|cell| passing[cell.index()]).collect();
                let told = if found.is_empty() {
                    String::from("there is none")
                } else {
                    format!("there are {}: {}", found.len(), teller.cells(&found))
                };
                teller.say(below, None, told);
            }
            Cond::Step(..) => {
                let step = self.layout.step(|at| cells[at], mover);
                teller.say(below, None, format!("it is step {step}"));
            }
            Cond::Turn(_) | Cond::Captured | Cond::By(_) | Cond::Moved(_) => {}
            Cond::Repeated(_) | Cond::Unchanged => {}
            Cond::Compare(reading, _, than) => {
                for read in reading.and(*than) {
                    self.told(cells, mover, (read, below), teller)?;
                }
            }
            Cond::Leads(_, score) => self.scored(cells, (*score, below), teller)?,
        }
        Ok(held)
    }

    /// Says what is read of each player who is meant; of a score, what all have.
    fn told(
        &mut self,
        cells: &[Piece],
        mover: Player,
        (reading, below): (Reading, usize),
        teller: &mut Teller<'_>,
    ) -> Result<(), TooWide> {
        if let Reading::Score(_, score) = reading {
            return self.scored(cells, (score, below), teller);
        }
        let rules = self.rules;
        for player in self.whose(cells, mover, reading.who()) {
            let name = words::player(rules, player);
            let (slot, place) = match reading {
                Reading::Hand(_, kind) => (self.layout.hand(player, kind), None),
                Reading::Counter(_, counter) => (Some(self.layout.counter(counter, player)), None),
                Reading::Number(_, of) => {
                    let place = rules.numbers[of.index()].name.span;
                    (Some(self.layout.player_number(of, player)), Some(place))
                }
                Reading::Score(..) => (None, None),
            };
            let count = slot.map_or(0, |slot| cells[slot.index()].0);
            let text = match reading {
                Reading::Hand(..) => format!("{name} holds {count}"),
                Reading::Counter(..) => format!("it is {count}"),
                Reading::Number(..) | Reading::Score(..) => format!("{name} has {count}"),
            };
            teller.say(below, place, text);
        }
        Ok(())
    }

    /// Says what each player has of a score.
    fn scored(
        &mut self,
        cells: &[Piece],
        (score, below): (ScoreId, usize),
        teller: &mut Teller<'_>,
    ) -> Result<(), TooWide> {
        let rules = self.rules;
        for player in (0..rules.players.len()).map(Player::at) {
            let points = points_text(self.points(cells, player, score)?);
            let text = format!("{} has {points}", words::player(rules, player));
            teller.say(below, Some(rules.scores[score.index()].name.span), text);
        }
        Ok(())
    }

    /// Says of each royal piece of a player which cells his own pieces keep it from.
    fn blocked(
        &mut self,
        cells: &[Piece],
        player: Player,
        depth: usize,
        teller: &mut Teller<'_>,
    ) -> Result<(), TooWide> {
        let by = By { player, attack: false };
        let royals = self.royals(cells, player);
        for (place, rule) in self.rules_of(cells, player) {
            let Some(royal) = place.filter(|place| royals.contains(place)) else { continue };
            let (_, stops) = self.ways_and_stops(by, rule, cells, place)?;
            let own = |stop: &&Stop<'_>| stop.cell != royal && stop.found.owner() == Some(player);
            let mut own: Vec<Cell> = stops.iter().filter(own).map(|stop| stop.cell).collect();
            own.sort();
            own.dedup();
            if !own.is_empty() {
                let piece = self.rules.piece_name(cells[royal.index()]);
                let (royal, own) = (teller.names.of(royal), teller.cells(&own));
                let text = format!("{piece} on {royal} cannot go to {own}, where own pieces are");
                teller.say(depth, Some(rule.walk.span), text);
            }
        }
        Ok(())
    }

    /// Says which piece attacks which royal piece of the player.
    fn attacks(
        &mut self,
        cells: &[Piece],
        player: Player,
        depth: usize,
        teller: &mut Teller<'_>,
    ) -> Result<(), TooWide> {
        let rules = self.rules;
        let royals = self.royals(cells, player);
        if royals.is_empty() {
            let text = format!("{} has no royal piece", words::player(rules, player));
            teller.say(depth, None, text);
        }
        for cell in royals {
            let royal = rules.piece_name(cells[cell.index()]);
            for other in self.whose(cells, player, Who::Other) {
                for (from, rule) in self.attackers(cells, cell, other, player, TOLD)? {
                    let attacker = match from {
                        Some(from) => format!(
                            "{} on {}",
                            rules.piece_name(cells[from.index()]),
                            teller.names.of(from)
                        ),
                        None => format!(
                            "{} of {}",
                            rules.move_names[rule.name.index()],
                            words::player(rules, other)
                        ),
                    };
                    let text = format!("{attacker} attacks {royal} on {}", teller.names.of(cell));
                    teller.say(depth, Some(rule.walk.span), text);
                }
            }
        }
        Ok(())
    }
}
