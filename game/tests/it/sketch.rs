//! Small maps described by a line of text, for tests.

use std::sync::Arc;

use marchland_game::conquest::rules::{
    AreaVariant, Card, Cards, Dice, Event, Phase, Player, Set, SetVariant, State, TurnOrder,
    Variants,
};
use marchland_maps::{
    ContinentId, Draft, Map, MaskFile, Names, Neighbour, Point, Rgb, TerritoryId, Way, author,
};
use proptest::prelude::{Strategy, any};

/// A map from its links and continents.
///
/// `links` like `0-1 1-2 2>0` (`>` leads one way), `continents` like
/// `0,1:2 2:5` (members, bonus). Cards go by id in turn.
pub(crate) fn map(links: &str, continents: &str) -> Arc<Map> {
    Arc::new(Map::try_from(&draft(links, continents)).unwrap())
}

fn draft(links: &str, continents: &str) -> Draft {
    let number = |text: &str| text.trim().parse::<u16>().unwrap();
    let mut draft = Draft::new();
    draft.name = Names::plain("A sketch");
    draft.mask = Some(MaskFile {
        file: "mask.png".into(),
        ..MaskFile::default()
    });
    let mut homes = Vec::new();
    for (id, text) in (0..).zip(continents.split_whitespace()) {
        let (members, bonus) = text.split_once(':').unwrap();
        let mut continent = draft.fresh_continent();
        continent.id = Some(ContinentId(id));
        continent.name = Names::plain(format!("Continent {id}"));
        continent.bonus = Some(number(bonus));
        draft.continents.push(continent);
        homes.extend(members.split(',').map(|m| (number(m), ContinentId(id))));
    }
    homes.sort_unstable();
    for (id, continent) in homes {
        let mut territory = draft.fresh_territory();
        territory.id = Some(TerritoryId(id));
        territory.name = Names::plain(format!("Land {id}"));
        territory.colour = Some(Rgb::from_u32(u32::from(id) + 1));
        territory.continent = Some(continent);
        territory.pivots.push(Point::new(u32::from(id) * 10, 5));
        for link in links.split_whitespace() {
            let both = link.contains('-');
            let (from, to) = link.split_once(['-', '>']).unwrap();
            if number(from) == id {
                let mut neighbour = Neighbour::land(TerritoryId(number(to)));
                neighbour.way = if both { Way::Both } else { Way::One };
                territory.neighbours.push(neighbour);
            }
        }
        let edit = author::add_territory(&draft, territory);
        draft.apply(edit).unwrap();
    }
    draft
}

/// A ring of `count` territories, two continents.
pub(crate) fn ring(count: u16) -> Arc<Map> {
    Arc::new(Map::try_from(&ring_draft(count)).unwrap())
}

/// The same, for a number of players and a number of starting units each.
pub(crate) fn ring_stating(count: u16, players: u8, units: u32) -> Arc<Map> {
    let mut draft = ring_draft(count);
    draft.setup.units.insert(players, units);
    Arc::new(Map::try_from(&draft).unwrap())
}

fn ring_draft(count: u16) -> Draft {
    let links: Vec<_> = (0..count)
        .map(|id| format!("{id}-{}", (id + 1) % count))
        .collect();
    let half = |ids: std::ops::Range<u16>| {
        let ids: Vec<_> = ids.map(|id| id.to_string()).collect();
        ids.join(",")
    };
    let continents = format!("{}:2 {}:3", half(0..count / 2), half(count / 2..count));
    draft(&links.join(" "), &continents)
}

/// A grid, with the diagonal links of every other cell, one continent a row.
pub(crate) fn grid(width: u16, height: u16) -> Arc<Map> {
    let mut links = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let id = y * width + x;
            if x + 1 < width {
                links.push(format!("{id}-{}", id + 1));
            }
            if y + 1 < height {
                links.push(format!("{id}-{}", id + width));
            }
            if x + 1 < width && y + 1 < height && (x + y) % 2 == 0 {
                links.push(format!("{id}-{}", id + width + 1));
            }
        }
    }
    let rows: Vec<_> = (0..height)
        .map(|y| {
            let ids: Vec<_> = (0..width).map(|x| (y * width + x).to_string()).collect();
            format!("{}:{}", ids.join(","), y + 1)
        })
        .collect();
    map(&links.join(" "), &rows.join(" "))
}

/// A player by the number of the seat.
pub(crate) fn player(seat: u8) -> Player {
    Player::new(seat).unwrap()
}

/// A territory by its id.
pub(crate) fn land(id: u16) -> TerritoryId {
    TerritoryId(id)
}

/// A game in its main phase, the first player on turn, all units placed.
///
/// `holdings` is `owner:units` for each territory; players have their turns by
/// the numbers of their seats; `hands` are cards by their first letters, drawn
/// from the deck.
pub(crate) fn position(
    map: &Arc<Map>,
    players: u8,
    variants: Variants,
    holdings: &str,
    hands: &[&str],
) -> State {
    let mut state = State::new(Arc::clone(map), players, variants);
    let order: Vec<_> = Player::first(players.into()).collect();
    let mut tell = |event| state.apply(event).unwrap();
    tell(Event::OrderDrawn(TurnOrder::new(&order).unwrap()));
    tell(Event::PhaseStarted(Phase::Claiming));
    for (id, holding) in (0..).zip(holdings.split_whitespace()) {
        let (owner, units) = holding.split_once(':').unwrap();
        let (player, units) = (player(owner.parse().unwrap()), units.parse().unwrap());
        tell(Event::UnitsGained { player, units });
        tell(Event::Reinforced {
            player,
            territory: land(id),
            units,
        });
    }
    for (hand, seat) in hands.iter().zip(0..) {
        let cards = cards(hand);
        if !cards.is_empty() {
            let player = player(seat);
            tell(Event::CardsAcquired { player, cards });
        }
    }
    tell(Event::PhaseStarted(Phase::Playing));
    tell(Event::TurnStarted(player(0)));
    state
}

/// Cards by their first letters.
pub(crate) fn cards(letters: &str) -> Cards {
    letters.chars().map(card).collect()
}

/// A set by the first letters of its cards.
pub(crate) fn set(letters: &str) -> Set {
    let cards: Vec<_> = letters.chars().map(card).collect();
    Set::new(cards.try_into().unwrap()).unwrap()
}

fn card(letter: char) -> Card {
    match letter {
        'i' => Card::Infantry,
        'c' => Card::Cavalry,
        'a' => Card::Artillery,
        'w' => Card::Wild,
        _ => panic!("no card begins with {letter}"),
    }
}

/// Every combination of the variants of the rules.
pub(crate) fn variants() -> impl Strategy<Value = Variants> {
    (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(dealt, constant, neutral)| Variants {
        areas: if dealt {
            AreaVariant::Dealt
        } else {
            AreaVariant::Chosen
        },
        sets: if constant {
            SetVariant::Constant
        } else {
            SetVariant::Growing
        },
        neutral,
    })
}

/// Dice that show given throws in turn, repeated; any other random choice takes the first
/// possibility.
#[derive(Debug, Clone)]
pub(crate) struct Loaded {
    throws: Vec<u8>,
    at: usize,
}

impl Loaded {
    /// Dice that throw `throws` over and over; ones if there are none.
    pub(crate) fn new(throws: &[u8]) -> Self {
        Self {
            throws: throws.to_vec(),
            at: 0,
        }
    }
}

impl Dice for Loaded {
    fn below(&mut self, _bound: u32) -> u32 {
        0
    }

    fn die(&mut self) -> u8 {
        let throw = self.throws.get(self.at).copied().unwrap_or(1);
        self.at = (self.at + 1) % self.throws.len().max(1);
        throw.clamp(1, 6)
    }
}
