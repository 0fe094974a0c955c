//! The server: tables where games are played, and the sessions of the clients.
//!
//! All but [`net`] is free of sockets and clocks. A [`Session`] turns the
//! bytes of one connection into requests, a [`Table`] answers them, the
//! [`House`] knows all tables. Time is handed in as what passed since some
//! start; lines go out through [`Peer`].

mod console;
mod house;
mod journal;
mod log;
#[cfg(feature = "net")]
pub mod net;
mod news;
mod origin;
mod peer;
mod session;
mod sync;
mod table;

pub use console::ConsoleError;
pub use house::{House, HouseError, HouseOptions, Journals};
pub use journal::{FileJournal, Journal, ResumeError};
pub use log::{Log, complain};
pub use news::{News, Reporter, Seated};
pub use origin::Origin;
pub use peer::{Link, Peer};
pub use session::{Session, SessionLimits};
pub use sync::{Promise, SyncMode, Syncer, sync_folder};
pub use table::{Refusal, Table, TableOptions, TimeLimits};
