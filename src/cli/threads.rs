//! The same work for many things at once, on several threads; what comes of it is in their order.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// What `work` makes of each item. Every thread has a worker of its own. Who works next takes the next item,
/// so that items of different length keep all threads busy.
///
/// The work must not depend on what its worker has done before.
pub fn map<T: Sync, W, R: Send>(
    threads: usize,
    items: &[T],
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &T) -> R + Sync,
) -> Vec<R> {
    if threads.min(items.len()) <= 1 {
        let mut worker = worker();
        return items.iter().map(|item| work(&mut worker, item)).collect();
    }
    let next = Mutex::new(items.iter().enumerate());
    let run = || {
        let (mut worker, mut done) = (worker(), Vec::new());
        loop {
            // Nobody panics who holds the lock.
            let taken = next.lock().unwrap_or_else(PoisonError::into_inner).next();
            match taken {
                Some((at, item)) => done.push((at, work(&mut worker, item))),
                None => return done,
            }
        }
    };
    let mut all: Vec<(usize, R)> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(items.len())).map(|_| scope.spawn(run)).collect();
        let mut all = run();
        for other in others {
            // A panic is this thread's as well: there is no answer without the others.
            all.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        all
    });
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, made)| made).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_is_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        for threads in [1, 2, 3, 200] {
            let made = map(
                threads,
                &items,
                || 0,
                |_, item| {
                    // The first ones take longest.
                    thread::sleep(std::time::Duration::from_micros(100 - item));
                    item * item
                },
            );
            assert_eq!(made, items.iter().map(|item| item * item).collect::<Vec<_>>());
        }
        assert!(map(4, &[] as &[u8], || (), |(), item| *item).is_empty());
    }

    #[test]
    #[should_panic(expected = "the seventh")]
    fn a_panic_is_passed_on() {
        map(2, &[1, 7, 3], || (), |(), item| assert_ne!(*item, 7, "the seventh"));
    }
}
