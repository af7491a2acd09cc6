//! Teams: who is whose team-mate, and who stands for a team. Where a file names none, each player is one.

use super::model::{Compass, PlayerRule, Rules};
use super::names::Names;
use crate::diag::Diagnostic;
use crate::index::Player;
use crate::source::{Span, Spanned};
use crate::syntax::parse;
use crate::syntax::text::Text;

impl PlayerRule {
    /// That player, who is in no team.
    pub fn alone(player: Player, name: Spanned<String>, facing: Option<Compass>) -> Self {
        Self { name, facing, team: player, team_name: None }
    }
}

impl Rules {
    /// The player who stands for that one's team: its first.
    pub fn team(&self, player: Player) -> Player {
        self.players.get(player.index()).map_or(player, |rule| rule.team)
    }

    /// The players of a team, in turn order, by the one who stands for it.
    pub fn members(&self, team: Player) -> impl Iterator<Item = Player> + '_ {
        let all = (0..self.players.len()).map(Player::at);
        all.filter(move |player| self.team(*player) == team)
    }

    /// What the winner of a game is called: the team, or the player who is in none.
    pub fn winner_name(&self, winner: Player) -> &str {
        self.players
            .get(winner.index())
            .map_or("nobody", |rule| rule.team_name.as_ref().unwrap_or(&rule.name).value.as_str())
    }

    /// Those who stand for the teams. Where there are none, each player is a team.
    pub fn teams(&self) -> impl Iterator<Item = Player> + '_ {
        (0..self.players.len()).map(Player::at).filter(|player| self.team(*player) == *player)
    }

    /// Whether some players are a team.
    pub fn has_teams(&self) -> bool {
        self.teams().count() < self.players.len()
    }

    /// Who moves next after that player of those who are of another team.
    pub fn opponent(&self, player: Player) -> Player {
        let after = (1..=self.players.len()).scan(player, |at, _| {
            *at = self.next(*at);
            Some(*at)
        });
        let mut others = after.filter(|other| self.team(*other) != self.team(player));
        others.next().unwrap_or_else(|| self.next(player))
    }
}

impl Names {
    /// Lets each player know the team. Who is in none plays alone.
    pub(super) fn teams(
        &self,
        teams: &[(Spanned<String>, Vec<Text>)],
        players: &mut [PlayerRule],
        faults: &mut Vec<Diagnostic>,
    ) {
        let before = faults.len();
        let mut named: Vec<(Player, Span)> = Vec::new();
        for (team, names) in teams {
            self.team_name(team, faults);
            let mut members: Vec<Player> = Vec::new();
            for name in names {
                let known = Spanned::new(name.value.clone(), name.span);
                let Some(player) = self.player(&known, faults) else { continue };
                match named.iter().find(|(before, _)| *before == player) {
                    Some((_, before)) => {
                        let message = format!("`{}` is in a team already", name.value);
                        let fault = Diagnostic::new(message, name.span).label("once more");
                        faults.push(fault.also(*before, "first here"));
                    }
                    None => {
                        named.push((player, name.span));
                        members.push(player);
                    }
                }
            }
            if names.is_empty() {
                faults.push(Diagnostic::new("a team of nobody", team.span));
            }
            let Some(first) = members.iter().copied().min() else { continue };
            for member in members {
                if let Some(rule) = players.get_mut(member.index()) {
                    (rule.team, rule.team_name) = (first, Some(team.clone()));
                }
            }
        }
        let together = players.iter().all(|player| player.team == Player(0));
        if let (true, [(team, _), ..]) = (together && faults.len() == before, teams) {
            let fault = Diagnostic::new("all players are one team", team.span);
            faults.push(fault.label("nobody is left to play against").help(
                "name two teams or more; who is in none plays alone, as an enemy of all others",
            ));
        }
    }

    /// A team has a name of its own.
    fn team_name(&self, team: &Spanned<String>, faults: &mut Vec<Diagnostic>) {
        if !parse::is_name(&team.value) {
            faults.push(parse::no_name(&team.value, team.span));
        }
        if let Some(player) = self.players.iter().find(|player| player.value == team.value) {
            let message = format!("`{}` is a player already", team.value);
            let fault = Diagnostic::new(message, team.span).label("a team by the same name");
            faults.push(fault.also(player.span, "the player"));
        }
    }

    /// Whether a word of the language is of any use in the file.
    pub(super) fn has_word(&self, word: &str) -> bool {
        word != "ally" || self.has_teams
    }

    /// Refuses what asks for a team-mate, where nobody has one.
    pub(super) fn allied(&self, span: Span, faults: &mut Vec<Diagnostic>) {
        if !self.has_teams {
            let fault = Diagnostic::new("`ally` needs teams", span);
            faults.push(fault.label("every player plays alone").help(
                "write `teams = { NAME = [\"…\", \"…\"], … }` under `[players]`; one's own pieces are `own`",
            ));
        }
    }
}
