//! How people see a game and say what they do, at a terminal or in a record.

use super::{Game, Player};

/// What is to be known of a game so that people can play it by typing. What all
/// games have in common, turns, chat, coming and going, is told elsewhere.
pub trait TextView: Sync {
    /// What is played, as a title.
    fn title(&self) -> &'static str;

    /// How a move is typed, as at a prompt: `x y`.
    fn prompt(&self) -> &'static str;

    /// How a move is typed, and what it does, in some lines.
    fn help(&self) -> &'static str;

    /// The board, lines without an end behind the last; no more than `rows` if it can be
    /// drawn so. `mark` is the sign of a player, and `paint` puts a text into the player's
    /// colour.
    fn board(
        &self,
        game: &dyn Game,
        rows: usize,
        mark: &dyn Fn(Player) -> char,
        paint: &dyn Fn(Player, &str) -> String,
    ) -> String;

    /// The points of each player so far, by seat.
    fn scores(&self, game: &dyn Game) -> Vec<u32>;

    /// The line by which `me` does what is typed; nothing if that does not look like
    /// a move at all.
    ///
    /// # Errors
    /// Why that cannot be done, as a sentence.
    fn parse_move(
        &self,
        typed: &str,
        game: &dyn Game,
        me: Player,
    ) -> Option<Result<String, String>>;

    /// A line of the game, which is as before it, as a sentence, if it tells people
    /// something; `does` puts a player and a verb together: *Ann draws*, *You draw*.
    fn narrate(
        &self,
        line: &str,
        game: &dyn Game,
        does: &dyn Fn(Player, &str, &str) -> String,
    ) -> Option<String>;
}
