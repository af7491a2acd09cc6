//! Races by dice by hand: the royal game of Ur, and Dice Race on a lane that both share. A roll is a move.

/// A race: the road of each player, cell by cell, as numbers that both share where they meet.
pub struct Race {
    /// By player, from the first cell that a man can stand on.
    pub roads: [Vec<u8>; 2],
    /// What may be thrown, the highest last.
    pub throws: Vec<usize>,
    /// Cells where nobody is sent back, and from where one throws again.
    pub rosettes: Vec<u8>,
    /// Men of each player.
    pub men: usize,
}

/// The royal game of Ur: four cells of one's own, eight shared, two of one's own.
pub fn ur() -> Race {
    let own = |first: u8| (first..first + 4).chain(0..8).chain(first + 4..first + 6).collect();
    Race {
        roads: [own(10), own(20)],
        throws: vec![0, 1, 2, 3, 4],
        rosettes: vec![13, 23, 3, 15, 25],
        men: 7,
    }
}

/// Five cells, run by one player from the left and by the other from the right.
pub fn lane() -> Race {
    let roads = [(0..5).collect(), (0..5).rev().collect()];
    Race { roads, throws: vec![1, 2, 3], rosettes: Vec::new(), men: 2 }
}

/// How a player stands: his men on the road, by the place on it, how many wait, how many are home.
#[derive(Clone)]
struct Side {
    on: Vec<usize>,
    waiting: usize,
    home: usize,
}

/// How many sequences of so many moves there are, throws included.
pub fn perft(race: &Race, depth: u32) -> u64 {
    let side = || Side { on: Vec::new(), waiting: race.men, home: 0 };
    thrown(race, &[side(), side()], 0, depth)
}

fn thrown(race: &Race, sides: &[Side; 2], me: usize, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if sides.iter().any(|side| side.home == race.men) {
        return 0;
    }
    let after = |throw: &usize| match throw {
        0 => thrown(race, sides, 1 - me, depth - 1),
        throw => moved(race, sides, me, *throw, depth - 1),
    };
    race.throws.iter().map(after).sum()
}

fn moved(race: &Race, sides: &[Side; 2], me: usize, throw: usize, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let road = &race.roads[me];
    let mut sum = 0;
    let mut any = false;
    // A man that waits stands before the first cell.
    let men = sides[me].on.iter().map(|at| Some(*at));
    let men = men.chain((sides[me].waiting > 0).then_some(None));
    for man in men {
        let to = man.map_or(throw - 1, |at| at + throw);
        let mut next = sides.clone();
        match man {
            Some(at) => next[me].on.retain(|other| *other != at),
            None => next[me].waiting -= 1,
        }
        let mut again = false;
        if to == road.len() {
            next[me].home += 1;
        } else if to < road.len() && !sides[me].on.contains(&to) {
            let cell = road[to];
            let theirs = |at: &usize| race.roads[1 - me][*at] == cell;
            if let Some(met) = sides[1 - me].on.iter().copied().find(theirs) {
                if race.rosettes.contains(&cell) {
                    continue;
                }
                next[1 - me].on.retain(|other| *other != met);
                next[1 - me].waiting += 1;
            }
            again = race.rosettes.contains(&cell);
            next[me].on.push(to);
        } else {
            continue;
        }
        any = true;
        sum += thrown(race, &next, if again { me } else { 1 - me }, depth - 1);
    }
    match any {
        true => sum,
        // A pass.
        false => thrown(race, sides, 1 - me, depth - 1),
    }
}
