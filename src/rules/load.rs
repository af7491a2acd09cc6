//! Syntax tree → model: the one way in. All faults of a file are collected.

use super::cond::Asked;
use super::expand::Expander;
use super::limits;
use super::model::*;
use super::names::{Names, UNMOVED};
use super::settle::Missing;
use super::shape::{Shape, Tiling};
use super::visit::{self, Seen};
use super::ways::AROUND;
use super::{blame, board, chance, check, test, warn};
use crate::diag::{Diagnostic, Warning, nearest};
use crate::index::{Mark, MoveName, Player};
use crate::source::{Source, Span, Spanned};
use crate::syntax::ast::{CondAst, CondWord, MeasureAst, WhoWord, WinAst};
use crate::syntax::decl::{CounterDecl, EndDecl, MustDecl, RulesFile};
use crate::syntax::document;
use crate::syntax::text::Text;

/// Reads and validates a rule file.
///
/// # Errors
///
/// Every fault of the file, in the order in which they stand in it; those of what it extends behind its own.
pub fn load(source: &Source) -> Result<Rules, Vec<Diagnostic>> {
    load_with_warnings(source).map(|(rules, _)| rules)
}

/// The same, with what in the file may be other than its author thinks, in the order of the text.
///
/// # Errors
///
/// As [`load`].
pub fn load_with_warnings(source: &Source) -> Result<(Rules, Vec<Warning>), Vec<Diagnostic>> {
    let faults = |source: &Source| read(source).err().unwrap_or_default();
    read(source).map_err(|found| blame::blame(source, found, faults))
}

fn read(source: &Source) -> Result<(Rules, Vec<Warning>), Vec<Diagnostic>> {
    let mut faults = Vec::new();
    let file = document::read(source, &mut faults);
    if file.unread {
        return Err(faults);
    }
    let missing = Missing::of(&file);
    let mut warnings = file.warnings.clone();
    let names = Names::new(&file, &mut faults);
    let listed = warn::Listed::of(&file, source);
    let mut loader = Loader { names, faults, warnings: Vec::new() };
    let rules = loader.rules(file, source.own().first_line());
    let mut faults = std::mem::take(&mut loader.faults);
    if faults.is_empty() {
        check::rules(&rules, &mut faults);
    }
    if !faults.is_empty() {
        return Err(missing.settle(faults, &source.text));
    }
    warnings.append(&mut loader.warnings);
    warn::rules(&rules, &listed, &mut warnings);
    warnings.extend(warn::regions(loader.names.regions(), &rules, source.own().start));
    warnings.sort_by_key(|warning| warning.told.labels.first().map(|label| label.span));
    Ok((rules, warnings))
}

/// A file on its way into the model.
pub(super) struct Loader {
    pub(super) names: Names,
    pub(super) faults: Vec<Diagnostic>,
    pub(super) warnings: Vec<Warning>,
}

impl Loader {
    /// `whole` is the place of what the file does not say.
    fn rules(&mut self, file: RulesFile, whole: Span) -> Rules {
        let board = board::read(file.board.as_ref(), whole, &self.names, &mut self.faults);
        let tracks = self.tracks(&file.tracks, &board);
        let players = self.players(&file, &board.shape);
        let mut expander = Expander::new(&self.names, file.turn.then.clone(), &mut self.faults);
        let kinds = expander.kinds(&file.pieces);
        let actions = expander.actions(&file.actions);
        let mut move_names = expander.move_names;
        self.warnings.append(&mut expander.warnings);
        let pass = file.turn.pass.as_ref().and_then(|pass| self.pass(pass, &mut move_names));
        let goals: Vec<GoalRule> = file.goals.iter().filter_map(|goal| self.goal(goal)).collect();
        let after = Asked::Move(&move_names);
        let must = file.turn.must.as_ref().and_then(|must| {
            let (cond, span) = match must {
                MustDecl::By(name) => {
                    let known = || move_names.iter().map(String::as_str);
                    let near = |of| nearest(&name.value, [of]).is_some();
                    if near("captured") && nearest(&name.value, known()).is_none() {
                        let (word, others) = (&name.value, ["captured"]);
                        let fault =
                            Diagnostic::unknown_or("move", word, name.span, known(), &others);
                        self.faults.push(fault);
                        return None;
                    }
                    let by = Spanned::new(CondWord::By(name.clone()), name.span);
                    (self.cond(&by, after)?, name.span)
                }
                MustDecl::When(cond) => (self.cond(cond, after)?, cond.span),
            };
            Some(Spanned::new(cond, span))
        });
        let prefer = file.turn.prefer.iter();
        let prefer = prefer.filter_map(|measure| self.measure(measure, after)).collect();
        let counters =
            file.counters.iter().map(|counter| self.counter(counter, after)).collect::<Vec<_>>();
        let mut forbids: Vec<Forbid> = Vec::new();
        if let Some(royal) = kinds.iter().find(|kind| kind.royal) {
            let when = Spanned::new(Cond::Attacked(Who::Mover), royal.name.span);
            forbids.push(Forbid { when, why: None });
        }
        for forbid in &file.forbids {
            let span = forbid.when.span;
            if let Some(cond) = self.cond(&forbid.when, after) {
                forbids.push(Forbid { when: Spanned::new(cond, span), why: forbid.why.clone() });
            }
        }
        let endings = file.ends.iter();
        let endings = endings.filter_map(|end| self.ending(end, &players)).collect();
        let verdicts = file.verdicts.iter().filter_map(|verdict| {
            let when = match &verdict.when {
                Some(cond) => Some(Spanned::new(self.cond(cond, Asked::Position)?, cond.span)),
                None => None,
            };
            Some(VerdictRule { say: verdict.say.clone(), when })
        });
        let verdicts: Vec<VerdictRule> = verdicts.collect();
        let chance = self.chance(&file.chance, &move_names, pass);
        let mut turn = TurnRule {
            pieces: kinds.iter().any(|kind| !kind.moves.is_empty()),
            order: self.order(&file.turn),
            again: self.passing(file.turn.again.as_ref(), after),
            over: self.passing(file.turn.over.as_ref(), after),
            skip: self.passing(file.turn.skip.as_ref(), Asked::Position),
            must,
            prefer,
            captures_last: file.turn.captures.as_ref().is_some_and(|when| self.last(when)),
            pass,
            routes_differ: file.turn.routes_differ,
        };
        chance::comes_first(&chance, &mut turn);
        if kinds.iter().all(|kind| kind.moves.is_empty())
            && actions.is_empty()
            && !kinds.is_empty()
            && self.faults.is_empty()
        {
            self.faults.push(
                Diagnostic::new("nothing can ever move", kinds[0].name.span)
                    .help("give a piece `moves`, or put an action under `[actions]`"),
            );
        }
        let setup = file.format.as_ref().and_then(|format| format.setup.clone());
        let tests = file
            .tests
            .into_iter()
            .map(|decl| test::rule(decl, &self.names, &players, setup.is_some(), &mut self.faults));
        let tests = tests.collect();
        let format = self.format(file.format, whole, &board);
        let sight = file.sight.map(|sight| self.sight(sight, &format));
        let marks = self.names.marks.iter();
        let marks = marks.map(|(name, lasts)| MarkRule { name: name.clone(), lasts: *lasts });
        let mut rules = Rules {
            name: file.name.map_or_else(|| String::from("unnamed"), |name| name.value),
            about: file.about.map(|about| about.value),
            board,
            players,
            kinds,
            tracks,
            marks: marks.collect(),
            counters,
            numbers: self.numbers(),
            hands: file.hands.map(|receiver| HandRule { receiver }),
            actions,
            move_names,
            turn,
            chance,
            goals,
            scores: file.scores.iter().filter_map(|score| self.score(score)).collect(),
            facts: self.facts(&file.facts),
            fact_names: file.facts.iter().map(|(name, _)| name.value.clone()).collect(),
            regions: self
                .names
                .regions()
                .iter()
                .map(|(name, test)| (name.value.clone(), test.clone()))
                .collect(),
            forbids,
            endings,
            verdicts,
            setup,
            sight,
            format,
            tests,
        };
        self.no_lines_of_lines(&file.goals, &rules);
        // The one mark that is not declared is kept where it is asked for.
        let unmoved = Mark::at(rules.marks.len());
        let mut asked = rules.format.fields().any(|(field, _)| field.mark() == Some(unmoved));
        visit::rules(&rules, &mut |seen| {
            asked |= match seen {
                Seen::Test(Test::Marked(mark)) => *mark == unmoved,
                Seen::Walk(node) => {
                    matches!(node.walk, Walk::Act(Act::Mark(mark, _)) if mark == unmoved)
                }
                _ => false,
            };
        });
        if asked {
            let name = Spanned::new(String::from(UNMOVED), rules.board.span);
            rules.marks.push(MarkRule { name, lasts: Lasts::Piece });
        }
        rules
    }

    /// An ending. When it holds and what it comes to are both looked at before one is given up.
    fn ending(&mut self, end: &EndDecl, players: &[PlayerRule]) -> Option<Ending> {
        let when = self.cond(&end.when, Asked::Position);
        let result = match &end.win {
            Some(WinAst::Who(who)) => self.winner(who, players).map(Outcome::Win),
            Some(WinAst::Extreme(most, score)) => {
                let score = self.names.score(score, &mut self.faults);
                score.map(|score| Outcome::Extreme(*most, score))
            }
            None => Some(Outcome::Draw),
        };
        let when = Spanned::new(when?, end.when.span);
        Some(Ending { when, result: result?, claim: end.claim, perft: end.perft })
    }

    /// Who wins by an ending.
    fn winner(&mut self, who: &Spanned<WhoWord>, players: &[PlayerRule]) -> Option<Who> {
        if let WhoWord::Name(name) = &who.value
            && self.names.scores.iter().any(|score| score.value == *name)
        {
            let message = format!("`{name}` is a score, and no player");
            let fault = Diagnostic::new(message, who.span).label("not a player");
            let help = format!("write `most {name}`, or `least {name}`");
            self.faults.push(fault.help(help));
            return None;
        }
        let team = match &who.value {
            WhoWord::Name(name) => team_of(players, name),
            WhoWord::Word(_) => None,
        };
        match team {
            Some(team) => Some(Who::Player(team)),
            None => self.names.who(who, &mut self.faults),
        }
    }

    fn cond(&mut self, cond: &CondAst, asked: Asked<'_>) -> Option<Cond> {
        self.names.cond(cond, asked, &mut self.faults)
    }

    fn measure(
        &mut self,
        measure: &Spanned<MeasureAst>,
        asked: Asked<'_>,
    ) -> Option<Spanned<Measure>> {
        let found = match &measure.value {
            MeasureAst::Most(None) => {
                Measure::Worth(self.names.every_kind().map(|kind| (kind, 1)).collect())
            }
            MeasureAst::Most(Some(name)) => {
                let kinds = self.names.kinds_of(name, &mut self.faults)?;
                Measure::Worth(kinds.into_iter().map(|kind| (kind, 1)).collect())
            }
            MeasureAst::First(name) => Measure::First(self.names.kind(name, &mut self.faults)?),
            MeasureAst::Worth(kinds) => {
                let mut worth = Vec::new();
                for (name, points) in kinds {
                    let kinds = self.names.kinds_of(name, &mut self.faults)?;
                    worth.extend(kinds.into_iter().map(|kind| (kind, points.value)));
                }
                Measure::Worth(worth)
            }
            MeasureAst::When(cond) => Measure::Holds(self.cond(cond, asked)?),
        };
        Some(Spanned::new(found, measure.span))
    }

    /// Whether captured pieces leave the board when the move is over.
    fn last(&mut self, when: &Text) -> bool {
        let known = ["once", "end"];
        if !known.contains(&when.value.as_str()) {
            self.faults.push(Diagnostic::unknown("time", &when.value, when.span, known));
        }
        when.value == "end"
    }

    fn pass(&mut self, pass: &Text, move_names: &mut Vec<String>) -> Option<Pass> {
        let known = ["stuck", "free"];
        if move_names.len() == limits::NAMES {
            self.faults.push(super::expand::too_many_names(pass.span));
        }
        let name = MoveName::at(move_names.len().min(limits::NAMES - 1));
        let found = match pass.value.as_str() {
            "stuck" => Some(Pass::Stuck(name)),
            "free" => Some(Pass::Free(name)),
            other => {
                self.faults.push(Diagnostic::unknown("time to pass", other, pass.span, known));
                None
            }
        };
        move_names.push(String::from("pass"));
        found
    }

    /// What the facts mean of a position; those that ask more are judged where they are used.
    fn facts(&self, facts: &[(Spanned<String>, CondAst)]) -> Vec<Option<Cond>> {
        let mut unused = Vec::new();
        facts.iter().map(|(_, fact)| self.names.cond(fact, Asked::Position, &mut unused)).collect()
    }

    fn counter(&mut self, decl: &CounterDecl, asked: Asked<'_>) -> CounterRule {
        let mut when = |cond: &Option<CondAst>| {
            let cond = cond.as_ref()?;
            Some(Spanned::new(self.cond(cond, asked)?, cond.span))
        };
        let (up, down, reset) = (when(&decl.up), when(&decl.down), when(&decl.reset));
        let start = decl.start.as_ref().map_or(0, |start| start.value);
        if let Some(start) = decl.start.as_ref().filter(|start| start.value > u32::from(u8::MAX)) {
            let fault = Diagnostic::new("a counter goes from 0 to 255", start.span);
            self.faults.push(fault);
        }
        let start = start.min(u32::from(u8::MAX)) as u8;
        CounterRule { name: decl.name.clone(), each: decl.each, start, up, down, reset }
    }

    fn numbers(&self) -> Vec<NumberRule> {
        let numbers = self.names.numbers.iter();
        numbers.map(|(name, of)| NumberRule { name: name.clone(), of: *of }).collect()
    }

    fn players(&mut self, file: &RulesFile, shape: &Shape) -> Vec<PlayerRule> {
        let mut players = Vec::new();
        let Some(decl) = &file.players else { return players };
        for name in &decl.order {
            let facing = decl.facing.iter().find(|(player, _)| player.value == name.value);
            let facing = facing.and_then(|(_, way)| self.facing(way, shape));
            let (player, name) =
                (Player::at(players.len()), Spanned::new(name.value.clone(), name.span));
            players.push(PlayerRule::alone(player, name, facing));
        }
        for (player, _) in &decl.facing {
            self.names.player(player, &mut self.faults);
        }
        self.names.teams(&decl.teams, &mut players, &mut self.faults);
        players
    }

    /// The compass direction that a player faces: on a board of squares one across their sides.
    fn facing(&mut self, way: &Text, shape: &Shape) -> Option<Compass> {
        let squares = matches!(shape.tiling, Tiling::Square | Tiling::Drawn(_));
        let known = || AROUND.into_iter().step_by(if squares { 2 } else { 1 });
        let word = |compass: Compass| format!("{compass:?}").to_lowercase();
        let found = known().find(|compass| word(*compass) == way.value);
        if found.is_none() {
            let words: Vec<String> = known().map(word).collect();
            let words = words.iter().map(String::as_str);
            self.faults.push(Diagnostic::unknown("direction to face", &way.value, way.span, words));
        }
        found
    }
}

/// Who stands for the team of that name.
fn team_of(players: &[PlayerRule], name: &str) -> Option<Player> {
    let named =
        |player: &&PlayerRule| player.team_name.as_ref().is_some_and(|team| team.value == *name);
    players.iter().find(named).map(|player| player.team)
}
