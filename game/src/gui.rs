//! The window for players.
//!
//! The floors, from the top; each knows those below it and none above:
//!
//! * `app` and `view`: which screen is shown, and what it looks like;
//! * [`session`]: a person's seat: what is chosen, pencilled in, asked;
//! * [`stage`]: the game as it is shown, step by step;
//! * [`link`]: the thread that has the game.
//!
//! All but the first is tested without a window.

mod app;
pub mod ground;
pub mod keys;
pub mod link;
pub mod log;
mod phrases;
pub mod session;
mod setup;
mod sight;
pub mod stage;
mod texts;
mod view;

pub use app::{Launch, Shown, picture, run};
pub use link::{Opening, Party};
pub use setup::{Begin, Setup, fresh_seed};
