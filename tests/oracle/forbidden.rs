//! Where a stone may not be put beside others in rows, told from the rules: overlines, two fours, two threes that are
//! real, to any depth.

/// Rows of `b'X'`, `b'O'` and `b'.'`.
pub type Board = Vec<Vec<u8>>;

type Cell = (i32, i32);
const AXES: [Cell; 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

fn at(board: &Board, (r, c): Cell) -> Option<u8> {
    let row = board.get(usize::try_from(r).ok()?)?;
    row.get(usize::try_from(c).ok()?).copied()
}

fn on((r, c): Cell, (dr, dc): Cell, steps: i32) -> Cell {
    (r + dr * steps, c + dc * steps)
}

/// How many stones of the row through a cell lie before it and behind it.
fn row(board: &Board, cell: Cell, axis: Cell) -> (i32, i32) {
    let far = |sign: i32| {
        let mut steps = 0;
        while at(board, on(cell, axis, sign * (steps + 1))) == Some(b'X') {
            steps += 1;
        }
        steps
    };
    (far(1), far(-1))
}

fn length(board: &Board, cell: Cell, axis: Cell) -> i32 {
    let (ahead, back) = row(board, cell, axis);
    ahead + back + 1
}

fn with(board: &Board, (r, c): Cell) -> Board {
    let mut next = board.clone();
    next[r as usize][c as usize] = b'X';
    next
}

/// The empty cells of an axis where one stone more makes exactly five with the one on the cell.
fn fives(board: &Board, cell: Cell, axis: Cell) -> Vec<i32> {
    let makes = |steps: &i32| {
        let there = on(cell, axis, *steps);
        at(board, there) == Some(b'.') && length(&with(board, there), cell, axis) == 5
    };
    (-5..=5).filter(makes).collect()
}

/// Whether the stone stands in four that both ends make five.
fn straight(board: &Board, cell: Cell, axis: Cell) -> bool {
    let (ahead, back) = row(board, cell, axis);
    ahead + back == 3 && fives(board, cell, axis) == [-back - 1, ahead + 1]
}

/// Whether a stone on the empty cell is forbidden.
pub fn forbidden(board: &Board, cell: Cell) -> bool {
    asked(board, cell, &forbidden)
}

/// The same, if it does not matter whether what makes a three four is forbidden itself.
pub fn plainly(board: &Board, cell: Cell) -> bool {
    asked(board, cell, &|_, _| false)
}

fn asked(board: &Board, cell: Cell, barred: &dyn Fn(&Board, Cell) -> bool) -> bool {
    let board = &with(board, cell);
    let lengths = AXES.map(|axis| length(board, cell, axis));
    if lengths.contains(&5) {
        return false;
    }
    if lengths.iter().any(|length| *length > 5) {
        return true;
    }
    let fours = AXES.map(|axis| match straight(board, cell, axis) {
        true => 1,
        false => fives(board, cell, axis).len(),
    });
    let three = |axis: &Cell| {
        // What is a straight four is no three any more.
        !straight(board, cell, *axis)
            && (-4..=4).any(|steps| {
                let there = on(cell, *axis, steps);
                at(board, there) == Some(b'.')
                    && straight(&with(board, there), cell, *axis)
                    && !barred(board, there)
            })
    };
    fours.iter().sum::<usize>() > 1 || AXES.iter().filter(|axis| three(axis)).count() > 1
}
