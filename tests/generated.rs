//! The compiled evaluator says what the reference evaluator says: on rule files made at random out of
//! the language's words.

use crate::chance::board;
use crate::recorded::{Answering, Asked, Digest, Recorded};
use crate::tool::{Chance, each};
use crate::worth::{assert_expected, assert_line, expected, judged};
use interp::eval::search::Bound;
use interp::eval::solve::{Solved, solve};
use interp::position::Size;
use interp::rules::{Cells, Drawing, Outline, Rules, Shape, Tiling};
use interp::source::Source;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Whether the cases are the same as in every run.
pub fn usual() -> bool {
    ["PROPTEST_RNG_SEED", "PROPTEST_CASES"].iter().all(|name| std::env::var_os(name).is_none())
}

/// The same cases in every run, unless `PROPTEST_RNG_SEED` says otherwise.
pub fn config(cases: u32) -> ProptestConfig {
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(20);
    }
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    config
}

fn join(parts: Vec<String>, between: &str) -> String {
    parts.join(between)
}

/// Directions that a walk may turn to.
fn directions() -> impl Strategy<Value = String> {
    let words: &'static [&'static str] = &[
        "orthogonal",
        "diagonal",
        "any",
        "forward",
        "backward",
        "sideways",
        "forward diagonal",
        "backward diagonal",
        "sideways diagonal",
        "north",
        "southwest",
        "forward or diagonal",
        "(1,2)",
        "forward (1,2)",
        "(2,2)",
        "(0,3)",
        "ahead",
        "back",
        "left",
        "right",
        "outward diagonal",
        "outward any",
        "left (1,2)",
        "back diagonal",
        "right outward any",
        "left forward (1,2)",
        "east or (1,3)",
        "sideways any",
        "transposed",
        "round",
        "trail or round",
    ];
    select(words).prop_map(str::to_owned)
}

/// Tests of a cell.
fn test() -> impl Strategy<Value = String> {
    let words: &'static [&'static str] = &[
        "empty",
        "occupied",
        "piece",
        "own",
        "enemy",
        "horse",
        "own baron",
        "enemy horse",
        "rock",
        "red",
        "blue horse",
        "edge",
        "corner",
        "centre",
        "last rank",
        "first 2 ranks",
        "rank 2",
        "file b",
        "c3",
        "camp",
        "attacked",
        "west edge",
        "second last rank",
        "unmoved",
        "marked fresh",
        "marked burnt",
        "dark",
        "files b to c",
        "safe",
        "see (ahead to own)",
        "see (slide diagonal to enemy)",
        "unless (any to marked fresh)",
        "see at most 2 any (ahead to occupied)",
        "unless at least 1 back or left ((ahead)+, own)",
        "taken",
        "not taken",
        "visited",
        "not visited",
        "see ((orthogonal to own)*, orthogonal to empty)",
        "unless ((any to enemy)+, ahead to own)",
        "near(own)",
        "near(enemy horse or rock)",
        "some c of corners (c)",
        "exactly 1 c of corners (c)",
        "soldier",
        "own soldier",
        "in row",
        "own and in row",
        "enemy and not in row",
        "seeds at least 1",
        "seeds 1 to 2",
        "own and seeds exactly 0",
        "nest",
        "odd files or even ranks",
        "distance any to enemy at most 2",
        "distance orthogonal over empty to own at least 2",
        "distance forward or (1,2) over (not own) to edge 1 to 3",
        "not distance round to marked fresh exactly 2",
        "height at least 2",
        "height 1 to 2",
        "own and height exactly 1",
        "under (enemy)",
        "bottom (own or rock)",
        "tower (enemy horse)",
        "ALLY",
        "own or ALLY",
        "ALLY horse",
        "not ALLY",
    ];
    let leaf = prop_oneof![
        4 => select(&["empty", "enemy", "own", "occupied"][..]).prop_map(str::to_owned),
        3 => select(words).prop_map(str::to_owned),
    ];
    let place =
        select(&["not edge", "not camp", "first 2 ranks", "not attacked", "not rank 2"][..]);
    prop_oneof![
        4 => leaf.clone(),
        1 => (leaf.clone(), place).prop_map(|(a, b)| format!("({a} and {b})")),
        1 => (leaf.clone(), leaf.clone()).prop_map(|(a, b)| format!("({a} or {b})")),
        1 => (leaf.clone(), leaf).prop_map(|(a, b)| format!("not ({a} and {b})")),
    ]
}

/// A shift of the cursor, with where it may arrive.
fn shift() -> impl Strategy<Value = String> {
    let arrival = prop_oneof![
        1 => Just(String::new()),
        2 => test().prop_map(|test| format!(" to {test}")),
    ];
    let range = select(&["", "", " {1,2}", " {2}", " {2,}"][..]);
    let over = prop_oneof![
        Just(String::new()),
        test().prop_map(|test| format!(" over {test}")),
        test().prop_map(|test| format!(" capturing {test}")),
        test().prop_map(|test| format!(" tucking {test}")),
    ];
    let shift = prop_oneof![
        directions(),
        directions().prop_map(|dirs| format!("step {dirs}")),
        (directions(), range).prop_map(|(dirs, range)| format!("slide {dirs}{range}")),
        (directions(), over).prop_map(|(dirs, over)| format!("jump {dirs}{over}")),
    ];
    (shift, arrival).prop_map(|(shift, arrival)| shift + &arrival)
}

/// A part of a walk.
fn part() -> impl Strategy<Value = String> {
    let acts: &'static [&'static str] = &[
        "capture",
        "lift",
        "lift as it",
        "lift as it, any to empty, put it",
        "lift as it, ahead to empty, put it, lift as load, return, put load",
        "flip",
        "push",
        "head outward any, push",
        "land",
        "put horse",
        "put rock",
        "become baron",
        "become horse or baron",
        "become soldier",
        "put soldier",
        "pass(ahead, own)",
        "pass(left or right, empty or enemy)",
        "around",
        "any c of corners (ahead to c | ahead to empty)",
        "as here",
        "go here",
        "go there",
        "as there",
        "return",
        "mark fresh",
        "mark burnt",
        "unmark unmoved",
        "drop horse",
        "drop baron or horse",
        "if (captured)",
        "turn first 2 ranks and files a to b left",
        "turn ranks 1 to 3 and files a to c right",
        "if (mover holds horse or no enemy)",
        "if (at most 3 (own) and not (tally at least 2))",
        "take seeds",
        "take 1 seeds",
        "add 2 seeds",
        "add 1 store",
        "add 1 red store",
        "take 1 blue store as fee, add fee store",
        "take 1 store as fee, add fee seeds",
        "take seeds as hold, (ahead, add 1 seeds){hold}",
        "while (ahead to empty)",
        "(pick enemy and edge and not visited, flip | pick own and not visited and corner, mark burnt)*",
        "(pick occupied and corner, lift)+",
        "(pick empty and corner, put horse){2,}",
        "(pick enemy and corner, flip)*",
        "(take 1 seeds, add 1 store)+",
        "while (seeds at least 1, take 1 seeds, any to seeds at least 1)",
        "if (mover store at least 1)",
        "add 1 luck",
        "take luck as fee, (ahead){fee}",
        "take 1 seeds as fee, take store as hold, hold at most fee",
        "take seeds as fee, (fee 2 to 3 | fee at most 1, any to seeds at least fee)",
        "take blue store as fee, add fee store",
        "go b2",
        "as here, go b2, (capture | empty, put rock), go here",
        "if (luck exactly 0)",
        "if (luck at most mover store)",
        "note distance any to enemy as fee, (ahead){fee}",
        "note distance orthogonal over empty to camp as fee, see (pick own and distance any to corner at most fee)",
        "put slab",
        "put slab to not edge",
        "drop slab to empty and safe",
        "any to empty, put bar",
        "land on top",
        "put horse on top",
        "put rock on top",
        "drop horse on top",
        "lift as it, any to occupied, put it on top",
        "tuck",
        "ahead to enemy, tuck",
        "carry 1",
        "carry some",
        "carry some as many, (ahead){many}, land on top",
        "(ahead){height}",
        "leave 1",
        "leave some",
        "leave all",
        "capture all",
        "lift all",
        "capture bottom",
        "lift bottom",
        "while (height at least 3, lift bottom)",
        "give",
        "make rock",
        "make horse or baron",
    ];
    let leaf = prop_oneof![
        6 => shift(),
        2 => test(),
        2 => select(acts).prop_map(str::to_owned),
        1 => test().prop_map(|test| format!("pick {test}")),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        let walk = prop::collection::vec(inner, 1..3).prop_map(|parts| join(parts, ", "));
        let count = select(&["", "*", "+", "?", "{2}", "{1,2}"][..]);
        prop_oneof![
            (directions(), walk.clone(), count)
                .prop_map(|(dirs, walk, count)| format!("({dirs}, {walk}){count}")),
            (walk.clone(), walk.clone()).prop_map(|(a, b)| format!("({a} | {b})")),
            (directions(), walk.clone(), select(&["", "?"][..]))
                .prop_map(|(dirs, walk, maybe)| format!("each {dirs} ({walk}){maybe}")),
            (test(), walk.clone(), select(&["", "?"][..]))
                .prop_map(|(test, walk, maybe)| format!("every {test} ({walk}){maybe}")),
            (directions(), test(), select(&["*", "+"][..]), directions(), test()).prop_map(
                |(dirs, over, count, to, end)| format!("({dirs} to {over}){count}, {to} to {end}")
            ),
            (directions(), test(), walk.clone())
                .prop_map(|(dirs, test, walk)| format!("head {dirs}, ({walk}){{along {test}}}")),
            walk.clone().prop_map(|walk| format!("see ({walk})")),
            (
                select(&["see at least 2", "unless some", "see exactly 1", "see no"][..]),
                directions(),
                walk.clone()
            )
                .prop_map(|(many, dirs, walk)| format!("{many} {dirs} ({walk})")),
            walk.prop_map(|walk| format!("unless ({walk})")),
        ]
    })
}

/// A piece's pattern.
fn pattern() -> impl Strategy<Value = String> {
    let ending = select(&["", "", "", ", land", ", again"][..]);
    let walk =
        (shift(), prop::collection::vec(part(), 0..3), ending).prop_map(|(first, rest, ending)| {
            let mut parts = vec![first];
            parts.extend(rest);
            join(parts, ", ") + ending
        });
    let usual = select(
        &[
            "step any",
            "slide orthogonal",
            "slide diagonal",
            "leap (1,2)",
            "slide (1,2)",
            "jump diagonal capturing enemy to empty, again",
            "step forward to empty",
            "jump any capturing enemy to empty, again | step any to empty",
            "step forward diagonal to enemy",
            "slide any to empty, land, slide any to empty, put rock",
            "slide orthogonal to piece, (ahead to empty)*, ahead to enemy",
            "head any, (not enemy, ahead){along occupied}, not own",
            "slide any to enemy, capture, slide ahead to empty, again | step any to empty",
            "step orthogonal to empty, step outward diagonal",
            "head left or right or ahead, jump ahead capturing enemy to empty, again",
            "head any, ahead to empty and not visited, land, (ahead to enemy, capture)+, return, (again | return)",
            "head orthogonal, ahead to own, ahead to enemy, push, land",
            "pass(any, enemy)",
            "carry 1 to 3, head orthogonal, (ahead to not rock, leave 1 to 2)*, ahead to not rock, land on top",
            "jump any tucking enemy and not taken to empty, again | step any to empty",
            "step any to own, land on top | step any to enemy",
            "pass(orthogonal, enemy), again | around, land",
            "as home, any to occupied, lift as it, land, go home, put it",
            "as home, any to own, lift as it, orthogonal to enemy, lift as load, go home, (ahead to empty, put it | ahead to empty, put load), land",
        ][..],
    );
    prop_oneof![
        1 => usual.prop_map(str::to_owned),
        3 => prop::collection::vec(walk, 1..3).prop_map(|walks| join(walks, " | ")),
    ]
}

/// An action's pattern.
fn action() -> impl Strategy<Value = String> {
    let usual = select(
        &[
            "put horse",
            "put horse, each any ((ahead to enemy, flip)+, ahead to own)",
            "put baron, each orthogonal (ahead to enemy, capture)?",
            "put rock",
            "put slab",
            "put bar to not camp, each any (ahead to enemy, flip)?",
            "drop slab or horse to empty",
            "put horse, each any (ahead to occupied, push)?",
            "drop horse",
            "drop horse or baron, mark fresh",
            "take seeds as hold, (round, add 1 seeds){hold}, while (seeds 2 to 3, take seeds as prey, add prey store, back)",
            "take seeds as hold, (trail to not marked old | round to seeds at most hold){hold}, put rock",
        ][..],
    );
    let rest = prop_oneof![
        usual.prop_map(str::to_owned),
        prop::collection::vec(part(), 1..4).prop_map(|parts| join(parts, ", ")),
    ];
    let picked = (test(), rest).prop_map(|(test, rest)| format!("pick {test}, {rest}"));
    // Some need no cell.
    let nowhere = select(
        &[
            "if (mover store at most 1), add 1 store",
            "every own horse (ahead to empty, put rock)?",
            "(pick own horse and not visited and not camp, make rock)+",
            "(pick enemy and edge, capture)*, if (no rock), add 1 store",
            "if (no enemy), every rock (lift), pick empty, put horse",
            "take 1 store | pick empty, add 1 seeds",
            "if (some (own horse))",
            "go b2, empty, put horse",
            "every own horse (as here)?, go here, any to empty, put rock",
        ][..],
    );
    prop_oneof![5 => picked, 1 => nowhere.prop_map(str::to_owned)]
}

/// Moves that are drawn, and throws.
fn drawn() -> impl Strategy<Value = String> {
    select(
        &[
            "",
            "",
            "",
            "",
            "go = 1",
            "take = 3\ngo = 2",
            "drop = 2",
            "drop = 2\ntake = 1",
            "luck = { roll = { 0 = 1, 1 = 2 } }",
            "luck = { roll = [2, 2], when = 'busy' }\ntake = 1",
            "dice = { roll = [2, 3], into = ['luck', 'fate'] }",
        ][..],
    )
    .prop_map(|drawn| if drawn.is_empty() { String::new() } else { format!("[chance]\n{drawn}\n") })
}

/// A fact about a position. `ahead` allows those that look at moves to come, which cost the most.
fn condition(ahead: bool) -> impl Strategy<Value = String> {
    let who = select(&["mover", "other", "ALLY", "last", "red", "blue"][..]);
    let facts: &[&str] = &[
        "stuck",
        "attacked",
        "row",
        "across",
        "whole",
        "round",
        "near",
        "part(camp)",
        "can row in 1",
        "can across in 1",
        "can near in 1",
        "can win in 1",
    ];
    let fact = select(if ahead { facts } else { &facts[1..8] });
    let many = select(&["no", "some", "at least 3", "at most 2", "exactly 1"][..]);
    let kept = select(
        &[
            "mover to move",
            "other holds horse",
            "mover holds at least 2 horse",
            "tally at least 3",
            "mover turns exactly 2",
            "busy",
            "full(camp)",
            "every c of corners (no (own and c) or full(c))",
            "at most 1 c of corners (some (own and c))",
            "repeated 2",
            "board repeated 2",
            "repeated 2 within 3",
            "board repeated 2 within 1",
            "mover points at least 3",
            "mover herds at least 3",
            "other herds exactly 2",
            "mover leads herds",
            "mover store at least 2",
            "blue store exactly 0",
            "mover store at least other store",
            "mover points at most last herds",
            "last turns exactly tally",
            "blue points exactly 2",
            "other leads points",
            "step at least 2",
            "step exactly 1",
            "board unchanged",
            "ALLY leads points",
            "no ALLY",
        ][..],
    );
    let leaf = prop_oneof![
        4 => (who, fact).prop_map(|(who, fact)| format!("{who} {fact}")),
        2 => (many, test()).prop_map(|(many, test)| format!("{many} ({test})")),
        1 => kept.prop_map(str::to_owned),
    ];
    prop_oneof![
        4 => leaf.clone(),
        1 => (leaf.clone(), leaf.clone()).prop_map(|(a, b)| format!("({a} and {b})")),
        1 => (leaf.clone(), leaf.clone()).prop_map(|(a, b)| format!("({a} or {b})")),
        1 => leaf.prop_map(|a| format!("not ({a})")),
    ]
}

/// The file for three players, two of whom are a team; or, unless they are, without what asks for a team-mate.
fn teamed(teams: Teams, text: String) -> String {
    let third = [
        ("order = ['red', 'blue']\nfacing", "order = ['red', 'blue', 'grey']\nfacing"),
        ("blue = 'edge and not c3' }", "blue = 'edge and not c3', grey = 'file a' }"),
        ("blue = ['c1 b2', 'a3 b3 c3'] }", "blue = ['c1 b2', 'a3 b3 c3'], grey = 'b1 b2' }"),
        (
            "connect.blue = ['north edge', 'south edge']\n",
            "connect.blue = ['north edge', 'south edge']\nconnect.grey = ['west edge', 'south edge']\n",
        ),
    ];
    let together = ("facing", "teams = { warm = ['red', 'grey'], cold = ['blue'] }\nfacing");
    let apart = [
        ("own or ALLY", "own"),
        ("no ALLY", "no own"),
        ("not ALLY", "not own"),
        ("ALLY horse", "own horse"),
        ("ALLY ", "other "),
        ("ALLY", "own"),
    ];
    let replaced = |text: String, words: &[(&str, &str)]| {
        words.iter().fold(text, |text, (from, to)| text.replace(from, to))
    };
    match teams {
        Teams::Two => replaced(text, &apart),
        Teams::Three => replaced(replaced(text, &third), &apart),
        Teams::Pair => replaced(replaced(text, &third), &[together, ("ALLY", "ally")]),
    }
}

/// Who plays with whom.
#[derive(Clone, Copy, Debug)]
enum Teams {
    /// Two against each other.
    Two,
    /// Three, each alone.
    Three,
    /// Two against a third one.
    Pair,
}

/// The text as it is, or, where cells carry no towers, without what has to do with them.
fn alone(stack: bool, text: String) -> String {
    if stack {
        return text;
    }
    let words = [
        ("carry some as many, (ahead){many}, ", ""),
        ("carry 1 to 3, ", ""),
        ("(ahead to not rock, leave 1 to 2)*", "(ahead to empty)*"),
        ("carry some", "ahead"),
        ("carry 1", "ahead"),
        ("leave some", "flip"),
        ("leave all", "flip"),
        ("leave 1", "flip"),
        ("capture all", "capture"),
        ("lift all", "lift"),
        ("capture bottom", "capture"),
        ("lift bottom", "lift"),
        ("tucking", "capturing"),
        ("tuck", "capture"),
        (" on top", ""),
        ("{height}", "{2}"),
        ("while (height at least 3, lift)", "lift"),
        ("height at least 2", "occupied"),
        ("height 1 to 2", "occupied"),
        ("height exactly 1", "occupied"),
        ("under (enemy)", "enemy"),
        ("bottom (own or rock)", "own"),
        ("tower (enemy horse)", "enemy horse"),
    ];
    words.into_iter().fold(text, |text, (word, other)| text.replace(word, other))
}

/// A whole rule file, which the loader may still refuse.
pub fn rule_file() -> impl Strategy<Value = String> {
    let royal = any::<bool>();
    let promote = select(
        &[
            "",
            "promote = { to = ['baron'], at = 'last rank' }",
            "promote = { to = ['baron', 'horse'], at = 'last rank or centre' }",
            "promote = { to = ['baron'], at = 'last 2 ranks', from = 'camp', optional = true, forced = 'last rank' }",
            "promote = { to = ['baron', 'scout'], at = 'last rank', limit = { baron = 1 } }",
            "promote = { to = ['baron', 'scout'], at = 'edge', when = 'landing' }",
        ][..],
    );
    let turn = select(
        &[
            "",
            "must = 'take'",
            "routes = 'differ'",
            "must = 'go'\nroutes = 'differ'",
            "must = 'captured or by drop'",
            "captures = 'end'",
            "captures = 'end'\nprefer = ['most captured', 'captured horse first']\nmust = 'captured'",
            "captures = 'end'\nprefer = [{ horse = 2, baron = 3 }, 'moved baron']\nroutes = 'differ'",
            "prefer = ['captured baron first', 'most captured rock', 'some (own baron)']",
            "captures = 'end'\nthen = 'each any (ahead to taken, mark burnt)?'",
            "pass = 'stuck'",
            "pass = 'free'\nmust = 'moved (horse or baron)'",
            "then = 'if (captured), each any (ahead to enemy, lift)? | if (not captured)'",
            "routes = 'differ'\nthen = 'if (captured), lift, each any (ahead to enemy, lift)? | if (not captured)'",
            "routes = 'differ'\nthen = 'if (captured), mark burnt, lift | if (not captured)'",
            "then = 'every enemy and unless ((orthogonal to enemy)*, orthogonal to empty) (capture)?'",
            "then = 'mark burnt | unless (see (any to empty))'\npass = 'stuck'",
        ][..],
    );
    let order = select(
        &[
            "",
            "",
            "",
            "order = ['blue', 'red', 'red', 'blue']\n",
            "steps = 3\nover = 'captured'\n",
            "again = 'captured'\n",
            "again = 'by drop or some (last and corner)'\nskip = 'mover stuck'\n",
            "order = ['red', 'red', 'blue']\nsteps = 2\nskip = 'no own'\n",
        ][..],
    );
    let hands =
        select(&["[hands]\n", "[hands]\ncaptures = true\n", "[hands]\ncaptures = 'owner'\n"][..]);
    let actions = prop::option::of(action()).prop_map(|action| {
        action.map_or(String::new(), |action| format!("[actions]\ndrop = '{action}'\n"))
    });
    let exactly = select(&["", "exactly = true\n"][..]);
    let herds = select(
        &[
            "each = 1",
            "each = -0.5, least = 2",
            "largest = 1",
            "largest = 2, product = true, count = 'occupied'",
            "touching = 'empty', less = 2, least = 3",
            "touching = { 'enemy' = 1, 'edge' = 0.5 }, count = { 'own' = 2 }",
            "largest = 3, count = 'marked fresh or safe', touching = 'see (ahead to own)'",
        ][..],
    );
    let goals = (directions(), test(), directions(), 2..4, (exactly, herds));
    let ends = prop::collection::vec(
        (
            condition(false),
            select(
                &[
                    "win = 'mover'",
                    "win = 'last'",
                    "win = 'blue'",
                    "win = 'other'",
                    "win = 'most points'",
                    "win = 'least points'",
                    "win = 'most herds'",
                    "draw = true",
                ][..],
            ),
        ),
        0..3,
    );
    let forbids = prop::collection::vec(condition(false), 0..2);
    let verdicts = prop::collection::vec(condition(true), 1..3);
    let pieces = (pattern(), pattern(), pattern(), royal, promote);
    let towers = select(&[false, false, true][..]);
    let turn = (order, turn).prop_map(|(order, turn)| format!("{order}{turn}"));
    let teams = select(&[Teams::Two, Teams::Two, Teams::Two, Teams::Three, Teams::Pair][..]);
    let turn = (turn, hands, drawn(), towers, teams);
    (pieces, turn, actions, goals, ends, forbids, verdicts).prop_map(
        |((go, take, baron, royal, promote), (turn, hands, drawn, stack, teams), actions, goals, ends, forbids, verdicts)| {
            let (along, of, by, line, (exactly, herds)) = goals;
            // A line cannot rest on lines.
            let worth = of.clone();
            let of = of.replace("in row", "own");
            // Where captures are gone at once, nothing is `taken`, unless it is tucked.
            let at_once = !turn.contains("captures") && !stack;
            let [go, take, baron, actions] = [go, take, baron, actions].map(|text| match at_once {
                true => text.replace("taken", "occupied"),
                false => text,
            });
            // Without a throw there is no luck.
            let lucky = drawn.contains("luck");
            let [go, take, baron, actions] = [go, take, baron, actions].map(|text| match lucky {
                true => text,
                false => text.replace("if (luck", "if (mover store").replace("luck", "store"),
            });
            let [go, take, baron, actions, of, worth] =
                [go, take, baron, actions, of, worth].map(|text| alone(stack, text));
            let (ends, forbids, verdicts) = (
                ends.into_iter().map(|(when, result)| (alone(stack, when), result)).collect::<Vec<_>>(),
                forbids.into_iter().map(|when| alone(stack, when)).collect::<Vec<_>>(),
                verdicts.into_iter().map(|when| alone(stack, when)).collect::<Vec<_>>(),
            );
            let (towers, heights) = match stack {
                true => ("stack = 5\n", ", height = 'own'"),
                false => ("", ""),
            };
            let mut file = format!(
                "[board]\nsize = 'read'\n{towers}[players]\norder = ['red', 'blue']\n\
                 facing = {{ red = 'north', blue = 'south' }}\n\
                 [regions]\ncamp = 'first 2 ranks and not corner or centre'\nsafe = 'not attacked'\n\
                 nest = {{ red = 'first rank', blue = 'edge and not c3' }}\n\
                 \"near(who)\" = 'see (any to who)'\n\
                 [marks]\nfresh = 'ply'\nburnt = 'turn'\nold = 'ever'\n\
                 [numbers]\nseeds = 'cell'\nstore = 'player'\n\
                 [directions]\nround = 'a1 b1 c1 c2 c3 b3 a3 a2 a1'\n\
                 trail = {{ red = 'a1 b2 c3', blue = ['c1 b2', 'a3 b3 c3'] }}\n\
                 [counters.tally]\nup = 'captured'\nreset = 'moved baron or not other attacked'\n\
                 [counters.turns]\neach = true\nstart = 1\n\
                 [facts]\nbusy = 'tally at least 1 or last turns at most 3'\n\"full(b)\" = 'no (empty and b)'\n\
                 [kinds]\nsoldier = ['horse', 'baron']\n\
                 [lists]\ncorners = ['west edge', 'corner or centre']\n\
                 [walks]\n\"pass(way, what)\" = 'way to what, as here, (ahead to what){{0,1}}, go here, ahead to empty'\n\
                 around = 'as here, any to occupied, (left to empty | right to empty), see (go here, own)'\n{hands}\
                 [pieces.scout]\nmoves = 'as here, as there, step any to empty'\n\
                 [pieces.horse]\nmoves.go = '{go}'\nmoves.take = '{take}'\n{promote}\n\
                 [pieces.baron]\nmoves = '{baron}'\nroyal = {royal}\n\
                 [pieces.rock]\nowner = 'none'\n[pieces.slab]\nshape = 'xx/x.'\n\
                 [pieces.bar]\nowner = 'none'\nshape = {{ cells = 'xx', turned = false }}\n{actions}{drawn}[turn]\n{turn}\n\
                 [goals]\n\"part(b)\" = {{ line = 2, of = 'own and b' }}\n\
                 [goals.row]\nline = {line}\nalong = '{along}'\nof = '{of}'\nlimit = {{ rock = 1 }}\n{exactly}\
                 [scores.points]\nbonus = {{ blue = 2.5 }}\n\
                 sum = {{ store = true, seeds = 'own or camp'{heights} }}\n\
                 count = {{ 'own' = 1, '{worth}' = 1.5, 'corner' = -1 }}\n\
                 [scores.herds]\ngroups = {{ of = '{of}', by = '{by}', {herds} }}\n\
                 bonus = {{ red = 1 }}\n\
                 [goals.whole]\ntogether = true\nby = '{by}'\nof = '{of}'\n\
                 [goals.round]\nring = true\nacross = '{by}'\nof = 'own or {of}'\n\
                 [goals.near]\nconnect = ['west edge', 'north edge', 'corner', 'centre']\n\
                 least = {line}\nof = '{of}'\n\
                 [goals.across]\nconnect.red = ['west edge', 'east edge']\n\
                 connect.blue = ['north edge', 'south edge']\nby = '{by}'\nof = 'own or rock'\n"
            );
            for (when, result) in ends {
                file += &format!("[[end]]\nwhen = '{when}'\n{result}\n");
            }
            for when in forbids {
                file += &format!("[[forbid]]\nwhen = '{when}'\n");
            }
            for (at, when) in verdicts.iter().enumerate() {
                file += &format!("[[verdict]]\nsay = '{at}'\nwhen = '{when}'\n");
            }
            let file = file + "[[verdict]]\nsay = 'nothing'\n\
                    [format]\ncase = \"{size}\\n{board}\"\nturn = 'fewest'\nanswer = '{verdict}'\n\
                    [format.cells]\n'.' = 'empty'\n'#' = 'rock'\nh = 'red horse'\n\
                    H = 'blue horse'\ns = 'red scout'\nb = 'red baron'\nB = 'blue baron'\n";
            teamed(teams, file)
        },
    )
}

fn load(text: &str) -> Result<Rules, Vec<String>> {
    interp::rules::load(&Source::new("made.toml", text))
        .map_err(|faults| faults.into_iter().map(|fault| fault.message).collect())
}

/// A picture of a board.
fn drawing() -> Drawing {
    let lines = ["o---o-o", "|\\ /| |", "| X +-o", "|/ \\|", "o---o"];
    Drawing {
        lines: lines.iter().map(|line| line.chars().collect()).collect(),
        files: vec![0, 4, 6],
        ranks: vec![4, 2, 0],
    }
}

/// Boards of other shapes than the one that the rules are written for.
fn shapes() -> Vec<(Shape, Size)> {
    let plain = Shape::default();
    let hexagons = |outline| Shape { tiling: Tiling::Hex, outline, ..Shape::default() };
    let triangles = |outline| Shape { tiling: Tiling::Triangular, outline, ..Shape::default() };
    let holes = Some(Cells::Either(vec![Cells::At(1, 1), Cells::Corners, Cells::At(3, 2)]));
    let size = |width, height| Size { width, height };
    // Small, for a walk that wanders goes every way there is.
    vec![
        (Shape { wraps: (true, false), ..plain.clone() }, size(4, 3)),
        (Shape { wraps: (true, true), ..plain.clone() }, size(3, 3)),
        (Shape { layers: 2, ..plain.clone() }, size(2, 4)),
        (Shape { holes, ..plain }, size(4, 4)),
        (hexagons(Outline::Whole), size(4, 3)),
        (hexagons(Outline::Triangle(4)), size(4, 4)),
        (hexagons(Outline::Hexagon(2)), size(3, 3)),
        (hexagons(Outline::Star(2)), size(5, 5)),
        (triangles(Outline::Whole), size(4, 2)),
        (triangles(Outline::Triangle(3)), size(5, 3)),
        (triangles(Outline::Hexagon(1)), size(3, 2)),
        (Shape { tiling: Tiling::Drawn(drawing()), ..Shape::default() }, size(3, 3)),
    ]
}

/// Asks about random games on boards of the usual shape and of another.
fn agree(asked: &Asked, rules: &Rules, seed: u64) {
    let mut chance = Chance::new(seed);
    for (side, filled) in [(3, 40), (4, 40), (5, 20)] {
        let size = Size { width: side, height: side };
        let by = asked.answering(rules, size);
        for _ in 0..2 {
            let position = board(rules, size, filled, &mut chance);
            asked.game(&by, position, 3, &mut chance);
        }
    }
    let (shape, size) = chance.of(&shapes()).clone();
    let mut elsewhere = rules.clone();
    elsewhere.board.shape = shape;
    let by = asked.answering(&elsewhere, size);
    let position = board(&elsewhere, size, 30, &mut chance);
    if let Answering::Both(pair) = &by {
        pair.assert_moves(&position);
    }
    for filled in [20, 40] {
        let position = board(&elsewhere, size, filled, &mut chance);
        asked.game(&by, position, 3, &mut chance);
    }
}

/// Makes rule files until so many were accepted, and holds both evaluators to each other on each.
#[test]
fn both_evaluators_agree_on_rules_made_at_random() {
    let recorded = Recorded::open("generated", "made");
    let (accepted, teamed, rounds) =
        (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let refused = Mutex::new(BTreeMap::<String, usize>::new());
    // Every thread makes the same rule files, and looks at its own part of them.
    each(&[0, 1, 2, 3], |part| {
        let mut runner = proptest::test_runner::TestRunner::new(config(1200));
        let strategy = (rule_file(), any::<u64>().no_shrink());
        let ran = runner.run(&strategy, |(file, seed)| {
            if seed % 4 != *part {
                return Ok(());
            }
            let rules = match load(&file) {
                Ok(rules) => rules,
                Err(faults) => {
                    let words = |fault: &String| fault.split('`').step_by(2).collect::<String>();
                    let why = faults.first().map_or(String::new(), words);
                    *refused.lock().expect("no run has failed").entry(why).or_default() += 1;
                    return Ok(());
                }
            };
            accepted.fetch_add(1, Ordering::Relaxed);
            teamed.fetch_add(usize::from(rules.has_teams()), Ordering::Relaxed);
            let repeats = [
                "(pick enemy and edge and not visited,",
                "(pick occupied and corner, lift)+",
                "(pick empty and corner, put horse){2,}",
                "(pick enemy and corner, flip)*",
                "(take 1 seeds, add 1 store)+",
                "not camp, make rock)+",
            ];
            let repeats = repeats.iter().any(|repeat| file.contains(repeat));
            rounds.fetch_add(usize::from(repeats), Ordering::Relaxed);
            let key = format!("{:016x}", Digest::of(&format!("{file}{seed}")));
            recorded.hold(&key, |asked| agree(asked, &rules, seed));
            Ok(())
        });
        if let Err(fault) = ran {
            panic!("{fault}");
        }
    });
    // Other rule files than usual are not written down.
    if usual() {
        recorded.finish();
    }
    let accepted = accepted.into_inner();
    assert!(accepted > 300, "only {accepted} were accepted; refused were {refused:#?}");
    let (teamed, rounds) = (teamed.into_inner(), rounds.into_inner());
    assert!(
        teamed > 30 && rounds > 15,
        "{teamed} have teams, {rounds} repeats that use something up"
    );
}

/// The file with a prohibition of boards that have been there, and with players passed over who cannot move: who that is rests on the
/// whole game before.
fn remembering(file: &str) -> String {
    let file = match file.contains("\nskip = ") {
        true => file.to_owned(),
        false => file.replace("[turn]\n", "[turn]\nskip = 'mover stuck'\n"),
    };
    file.replace(
        "[[verdict]]\nsay = '0'",
        "[[forbid]]\nwhen = 'board repeated 2'\n[[verdict]]\nsay = '0'",
    )
}

/// A position that is read has no setup to be compared with: all that a game knows of its past is in its history.
#[test]
fn random_games_of_rules_made_at_random_are_those_that_are_walked() {
    let (played, long) = (AtomicUsize::new(0), AtomicUsize::new(0));
    each(&[0, 1, 2, 3], |part| {
        let mut runner = proptest::test_runner::TestRunner::new(config(400));
        let ran = runner.run(&(rule_file(), any::<u64>().no_shrink()), |(file, seed)| {
            let file = if seed / 4 % 2 == 0 { remembering(&file) } else { file };
            let rules = match load(&file) {
                Ok(rules) if seed % 4 == *part => rules,
                _ => return Ok(()),
            };
            let size = Size { width: 3, height: 3 };
            let program = interp::program::Program::compile(&rules, size);
            let mut evaluator = interp::eval::Evaluator::new(&program);
            let mut chance = Chance::new(seed);
            for number in 0..6 {
                let position = board(&rules, size, 40, &mut chance);
                let dice = || interp::eval::playout::Chance::of_game(seed, number);
                let (mut sets, mut walks) = (dice(), dice());
                let plies = 30;
                let told = evaluator.playout(&position, &mut sets, plies);
                // What walks lists moves where sets need not, and may come to a limit.
                let Ok(walked) = evaluator.replay(&position, &mut walks, plies, |_| {}) else {
                    continue;
                };
                assert_eq!(told, Ok(walked), "{position:?}\n{file}");
                assert_eq!(sets.number(), walks.number(), "{position:?}\n{file}");
                played.fetch_add(1, Ordering::Relaxed);
                long.fetch_add(usize::from(walked.plies > 5), Ordering::Relaxed);
            }
            Ok(())
        });
        if let Err(fault) = ran {
            panic!("{fault}");
        }
    });
    let (played, long) = (played.into_inner(), long.into_inner());
    assert!(played > 400 && long > 60, "{played} games, {long} of them long");
}

#[test]
fn positions_of_rules_made_at_random_are_worth_what_the_reference_evaluator_finds() {
    let judged_worths = std::cell::RefCell::new([0; 3]);
    let judged_chances = std::cell::RefCell::new(0);
    let mut runner = proptest::test_runner::TestRunner::new(config(400));
    let ran = runner.run(&(rule_file(), any::<u64>()), |(file, seed)| {
        let Ok(rules) = load(&file) else { return Ok(()) };
        // Two play, or two teams, and these without chance.
        let sides = rules.teams().count() == 2 && (rules.chance.is_empty() || !rules.has_teams());
        if !rules.past().is_empty() || !sides {
            return Ok(());
        }
        let size = Size { width: 3, height: 3 };
        let program = interp::program::Program::compile(&rules, size);
        let mut evaluator = interp::eval::Evaluator::new(&program);
        let mut chance = Chance::new(seed);
        for filled in [20, 40, 60] {
            let position = board(&rules, size, filled, &mut chance);
            let Some(worth) = judged(&rules, &position) else { continue };
            let drawn = !rules.chance.is_empty();
            let expected = if drawn { expected(&rules, &position) } else { None };
            for plies in [false, true] {
                let bound = Bound { nodes: Some(100_000), ..Bound::default() };
                let solved = solve(&mut evaluator, &position, bound, plies, &mut |_| {});
                if drawn {
                    let Some(worth) = expected else { continue };
                    assert_expected(worth, &position, solved.as_ref().ok(), &file);
                    *judged_chances.borrow_mut() += 1;
                    continue;
                }
                let Ok(Solved::Decided(solution)) = solved else {
                    panic!("{solved:?}\n{position:?}\n{file}")
                };
                let team = rules.team(position.turn);
                let found = solution.winner.map_or(0, |winner| if winner == team { 1 } else { -1 });
                assert_eq!(found, worth, "plies: {plies}\n{position:?}\n{file}");
                assert_line(&rules, &position, &solution, &file);
            }
            judged_worths.borrow_mut()[(worth + 1) as usize] += 1;
        }
        Ok(())
    });
    if let Err(fault) = ran {
        panic!("{fault}");
    }
    assert!(judged_chances.into_inner() > 20, "few games were judged in which moves are drawn");
    let [lost, open, won] = judged_worths.into_inner();
    assert!(lost > 5 && open > 20 && won > 5, "{lost} were lost, {open} open, {won} won");
}
