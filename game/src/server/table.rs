//! A table: players sit down, a game is played, everybody is told.

mod clock;
mod conduct;
mod resume;
mod seats;
mod turn_clock;

use std::sync::Arc;
use std::time::Duration;

use marchland_maps::Map;
use thiserror::Error;

use super::{Journal, Link, News, Peer, Reporter, Seated, Ticket, Trouble};
use crate::protocol::command::{self, ErrorCode, LogoutReason, To};
use crate::protocol::{Digest, Flag, Name, Reply, Request, Secret, Token};
use crate::protocol::{action, tell, tell_state};
use crate::rules::{Event, MAX_SEATS, Player, SeededDice, State, Status, Variants};
pub use turn_clock::ClockOptions;
use turn_clock::TurnClock;

/// How long the server waits for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLimits {
    /// From sitting down to `READY`.
    pub registration: Duration,
    /// From sitting down until a player who has not said `READY` gives way to
    /// another who wants the seat.
    pub ready: Duration,
    /// For each action of the player on turn.
    pub action: Duration,
    /// For a whole turn, if there is a clock.
    pub clock: Option<ClockOptions>,
    /// For the answer to an attack.
    pub defence: Duration,
    /// For a player of version 0.3 to resume after a lost connection, when
    /// it is to act.
    pub grace: Duration,
    /// From the end of a game until the connections are closed that are still
    /// there.
    pub farewell: Duration,
    /// For anybody to come back to a game that all players have left.
    pub deserted: Duration,
}

impl TimeLimits {
    /// Players who are there may think for as long as they like.
    pub fn patient() -> Self {
        Self {
            registration: Duration::MAX,
            action: Duration::MAX,
            clock: None,
            defence: Duration::MAX,
            ..Self::default()
        }
    }
}

impl Default for TimeLimits {
    fn default() -> Self {
        Self {
            registration: Duration::from_secs(600),
            ready: Duration::from_secs(120),
            action: Duration::from_secs(300),
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

/// What a table is set up with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableOptions {
    /// Players wanted, 2 to 6.
    pub players: u8,
    /// The variants; players may choose others before the game.
    pub variants: Variants,
    /// How long the server waits.
    pub limits: TimeLimits,
}

/// Why a request is refused; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{text}")]
pub struct Refusal {
    /// For programs.
    pub code: ErrorCode,
    /// For people.
    pub text: String,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: ErrorCode, text: impl Into<String>) -> Self {
        Self {
            code,
            text: text.into(),
        }
    }

    /// Nobody can come back with this.
    pub(super) fn bad_token() -> Self {
        Self::new(ErrorCode::BadToken, "no player here has this id and token")
    }
}

/// Makes a table's journal, if it can be made.
pub(super) type MakeJournal = Box<dyn FnOnce() -> Option<Box<dyn Journal>> + Send>;

/// Somebody at the table.
#[derive(Debug)]
struct Chair<P> {
    name: Name,
    /// For players of version 0.3.
    secret: Option<Secret>,
    /// None while the connection is lost, and for the neutral force.
    link: Option<Link<P>>,
    ready: bool,
    /// Whether the player has given the game up.
    resigned: bool,
    /// Whose messages the player does not want to read.
    muted: [bool; MAX_SEATS],
    /// When the player sat down.
    sat_down: Duration,
    /// When the connection was lost.
    lost: Duration,
}

impl<P> Chair<P> {
    fn new(name: Name, now: Duration) -> Self {
        Self {
            name,
            secret: None,
            link: None,
            ready: false,
            resigned: false,
            muted: [false; MAX_SEATS],
            sat_down: now,
            lost: now,
        }
    }
}

/// A table: at first players sit down, then a game is played.
pub struct Table<P> {
    map: Arc<Map>,
    digest: Digest,
    options: TableOptions,
    dice: SeededDice,
    /// By seat; free ones only before the start.
    chairs: Vec<Option<Chair<P>>>,
    spectators: Vec<Link<P>>,
    game: Option<State>,
    /// Who opened the table, once seated: the host.
    host: Option<Player>,
    /// Whom the host has sent away before the game.
    unwanted: Vec<Name>,
    clock: Option<TurnClock>,
    /// Who was to act when the game last changed.
    acting: Option<Player>,
    /// Since when the player who is to act has done nothing: its last action,
    /// or when the player became the one to act. After the game, when it ended.
    moved: Duration,
    /// When somebody was last there.
    attended: Duration,
    /// Nobody can sit down any more, nor come back.
    closed: bool,
    journal: Option<Box<dyn Journal>>,
    /// When the last that was journalled may be told.
    ticket: Option<Ticket>,
    /// Why the journal cannot be written, if it cannot.
    trouble: Option<Trouble>,
    /// Makes the journal when the game begins.
    make_journal: Option<MakeJournal>,
    /// Who is told what happens here, and under which name.
    reporter: Option<(Name, Reporter)>,
    line: String,
    private: String,
}

impl<P: Peer> Table<P> {
    /// An empty table.
    pub fn new(map: Arc<Map>, options: TableOptions, dice: SeededDice) -> Self {
        let digest = marchland_maps::canonical::digest(&map);
        let players = options.players.clamp(2, marchland_maps::MAX_PLAYERS);
        Self {
            digest: Digest::read(&digest).unwrap_or(Digest(0)),
            chairs: (0..players).map(|_| None).collect(),
            options: TableOptions { players, ..options },
            map,
            dice,
            spectators: Vec::new(),
            game: None,
            host: None,
            unwanted: Vec::new(),
            clock: options.limits.clock.map(TurnClock::new),
            acting: None,
            moved: Duration::ZERO,
            attended: Duration::ZERO,
            closed: false,
            journal: None,
            ticket: None,
            trouble: None,
            make_journal: None,
            reporter: None,
            line: String::new(),
            private: String::new(),
        }
    }

    /// Writes a journal from now on; for a table where nobody sits yet.
    pub fn keep_journal(&mut self, journal: Box<dyn Journal>) {
        self.journal = Some(journal);
    }

    /// Writes a journal once the game begins, if `make` gives one.
    pub(super) fn keep_journal_later(&mut self, make: MakeJournal) {
        self.make_journal = Some(make);
    }

    /// Tells somebody what happens at this table, under a name.
    pub(super) fn report_to(&mut self, name: &Name, reporter: Option<Reporter>) {
        self.reporter = reporter.map(|reporter| (name.clone(), reporter));
    }

    /// Tells what happened, if anybody wants to know.
    pub(super) fn report(&self, news: impl FnOnce() -> News) {
        if let Some((name, report)) = &self.reporter {
            report(Some(name), &news());
        }
    }

    /// A player, as the news have it.
    fn seated(&self, player: Player) -> Seated {
        let name = self.name(player);
        Seated { player, name }
    }

    /// The map played on.
    pub fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// The game, once it has begun.
    pub fn game(&self) -> Option<&State> {
        self.game.as_ref()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.winner().is_some()
    }

    /// The winner: by the rules, or because all others have given up.
    pub fn winner(&self) -> Option<Player> {
        let game = self.game.as_ref()?;
        let others_resigned = || {
            let chairs = Player::first(self.chairs.len()).zip(&self.chairs);
            let resigned = |chair: &Chair<P>| chair.resigned;
            if !self.chairs.iter().flatten().any(resigned) {
                return None;
            }
            let mut left = chairs.filter(|(player, chair)| {
                let status = game.seat(*player).status;
                let plays = chair.as_ref().is_some_and(|chair| !chair.resigned);
                plays && !matches!(status, Status::Defeated | Status::Neutral)
            });
            let last = left.next().map(|(player, _)| player);
            last.filter(|_| left.next().is_none())
        };
        game.winner().or_else(others_resigned)
    }

    /// Notes when the table was opened.
    pub(super) fn opened(&mut self, now: Duration) {
        self.attended = now;
    }

    /// The `TABLE` line of this table under a name.
    pub fn summary(&self, name: Name) -> command::Table {
        command::Table {
            name,
            map: crate::protocol::Text::new(self.map.id()),
            seated: self.players_there().count() as u8,
            players: self.options.players,
            started: Flag(self.game.is_some()),
        }
    }

    /// Everybody connected.
    pub fn peers(&self) -> impl Iterator<Item = &P> {
        self.links().map(|(_, link)| &link.peer)
    }

    /// Does what a player asks for.
    ///
    /// # Errors
    /// Why not; then nothing has changed, but that an absent player is back.
    pub fn request(
        &mut self,
        from: Player,
        request: &Request,
        now: Duration,
    ) -> Result<(), Refusal> {
        self.welcome_back(from, now);
        if let Some((named, action)) = action(request) {
            is_sender(from, named)?;
            self.is_playing(from)?;
            let Some(game) = &mut self.game else {
                return Err(not_started());
            };
            let mut events = Vec::new();
            game.play(from, action, &mut self.dice, &mut events)
                .map_err(|why| Refusal::new(ErrorCode::Illegal, why.to_string()))?;
            self.publish(&events, Some(from), LogoutReason::Left, now);
            return Ok(());
        }
        match request {
            Request::ApplyRule(rule) => self.apply_rule(from, rule.0),
            Request::Ready(ready) => {
                is_sender(from, ready.player)?;
                self.ready(from, now)
            }
            Request::Chat(chat) => {
                is_sender(from, chat.player)?;
                self.chat(chat)
            }
            Request::State(ask) => {
                is_sender(from, ask.player)?;
                let link = self.chair(from).and_then(|chair| chair.link.as_ref());
                let link = link.ok_or_else(not_started)?;
                self.tell_state(&link.peer, Some(from), now)
            }
            Request::Mute(mute) => {
                is_sender(from, mute.player)?;
                self.mute(from, mute.other, true)
            }
            Request::Unmute(unmute) => {
                is_sender(from, unmute.player)?;
                self.mute(from, unmute.other, false)
            }
            Request::Kick(kick) => {
                is_sender(from, kick.player)?;
                self.kick(from, kick.other, now)
            }
            Request::Resign(resign) => {
                is_sender(from, resign.player)?;
                self.resign(from, now)
            }
            _ => Err(Refusal::new(
                ErrorCode::OutOfPlace,
                "you are at a table already",
            )),
        }
    }

    /// Chooses a variant, and takes back who was ready for another: all but
    /// clients of version 0.2 that did not ask for it, which cannot know.
    fn apply_rule(&mut self, from: Player, rule: command::RuleChoice) -> Result<(), Refusal> {
        if self.game.is_some() {
            let text = "rules are chosen before the game";
            return Err(Refusal::new(ErrorCode::OutOfPlace, text));
        }
        let variants = &mut self.options.variants;
        let before = *variants;
        match rule {
            command::RuleChoice::Areas(variant) => variants.areas = variant,
            command::RuleChoice::Sets(variant) => variants.sets = variant,
        }
        let changed = *variants != before;
        self.tell_extended(&command::ApplyRule(rule).into());
        if !changed {
            return Ok(());
        }
        for player in Player::first(self.chairs.len()) {
            let Some(chair) = &mut self.chairs[player.index()] else {
                continue;
            };
            let knows = chair.secret.is_some() || player == from;
            if knows && std::mem::take(&mut chair.ready) {
                self.tell_extended(&command::Unready { player }.into());
            }
        }
        Ok(())
    }

    fn ready(&mut self, player: Player, now: Duration) -> Result<(), Refusal> {
        if self.game.is_some() {
            // Back from a time-out, or late: nothing to do.
            return Ok(());
        }
        if let Some(Some(chair)) = self.chairs.get_mut(player.index())
            && !std::mem::replace(&mut chair.ready, true)
        {
            self.tell_extended(&command::Ready { player }.into());
        }
        if self.chairs.iter().flatten().filter(|c| c.ready).count() < self.chairs.len() {
            return Ok(());
        }
        let players = self.options.players;
        let mut game = State::new(Arc::clone(&self.map), players, self.options.variants);
        let mut events = Vec::new();
        game.start(&mut self.dice, &mut events)
            .map_err(|why| Refusal::new(ErrorCode::OutOfPlace, why.to_string()))?;
        self.note_start(now);
        let variants = self.options.variants;
        let rules = command::StateRules {
            areas: variants.areas,
            sets: variants.sets,
            neutral: Flag(variants.neutral),
            traded: 0,
        };
        self.tell_extended(&rules.into());
        if game.players().len() > self.chairs.len() {
            self.seat_neutral(now);
        }
        let order = game.order();
        self.game = Some(game);
        self.report(|| News::Begun {
            map: self.map.id().to_owned(),
            order: order.iter().map(|player| self.name(player)).collect(),
        });
        self.publish(&events, None, LogoutReason::Left, now);
        Ok(())
    }

    fn chat(&mut self, chat: &command::Chat) -> Result<(), Refusal> {
        let text = Reply::from(chat.clone()).to_string();
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
                let chair = self.chair(recipient);
                let link = chair.and_then(|chair| chair.link.as_ref());
                let away = || Refusal::new(ErrorCode::OutOfPlace, "that player is not here");
                let link = link.ok_or_else(away)?;
                // Nobody is told who does not want to read them.
                if !self.has_muted(recipient, chat.player) {
                    link.peer.send(&text);
                }
            }
        }
        Ok(())
    }

    /// Tells a peer the whole state of the game.
    fn tell_state(&self, to: &P, viewer: Option<Player>, now: Duration) -> Result<(), Refusal> {
        let game = self.game.as_ref().ok_or_else(not_started)?;
        let mut line = String::new();
        let name = |player: Player| self.name(player);
        tell_state(&game.snapshot(viewer), viewer, name, |reply| {
            line.clear();
            reply.write(&mut line);
            to.send(&line);
        });
        if let Some(winner) = self.winner() {
            // Who was away when it was said could not know.
            to.send(&Reply::from(command::GameOver { winner }).to_string());
        } else if let Some(clock) = self.clock_line(now) {
            to.send(&clock.to_string());
        }
        Ok(())
    }

    /// Journals events, tells everybody, and says when the game is over.
    ///
    /// `actor` is whose action they come from: a client of version 0.2 is not
    /// told what it said itself.
    fn publish(
        &mut self,
        events: &[Event],
        actor: Option<Player>,
        reason: LogoutReason,
        now: Duration,
    ) {
        self.journal_events(events, now);
        for &event in events {
            self.tell_event(event, actor, reason);
        }
        self.note_time(events, actor, now);
        if !events.is_empty() {
            self.say_who_won(now);
        }
    }

    /// Says that the game is over, if it is.
    fn say_who_won(&mut self, now: Duration) {
        let Some(winner) = self.winner() else { return };
        self.moved = now;
        self.forget_stale_journal();
        self.tell_extended(&command::GameOver { winner }.into());
        self.report(|| News::Won {
            who: self.seated(winner),
        });
    }

    fn tell_event(&mut self, event: Event, actor: Option<Player>, reason: LogoutReason) {
        match event {
            Event::Returned(player) => {
                let who = self.seated(player);
                let name = who.name.clone();
                self.tell_all(&command::RegisteredPlayer { player, name }.into());
                self.report(|| News::Present { who });
                return;
            }
            Event::Left(player) => {
                self.tell_all(&command::Logout { player, reason }.into());
                self.report(|| News::Absent {
                    who: self.seated(player),
                    why: reason,
                });
                return;
            }
            _ => {}
        }
        let mut public = std::mem::take(&mut self.line);
        let mut private = std::mem::take(&mut self.private);
        write_lines(event.seen_by(None), &mut public);
        let owner = match event {
            Event::CardsAcquired { player, .. } => {
                write_lines(event, &mut private);
                Some(player)
            }
            _ => None,
        };
        let said_by = said_by(event);
        for (player, link) in self.links() {
            let own_words = said_by.is_some() && said_by == actor && player == actor;
            if own_words && !link.extended {
                continue;
            }
            if event_is_extension(event) && !link.extended {
                continue;
            }
            let lines = if owner.is_some() && player == owner {
                &private
            } else {
                &public
            };
            for line in lines.lines() {
                link.peer.send(line);
            }
        }
        public.clear();
        private.clear();
        self.line = public;
        self.private = private;
    }

    fn tell_all(&self, reply: &Reply) {
        let line = reply.to_string();
        for (_, link) in self.links() {
            link.peer.send(&line);
        }
    }

    fn tell_extended(&self, reply: &Reply) {
        let line = reply.to_string();
        for (_, link) in self.links().filter(|(_, link)| link.extended) {
            link.peer.send(&line);
        }
    }

    /// Sends a line to everybody, for the debug console.
    pub(super) fn send_raw(&self, line: &str) {
        for (_, link) in self.links() {
            link.peer.send(line);
        }
    }

    /// Changes territories, for the debug console.
    pub(super) fn set_areas(
        &mut self,
        changes: &[(marchland_maps::TerritoryId, Player, u32)],
        now: Duration,
    ) -> Result<(), crate::rules::ChangeError> {
        let game = self.game.as_mut();
        let game = game.ok_or(crate::rules::ChangeError::TooEarly)?;
        let mut events = Vec::new();
        game.set_areas(changes, &mut events)?;
        self.publish(&events, None, LogoutReason::Left, now);
        Ok(())
    }

    /// The players who are connected.
    fn players_there(&self) -> impl Iterator<Item = &Link<P>> {
        let chairs = self.chairs.iter().flatten();
        chairs.filter_map(|chair| chair.link.as_ref())
    }

    /// Everybody connected: players with their seat, then spectators.
    fn links(&self) -> impl Iterator<Item = (Option<Player>, &Link<P>)> {
        let chairs = Player::first(self.chairs.len()).zip(&self.chairs);
        let players = chairs.filter_map(|(player, chair)| {
            let link = chair.as_ref()?.link.as_ref()?;
            Some((Some(player), link))
        });
        players.chain(self.spectators.iter().map(|link| (None, link)))
    }

    /// Whether this connection has the player's seat.
    pub(super) fn is_linked(&self, player: Player, peer: &P) -> bool {
        let link = self.chair(player).and_then(|chair| chair.link.as_ref());
        link.is_some_and(|link| link.peer.same(peer))
    }

    fn chair(&self, player: Player) -> Option<&Chair<P>> {
        self.chairs.get(player.index())?.as_ref()
    }

    fn status(&self, player: Player) -> Option<Status> {
        self.game.as_ref().map(|game| game.seat(player).status)
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
    Refusal::new(ErrorCode::OutOfPlace, "the game has not started yet")
}

fn write_lines(event: Event, lines: &mut String) {
    tell(event, |reply| {
        reply.write(lines);
        lines.push('\n');
    });
}

/// Whose words an event repeats, if it repeats a request.
fn said_by(event: Event) -> Option<Player> {
    match event {
        Event::Reinforced { player, .. }
        | Event::SetTraded { player, .. }
        | Event::Attacked { player, .. }
        | Event::Defended { player, .. }
        | Event::Transferred { player, .. } => Some(player),
        _ => None,
    }
}

/// Whether only version 0.3 knows the line of an event.
fn event_is_extension(event: Event) -> bool {
    matches!(event, Event::AreaSet { .. })
}
