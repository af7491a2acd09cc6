//! Random games.

use super::Fast;
use super::list::Play;
use crate::eval::playout::{Chance, Playout};
use crate::index::Player;
use crate::position::{Edit, Past, Position, State};
use crate::program::{Drawn, Fact, Set, Where};

impl<S: Set> Fast<'_, S> {
    /// A random game as [`Evaluator::replay`](crate::eval::Evaluator::replay) plays it; `None` if the plan
    /// does not tell how games end, or prohibitions ask too much.
    pub(super) fn playout(
        &mut self,
        start: &Position,
        chance: &mut Chance,
        plies: u32,
    ) -> Option<Playout> {
        if !self.plan.plays {
            return None;
        }
        let adds = !self.plan.fills_later;
        let game = if adds { self.filled(start, chance, plies, |_, _| {}) } else { None };
        let game = game.or_else(|| self.marched(start, chance, plies));
        let game = game.or_else(|| self.coursed(start, chance, plies));
        if game.is_some() {
            return game;
        }
        self.begin_game();
        self.load_turn(start, self.plan.remembers);
        self.counts = self.plan.counts;
        start.history.iter().for_each(|past| self.history.add(*past));
        self.play_on(start.turn, chance, plies, |_, _| {})
    }

    /// Forgets what a game has shown of another one: that a game is the same whatever was played before.
    pub(super) fn begin_game(&mut self) {
        self.costs = Default::default();
    }

    /// A random game from the position on the board, in which it is the player's turn, as [`Fast::playout`] plays it. `see` is
    /// told of each move who makes it and the first cell that it changes.
    pub(super) fn play_on(
        &mut self,
        mut turn: Player,
        chance: &mut Chance,
        plies: u32,
        mut see: impl FnMut(Player, usize),
    ) -> Option<Playout> {
        let mut game = Playout::default();
        let mut fills = self.plan.fills_later && self.plan.fill.is_some();
        loop {
            if fills && self.is_settled() {
                fills = false;
                let rest = self.fill_on(turn, chance, plies - game.plies, &mut see);
                if let Some(rest) = rest {
                    return Some(game.and(rest));
                }
            }
            self.asked = 0;
            let mark = self.begin_turn();
            if self.plan.remembers {
                self.now = Some(self.remembered(turn));
            }
            let (plan, side) = (self.plan, &self.plan.sides[turn.index()]);
            let goes_on = match (&plan.drawn, &side.guesses, &side.ballots) {
                (Some(Drawn::Places), ..) => {
                    self.draws_places(turn).then(|| self.draw_place(turn, chance, plies, &mut game))
                }
                (Some(Drawn::Parts(parts)), ..) => {
                    let draw =
                        |this: &mut Self, chance: &mut _| this.drawn_parts(turn, parts, chance);
                    Some(self.draw_move(turn, draw, chance, plies, &mut game))
                }
                (None, Some(guesses), _) => {
                    let draw = |this: &mut Self, chance: &mut _| {
                        this.drawn_by_guess(turn, guesses, chance)
                    };
                    Some(self.draw_move(turn, draw, chance, plies, &mut game))
                }
                (None, None, Some(ballots)) => {
                    let draw = |this: &mut Self, chance: &mut _| {
                        this.drawn_by_ballot(turn, ballots, chance)
                    };
                    Some(self.draw_move(turn, draw, chance, plies, &mut game))
                }
                (None, None, None) if self.draws_again(turn) => {
                    let draw = |this: &mut Self, chance: &mut _| this.drawn_again(turn, chance);
                    Some(self.draw_move(turn, draw, chance, plies, &mut game))
                }
                (None, None, None) => side.tickets.is_some().then(|| {
                    let draw = |this: &mut Self, chance: &mut _| this.drawn_by_ticket(turn, chance);
                    self.draw_move(turn, draw, chance, plies, &mut game)
                }),
            };
            if let Some(goes_on) = goes_on {
                if !goes_on {
                    return (!self.wide).then_some(game);
                }
                self.board.changed(mark).take(1).for_each(|cell| see(turn, cell.index()));
                turn = self.mover(turn);
                continue;
            }
            let legal = self.survey(turn);
            game.state = self.state_of(turn, legal == 0);
            let moves = legal + usize::from(self.choice.pass);
            if self.wide {
                return None;
            }
            if game.state != State::Ongoing || moves == 0 {
                return Some(game);
            }
            if game.plies == plies {
                game.unended = true;
                return Some(game);
            }
            game.plies += 1;
            game.survey(moves);
            let chosen = match self.weights(turn, moves) {
                Some(weights) => chance.weighed(&weights),
                None => chance.below(moves),
            };
            let chosen = self.chosen(turn, chosen);
            self.note(self.now);
            self.make(turn, chosen);
            self.board.changed(mark).take(1).for_each(|cell| see(turn, cell.index()));
            turn = self.mover(turn);
        }
    }

    /// Whether what else than placements there is in such a game is over for good.
    fn is_settled(&self) -> bool {
        let plan = self.plan;
        let count = |cells: &Where<S>| self.cells(cells).len();
        let slot = |at: u16| u32::from(self.board.slot(at.into()));
        let settled =
            |fact: &Fact<S>, wanted| fact.is_settled(wanted, &plan.contents, &count, &slot);
        let Some(fill) = &plan.fill else { return false };
        fill.turns.iter().all(|turn| {
            let side = &plan.sides[turn.side];
            let mut walked = side.walked.iter();
            walked.all(|one| one.given.iter().any(|fact| settled(fact, false)))
                && side.places.iter().enumerate().all(|(at, place)| {
                    let left = turn.puts().any(|put| put.place == at);
                    place.within || place.is_settled(left, &plan.contents, &count, &slot)
                })
        })
    }

    /// The rest of such a game, from the position on the board.
    fn fill_on(
        &mut self,
        turn: Player,
        chance: &mut Chance,
        plies: u32,
        see: impl FnMut(Player, usize),
    ) -> Option<Playout> {
        match self.reached_any() {
            true => None,
            false => self.filled_on(turn, chance, plies, see),
        }
    }

    /// How the game stands at the player's turn.
    #[inline]
    pub(super) fn state(&mut self, player: Player) -> State {
        let moves = self.known == Some((player, false));
        match moves && self.plan.sides[player.index()].stuck_only {
            true => State::Ongoing,
            false => self.ending(player, moves),
        }
    }

    /// The same, where it is known whether he is stuck.
    #[inline]
    pub(super) fn state_of(&mut self, player: Player, stuck: bool) -> State {
        self.known = Some((player, stuck));
        let state = self.state(player);
        self.known = None;
        state
    }

    /// Lists the player's moves, whether or not the game is over; how it stands.
    pub(super) fn list_and_state(&mut self, player: Player, moves: &mut Vec<Play>) -> State {
        self.list(player, moves);
        self.state_of(player, moves.iter().all(|play| *play == Play::Pass))
    }

    /// The same of a player of whom is known whether he has `moves`, or who may have none.
    fn ending(&mut self, player: Player, moves: bool) -> State {
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        let mut ends = side.ends.iter().zip(&side.last);
        self.told = Some([0; 2]);
        let ended = ends.position(|(ending, last)| !(moves && *last) && self.holds(ending, None));
        self.told = None;
        ended.map_or(State::Ongoing, |at| self.outcome(player, at))
    }

    /// What is remembered of the position.
    pub(super) fn remembered(&mut self, turn: Player) -> Past {
        // Marks that last a ply are of the position only where they make a difference.
        let mut fleeting = self.board.has_fleeting() && self.heeds_fleeting(turn);
        if fleeting {
            let before = std::mem::replace(&mut self.keying, true);
            fleeting = self.daringly(false, |this| this.fleeting_differs(turn));
            self.keying = before;
        }
        self.board.past(turn, fleeting)
    }

    /// Whether the player has other moves without the marks that last a ply.
    fn fleeting_differs(&mut self, player: Player) -> bool {
        let side = &self.plan.sides[player.index()];
        let mark = self.board.mark();
        let overlaps = side.alike || side.overlaps() || self.program.routes_differ;
        if side.walks || side.hops || overlaps {
            // What is listed anew is told by other numbers, and of moves that come to the same by another one; those that routes tell
            // apart may change the same.
            let with = self.changes(player);
            self.board.clear_fleeting();
            let without = self.changes(player);
            self.board.undo(mark);
            return with != without;
        }
        let mut with = self.pool.pop().unwrap_or_default();
        let mut without = self.pool.pop().unwrap_or_default();
        self.list(player, &mut with);
        self.board.clear_fleeting();
        self.list(player, &mut without);
        self.board.undo(mark);
        let differs = with != without;
        self.pool.extend([with, without]);
        differs
    }

    /// What the legal moves change on the board's cells, in order.
    fn changes(&mut self, player: Player) -> Vec<Vec<Edit>> {
        self.listed(player, |this, moves| {
            let layout = &this.program.layout;
            let changes = moves.iter().map(|play| {
                let mut edits = this.edits_of(|this| this.act(player, *play));
                edits.retain(|edit| layout.is_of_board(edit.cell.index()));
                edits
            });
            let mut changes: Vec<Vec<Edit>> = changes.collect();
            changes.sort_unstable();
            changes.dedup();
            changes
        })
    }

    /// Whether marks that last a ply might make a difference to the player's moves.
    fn heeds_fleeting(&self, player: Player) -> bool {
        let side = &self.plan.sides[player.index()];
        let given = side.places.iter().any(|place| place.sees() || !place.when.is_empty());
        let asks = side.walks || self.plan.asks || given;
        asks || side.kinds.iter().any(|kind| {
            let pieces = self.board.set(kind.pieces);
            let mut asked = kind.asked.iter().filter(|asked| asked.fleeting);
            kind.murky
                || asked.any(|asked| {
                    let marked = self.board.marks(asked.mark);
                    let fits = |(needed, from, _): &(S, u16, u16)| {
                        (*needed & !marked).is_none() && pieces.has((*from).into())
                    };
                    (marked & asked.cells).cells().any(|at| asked.moves[at].iter().any(fits))
                })
        })
    }
}
