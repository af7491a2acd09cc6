//! Where a piece may go by a shape.

use crate::program::{Set, Shape};

/// The cells that a shape leads to, whatever may stand there, over pieces of which only these will do.
#[inline]
pub(super) fn targets<S: Set>(shape: &Shape<S>, from: usize, occupied: S, hurdles: S) -> S {
    let mut found = shape.leaps[from];
    if shape.has[0] {
        found |= sweep(shape.rays.from(from), occupied);
    }
    if shape.has[1] {
        for (between, to) in &shape.lame[from] {
            if (*between & occupied).is_none() {
                found |= *to;
            }
        }
    }
    if shape.has[2] {
        found |= beyond(shape.hops.from(from), occupied, occupied & !hurdles, occupied);
    }
    if shape.has[3] {
        found |= beyond(shape.vaults.from(from), occupied, occupied & !hurdles, S::ALL);
    }
    found
}

/// Along each line up to the first piece, that included.
#[inline]
fn sweep<S: Set>((up, down): (&[S], &[S]), occupied: S) -> S {
    let mut found = S::NONE;
    for ray in up {
        found |= *ray & (*ray & occupied).up_to_lowest();
    }
    for ray in down {
        found |= *ray & (*ray & occupied).highest_and_on();
    }
    found
}

/// Along each line from behind the first piece, unless that is one of the `walls`, up to the first of the `stops` there, that
/// included.
#[inline]
fn beyond<S: Set>((up, down): (&[S], &[S]), occupied: S, walls: S, stops: S) -> S {
    let mut found = S::NONE;
    for ray in up {
        let near = (*ray & occupied).up_to_lowest();
        let rest = *ray & !near;
        if (*ray & near & walls).is_none() {
            found |= rest & (rest & stops).up_to_lowest();
        }
    }
    for ray in down {
        let near = (*ray & occupied).highest_and_on();
        let rest = *ray & !near;
        if (*ray & near & walls).is_none() {
            found |= rest & (rest & stops).highest_and_on();
        }
    }
    found
}
