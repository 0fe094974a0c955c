//! A table of Dots and Boxes, or a record of one.

mod winding;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::cursor::{beside, free_beside};
use super::{DotsReplay, MOST_TOLD, board_of};
use crate::client::{Follower, Knowledge, ServerLine, TimeLeft, TurnClock, ended, is_time_up};
use crate::dots::{Board, DotsGame, Drawn, Event, Side};
use crate::gui::keys::Command;
use crate::gui::link::{Ending, Failure, Link, News, Order, Step};
use crate::gui::place::{NewsOf, OrderOf};
use crate::gui::played::Played as _;
use crate::gui::retry::Retry;
use crate::gui::stage::Pace;
use crate::gui::texts::{self, dots as words};
use crate::gui::waiting_room::WaitingRoom;
use crate::play::Player;
use crate::protocol::command::Chat;
use crate::protocol::{Name, ServerMessage};

/// A game of Dots and Boxes in a window.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "what is switched on or off, each by itself"
)]
pub struct DotsTable {
    /// The players before the game.
    pub room: WaitingRoom,
    /// How long a line drawn by another player is shown.
    pub pace: Pace,
    /// Whether the picture is paused.
    pub paused: bool,
    /// The chat message being written.
    pub draft: String,
    /// Whether the list of keys is open.
    pub help: bool,
    /// Whether the board is shown after the end.
    pub looks: bool,
    /// The seed that the game began with, if known.
    pub seed: Option<u64>,
    /// Whether the game can be played again.
    pub repeats: bool,
    /// Whether and under which name the table can be tried again.
    pub(in crate::gui) retry: Retry,
    /// Whether the person is a spectator, or plays a record back.
    pub watches: bool,
    link: Link<OrderOf<Follower>>,
    /// The game as it is shown.
    pub known: Arc<Follower>,
    replay: Option<Box<DotsReplay>>,
    waiting: VecDeque<NewsOf<Follower>>,
    due: Option<Instant>,
    /// The keyboard's selection.
    cursor: Option<Side>,
    hovered: Option<Side>,
    /// The line that was drawn last.
    pub last: Option<Side>,
    /// The log, each sentence with its player, the newest last.
    pub told: VecDeque<(Option<Player>, String)>,
    /// Whether the computer plays for the person.
    pub autoplay: bool,
    refusal: Option<String>,
    sent: u64,
    done: u64,
    orders: Vec<OrderOf<Follower>>,
    /// The number of attempts to restore a lost connection; `None` while connected.
    pub away: Option<u32>,
    clock: TurnClock,
    ending: Option<Result<Ending, Failure>>,
    record: Option<PathBuf>,
    resigned: bool,
}

/// A message of the table.
#[derive(Debug, Clone)]
pub enum Message {
    /// The side near the pointer, if any.
    Hover(Option<Side>),
    /// Draw a side.
    Draw(Side),
    /// A key that no widget captured, or the button of one.
    Command(Command),
    /// The label of the primary button.
    Primary,
    /// Choose how long lines are shown.
    Pace(Pace),
    /// Go to where so many lines of the record are drawn.
    Seek(u16),
    /// The chat message being written.
    Draft(String),
    /// Send it.
    Say,
    /// Play again, with the same seed (`true`) or another.
    Again(bool),
    /// Play back the record.
    Replay,
    /// Show the board instead of the end.
    Look,
    /// Show the end again.
    Result,
    /// Leave the table.
    Leave,
    /// The name at the table, as typed.
    NameThere(String),
    /// Try to reach the table again, under this name.
    Retry(Name),
}

impl DotsTable {
    /// A table before its first news; `watches` if the person is a spectator.
    pub fn new(link: Link<OrderOf<Follower>>, known: Follower, watches: bool) -> Self {
        Self {
            room: WaitingRoom::default(),
            pace: if watches { Pace::Two } else { Pace::Normal },
            paused: false,
            draft: String::new(),
            help: false,
            looks: false,
            seed: None,
            repeats: !watches,
            retry: Retry::default(),
            watches,
            link,
            known: Arc::new(known),
            replay: None,
            waiting: VecDeque::new(),
            due: None,
            cursor: None,
            hovered: None,
            last: None,
            told: VecDeque::new(),
            autoplay: false,
            refusal: None,
            sent: 0,
            done: 0,
            orders: Vec::new(),
            away: None,
            clock: TurnClock::default(),
            ending: None,
            record: None,
            resigned: false,
        }
    }

    /// A record, before its first line.
    pub fn of_record(replay: DotsReplay) -> Self {
        let known = replay.known();
        let mut dots_table = Self::new(Link::new(|_| false), (*known).clone(), true);
        dots_table.replay = Some(Box::new(replay));
        dots_table.seek(0);
        dots_table
    }

    /// The board as it is shown.
    pub fn board(&self) -> Option<&Board> {
        board_of(&self.known)
    }

    /// The record that is played back.
    pub fn replay(&self) -> Option<&DotsReplay> {
        self.replay.as_deref()
    }

    /// The paces to choose from.
    pub fn paces(&self) -> &'static [Pace] {
        if self.watches {
            &Pace::WATCHED
        } else {
            &Pace::PLAYED
        }
    }

    /// The line under the pointer, or else the selected one.
    pub fn aimed(&self) -> Option<Side> {
        self.hovered.or(self.cursor)
    }

    /// Why the last request was not done.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    /// The time left for the player on turn, at a server that tells it.
    pub fn time(&self, now: Instant) -> Option<TimeLeft> {
        let turn = self.known.game().to_act();
        let left = self.clock.time(now)?;
        (turn == Some(left.player) && self.ending.is_none()).then_some(left)
    }

    /// The player on turn. The rules still know one if all others have resigned.
    pub fn on_turn(&self) -> Option<Player> {
        let turn = self.known.game().to_act();
        turn.filter(|_| self.ending().is_none())
    }

    /// The ending, once everything before it is shown.
    pub fn ending(&self) -> Option<&Result<Ending, Failure>> {
        self.ending.as_ref().filter(|_| self.waiting.is_empty())
    }

    /// The name under which the table can be tried again: it was not reached or was lost, or the
    /// name before was in use.
    pub(in crate::gui) fn retries(&self) -> Option<Name> {
        self.retry.name(self.ending())
    }

    /// The name in a field, where another one is needed to try the table again.
    pub(in crate::gui) fn other_name(&self) -> Option<&str> {
        self.retry.other_name(self.ending())
    }

    /// The recorder, if the game is recorded.
    pub fn record(&self) -> Option<&PathBuf> {
        self.record.as_ref()
    }

    /// Whether the person has a seat in a running game, and if so, whether they can resign.
    pub fn leaves_seat(&self) -> Option<bool> {
        let plays = self.known.has_begun() && self.known.over().is_none();
        let sits = plays && !self.watches && !self.resigned && self.ending.is_none();
        sits.then_some(self.room.extended)
    }

    /// Resigns from the game.
    pub fn resign(&mut self) {
        if self.away.is_some() {
            self.refusal = Some(self.whose_turn());
        } else {
            self.orders.push(Order::Resign);
        }
    }

    /// Whether the person can draw now.
    pub fn is_asked(&self) -> bool {
        self.can_act() && !self.autoplay
    }

    fn can_act(&self) -> bool {
        !self.watches
            && self.orders.is_empty()
            && self.done == self.sent
            && self.away.is_none()
            && self.ending.is_none()
            && self.waiting.is_empty()
            && self.known.can_act()
    }

    /// A player's name.
    pub fn called(&self, player: Player) -> String {
        let name = self.known.name(player).map(ToString::to_string);
        name.unwrap_or_else(|| texts::nameless(player))
    }

    /// The players in the order of play, with their boxes.
    pub fn scores(&self) -> Vec<(Player, u32)> {
        let game = self.known.game();
        let dots = game.as_any().downcast_ref::<DotsGame>();
        let scores = dots.map(DotsGame::scores).unwrap_or_default();
        let order = game.order();
        let of = |player: &Player| scores.get(player.index()).copied().unwrap_or(0);
        order.iter().map(|player| (*player, of(player))).collect()
    }

    /// The title of the window.
    pub fn title(&self) -> String {
        let over = self.known.over().filter(|_| self.ending().is_some());
        match over {
            Some(over) => texts::title(&self.end(over.0)),
            None if self.is_asked() => texts::your_turn(words::TITLE),
            None => texts::title(words::TITLE),
        }
    }

    /// The headline of the end.
    pub fn end(&self, winner: Option<Player>) -> String {
        match winner {
            Some(winner) => {
                let you = self.known.me() == Some(winner);
                texts::won(you, &self.called(winner))
            }
            None => words::DRAWN.to_owned(),
        }
    }

    /// Takes news of the table.
    pub fn hear(&mut self, news: Vec<NewsOf<Follower>>, now: Instant) {
        for news in news {
            match news {
                News::Note(note) => self.tell(None, texts::sentence(&note)),
                News::Seed(seed) => self.seed = Some(seed),
                News::Past(step) => self.show(&step),
                News::Recording(file) => self.record = Some(file),
                News::Away => {
                    (self.away, self.refusal) = (Some(0), None);
                    // It is told again with the state, if it still counts.
                    self.clock = TurnClock::default();
                }
                News::Trying => self.away = Some(self.away.unwrap_or(0) + 1),
                News::Back => self.away = None,
                News::Ended(ended) => (self.away, self.ending) = (None, Some(ended)),
                other => {
                    if let News::Step(step) = &other
                        && step.line.text.starts_with("START-ROUND ")
                    {
                        // A clock of this turn is told next, if it has one.
                        self.clock = TurnClock::default();
                    }
                    if let News::Step(step) = &other
                        && let Some(answer) = &step.line.answer
                    {
                        let own = step.after.me().and_then(|me| step.after.name(me));
                        self.room.hear(answer, own);
                        if let ServerMessage::Clock(told) = answer {
                            self.clock.set(told, now);
                        }
                        if is_time_up(answer, step.after.me()) {
                            self.refusal = Some(texts::TIME_UP.to_owned());
                        }
                        if let ServerMessage::Resign(told) = answer
                            && Some(told.player) == step.after.me()
                        {
                            self.resigned = true;
                        }
                    }
                    self.waiting.push_back(other);
                }
            }
        }
        self.tick(now);
    }

    /// The channel closed; an error unless an ending was told.
    pub fn silent(&mut self) {
        if self.ending.is_none() {
            self.ending = Some(Err(texts::broke_down(texts::SILENT).into()));
        }
    }

    /// Shows what is due.
    pub fn tick(&mut self, now: Instant) {
        while let Some(next) = self.waiting.front() {
            let sight = matches!(next, News::Step(step) if self.is_sight(step));
            if sight && (self.paused || self.due.is_some_and(|due| now < due)) {
                return;
            }
            match self.waiting.pop_front() {
                Some(News::Step(step)) => {
                    // Lines of others are shown one after the other.
                    self.due = sight.then(|| now + self.pace.look());
                    self.show(&step);
                }
                Some(News::Now { model, done }) => (self.known, self.done) = (model, done),
                _ => {}
            }
        }
        self.wind(now);
        if self.autoplay && self.can_act() {
            let best = super::kinds().last().copied().unwrap_or_default();
            self.orders.push(Order::Decide(best));
        }
    }

    /// Whether a step takes its time to be seen.
    fn is_sight(&self, step: &Step<ServerLine, Follower>) -> bool {
        let drawn = drawn(&step.line);
        drawn.is_some_and(|drawn| Some(drawn.player) != step.before.me() || self.autoplay)
    }

    fn show(&mut self, step: &Step<ServerLine, Follower>) {
        let drawn = drawn(&step.line);
        if let Some(drawn) = drawn {
            self.last = Some(drawn.side);
        }
        let player = match &step.line.answer {
            Some(ServerMessage::Chat(chat)) => Some(chat.player),
            _ => drawn.map(|drawn| drawn.player),
        };
        let turns = step.line.text.starts_with("START-ROUND ");
        if let Some(sentence) = step.before.narrate(&step.line).filter(|_| !turns) {
            // It may begin with a name, which is shown as the player wrote it.
            self.tell(player, ended(&sentence));
        }
        let turn_passes = step.before.game().to_act() != step.after.game().to_act();
        // Why something was not done is of interest for one turn; that the time was up, for longer.
        if turn_passes && self.refusal() != Some(texts::TIME_UP) {
            self.refusal = None;
        }
        self.known = Arc::clone(&step.after);
    }

    fn tell(&mut self, player: Option<Player>, sentence: String) {
        if self.told.len() == MOST_TOLD {
            self.told.pop_front();
        }
        self.told.push_back((player, sentence));
    }

    /// The time until the next picture; `None` if nothing waits.
    pub fn wants(&self, now: Instant) -> Option<Duration> {
        let replay = self.replay.as_ref();
        let goes_on = replay.is_some_and(|replay| replay.at() < replay.lines());
        if self.paused || (self.waiting.is_empty() && !goes_on) {
            return None;
        }
        let due = self.due.map(|due| due.saturating_duration_since(now));
        Some(due.unwrap_or_default().max(Duration::from_millis(16)))
    }

    /// Seats computer players of these names or levels at the same table.
    pub fn seat(&mut self, bots: Vec<String>) {
        for (name, bot) in self.room.names_for_bots().zip(bots) {
            if let Some(kind) = self.known.kind_named(&bot) {
                self.orders.push(Order::Seat(name, kind));
            }
        }
    }

    /// Sends the orders.
    pub fn settle(&mut self) {
        for order in std::mem::take(&mut self.orders) {
            if !self.link.send(order) {
                break;
            }
        }
        self.sent = self.link.sent();
    }

    /// Updates the state.
    pub fn update(&mut self, message: &Message) {
        match message {
            Message::Hover(side) => self.hovered = *side,
            Message::Draw(side) => self.draw(*side),
            Message::Command(command) => self.command(*command),
            Message::Primary => self.primary_action(),
            Message::Pace(pace) => (self.pace, self.paused) = (*pace, false),
            Message::Seek(to) => self.seek((*to).into()),
            Message::Draft(draft) => self.draft.clone_from(draft),
            Message::Say if self.away.is_some() => self.refusal = Some(self.whose_turn()),
            Message::Say => {
                if let Some(said) = Chat::sendable(&self.draft) {
                    // The server does not echo a player's own message.
                    if let Some(me) = self.known.me() {
                        let line = format!("{}: {said}", self.called(me));
                        self.tell(Some(me), line);
                    }
                    self.orders.push(Order::Say(said));
                    self.draft.clear();
                }
            }
            Message::Look => self.looks = true,
            Message::Result => self.looks = false,
            Message::NameThere(name) => self.retry.change(name.clone()),
            Message::Again(_) | Message::Replay | Message::Leave | Message::Retry(_) => {}
        }
        self.tick(Instant::now());
    }

    /// Draws a side, or says why not.
    fn draw(&mut self, side: Side) {
        self.refusal = None;
        if self.watches {
            return;
        }
        self.cursor = Some(side);
        if let Some(why) = self.why_not(side) {
            self.refusal = Some(why);
            return;
        }
        if let Some(player) = self.known.me() {
            let mut line = String::new();
            Drawn { player, side }.write(&mut line);
            self.orders.push(Order::Act(vec![line]));
        }
    }

    fn why_not(&self, side: Side) -> Option<String> {
        if !self.is_asked() {
            return Some(self.whose_turn());
        }
        let drawn = self.board()?.drawn_by(side).is_some();
        drawn.then(|| words::DRAWN_ALREADY.to_owned())
    }

    /// Who is to draw.
    pub fn whose_turn(&self) -> String {
        if self.ending.is_some() || self.known.over().is_some() {
            return texts::OVER.to_owned();
        }
        if let Some(tries) = self.away {
            return texts::away(tries);
        }
        if self.resigned {
            return texts::RESIGNED.to_owned();
        }
        match self.known.game().to_act() {
            _ if !self.known.has_begun() => texts::NOT_BEGUN.to_owned(),
            Some(player) if Some(player) != self.known.me() => texts::turn_of(&self.called(player)),
            _ if self.autoplay => texts::COMPUTER_PLAYS.to_owned(),
            _ => texts::UNDER_WAY.to_owned(),
        }
    }

    /// The label of the primary button, and whether it is enabled.
    pub fn next(&self) -> (String, bool) {
        if self.autoplay && self.known.over().is_none() {
            return (words::TAKE_OVER.to_owned(), true);
        }
        if !self.is_asked() {
            return (self.whose_turn(), false);
        }
        let free = |side: &Side| self.why_not(*side).is_none();
        match self.cursor.filter(free) {
            Some(_) => (words::DRAW.to_owned(), true),
            None => (words::CLICK.to_owned(), false),
        }
    }

    fn primary_action(&mut self) {
        if self.autoplay {
            self.autoplay = false;
        } else if let Some(side) = self.cursor {
            self.draw(side);
        }
    }

    fn command(&mut self, command: Command) {
        let winds = self.replay.is_some();
        let at = self.replay.as_ref().map_or(0, |replay| replay.at());
        let of = self.replay.as_ref().map(|replay| replay.lines());
        match command {
            Command::Help => self.help = true,
            Command::Cancel => self.refusal = None,
            Command::Pause => self.paused = !self.paused,
            Command::Click if of == Some(at) => {
                self.seek(0);
                self.paused = false;
            }
            Command::Click if self.watches => self.paused = !self.paused,
            Command::Step(-1, 0) if winds => self.stand(at.saturating_sub(1)),
            Command::Step(1, 0) if winds => self.stand(at + 1),
            Command::Ends(false) if winds => self.stand(0),
            Command::Ends(true) if winds => self.stand(usize::MAX),
            Command::Digit(digit) if self.watches => {
                if let Some(pace) = Pace::watched(digit) {
                    (self.pace, self.paused) = (pace, false);
                }
            }
            Command::Slower => self.pace = self.pace.beside(false, self.paces()),
            Command::Faster => self.pace = self.pace.beside(true, self.paces()),
            _ if self.watches => {}
            Command::Autoplay => self.autoplay = !self.autoplay,
            Command::Click | Command::Confirm => self.primary_action(),
            Command::Step(across, down) => self.step(across, down),
            Command::Next => self.next_free(true),
            Command::Previous => self.next_free(false),
            Command::Undo => self.refusal = Some(texts::NOTHING_TO_UNDO.to_owned()),
            _ => {}
        }
    }

    fn step(&mut self, across: i8, down: i8) {
        let Some(size) = self.board().map(Board::size) else {
            return;
        };
        self.hovered = None;
        self.cursor = Some(match self.cursor {
            Some(from) => beside(size, from, across, down),
            None => Side { x: 1, y: 0 },
        });
    }

    /// Selects the next or previous free line.
    fn next_free(&mut self, next: bool) {
        let Some(board) = self.board() else { return };
        self.cursor = free_beside(board, self.cursor, next);
        self.hovered = None;
    }
}

/// The line drawn by a message of the server, if any.
fn drawn(heard: &ServerLine) -> Option<Drawn> {
    match Event::parse(&heard.text) {
        Ok(Some(Event::Drawn(drawn))) => Some(drawn),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
