//! The window for players.
//!
//! `docs/architecture.md` says what each module is for. From the top: `app` and `view` use
//! [`table`], it uses [`session`] and [`replay`], they use [`stage`], and all of these use
//! [`link`], whose other end is [`game`] or `seat`. All but `app` and `view` are tested without
//! a window. What needs no sockets does without the feature `net`.

#[cfg(feature = "net")]
mod app;
#[cfg(feature = "net")]
pub mod dots;
pub mod game;
pub mod ground;
pub mod history;
#[cfg(feature = "net")]
mod host;
pub mod keys;
pub mod link;
pub mod log;
mod map_view;
mod phrases;
#[cfg(feature = "net")]
pub mod place;
pub mod played;
mod preferences;
pub mod replay;
mod retry;
#[cfg(feature = "net")]
pub mod seat;
#[cfg(feature = "net")]
mod seated_bots;
#[cfg(feature = "net")]
mod server_lobby;
pub mod session;
#[cfg(feature = "net")]
mod setup;
pub mod stage;
pub mod table;
#[cfg_attr(
    not(feature = "net"),
    expect(
        dead_code,
        reason = "what the program's own screens say, and a play-test does not"
    )
)]
mod texts;
pub mod view;
pub mod waiting_room;

#[cfg(feature = "net")]
pub use app::{First, Launch, Shown, picture, picture_of_record, run, time};
#[cfg(feature = "net")]
pub use place::{LocalGame, Opening, Place, Reopening};
#[cfg(feature = "net")]
pub use preferences::Preferences;
#[cfg(feature = "net")]
pub use setup::{Begin, GoOn, Hosting, Remember, Remembered, SavedGames, ServerOptions, Setup};
pub use texts::strategy;
