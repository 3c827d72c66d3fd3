//! Work shared among threads; without the feature `parallel` one thread does all of it.
//!
//! **Invariant:** results come in the order of the work, whichever thread did it.

/// How many threads work where nobody says otherwise.
pub(crate) fn usual() -> usize {
    #[cfg(feature = "parallel")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    1
}

/// What becomes of each item, on so many threads; on as many as usual if none are named.
pub(crate) fn map<T: Sync, R: Send>(
    threads: Option<usize>,
    items: &[T],
    work: impl Fn(&T) -> R + Sync + Send,
) -> Vec<R> {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        let all = || items.par_iter().map(&work).collect();
        let Some(threads) = threads else {
            return all();
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1));
        if let Ok(pool) = pool.build() {
            return pool.install(all);
        }
    }
    let _ = threads;
    items.iter().map(work).collect()
}

/// What each of so many threads brings, with generous stacks; nothing if there is to be but one.
pub(crate) fn each<R: Send>(threads: usize, work: impl Fn() -> R + Sync) -> Option<Vec<R>> {
    #[cfg(feature = "parallel")]
    if threads > 1 {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = builder.stack_size(STACK).build().ok()?;
        return Some(pool.broadcast(|_| work()));
    }
    let _ = (threads, work);
    None
}

/// Deep play recurses deeply.
#[cfg(feature = "parallel")]
const STACK: usize = 64 << 20;

#[cfg(test)]
mod tests {
    #[test]
    fn results_keep_the_order_of_the_work() {
        let items: Vec<usize> = (0..100).collect();
        for threads in [None, Some(1), Some(4)] {
            let doubled = super::map(threads, &items, |item| 2 * item);
            assert!(doubled.iter().zip(&items).all(|(two, one)| *two == 2 * one));
        }
    }
}
