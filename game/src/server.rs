//! The server: tables where games are played, and the sessions of the clients.
//!
//! Only [`net`] knows sockets and clocks. A [`Session`] turns the bytes of one connection
//! into requests, a [`Table`] answers them, the [`Lobby`] holds all tables. Time is passed in
//! as the duration since some start; lines go out through a [`Peer`].

mod console;
#[cfg(feature = "net")]
mod folder;
mod help;
mod journal;
mod lobby;
mod log;
#[cfg(feature = "net")]
pub mod net;
mod origin;
mod peer;
mod report;
mod session;
mod shared;
mod store;
mod sync;
mod table;
mod ticket;

pub use console::ConsoleError;
#[cfg(feature = "net")]
pub use folder::{FolderError, JournalFolder, Recovery, RecoveryError};
pub use journal::{Consequence, FileJournal, Journal, ResumeError, WriteFailure};
pub use lobby::{Journals, Lobby, LobbyError, LobbyOptions};
pub use log::Log;
pub use origin::Origin;
pub use peer::{Link, Peer};
pub use report::Reporter;
pub use session::{Session, SessionLimits};
pub use shared::{SharedTable, TableGuard};
pub use store::{FileStore, Store};
pub use sync::{SyncMode, Syncer};
pub use table::{ClockOptions, Refusal, Table, TimeLimits};
pub use ticket::Ticket;
