//! Pictures of positions.

use std::time::Duration;

use super::{Code, Fault, Play};
use crate::diag::{list, nearest};
use crate::index::{GoalId, Player};
use crate::picture::{Reached, Scene, themes};
use crate::rules::Goal;
use crate::trace::Reference;

/// A position as a picture: the board with its coordinates, what stands there, what players hold, the last move, and the lines and paths by
/// which goals are reached.
///
/// ```
/// let mut play = interp::Game::shipped("hex")?.start()?;
/// play.make_all("b2 a1 c1")?;
/// let svg = play.picture()?.theme("print")?.targets()?.svg();
/// assert!(svg.starts_with("<svg ") && svg.contains("<title>"));
/// # Ok::<(), interp::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture {
    play: Play,
    scene: Scene,
}

impl Play {
    /// The position as a picture.
    ///
    /// # Errors
    /// A limit.
    pub fn picture(&self) -> Result<Picture, Fault> {
        let position = self.inner();
        let mut scene = Scene::new(self.game().notation(), position);
        if let Some(made) = self.made.last() {
            let moves = &made.list.told().moves;
            scene.last =
                moves.get(made.at as usize).map_or_else(Vec::new, |made| made.path.clone());
        }
        let rules = self.game().rules();
        if let Some(end) = self.end()? {
            scene.title = format!("{}: {end}", rules.name);
        }
        let reference = Reference::new(rules, position.size);
        for (at, goal) in rules.goals.iter().enumerate() {
            // What a group of all or a ring is, is seen by its cells; a path leads from one set of cells to another.
            let joined = match &goal.goal {
                Goal::Line { .. } => true,
                Goal::Connect { sides, least, .. } => {
                    least.is_none_or(|least| least == 2)
                        && sides.iter().all(|(_, sets)| sets.len() == 2)
                }
                Goal::Together { .. } | Goal::Ring { .. } => false,
            };
            for player in (0..rules.players.len()).map(Player::at) {
                let reached = reference.reached(position, player, GoalId::at(at))?;
                scene.goals.extend(reached.map(|cells| Reached { cells, joined }));
            }
        }
        Ok(Picture { play: self.clone(), scene })
    }
}

impl Picture {
    /// The same in other colours.
    ///
    /// # Errors
    /// [`Code::Usage`] if there is no such theme, with those that there are.
    pub fn theme(mut self, name: &str) -> Result<Self, Fault> {
        let known = themes();
        if !known.iter().any(|theme| theme == name) {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let fault = Fault::plain(Code::Usage, format!("no theme `{name}`"));
            let help = match nearest(name, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are {}", list(&known)),
            };
            return Err(fault.help(help));
        }
        self.scene.theme = name.to_owned();
        Ok(self)
    }

    /// The same with so many pixels from one cell to the next.
    #[must_use]
    pub fn pitch(mut self, pixels: u32) -> Self {
        self.scene.pitch = pixels;
        self
    }

    /// The same without coordinates.
    #[must_use]
    pub fn bare(mut self) -> Self {
        self.scene.coordinates = false;
        self
    }

    /// The same with the cells where legal moves end.
    ///
    /// # Errors
    /// A limit.
    pub fn targets(self) -> Result<Self, Fault> {
        self.ends(None)
    }

    /// The same with the cells where the legal moves of the piece on a cell end, and that cell.
    ///
    /// # Errors
    /// [`Code::Usage`] if the board has no such cell, or a limit.
    pub fn moves_from(self, cell: &str) -> Result<Self, Fault> {
        self.ends(Some(cell))
    }

    fn ends(mut self, from: Option<&str>) -> Result<Self, Fault> {
        let (play, size) = (&self.play, self.play.inner().size);
        let from = match from {
            None => None,
            Some(name) => {
                let cell = play.game().notation().parse_cell(name, size);
                let cell = cell.filter(|cell| play.game().rules().graph(size).has(*cell));
                let example = play.cells().into_iter().next().unwrap_or_default();
                let fault = || {
                    Fault::plain(Code::Usage, format!("the board has no cell `{name}`"))
                        .help(format!("cells are named like `{example}`"))
                };
                Some(cell.ok_or_else(fault)?)
            }
        };
        let moves = play.moves()?;
        let of = moves
            .iter()
            .map(super::Move::inner)
            .filter(|chosen| from.is_none_or(|from| chosen.path.first() == Some(&from)));
        let ends = of.filter_map(|chosen| {
            let end = chosen.path.last()?;
            Some((*end, !chosen.captures.is_empty()))
        });
        self.scene.targets = ends.collect();
        self.scene.targets.sort_unstable();
        self.scene.targets.dedup();
        self.scene.from = from;
        Ok(self)
    }

    /// The same with the cells that a player attacks, the darker the more often.
    ///
    /// # Errors
    /// [`Code::Usage`] if there is no such player, or a limit.
    pub fn attacks(mut self, player: &str) -> Result<Self, Fault> {
        let player = self.play.game().player_named(player)?;
        let position = self.play.inner();
        let reference = Reference::new(self.play.game().rules(), position.size);
        self.scene.attacks = reference.attacks(position, player)?;
        Ok(self)
    }

    /// The same as that player sees it, by the `[sight]` of the rule file: what is hidden is covered.
    ///
    /// # Errors
    /// [`Code::Usage`] if there is no such player, or a limit.
    pub fn seen_by(mut self, player: &str) -> Result<Self, Fault> {
        let view = self.play.seen(player)?;
        let (notation, position) = view.parts();
        self.scene.look(notation, position);
        Ok(self)
    }

    /// The whole game as a document of SVG that moves: every position from the first one on, each for that long, in the colours and
    /// the size of this picture. What cannot show movement shows the last position.
    ///
    /// # Errors
    /// A limit.
    pub fn film(&self, each: Duration) -> Result<String, Fault> {
        let mut play = self.play.clone();
        let mut scenes = Vec::new();
        loop {
            let Scene { theme, pitch, coordinates, .. } = &self.scene;
            let mut scene = play.picture()?.scene;
            scene.theme.clone_from(theme);
            (scene.pitch, scene.coordinates) = (*pitch, *coordinates);
            scenes.push(scene);
            if !play.undo() {
                break;
            }
        }
        scenes.reverse();
        Ok(Scene::film(&scenes, each))
    }

    /// The picture as a document of SVG, which needs no fonts and nothing else from outside.
    pub fn svg(&self) -> String {
        self.scene.svg()
    }

    /// The picture as bytes of PNG.
    ///
    /// # Errors
    /// [`Code::Usage`] if it would be too large.
    #[cfg(feature = "png")]
    pub fn png(&self) -> Result<Vec<u8>, Fault> {
        let fault = |why: String| Fault::plain(Code::Usage, format!("no picture: {why}"));
        let options = resvg::usvg::Options::default();
        let tree = resvg::usvg::Tree::from_str(&self.svg(), &options)
            .map_err(|error| fault(error.to_string()))?;
        let size = tree.size().to_int_size();
        let mut pixels = resvg::tiny_skia::Pixmap::new(size.width(), size.height())
            .ok_or_else(|| fault(String::from("it is too large")))?;
        resvg::render(&tree, resvg::tiny_skia::Transform::default(), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| fault(error.to_string()))
    }
}
