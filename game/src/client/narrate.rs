//! What happens, in a sentence.

use marchland_maps::TerritoryId;

use super::Model;
use crate::protocol::Reply;
use crate::protocol::command::{ErrorCode, LogoutReason, To};
use crate::rules::{Phase, Player};

/// A reply as a sentence for people; nothing for what only programs need.
/// `model` is the game as it was before.
#[expect(clippy::too_many_lines, reason = "a sentence for each reply")]
pub fn narrate(reply: &Reply, model: &Model) -> Option<String> {
    let who = |player: Player| match model.name(player) {
        Some(name) => name.to_string(),
        None => format!("player {player}"),
    };
    // People who give no name are called You.
    let second = |player: Player| {
        model
            .name(player)
            .is_some_and(|name| name.as_str() == "You")
    };
    let does = |player: Player, third: &str, you: &str| {
        format!(
            "{} {}",
            who(player),
            if second(player) { you } else { third }
        )
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
        Reply::RegisteredPlayer(told) => {
            let is = if told.name.as_str() == "You" {
                "are"
            } else {
                "is"
            };
            format!("{} {is} here (player {})", told.name, told.player)
        }
        Reply::Logout(told) => match told.reason {
            LogoutReason::Left => format!("{} left", does(told.player, "has", "have")),
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
        Reply::StartRound(told) if second(told.player) => "-- Your turn".to_owned(),
        Reply::StartRound(told) => format!("-- {}'s turn", who(told.player)),
        Reply::Reinforcements(told) => {
            let gains = does(told.player, "gains", "gain");
            format!("{gains} {}", units(told.units))
        }
        Reply::Reinforce(told) => format!(
            "{} {} on {}",
            does(told.player, "places", "place"),
            units(told.units),
            place(told.area)
        ),
        Reply::CardsExchange(told) => {
            format!("{} a set of cards", does(told.player, "trades", "trade"))
        }
        Reply::Attack(told) => format!(
            "{} {} from {} with {}",
            does(told.player, "attacks", "attack"),
            place(told.target),
            place(told.from),
            units(told.units.into())
        ),
        Reply::Defend(told) => format!(
            "{} {} with {}",
            does(told.player, "defends", "defend"),
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
            "{} {} from {} to {}",
            does(told.player, "moves", "move"),
            units(told.units),
            place(told.from),
            place(told.to)
        ),
        Reply::CardsAcquired(told) => match told.cards.len() {
            1 => format!("{} a card", does(told.player, "gets", "get")),
            n => format!("{} {n} cards", does(told.player, "gets", "get")),
        },
        Reply::PlayerDefeated(told) => {
            let by = if second(told.by) {
                "you".to_owned()
            } else {
                who(told.by)
            };
            format!("{} defeated by {by}", does(told.player, "is", "are"))
        }
        Reply::GameOver(told) => format!("{} won", does(told.winner, "has", "have")),
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
        Reply::Error(told) if told.code == ErrorCode::Closing as u32 => {
            format!("the server closes the connection: {}", told.text)
        }
        Reply::Error(told) => format!("the server refuses: {} (code {})", told.text, told.code),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;

    #[test]
    fn who_is_called_you_is_spoken_to() {
        let world = concat!(env!("CARGO_MANIFEST_DIR"), "/../maps/world");
        let (_, _, map) = marchland_maps::folder::load(Path::new(world)).unwrap();
        let mut model = Model::new(Arc::new(map), None);
        for (name, player) in ["You", "Red"].into_iter().zip(Player::first(2)) {
            model.introduce(player, name.parse().unwrap());
        }
        let told = |line: &str| narrate(&Reply::parse(line).unwrap(), &model).unwrap();
        assert_eq!(
            told("ERROR 9 the server is stopping"),
            "the server closes the connection: the server is stopping"
        );
        assert_eq!(
            told("ERROR 5 it is not your turn"),
            "the server refuses: it is not your turn (code 5)"
        );
        for (player, sentences) in [
            (
                0,
                [
                    "You get a card",
                    "You have won",
                    "-- Your turn",
                    "You are defeated by Red",
                ],
            ),
            (
                1,
                [
                    "Red gets a card",
                    "Red has won",
                    "-- Red's turn",
                    "Red is defeated by you",
                ],
            ),
        ] {
            let other = 1 - player;
            let lines = [
                format!("CARDS-ACQUIRED {player} 1"),
                format!("GAME-OVER {player}"),
                format!("START-ROUND {player}"),
                format!("PLAYER-DEFEATED {player} {other}"),
            ];
            assert_eq!(lines.map(|line| told(&line)), sentences);
        }
    }
}
