//! A game of conquest as a client knows it.

mod knowledge;

use std::sync::Arc;

use marchland_maps::{Map, TerritoryId};

use super::Knowledge;
use crate::conquest::rules::{Event, Phase, Player, State, Status, Variants};
use crate::conquest::{Reply, StateCollector};
use crate::play::Misfit;
use crate::protocol::command::ErrorCode;
use crate::protocol::{Name, ServerMessage};

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
            ServerMessage::Error(error) if !error.is_about_journal() => {
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

/// What is wrong with an event before the order of play.
const NOT_STARTED: &str = "the game has not started";

#[expect(clippy::needless_pass_by_value, reason = "as `map_err` calls it")]
fn misfit(why: impl ToString) -> Misfit {
    Misfit(why.to_string())
}
