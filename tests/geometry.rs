//! Where cells lie in the plane: what holds on every board, and some small boards to be read.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::tool::{each, files, interp, snapshots};
use interp::index::{Cell, Heading};
use interp::notation::Notation;
use interp::notation::geometry::{CellShape, GAP, Geometry, Point};
use interp::position::Size;
use interp::rules::{Graph, Rules, Shape, Tiling};
use interp::source::Source;

/// What errors of rounding may come to.
const NOTHING: f64 = 1e-9;

/// Rules of nothing but a board.
fn board(lines: &str) -> Rules {
    let page = format!(
        "[board]\n{lines}\n[players]\norder = ['one', 'two']\n[pieces]\nball = {{}}\n[actions]\n\
         place = 'pick empty, put ball'\n[format]\ncase = '{{board:packed}}'\nask = 'moves'\n\
         turn = 'first'\ncells = {{ '.' = 'empty', a = 'one ball', b = 'two ball' }}\n"
    );
    interp::rules::load(&Source::new("board", page))
        .unwrap_or_else(|faults| panic!("{lines}: {faults:?}"))
}

/// Every shape of board in several sizes.
const BOARDS: &[&str] = &[
    "size = [1, 1]",
    "size = [2, 1]",
    "size = [5, 4]",
    "size = [30, 3]",
    "size = [6, 5]\nholes = 'dark'",
    "size = [5, 5]\nholes = '(files a to b or files d to e) and (first 2 ranks or last 2 ranks)'",
    "size = [1, 1, 2]",
    "size = [3, 4, 5]",
    "size = [4, 3]\nwraps = 'files'",
    "size = [4, 3]\nwraps = 'both'",
    "shape = 'hex'\nsize = [1, 1]",
    "shape = 'hex'\nsize = [5, 3]",
    "shape = 'hex'\nsize = [3, 7]\nholes = 'centre'",
    "shape = 'hex'\nform = 'triangle'\nside = 1",
    "shape = 'hex'\nform = 'triangle'\nside = 6",
    "shape = 'hex'\nform = 'hexagon'\nside = 1",
    "shape = 'hex'\nform = 'hexagon'\nside = 4",
    "shape = 'hex'\nform = 'star'\nside = 3",
    "shape = 'triangular'\nsize = [1, 1]",
    "shape = 'triangular'\nsize = [6, 5]",
    "shape = 'triangular'\nsize = [5, 4]\nholes = 'corner'",
    "shape = 'triangular'\nform = 'triangle'\nside = 5",
    "shape = 'triangular'\nform = 'hexagon'\nside = 1",
    "shape = 'triangular'\nform = 'hexagon'\nside = 4",
    "shape = 'drawn'\ndrawing = 'o'",
    "shape = 'drawn'\ndrawing = 'o---------o'",
    "shape = 'drawn'\ndrawing = '''\n  o\n / \\\no---o\n|   |\no---o\n'''",
    "shape = 'drawn'\ndrawing = '''\no-o-o\n|X|X|\no-o-o\n'''\nholes = 'file b and rank 1'",
    // Cells that no line joins, the nearest of them neither straight nor slanting from one another.
    "shape = 'drawn'\ndrawing = '''\no   o\n\n o\n     o---o\n'''",
];

/// All boards that are looked at, with what they are called.
fn boards() -> Vec<(String, Rules, Size)> {
    let own = BOARDS.iter().map(|lines| ((*lines).to_owned(), board(lines)));
    let shipped = files("rules", ".toml").into_iter().map(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        (name, crate::tool::rules(&path))
    });
    let sized = own.chain(shipped).flat_map(|(name, rules)| {
        let read = [(1, 1), (2, 3), (8, 8)].map(|(width, height)| Size { width, height });
        let sizes = rules.board.size.map_or(read.to_vec(), |size| vec![size]);
        sizes.into_iter().map(move |size| (name.clone(), rules.clone(), size))
    });
    sized.collect()
}

/// Looks at every board, with its graph as it is when nothing wraps.
fn of_all(check: impl Fn(&str, &Geometry, &Graph) + Sync) {
    each(&boards(), |(name, rules, size)| {
        let shape = Shape { wraps: (false, false), ..rules.board.shape.clone() };
        let graph = Graph::of(&shape, *size, &[], false);
        check(name, &Notation::new(rules).geometry(*size), &graph);
    });
}

fn distance(from: Point, to: Point) -> f64 {
    (to.x - from.x).hypot(to.y - from.y)
}

/// The sides of a polygon.
fn sides(outline: &[Point]) -> impl Iterator<Item = [Point; 2]> + '_ {
    (0..outline.len()).map(|at| [outline[at], outline[(at + 1) % outline.len()]])
}

/// How far a point lies within a side, of a polygon whose corners go round clockwise.
fn within([from, to]: [Point; 2], point: Point) -> f64 {
    let across = (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);
    across / distance(from, to)
}

/// Whether a line along a side of one of two convex polygons parts them.
fn parted(one: &CellShape, other: &CellShape) -> bool {
    let parts = |one: &CellShape, other: &CellShape| {
        sides(&one.outline)
            .any(|side| other.outline.iter().all(|point| within(side, *point) < NOTHING))
    };
    parts(one, other) || parts(other, one)
}

/// Every two cells once.
fn pairs(geometry: &Geometry) -> impl Iterator<Item = (&CellShape, &CellShape)> {
    let cells = &geometry.cells;
    (0..cells.len())
        .flat_map(move |at| cells[at + 1..].iter().map(move |other| (&cells[at], other)))
}

/// Whether the board's cells are points of a drawing.
fn drawn(graph: &Graph) -> bool {
    matches!(graph.shape().tiling, Tiling::Drawn(_))
}

/// The layer of a cell.
fn layer(graph: &Graph, cell: Cell) -> u16 {
    graph.file_rank(cell).1 / graph.shape().ranks(graph.size())
}

/// The headings of the compass that lead across a side.
fn across(graph: &Graph) -> &'static [usize] {
    match graph.shape().tiling {
        Tiling::Square => &[0, 2, 4, 6],
        Tiling::Hex => &[1, 2, 3, 5, 6, 7],
        Tiling::Triangular => &[0, 1, 3, 4, 5, 7],
        Tiling::Drawn(_) => &[0, 1, 2, 3, 4, 5, 6, 7],
    }
}

/// Every two cells that one step across a side joins, the lesser first.
fn joined(graph: &Graph) -> BTreeSet<(Cell, Cell)> {
    let steps = |cell: Cell| {
        let next = move |heading: &usize| graph.next(cell, Heading::at(*heading));
        across(graph).iter().filter_map(next).map(move |to| (cell.min(to), cell.max(to)))
    };
    graph.all().flat_map(steps).collect()
}

#[test]
fn every_cell_is_there_once_under_its_name() {
    for (name, rules, size) in boards() {
        let notation = Notation::new(&rules);
        let found: Vec<(Cell, String)> = notation
            .geometry(size)
            .cells
            .into_iter()
            .map(|shape| (shape.cell, shape.name))
            .collect();
        let graph = Graph::still(&rules.board.shape, size);
        let expected: Vec<(Cell, String)> =
            graph.all().map(|cell| (cell, notation.cell_name(cell, size))).collect();
        assert_eq!(found, expected, "{name}");
        let names: BTreeSet<&String> = found.iter().map(|(_, name)| name).collect();
        assert_eq!(names.len(), found.len(), "{name}");
    }
}

#[test]
fn a_circle_fits_into_each_outline() {
    of_all(|name, geometry, graph| {
        let corners = match graph.shape().tiling {
            Tiling::Square => 4,
            Tiling::Hex => 6,
            Tiling::Triangular => 3,
            Tiling::Drawn(_) => 8,
        };
        for shape in &geometry.cells {
            assert_eq!(shape.outline.len(), corners, "{name}");
            for side in sides(&shape.outline) {
                let inside = within(side, shape.centre);
                assert!((inside - 0.5).abs() < NOTHING, "{name}: {} {inside}", shape.name);
                // Clockwise and convex: every corner lies within every side.
                let round = |corner: &Point| within(side, *corner) > -NOTHING;
                assert!(shape.outline.iter().all(round), "{name}: {shape:?}");
            }
        }
    });
}

#[test]
fn no_two_outlines_overlap() {
    of_all(|name, geometry, _| {
        for (one, other) in pairs(geometry) {
            assert!(
                distance(one.centre, other.centre) > 1.0 - NOTHING,
                "{name}: {one:?} {other:?}"
            );
            assert!(parted(one, other), "{name}: {one:?} {other:?}");
        }
    });
}

#[test]
fn a_centre_lies_in_its_own_outline_only() {
    of_all(|name, geometry, _| {
        for shape in &geometry.cells {
            let holds = |other: &&CellShape| {
                sides(&other.outline).all(|side| within(side, shape.centre) > 0.0)
            };
            let holding: Vec<&CellShape> = geometry.cells.iter().filter(holds).collect();
            assert_eq!(holding, [shape], "{name}");
        }
    });
}

#[test]
fn cells_that_share_a_side_are_nearest_and_share_two_corners() {
    of_all(|name, geometry, graph| {
        if drawn(graph) {
            return;
        }
        let joined = joined(graph);
        for (one, other) in pairs(geometry) {
            let near = |corner: &&Point| {
                other.outline.iter().any(|known| distance(*known, **corner) < NOTHING)
            };
            let shared = one.outline.iter().filter(near).count();
            let apart = distance(one.centre, other.centre);
            let pair = format!("{name}: {} {}: {shared} shared, {apart}", one.name, other.name);
            if joined.contains(&(one.cell, other.cell)) {
                assert!(shared == 2 && (apart - 1.0).abs() < NOTHING, "{pair}");
            } else {
                assert!(shared < 2 && apart > 1.1, "{pair}");
            }
        }
    });
}

#[test]
fn the_compass_points_where_it_says() {
    // To the right and downwards, for each heading of the compass.
    let compass = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
    let sign = |number: f64| if number.abs() < NOTHING { 0 } else { number.signum() as i32 };
    of_all(|name, geometry, graph| {
        for shape in &geometry.cells {
            for (heading, expected) in compass.iter().enumerate() {
                let Some(next) = graph.next(shape.cell, Heading::at(heading)) else { continue };
                let next = geometry.cells.iter().find(|other| other.cell == next);
                let to = next.expect("a cell of the board").centre;
                let found = (sign(to.x - shape.centre.x), sign(to.y - shape.centre.y));
                assert_eq!(found, *expected, "{name}: {} on {heading}", shape.name);
            }
        }
    });
}

#[test]
fn outlines_fill_the_box() {
    of_all(|name, geometry, _| {
        let corners = || geometry.cells.iter().flat_map(|shape| &shape.outline);
        let least = |of: fn(&Point) -> f64| corners().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&Point) -> f64| corners().map(of).fold(0.0, f64::max);
        let found = [least(|at| at.x), least(|at| at.y), most(|at| at.x), most(|at| at.y)];
        let expected = [0.0, 0.0, geometry.width, geometry.height];
        let close = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < NOTHING);
        assert!(close, "{name}: {found:?}, not {expected:?}");
    });
}

#[test]
fn layers_lie_side_by_side_with_a_gap() {
    of_all(|name, geometry, graph| {
        for (one, other) in pairs(geometry) {
            let apart = f64::from(layer(graph, other.cell)) - f64::from(layer(graph, one.cell));
            if apart == 0.0 {
                continue;
            }
            let east = |shape: &CellShape| shape.outline.iter().map(|at| at.x).fold(0.0, f64::max);
            let west =
                |shape: &CellShape| shape.outline.iter().map(|at| at.x).fold(f64::MAX, f64::min);
            assert!(west(other) - east(one) > GAP - NOTHING, "{name}: {one:?} {other:?}");
        }
    });
}

#[test]
fn lines_join_the_neighbours_of_a_drawing_once() {
    of_all(|name, geometry, graph| {
        if !drawn(graph) {
            assert!(geometry.lines.is_empty(), "{name}");
            return;
        }
        let at = |point: Point| {
            let cell = geometry.cells.iter().find(|shape| shape.centre == point);
            cell.unwrap_or_else(|| panic!("{name}: a line ends at {point:?}")).cell
        };
        let found: Vec<(Cell, Cell)> =
            geometry.lines.iter().map(|[from, to]| (at(*from), at(*to))).collect();
        let once: BTreeSet<(Cell, Cell)> = found.iter().copied().collect();
        assert_eq!((found.len(), once), (joined(graph).len(), joined(graph)), "{name}");
        for [from, to] in &geometry.lines {
            for shape in geometry.cells.iter().filter(|shape| ![*from, *to].contains(&shape.centre))
            {
                let detour = distance(*from, shape.centre) + distance(shape.centre, *to);
                assert!(detour > distance(*from, *to) + NOTHING, "{name}: through {}", shape.name);
            }
        }
    });
}

#[test]
fn a_drawing_is_as_far_apart_as_its_nearest_outlines_allow() {
    of_all(|name, geometry, graph| {
        if !drawn(graph) || geometry.cells.len() == 1 {
            return;
        }
        // Of two octagons that touch, one grown a little overlaps the other.
        let grown = |shape: &CellShape| {
            let grow = |at: &Point| Point {
                x: shape.centre.x + (at.x - shape.centre.x) * 1.001,
                y: shape.centre.y + (at.y - shape.centre.y) * 1.001,
            };
            CellShape { outline: shape.outline.iter().map(grow).collect(), ..shape.clone() }
        };
        let touching = pairs(geometry).any(|(one, other)| !parted(&grown(one), &grown(other)));
        assert!(touching, "{name}");
    });
}

/// A board's geometry as `interp board` tells it.
fn told(rules: &str, more: &[&str]) -> serde_json::Value {
    let ran = interp(&[&["board", "--rules", rules, "--format", "json"], more].concat(), "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{rules}");
    let record: serde_json::Value = serde_json::from_str(&ran.out).expect("a line of JSON");
    record["geometry"].clone()
}

#[test]
fn json_has_at_most_four_digits_after_the_point() {
    for rules in ["snort", "havannah", "nine_mens_morris"] {
        let told = told(rules, &[]).to_string();
        let numbers = told.split([',', '[', ']', ':', '}']).filter(|part| part.contains('.'));
        let long: Vec<&str> = numbers
            .filter(|number| number.split_once('.').is_some_and(|(_, digits)| digits.len() > 4))
            .collect();
        assert_eq!(long, [""; 0], "{rules}");
    }
}

#[test]
fn rounded_corners_still_meet() {
    // A hexagon with n cells along its sides has 6 n² corners.
    for (rules, cells, corners) in [("havannah", 169, 384), ("snort", 16, 15), ("tictactoe", 9, 16)]
    {
        let told = told(rules, &[]);
        let shapes = told["cells"].as_array().expect("a list");
        let outlines = shapes.iter().filter_map(|shape| shape["outline"].as_array());
        let found: BTreeSet<String> = outlines.flatten().map(ToString::to_string).collect();
        assert_eq!((shapes.len(), found.len()), (cells, corners), "{rules}");
    }
}

/// A number with as many digits as JSON has.
fn short(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// A point to be read.
fn read(point: Point) -> String {
    format!("{},{}", short(point.x), short(point.y))
}

#[test]
fn small_boards_lie_as_reviewed() {
    let _bound = snapshots("geometry");
    for (name, lines) in [
        ("squares", "size = [3, 3]"),
        ("layers", "size = [2, 1, 2]"),
        ("rhombus", "shape = 'hex'\nsize = [2, 2]"),
        ("triangles", "shape = 'triangular'\nform = 'triangle'\nside = 2"),
        ("drawing", "shape = 'drawn'\ndrawing = '''\n  o\n / \\\no---o\n|   |\no---o\n'''"),
    ] {
        let rules = board(lines);
        let size = rules.board.size.expect("a size");
        let geometry = Notation::new(&rules).geometry(size);
        let (width, height) = (short(geometry.width), short(geometry.height));
        let mut page = format!("{lines}\n---\n{width} wide, {height} high\n");
        for CellShape { name, centre, outline, .. } in &geometry.cells {
            let outline: Vec<String> = outline.iter().map(|corner| read(*corner)).collect();
            let _ = writeln!(page, "{name} at {} in {}", read(*centre), outline.join(" "));
        }
        for [from, to] in &geometry.lines {
            let _ = writeln!(page, "line {} to {}", read(*from), read(*to));
        }
        insta::assert_snapshot!(name, page);
    }
}
