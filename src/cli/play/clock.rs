//! How much time each player has left.

use std::str::FromStr;
use std::time::Duration;

/// The time that each player has for all his moves, and what each turn adds to it: `5`, `5+3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// For the whole game.
    pub whole: Duration,
    /// After each turn.
    pub added: Duration,
}

impl FromStr for Control {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || String::from("expected minutes, and perhaps seconds a turn: `5`, `5+3`");
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| expected());
        let length = |seconds: f64| Duration::try_from_secs_f64(seconds).map_err(|_| expected());
        let (whole, added) = (length(number(minutes)? * 60.0)?, length(number(seconds)?)?);
        match whole.is_zero() {
            true => Err(String::from("a clock begins with more than no time")),
            false => Ok(Self { whole, added }),
        }
    }
}

/// The clocks of a game; one of them runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What each player has.
    pub control: Control,
    /// What each has left, in turn order.
    pub left: Vec<Duration>,
}

impl Clock {
    /// Clocks of so many players that have not run yet.
    pub fn new(control: Control, players: usize) -> Self {
        Self { control, left: vec![control.whole; players] }
    }

    /// Takes so much from the time of that player; whether none is left.
    pub fn run(&mut self, player: usize, passed: Duration) -> bool {
        let Some(left) = self.left.get_mut(player) else { return false };
        *left = left.saturating_sub(passed);
        left.is_zero()
    }

    /// Adds what a turn that is over adds.
    pub fn press(&mut self, player: usize) {
        if let Some(left) = self.left.get_mut(player) {
            *left += self.control.added;
        }
    }

    /// What a player may spend on a move: a thirtieth of what he has, and what the turn will add.
    pub fn share(&self, player: usize) -> Duration {
        let left = self.left.get(player).copied().unwrap_or_default();
        (left / 30 + self.control.added).min(left / 2)
    }
}

/// `4:59`, and tenths in the last ten seconds: `0:09.4`.
pub fn shown(left: Duration) -> String {
    let seconds = left.as_secs();
    let tenths = match left < Duration::from_secs(10) {
        true => format!(".{}", left.subsec_millis() / 100),
        false => String::new(),
    };
    format!("{}:{:02}{tenths}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_control_is_minutes_and_seconds() {
        let seconds = |text: &str| {
            let control: Control = text.parse().expect("a control");
            (control.whole.as_secs_f64(), control.added.as_secs_f64())
        };
        assert_eq!(seconds("5"), (300.0, 0.0));
        assert_eq!(seconds("0.5+2"), (30.0, 2.0));
        let refused = ["", "0", "-1", "5+", "five", "5+-1", "1e400", "nan"];
        assert!(refused.iter().all(|text| text.parse::<Control>().is_err()));
    }

    #[test]
    fn the_clock_of_the_mover_runs_and_a_turn_adds() {
        let mut clock = Clock::new("1+2".parse().expect("a control"), 2);
        assert!(!clock.run(0, Duration::from_secs(9)));
        clock.press(0);
        assert_eq!(clock.left, [Duration::from_secs(53), Duration::from_secs(60)]);
        assert_eq!(clock.share(1), Duration::from_secs(4));
        assert!(clock.run(1, Duration::from_secs(61)), "no time is left");
        assert_eq!(clock.share(1), Duration::ZERO);
        assert!(!clock.run(7, Duration::from_secs(1)), "there is no such player");
    }

    #[test]
    fn times_are_shown_as_clocks_show_them() {
        let told = [3_661_000, 59_999, 9_450, 0].map(|millis| shown(Duration::from_millis(millis)));
        assert_eq!(told, ["61:01", "0:59", "0:09.4", "0:00.0"]);
    }
}
