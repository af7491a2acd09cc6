//! What a model says, in words: conditions, tests, cells, walks.

pub mod pattern;
pub mod walk;

use crate::index::{Cell, Kind, Player};
use crate::rules::{
    Aim, Amount, Bearer, Cells, Change, Compass, Cond, Measure, Purse, Reading, Relation,
    Repetition, Rules, Storey, Test, Than, Who,
};

/// The player's name.
pub fn player(rules: &Rules, player: Player) -> &str {
    rules.players.get(player.index()).map_or("nobody", |rule| rule.name.value.as_str())
}

/// A number that a walk changes: `coins`, `other coins`.
fn purse(rules: &Rules, purse: Purse) -> String {
    let name = &rules.numbers[purse.number.index()].name.value;
    match purse.who {
        Who::Other => format!("other {name}"),
        Who::Player(of) => format!("{} {name}", player(rules, of)),
        _ => name.clone(),
    }
}

/// Who is meant, seen from the mover; where he is nobody in particular, by what he is.
pub fn who(rules: &Rules, mover: impl Into<Option<Player>>, who: Who) -> &str {
    let Some(mover) = mover.into() else {
        return match who {
            Who::Mover => "the mover",
            Who::Other if rules.players.len() == 2 => "the other player",
            Who::Other if rules.has_teams() => "a player of another team",
            Who::Other => "another player",
            Who::Ally => "a team-mate",
            Who::Last => "who moved last",
            Who::Player(named) => player(rules, named),
            Who::Nobody => "nobody",
        };
    };
    match who {
        Who::Mover => player(rules, mover),
        Who::Other if rules.players.len() == 2 => player(rules, rules.next(mover)),
        Who::Other if rules.has_teams() => "a player of another team",
        Who::Other => "another player",
        Who::Ally => "a team-mate",
        Who::Last if rules.by_rule() => "who has moved last",
        Who::Last => player(rules, rules.previous(mover)),
        Who::Player(named) => player(rules, named),
        Who::Nobody => "nobody",
    }
}

/// The condition as a clause: `green has no legal move`.
pub fn cond(rules: &Rules, mover: impl Into<Option<Player>>, when: &Cond) -> String {
    let mover = mover.into();
    if let Some(name) = fact(rules, when) {
        return format!("`{name}`");
    }
    parts(rules, mover, when)
}

/// The condition by its parts, even where it has a name.
pub fn parts(rules: &Rules, mover: Option<Player>, when: &Cond) -> String {
    let whom = |whom: &Who| who(rules, mover, *whom);
    match when {
        Cond::All(all) => joined(all.iter().map(|when| cond(rules, mover, when)), " and "),
        Cond::Any(any) => joined(any.iter().map(|when| cond(rules, mover, when)), " or "),
        Cond::Several(parts, relation, number) => {
            let parts = joined(parts.iter().map(|when| cond(rules, mover, when)), "; ");
            format!("{relation} {number} of these hold: {parts}")
        }
        Cond::Not(when) => format!("not: {}", cond(rules, mover, when)),
        Cond::Stuck(who) => format!("{} has no legal move", whom(who)),
        Cond::Attacked(who) => format!("a royal piece of {} is attacked", whom(who)),
        Cond::Has(who, goal) => {
            format!("{} has {}", whom(who), rules.goals[goal.index()].name.value)
        }
        Cond::Can(who, aim, moves) => {
            let aim = match aim {
                Aim::Goal(goal) => {
                    format!("reach {}", rules.goals[goal.index()].name.value)
                }
                Aim::Win => String::from("win"),
                Aim::Fact(fact) => match &rules.facts[fact.index()] {
                    Some(when) => format!("reach that {}", cond(rules, mover, when)),
                    None => String::from("do that"),
                },
            };
            format!("{} can {aim} in {}", whom(who), counted(usize::from(*moves), "move"))
        }
        Cond::Turn(who) => format!("it is the turn of {}", whom(who)),
        Cond::Compare(reading, relation, than) => {
            let than = match than {
                Than::Fixed(number) => number.to_string(),
                Than::Reading(other) => read(rules, mover, other),
            };
            match (reading, relation) {
                (Reading::Hand(who, kind), relation) => {
                    let kind = &rules.kinds[kind.index()].name.value;
                    format!("{} holds {relation} {than} {kind}", whom(who))
                }
                (reading, relation) => {
                    format!("{} is {relation} {than}", read(rules, mover, reading))
                }
            }
        }
        Cond::Leads(who, score) => {
            format!("{} has the most {}", whom(who), rules.scores[score.index()].name.value)
        }
        Cond::Repeated(Repetition { times, board, within }) => {
            let what = if *board { "board" } else { "position" };
            let within = match within {
                Some(plies) => format!(" within {}", counted(usize::from(*plies), "ply")),
                None => String::new(),
            };
            format!("the {what} has been there {times} times{within}")
        }
        Cond::Unchanged => String::from("the board is as it was when the turn began"),
        Cond::Step(relation, number) => format!("the step of the turn is {relation} {number}"),
        Cond::Captured => String::from("something was captured"),
        Cond::By(name) => format!("the move is a {}", rules.move_names[name.index()]),
        Cond::Moved(kinds) => {
            let names = kinds.iter().map(|kind| rules.kinds[kind.index()].name.value.clone());
            format!("the moved piece is {}", joined(names, " or "))
        }
        Cond::Count(of, relation, number) => {
            let of = test(rules, of);
            match (relation, number) {
                (Relation::Equal | Relation::AtMost, 0) | (Relation::Less, 1) => {
                    format!("no cell is {of}")
                }
                (Relation::AtLeast, 1) | (Relation::More, 0) => format!("some cell is {of}"),
                _ => format!("{relation} {number} cells are {of}"),
            }
        }
    }
}

/// The name of the fact that a condition of several parts is.
fn fact<'r>(rules: &'r Rules, when: &Cond) -> Option<&'r str> {
    if !matches!(when, Cond::All(_) | Cond::Any(_) | Cond::Several(..) | Cond::Not(_)) {
        return None;
    }
    let at = rules.facts.iter().position(|fact| fact.as_ref() == Some(when))?;
    rules.fact_names.get(at).map(String::as_str)
}

/// The name of the region that a test of several parts is.
fn region<'r>(rules: &'r Rules, asked: &Test) -> Option<&'r str> {
    let parts = match asked {
        Test::In(set) => {
            matches!(set, Cells::Each(_) | Cells::Both(_) | Cells::Either(_) | Cells::Not(_))
        }
        Test::All(_) | Test::Any(_) | Test::Not(_) => true,
        _ => false,
    };
    let (name, _) = rules.regions.iter().filter(|_| parts).find(|(_, test)| test == asked)?;
    Some(name)
}

/// What happens to a hand, a mark or a counter; none of what happens on a cell.
pub fn change(rules: &Rules, change: Change, name: &dyn Fn(Cell) -> String) -> Option<String> {
    Some(match change {
        // What stands on a tower is told of the whole tower.
        Change::Cell(_) | Change::Beneath(..) => return None,
        Change::Hand(owner, kind, [before, after]) => {
            let (owner, kind) = (player(rules, owner), &rules.kinds[kind.index()].name.value);
            let does = if after > before { "gets" } else { "gives" };
            let vowel = kind.starts_with(['a', 'e', 'i', 'o', 'u']);
            match after.abs_diff(before) {
                1 => format!("{owner}'s hand {does} {} {kind}", if vowel { "an" } else { "a" }),
                number => format!("{owner}'s hand {does} {number} times {kind}"),
            }
        }
        Change::Mark(mark, cell, owner, on) => {
            let (cell, mark) = (name(cell), &rules.marks[mark.index()].name.value);
            let by = owner.map_or_else(String::new, |by| format!(" by {}", player(rules, by)));
            format!("{cell} is {} {mark}{by}", if on { "marked" } else { "no longer marked" })
        }
        Change::Number(number, cell, [_, after]) => {
            format!("{} has {after} {}", name(cell), rules.numbers[number.index()].name.value)
        }
        Change::Store(number, owner, [_, after]) => {
            let number = &rules.numbers[number.index()].name.value;
            match owner {
                Some(owner) => format!("{} has {after} {number}", player(rules, owner)),
                None => format!("{number} is {after}"),
            }
        }
        Change::Counter(counter, owner, [_, after]) => {
            let rule = &rules.counters[counter.index()];
            let (name, again) = (&rule.name.value, if after == rule.start { " again" } else { "" });
            match owner.map(|owner| player(rules, owner)) {
                Some(owner) => format!("{owner}'s count of {name} is {after}{again}"),
                None => format!("the {name} is {after}{again}"),
            }
        }
    })
}

/// What moves must be made where there are any: `a capture`, `a move after which …`; what is drawn left aside.
pub fn must(rules: &Rules, mover: impl Into<Option<Player>>) -> Option<String> {
    let mover = mover.into();
    let must = rules.turn.must.as_ref()?;
    let told = |list: &[Cond]| {
        let chosen = list.iter().filter(|when| !rules.draws(when));
        let list: Vec<String> = chosen.map(|when| required(rules, mover, when)).collect();
        (!list.is_empty()).then(|| list.join(" or "))
    };
    match &must.value {
        when if rules.draws(when) => None,
        Cond::Any(list) if list.iter().any(|when| matches!(when, Cond::By(_))) => told(list),
        when => Some(required(rules, mover, when)),
    }
}

fn required(rules: &Rules, mover: Option<Player>, when: &Cond) -> String {
    match when {
        Cond::Any(list) if list.iter().any(|when| matches!(when, Cond::By(_))) => {
            let list: Vec<String> = list.iter().map(|when| required(rules, mover, when)).collect();
            list.join(" or ")
        }
        Cond::By(name) => format!("a {}", rules.move_names[name.index()]),
        when => format!("a move of which holds: {}", cond(rules, mover, when)),
    }
}

/// By what moves are preferred: `most captures, then by that …`.
pub fn prefer(rules: &Rules, mover: impl Into<Option<Player>>) -> Option<String> {
    let mover = mover.into();
    let kind = |kind: &Kind| rules.kinds[kind.index()].name.value.clone();
    let drawn = |measure: &Measure| matches!(measure, Measure::Holds(when) if rules.draws(when));
    let measures = rules.turn.prefer.iter().map(|measure| &measure.value);
    let measures = measures.filter(|measure| !drawn(measure)).map(|measure| match measure {
        Measure::Worth(kinds) if kinds.len() == rules.kinds.len() && level(kinds) => {
            String::from("most captures")
        }
        Measure::Worth(kinds) if kinds.len() == 1 => {
            format!("most captures of {}", kind(&kinds[0].0))
        }
        Measure::Worth(_) => String::from("what the captures are worth"),
        Measure::First(first) => format!("the earliest capture of {}", kind(first)),
        Measure::Holds(when) => format!("that {}", cond(rules, mover, when)),
    });
    let measures: Vec<String> = measures.collect();
    (!measures.is_empty()).then(|| measures.join(", then by "))
}

fn level(kinds: &[(Kind, u32)]) -> bool {
    kinds.iter().all(|(_, worth)| *worth == kinds[0].1)
}

/// What a test asks of a cell: `empty`, `own warden`.
pub fn test(rules: &Rules, asked: &Test) -> String {
    if let Some(name) = region(rules, asked) {
        return format!("`{name}`");
    }
    parts_of_test(rules, asked)
}

/// The same by its parts, even where it has a name.
pub fn parts_of_test(rules: &Rules, asked: &Test) -> String {
    match asked {
        Test::All(all) => match all.as_slice() {
            [Test::Owned(whose), Test::Is(kind)] => {
                let whose = match whose {
                    Who::Mover => "own",
                    Who::Other => "enemy",
                    Who::Ally => "ally",
                    Who::Last => "last mover's",
                    Who::Player(owner) => player(rules, *owner),
                    Who::Nobody => "neutral",
                };
                format!("{whose} {}", rules.kinds[kind.index()].name.value)
            }
            all => joined(all.iter().map(|asked| test(rules, asked)), " and "),
        },
        Test::Any(any) => joined(any.iter().map(|asked| test(rules, asked)), " or "),
        Test::Not(asked) => format!("not {}", test(rules, asked)),
        Test::Empty => String::from("empty"),
        Test::Occupied => String::from("occupied"),
        Test::Owned(Who::Mover) => String::from("own"),
        Test::Owned(Who::Other) => String::from("enemy"),
        Test::Owned(Who::Ally) => String::from("ally"),
        Test::Owned(Who::Last) => String::from("of the last mover"),
        Test::Owned(Who::Player(owner)) => format!("of {}", player(rules, *owner)),
        Test::Owned(Who::Nobody) => String::from("of nobody"),
        Test::Is(kind) => rules.kinds[kind.index()].name.value.clone(),
        Test::In(set) => cells(set),
        Test::Attacked => String::from("attacked"),
        Test::Taken => String::from("taken"),
        Test::Visited => String::from("visited"),
        Test::Marked(mark) => format!("marked {}", rules.marks[mark.index()].name.value),
        Test::Named(name) => format!("at {}", pattern::named(*name)),
        Test::Number(number, relation, amount) => {
            let amount = how_much(*amount);
            format!("of {relation} {amount} {}", rules.numbers[number.index()].name.value)
        }
        Test::Held(name, relation, amount) => {
            format!("with {} {relation} {}", how_much(Amount::Held(*name)), how_much(*amount))
        }
        Test::Height(relation, amount) => {
            let amount = how_much(*amount);
            format!("of height {relation} {amount}")
        }
        Test::Distance(of, relation, amount) => {
            let amount = how_much(*amount);
            format!("with {} {relation} {amount} away", test(rules, &of.to))
        }
        Test::Within(storey, of) => {
            let of = test(rules, of);
            match storey {
                Storey::Under => format!("over {of}"),
                Storey::Bottom => format!("with {of} at the bottom"),
                Storey::Any => format!("with {of} in the tower"),
            }
        }
        Test::Lies(goal) => format!("in {}", rules.goals[goal.index()].name.value),
        Test::Look { body, holds } => {
            let sees = if *holds { "sees" } else { "does not see" };
            format!("from where one {sees} {}", pattern::walk(rules, body))
        }
    }
}

/// A number that is read.
fn read(rules: &Rules, mover: Option<Player>, reading: &Reading) -> String {
    let of = |name: &str, whose: &Who| format!("{name} of {}", self::who(rules, mover, *whose));
    match reading {
        Reading::Hand(who, kind) => of(&rules.kinds[kind.index()].name.value, who),
        Reading::Counter(who, counter) => match &rules.counters[counter.index()] {
            rule if rule.each => of(&rule.name.value, who),
            rule => rule.name.value.clone(),
        },
        Reading::Number(who, number) => match &rules.numbers[number.index()] {
            rule if rule.of == Bearer::Turn => rule.name.value.clone(),
            rule => of(&rule.name.value, who),
        },
        Reading::Score(who, score) => of(&rules.scores[score.index()].name.value, who),
    }
}

/// A number, or what is told of one that the walk has taken down.
pub fn how_much(amount: Amount) -> String {
    match amount {
        Amount::Fixed(number) => number.to_string(),
        Amount::Held(_) => String::from("what was taken"),
    }
}

/// The letters of a file, as rule files write them: `a` to `z`, `aa`, `ab`…
fn letters(file: u16) -> String {
    let last = char::from(b'a' + (file % 26) as u8);
    match file / 26 {
        0 => String::from(last),
        before => letters(before - 1) + &String::from(last),
    }
}

pub fn cells(set: &Cells) -> String {
    let side = |side: &Compass| format!("{side:?}").to_lowercase();
    match set {
        Cells::All => String::from("anywhere"),
        Cells::Edge(edge) => format!("on the {} edge", side(edge)),
        Cells::Edges => String::from("on an edge"),
        Cells::Corners => String::from("in a corner"),
        Cells::Centre => String::from("in the centre"),
        Cells::RankFrom(n) => format!("on the {} rank", ordinal(*n, "first")),
        Cells::RankTo(0) => String::from("on the last rank"),
        Cells::RankTo(n) => format!("on the {} last rank", ordinal(*n, "last")),
        Cells::Rank(n) => format!("on rank {}", n + 1),
        Cells::File(n) => format!("on file {}", letters(*n)),
        Cells::Layer(n) => format!("on layer {}", n + 1),
        Cells::Files(odd) => format!("on an {} file", if *odd { "odd" } else { "even" }),
        Cells::Ranks(odd) => format!("on an {} rank", if *odd { "odd" } else { "even" }),
        Cells::Dark => String::from("dark"),
        Cells::At(file, rank) => format!("on {}{}", letters(*file), rank + 1),
        Cells::Each(sets) => {
            format!("on each player's own: {}", joined(sets.iter().map(cells), "; "))
        }
        Cells::Both(sets) => joined(sets.iter().map(cells), " and "),
        Cells::Either(sets) => {
            range(sets).unwrap_or_else(|| joined(sets.iter().map(cells), " or "))
        }
        Cells::Not(set) => format!("not {}", cells(set)),
    }
}

/// Several ranks or files side by side, as one says it: `on the last 3 ranks`, `on files c to e`.
fn range(sets: &[Cells]) -> Option<String> {
    let side = |of: fn(&Cells) -> Option<u16>| {
        let numbers: Vec<u16> = sets.iter().map(of).collect::<Option<_>>()?;
        let (first, last) = (*numbers.first()?, *numbers.last()?);
        (first < last && numbers.iter().copied().eq(first..=last)).then_some((first, last))
    };
    let from = |set: &Cells| if let Cells::RankFrom(n) = set { Some(*n) } else { None };
    let to = |set: &Cells| if let Cells::RankTo(n) = set { Some(*n) } else { None };
    let rank = |set: &Cells| if let Cells::Rank(n) = set { Some(*n) } else { None };
    let file = |set: &Cells| if let Cells::File(n) = set { Some(*n) } else { None };
    match (side(from), side(to), side(rank), side(file)) {
        (Some((0, last)), ..) => Some(format!("on the first {} ranks", last + 1)),
        (_, Some((0, last)), ..) => Some(format!("on the last {} ranks", last + 1)),
        (_, _, Some((first, last)), _) => Some(format!("on ranks {} to {}", first + 1, last + 1)),
        (.., Some((first, last))) => {
            Some(format!("on files {} to {}", letters(first), letters(last)))
        }
        _ => None,
    }
}

/// The number, from 0, as the language counts ranks.
fn ordinal(number: u16, first: &str) -> String {
    const WORDS: [&str; 7] = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
    match usize::from(number).checked_sub(1) {
        None => first.to_owned(),
        Some(at) => {
            WORDS.get(at).map_or_else(|| format!("{}th", at + 2), |word| (*word).to_owned())
        }
    }
}

/// `1 move`, `2 moves`.
pub fn counted(number: usize, what: &str) -> String {
    if number == 1 {
        format!("1 {what}")
    } else if what == "ply" {
        format!("{number} plies")
    } else {
        format!("{number} {what}s")
    }
}

/// The words with a word between; those that are themselves joined are put in brackets.
fn joined(words: impl Iterator<Item = String>, with: &str) -> String {
    let words: Vec<String> = words.collect();
    if let [only] = words.as_slice() {
        return only.clone();
    }
    let bracketed = |word: &String| {
        if word.contains(" and ") || word.contains(" or ") {
            format!("({word})")
        } else {
            word.clone()
        }
    };
    words.iter().map(bracketed).collect::<Vec<_>>().join(with)
}
