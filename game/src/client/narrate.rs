//! The server's replies as sentences.

use marchland_maps::TerritoryId;

use super::sentences::{self, common};
use super::{Knowledge, Model};
use crate::conquest::Reply;
use crate::conquest::narrator::{Cast, claimed, place, sentence};
use crate::conquest::rules::{Event, Phase, Player};

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

/// Players by their names.
pub(crate) struct Names<'a>(pub(crate) &'a Model);

impl Cast for Names<'_> {
    fn is_you(&self, player: Player) -> bool {
        sentences::is_addressed(self.0.name(player), self.0.me() == Some(player))
    }

    fn subject(&self, player: Player) -> String {
        sentences::subject(player, self.0.name(player), self.0.me() == Some(player))
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
