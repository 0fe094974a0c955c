//! How people see a game and enter moves as text, at a terminal or in a record.

use super::{Game, Player};

/// The text interface of a game. What all games have in common (turns, chat, players coming
/// and going) is handled elsewhere.
pub trait TextView: Sync {
    /// The title of the game.
    fn title(&self) -> &'static str;

    /// The format of a move for the prompt: `x y`.
    fn prompt(&self) -> &'static str;

    /// How to type a move and what it does, in a few lines.
    fn help(&self) -> &'static str;

    /// The board, without a trailing newline; at most `rows` lines if it can be drawn that
    /// small. `mark` gives the sign of a player, `paint` colours a text in the player's
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

    /// The line with which `me` makes the typed move; `None` if the text does not look like a
    /// move.
    ///
    /// # Errors
    /// Why the move is impossible, as a sentence.
    fn parse_move(
        &self,
        typed: &str,
        game: &dyn Game,
        me: Player,
    ) -> Option<Result<String, String>>;

    /// A line of the game as a sentence, if it tells people something. `game` is the game
    /// before the line; `does` joins a player and a verb: *Ann draws*, *You draw*.
    fn narrate(
        &self,
        line: &str,
        game: &dyn Game,
        does: &dyn Fn(Player, &str, &str) -> String,
    ) -> Option<String>;
}
