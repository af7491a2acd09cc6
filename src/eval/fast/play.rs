//! Random games.

use super::Fast;
use crate::eval::playout::{Chance, Playout};
use crate::index::{Player, ScoreId};
use crate::position::{Past, Position, State};
use crate::program::{Score, Set, Winner};

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
        let game = self.filled(start, chance, plies);
        if game.is_some() {
            return game;
        }
        self.load(&start.cells);
        self.past.extend_from_slice(&start.history);
        let mut turn = start.turn;
        let mut game = Playout { state: State::Ongoing, unended: false, plies: 0, choices: 0 };
        loop {
            self.asked = 0;
            self.turns.push(self.board.mark());
            if self.plan.remembers {
                self.now = Some(self.remembered(turn));
            }
            let legal = self.survey(turn);
            self.known = Some((turn, legal == 0));
            game.state = self.state(turn);
            self.known = None;
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
            game.choices += moves as u64;
            let chosen = self.chosen(turn, chance.below(moves));
            self.past.extend(self.now);
            self.make(turn, chosen);
            turn = self.next(turn);
        }
    }

    /// How the game stands at the player's turn.
    pub(super) fn state(&mut self, player: Player) -> State {
        let plan = self.plan;
        let side = &plan.sides[player.index()];
        let moves = self.known == Some((player, false));
        let mut ends = side.ends.iter().zip(&side.last);
        let ended = ends.position(|(ending, last)| !(moves && *last) && self.holds(ending, None));
        ended.map_or(State::Ongoing, |at| self.ended_by(player, at))
    }

    /// How the game stands where that ending holds at the player's turn.
    pub(super) fn ended_by(&self, player: Player, at: usize) -> State {
        match self.plan.sides[player.index()].winners[at] {
            Winner::Nobody => State::Drawn(at),
            Winner::Player(winner) => State::Won(winner, at),
            Winner::Extreme(most, score) => {
                self.extreme(most, score).map_or(State::Drawn(at), |winner| State::Won(winner, at))
            }
        }
    }

    /// Who alone has the most of a score, or the least.
    fn extreme(&self, most: bool, score: ScoreId) -> Option<Player> {
        let (mut best, mut whose) = (i32::MIN, None);
        for (player, side) in self.plan.sides.iter().enumerate() {
            let Some(Score { count, bonus }) = &side.scores[score.index()] else { continue };
            let worth = |(cells, worth): &(_, i32)| worth * self.cells(cells).len() as i32;
            let points = bonus + count.iter().map(worth).sum::<i32>();
            let points = if most { points } else { -points };
            if points >= best {
                whose = (points > best).then_some(Player::at(player));
                best = points;
            }
        }
        whose
    }

    /// What is remembered of the position.
    fn remembered(&mut self, turn: Player) -> Past {
        let layout = &self.program.layout;
        let board = layout.board_key(&self.board.cells);
        let mut fleeting = layout.has_fleeting(&self.board.cells);
        if fleeting {
            // Such marks are of the position only where they make a difference.
            let mut with = self.pool.pop().unwrap_or_default();
            let mut without = self.pool.pop().unwrap_or_default();
            self.list(turn, &mut with);
            let kept = self.board.cells.clone();
            layout.clear_fleeting(&mut self.board.cells);
            self.list(turn, &mut without);
            self.board.cells = kept;
            fleeting = with != without;
            self.pool.extend([with, without]);
        }
        Past { key: layout.key(&self.board.cells, turn, fleeting), board }
    }
}
