//! Events as sentences: for the log of a client, the playback of a record, the terminal and
//! the window.

use marchland_files::plain;
use marchland_maps::{Map, TerritoryId};

use super::rules::{Card, Event, Holding, Phase, Player, Roll};

/// How a sentence names players and territories.
pub trait Cast {
    /// Whether a player is addressed: `You take`, not `Red takes`.
    fn is_you(&self, player: Player) -> bool;

    /// The player at the beginning of a sentence: `You`, `Red`.
    fn subject(&self, player: Player) -> String;

    /// The player within a sentence: `you`, `Red`.
    fn object(&self, player: Player) -> String;

    /// A territory's name.
    fn place(&self, territory: TerritoryId) -> String;

    /// The form of a verb that matches a player.
    fn verb<'a>(&self, player: Player, third: &'a str, you: &'a str) -> &'a str {
        if self.is_you(player) { you } else { third }
    }

    /// `Red takes`, `You take`.
    fn does(&self, player: Player, third: &str, you: &str) -> String {
        format!("{} {}", self.subject(player), self.verb(player, third, you))
    }

    /// `Red's`, `your`.
    fn whose(&self, player: Player) -> String {
        if self.is_you(player) {
            "your".to_owned()
        } else {
            format!("{}'s", self.object(player))
        }
    }
}

/// A territory's name without control characters, or its number.
pub fn place(map: &Map, territory: TerritoryId) -> String {
    let known = map.territories().get(territory.index());
    let name = known.and_then(|known| known.name.text.as_deref());
    name.map_or_else(
        || format!("territory {territory}"),
        |name| plain(name).into_owned(),
    )
}

/// A probability in whole percent; 0 % and 100 % only if it is certain.
pub fn percent(chance: f64) -> String {
    let rounded = (chance * 100.0).round();
    if rounded >= 100.0 && chance < 1.0 {
        ">99 %".to_owned()
    } else if rounded <= 0.0 && chance > 0.0 {
        "<1 %".to_owned()
    } else {
        format!("{rounded:.0} %")
    }
}

/// `1 unit`, `2 units`.
pub fn units(count: u32) -> String {
    crate::count(count, "unit")
}

/// The name of a card.
pub fn card(card: Card) -> &'static str {
    match card {
        Card::Infantry => "infantry",
        Card::Cavalry => "cavalry",
        Card::Artillery => "artillery",
        Card::Wild => "wild",
    }
}

/// What a player does or suffers, without the name: `gets a card`. `None` for events without
/// a player.
pub fn deed(event: &Event, cast: &impl Cast) -> Option<(Player, String)> {
    let place = |territory: &TerritoryId| cast.place(*territory);
    let (player, third, you, rest) = match event {
        Event::UnitsGained { player, units: n } => (player, "gains", "gain", units(*n)),
        Event::Reinforced {
            player,
            territory,
            units: n,
        } => {
            let rest = format!("{} on {}", units(*n), place(territory));
            (player, "places", "place", rest)
        }
        Event::SetTraded { player, .. } => (player, "trades", "trade", "a set of cards".into()),
        Event::Attacked {
            player,
            from,
            target,
            units: n,
        } => {
            let with = units((*n).into());
            let rest = format!("{} from {} with {with}", place(target), place(from));
            (player, "attacks", "attack", rest)
        }
        Event::Defended {
            player,
            territory,
            units: n,
        } => {
            let rest = format!("{} with {}", place(territory), units((*n).into()));
            (player, "defends", "defend", rest)
        }
        Event::Transferred {
            player,
            from,
            to,
            units: n,
        } => {
            let rest = format!("{} from {} to {}", units(*n), place(from), place(to));
            (player, "moves", "move", rest)
        }
        Event::CardsAcquired { player, cards } => {
            let mut rest = match cards.len() {
                1 => "a card".to_owned(),
                n => format!("{n} cards"),
            };
            if cards.face_down() == 0 {
                let names: Vec<&str> = cards.iter().map(card).collect();
                rest = format!("{rest}: {}", names.join(", "));
            }
            (player, "gets", "get", rest)
        }
        Event::Defeated { player, by } => {
            let rest = format!("defeated by {}", cast.object(*by));
            (player, "is", "are", rest)
        }
        Event::Left(player) => (player, "has", "have", "left".into()),
        Event::Returned(player) => (player, "is", "are", "back".into()),
        _ => return None,
    };
    let verb = cast.verb(*player, third, you);
    Some((*player, format!("{verb} {rest}")))
}

/// That a player claims a free territory, or is dealt it, as a sentence.
pub fn claimed(player: Player, at: TerritoryId, dealt: bool, cast: &impl Cast) -> String {
    let (third, you) = if dealt {
        ("gets", "get")
    } else {
        ("claims", "claim")
    };
    format!("{} {}.", cast.does(player, third, you), cast.place(at))
}

/// An event as a sentence.
pub fn sentence(event: &Event, cast: &impl Cast) -> String {
    if let Some((player, deed)) = deed(event, cast) {
        return format!("{} {deed}.", cast.subject(player));
    }
    match event {
        Event::OrderDrawn(order) => {
            let names: Vec<String> = order.iter().map(|player| cast.object(player)).collect();
            format!("Order of play: {}.", names.join(", "))
        }
        Event::PhaseStarted(Phase::Claiming) => "Every territory gets an owner.".to_owned(),
        Event::PhaseStarted(Phase::Reinforcing) => "First units are placed.".to_owned(),
        Event::PhaseStarted(Phase::Playing) => "The game begins.".to_owned(),
        Event::TurnStarted(player) if cast.is_you(*player) => "-- Your turn".to_owned(),
        Event::TurnStarted(player) => format!("-- {} turn", cast.whose(*player)),
        Event::Rolled(roll) => {
            let (attacker, defender) = roll.losses();
            let dice = |dice: &[u8]| {
                let thrown = dice.iter().filter(|&&die| die > 0).map(u8::to_string);
                thrown.collect::<Vec<_>>().join(" ")
            };
            format!(
                "Dice {} against {}: the attacker loses {attacker}, the defender {defender}.",
                dice(&roll.attack()),
                dice(&roll.defence())
            )
        }
        Event::AreaSet {
            territory,
            owner,
            units: n,
        } => format!(
            "The debug console gives {} to {}, {}.",
            cast.place(*territory),
            cast.object(*owner),
            units(*n)
        ),
        _ => String::new(),
    }
}

/// All rounds of a battle between two territories, reported as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fight {
    /// The attacker.
    pub player: Player,
    /// The origin of the attack.
    pub from: TerritoryId,
    /// The target of the attack.
    pub target: TerritoryId,
    /// The defender.
    pub victim: Option<Player>,
    /// The attacker's losses.
    pub lost: u32,
    /// The defender's losses.
    pub killed: u32,
    /// Whether the target was conquered.
    pub taken: bool,
}

impl Fight {
    /// Starts a battle with an attack; `holdings` are those before it. `None` if the event is
    /// not an attack on a territory of the map.
    pub fn begin(event: &Event, holdings: &[Holding]) -> Option<Self> {
        let Event::Attacked {
            player,
            from,
            target,
            ..
        } = *event
        else {
            return None;
        };
        Some(Self {
            player,
            from,
            target,
            victim: holdings.get(target.index())?.owner,
            lost: 0,
            killed: 0,
            taken: false,
        })
    }

    /// Whether an event belongs to the battle: a further round, or the units that follow a
    /// conquest.
    pub fn goes_on(&self, event: &Event) -> bool {
        match *event {
            Event::Attacked { from, target, .. } => {
                !self.taken && (self.from, self.target) == (from, target)
            }
            Event::Transferred { from, to, .. } => {
                self.taken && (self.from, self.target) == (from, to)
            }
            Event::Defended { .. } | Event::Rolled(_) => true,
            _ => false,
        }
    }

    /// Adds the losses of a round; `defenders` is the number of units there before it.
    pub fn round(&mut self, roll: Roll, defenders: u32) {
        let (lost, killed) = roll.losses();
        self.lost = self.lost.saturating_add(lost);
        self.killed = self.killed.saturating_add(killed);
        self.taken = defenders <= killed;
    }

    /// `2 lost, 3 killed`.
    pub fn losses(&self) -> String {
        format!("{} lost, {} killed", self.lost, self.killed)
    }

    /// What the attacker has done, without the name.
    pub fn deed(&self, cast: &impl Cast) -> String {
        let (target, losses) = (cast.place(self.target), self.losses());
        if self.taken {
            let takes = cast.verb(self.player, "takes", "take");
            let from = self
                .victim
                .map(|victim| format!(" from {}", cast.object(victim)));
            format!("{takes} {target}{}: {losses}", from.unwrap_or_default())
        } else {
            let attacks = cast.verb(self.player, "attacks", "attack");
            let whose = self.victim.map(|victim| format!("{} ", cast.whose(victim)));
            let (whose, from) = (whose.unwrap_or_default(), cast.place(self.from));
            format!("{attacks} {whose}{target} from {from}: {losses}")
        }
    }
}
