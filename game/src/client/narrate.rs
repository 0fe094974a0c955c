//! The server's replies as sentences.

use marchland_maps::TerritoryId;

use super::Model;
use super::sentences::{self, common};
use crate::conquest::Reply;
use crate::conquest::narrator::{Cast, claimed, place, sentence};
use crate::conquest::rules::{Event, Phase, Player};
use crate::protocol::Name;

/// A reply as a sentence for people; `None` for replies only programs need. `model` is the
/// game before the reply.
pub fn narrate(reply: &Reply, model: &Model) -> Option<String> {
    narrate_to(&Names(model), reply, model)
}

/// Like [`narrate`], with players and territories named by `cast`.
pub(crate) fn narrate_to(cast: &impl Cast, reply: &Reply, model: &Model) -> Option<String> {
    let answer = match reply {
        Reply::Event(event) => return Some(narrate_event(event, cast, model)),
        Reply::ServerMessage(answer) => answer,
        Reply::Map(_) | Reply::StateLine(_) => return None,
    };
    let cast = sentences::PlayerNames {
        called: &|player| cast.subject(player),
        second: &|player| cast.is_you(player),
        here: &|player| model.name(player).is_some(),
        // Until the whole state arrives, the server introduces those who are away, too.
        absent: &|player| model.is_absent(player) && !model.is_asked(),
        begun: model.state().is_some(),
    };
    common(answer, &cast)
}

/// An event as a sentence. Units on a free territory claim it.
fn narrate_event(event: &Event, cast: &impl Cast, model: &Model) -> String {
    if let Event::Reinforced {
        player, territory, ..
    } = *event
        && let Some(state) = model.state()
        && state.phase() == Some(Phase::Claiming)
        && let Some(holding) = state.holdings().get(territory.index())
        && holding.owner.is_none()
    {
        return claimed(player, territory, state.turn().is_none(), cast);
    }
    sentence(event, cast)
}

/// Players by their names. A player without a name is called You, and addressed in the second
/// person in the player's own view.
pub(crate) struct Names<'a>(pub(crate) &'a Model);

impl Cast for Names<'_> {
    fn is_you(&self, player: Player) -> bool {
        let nameless = |name: &Name| name.as_str() == "You";
        self.0.me() == Some(player) && self.0.name(player).is_some_and(nameless)
    }

    fn subject(&self, player: Player) -> String {
        match self.0.name(player) {
            // To others, You is a name like any other.
            Some(name) if name.as_str() == "You" && !self.is_you(player) => {
                format!("player {name}")
            }
            Some(name) => name.to_string(),
            None => format!("player {player}"),
        }
    }

    fn object(&self, player: Player) -> String {
        if self.is_you(player) {
            "you".to_owned()
        } else {
            self.subject(player)
        }
    }

    fn place(&self, territory: TerritoryId) -> String {
        place(self.0.map(), territory)
    }
}

#[cfg(test)]
mod tests;
