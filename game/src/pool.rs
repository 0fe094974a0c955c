//! Games side by side.

use rayon::ThreadPoolBuilder;

/// Does parallel work on so many threads; where they cannot be started, on those
/// that there are.
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    match ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}
