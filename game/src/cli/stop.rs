//! Stopping on Ctrl-C or a signal.

use marchland_game::conquest::bots;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// A flag that a signal sets, for work that polls it. A second signal ends the program at once:
/// it may wait for what nobody can interrupt, such as the reader of a pipe.
///
/// # Errors
/// If the thread cannot be started.
pub(super) fn asked() -> std::io::Result<bots::Stop> {
    let asked = bots::Stop::default();
    let stop = asked.clone();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    std::thread::Builder::new().spawn(move || {
        runtime.block_on(async {
            Stop::listen().asked().await;
            stop.ask();
            Stop::listen().asked().await;
            std::process::exit(130);
        });
    })?;
    Ok(asked)
}

/// Listens for signals from its creation: an earlier signal than the wait is not lost, and
/// does not kill the program.
pub(super) struct Stop {
    #[cfg(unix)]
    signals: Vec<Signal>,
}

impl Stop {
    /// Must be called within a runtime. Signals that cannot be handled end the program as
    /// usual.
    pub(super) fn listen() -> Self {
        #[cfg(unix)]
        {
            let hangup = (!ignores_hangup()).then(SignalKind::hangup);
            let kinds = [SignalKind::interrupt(), SignalKind::terminate()];
            let kinds = kinds.into_iter().chain(hangup);
            let signals = kinds.filter_map(|kind| signal(kind).ok());
            Self {
                signals: signals.collect(),
            }
        }
        #[cfg(not(unix))]
        Self {}
    }

    #[cfg(unix)]
    pub(super) async fn asked(mut self) {
        std::future::poll_fn(|context| {
            let mut signals = self.signals.iter_mut();
            if signals.any(|signal| signal.poll_recv(context).is_ready()) {
                std::task::Poll::Ready(())
            } else {
                std::task::Poll::Pending
            }
        })
        .await;
    }

    #[cfg(not(unix))]
    pub(super) async fn asked(self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// Whether the program was started to outlive its terminal, as with `nohup`.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    // Only unsafe code could ask the system. Other systems than Linux have no such file.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|signals| u64::from_str_radix(signals.trim(), 16).ok());
    // The lowest bit is signal 1.
    ignored.is_some_and(|signals| signals & 1 == 1)
}
