//! What happens, in a sentence.

use marchland_files::plain;
use marchland_maps::TerritoryId;

use super::Model;
use crate::conquest::Reply;
use crate::conquest::command::{ErrorCode, LogoutReason, To};
use crate::conquest::rules::{Phase, Player};
use crate::protocol::Name;

/// A reply as a sentence for people; nothing for what only programs need.
/// `model` is the game as it was before.
#[expect(clippy::too_many_lines, reason = "a sentence for each reply")]
pub fn narrate(reply: &Reply, model: &Model) -> Option<String> {
    // People who give no name are called You, and spoken to so where the game is
    // seen through their eyes.
    let nameless = |name: &Name| name.as_str() == "You";
    let second =
        |player: Player| model.me() == Some(player) && model.name(player).is_some_and(nameless);
    let who = |player: Player| match model.name(player) {
        Some(name) if nameless(name) && !second(player) => format!("player {name}"),
        Some(name) => name.to_string(),
        None => format!("player {player}"),
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
        let name = territory.and_then(|t| t.name.text.as_deref());
        name.map_or_else(|| format!("area {t}"), |name| plain(name).into_owned())
    };
    let units = |count: u32| match count {
        1 => "1 unit".to_owned(),
        n => format!("{n} units"),
    };
    Some(match reply {
        Reply::RegisteredPlayer(told) if model.name(told.player).is_none() => {
            let you = model.me() == Some(told.player) && nameless(&told.name);
            let is = if you { "are" } else { "is" };
            format!("{} {is} here (player {})", told.name, told.player)
        }
        // Who comes back to a game is told of all players once more.
        Reply::RegisteredPlayer(told) if model.is_absent(told.player) => {
            format!("{} back", does(told.player, "is", "are"))
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
        let map = Arc::new(map);
        let seen_by = |me| {
            let mut model = Model::new(Arc::clone(&map), Player::new(me));
            for (name, player) in ["You", "Red"].into_iter().zip(Player::first(2)) {
                model.introduce(player, name.parse().unwrap());
            }
            model
        };
        let narrated = |line: &str, model| narrate(&Reply::parse(line).unwrap(), model);
        let model = seen_by(0);
        let told = |line: &str| narrated(line, &model).unwrap();
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
        // To another, You is a name like any other.
        let other = seen_by(1);
        for (line, sentence) in [
            ("START-ROUND 0", "-- player You's turn"),
            ("GAME-OVER 0", "player You has won"),
            ("PLAYER-DEFEATED 1 0", "Red is defeated by player You"),
        ] {
            assert_eq!(narrated(line, &other).as_deref(), Some(sentence));
        }
        // Who is here already does not come again.
        assert_eq!(narrated("REGISTERED-PLAYER 0 You", &other), None);
    }
}
