//! Dots and Boxes at a table.

use std::any::Any;
use std::fmt::Write;

use super::{Board, Drawn, Event, Side, Size};
use crate::play::{
    Audience, Dice, Game, MAX_SEATS, Misfit, Outbox, Outcome, Player, Refused, SeededDice,
    Standing, TurnOrder,
};
use crate::protocol::{Args, Digest, Field, Name};
use crate::replay::Header;

/// A game of Dots and Boxes, from before its beginning to after its end.
#[derive(Debug, Clone)]
pub struct DotsGame {
    players: u8,
    board: Board,
    order: TurnOrder,
    turn: Option<Player>,
    absent: [bool; MAX_SEATS],
}

impl DotsGame {
    /// A game that has not begun.
    pub fn new(size: Size, players: u8) -> Self {
        Self {
            players,
            board: Board::new(size),
            order: TurnOrder::default(),
            turn: None,
            absent: [false; MAX_SEATS],
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    fn plays(&self, player: Player) -> bool {
        self.order.contains(player) && !self.absent[player.index()]
    }

    /// The number of boxes of each player, by seat.
    pub fn scores(&self) -> Vec<u32> {
        (0..self.players)
            .map(|player| self.board.score(player))
            .collect()
    }

    /// The next present player after `last`.
    fn after(&self, last: Player) -> Option<Player> {
        self.order.after(last).find(|player| self.plays(*player))
    }

    /// Begins the turn of the next present player.
    fn next_turn(&mut self, out: &mut Outbox) {
        let Some(last) = self.turn else { return };
        if let Some(player) = self.after(last).filter(|_| !self.board.is_full()) {
            self.turn = Some(player);
            out.send(Audience::All, |line| {
                write(line, format_args!("START-ROUND {player}"));
            });
            out.turn_begins(player);
        }
    }

    /// Draws a side, and sends the resulting lines. Returns the number of boxes it closes.
    fn draw(&mut self, drawn: Drawn, out: &mut Outbox) -> Result<usize, super::Illegal> {
        let player = drawn.player;
        let closed = self.board.draw(player.index() as u8, drawn.side)?;
        out.send(Audience::Echo(player), |line| drawn.write(line));
        if closed == 0 {
            self.next_turn(out);
        }
        for (column, row) in self.board.boxes_at(drawn.side) {
            if closed > 0 && self.board.sides_of(column, row) == 4 {
                let line = format_args!("BOX {player} {column} {row}");
                out.send_unjournalled(Audience::All, |text| write(text, line));
            }
        }
        Ok(closed)
    }

    /// A row of the grid of twice the size, as in the state.
    fn row(&self, y: u8) -> String {
        let mark = |owner: Option<u8>| owner.map_or('.', |owner| char::from(b'0' + owner));
        let cell = |x: u8| match (x % 2, y % 2) {
            (0, 0) => '+',
            (1, 1) => mark(self.board.owner(x / 2, y / 2)),
            _ => mark(self.board.drawn_by(Side { x, y })),
        };
        (0..=2 * self.board.size().columns()).map(cell).collect()
    }

    fn follow_event(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::Board(size, players) => {
                if size != self.board.size() || players != self.players {
                    return Err("the board is another".to_owned());
                }
            }
            Event::Ordered(order) => {
                if order.len() != usize::from(self.players) {
                    return Err("the order is not that of all players".to_owned());
                }
                self.order = order;
                self.turn = order.iter().next();
            }
            Event::TurnBegan(player) => {
                if !self.order.contains(player) {
                    return Err(format!("player {player} has no turns"));
                }
                self.turn = Some(player);
            }
            Event::Drawn(Drawn { player, side }) => {
                if self.turn != Some(player) {
                    return Err(format!("it is not the turn of player {player}"));
                }
                let drawn = self.board.draw(player.index() as u8, side);
                if drawn.map_err(|why| why.to_string())? == 0 {
                    // Before the line that says so arrives: the player must not think that it
                    // is still its move.
                    self.turn = self.after(player).or(self.turn);
                }
            }
            Event::Left(player) => self.absent[player.index()] = true,
            Event::Returned(player) => self.absent[player.index()] = false,
            Event::Present(player, present) => self.absent[player.index()] = !present,
            Event::StateBegan => {
                let size = self.board.size();
                *self = Self::new(size, self.players);
            }
        }
        Ok(())
    }

    /// Applies a row of a state: sides and boxes with their owners.
    fn follow_row(&mut self, args: &mut Args<'_>) -> Result<(), String> {
        let why = || "that is not a row of the board".to_owned();
        let y: u8 = args.take().map_err(|_| why())?;
        let row = args.word().ok_or_else(why)?;
        let size = self.board.size();
        if y > 2 * size.rows() || row.len() != 2 * usize::from(size.columns()) + 1 {
            return Err(why());
        }
        let mut board = self.board.clone();
        for (x, cell) in (0..).zip(row.bytes()) {
            let dot = (x + y).is_multiple_of(2) && y.is_multiple_of(2);
            match cell {
                b'+' if dot => {}
                b'.' if !dot => {}
                b'0'..=b'6' if !dot && cell - b'0' < self.players => board.set(x, y, cell - b'0'),
                _ => return Err(why()),
            }
        }
        self.board = board;
        Ok(())
    }
}

fn write(line: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = line.write_fmt(text);
}

impl Game for DotsGame {
    fn setup(&self) -> String {
        self.board.size().to_string()
    }

    fn players(&self) -> u8 {
        self.players
    }

    fn header(&self) -> Header {
        Header {
            game: super::ID.to_owned(),
            setup: self.setup(),
            digest: Digest(0),
            players: self.players,
        }
    }

    fn introduce(&self, out: &mut dyn FnMut(&str)) {
        let size = self.board.size();
        out(&format!(
            "BOARD {} {} {}",
            size.columns(),
            size.rows(),
            self.players
        ));
    }

    fn choose(&mut self, _: &str) -> Result<bool, Refused> {
        Err(Refused::Illegal(
            "this game has no rules to choose".to_owned(),
        ))
    }

    fn begin(&mut self, dice: &mut SeededDice, out: &mut Outbox) -> Result<(), Refused> {
        let mut players: Vec<Player> = Player::first(self.players.into()).collect();
        for at in (1..players.len()).rev() {
            players.swap(at, dice.below(at as u32 + 1) as usize);
        }
        self.order = TurnOrder::new(&players).unwrap_or_default();
        out.send(Audience::All, |line| {
            line.push_str("ORDER");
            self.order.put(line);
        });
        // The first player follows the last.
        self.turn = players.last().copied();
        self.next_turn(out);
        Ok(())
    }

    fn has_begun(&self) -> bool {
        !self.order.is_empty()
    }

    fn order(&self) -> Vec<Player> {
        self.order.iter().collect()
    }

    fn act(
        &mut self,
        by: Player,
        line: &str,
        _: &mut SeededDice,
        out: &mut Outbox,
    ) -> Result<(), Refused> {
        let mut args = Args::new(line);
        if args.word() != Some("DRAW") {
            return Err(Refused::Unknown);
        }
        let drawn = Drawn::take(&mut args).and_then(|drawn| args.end().map(|()| drawn));
        let drawn = drawn.map_err(|why| Refused::Malformed(why.to_string()))?;
        if drawn.player != by {
            return Err(Refused::NotYou(drawn.player));
        }
        match self.to_act() {
            None if self.order.is_empty() => {
                return Err(Refused::OutOfPlace("the game has not started yet"));
            }
            None => return Err(Refused::OutOfPlace("the game is over")),
            Some(turn) if turn != by => {
                let why = format!("it is not your turn: player {turn} is to act");
                return Err(Refused::Illegal(why));
            }
            Some(_) => {}
        }
        let done = self.draw(drawn, out);
        done.map_err(|why| Refused::Illegal(why.to_string()))?;
        Ok(())
    }

    fn leave(&mut self, player: Player, _: &mut SeededDice, out: &mut Outbox) -> bool {
        if self.board.is_full() || !self.plays(player) {
            return false;
        }
        self.absent[player.index()] = true;
        if self.turn == Some(player) {
            self.next_turn(out);
        }
        true
    }

    fn come_back(&mut self, player: Player, _: &mut SeededDice, out: &mut Outbox) -> bool {
        if self.board.is_full() || !self.order.contains(player) || self.plays(player) {
            return false;
        }
        self.absent[player.index()] = false;
        if self.turn.is_some_and(|turn| !self.plays(turn)) {
            // The game was paused.
            self.next_turn(out);
        }
        true
    }

    fn answer(&mut self, _: &mut SeededDice, _: &mut Outbox) {}

    fn end_turn(&mut self, dice: &mut SeededDice, out: &mut Outbox) {
        let late = self.to_act();
        while let Some(player) = late.filter(|_| self.to_act() == late) {
            let free: Vec<Side> = self.board.free().collect();
            let closes = |side: &Side| {
                let mut boxes = self.board.boxes_at(*side);
                boxes.any(|(column, row)| self.board.sides_of(column, row) == 3)
            };
            let (closing, quiet): (Vec<Side>, Vec<Side>) = free.into_iter().partition(closes);
            let from = if quiet.is_empty() { closing } else { quiet };
            let Some(count) = u32::try_from(from.len()).ok().filter(|count| *count > 0) else {
                return;
            };
            let side = from[dice.below(count) as usize];
            if !matches!(self.draw(Drawn { player, side }, out), Ok(1..)) {
                return;
            }
        }
    }

    fn standing(&self, player: Player) -> Standing {
        if player.index() >= self.players.into() {
            Standing::Out
        } else if self.absent[player.index()] {
            Standing::Absent
        } else {
            Standing::Plays
        }
    }

    fn turn(&self) -> Option<Player> {
        self.turn.filter(|_| !self.board.is_full())
    }

    fn to_act(&self) -> Option<Player> {
        self.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.board.is_full() {
            return None;
        }
        let scores = self.scores();
        let most = scores.iter().max().copied().unwrap_or_default();
        let mut best = Player::first(scores.len()).filter(|player| scores[player.index()] == most);
        let winner = best.next().filter(|_| best.next().is_none());
        Some(Outcome { winner, scores })
    }

    fn state(&self, _: Option<Player>, name: &dyn Fn(Player) -> Name, out: &mut dyn FnMut(&str)) {
        let size = self.board.size();
        out("STATE-BEGIN");
        out(&format!(
            "STATE-BOARD {} {} {}",
            size.columns(),
            size.rows(),
            self.players
        ));
        let mut order = String::from("STATE-ORDER");
        self.order.put(&mut order);
        out(&order);
        for (player, boxes) in Player::first(self.players.into()).zip(self.scores()) {
            let status = match self.standing(player) {
                Standing::Plays => "active",
                _ => "absent",
            };
            out(&format!(
                "STATE-PLAYER {player} {} {boxes} {status}",
                name(player)
            ));
        }
        for y in 0..=2 * size.rows() {
            out(&format!("STATE-ROW {y} {}", self.row(y)));
        }
        if let Some(player) = self.turn() {
            out(&format!("STATE-TURN {player}"));
        }
        out("STATE-END");
    }

    fn state_lines(&self) -> usize {
        2 * usize::from(self.board.size().rows()) + 12
    }

    fn follow(&mut self, line: &str) -> Result<(), Misfit> {
        let mut args = Args::new(line);
        if args.word() == Some("STATE-ROW") {
            return self.follow_row(&mut args).map_err(Misfit);
        }
        match Event::parse(line) {
            Ok(Some(event)) => self.follow_event(event).map_err(Misfit),
            Ok(None) => Ok(()),
            Err(why) => Err(Misfit(why.to_string())),
        }
    }

    fn duplicate(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[cfg(test)]
mod tests;
