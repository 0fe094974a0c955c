//! Time on the processor, since the machine may be shared.

use std::time::Duration;

/// Time this thread has spent on a processor.
#[cfg(unix)]
fn now() -> Duration {
    use rustix::time::{ClockId, clock_gettime};

    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Time that has passed, where the system does not tell more.
#[cfg(not(unix))]
fn now() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// The least time of some rounds, in seconds.
pub(crate) fn best<T>(rounds: usize, mut work: impl FnMut() -> T) -> f64 {
    let mut best = Duration::MAX;
    for _ in 0..rounds {
        let before = now();
        drop(std::hint::black_box(work()));
        best = best.min(now().saturating_sub(before));
    }
    best.as_secs_f64()
}

pub(crate) struct Contender<'a> {
    name: String,
    run: Box<dyn FnMut() + 'a>,
    best: Duration,
}

impl<'a> Contender<'a> {
    /// Runs `work` once a round, and drops what it returns.
    pub(crate) fn new<T: 'a>(name: &str, mut work: impl FnMut() -> T + 'a) -> Self {
        Self {
            name: name.to_owned(),
            run: Box::new(move || drop(std::hint::black_box(work()))),
            best: Duration::MAX,
        }
    }
}

/// Runs all contenders in turn, several rounds, and prints the least time of
/// each and its ratio to the first, the yardstick.
pub(crate) fn race(title: &str, rounds: usize, mut contenders: Vec<Contender<'_>>) {
    for _ in 0..rounds {
        for contender in &mut contenders {
            let before = now();
            (contender.run)();
            contender.best = contender.best.min(now().saturating_sub(before));
        }
    }
    println!("\n{title}");
    let yardstick = contenders[0].best.as_secs_f64();
    for Contender { name, best, .. } in &contenders {
        let time = best.as_secs_f64();
        println!(
            "  {:9.3} ms  {:8.3} ×  {name}",
            time * 1e3,
            time / yardstick
        );
    }
}

/// The most memory this process has held, in MiB, where the system tells.
pub(crate) fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024.0)
}
