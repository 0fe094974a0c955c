//! A game of conquest as a client knows it.

use std::sync::Arc;

use marchland_files::plain;
use marchland_maps::{Map, TerritoryId, canonical};

use super::{Knowledge, OtherGame, Over, narrate};
use crate::conquest::bots::{Strategy, View, decide};
use crate::conquest::lines::StateLine;
use crate::conquest::rules::{Action, Event, Mismatch, Phase, Player, State, Status, Variants};
use crate::conquest::{self, Reply, Request, StateCollector};
use crate::play::Misfit;
use crate::protocol::command::ErrorCode;
use crate::protocol::{Digest, Name, ParseError, ServerMessage, Text, Token};
use crate::replay::Header;

/// A client's model of a game, updated by the replies of a server of version 0.2 or 0.3.
#[derive(Debug, Clone)]
pub struct Model {
    map: Arc<Map>,
    me: Option<Player>,
    names: Vec<Option<Name>>,
    variants: Variants,
    state: Option<State>,
    collector: Option<StateCollector>,
    /// Whether the server has given this client a seat.
    seated: bool,
    /// Whether the client returned to its seat and so missed events.
    returned: bool,
    /// The whole state was requested and has not arrived.
    asked: bool,
    pending: Pending,
}

/// What has to arrive before the player can act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Pending {
    /// The echo of an action that was sent.
    echo: bool,
    /// The next turn or phase: the end of the turn was sent.
    turn: bool,
    /// The number of units that were earned.
    units: bool,
}

impl Model {
    /// A model without knowledge, for a player (`None`: a spectator).
    pub fn new(map: Arc<Map>, me: Option<Player>) -> Self {
        Self {
            map,
            me,
            names: Vec::new(),
            variants: Variants::default(),
            state: None,
            collector: None,
            seated: false,
            returned: false,
            asked: false,
            pending: Pending::default(),
        }
    }

    /// The map played on.
    pub fn map(&self) -> &Map {
        &self.map
    }

    #[cfg(feature = "gui")]
    pub(crate) fn shared_map(&self) -> &Arc<Map> {
        &self.map
    }

    /// The player whose view it is.
    pub fn me(&self) -> Option<Player> {
        self.me
    }

    /// The game, once it has begun.
    pub fn state(&self) -> Option<&State> {
        self.state.as_ref()
    }

    /// Whether it is this player's move, and no message is pending.
    pub fn can_act(&self) -> bool {
        let waits = self.pending != Pending::default();
        let to_act = self.state.as_ref().and_then(State::to_act);
        !waits && !self.asked && self.collector.is_none() && self.me.is_some() && to_act == self.me
    }

    /// A player's name, if known.
    pub fn name(&self, player: Player) -> Option<&Name> {
        self.names.get(player.index())?.as_ref()
    }

    /// Whether a player has left the running game and has not come back.
    pub fn is_absent(&self, player: Player) -> bool {
        let state = self.state.as_ref();
        state.is_some_and(|state| state.seat(player).status == Status::Absent)
    }

    /// A territory in a reply that the map does not have, if any.
    fn unknown_territory(&self, reply: &Reply) -> Option<TerritoryId> {
        let mut named = reply.event()?.territories();
        named.find(|territory| territory.index() >= self.map.len())
    }

    fn answer(&mut self, answer: &ServerMessage) -> Result<(), Misfit> {
        match answer {
            ServerMessage::LoginAck(ack) => {
                if let Ok(player) = ack.seat {
                    self.take_seat(player);
                }
            }
            ServerMessage::Error(error) if error.code != ErrorCode::Journal as u32 => {
                self.pending = Pending::default();
                if error.code == ErrorCode::OutOfPlace as u32 {
                    // The server has no state to send.
                    self.asked = false;
                }
            }
            ServerMessage::RegisteredPlayer(told) => {
                self.introduce(told.player, told.name.clone());
                self.event(Event::Returned(told.player))?;
            }
            ServerMessage::Logout(told) if self.state.is_none() => {
                if let Some(name) = self.names.get_mut(told.player.index()) {
                    *name = None;
                }
            }
            ServerMessage::Logout(told) => self.event(Event::Left(told.player))?,
            _ => {}
        }
        Ok(())
    }

    fn event(&mut self, event: Event) -> Result<(), Misfit> {
        if self.asked {
            return Ok(());
        }
        match (&mut self.state, event) {
            (Some(state), event) => state.apply(event).map_err(misfit)?,
            (None, Event::Returned(_)) => return Ok(()),
            // The game began while the client was away; the whole state will follow.
            (None, _) if self.returned => return Ok(()),
            (None, _) => return Err(misfit(NOT_STARTED)),
        }
        self.note_pending(event);
        Ok(())
    }

    /// Handles a seat, given for the first time or again.
    fn take_seat(&mut self, player: Player) {
        self.me = Some(player);
        self.returned = std::mem::replace(&mut self.seated, true);
        if self.returned && self.state.is_some() {
            self.ask();
        }
    }

    fn note_pending(&mut self, event: Event) {
        match event {
            Event::PhaseStarted(_) => self.pending.turn = false,
            Event::TurnStarted(_) => {
                self.pending.turn = false;
                self.pending.echo = false;
                let phase = self.state.as_ref().and_then(State::phase);
                self.pending.units = phase == Some(Phase::Playing);
            }
            Event::UnitsGained { .. } => self.pending.units = false,
            Event::SetTraded { player, .. } => {
                self.pending.units = true;
                self.echoed(player);
            }
            Event::Reinforced { player, .. }
            | Event::Attacked { player, .. }
            | Event::Defended { player, .. }
            | Event::Transferred { player, .. } => self.echoed(player),
            _ => {}
        }
    }

    fn echoed(&mut self, player: Player) {
        if self.me == Some(player) {
            self.pending.echo = false;
        }
    }
}

impl Knowledge for Model {
    type Line = Reply;
    type Action = Action;
    type Computer = Box<dyn Strategy>;

    fn parse(line: &str) -> Result<Reply, ParseError> {
        Reply::parse(line)
    }

    fn as_told(line: &str, player: Player) -> String {
        match Reply::parse(line) {
            Ok(Reply::Event(event)) => Reply::Event(event.seen_by(Some(player))).to_string(),
            _ => line.to_owned(),
        }
    }

    fn fresh(&self) -> Self {
        Self::new(Arc::clone(&self.map), None)
    }

    fn header(&self, players: u8) -> Header {
        Header {
            game: conquest::ID.to_owned(),
            setup: self.map.id().to_owned(),
            digest: Digest::read(&canonical::digest(&self.map)).unwrap_or(Digest(0)),
            players,
        }
    }

    fn meet(&mut self, line: &Reply) -> Result<(), OtherGame> {
        let (theirs, digest) = match line {
            Reply::ServerMessage(ServerMessage::Table(table)) => {
                let theirs = table.game.as_ref().map(Text::as_str);
                return OtherGame::unless(theirs.unwrap_or(conquest::ID), conquest::ID);
            }
            Reply::Map(told) => (told.id.as_str(), told.digest),
            _ => return Ok(()),
        };
        compare(&self.map, theirs, digest)
    }

    fn of_record(&self, header: &Header) -> Result<Self, OtherGame> {
        OtherGame::unless(&header.game, conquest::ID)?;
        compare(&self.map, &header.setup, header.digest)?;
        Ok(self.fresh())
    }

    fn me(&self) -> Option<Player> {
        self.me()
    }

    fn introduce(&mut self, player: Player, name: Name) {
        let at = player.index();
        if at >= self.names.len() {
            self.names.resize(at + 1, None);
        }
        self.names[at] = Some(name);
    }

    fn has_begun(&self) -> bool {
        self.state().is_some()
    }

    fn over(&self) -> Option<Over> {
        Some(Over(Some(self.state()?.winner()?)))
    }

    fn is_event(line: &Reply) -> bool {
        line.event().is_some()
    }

    fn can_be_shown(&self, line: &Reply) -> bool {
        self.unknown_territory(line).is_none()
    }

    fn follow(&mut self, line: &Reply) -> Result<(), Misfit> {
        if let Some(territory) = self.unknown_territory(line) {
            return Err(misfit(Mismatch::NoTerritory(territory)));
        }
        match line {
            Reply::StateLine(StateLine::StateBegin(_)) => {
                self.collector = Some(StateCollector::new(self.map.len(), self.me));
            }
            Reply::StateLine(StateLine::StateEnd(_)) => {
                self.asked = false;
                if let Some(collector) = self.collector.take() {
                    let (snapshot, names) = collector.finish();
                    self.variants = snapshot.variants;
                    if !snapshot.order.is_empty() {
                        self.state = Some(State::restore(&self.map, snapshot).map_err(misfit)?);
                    }
                    self.names = names.into_iter().map(Some).collect();
                    self.pending = Pending::default();
                }
            }
            _ if self.collector.is_some() => {
                if let (Some(collector), Reply::StateLine(line)) = (&mut self.collector, line) {
                    collector.take(line);
                }
            }
            Reply::StateLine(StateLine::StateRules(rules)) => {
                self.variants.areas = rules.areas;
                self.variants.sets = rules.sets;
            }
            Reply::ServerMessage(answer) => return self.answer(answer),
            Reply::Event(event) => {
                if let Event::OrderDrawn(order) = event {
                    // A registered player without turns is the neutral force.
                    let registered = self.names.iter().flatten().count();
                    let players = order.len();
                    self.variants.neutral = registered > players;
                    let map = Arc::clone(&self.map);
                    let state = State::new(map, players as u8, self.variants);
                    self.state = Some(state.seen_by(self.me));
                }
                self.event(*event)?;
            }
            Reply::Map(_) | Reply::StateLine(_) => {}
        }
        Ok(())
    }

    fn ask(&mut self) -> bool {
        self.collector = None;
        !std::mem::replace(&mut self.asked, true)
    }

    fn is_asked(&self) -> bool {
        self.asked
    }

    fn request(player: Player, action: &Action) -> String {
        let action = *action;
        Request { player, action }.to_string()
    }

    fn echo(player: Player, action: &Action) -> Option<Reply> {
        Event::of(player, *action).map(Reply::from)
    }

    fn sent(&mut self, action: &Action) {
        if *action == Action::EndTurn {
            self.pending.turn = true;
        } else {
            self.pending.echo = true;
        }
    }

    fn acted(&mut self, action: &Action) -> Result<(), Misfit> {
        let (Some(player), Some(state)) = (self.me, &mut self.state) else {
            return Err(misfit(NOT_STARTED));
        };
        let Some(event) = Event::of(player, *action) else {
            self.pending.turn = true;
            return Ok(());
        };
        state.apply(event).map_err(misfit)?;
        self.note_pending(event);
        Ok(())
    }

    fn decide(&self, computer: &mut Box<dyn Strategy>) -> Option<Action> {
        let (player, state) = (self.me()?, self.state()?);
        if !self.can_act() {
            return None;
        }
        decide(computer.as_mut(), &View::new(state, player))
    }

    fn narrate(&self, line: &Reply) -> Option<String> {
        narrate(line, self)
    }
}

/// What is wrong with an event before the order of play.
const NOT_STARTED: &str = "the game has not started";

#[expect(clippy::needless_pass_by_value, reason = "as `map_err` calls it")]
fn misfit(why: impl ToString) -> Misfit {
    Misfit(why.to_string())
}

fn compare(map: &Map, theirs: &str, digest: Digest) -> Result<(), OtherGame> {
    if format!("{:032x}", digest.0) == canonical::digest(map) {
        return Ok(());
    }
    Err(OtherGame::Map {
        theirs: plain(theirs).into_owned(),
        ours: plain(map.id()).into_owned(),
    })
}
