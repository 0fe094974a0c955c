//! What happens, in a sentence.

use marchland_maps::TerritoryId;

use super::Model;
use crate::protocol::Reply;
use crate::protocol::command::{LogoutReason, To};
use crate::rules::{Phase, Player};

/// A reply as a sentence for people; nothing for what only programs need.
/// `model` is the game as it was before.
pub fn narrate(reply: &Reply, model: &Model) -> Option<String> {
    let who = |player: Player| match model.name(player) {
        Some(name) => name.to_string(),
        None => format!("player {player}"),
    };
    let place = |t: TerritoryId| {
        let territory = model.map().territories().get(t.index());
        let name = territory.and_then(|t| t.name.text.clone());
        name.unwrap_or_else(|| format!("area {t}"))
    };
    let units = |count: u32| match count {
        1 => "1 unit".to_owned(),
        n => format!("{n} units"),
    };
    Some(match reply {
        Reply::RegisteredPlayer(told) => format!("{} is here (player {})", told.name, told.player),
        Reply::Logout(told) => match told.reason {
            LogoutReason::Left => format!("{} has left", who(told.player)),
            LogoutReason::Kicked => format!("{} took too long", who(told.player)),
        },
        Reply::Order(order) => {
            let names: Vec<String> = order.0.iter().map(who).collect();
            format!("order of play: {}", names.join(", "))
        }
        Reply::StartPhase(told) => match told.phase {
            Phase::Claiming => "areas are claimed".to_owned(),
            Phase::Reinforcing => "areas are reinforced".to_owned(),
            Phase::Playing => "the game begins".to_owned(),
        },
        Reply::StartRound(told) => format!("-- {}'s turn", who(told.player)),
        Reply::Reinforcements(told) => {
            format!("{} gains {}", who(told.player), units(told.units))
        }
        Reply::Reinforce(told) => format!(
            "{} places {} on {}",
            who(told.player),
            units(told.units),
            place(told.area)
        ),
        Reply::CardsExchange(told) => format!("{} trades a set of cards", who(told.player)),
        Reply::Attack(told) => format!(
            "{} attacks {} from {} with {}",
            who(told.player),
            place(told.target),
            place(told.from),
            units(told.units.into())
        ),
        Reply::Defend(told) => format!(
            "{} defends {} with {}",
            who(told.player),
            place(told.area),
            units(told.units.into())
        ),
        Reply::DiceRoll(told) => {
            let (attacker, defender) = told.0.losses();
            let dice = |dice: &[u8]| {
                let thrown = dice.iter().filter(|&&die| die > 0).map(u8::to_string);
                thrown.collect::<Vec<_>>().join(" ")
            };
            format!(
                "dice {} : {}; the attacker loses {attacker}, the defender {defender}",
                dice(&told.0.attack()),
                dice(&told.0.defence())
            )
        }
        Reply::Transfer(told) => format!(
            "{} moves {} from {} to {}",
            who(told.player),
            units(told.units),
            place(told.from),
            place(told.to)
        ),
        Reply::CardsAcquired(told) => match told.cards.len() {
            1 => format!("{} gets a card", who(told.player)),
            n => format!("{} gets {n} cards", who(told.player)),
        },
        Reply::PlayerDefeated(told) => {
            format!("{} is defeated by {}", who(told.player), who(told.by))
        }
        Reply::GameOver(told) => format!("{} has won", who(told.winner)),
        Reply::Chat(chat) => match chat.to {
            To::All => format!("{}: {}", who(chat.player), chat.message),
            To::One(_) => format!("{} (to you): {}", who(chat.player), chat.message),
        },
        Reply::DebugArea(told) => format!(
            "debug console: {} has {} of {}",
            place(told.area),
            units(told.units),
            who(told.owner)
        ),
        Reply::Error(told) => format!("the server refuses: {} (code {})", told.text, told.code),
        _ => return None,
    })
}
