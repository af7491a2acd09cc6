//! Each shape of board: how many cells, who borders on whom, what lies on its sides.

use super::drawing::Drawing;
use super::shape::{Outline, Shape, Tiling};
use super::{Cells, DirTerm, Dirs, Facing, Graph, Group};
use crate::index::Heading;
use crate::position::Size;
use crate::syntax::text::Text;

/// The graph of such a board, with the leaps of (1,2) and what exchanges file and rank.
fn graph(tiling: Tiling, outline: Outline, size: Option<(u16, u16)>, layers: u16) -> Graph {
    let grid = Shape::grid(&tiling, outline).map(|(width, height)| (width as u16, height as u16));
    let (width, height) = size.or(grid).expect("a size");
    let shape = Shape { tiling, outline, layers, ..Shape::default() };
    Graph::of(&shape, Size { width, height: height * layers }, &[(1, 2)], true)
}

fn drawn(picture: &str) -> Graph {
    let drawing = Drawing::read(&Text::plain(picture)).expect("a drawing");
    let size = Size { width: drawing.files.len() as u16, height: drawing.ranks.len() as u16 };
    let shape = Shape { tiling: Tiling::Drawn(drawing), ..Shape::default() };
    Graph::of(&shape, size, &[], false)
}

const BEASTS: &str = "
o---o---o
|  /|\\  |
| o-o-o |
|  \\|/  |
o---o---o
";

/// Every shape, with how many cells it has.
fn shapes() -> Vec<(&'static str, Graph, usize)> {
    use Outline::{Hexagon, Star, Triangle, Whole};
    use Tiling::{Hex, Square, Triangular};
    let ring = Shape { wraps: (true, true), ..Shape::default() };
    let ring = Graph::of(&ring, Size { width: 4, height: 3 }, &[(1, 2)], false);
    let tube = Shape { tiling: Hex, wraps: (true, false), ..Shape::default() };
    let tube = Graph::of(&tube, Size { width: 5, height: 3 }, &[(1, 2)], false);
    vec![
        ("a rectangle", graph(Square, Whole, Some((4, 3)), 1), 12),
        ("a ring", ring, 12),
        ("layers", graph(Square, Whole, Some((4, 3)), 2), 24),
        ("a tube of hexagons", tube, 15),
        ("a rhombus", graph(Hex, Whole, Some((4, 3)), 1), 12),
        ("a triangle of hexagons", graph(Hex, Triangle(5), None, 1), 15),
        ("a hexagon", graph(Hex, Hexagon(5), None, 1), 61),
        ("a star", graph(Hex, Star(5), None, 1), 121),
        ("a strip of triangles", graph(Triangular, Whole, Some((5, 3)), 1), 15),
        ("a triangle of triangles", graph(Triangular, Triangle(4), None, 1), 16),
        ("a hexagon of triangles", graph(Triangular, Hexagon(3), None, 1), 54),
        ("a drawing", drawn(BEASTS), 9),
    ]
}

#[test]
fn a_board_has_so_many_cells() {
    for (name, graph, cells) in shapes() {
        assert_eq!(graph.all().count(), cells, "{name}");
    }
}

#[test]
fn every_way_there_has_one_way_back_and_leads_to_a_cell() {
    for (name, graph, _) in shapes() {
        for cell in graph.all() {
            for heading in (0..graph.headings()).map(Heading::at) {
                let Some(next) = graph.next(cell, heading) else { continue };
                assert!(graph.has(next), "{name}: {cell:?} {heading:?}");
                let north = Facing::NORTH;
                let back = Dirs(vec![DirTerm::of(Group::Back)]);
                let back = graph.resolve(&back, north, heading);
                let returned: Vec<_> =
                    back.iter().filter_map(|back| graph.next(next, *back)).collect();
                assert_eq!(returned, [cell], "{name}: from {next:?} against {heading:?}");
            }
        }
    }
}

/// How many neighbours of a group each cell has, as many cells as have so many.
fn degrees(graph: &Graph, group: Group) -> Vec<(usize, usize)> {
    let north = Facing::NORTH;
    let headings = graph.resolve(&Dirs(vec![DirTerm::of(group)]), north, north.heading);
    let mut counts = std::collections::BTreeMap::new();
    for cell in graph.all() {
        let near = headings.iter().filter(|heading| graph.next(cell, **heading).is_some()).count();
        *counts.entry(near).or_insert(0) += 1;
    }
    counts.into_iter().collect()
}

#[test]
fn cells_have_the_neighbours_of_their_shape() {
    let of = |name: &str, group| {
        let shapes = shapes();
        let found = shapes.iter().find(|shape| shape.0 == name).expect("a shape");
        degrees(&found.1, group)
    };
    assert_eq!(of("a ring", Group::Any), [(8, 12)]);
    assert_eq!(of("layers", Group::Orthogonal), [(3, 8), (4, 12), (5, 4)]);
    assert_eq!(of("layers", Group::Any), [(7, 8), (11, 12), (17, 4)]);
    assert_eq!(of("a hexagon", Group::Orthogonal), [(3, 6), (4, 18), (6, 37)]);
    assert_eq!(of("a triangle of hexagons", Group::Orthogonal), [(2, 3), (4, 9), (6, 3)]);
    assert_eq!(of("a star", Group::Orthogonal), [(2, 6), (4, 36), (5, 6), (6, 73)]);
    assert_eq!(of("a triangle of triangles", Group::Orthogonal), [(1, 3), (2, 6), (3, 7)]);
    assert_eq!(of("a hexagon of triangles", Group::Orthogonal), [(2, 18), (3, 36)]);
    assert_eq!(of("a drawing", Group::Orthogonal), [(1, 2), (2, 4), (3, 2), (4, 1)]);
}

#[test]
fn sides_and_corners_are_those_of_the_shape() {
    let north = Facing::NORTH;
    let count = |graph: &Graph, cells: &Cells| {
        graph.all().filter(|cell| graph.contains(cells, *cell, north)).count()
    };
    let sides = |graph: &Graph| -> Vec<usize> {
        graph.shape().sides().iter().map(|side| count(graph, &Cells::Edge(*side))).collect()
    };
    for (name, sides_are, corners, centre) in [
        ("a rectangle", vec![4, 4, 3, 3], 4, 2),
        ("a ring", vec![], 0, 2),
        ("layers", vec![8, 8, 6, 6], 8, 4),
        ("a rhombus", vec![4, 4, 3, 3], 4, 2),
        ("a triangle of hexagons", vec![5, 5, 5], 3, 3),
        ("a hexagon", vec![5, 5, 5, 5, 5, 5], 6, 1),
        ("a star", vec![10, 10, 10, 10, 10, 10], 6, 1),
        ("a triangle of triangles", vec![4, 4, 4], 3, 1),
        ("a hexagon of triangles", vec![3, 3, 3, 3, 3, 3], 0, 6),
        ("a drawing", vec![3, 3, 2, 2], 4, 1),
    ] {
        let shapes = shapes();
        let graph = &shapes.iter().find(|shape| shape.0 == name).expect("a shape").1;
        let found = (sides(graph), count(graph, &Cells::Corners), count(graph, &Cells::Centre));
        assert_eq!(found, (sides_are, corners, centre), "{name}");
    }
}

#[test]
fn a_leap_over_hexagons_goes_a_across_one_side_and_b_across_the_next() {
    let graph = graph(Tiling::Hex, Outline::Hexagon(6), None, 1);
    let north = Facing::NORTH;
    let leap = Dirs(vec![DirTerm::of(Group::Leap(1, 2))]);
    let leaps = graph.resolve(&leap, north, north.heading);
    let middle = graph.cell(5, 5).expect("the middle");
    let there: Vec<_> = leaps.iter().filter_map(|leap| graph.next(middle, *leap)).collect();
    assert_eq!(there.len(), 12);
    // None of them can be reached in a straight line.
    for heading in (0..12).map(Heading::at) {
        let line = std::iter::successors(Some(middle), |cell| graph.next(*cell, heading));
        assert!(line.skip(1).all(|cell| !there.contains(&cell)));
    }
}
