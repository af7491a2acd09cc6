//! The answer to a case as JSON, and how every object is printed.

use serde::Serialize;

use super::{Answer, MoveRecord};
use crate::index::Player;
use crate::position::{Move, State};
use crate::rules::Ask;

/// A case and its answer.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct AnswerRecord {
    /// The number of the case, from 1.
    case: u64,
    /// The name of the player to move.
    mover: String,
    /// `ongoing`, `won` or `drawn`.
    state: &'static str,
    /// The name of the player who has won, or null.
    winner: Option<String>,
    /// The verdict's text; where no verdict holds, null.
    verdict: Option<String>,
    /// Where a move is asked: the move, or null where there is none.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    chosen: Option<Option<MoveRecord>>,
    /// Where all moves are asked: the moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveRecord>>,
}

impl Answer<'_> {
    /// The answer as one line of JSON, without the line end:
    /// `{"case":1,"mover":"first","state":"ongoing","winner":null,"verdict":"SAFE"}`, then `"move"`
    /// or `"moves"` where the format asks for them.
    pub fn json(&self) -> String {
        let rules = self.notation.rules();
        let ask = rules.format.ask;
        let record = AnswerRecord {
            case: self.number,
            mover: self.notation.player_name(self.position.turn).to_owned(),
            state: match self.state {
                Some(State::Won(..)) => "won",
                Some(State::Drawn(_)) => "drawn",
                _ => "ongoing",
            },
            winner: self.winner().map(|player| self.notation.winner_name(player).to_owned()),
            verdict: self
                .verdict
                .and_then(|index| rules.verdicts.get(index))
                .map(|rule| rule.say.value.clone()),
            chosen: (ask == Ask::Move).then(|| self.chosen.map(|chosen| self.record(chosen))),
            moves: (ask == Ask::Moves)
                .then(|| MoveRecord::all(self.notation, self.moves, self.position)),
        };
        line(&record)
    }

    fn record(&self, chosen: &Move) -> MoveRecord {
        let text = self.chosen_name().unwrap_or_default();
        MoveRecord::new(self.notation, chosen, text, self.position)
    }

    fn winner(&self) -> Option<Player> {
        match self.state {
            Some(State::Won(player, _)) => Some(player),
            _ => None,
        }
    }
}

/// The version of the format of every object that a command prints. It grows where a key goes or changes its meaning; keys that
/// are added leave it as it is.
pub const VERSION: u32 = 1;

/// A record as one line, without the line end; its first key is `version`.
pub fn line(record: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Versioned<'r, R: Serialize> {
        version: u32,
        #[serde(flatten)]
        record: &'r R,
    }
    // Records hold strings, numbers and lists only: nothing that could fail to be written.
    serde_json::to_string(&Versioned { version: VERSION, record }).unwrap_or_default()
}
