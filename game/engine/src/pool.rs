//! Thread pools for games.

use rayon::ThreadPoolBuilder;

/// Runs parallel work on this many threads, or on the global pool if they cannot be started.
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    match ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}
