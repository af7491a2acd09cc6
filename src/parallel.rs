//! The same work for many things at once, on several threads; what comes of it is in their order.

#[cfg(feature = "parallel")]
use rayon::prelude::*;

#[cfg(feature = "parallel")]
/// Parts into which the items are cut at least for each thread, so that items of different length keep all busy.
const PARTS: usize = 8;

/// What `work` makes of each item, with a worker for several of them: the work must not depend on what its worker
/// has done before. Where the machine gives no threads, or the feature `parallel` is off, this one does all.
pub fn map<T: Sync, W, R: Send>(
    threads: usize,
    items: &[T],
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &T) -> R + Sync,
) -> Vec<R> {
    let threads = threads.min(items.len());
    #[cfg(feature = "parallel")]
    if threads > 1
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build()
    {
        let most = items.len().div_ceil(PARTS * threads);
        let items = items.par_iter().with_max_len(most);
        return pool.install(|| items.map_init(&worker, &work).collect());
    }
    let _ = threads;
    let mut worker = worker();
    items.iter().map(|item| work(&mut worker, item)).collect()
}

/// Bytes of stack of a thread: as much as the first one has where it is asked for little.
#[cfg(feature = "parallel")]
const STACK: usize = 8 << 20;

/// Does the work `main` here, and `beside` on so many other threads meanwhile, each told its number, from 1; they are waited for.
/// Where the machine gives no threads, or the feature `parallel` is off, only this one works.
pub fn beside<R>(others: usize, beside: impl Fn(usize) + Sync, main: impl FnOnce() -> R) -> R {
    #[cfg(feature = "parallel")]
    if others > 0 {
        return std::thread::scope(|scope| {
            let beside = &beside;
            for number in 1..=others {
                let builder = std::thread::Builder::new().stack_size(STACK);
                if builder.spawn_scoped(scope, move || beside(number)).is_err() {
                    break;
                }
            }
            main()
        });
    }
    let _ = (others, beside);
    main()
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
                    std::thread::sleep(std::time::Duration::from_micros(100 - item));
                    item * item
                },
            );
            assert_eq!(made, items.iter().map(|item| item * item).collect::<Vec<_>>());
        }
        assert!(map(4, &[] as &[u8], || (), |(), item| *item).is_empty());
    }

    #[test]
    fn what_is_done_beside_is_waited_for() {
        let sum = std::sync::atomic::AtomicUsize::new(0);
        let add = |number| {
            sum.fetch_add(number, std::sync::atomic::Ordering::Relaxed);
        };
        assert_eq!(beside(3, add, || 7), 7);
        assert_eq!(sum.into_inner(), if cfg!(feature = "parallel") { 6 } else { 0 });
    }

    #[test]
    #[should_panic(expected = "the seventh")]
    fn a_panic_is_passed_on() {
        map(2, &[1, 7, 3], || (), |(), item| assert_ne!(*item, 7, "the seventh"));
    }
}
