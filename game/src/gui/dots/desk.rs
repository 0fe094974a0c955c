//! A person's seat at a board of dots, or a record of one.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{DotsReel, board_of, side_beside};
use crate::client::{Follower, Knowledge, ServerLine};
use crate::dots::{Board, DotsGame, Drawn, Event, Side};
use crate::gui::keys::Command;
use crate::gui::link::{Ending, Link, News, Order, Step};
use crate::gui::place::{NewsOf, OrderOf};
use crate::gui::room::Room;
use crate::gui::stage::Pace;
use crate::gui::texts::{self, dots as words};
use crate::play::Player;
use crate::protocol::ServerMessage;
use crate::protocol::command::Chat;

/// Sentences that are kept.
const MOST_TOLD: usize = 400;

/// A game of dots in a window.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "what is switched on or off, each by itself"
)]
pub struct Desk {
    /// Who has come, and who has how much time.
    pub room: Room,
    /// How long a line that another draws is looked at.
    pub pace: Pace,
    /// Whether the picture stands still.
    pub paused: bool,
    /// What is being written to the others.
    pub draft: String,
    /// Whether the keys are listed.
    pub help: bool,
    /// Whether one looks at the board after the end.
    pub looks: bool,
    /// Where chance comes from, if that is known.
    pub seed: Option<u64>,
    /// Whether the same can be begun once more.
    pub repeats: bool,
    link: Link<OrderOf<Follower>>,
    known: Arc<Follower>,
    reel: Option<Box<DotsReel>>,
    waiting: VecDeque<NewsOf<Follower>>,
    due: Option<Instant>,
    /// The cursor of the keyboard.
    cursor: Option<Side>,
    hovered: Option<Side>,
    /// The line that was drawn last.
    last: Option<Side>,
    told: VecDeque<(Option<Player>, String)>,
    autoplay: bool,
    refusal: Option<String>,
    sent: u64,
    done: u64,
    orders: Vec<OrderOf<Follower>>,
    away: Option<u32>,
    ending: Option<Result<Ending, String>>,
    record: Option<PathBuf>,
}

/// What can happen at it.
#[derive(Debug, Clone)]
pub enum Message {
    /// The pointer is near a side, or near none.
    Hover(Option<Side>),
    /// A side is to be drawn.
    Draw(Side),
    /// A key was pressed that no widget wanted, or a button with one.
    Command(Command),
    /// The one filled button.
    Sensible,
    /// How long lines are looked at.
    Pace(Pace),
    /// To where so many lines of the record are drawn.
    Seek(u16),
    /// What is being written.
    Draft(String),
    /// It is said.
    Say,
    /// The same once more, with the same seed or another.
    Again(bool),
    /// See the game once more.
    Replay,
    /// Look at the board under the end.
    Look,
    /// Away from the table.
    Leave,
}

impl Desk {
    /// A table, before it has told anything.
    pub fn new(link: Link<OrderOf<Follower>>, known: Follower) -> Self {
        Self {
            room: Room::default(),
            pace: Pace::Normal,
            paused: false,
            draft: String::new(),
            help: false,
            looks: false,
            seed: None,
            repeats: true,
            link,
            known: Arc::new(known),
            reel: None,
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
            ending: None,
            record: None,
        }
    }

    /// A record, before its first line.
    pub fn of_record(reel: DotsReel) -> Self {
        let known = reel.known();
        let mut desk = Self::new(Link::new(|_| false), (*known).clone());
        (desk.reel, desk.repeats, desk.pace) = (Some(Box::new(reel)), false, Pace::Two);
        desk.seek(0);
        desk
    }

    /// The game as it is shown.
    pub fn known(&self) -> &Follower {
        &self.known
    }

    /// The board as it is shown.
    pub fn board(&self) -> Option<&Board> {
        board_of(&self.known)
    }

    /// The record that is played back.
    pub fn reel(&self) -> Option<&DotsReel> {
        self.reel.as_deref()
    }

    /// What was told, with whose doing it was, the newest last.
    pub fn told(&self) -> impl DoubleEndedIterator<Item = &(Option<Player>, String)> {
        self.told.iter()
    }

    /// The line under the pointer, or else that of the keyboard's cursor.
    pub fn aimed(&self) -> Option<Side> {
        self.hovered.or(self.cursor)
    }

    /// The line that was drawn last.
    pub fn last(&self) -> Option<Side> {
        self.last
    }

    /// Why the last thing asked for was not done.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    /// How often it was tried to make a lost connection again; nothing if it is there.
    pub fn away(&self) -> Option<u32> {
        self.away
    }

    /// Whether the computer plays for the person.
    pub fn plays_by_itself(&self) -> bool {
        self.autoplay
    }

    /// How it ended, once all of it is shown.
    pub fn ending(&self) -> Option<&Result<Ending, String>> {
        self.ending.as_ref().filter(|_| self.waiting.is_empty())
    }

    /// Where the game is recorded.
    pub fn record(&self) -> Option<&PathBuf> {
        self.record.as_ref()
    }

    /// Whether the person can draw now.
    pub fn is_asked(&self) -> bool {
        self.can_act() && !self.autoplay
    }

    fn can_act(&self) -> bool {
        self.reel.is_none()
            && self.orders.is_empty()
            && self.done == self.sent
            && self.away.is_none()
            && self.ending.is_none()
            && self.waiting.is_empty()
            && self.known.can_act()
    }

    /// What a player is called.
    pub fn called(&self, player: Player) -> String {
        let name = self.known.name(player).map(ToString::to_string);
        name.unwrap_or_else(|| texts::nameless(player))
    }

    /// The players in the order of their turns, and their boxes.
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
            None if self.is_asked() => texts::title(&format!("● {}", words::TITLE)),
            None => texts::title(words::TITLE),
        }
    }

    /// Who has won.
    pub fn end(&self, winner: Option<Player>) -> String {
        match winner {
            Some(winner) => {
                let you = self.known.me() == Some(winner);
                texts::won(you, &self.called(winner))
            }
            None => words::DRAWN.to_owned(),
        }
    }

    /// Takes what the table tells.
    pub fn hear(&mut self, news: Vec<NewsOf<Follower>>, now: Instant) {
        for news in news {
            match news {
                News::Note(note) => self.tell(None, texts::sentence(&note)),
                News::Recording(file) => self.record = Some(file),
                News::Away => self.away = Some(0),
                News::Trying => self.away = Some(self.away.unwrap_or(0) + 1),
                News::Back => self.away = None,
                News::Ended(ended) => (self.away, self.ending) = (None, Some(ended)),
                other => {
                    if let News::Step(step) = &other
                        && let Some(answer) = &step.line.answer
                    {
                        let own = step.after.me().and_then(|me| step.after.name(me));
                        self.room.hear(answer, own, now);
                    }
                    self.waiting.push_back(other);
                }
            }
        }
        self.tick(now);
    }

    /// The table tells nothing more, and has not said how it ended.
    pub fn silent(&mut self) {
        if self.ending.is_none() {
            self.ending = Some(Err(texts::broke_down(texts::SILENT)));
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
                    // What others draw one after the other is seen one after the other.
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

    /// Lets a record go on.
    fn wind(&mut self, now: Instant) {
        if self.paused || self.due.is_some_and(|due| now < due) {
            return;
        }
        let Some(reel) = &mut self.reel else { return };
        let told = reel.advance();
        if told.is_empty() {
            self.due = None;
            return;
        }
        for step in &told {
            self.show(step);
        }
        self.due = Some(now + self.pace.look());
    }

    /// Whether a step is somebody else's line.
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
            self.tell(player, texts::sentence(&sentence));
        }
        self.known = Arc::clone(&step.after);
    }

    fn tell(&mut self, player: Option<Player>, sentence: String) {
        if self.told.len() == MOST_TOLD {
            self.told.pop_front();
        }
        self.told.push_back((player, sentence));
    }

    /// How long until there is something to show; nothing if nothing waits.
    pub fn wants(&self, now: Instant) -> Option<Duration> {
        let reel = self.reel.as_ref();
        let goes_on = reel.is_some_and(|reel| reel.at() < reel.len());
        if self.paused || (self.waiting.is_empty() && !goes_on) {
            return None;
        }
        let due = self.due.map(|due| due.saturating_duration_since(now));
        Some(due.unwrap_or_default().max(Duration::from_millis(16)))
    }

    /// Hands over what is wanted.
    pub fn settle(&mut self) {
        for order in std::mem::take(&mut self.orders) {
            if !self.link.send(order) {
                break;
            }
        }
        self.sent = self.link.sent();
    }

    /// Goes to where so many lines of the record are drawn.
    pub fn seek(&mut self, to: usize) {
        let Some(reel) = &mut self.reel else { return };
        let told = reel.jump(to);
        self.told.clear();
        self.last = None;
        self.known = reel.known();
        for step in &told {
            self.show(step);
        }
        self.due = Some(Instant::now() + self.pace.look());
    }

    /// What the person does.
    pub fn update(&mut self, message: &Message) {
        match message {
            Message::Hover(side) => self.hovered = *side,
            Message::Draw(side) => self.draw(*side),
            Message::Command(command) => self.command(*command),
            Message::Sensible => self.sensible(),
            Message::Pace(pace) => (self.pace, self.paused) = (*pace, false),
            Message::Seek(to) => self.seek((*to).into()),
            Message::Draft(draft) => self.draft.clone_from(draft),
            Message::Say => {
                let said = self.draft.trim().to_owned();
                if Chat::can_say(&said) {
                    // Who speaks is not told what was said.
                    if let Some(me) = self.known.me() {
                        let line = format!("{}: {said}", self.called(me));
                        self.tell(Some(me), line);
                    }
                    self.orders.push(Order::Say(said));
                    self.draft.clear();
                }
            }
            Message::Look => self.looks = true,
            Message::Again(_) | Message::Replay | Message::Leave => {}
        }
        self.tick(Instant::now());
    }

    /// Draws a side, or says why not.
    fn draw(&mut self, side: Side) {
        self.refusal = None;
        self.cursor = Some(side);
        if self.reel.is_some() {
            return;
        }
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
        match self.known.game().to_act() {
            _ if !self.known.has_begun() => texts::NOT_BEGUN.to_owned(),
            Some(player) if Some(player) != self.known.me() => texts::turn_of(&self.called(player)),
            _ if self.autoplay => texts::COMPUTER_PLAYS.to_owned(),
            _ => texts::UNDER_WAY.to_owned(),
        }
    }

    /// What the filled button does, and whether it does anything.
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

    fn sensible(&mut self) {
        if self.autoplay {
            self.autoplay = false;
        } else if let Some(side) = self.cursor {
            self.draw(side);
        }
    }

    fn command(&mut self, command: Command) {
        let winds = self.reel.is_some();
        let at = self.reel.as_ref().map_or(0, |reel| reel.at());
        match command {
            Command::Help => self.help = true,
            Command::Cancel => self.refusal = None,
            Command::Pause => self.paused = !self.paused,
            Command::Click if winds => self.paused = !self.paused,
            Command::Step(-1, 0) if winds => self.stand(at.saturating_sub(1)),
            Command::Step(1, 0) if winds => self.stand(at + 1),
            Command::Ends(false) if winds => self.stand(0),
            Command::Ends(true) if winds => self.stand(usize::MAX),
            Command::Digit(digit) if winds => {
                let at = usize::from(digit).checked_sub(1);
                if let Some(&pace) = at.and_then(|at| Pace::WATCHED.get(at)) {
                    (self.pace, self.paused) = (pace, false);
                }
            }
            _ if winds => {}
            Command::Autoplay => self.autoplay = !self.autoplay,
            Command::Slower | Command::Faster => self.change_pace(command == Command::Faster),
            Command::Click | Command::Confirm => self.sensible(),
            Command::Step(across, down) => self.step(across, down),
            Command::Next => self.next_free(true),
            Command::Previous => self.next_free(false),
            Command::Undo => self.refusal = Some(texts::NOTHING_TO_UNDO.to_owned()),
            _ => {}
        }
    }

    /// Goes to a place of the record and stays there.
    fn stand(&mut self, at: usize) {
        self.paused = true;
        self.seek(at);
    }

    fn change_pace(&mut self, faster: bool) {
        let paces = Pace::PLAYED;
        let at = paces
            .iter()
            .position(|&pace| pace == self.pace)
            .unwrap_or(0);
        let to = if faster { at + 1 } else { at.saturating_sub(1) };
        self.pace = paces[to.min(paces.len() - 1)];
    }

    fn step(&mut self, across: i8, down: i8) {
        let Some(size) = self.board().map(Board::size) else {
            return;
        };
        self.hovered = None;
        self.cursor = Some(match self.cursor {
            Some(from) => side_beside(size, from, across, down),
            None => Side { x: 1, y: 0 },
        });
    }

    /// The next line that is not drawn, or the one before.
    fn next_free(&mut self, next: bool) {
        let Some(board) = self.board() else { return };
        let free: Vec<Side> = board.free().collect();
        let key = |side: &Side| (side.y, side.x);
        let now = self.cursor.map(|side| (side.y, side.x));
        let found = match (now, next) {
            (Some(now), true) => free.iter().find(|side| key(side) > now),
            (Some(now), false) => free.iter().rev().find(|side| key(side) < now),
            (None, _) => None,
        };
        let around = if next { free.first() } else { free.last() };
        self.cursor = found.or(around).copied();
        self.hovered = None;
    }
}

/// The line that was drawn, if one was.
fn drawn(heard: &ServerLine) -> Option<Drawn> {
    match Event::parse(&heard.text) {
        Ok(Some(Event::Drawn(drawn))) => Some(drawn),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
