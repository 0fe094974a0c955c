//! A table: players take seats, a game is played, and everybody receives its lines.

mod broadcast;
mod clock;
mod conduct;
mod resume;
mod seats;
mod turn_clock;

use std::fmt;
use std::time::Duration;

use thiserror::Error;

use super::{Journal, Link, Peer, Reporter, Ticket, WriteFailure};
use crate::play::{Game, MAX_SEATS, Outbox, Outcome, Player, Refused, SeededDice, Standing};
use crate::protocol::command::{self, ErrorCode, To};
use crate::protocol::{ClientMessage, Flag, Name, Secret, Text, line};
#[cfg(feature = "net")]
pub(super) use clock::LAST_CALL;
pub use turn_clock::ClockOptions;
use turn_clock::TurnClock;

/// The time limits of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLimits {
    /// From taking a seat to `READY`.
    pub registration: Duration,
    /// From taking a seat until a player who is not ready loses it to somebody else.
    pub ready: Duration,
    /// For each action of the player on turn.
    pub action: Duration,
    /// For a whole turn, if there is a clock.
    pub clock: Option<ClockOptions>,
    /// For the answer to an attack.
    pub defence: Duration,
    /// For a player of version 0.3 to return after a lost connection before the turns are
    /// skipped. If it is unlimited, a player who leaves is waited for, too.
    pub grace: Duration,
    /// From the end of a game until the remaining connections are closed.
    pub farewell: Duration,
    /// For somebody to return to a game that all players have left.
    pub deserted: Duration,
}

impl TimeLimits {
    /// Limits that let players think indefinitely and wait for those who are away: for a
    /// table that closes when the person leaves, and is kept.
    pub fn patient() -> Self {
        Self {
            registration: Duration::MAX,
            action: Duration::MAX,
            clock: None,
            defence: Duration::MAX,
            grace: Duration::MAX,
            ..Self::default()
        }
    }
}

impl Default for TimeLimits {
    fn default() -> Self {
        Self {
            registration: Duration::from_secs(600),
            ready: Duration::from_secs(120),
            action: Duration::MAX,
            clock: Some(ClockOptions {
                turn: Duration::from_secs(600),
                bank: Duration::from_secs(600),
            }),
            defence: Duration::from_secs(30),
            grace: Duration::from_secs(60),
            farewell: Duration::from_secs(60),
            deserted: Duration::from_secs(3600),
        }
    }
}

/// Why a request is refused; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{text}")]
pub struct Refusal {
    /// The reason for programs.
    pub code: ErrorCode,
    /// The reason for people.
    pub text: String,
}

impl Refusal {
    /// Creates a refusal with the code and text of the `ERROR` line.
    pub fn new(code: ErrorCode, text: impl Into<String>) -> Self {
        Self {
            code,
            text: text.into(),
        }
    }

    /// The refusal of what is not possible now.
    pub(super) fn out_of_place(text: &str) -> Self {
        Self::new(ErrorCode::OutOfPlace, text)
    }

    /// The refusal of a wrong token.
    pub(super) fn bad_token() -> Self {
        let text = "no player here has this id and token: the game is over, or the server was \
                    restarted; LOGIN to sit down anew";
        Self::new(ErrorCode::BadToken, text)
    }
}

/// Creates the journal of a game when it begins.
pub(super) type MakeJournal = Box<dyn FnOnce(&dyn Game) -> Option<Box<dyn Journal>> + Send>;

#[derive(Debug)]
struct Seat<P> {
    name: Name,
    /// Only players of version 0.3 have one.
    secret: Option<Secret>,
    /// `None` while the connection is lost, and for the neutral force.
    link: Option<Link<P>>,
    ready: bool,
    /// Whether the player has resigned.
    resigned: bool,
    /// Whether a computer plays here.
    computer: bool,
    /// Whose messages the player has muted.
    muted: [bool; MAX_SEATS],
    sat_down: Duration,
    lost: Duration,
}

impl<P> Seat<P> {
    fn new(name: Name, now: Duration) -> Self {
        Self {
            name,
            secret: None,
            link: None,
            ready: false,
            resigned: false,
            computer: false,
            muted: [false; MAX_SEATS],
            sat_down: now,
            lost: now,
        }
    }
}

/// A table: first players take seats, then a game is played.
pub struct Table<P> {
    game: Box<dyn Game>,
    /// The game by the rules before players changed them, if they did.
    unchanged: Option<Box<dyn Game>>,
    limits: TimeLimits,
    dice: SeededDice,
    /// By seat; free ones only before the start.
    seats: Vec<Option<Seat<P>>>,
    spectators: Vec<Link<P>>,
    /// Players of whom the others were, or would be, told that the connection is lost.
    missed: [bool; MAX_SEATS],
    /// The host: who opened the table, once seated; at the default table, who runs the server, if that is
    /// a window.
    host: Option<Player>,
    /// Players the host has removed before the game.
    unwanted: Vec<Name>,
    clock: Option<TurnClock>,
    /// The player to act when the game last changed.
    acting: Option<Player>,
    /// When the player to act last acted or became the player to act; after the game, when it
    /// ended.
    moved: Duration,
    /// The player to act, while the game waits for this player without limits.
    held: Option<Player>,
    /// Whether a clock was told for the current turn.
    timed: bool,
    attended: Duration,
    ended: bool,
    /// Whether nobody can take a seat or return any more.
    closed: bool,
    journal: Option<Box<dyn Journal>>,
    /// When lines about the last journalled action may be sent.
    ticket: Option<Ticket>,
    /// The current failure of the journal, if any.
    failure: Option<WriteFailure>,
    make_journal: Option<MakeJournal>,
    /// The receiver of reports, and the name of this table.
    reporter: Option<(Name, Reporter)>,
    /// Reused for the lines of each action.
    outbox: Outbox,
}

impl<P: Peer> Table<P> {
    /// An empty table for a game.
    pub fn new(game: Box<dyn Game>, limits: TimeLimits, dice: SeededDice) -> Self {
        Self {
            seats: (0..game.players()).map(|_| None).collect(),
            game,
            unchanged: None,
            limits,
            dice,
            spectators: Vec::new(),
            missed: [false; MAX_SEATS],
            host: None,
            unwanted: Vec::new(),
            clock: limits.clock.map(TurnClock::new),
            acting: None,
            moved: Duration::ZERO,
            held: None,
            timed: false,
            attended: Duration::ZERO,
            ended: false,
            closed: false,
            journal: None,
            ticket: None,
            failure: None,
            make_journal: None,
            reporter: None,
            outbox: Outbox::default(),
        }
    }

    /// Writes a journal from now on; for a table without players.
    pub fn keep_journal(&mut self, journal: Box<dyn Journal>) {
        self.journal = Some(journal);
    }

    /// Writes a journal once the game begins, if `make` returns one.
    pub(super) fn keep_journal_later(&mut self, make: MakeJournal) {
        self.make_journal = Some(make);
    }

    /// Reports events at this table under a name.
    pub(super) fn report_to(&mut self, name: &Name, reporter: Option<Reporter>) {
        self.reporter = reporter.map(|reporter| (name.clone(), reporter));
    }

    /// Reports an event.
    pub(super) fn report(&self, what: fmt::Arguments<'_>) {
        if let Some((name, report)) = &self.reporter {
            report(Some(name), what);
        }
    }

    /// The game, begun or not.
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// Whether the game has begun.
    pub fn has_begun(&self) -> bool {
        self.game.has_begun()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// How the game ended: by the rules, or because all others have resigned.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_begun() {
            return None;
        }
        self.game.outcome().or_else(|| {
            let winner = self.last_who_plays()?;
            let scores = Vec::new();
            Some(Outcome {
                winner: Some(winner),
                scores,
            })
        })
    }

    /// The last player who has not resigned, if others have.
    fn last_who_plays(&self) -> Option<Player> {
        if !self.seated().any(|(_, seat)| seat.resigned) {
            return None;
        }
        let mut left = self.seated().filter(|(player, seat)| {
            !seat.resigned && self.game.standing(*player) != Standing::Out
        });
        let (last, _) = left.next()?;
        left.next().is_none().then_some(last)
    }

    pub(super) fn opened(&mut self, now: Duration) {
        self.attended = now;
    }

    /// The `TABLE` line of this table.
    pub fn summary(&self, name: Name) -> command::Table {
        let header = self.game.header();
        let seated = if self.has_begun() {
            self.players_there().count()
        } else {
            // The seat of a lost connection is kept.
            self.seated().count()
        };
        command::Table {
            name,
            setup: Text::new(&header.setup),
            seated: seated as u8,
            players: self.game.players(),
            started: Flag(self.has_begun()),
            game: Some(&header.game)
                .filter(|game| *game != command::Table::USUAL)
                .map(|game| Text::new(game)),
        }
    }

    /// The connections of players and spectators.
    pub fn peers(&self) -> impl Iterator<Item = &P> {
        self.links().map(|(_, link)| &link.peer)
    }

    /// Executes a player's request.
    ///
    /// # Errors
    /// Why the request is refused. Nothing has changed, except that an absent player counts
    /// as back.
    pub fn request(
        &mut self,
        from: Player,
        request: &ClientMessage,
        now: Duration,
    ) -> Result<(), Refusal> {
        if let ClientMessage::Leave(leave) = request {
            is_sender(from, leave.player)?;
            self.leave(from, now);
            return Ok(());
        }
        self.welcome_back(from, now);
        match request {
            ClientMessage::ApplyRule(rule) => self.apply_rule(from, rule),
            ClientMessage::Ready(ready) => {
                is_sender(from, ready.player)?;
                self.ready(from, now)
            }
            ClientMessage::Chat(chat) => {
                is_sender(from, chat.player)?;
                if self.game.turn() == Some(from) && self.acting == Some(from) {
                    // Who writes is there.
                    self.moved = now;
                }
                self.chat(chat)
            }
            ClientMessage::State(ask) => {
                is_sender(from, ask.player)?;
                let link = self.seat(from).and_then(|seat| seat.link.as_ref());
                let link = link.ok_or_else(not_started)?;
                self.send_state(&link.peer, Some(from), now)
            }
            ClientMessage::Mute(mute) => {
                is_sender(from, mute.player)?;
                self.mute(from, mute.other, true)
            }
            ClientMessage::Unmute(unmute) => {
                is_sender(from, unmute.player)?;
                self.mute(from, unmute.other, false)
            }
            ClientMessage::Kick(kick) => {
                is_sender(from, kick.player)?;
                self.kick(from, kick.other, now)
            }
            ClientMessage::Resign(resign) => {
                is_sender(from, resign.player)?;
                self.resign(from, now)
            }
            _ => Err(Refusal::out_of_place("you are at a table already")),
        }
    }

    /// Executes a player's command of the game.
    ///
    /// # Errors
    /// As [`request`](Self::request).
    pub fn act(&mut self, from: Player, line: &str, now: Duration) -> Result<(), Refusal> {
        self.welcome_back(from, now);
        if self.has_begun() {
            self.is_playing(from)?;
        }
        self.with_outbox(|table, outbox| {
            let done = table.game.act(from, line, &mut table.dice, outbox);
            done.map_err(|why| refusal(from, line, &why))?;
            table.publish(outbox, Some(from), now);
            Ok(())
        })
    }

    /// Changes the game and sends the resulting lines.
    pub(super) fn happen(
        &mut self,
        now: Duration,
        act: impl FnOnce(&mut dyn Game, &mut SeededDice, &mut Outbox),
    ) {
        self.with_outbox(|table, outbox| {
            act(&mut *table.game, &mut table.dice, outbox);
            table.publish(outbox, None, now);
        });
    }

    /// Chooses a variant, and resets the players who were ready for another one, except for
    /// clients of version 0.2 that did not choose it, which cannot know.
    fn apply_rule(&mut self, from: Player, rule: &command::ApplyRule) -> Result<(), Refusal> {
        if self.has_begun() {
            return Err(Refusal::out_of_place("rules are chosen before the game"));
        }
        let before = self.game.duplicate();
        let changed = self.game.choose(&format!("{} {}", rule.rule, rule.variant));
        let changed = changed.map_err(|why| refusal(from, "", &why))?;
        self.send_extended(rule);
        if !changed {
            return Ok(());
        }
        self.unchanged.get_or_insert(before);
        for player in Player::first(self.seats.len()) {
            let Some(seat) = &mut self.seats[player.index()] else {
                continue;
            };
            let knows = seat.secret.is_some() || player == from;
            if knows && std::mem::take(&mut seat.ready) {
                self.send_extended(&command::Unready { player });
            }
        }
        Ok(())
    }

    fn ready(&mut self, player: Player, now: Duration) -> Result<(), Refusal> {
        if self.has_begun() {
            // Back from a time-out, or late: nothing to do.
            return Ok(());
        }
        if let Some(seat) = self.seat_mut(player)
            && !std::mem::replace(&mut seat.ready, true)
        {
            self.send_extended(&command::Ready { player });
        }
        if self.seats.iter().flatten().filter(|c| c.ready).count() < self.seats.len() {
            return Ok(());
        }
        self.with_outbox(|table, outbox| {
            let begun = table.game.begin(&mut table.dice, outbox);
            begun.map_err(|why| refusal(player, "", &why))?;
            table.note_start(now);
            for (player, name) in table.game.own_seats() {
                table.give_seat(player, Seat::new(name, now));
            }
            let order = table.game.order().into_iter();
            let order: Vec<String> = order.map(|player| table.name(player).to_string()).collect();
            let (setup, order) = (table.game.setup(), order.join(", "));
            table.report(format_args!("a game begins on {setup}: {order}"));
            table.publish(outbox, None, now);
            for player in Player::first(table.seats.len()) {
                let lost = table.seat(player).is_some_and(|seat| seat.link.is_none());
                if lost && !table.missed[player.index()] {
                    table.tell_lost(player, now);
                }
            }
            Ok(())
        })
    }

    /// Fills a seat, which may be one beyond the present seats.
    fn give_seat(&mut self, player: Player, seat: Seat<P>) {
        if player.index() >= self.seats.len() {
            self.seats.resize_with(player.index() + 1, || None);
        }
        self.seats[player.index()] = Some(seat);
    }

    fn chat(&mut self, chat: &command::Chat) -> Result<(), Refusal> {
        let text = line(chat);
        match chat.to {
            To::All => {
                for (player, link) in self.links() {
                    let muted = player.is_some_and(|player| self.has_muted(player, chat.player));
                    if player != Some(chat.player) && !muted {
                        link.peer.send(&text);
                    }
                }
            }
            To::One(recipient) => {
                let seat = self.seat(recipient);
                let link = seat.and_then(|seat| seat.link.as_ref());
                let link = link.ok_or_else(not_here)?;
                // The sender does not learn who has muted whom.
                if !self.has_muted(recipient, chat.player) {
                    link.peer.send(&text);
                }
            }
        }
        Ok(())
    }

    /// Whether this connection has the player's seat.
    pub(super) fn is_linked(&self, player: Player, peer: &P) -> bool {
        let link = self.seat(player).and_then(|seat| seat.link.as_ref());
        link.is_some_and(|link| link.peer.same(peer))
    }

    fn seat(&self, player: Player) -> Option<&Seat<P>> {
        self.seats.get(player.index())?.as_ref()
    }

    fn seat_mut(&mut self, player: Player) -> Option<&mut Seat<P>> {
        self.seats.get_mut(player.index())?.as_mut()
    }

    /// The players who have a seat.
    fn seated(&self) -> impl Iterator<Item = (Player, &Seat<P>)> {
        let seats = Player::first(self.seats.len()).zip(&self.seats);
        seats.filter_map(|(player, seat)| Some((player, seat.as_ref()?)))
    }
}

fn is_sender(from: Player, named: Player) -> Result<(), Refusal> {
    if from == named {
        Ok(())
    } else {
        let text = format!("you are player {from}, not {named}");
        Err(Refusal::new(ErrorCode::NotYou, text))
    }
}

fn not_started() -> Refusal {
    Refusal::out_of_place("the game has not started yet")
}

fn not_here() -> Refusal {
    Refusal::out_of_place("that player is not here")
}

/// Converts a game's refusal to one of the protocol.
fn refusal(from: Player, line: &str, why: &Refused) -> Refusal {
    let code = match why {
        Refused::Unknown => {
            let word = Text::new(line.split_whitespace().next().unwrap_or_default());
            let text = format!("there is no command {}", word.as_str());
            return Refusal::new(ErrorCode::Unknown, text);
        }
        Refused::NotYou(named) => {
            let text = format!("you are player {from}, not {named}");
            return Refusal::new(ErrorCode::NotYou, text);
        }
        Refused::Malformed(_) => ErrorCode::Malformed,
        Refused::OutOfPlace(_) => ErrorCode::OutOfPlace,
        Refused::Illegal(_) => ErrorCode::Illegal,
    };
    Refusal::new(code, why.to_string())
}
