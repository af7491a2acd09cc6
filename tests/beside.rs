//! Games beside plain programs that know nothing of this one: the same moves, position by position, along random games, and the
//! same counts.

use crate::oracle::castles::Field;
use crate::oracle::lions::Table;
use crate::oracle::loops;
use crate::oracle::swarm::Swarm;
use crate::oracle::tiles::Tiles;
use crate::oracle::units::Units;
use crate::oracle::walls::Race;
use crate::tool::{Chance, root};
use interp::eval::Evaluator;
use interp::notation::Notation;
use interp::position::{Position, State};
use interp::program::Program;

/// A plain program of a game whose positions are `P`.
struct Plain<P> {
    /// The positions after each move, each once.
    moves: fn(&P) -> Vec<P>,
    /// A position as the rule file writes it, so many words of it.
    text: fn(&P) -> String,
    words: usize,
}

/// How many games are played, of how many moves at most.
struct Played {
    games: usize,
    plies: usize,
}

impl<P: Clone> Plain<P> {
    /// The words of a text that both programs tell.
    fn told(&self, text: &str) -> String {
        text.split_whitespace().take(self.words).collect::<Vec<_>>().join(" ")
    }

    /// Plays random games of a shipped file and holds that both programs have the same moves all the way.
    fn play(&self, name: &str, from: Option<&str>, start: &P, played: &Played) {
        let rules = crate::tool::rules(&root().join(format!("rules/{name}.toml")));
        let notation = Notation::new(&rules);
        let setup = from.unwrap_or_else(|| &rules.setup.as_ref().expect("a usual start").value);
        let first = notation
            .position(setup)
            .unwrap_or_else(|faults| panic!("{setup}: {faults:?}"))
            .position;
        let program = Program::compile(&rules, first.size);
        let mut evaluator = Evaluator::new(&program);
        let mut chance = Chance::new(played.games as u64);
        let (mut legal, mut tried) = (Vec::new(), 0);
        for _ in 0..played.games {
            let (mut position, mut plain) = (first.clone(), start.clone());
            for _ in 0..played.plies {
                let written = |position: &Position| self.told(&notation.write(position));
                assert_eq!(written(&position), self.told(&(self.text)(&plain)));
                if evaluator.state(&position).expect("not too wide") != State::Ongoing {
                    break;
                }
                evaluator.legal(&position, &mut legal).expect("not too wide");
                let mut after = Vec::new();
                for chosen in &legal {
                    let mut next = position.clone();
                    evaluator.play(&mut next, chosen).expect("not too wide");
                    after.push((written(&next), next));
                }
                let theirs = (self.moves)(&plain);
                let expected: Vec<String> =
                    theirs.iter().map(|next| self.told(&(self.text)(next))).collect();
                let found: Vec<String> = after.iter().map(|(text, _)| text.clone()).collect();
                let only = |some: &[String], others: &[String]| {
                    some.iter().filter(|text| !others.contains(text)).cloned().collect::<Vec<_>>()
                };
                let differ = [only(&found, &expected), only(&expected, &found)];
                assert!(
                    differ.iter().all(Vec::is_empty),
                    "only ours {:?}\nonly theirs {:?}\nafter {}",
                    differ[0],
                    differ[1],
                    notation.write(&position)
                );
                assert_eq!(found.len(), expected.len(), "after {}", notation.write(&position));
                tried += found.len();
                if after.is_empty() {
                    break;
                }
                let (text, next) = after.swap_remove(chance.below(after.len()));
                plain = theirs
                    .into_iter()
                    .find(|next| self.told(&(self.text)(next)) == text)
                    .expect("the same moves");
                position = next;
            }
        }
        assert!(tried > played.games * 50, "{tried} moves");
    }
}

#[test]
fn captures_by_way_of_loops() {
    let plain = Plain::<(loops::Board, u8)> {
        moves: |(board, side)| {
            loops::moves(board, *side).into_iter().map(|next| (next, 3 - side)).collect()
        },
        text: |(board, side)| loops::text(board, *side),
        words: 7,
    };
    plain.play("surakarta", None, &(loops::start(), 1), &Played { games: 30, plies: 100 });
}

#[test]
fn castles_that_are_taken() {
    let plain = Plain::<Field> {
        moves: |field| field.moves().into_iter().collect(),
        text: Field::text,
        words: 18,
    };
    plain.play("camelot", None, &Field::start(), &Played { games: 8, plies: 160 });
}

#[test]
fn walls_that_leave_a_way() {
    let plain = Plain::<Race> {
        moves: |race| race.moves().into_iter().collect(),
        text: Race::text,
        words: 3,
    };
    plain.play("quoridor", None, &Race::start(), &Played { games: 2, plies: 60 });
}

#[test]
fn insects_in_one_hive() {
    let plain = Plain::<Swarm> { moves: Swarm::moves, text: Swarm::text, words: 4 };
    plain.play("hive", None, &Swarm::start(), &Played { games: 6, plies: 80 });
}

/// Where the usual game begins, and positions full of pieces with a lion's power.
const LIONS: [&str; 4] = [
    "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b",
    "4k7/12/2n3+o2r2/3p2g5/12/2b3N2+h2/5+O2p3/3+D2i5/7R4/2B2s2+d3/12/4K3Q3 b",
    "5k6/3+o1g2n3/12/4p2P4/2+H5r3/5N2i3/12/3+d2p2+O2/1b7B2/6g5/2o3O5/4K7 b",
    "2l2k3+L2/1p1P1i2v3/c3n2+O2t1/2S2+D2x3/4E2+p4/2+h6R2/12/1N2g3+o3/3+B2Q2e2/12/1I2A2M4/5K5C b",
];

#[test]
fn lions_that_move_twice() {
    let plain = Plain::<Table> {
        moves: |table| table.moves().into_iter().collect(),
        text: Table::text,
        words: 2,
    };
    for start in LIONS {
        let table = Table::read(start, None);
        plain.play("chu_shogi", Some(start), &table, &Played { games: 4, plies: 60 });
    }
}

/// The counts of shogiops, an independent library, in which each way of moving is a move: what the plain program says is worth.
#[test]
fn lions_are_counted_as_others_count_them() {
    let counts = [
        (LIONS[0], None, 1, 36),
        (LIONS[0], None, 2, 1296),
        ("11k/12/12/12/12/4r7/12/12/9n2/4+o7/12/6B4K b", None, 1, 8),
        ("11k/12/12/12/12/4r7/12/12/9n2/4+o7/12/6B4K b", Some((4, 2)), 1, 7),
        ("12/12/12/12/12/12/5N6/12/12/12/12/12 b", None, 1, 88),
        ("12/12/12/12/12/12/5+H6/12/12/12/12/12 b", None, 1, 41),
        ("12/12/12/12/12/12/5+D6/12/12/12/12/12 b", None, 1, 40),
        ("12/12/12/12/7g4/6n5/5N6/12/12/12/12/12 b", None, 1, 88),
        ("12/12/12/12/4B2l4/4S7/5N6/7n4/12/12/12/12 b", None, 1, 98),
        (
            "lt5s1v1l/a1v1q3s2a/f2gge2kcf+A/2bc+H+Pt2+Po1/mpS1P3bOV1/1VD9/5E6/4+iB1PP1M+L/1+p6R3/A1C1K2R3S/L2XGBG2F2/2F2TT1HD2 b",
            None,
            1,
            171,
        ),
        (
            "lft3ktr2l/a1b1s1dsofcb/mvcgd4v1a/p1rhqgx1e2m/3p1Ph1p3/P3p1ppippp/1ppI3P1P1P/2PP2P1IR2/N3P2QP1PM/MR1H2XGHTVC/AVGTK1DO1B1A/LFCSD2S1EFL w",
            None,
            1,
            93,
        ),
    ];
    for (start, taken, depth, nodes) in counts {
        assert_eq!(Table::read(start, taken).ways(depth), nodes, "{start}");
    }
}

#[test]
fn pieces_of_five_squares() {
    let plain = Plain::<Tiles> { moves: Tiles::moves, text: Tiles::text, words: 2 };
    plain.play("pentominoes", None, &Tiles::of_five(), &Played { games: 3, plies: 12 });
}

#[test]
fn pieces_that_touch_at_corners() {
    let plain = Plain::<Tiles> { moves: Tiles::moves, text: Tiles::text, words: 3 };
    plain.play("blokus_duo", None, &Tiles::of_both(), &Played { games: 2, plies: 44 });
}

#[test]
fn units_that_come_nearer() {
    let plain = Plain::<Units> { moves: Units::moves, text: Units::text, words: 2 };
    plain.play("ayu", None, &Units::start(9), &Played { games: 3, plies: 120 });
}
