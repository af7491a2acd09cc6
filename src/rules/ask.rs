//! What is often asked of the rules.

use super::graph::Graph;
use super::model::{Compass, Dirs, Goal, Group, Node, Rules, Walk};
use crate::index::{Heading, Kind, Piece, Player};
use crate::position::Size;

impl Rules {
    /// The graph of a board of that size, with every leap that the rules use as a heading.
    pub fn graph(&self, size: Size) -> Graph {
        let mut leaps = Vec::new();
        let moves = self.kinds.iter().flat_map(|kind| &kind.moves).chain(&self.actions);
        for rule in moves {
            leaps_of_walk(&rule.walk, &mut leaps);
        }
        for rule in &self.goals {
            match &rule.goal {
                Goal::Line { along, .. } => leaps_of_dirs(along, &mut leaps),
                Goal::Connect { by, .. } => leaps_of_dirs(by, &mut leaps),
            }
        }
        Graph::new(size, leaps)
    }

    /// Where the player faces; north, if the rules do not say.
    pub fn facing(&self, player: Player) -> Heading {
        let facing = self.players.get(player.index()).and_then(|rule| rule.facing);
        Graph::compass(facing.unwrap_or(Compass::North))
    }

    /// Who moves after that player.
    pub fn next(&self, player: Player) -> Player {
        Player::at((player.index() + 1) % self.players.len())
    }

    /// Who moves before that player.
    pub fn previous(&self, player: Player) -> Player {
        Player::at((player.index() + self.players.len() - 1) % self.players.len())
    }

    /// What stands there in the file's words: `red guard`, `token`, `empty`.
    pub fn piece_name(&self, piece: Piece) -> String {
        let Some(rule) = piece.kind().and_then(|kind| self.kinds.get(kind.index())) else {
            return String::from("empty");
        };
        match piece.owner().and_then(|owner| self.players.get(owner.index())) {
            Some(player) => format!("{} {}", player.name.value, rule.name.value),
            None => rule.name.value.clone(),
        }
    }

    /// The piece that stands in where it is asked whether a cell would be attacked: of the first
    /// royal kind that has owners, else of the first kind that has.
    pub fn stand_in(&self, owner: Player) -> Piece {
        let royal = self.kinds.iter().position(|kind| kind.royal && !kind.neutral);
        let owned = || self.kinds.iter().position(|kind| !kind.neutral);
        Piece::new(Kind::at(royal.or_else(owned).unwrap_or(0)), Some(owner))
    }
}

fn leaps_of_walk(node: &Node, leaps: &mut Vec<(u8, u8)>) {
    match &node.walk {
        Walk::Seq(nodes) | Walk::Alt(nodes) => {
            for node in nodes {
                leaps_of_walk(node, leaps);
            }
        }
        Walk::Repeat { body, .. } | Walk::See { body, .. } => leaps_of_walk(body, leaps),
        Walk::Each { dirs, body, .. } => {
            leaps_of_dirs(dirs, leaps);
            leaps_of_walk(body, leaps);
        }
        Walk::Face(dirs) => leaps_of_dirs(dirs, leaps),
        Walk::Ahead | Walk::Test(_) | Walk::Act(_) => {}
        Walk::Pick(_) | Walk::As(_) | Walk::Go(_) => {}
    }
}

fn leaps_of_dirs(dirs: &Dirs, leaps: &mut Vec<(u8, u8)>) {
    for term in &dirs.0 {
        if let Group::Leap(a, b) = term.group {
            leaps.push((a, b));
        }
    }
}
