//! The document: what a scene shows, from the lowest layer to the highest.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

use super::letters::Letters;
use super::style::{Colours, Set, Shape, Style, Theme};
use super::{Figure, Scene, Sight};
use crate::index::Cell;
use crate::notation::geometry::Point;
use crate::xml::escaped;

/// Units from one cell to the next.
const PITCH: f64 = 100.0;
/// Around the board and around coordinates, in cells.
const MARGIN: f64 = 0.2;
/// How much of its size a piece of a tower or of a hand has.
const SMALL: f64 = 0.82;
/// How much higher a piece of a tower stands than the one beneath it, in cells.
const STOREY: f64 = 0.1;
/// Seconds that a piece takes from where it stood to where it stands, at most.
const SLIDE: f64 = 0.4;
/// Seconds that a position is shown, at least.
const SHORTEST: f64 = 0.05;
/// Attacks beyond which a cell is not drawn darker.
const DARKEST: usize = 4;
/// Pieces of a tower that are drawn; of a higher one the topmost.
const STOREYS: usize = 6;

/// A number as short as it can be, with at most one digit after the point.
pub(super) fn number(value: f64) -> String {
    let tenths = (value * 10.0).round() / 10.0;
    // There is no negative zero.
    format!("{}", tenths + 0.0)
}

/// A place, as paths write it.
pub(super) fn point((x, y): (f64, f64)) -> String {
    format!("{} {}", number(x), number(y))
}

/// What is drawn with.
struct Pen<'s> {
    scene: &'s Scene,
    style: &'s Style,
    theme: &'s Theme,
    set: &'s Set,
    colours: Vec<Colours>,
    letters: Letters,
    /// The pieces that stand somewhere, each drawn once and used again.
    known: BTreeSet<String>,
    shapes: String,
    /// When the piece that has moved comes to where it stands, where time passes.
    arrives: Option<Arrival>,
    out: String,
}

/// When something arrives, of a whole that lasts so many seconds: in shares of it.
#[derive(Clone, Copy)]
struct Arrival {
    whole: f64,
    begins: f64,
    lasts: f64,
}

/// Draws a scene.
pub(super) fn draw(scene: &Scene) -> String {
    let style = Style::new();
    let plain = (Theme::default(), Set::default());
    let mut pen = Pen::new(scene, &style, &plain);
    pen.ground();
    pen.beneath();
    pen.labels();
    let hands = pen.above();
    pen.document(hands)
}

/// Draws scenes of one board one after the other, each for that long: the board once, and what changes on it in groups that are
/// seen in their turn.
pub(super) fn film(scenes: &[Scene], each: Duration) -> String {
    let seconds = each.as_secs_f64().max(SHORTEST);
    let Some(last) = scenes.last() else { return String::new() };
    let style = Style::new();
    let plain = (Theme::default(), Set::default());
    let mut pen = Pen::new(last, &style, &plain);
    pen.ground();
    pen.labels();
    let mut hands: f64 = 0.0;
    // The last one stays for as long again.
    let whole = seconds * (scenes.len() + 1) as f64;
    for (at, scene) in scenes.iter().enumerate() {
        let last = at + 1 == scenes.len();
        let begins = at as f64 * seconds / whole;
        pen.scene = scene;
        pen.arrives = Some(Arrival { whole, begins, lasts: SLIDE.min(seconds / 2.0) / whole });
        pen.put(&format!("<g visibility=\"{}\">", if last { "visible" } else { "hidden" }));
        let before = (at > 0).then_some(("hidden", 0.0));
        let after = (!last).then_some(("hidden", (at + 1) as f64 * seconds / whole));
        let seen = || before.into_iter().chain([("visible", begins)]).chain(after);
        let values: Vec<&str> = seen().map(|(value, _)| value).collect();
        let times: Vec<String> = seen().map(|(_, time)| share(time)).collect();
        pen.put(&format!(
            "<animate attributeName=\"visibility\" calcMode=\"discrete\" dur=\"{}s\" repeatCount=\"indefinite\" values=\"{}\" keyTimes=\"{}\"/>",
            number(whole),
            values.join(";"),
            times.join(";")
        ));
        pen.beneath();
        hands = hands.max(pen.above());
        pen.put("</g>");
    }
    pen.document(hands)
}

/// A part of the whole time, as animations write it.
fn share(part: f64) -> String {
    format!("{}", (part * 10_000.0).round() / 10_000.0)
}

impl<'s> Pen<'s> {
    fn new(scene: &'s Scene, style: &'s Style, (none, plain): &'s (Theme, Set)) -> Self {
        let kinds: Vec<&str> = scene.names.iter().map(String::as_str).collect();
        Self {
            scene,
            style,
            theme: style.theme(&scene.theme).unwrap_or(none),
            set: style.set(&kinds).unwrap_or(plain),
            colours: style.colours(scene.players.iter().map(String::as_str)),
            letters: Letters::new(),
            known: BTreeSet::new(),
            shapes: String::new(),
            arrives: None,
            out: String::new(),
        }
    }

    /// What stays as it is: the cells, and the sides that players are to connect.
    fn ground(&mut self) {
        self.cells();
        self.sides();
    }

    /// What is shown of cells, and lies beneath all else.
    fn beneath(&mut self) {
        self.attacks();
        self.last();
    }

    /// What stands on the cells and beside them, and what lies over that; how wide the hands are, in cells.
    fn above(&mut self) -> f64 {
        self.goals_beneath();
        for (at, sight) in self.scene.sights.iter().enumerate() {
            self.stand(at, sight);
        }
        self.goals_above();
        self.targets();
        self.hands()
    }

    fn document(self, hands: f64) -> String {
        let scene = self.scene;
        let [west, north, east, south] = self.extent();
        let (wide, high) = (east - west + hands, south - north);
        let pixels = |cells: f64| number((cells * f64::from(scene.pitch)).round());
        let corner = (west * PITCH, north * PITCH);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\" role=\"img\">\n\
             <title>{}</title>\n{}<path fill=\"{}\" d=\"M{}h{}v{}h-{}z\"/>\n{}</svg>\n",
            pixels(wide),
            pixels(high),
            number(corner.0),
            number(corner.1),
            number(wide * PITCH),
            number(high * PITCH),
            escaped(&scene.title),
            match self.shapes.as_str() {
                "" => String::new(),
                shapes => format!("<defs>\n{shapes}</defs>\n"),
            },
            self.theme.paper,
            point(corner),
            number(wide * PITCH),
            number(high * PITCH),
            number(wide * PITCH),
            self.out,
        )
    }

    /// How far the board reaches with its coordinates and what is left free around them, in cells: west, north, east, south.
    fn extent(&self) -> [f64; 4] {
        let (width, height) = (self.scene.geometry.width, self.scene.geometry.height);
        let board = [-MARGIN, -MARGIN, width + MARGIN, height + MARGIN];
        let labels = self.scene.labels.iter().filter(|_| self.scene.coordinates);
        labels.fold(board, |[west, north, east, south], label| {
            let far = MARGIN + 0.1;
            let Point { x, y } = label.at;
            [west.min(x - far), north.min(y - far), east.max(x + far), south.max(y + far)]
        })
    }

    fn put(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// The middle of a cell.
    fn middle(&self, at: usize) -> (f64, f64) {
        let centre = self.scene.geometry.cells[at].centre;
        (centre.x * PITCH, centre.y * PITCH)
    }

    /// The outline of a cell as a path.
    fn outline(&self, at: usize) -> String {
        let corners = &self.scene.geometry.cells[at].outline;
        let corner = |at: &Point| point((at.x * PITCH, at.y * PITCH));
        let corners: Vec<String> = corners.iter().map(corner).collect();
        format!("M{}z", corners.join("L"))
    }

    /// The cells, or the lines and points of a drawing.
    fn cells(&mut self) {
        let geometry = &self.scene.geometry;
        if !geometry.lines.is_empty() {
            let ends = |[from, to]: &[Point; 2]| {
                let place = |at: &Point| point((at.x * PITCH, at.y * PITCH));
                format!("M{}L{}", place(from), place(to))
            };
            let lines: String = geometry.lines.iter().map(ends).collect();
            let Theme { line, light, .. } = self.theme;
            self.put(&format!("<path fill=\"none\" stroke=\"{line}\" stroke-width=\"4\" stroke-linecap=\"round\" d=\"{lines}\"/>"));
            let dots: String =
                (0..geometry.cells.len()).map(|at| circle(self.middle(at), 11.0)).collect();
            self.put(&format!(
                "<path fill=\"{light}\" stroke=\"{line}\" stroke-width=\"4\" d=\"{dots}\"/>"
            ));
            return;
        }
        let checkered = self.scene.checkered && !self.set.plain;
        for dark in [false, true] {
            let of = |at: &usize| (self.scene.sights[*at].dark && checkered) == dark;
            let path: String =
                (0..geometry.cells.len()).filter(of).map(|at| self.outline(at)).collect();
            if !path.is_empty() {
                let fill = if dark { &self.theme.dark } else { &self.theme.light };
                let line = &self.theme.line;
                let shape = format!(
                    "<path fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"2\" stroke-linejoin=\"round\" d=\"{path}\"/>"
                );
                self.put(&shape);
            }
        }
    }

    /// The sides that players are to connect, each in its player's colour.
    fn sides(&mut self) {
        let geometry = &self.scene.geometry;
        if !geometry.lines.is_empty() {
            return;
        }
        let centre = (geometry.width / 2.0, geometry.height / 2.0);
        for (player, cells) in &self.scene.sides {
            let shapes: Vec<usize> = cells.iter().filter_map(|cell| self.scene.at(*cell)).collect();
            // Where the whole side lies, seen from the middle of the board.
            let middles = shapes.iter().map(|at| geometry.cells[*at].centre);
            let count = shapes.len().max(1) as f64;
            let (x, y) =
                middles.fold((0.0, 0.0), |(x, y), at| (x + at.x / count, y + at.y / count));
            let out = (x - centre.0, y - centre.1);
            let mut path = String::new();
            for at in &shapes {
                for [from, to] in self.rim(*at) {
                    let middle = geometry.cells[*at].centre;
                    let normal =
                        ((from.x + to.x) / 2.0 - middle.x, (from.y + to.y) / 2.0 - middle.y);
                    let along = (normal.0 * out.0 + normal.1 * out.1)
                        / (normal.0.hypot(normal.1) * out.0.hypot(out.1)).max(f64::EPSILON);
                    if along > 0.45 {
                        // A little outside, so that the line does not hide that of the cell.
                        let push = |at: Point| {
                            ((at.x + normal.0 * 0.16) * PITCH, (at.y + normal.1 * 0.16) * PITCH)
                        };
                        path += &format!("M{}L{}", point(push(from)), point(push(to)));
                    }
                }
            }
            let Colours { fill, edge, .. } = &self.colours[player.index()];
            let line = |colour: &str, width: u8| {
                format!(
                    "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" d=\"{path}\"/>"
                )
            };
            if !path.is_empty() {
                let (edge, fill) = (line(edge, 13), line(fill, 9));
                self.put(&edge);
                self.put(&fill);
            }
        }
    }

    /// The sides of a cell that no other one has.
    fn rim(&self, at: usize) -> Vec<[Point; 2]> {
        let cells = &self.scene.geometry.cells;
        let outline = &cells[at].outline;
        let near = |a: &Point, b: &Point| (a.x - b.x).abs() < 1e-6 && (a.y - b.y).abs() < 1e-6;
        let sides = (0..outline.len())
            .map(|corner| [outline[corner], outline[(corner + 1) % outline.len()]]);
        let shared = |side: &[Point; 2]| {
            cells.iter().enumerate().any(|(other, shape)| {
                let has = |corner: &Point| shape.outline.iter().any(|known| near(known, corner));
                other != at && has(&side[0]) && has(&side[1])
            })
        };
        sides.filter(|side| !shared(side)).collect()
    }

    /// The cells of the last move, and the piece whose moves are shown.
    fn last(&mut self) {
        let of = |cells: &[Cell]| -> Vec<usize> {
            let mut at: Vec<usize> = cells.iter().filter_map(|cell| self.scene.at(*cell)).collect();
            at.sort_unstable();
            at.dedup();
            at
        };
        let from: Vec<Cell> = self.scene.from.into_iter().collect();
        let (last, from) = (of(&self.scene.last), of(&from));
        let (last_colour, target) = (self.theme.last.clone(), self.theme.target.clone());
        for (cells, colour) in [(last, last_colour), (from, target)] {
            let path: String = match self.scene.geometry.lines.is_empty() {
                true => cells.iter().map(|at| self.outline(*at)).collect(),
                false => cells.iter().map(|at| circle(self.middle(*at), 48.0)).collect(),
            };
            if !path.is_empty() {
                self.put(&format!("<path fill=\"{colour}\" fill-opacity=\"0.55\" d=\"{path}\"/>"));
            }
        }
    }

    fn labels(&mut self) {
        if !self.scene.coordinates {
            return;
        }
        let (mut paths, mut texts) = ([String::new(), String::new()], String::new());
        for label in &self.scene.labels {
            let at = (label.at.x * PITCH, label.at.y * PITCH);
            let height = if label.within { 13.0 } else { 22.0 };
            match self.letters.can(&label.text) {
                true => {
                    paths[usize::from(label.within)] +=
                        &self.letters.path(&label.text, at, height).0
                }
                false => texts += &text(&label.text, at, height, &self.theme.label),
            }
        }
        let colour = self.theme.label.clone();
        for (path, width) in paths.iter().zip([3.2, 2.4]) {
            if !path.is_empty() {
                self.put(&strokes(path, &colour, width));
            }
        }
        self.out.push_str(&texts);
    }

    /// Cells of goals that are no line: they lie beneath the pieces.
    fn goals_beneath(&mut self) {
        let reached = self.scene.goals.iter().filter(|goal| !goal.joined);
        let cells: BTreeSet<usize> =
            reached.flat_map(|goal| &goal.cells).filter_map(|cell| self.scene.at(*cell)).collect();
        let path: String = cells.iter().map(|at| circle(self.middle(*at), 47.0)).collect();
        if !path.is_empty() {
            let goal = &self.theme.goal;
            self.put(&format!("<path fill=\"{goal}\" fill-opacity=\"0.75\" d=\"{path}\"/>"));
        }
    }

    /// Lines and paths that reach a goal: they lie over the pieces.
    fn goals_above(&mut self) {
        let mut path = String::new();
        for goal in self.scene.goals.iter().filter(|goal| goal.joined) {
            let cells = goal.cells.iter().filter_map(|cell| self.scene.at(*cell));
            for (at, cell) in cells.enumerate() {
                path.push(if at == 0 { 'M' } else { 'L' });
                path += &point(self.middle(cell));
            }
        }
        if !path.is_empty() {
            let goal = &self.theme.goal;
            self.put(&format!("<path fill=\"none\" stroke=\"{goal}\" stroke-opacity=\"0.8\" stroke-width=\"13\" stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"{path}\"/>"));
        }
    }

    /// Where legal moves end: a dot, or a ring around what is captured.
    fn targets(&mut self) {
        let (mut dots, mut rings) = (String::new(), String::new());
        let places: BTreeSet<(usize, bool)> = self
            .scene
            .targets
            .iter()
            .filter_map(|(cell, taken)| Some((self.scene.at(*cell)?, *taken)))
            .collect();
        for (at, taken) in places {
            let sight = &self.scene.sights[at];
            let bare = sight.tower.is_empty() && sight.number.is_empty();
            match taken || !bare {
                true => rings += &circle(self.middle(at), 45.0),
                false => dots += &circle(self.middle(at), 14.0),
            }
        }
        let target = self.theme.target.clone();
        if !dots.is_empty() {
            self.put(&format!("<path fill=\"{target}\" fill-opacity=\"0.85\" d=\"{dots}\"/>"));
        }
        if !rings.is_empty() {
            self.put(&format!("<path fill=\"none\" stroke=\"{target}\" stroke-opacity=\"0.9\" stroke-width=\"8\" d=\"{rings}\"/>"));
        }
    }

    /// The cells that a player attacks, the darker the more often, and how often if that is more than once.
    fn attacks(&mut self) {
        let target = self.theme.target.clone();
        let places = self.scene.attacks.iter();
        let places: Vec<(usize, usize)> =
            places.filter_map(|(cell, count)| Some((self.scene.at(*cell)?, *count))).collect();
        for (at, count) in places {
            let path = match self.scene.geometry.lines.is_empty() {
                true => self.outline(at),
                false => circle(self.middle(at), 48.0),
            };
            let shade = number(count.min(DARKEST) as f64 / (DARKEST as f64 + 1.0));
            self.put(&format!("<path fill=\"{target}\" fill-opacity=\"{shade}\" d=\"{path}\"/>"));
            if count > 1 {
                let (x, y) = self.middle(at);
                let colour = self.theme.label.clone();
                self.word(&count.to_string(), (x + 38.0, y + 38.0), 14.0, &colour, 30.0);
            }
        }
    }

    /// What stands on a cell.
    fn stand(&mut self, at: usize, sight: &Sight) {
        if sight.hidden {
            return self.cover(at);
        }
        let (x, y) = self.middle(at);
        let slides = self.slide(at);
        if let Some(slide) = &slides {
            self.put(slide);
        }
        let colour = self.theme.mark.clone();
        if sight.marked {
            let (left, below) = (x - 34.0, y + 34.0);
            let path = format!("M{}l8 8l-8 8l-8 -8z", point((left, below - 8.0)));
            self.put(&format!("<path fill=\"{colour}\" d=\"{path}\"/>"));
        }
        let height = sight.tower.len();
        let shown = &sight.tower[height.saturating_sub(STOREYS)..];
        // A tower stands around the middle of its cell.
        let lowest = (shown.len().saturating_sub(1)) as f64 * STOREY / 2.0;
        let size = if shown.len() > 1 { SMALL } else { 1.0 };
        for (storey, figure) in shown.iter().enumerate() {
            let up = (lowest - storey as f64 * STOREY) * PITCH;
            self.piece(figure, (x, y + up), size);
        }
        if height > 1 {
            self.plate(&height.to_string(), (x + 33.0, y + 33.0));
        }
        if !sight.number.is_empty() {
            match height {
                0 => self.word(&sight.number, (x, y), 34.0, &self.theme.label.clone(), 80.0),
                _ => self.plate(&sight.number, (x + 33.0, y - 33.0)),
            }
        }
        if slides.is_some() {
            self.put("</g>");
        }
    }

    /// Covers a cell of which nothing is seen.
    fn cover(&mut self, at: usize) {
        let shape = match self.scene.geometry.lines.is_empty() {
            true => self.outline(at),
            false => circle(self.middle(at), 26.0),
        };
        let colour = &self.theme.line;
        let cover = format!("<path fill=\"{colour}\" fill-opacity=\"0.7\" d=\"{shape}\"/>");
        self.put(&cover);
    }

    /// The beginning of a group in which what has moved to a cell comes there by the cells of its way.
    fn slide(&self, at: usize) -> Option<String> {
        let Arrival { whole, begins, lasts } = self.arrives?;
        let way: Vec<usize> =
            self.scene.last.iter().filter_map(|cell| self.scene.at(*cell)).collect();
        if way.last() != Some(&at) || way.len() < 2 {
            return None;
        }
        let (x, y) = self.middle(at);
        let step = lasts / (way.len() - 1) as f64;
        let stops = way.iter().enumerate().map(|(stop, at)| {
            let middle = self.middle(*at);
            (begins + step * stop as f64, (middle.0 - x, middle.1 - y))
        });
        let stops: Vec<(f64, (f64, f64))> = stops.collect();
        // It stays where it comes from until then, and where it has come to after that.
        let before = stops.first().filter(|_| begins > 0.0).map(|(_, first)| (0.0, *first));
        let all = || before.iter().chain(&stops).copied().chain([(1.0, (0.0, 0.0))]);
        let times: Vec<String> = all().map(|(time, _)| share(time)).collect();
        let places: Vec<String> = all().map(|(_, place)| point(place)).collect();
        Some(format!(
            "<g><animateTransform attributeName=\"transform\" type=\"translate\" dur=\"{}s\" repeatCount=\"indefinite\" values=\"{}\" keyTimes=\"{}\"/>",
            number(whole),
            places.join(";"),
            times.join(";")
        ))
    }

    /// A number on a plate, over a piece.
    fn plate(&mut self, text: &str, (x, y): (f64, f64)) {
        let width = self.letters.path(text, (x, y), 17.0).1 + 12.0;
        let corner = point((x - width / 2.0, y - 14.0));
        let Theme { paper, line, label, .. } = self.theme.clone();
        let width = number(width);
        self.put(&format!("<path fill=\"{paper}\" stroke=\"{line}\" stroke-width=\"2\" d=\"M{corner}h{width}v28h-{width}z\"/>"));
        self.word(text, (x, y), 17.0, &label, 60.0);
    }

    /// A text around a middle, no wider than that.
    fn word(&mut self, text_: &str, at: (f64, f64), height: f64, colour: &str, most: f64) {
        if !self.letters.can(text_) {
            let line = text(text_, at, height, colour);
            self.out.push_str(&line);
            return;
        }
        let width = self.letters.path(text_, at, height).1;
        let height = if width > most { height * most / width } else { height };
        let (path, _) = self.letters.path(text_, at, height);
        let line = strokes(&path, colour, height / 6.0);
        self.put(&line);
    }

    fn piece(&mut self, figure: &Figure, at: (f64, f64), size: f64) {
        let name = self.shape(figure);
        let kind = self.scene.name(figure);
        let size = size * self.style.shape(self.set.shape(kind).0).map_or(1.0, Shape::size);
        let (left, top) = (at.0 - size * 50.0, at.1 - size * 50.0);
        let scale = (size * 100.0).round() / 100.0;
        self.put(&format!(
            "<use href=\"#{name}\" transform=\"translate({}) scale({scale})\"/>",
            point((left, top))
        ));
    }

    /// Draws a piece once, in a box of 100 by 100; its name.
    fn shape(&mut self, figure: &Figure) -> String {
        let kind = self.scene.name(figure);
        let (shape, lettered) = self.set.shape(kind);
        // The only kind of piece needs no letter.
        let lettered = lettered && self.scene.names.len() > 1;
        let owner = figure.owner.unwrap_or(self.scene.players.len());
        let known = figure.kind.map_or_else(|| String::from("unknown"), |kind| kind.to_string());
        let name = format!("p{owner}-{known}");
        if !self.known.insert(name.clone()) {
            return name;
        }
        let Colours { fill, edge, on } = self.colours[owner].clone();
        let Some(shape) = self.style.shape(shape) else { return name };
        let mut group = format!(
            "<path fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"3\" stroke-linejoin=\"round\" d=\"{}\"/>",
            shape.body
        );
        if let Some(lines) = &shape.lines {
            let _ = write!(
                group,
                "<path fill=\"none\" stroke=\"{on}\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"{lines}\"/>"
            );
        }
        if let Some(solid) = &shape.solid {
            let _ = write!(group, "<path fill=\"{on}\" d=\"{solid}\"/>");
        }
        if lettered {
            let high = 36.0;
            let middle = (50.0, 53.0);
            match self.letters.can(&figure.letter) {
                true => {
                    let width = self.letters.path(&figure.letter, middle, high).1;
                    let high = if width > 44.0 { high * 44.0 / width } else { high };
                    group += &strokes(&self.letters.path(&figure.letter, middle, high).0, &on, 5.0);
                }
                false => group += text(&figure.letter, middle, high, &on).trim_end(),
            }
        }
        let turn = match (self.set.turned, figure.turn) {
            (false, _) | (_, 0) => String::new(),
            (true, turn) => format!(" transform=\"rotate({turn} 50 50)\""),
        };
        self.shapes += &format!("<g id=\"{name}\"{turn}>{group}</g>\n");
        name
    }

    /// The hands at the right of the board; how wide they are, in cells.
    fn hands(&mut self) -> f64 {
        if self.scene.hands.is_empty() {
            return 0.0;
        }
        let (height, left) = (self.scene.geometry.height, self.extent()[2]);
        // As many rows as each half of the board has, each hand in as many columns as it needs.
        let rows = ((height / 2.0 / 0.8).floor() as usize).max(1);
        let most = self.scene.hands.iter().map(|hand| hand.held.len()).max().unwrap_or(0);
        let columns = most.div_ceil(rows).max(1);
        self.trays(left, columns, most.min(rows));
        let mut taken = [0; 2];
        for hand in &self.scene.hands {
            let before = taken[usize::from(hand.above)];
            taken[usize::from(hand.above)] += hand.held.len();
            for (at, (figure, count)) in hand.held.iter().enumerate() {
                let (column, row) = ((before + at) / rows, (before + at) % rows);
                let x = left + 0.45 + column as f64 * 1.1;
                let y = 0.4 + row as f64 * 0.8;
                let y = if hand.above { y } else { height - y };
                self.piece(figure, (x * PITCH, y * PITCH), SMALL);
                if *count > 1 {
                    self.plate(&count.to_string(), (x * PITCH + 34.0, y * PITCH + 20.0));
                }
            }
        }
        columns as f64 * 1.1
    }
}

impl Pen<'_> {
    /// What hands lie on: of the tone of cells, so that every colour shows.
    fn trays(&mut self, left: f64, columns: usize, rows: usize) {
        if rows == 0 {
            return;
        }
        let (wide, high) = (columns as f64 * 1.1 - 0.15, rows as f64 * 0.8 + 0.05);
        let height = self.scene.geometry.height;
        let held = |above: bool| {
            self.scene.hands.iter().any(|hand| hand.above == above && !hand.held.is_empty())
        };
        let tops = [(true, 0.0), (false, height - high)];
        let of = |top: f64| {
            let corner = point((left * PITCH, top * PITCH));
            let (wide, high) = (number(wide * PITCH), number(high * PITCH));
            format!("M{corner}h{wide}v{high}h-{wide}z")
        };
        let path: String =
            tops.iter().filter(|(above, _)| held(*above)).map(|(_, top)| of(*top)).collect();
        let Theme { light, line, .. } = self.theme;
        if !path.is_empty() {
            self.put(&format!(
                "<path fill=\"{light}\" stroke=\"{line}\" stroke-width=\"2\" d=\"{path}\"/>"
            ));
        }
    }
}

/// A circle as a path.
fn circle((x, y): (f64, f64), radius: f64) -> String {
    let (r, d) = (number(radius), number(2.0 * radius));
    format!("M{}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z", point((x - radius, y)))
}

fn strokes(path: &str, colour: &str, width: f64) -> String {
    format!(
        "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"{path}\"/>",
        number(width)
    )
}

/// A text of signs that have no strokes.
fn text(text: &str, (x, y): (f64, f64), height: f64, colour: &str) -> String {
    format!(
        "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"{}\" text-anchor=\"middle\" fill=\"{colour}\">{}</text>\n",
        number(x),
        number(y + height / 2.0),
        number(height * 1.35),
        escaped(text)
    )
}
