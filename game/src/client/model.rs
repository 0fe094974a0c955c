//! A game of conquest as a client knows it.

use std::sync::Arc;

use marchland_maps::{Map, TerritoryId};
use thiserror::Error;

use crate::conquest::lines::StateLine;
use crate::conquest::rules::{
    Action, Event, Mismatch, Phase, Player, SnapshotError, State, Status, Variants,
};
use crate::conquest::{Reply, StateCollector};
use crate::protocol::command::ErrorCode;
use crate::protocol::{Name, ServerMessage};

/// A client's model of a game, updated by the replies of a server of version 0.2 or 0.3.
#[derive(Debug, Clone)]
pub struct Model {
    pub(super) map: Arc<Map>,
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

/// Why a reply does not fit the model, which is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FollowError {
    /// An event that does not fit.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    /// An impossible state.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// An event before the order of play.
    #[error("the game has not started")]
    NotStarted,
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

    /// Sets a player's name. A server of version 0.2 does not send the client's own.
    pub fn introduce(&mut self, player: Player, name: Name) {
        let at = player.index();
        if at >= self.names.len() {
            self.names.resize(at + 1, None);
        }
        self.names[at] = Some(name);
    }

    /// A territory in a reply that the map does not have, if any.
    pub(super) fn unknown_territory(&self, reply: &Reply) -> Option<TerritoryId> {
        let mut named = reply.event()?.territories();
        named.find(|territory| territory.index() >= self.map.len())
    }

    /// Applies a reply. Replies that change nothing are ignored, and so are events between
    /// returning to a seat and the arrival of the whole state: it contains them, and without
    /// it they may not fit.
    ///
    /// # Errors
    /// If the reply does not fit the model.
    pub fn follow(&mut self, reply: &Reply) -> Result<(), FollowError> {
        if let Some(territory) = self.unknown_territory(reply) {
            return Err(Mismatch::NoTerritory(territory).into());
        }
        match reply {
            Reply::StateLine(StateLine::StateBegin(_)) => {
                self.collector = Some(StateCollector::new(self.map.len(), self.me));
            }
            Reply::StateLine(StateLine::StateEnd(_)) => {
                self.asked = false;
                if let Some(collector) = self.collector.take() {
                    let (snapshot, names) = collector.finish();
                    self.variants = snapshot.variants;
                    if !snapshot.order.is_empty() {
                        self.state = Some(State::restore(&self.map, snapshot)?);
                    }
                    self.names = names.into_iter().map(Some).collect();
                    self.pending = Pending::default();
                }
            }
            _ if self.collector.is_some() => {
                if let (Some(collector), Reply::StateLine(line)) = (&mut self.collector, reply) {
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

    fn answer(&mut self, answer: &ServerMessage) -> Result<(), FollowError> {
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

    fn event(&mut self, event: Event) -> Result<(), FollowError> {
        if self.asked {
            return Ok(());
        }
        match (&mut self.state, event) {
            (Some(state), event) => state.apply(event)?,
            (None, Event::Returned(_)) => return Ok(()),
            // The game began while the client was away; the whole state will follow.
            (None, _) if self.returned => return Ok(()),
            (None, _) => return Err(FollowError::NotStarted),
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

    /// Notes that the whole state is requested; until it arrives the player cannot act.
    /// Returns whether it was not requested already.
    pub fn ask(&mut self) -> bool {
        self.collector = None;
        !std::mem::replace(&mut self.asked, true)
    }

    /// Whether the whole state was requested and has not arrived.
    pub fn is_asked(&self) -> bool {
        self.asked
    }

    /// Notes an action sent to a server of version 0.3, which will echo it.
    pub fn sent(&mut self, action: Action) {
        if action == Action::EndTurn {
            self.pending.turn = true;
        } else {
            self.pending.echo = true;
        }
    }

    /// Applies the player's own action, which a server of version 0.2 does not echo.
    ///
    /// # Errors
    /// If the action is illegal.
    pub fn acted(&mut self, action: Action) -> Result<(), FollowError> {
        let (Some(player), Some(state)) = (self.me, &mut self.state) else {
            return Err(FollowError::NotStarted);
        };
        let Some(event) = Event::of(player, action) else {
            self.pending.turn = true;
            return Ok(());
        };
        state.apply(event)?;
        self.note_pending(event);
        Ok(())
    }
}
