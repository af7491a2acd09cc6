//! Directions as sets of eighths: what the letters mean, and how they are said in the pattern language.
//!
//! An eighth is counted clockwise from straight ahead. Of orthogonal steps there are those of even number,
//! of diagonal ones the odd; an oblique leap has all eight, 0 being the narrow one ahead to the right. The
//! tables are those of "Table 2: directional modifiers" of <https://www.gnu.org/software/xboard/Betza.html>.

use super::ast::{Dir, Step};

/// Some of the eight ways, a bit each.
pub(super) type Ways = u8;

/// All eight.
pub(super) const ALL: Ways = 0xff;
/// Straight ahead, right, back, left.
pub(super) const EVEN: Ways = 0b0101_0101;
/// The four between.
pub(super) const ODD: Ways = 0b1010_1010;

/// A set of eighths.
pub(super) const fn set(eighths: &[u8]) -> Ways {
    let (mut ways, mut at) = (0, 0);
    while at < eighths.len() {
        ways |= 1 << eighths[at];
        at += 1;
    }
    ways
}

/// The symmetry of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Along a rank or a file.
    Orthogonal,
    /// As far along the one as along the other.
    Diagonal,
    /// Neither.
    Oblique,
}

/// The symmetry of a step.
pub(super) fn class((short, long): Step) -> Class {
    match short {
        0 => Class::Orthogonal,
        _ if short == long => Class::Diagonal,
        _ => Class::Oblique,
    }
}

/// All ways that a step of that symmetry has.
pub(super) fn every(class: Class) -> Ways {
    match class {
        Class::Orthogonal => EVEN,
        Class::Diagonal => ODD,
        Class::Oblique => ALL,
    }
}

/// What a single letter points at, at its narrowest: among the eighths of an oblique leap.
fn narrow(letter: char) -> Ways {
    match letter {
        'f' => set(&[7, 0]),
        'r' => set(&[1, 2]),
        'b' => set(&[3, 4]),
        'l' => set(&[5, 6]),
        'v' => narrow('f') | narrow('b'),
        _ => narrow('l') | narrow('r'),
    }
}

/// The half of the eighths of an oblique leap that lead to a letter's side.
fn half(letter: char) -> Ways {
    match letter {
        'f' => set(&[6, 7, 0, 1]),
        'r' => set(&[0, 1, 2, 3]),
        'b' => set(&[2, 3, 4, 5]),
        _ => set(&[4, 5, 6, 7]),
    }
}

/// The eighths on a letter's side among those of orthogonal and diagonal steps together.
fn side(letter: char) -> Ways {
    match letter {
        'f' => set(&[7, 0, 1]),
        'r' => set(&[1, 2, 3]),
        'b' => set(&[3, 4, 5]),
        'l' => set(&[5, 6, 7]),
        'v' => side('f') | side('b'),
        _ => side('l') | side('r'),
    }
}

/// What a direction means for a step of that symmetry; `None` if `h` stands where there is no half.
pub(super) fn of(dir: Dir, class: Class) -> Option<Ways> {
    Some(match (class, dir) {
        (Class::Oblique, Dir::One(letter)) => narrow(letter),
        (Class::Oblique, Dir::Two(picks, of)) => half(picks) & narrow(of),
        (Class::Oblique, Dir::Half(letter)) => half(letter),
        (Class::Oblique, Dir::Hand('r')) => EVEN,
        (Class::Oblique, Dir::Hand(_)) => ODD,
        // Each letter is one direction, so that two are both of them.
        (Class::Orthogonal, Dir::One(letter)) => turn(Dir::One(letter))?,
        (Class::Orthogonal, Dir::Two(one, other)) => turn(Dir::One(one))? | turn(Dir::One(other))?,
        (Class::Diagonal, Dir::One(letter)) => side(letter) & ODD,
        (Class::Diagonal, Dir::Two(one, other)) => side(one) & side(other) & ODD,
        (_, Dir::Half(_) | Dir::Hand(_)) => return None,
    })
}

/// What a direction means for a leg that goes on from another: an eighth is a turn.
pub(super) fn turn(dir: Dir) -> Option<Ways> {
    Some(match dir {
        Dir::One('f') => set(&[0]),
        Dir::One('r') => set(&[2]),
        Dir::One('b') => set(&[4]),
        Dir::One('l') => set(&[6]),
        Dir::One('v') => set(&[0, 4]),
        Dir::One(_) => set(&[2, 6]),
        Dir::Two(one, other) => side(one) & side(other),
        Dir::Half(letter) => side(letter),
        Dir::Hand(_) => return None,
    })
}

/// Phrases and what they mean, the larger sets first.
pub(super) type Phrases = Vec<(String, Ways)>;

/// The fewest phrases, one after the other, that say the set and nothing else.
pub(super) fn cover(ways: Ways, phrases: &Phrases) -> Vec<&str> {
    let (mut said, mut left) = (Vec::new(), ways);
    for (phrase, means) in phrases {
        if means & !ways == 0 && means & left != 0 {
            said.push(phrase.as_str());
            left &= !means;
        }
    }
    said
}

/// The group of directions of a step: `orthogonal`, `diagonal`, `(1,2)`.
pub(super) fn group((short, long): Step) -> String {
    match (short, long) {
        (0, 1) => String::from("orthogonal"),
        (1, 1) => String::from("diagonal"),
        _ => format!("({short},{long})"),
    }
}

/// How the directions of a piece's first step are said.
fn phrases(step: Step) -> Phrases {
    let group = group(step);
    let said = |words: &[(&str, Ways)]| -> Phrases {
        let phrase = |(word, ways): &(&str, Ways)| {
            let phrase = match (*word, step) {
                ("", _) => group.clone(),
                (word, (0, 1)) => word.to_owned(),
                (word, _) => format!("{word} {group}"),
            };
            (phrase, *ways)
        };
        words.iter().map(phrase).collect()
    };
    let (front, right, back, left) = match class(step) {
        Class::Orthogonal => (set(&[0]), set(&[2]), set(&[4]), set(&[6])),
        Class::Diagonal => (set(&[7, 1]), set(&[1, 3]), set(&[3, 5]), set(&[5, 7])),
        Class::Oblique => (narrow('f'), narrow('r'), narrow('b'), narrow('l')),
    };
    let mut words = vec![("", every(class(step))), ("forward", front), ("backward", back)];
    if class(step) != Class::Diagonal {
        words.push(("sideways", left | right));
    }
    words.extend([("left", left), ("right", right)]);
    if class(step) == Class::Oblique {
        let sideways = left | right;
        words.push(("forward sideways", half('f') & sideways));
        words.push(("backward sideways", half('b') & sideways));
    }
    if class(step) != Class::Orthogonal {
        words.extend([
            ("left forward", half('l') & front),
            ("right forward", half('r') & front),
            ("left backward", half('l') & back),
            ("right backward", half('r') & back),
        ]);
    }
    if class(step) == Class::Oblique {
        words.extend([
            ("forward left", half('f') & left),
            ("forward right", half('f') & right),
            ("backward left", half('b') & left),
            ("backward right", half('b') & right),
        ]);
    }
    said(&words)
}

/// The directions of a piece's first step: `orthogonal or forward diagonal`, `left forward (1,2)`.
pub(super) fn first(steps: &[(Step, Ways)]) -> String {
    // A step to the next cell in all directions of one side is said in one phrase.
    let whole = [
        ("any", ALL),
        ("forward any", side('f')),
        ("backward any", side('b')),
        ("left any", side('l')),
        ("right any", side('r')),
    ];
    if let [((0, 1), even), ((1, 1), odd)] | [((1, 1), odd), ((0, 1), even)] = steps
        && let Some((phrase, _)) = whole.iter().find(|(_, ways)| *ways == even | odd)
    {
        return String::from(*phrase);
    }
    let all = steps.iter().flat_map(|(step, ways)| {
        let phrases = phrases(*step);
        cover(*ways, &phrases).into_iter().map(str::to_owned).collect::<Vec<_>>()
    });
    all.collect::<Vec<_>>().join(" or ")
}

/// How turns are said where the directions that they lead to are those of `group`, and these are
/// those of the heading (`straight`), the others (`bent`), or both.
pub(super) fn turns(ways: Ways, group: &str, straight: bool, bent: bool) -> Vec<String> {
    let mut phrases: Phrases = Vec::new();
    let own = if straight { EVEN } else { 0 } | if bent { ODD } else { 0 };
    let mut push = |phrase: String, means: Ways| phrases.push((phrase, means & own));
    push(group.to_owned(), ALL);
    if straight {
        for (word, eighth) in [("ahead", 0), ("left", 6), ("right", 2), ("back", 4)] {
            push(word.to_owned(), set(&[eighth]));
        }
    }
    if bent {
        for (word, letter) in [("outward", 'f'), ("left", 'l'), ("right", 'r'), ("back", 'b')] {
            push(format!("{word} {group}"), side(letter));
        }
        for (word, eighth) in
            [("left outward", 7), ("right outward", 1), ("left back", 5), ("right back", 3)]
        {
            push(format!("{word} {group}"), set(&[eighth]));
        }
    }
    // The larger a set, the earlier it is tried; of equals, the shorter phrase.
    phrases.sort_by_key(|(_, means)| std::cmp::Reverse(means.count_ones()));
    cover(ways, &phrases).into_iter().map(str::to_owned).collect()
}
