//! Dots and Boxes as text.

use super::drawing::Drawing;
use super::{Board, DotsGame, Drawn, Event, Side};
use crate::play::{Game, Player, TextView};

/// Shows a game as text, and parses typed moves.
#[derive(Debug, Clone, Copy)]
pub struct DotsTextView;

fn board_of(game: &dyn Game) -> Option<&Board> {
    Some(game.as_any().downcast_ref::<DotsGame>()?.board())
}

impl TextView for DotsTextView {
    fn title(&self) -> &'static str {
        "Dots and Boxes"
    }

    fn prompt(&self) -> &'static str {
        "x y"
    }

    fn help(&self) -> &'static str {
        "Type where to draw a line: its column and its row, as numbered at the edges of \
         the board. `1 0` is the upper side of the first box, `0 1` its left side. If you \
         draw the last side of a box, you own it and draw again; the most boxes win. On a \
         low terminal a row of text shows a row of boxes with the sides below them, after \
         the numbers of both."
    }

    fn board(
        &self,
        game: &dyn Game,
        rows: usize,
        mark: &dyn Fn(Player) -> char,
        paint: &dyn Fn(Player, &str) -> String,
    ) -> String {
        let drawing = board_of(game).map(|board| Drawing { board, mark, paint });
        drawing.map_or_else(String::new, |drawing| drawing.fit(rows))
    }

    fn scores(&self, game: &dyn Game) -> Vec<u32> {
        let game = game.as_any().downcast_ref::<DotsGame>();
        game.map_or_else(Vec::new, DotsGame::scores)
    }

    fn parse_move(
        &self,
        typed: &str,
        game: &dyn Game,
        me: Player,
    ) -> Option<Result<String, String>> {
        let words: Vec<&str> = typed
            .split([' ', ',', '\t'])
            .filter(|word| !word.is_empty())
            .collect();
        let (named, numbers) = match &words[..] {
            [word, rest @ ..] if word.eq_ignore_ascii_case("draw") => (true, rest),
            rest => (false, rest),
        };
        let number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        if !named && !numbers.first().is_some_and(number) {
            return None;
        }
        let wanted = || "Type two numbers, the column and the row: `1 0`. See `help`.";
        let place = match numbers {
            [x, y] => x.parse().ok().zip(y.parse().ok()),
            _ => None,
        };
        let Some((x, y)) = place else {
            return Some(Err(wanted().to_owned()));
        };
        let side = Side { x, y };
        let board = board_of(game)?;
        let (right, bottom) = (2 * board.size().columns(), 2 * board.size().rows());
        let between = "of a line one number is odd, the other even";
        let why = match (x <= right && y <= bottom, x % 2, y % 2) {
            (false, ..) => format!("The board ends at {right} {bottom}: {x} {y} is outside."),
            (_, 0, 0) => format!("{x} {y} is a dot: {between}."),
            (_, 1, 1) => format!("{x} {y} is the inside of a box: {between}."),
            _ if board.drawn_by(side).is_some() => format!("{x} {y} is drawn already."),
            _ => String::new(),
        };
        if !why.is_empty() {
            return Some(Err(why));
        }
        let mut line = String::new();
        Drawn { player: me, side }.write(&mut line);
        Some(Ok(line))
    }

    fn narrate(
        &self,
        line: &str,
        game: &dyn Game,
        does: &dyn Fn(Player, &str, &str) -> String,
    ) -> Option<String> {
        let Event::Drawn(Drawn { player, side }) = Event::parse(line).ok()?? else {
            return None;
        };
        let board = board_of(game)?;
        let nearly = |&(x, y): &(u8, u8)| board.sides_of(x, y) == 3;
        let closes = match board.boxes_at(side).filter(nearly).count() {
            0 => "",
            1 => ", which closes a box",
            _ => ", which closes two boxes",
        };
        let draws = does(player, "draws", "draw");
        Some(format!("{draws} the line {} {}{closes}", side.x, side.y))
    }
}
