//! The window for players.
//!
//! The floors, from the top; each knows those below it and none above:
//!
//! * `app` and `view`: which screen is shown, and what it looks like;
//! * [`table`]: a game in a window, whoever shows it: this program or the editor;
//! * `dots`: the same of Dots and Boxes, which has no map;
//! * [`session`]: a person's seat: what is chosen, pencilled in, asked;
//! * [`stage`]: the game as it is shown, step by step;
//! * [`waiting_room`]: a table before its game, and its clock; `lobby`: the tables of a server;
//! * [`replay`]: a record that is played back instead; [`history`]: what became of a game;
//! * [`link`]: what is said with the thread that has the game: [`game`] is that game,
//!   `seat` sits at a table of any server, `seated_bots` are computer players there, `host` is a
//!   server of one's own.
//!
//! All but the first is tested without a window. What needs no sockets does without the
//! feature `net`.

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
pub mod replay;
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
pub use app::{Launch, Shown, picture, picture_of_record, run, time};
#[cfg(feature = "net")]
pub use place::{LocalGame, Opening, Place, RemoteTable, Server, Stream};
#[cfg(feature = "net")]
pub use setup::{
    Begin, GoOn, Hosting, Remember, Remembered, SavedGame, SavedGameInfo, SavedGames,
    ServerOptions, Setup,
};
pub use texts::strategy;
