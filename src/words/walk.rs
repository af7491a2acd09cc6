//! Walks as a player would tell them: `one cell diagonally forward, to an enemy's piece`.

use super::pattern::named as name;
use super::{cond, counted, how_much, purse, test};
use crate::rules::{
    Act, Bearing, Cells, DirTerm, Dirs, Group, Node, Rules, Test, Times, Tower, Walk, Who,
};

/// What a piece becomes at the end of a walk, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Becomes {
    /// The kinds that it may become.
    pub kinds: Vec<String>,
    /// Where.
    pub cells: String,
    /// Whether it is enough that the move began there.
    pub either: bool,
    /// Whether it may stay what it is.
    pub optional: bool,
}

/// The alternatives of a walk, each as what is done one after the other.
pub fn ways(rules: &Rules, node: &Node) -> Vec<Vec<String>> {
    match &node.walk {
        Walk::Alt(nodes) => nodes.iter().flat_map(|node| ways(rules, node)).collect(),
        _ => vec![way(rules, node)],
    }
}

/// Whether the walk captures by landing on an enemy's piece.
pub fn captures_by_landing(node: &Node) -> bool {
    let mut nodes = Vec::new();
    flat(node, &mut nodes);
    let lands = |node: &Node| matches!(node.walk, Walk::Act(Act::Land));
    let taken = |pair: &[&Node]| {
        matches!(&pair[0].walk, Walk::Test(of) if may_be_enemy(of)) && lands(pair[1])
    };
    nodes.windows(2).any(taken)
        || nodes.iter().any(|node| match &node.walk {
            Walk::Alt(nodes) => nodes.iter().any(captures_by_landing),
            _ => false,
        })
}

fn may_be_enemy(of: &Test) -> bool {
    match of {
        Test::Owned(Who::Other) => true,
        Test::All(tests) | Test::Any(tests) => tests.iter().any(may_be_enemy),
        _ => false,
    }
}

/// Where the pieces that walk so are promoted.
pub fn becomes(rules: &Rules, node: &Node) -> Option<Becomes> {
    let parts = match &node.walk {
        Walk::Seq(parts) | Walk::Alt(parts) => parts,
        _ => return None,
    };
    if let (Walk::Alt(_), Some(Node { walk: Walk::Seq(first), .. })) = (&node.walk, parts.first())
        && let [here, others @ ..] = first.as_slice()
        && let Some((cells, either)) = place(here)
    {
        let mut told = Becomes { cells: super::cells(cells), either, ..Becomes::default() };
        others.iter().for_each(|node| becoming(rules, node, &mut told));
        if !told.kinds.is_empty() {
            return Some(told);
        }
    }
    parts.iter().find_map(|part| becomes(rules, part))
}

/// The cells that are asked for, and whether those will do where the move began.
fn place(node: &Node) -> Option<(&Cells, bool)> {
    match &node.walk {
        Walk::Test(Test::In(cells)) => Some((cells, false)),
        Walk::Alt(nodes) => match nodes.as_slice() {
            [Node { walk: Walk::Test(Test::In(cells)), .. }, _] => Some((cells, true)),
            _ => None,
        },
        _ => None,
    }
}

fn becoming(rules: &Rules, node: &Node, told: &mut Becomes) {
    match &node.walk {
        Walk::Seq(parts) if parts.is_empty() => told.optional = true,
        Walk::Test(Test::Not(_)) => told.optional = true,
        Walk::Seq(parts) | Walk::Alt(parts) => {
            parts.iter().for_each(|part| becoming(rules, part, told));
        }
        Walk::Act(Act::Become(kind)) => {
            told.kinds.push(rules.kinds[kind.index()].name.value.clone());
        }
        _ => {}
    }
}

/// A walk in words.
fn way(rules: &Rules, node: &Node) -> Vec<String> {
    let mut nodes = Vec::new();
    flat(node, &mut nodes);
    // What becomes of the piece at the end is told once for all of its moves; and where it began, if that asks for it.
    let either = nodes.iter().any(|node| becomes(rules, node).is_some_and(|told| told.either));
    nodes.retain(|node| becomes(rules, node).is_none());
    if let (true, [Node { walk: Walk::As(_), .. }, ..]) = (either, nodes.as_slice()) {
        nodes.remove(0);
    }
    // That the piece lands where its walk ends goes without saying.
    while let [.., Node { walk: Walk::Act(Act::Land) | Walk::Return, .. }] = nodes.as_slice() {
        nodes.pop();
    }
    let mut said: Vec<String> = Vec::new();
    let mut rest = nodes.as_slice();
    // What is asked first is asked of the cell where the piece stands.
    let mut asked = Vec::new();
    while let [Node { walk: Walk::Test(of), .. }, others @ ..] = rest {
        asked.push(test(rules, of));
        rest = others;
    }
    if !asked.is_empty() {
        said.push(format!("only from a cell that is {}", asked.join(" and ")));
    }
    said.extend(told(rules, rest));
    if said.is_empty() {
        said.push(String::from("stays where it is"));
    }
    said
}

/// What is done one after the other.
fn told(rules: &Rules, nodes: &[&Node]) -> Vec<String> {
    let (mut said, mut rest): (Vec<String>, _) = (Vec::new(), nodes);
    let mut from = None;
    while let [first, ..] = rest {
        let (words, taken) = phrase(rules, rest).unwrap_or_else(|| (one(rules, first), 1));
        rest = &rest[taken..];
        match (&first.walk, said.last_mut(), &from) {
            // Where one goes to is told with what is done there.
            (Walk::Go(_) | Walk::Return, ..) if !rest.is_empty() => from = Some(words),
            // What is asked of a cell, and how it is called, belongs to the way there.
            (Walk::Test(_) | Walk::As(_), Some(before), None) => *before += &format!(", {words}"),
            _ => {
                let from = from.take().map_or_else(String::new, |from| format!("{from}, "));
                said.push(from + &words);
            }
        }
    }
    said
}

/// The parts of a walk one after another.
fn flat<'n>(node: &'n Node, nodes: &mut Vec<&'n Node>) {
    match &node.walk {
        Walk::Seq(parts) => parts.iter().for_each(|part| flat(part, nodes)),
        _ => nodes.push(node),
    }
}

/// A phrase that several parts of a walk make together, and how many.
fn phrase(rules: &Rules, nodes: &[&Node]) -> Option<(String, usize)> {
    let walks: Vec<&Walk> = nodes.iter().take(4).map(|node| &node.walk).collect();
    let whither = |rest: &[&Walk]| match rest {
        [Walk::Test(to), ..] => (format!(" to {}", cell(rules, to)), 1),
        _ => (String::new(), 0),
    };
    Some(match walks.as_slice() {
        // To the only one of some cells.
        [Walk::Every { test: of, body, .. }, Walk::Go(to), ..] if body.walk == Walk::As(*to) => {
            (test(rules, of), 2)
        }
        [Walk::Face(to), Walk::Repeat { body, min, max }, rest @ ..] => {
            let over = over(body)?;
            let over = if *over == Test::Empty {
                String::from("empty cells")
            } else {
                format!("cells that are {}", test(rules, over))
            };
            match rest {
                [Walk::Ahead, Walk::Test(end)] if *min == 0 && max.is_none() => (
                    format!(
                        "any number of cells {}, over {over}, to {}",
                        dirs(rules, to),
                        cell(rules, end)
                    ),
                    4,
                ),
                _ => (format!("{} {}, over {over}", cells_of(*min, *max), dirs(rules, to)), 2),
            }
        }
        [Walk::Face(to), Walk::Ahead, rest @ ..] => {
            let (to_cell, taken) = whither(rest);
            let word = if leaps(to) { String::new() } else { String::from("one cell ") };
            (format!("{word}{}{to_cell}", dirs(rules, to)), 2 + taken)
        }
        [Walk::Repeat { body, min, max }, ..] if over(body).is_some() => {
            let over = over(body)?;
            (format!("{} on, each {}", cells_of(*min, *max), test(rules, over)), 1)
        }
        [Walk::Ahead, rest @ ..] => {
            let (to_cell, taken) = whither(rest);
            (format!("one cell on{to_cell}"), 1 + taken)
        }
        [Walk::Act(Act::Lift), Walk::Act(Act::Put(kind)), ..] => {
            (format!("what stands there becomes {}", a(&rules.kinds[kind.index()].name.value)), 2)
        }
        _ => return None,
    })
}

/// What every cell must be of a walk that goes on cell by cell.
fn over(body: &Node) -> Option<&Test> {
    match &body.walk {
        Walk::Seq(parts) => match parts.as_slice() {
            [Node { walk: Walk::Ahead, .. }, Node { walk: Walk::Test(over), .. }] => Some(over),
            _ => None,
        },
        _ => None,
    }
}

fn cells_of(min: u32, max: Option<u32>) -> String {
    match (min, max) {
        (0, None) => String::from("any number of cells"),
        (min, None) => format!("at least {}", counted(min as usize, "cell")),
        (0, Some(max)) => format!("at most {}", counted(max as usize, "cell")),
        (min, Some(max)) if min == max => counted(min as usize, "cell"),
        (min, Some(max)) => format!("{min} to {max} cells"),
    }
}

/// A part of a walk within another, on one line.
fn inner(rules: &Rules, node: &Node) -> String {
    let mut nodes = Vec::new();
    flat(node, &mut nodes);
    told(rules, &nodes).join(", ")
}

/// The alternatives of such a part.
fn ways_within(rules: &Rules, node: &Node) -> Vec<String> {
    match &node.walk {
        Walk::Alt(nodes) => nodes.iter().flat_map(|node| ways_within(rules, node)).collect(),
        _ => vec![inner(rules, node)],
    }
}

/// A single part of a walk.
fn one(rules: &Rules, node: &Node) -> String {
    let inner = |node: &Node| inner(rules, node);
    let group = |node: &Node| {
        let ways = ways_within(rules, node);
        ways.join("; or ")
    };
    match &node.walk {
        Walk::Seq(_) => inner(node),
        Walk::Alt(nodes)
            if nodes
                .iter()
                .any(|node| matches!(&node.walk, Walk::Seq(parts) if parts.is_empty())) =>
        {
            let some: Vec<String> = nodes
                .iter()
                .filter(|node| !matches!(&node.walk, Walk::Seq(parts) if parts.is_empty()))
                .map(inner)
                .collect();
            format!("if wished ({})", some.join("; or "))
        }
        Walk::Alt(_) => format!("either ({})", group(node)),
        Walk::Repeat { body, min: 0, max: Some(1) } => format!("if wished ({})", group(body)),
        Walk::Repeat { body, min, max } => {
            let times = match (min, max) {
                (0, None) => String::from("as often as wished"),
                (min, None) => format!("at least {}", counted(*min as usize, "time")),
                (min, Some(max)) if min == max => counted(*min as usize, "time"),
                (min, Some(max)) => format!("{min} to {max} times"),
            };
            format!("{times} ({})", group(body))
        }
        Walk::Rounds { times, body } => {
            let times = match times {
                Times::Passing(of) => {
                    format!("as often as there are cells on the line that are {}", test(rules, of))
                }
                Times::Held(register) => format!("as often as {} says", name(*register)),
                Times::Height => String::from("as often as pieces stand there"),
            };
            format!("{times} ({})", group(body))
        }
        Walk::While { body } => format!("as long as that can be done ({})", group(body)),
        Walk::Turn { right, .. } => format!(
            "a block of the board is turned {}",
            if *right { "clockwise" } else { "counter-clockwise" }
        ),
        Walk::Face(to) => format!("heading {}", dirs(rules, to)),
        Walk::Ahead => String::from("one cell on"),
        Walk::Test(of) => format!("which is {}", test(rules, of)),
        Walk::Each { dirs: to, body, optional } => {
            let all = if *optional { "" } else { " (somewhere it must)" };
            format!("in each direction, {}, where it can{all} ({})", dirs(rules, to), group(body))
        }
        Walk::Every { test: of, body, optional } => {
            let all = if *optional { "" } else { " (somewhere it must)" };
            format!(
                "from each cell that is {}, where it can{all} ({})",
                test(rules, of),
                group(body)
            )
        }
        Walk::See { body, holds: true } => {
            format!("only if from there one could go ({})", group(body))
        }
        Walk::See { body, holds: false } => {
            format!("unless from there one could go ({})", group(body))
        }
        Walk::Tally { relation, number, dirs: to, body } => {
            format!(
                "only if {relation} {number} of the directions {} lead ({})",
                dirs(rules, to),
                group(body)
            )
        }
        Walk::Pick(of) => format!("on {}", cell(rules, of)),
        Walk::As(register) => format!("call it {}", name(*register)),
        Walk::Go(register) => format!("from {}", name(*register)),
        Walk::Return => String::from("from where the piece stands"),
        Walk::Note(of, register) => {
            format!("call {} how far {} is", name(*register), test(rules, &of.to))
        }
        Walk::When(when) => format!("only if {}", cond(rules, None, when)),
        Walk::Act(act) => does(rules, *act),
    }
}

/// What is done on a cell.
fn does(rules: &Rules, act: Act) -> String {
    let kind = |kind: crate::index::Kind| rules.kinds[kind.index()].name.value.as_str();
    match act {
        Act::Capture => String::from("captures what stands there"),
        Act::Lift => String::from("takes off what stands there"),
        Act::LiftAs(register) => format!("takes up what stands there as {}", name(register)),
        Act::PutBack(register) => format!("puts {} down there", name(register)),
        Act::Put(of) => format!("puts {} there", a(kind(of))),
        Act::Cover(of) => format!("covers that cell with {}", a(kind(of))),
        Act::Drop(of) => format!("puts {} from the hand there", a(kind(of))),
        Act::Mark(mark, on) => {
            let mark = &rules.marks[mark.index()].name.value;
            format!("the cell is {} {mark}", if on { "now" } else { "no longer" })
        }
        Act::Take(of, amount, held) => {
            let number = purse(rules, of);
            let taken = match amount {
                None => format!("takes all {number}"),
                Some(amount) => format!("takes {} {number}", how_much(amount)),
            };
            match held {
                None => taken,
                Some(held) => format!("{taken} as {}", name(held)),
            }
        }
        Act::Add(of, amount) => format!("adds {} {}", how_much(amount), purse(rules, of)),
        Act::Become(of) => format!("becomes {}", a(kind(of))),
        Act::Flip => String::from("turns what stands there over to its own side"),
        Act::Push => String::from("pushes what stands there one cell on"),
        Act::Land => String::from("lands there"),
        Act::Again => String::from("and goes on in the same way as long as it can"),
        Act::Tower(tower) => match tower {
            Tower::LandOnTop => String::from("lands on top of what stands there"),
            Tower::Put(of) => format!("puts {} on top", a(kind(of))),
            Tower::Drop(of) => format!("puts {} from the hand on top", a(kind(of))),
            Tower::Tuck => String::from("takes the top piece there beneath its own"),
            Tower::Give => String::from("gives the piece there to the next player"),
            Tower::Make(of) => format!("makes the top piece there {}", a(kind(of))),
            Tower::TakeAll(_) => String::from("takes the whole tower off"),
            Tower::TakeBottom(_) => String::from("takes the lowest piece off"),
            Tower::Carry(..) => format!("with {}", tower.to_string().trim_start_matches("carry ")),
            Tower::Leave(_) | Tower::PutBack(_) => tower.to_string(),
        },
    }
}

/// A cell that passes, with its article.
fn cell(rules: &Rules, of: &Test) -> String {
    let kind = |kind: &crate::index::Kind| rules.kinds[kind.index()].name.value.as_str();
    match of {
        Test::Empty => String::from("an empty cell"),
        Test::Occupied => String::from("a piece"),
        Test::Owned(Who::Other) => String::from("an enemy's piece"),
        Test::Owned(Who::Ally) => String::from("a team-mate's piece"),
        Test::Owned(Who::Mover) => String::from("a piece of one's own"),
        Test::Is(of) => a(kind(of)),
        Test::All(all) => match all.as_slice() {
            [Test::Owned(Who::Other), Test::Is(of)] => format!("an enemy's {}", kind(of)),
            [Test::Owned(Who::Ally), Test::Is(of)] => format!("a team-mate's {}", kind(of)),
            [Test::Owned(Who::Mover), Test::Is(of)] => format!("{} of one's own", a(kind(of))),
            [Test::Empty, rest @ ..] => {
                let rest: Vec<String> = rest.iter().map(|of| test(rules, of)).collect();
                format!("an empty cell, {}", rest.join(", "))
            }
            _ => format!("a cell that is {}", test(rules, of)),
        },
        Test::Any(any) => {
            let any: Vec<String> = any.iter().map(|of| cell(rules, of)).collect();
            any.join(" or ")
        }
        Test::In(Cells::All) => String::from("any cell"),
        Test::In(set) => format!("a cell {}", super::cells(set)),
        _ => format!("a cell that is {}", test(rules, of)),
    }
}

fn leaps(dirs: &Dirs) -> bool {
    dirs.0.iter().all(|term| matches!(term.group, Group::Leap(..)))
}

/// A word with its article.
pub fn a(word: &str) -> String {
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}

/// Directions in words.
pub fn dirs(rules: &Rules, dirs: &Dirs) -> String {
    let terms: Vec<String> = dirs.0.iter().map(|term| direction(rules, *term)).collect();
    terms.join(" or ")
}

fn direction(rules: &Rules, term: DirTerm) -> String {
    let group = match term.group {
        Group::Orthogonal => String::from("straight"),
        Group::Diagonal => String::from("diagonally"),
        Group::Any if term.side.is_none() && term.bearing.is_none() => {
            String::from("in any direction")
        }
        Group::Any => String::from("in any direction that leads"),
        Group::Compass(to) => format!("to the {}", format!("{to:?}").to_lowercase()),
        Group::Leap(far, across) => match (far.max(across), far.min(across)) {
            (far, 0) => format!("a leap of {}", counted(far.into(), "cell")),
            (far, across) => {
                format!("a leap of {} one way and {across} across", counted(far.into(), "cell"))
            }
        },
        Group::Ahead => String::from("straight on"),
        Group::Back => String::from("back"),
        Group::Left => String::from("to its left"),
        Group::Right => String::from("to its right"),
        Group::Up => String::from("up"),
        Group::Down => String::from("down"),
        Group::Transposed => String::from("to the cell across the diagonal"),
        Group::Track(track) => format!("along {}", rules.tracks[usize::from(track)].name.value),
    };
    let side = |bearing: Bearing| match bearing {
        Bearing::Forward => "forward",
        Bearing::Backward => "backward",
        Bearing::Sideways => "sideways",
        Bearing::Outward => "outward",
        Bearing::Left => "to the left",
        Bearing::Right => "to the right",
        Bearing::Back => "back",
    };
    let ways = [term.bearing, term.side].into_iter().flatten().map(side);
    [group].into_iter().chain(ways.map(String::from)).collect::<Vec<_>>().join(" ")
}
