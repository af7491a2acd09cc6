//! The PATH: union-find over each side's stones, in time linear in the cells.

/// Sides that a group touches: the one that its player comes from.
const NEAR: u8 = 1;
/// The one that he goes to.
const FAR: u8 = 2;

/// Answers every board of the input.
pub fn answer(input: &str) -> String {
    let mut lines = input.lines().filter(|line| !line.is_empty());
    let mut text = String::new();
    let (mut cells, mut groups) = (Vec::new(), Groups::default());
    loop {
        let n: usize = lines.next().and_then(|line| line.parse().ok()).expect("a size");
        if n == 0 {
            return text;
        }
        cells.clear();
        lines.by_ref().take(n).for_each(|line| cells.extend_from_slice(line.as_bytes()));
        let (white, white_can) = groups.asked(&cells, n, b'W');
        let (black, black_can) = if white { (false, false) } else { groups.asked(&cells, n, b'B') };
        text.push_str(match (white, black, white_can, black_can) {
            (true, ..) => "White has a winning path.\n",
            (_, true, ..) => "Black has a winning path.\n",
            (_, _, true, _) => "White can win in one move.\n",
            (.., true) => "Black can win in one move.\n",
            _ => "There is no winning path.\n",
        });
    }
}

#[derive(Default)]
struct Groups {
    parent: Vec<u16>,
    touched: Vec<u8>,
}

impl Groups {
    /// Whether the side has a path, and whether it has one with a stone more.
    fn asked(&mut self, cells: &[u8], n: usize, side: u8) -> (bool, bool) {
        self.parent.clear();
        self.parent.extend(0..cells.len() as u16);
        self.touched.clear();
        for at in 0..cells.len() {
            let along = if side == b'W' { at % n } else { at / n };
            let near = if along == 0 { NEAR } else { 0 };
            self.touched.push(near | if along == n - 1 { FAR } else { 0 });
        }
        for (at, cell) in cells.iter().enumerate() {
            if *cell == side && at % n + 1 < n && cells[at + 1] == side {
                self.join(at, at + 1);
            }
            if *cell == side && at + n < cells.len() && cells[at + n] == side {
                self.join(at, at + n);
            }
        }
        let both = NEAR | FAR;
        let has = (0..cells.len()).any(|at| cells[at] == side && self.touched[at] == both);
        let can =
            (0..cells.len()).any(|at| cells[at] == b'U' && self.around(cells, n, side, at) == both);
        (has, can)
    }

    /// The sides that a stone there would touch, with the groups around it.
    fn around(&mut self, cells: &[u8], n: usize, side: u8, at: usize) -> u8 {
        let next = [
            (!at.is_multiple_of(n)).then(|| at - 1),
            (at % n + 1 < n).then_some(at + 1),
            at.checked_sub(n),
            (at + n < cells.len()).then_some(at + n),
        ];
        let mut touched = self.touched[at];
        for next in next.into_iter().flatten().filter(|next| cells[*next] == side) {
            let root = self.root(next);
            touched |= self.touched[root];
        }
        touched
    }

    fn root(&mut self, mut at: usize) -> usize {
        while usize::from(self.parent[at]) != at {
            self.parent[at] = self.parent[usize::from(self.parent[at])];
            at = usize::from(self.parent[at]);
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[b] = a as u16;
        self.touched[a] |= self.touched[b];
    }
}
