//! Changes as people write them: one to three lines, each of a sort that is met in many games.

use super::Chance;
use std::collections::BTreeMap;

/// What comes behind every move.
const THEN: &[&str] = &[
    "each WAY (ahead to enemyMORTAL, DEED)?",
    "each WAY (ahead to enemyMORTAL, see (ahead to own), DEED)?",
    "each WAY (ahead to enemyMORTAL, ahead to own, head back, ahead, DEED)?",
    "each WAY (ahead to enemyMORTAL, ahead to enemyMORTAL, see (ahead to own), head back, DEED, ahead, DEED)?",
    "each WAY ((ahead to enemyMORTAL, DEED)+, ahead to own)?",
    "each WAY ((ahead to enemyMORTAL, flip)+, see (ahead to own))?",
    "each WAY (ahead to own KIND, DEED)?",
    "each WAY (ahead to empty and PLACE, put KIND)?",
    "every enemy KIND and PLACE (DEED)?",
    "every own KIND and PLACE and not see (any to own) (lift)?",
    "every enemy and PLACEMORTAL and see (WAY to own) (DEED)?",
    "if (captured), each WAY (ahead to occupiedMORTAL, DEED)? | if (not captured)",
    "if (captured), become KIND | if (not captured)",
    "if (captured and at least 6 own), lift | if (not captured or at most 5 own)",
    "not PLACE",
    "see (any to own)",
    "pick empty and PLACE, put wall",
];

/// A walk of a piece.
const WALK: &[&str] = &[
    "step WAY",
    "step WAY to empty or enemy",
    "step WAY to enemy",
    "step WAY to PLACE",
    "step WAY to empty, step WAY to enemy",
    "slide WAY",
    "slide WAY to empty",
    "slide WAY to enemy",
    "slide WAY, become KIND",
    "step WAY, become KIND",
    "leap (1,2)",
    "leap (0,2) to empty",
    "jump WAY over own to empty",
    "jump WAY over enemy to empty, back, DEED, ahead",
    "jump WAY capturing enemy to empty",
    "jump WAY capturing enemy to empty, again",
    "step WAY to own, swap",
    "step WAY to enemyMORTAL, capture, return",
    "step WAY to enemyMORTAL, push",
    "not PLACE, slide WAY to empty",
    "if (some (own and PLACE)), step WAY",
    "if (no enemy KIND), slide WAY",
    "not see (any to enemy), step WAY",
    "step WAY to empty and not attacked",
];

/// What may not be, and what ends a game.
const STATE: &[&str] = &[
    "some (own KIND and PLACE)",
    "at least 2 (own KIND and PLACE)",
    "at least 4 (own and PLACE)",
    "some (own KIND and see (WAY to own KIND))",
    "no (own KIND and PLACE)",
    "no own KIND",
    "at most 3 own",
    "at least 3 (last and PLACE and not see (any to enemy))",
];

const TURN: &[&str] = &[
    "must = 'captured'",
    "must = 'moved KIND'",
    "pass = 'free'",
    "pass = 'stuck'",
    "again = 'captured'",
    "steps = 2",
    "skip = 'mover stuck'",
];

const WAYS: &[&str] =
    &["any", "orthogonal", "diagonal", "forward", "sideways", "forward diagonal", "(1,2)"];

const PLACES: &[&str] = &["corner", "edge", "centre", "rank 3", "not edge", "files b to c"];

const DEEDS: &[&str] = &["capture", "capture", "lift", "flip", "flip", "become KIND"];

/// Keys and what they are, by which numbers, throws and towers come into a game.
const SORTS: &[&[(&str, &str)]] = &[
    // Coins, which some moves bring and others cost.
    &[
        ("numbers.coins", "'player'"),
        ("pieces.KIND.moves.earn", "'WALK, add 1 coins'"),
        ("pieces.OTHER.moves.pay", "'if (mover coins at least 1), WALK, take 1 coins'"),
    ],
    &[
        ("numbers.coins", "'player'"),
        ("pieces.KIND.moves.earn", "'WALK, add 2 coins | WALK, add 1 coins'"),
        ("actions.buy", "'take 2 coins, pick empty and PLACE, put KIND'"),
        (
            "actions.bribe",
            "'if (other coins at most 3), pick enemy KIND and PLACE, take 1 coins, flip'",
        ),
    ],
    // A number of the turn, whose moves cost something each.
    &[
        ("numbers.spent", "'turn'"),
        ("turn.again", "'spent exactly 1'"),
        ("pieces.KIND.moves.slow", "'WALK, add 2 spent'"),
        ("pieces.OTHER.moves.quick", "'if (spent exactly 0), WALK, add 1 spent'"),
    ],
    // A die before each turn, which tells how far a piece may go.
    &[
        ("chance.luck", "{ roll = 3 }"),
        ("turn.again", "'by luck'"),
        ("turn.pass", "'stuck'"),
        ("pieces.KIND.moves.run", "'take luck as n, (WAY){n}, empty or enemy'"),
        ("pieces.OTHER.moves.lucky", "'if (luck at least 2), WALK, take 1 luck'"),
    ],
    // The same, where all moves use it up.
    &[
        ("chance.luck", "{ roll = { 0 = 1, 1 = 2, 2 = 1 } }"),
        ("turn.pass", "'stuck'"),
        ("pieces.KIND.moves", "'take 1 luck, WALK | take 2 luck, WALK'"),
        ("pieces.OTHER.moves.run", "'take luck as n, (WAY to empty){n}'"),
    ],
    &[
        ("chance.dice", "{ roll = [2, 3], into = ['high', 'low'] }"),
        ("turn.again", "'high at least 1'"),
        ("turn.pass", "'stuck'"),
        ("pieces.KIND.moves.run", "'(take high as n | take low as n), (WAY){n}, empty or enemy'"),
    ],
    // Weather, which nobody chooses.
    &[
        ("numbers.wind", "'player'"),
        ("chance.calm", "2"),
        ("chance.gust", "1"),
        ("actions.calm", "'if (mover wind exactly 0), add 1 wind'"),
        ("actions.gust", "'if (mover wind exactly 0), add 2 wind'"),
        ("turn.again", "'by calm or by gust'"),
        ("pieces.KIND.moves.blown", "'if (mover wind exactly 2), WALK, take 2 wind'"),
        ("pieces.OTHER.moves.calm", "'WALK, take 1 wind'"),
    ],
    // Towers.
    &[("board.stack", "3"), ("pieces.KIND.moves.mount", "'step WAY to own, land on top'")],
    &[
        ("board.stack", "4"),
        ("pieces.KIND.moves.mount", "'step WAY to occupied, land on top'"),
        ("pieces.OTHER.moves.tall", "'height at least 2, WALK'"),
    ],
    // Numbers of cells.
    &[
        ("numbers.heat", "'cell'"),
        ("pieces.KIND.moves.burn", "'step WAY to empty, add 1 heat'"),
        ("actions.cool", "'pick heat at least 1 and not own, take 1 heat'"),
    ],
];

/// A change, which has chance and the names of the file's pieces at hand.
pub struct Likely<'a> {
    pub chance: &'a mut Chance,
    pub kinds: &'a [String],
}

impl Likely<'_> {
    /// A line with a word of their sort in place of those that stand for one.
    fn filled(&mut self, line: &str) -> String {
        let kings = self.kinds.iter().any(|kind| kind == "king");
        let mut line = line.replace("MORTAL", if kings { " and not king" } else { "" });
        let words: [(&str, &[&str]); 4] =
            [("WALK", WALK), ("DEED", DEEDS), ("WAY", WAYS), ("PLACE", PLACES)];
        for (sort, of) in words {
            while line.contains(sort) {
                let word =
                    self.chance.of(of).replace("MORTAL", if kings { " and not king" } else { "" });
                line = line.replacen(sort, &word, 1);
            }
        }
        for sort in ["KIND", "OTHER"] {
            let kind = self.chance.of(self.kinds);
            line = line.replace(sort, kind);
        }
        line
    }

    /// Adds one thing or a few that belong together.
    fn add(&mut self, keys: &mut BTreeMap<String, String>, tables: &mut Vec<String>) {
        let mut key = |key: String, value: String| {
            keys.entry(key).or_insert(value);
        };
        match self.chance.below(12) {
            0..=2 => {
                let then = *self.chance.of(THEN);
                key("turn.then".to_owned(), format!("'{}'", self.filled(then)));
            }
            3..=5 => {
                let (kind, walk) = (self.filled("KIND"), self.filled("WALK"));
                key(format!("pieces.{kind}.moves.extra"), format!("'{walk}'"));
            }
            6 => {
                let state = *self.chance.of(STATE);
                tables.push(format!("[[forbid]]\nwhen = '{}'", self.filled(state)));
            }
            7 => {
                let state = *self.chance.of(STATE);
                tables.push(format!("[[end]]\nwhen = '{}'\nwin = 'last'", self.filled(state)));
            }
            8 => {
                let line = *self.chance.of(TURN);
                let line = self.filled(line);
                let (of, value) = line.split_once(" = ").unwrap_or_default();
                key(format!("turn.{of}"), value.to_owned());
            }
            _ => {
                let sort = *self.chance.of(SORTS);
                let [kind, other] = [(); 2].map(|()| self.filled("KIND"));
                for (of, value) in sort {
                    let named = |text: &str| text.replace("KIND", &kind).replace("OTHER", &other);
                    let value = self.filled(&named(value));
                    key(named(of), value);
                }
            }
        }
    }

    /// The text of a changed file.
    pub fn file(&mut self, base: &str) -> String {
        let (mut keys, mut tables) = (BTreeMap::new(), Vec::new());
        for _ in 0..=self.chance.below(3) {
            self.add(&mut keys, &mut tables);
        }
        if keys.values().any(|value| value.contains("put wall")) {
            keys.insert("pieces.wall.owner".to_owned(), "'none'".to_owned());
            keys.insert("format.cells.'%'".to_owned(), "'wall'".to_owned());
        }
        let mut file = format!("extends = '{base}'\nname = 'changed'\n");
        keys.iter().for_each(|(key, value)| file += &format!("{key} = {value}\n"));
        tables.iter().for_each(|table| file += &format!("{table}\n"));
        file
    }
}
