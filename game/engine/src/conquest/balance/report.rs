//! The interpretation of a tally: figures with their intervals.

mod figure;
mod flags;

use serde::Serialize;

use marchland_files::plain;
use marchland_maps::bonus::Extent;
use marchland_maps::{Map, Setup};

pub use figure::{Figure, Looks, beyond_luck};
pub(super) use flags::BEGUN_MISFIT;
pub use flags::{BEGUN, Flag, Kind, SEAT, TERRITORY, flags};

use super::layout::{Layout, MARKS};
use super::tally::{Score, Tally};
use crate::statistics::{Estimate, Sequence};
use figure::Look;

/// A tally and the layout that numbers its counts.
pub type Counted<'a> = (&'a Layout, &'a Tally);

/// Games of one number of players.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Section {
    /// Players per game.
    pub players: usize,
    /// Deals; each is played once for each player.
    pub deals: u64,
    /// Games.
    pub games: u64,
    /// By place in the order of play.
    pub places: Vec<Place>,
    /// By id.
    pub continents: Vec<Continent>,
    /// By id.
    pub territories: Vec<Territory>,
    /// Both directions of each together, by the territories' ids.
    pub links: Vec<Traffic>,
    /// How long games last and how they turn.
    pub course: Course,
    /// What the deal decides.
    pub luck: Luck,
    /// The initial units of a player, and the usual ones, if the map gives others.
    #[serde(skip)]
    pub own_initial_units: Option<[u32; 2]>,
}

/// A place in the order of play.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// From 1.
    pub place: usize,
    /// Share of games won.
    pub won: Option<Figure>,
    /// The share if all places were equal.
    pub even: f64,
    /// Share of games won on the bundled world.
    pub world: Option<Figure>,
    /// The difference from the bundled world: what the map adds to the rules.
    pub beyond_world: Option<Figure>,
    /// By how much the share is farther from even than that on the bundled world; negative if it is
    /// closer.
    pub unevenness: Option<Figure>,
    /// Share of games in which this place was defeated first, among those with a defeat.
    pub first_out: Option<Figure>,
}

/// A continent.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Continent {
    /// Its id.
    pub id: usize,
    /// Its name.
    pub name: String,
    /// Its bonus.
    pub bonus: u16,
    /// Its number of territories.
    pub territories: usize,
    /// Its number of gates: territories that can be entered from outside.
    pub borders: usize,
    /// The bonus that suits its size and borders.
    pub suitable: u16,
    /// The smallest and the largest bonus that fit them: others surprise players.
    pub fitting: [u16; 2],
    /// Its figures in each of the rounds [`MARKS`].
    pub marks: Vec<Mark>,
    /// How often a player completes it in a game.
    pub taken: Option<Figure>,
    /// How often its bonus is collected in a game.
    pub collected: Option<Figure>,
    /// How often its bonus is collected each time a player completes it.
    pub kept: Option<f64>,
    /// What each of its territories adds to the chance to win of the player who begins with it.
    pub lift_begun: Option<Figure>,
    /// The exact chance that a player is dealt all of it.
    pub dealt: f64,
}

/// A continent in one round.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Mark {
    /// The round.
    pub round: u32,
    /// Games that played the round to its end.
    pub games: u64,
    /// Those of them in which it is held.
    pub held_in: u64,
    /// Their share.
    pub held: Option<Figure>,
    /// Each place's share of the holders who were not defeated in the round.
    pub by_place: Vec<f64>,
    /// The share of the games in which it is held that its holder wins.
    pub won: Option<Figure>,
    /// By how much that exceeds the usual share at the holders' places.
    pub lift: Option<Figure>,
    /// By how much it exceeds the share of other players at the same places with the same number
    /// of stronger rivals (those with more units).
    pub lift_as_strong: Option<Figure>,
}

/// A territory.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Territory {
    /// Its id.
    pub id: usize,
    /// Its name.
    pub name: String,
    /// Its continent's id.
    pub continent: usize,
    /// Throws of the dice for it in a game.
    pub battles: Option<Figure>,
    /// How often it is conquered in a game.
    pub conquests: Option<Figure>,
    /// What it adds to the chance to win of the player who begins with it.
    pub lift: Option<Figure>,
}

/// A link, both directions together.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Traffic {
    /// The territories' ids.
    pub between: [usize; 2],
    /// Throws of the dice across it in a game.
    pub battles: f64,
    /// Conquests across it in a game.
    pub conquests: f64,
}

/// The course of games.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Course {
    /// Rounds of a game.
    pub rounds: Option<Figure>,
    /// The numbers of rounds within which 5, 25, 50, 75 and 95 % of games end.
    pub quantiles: [u64; 5],
    /// Games by rounds in twenty bars; the last includes all longer games.
    pub histogram: Vec<u64>,
    /// The width of a bar in rounds.
    pub bar_rounds: usize,
    /// Share of games that were stopped unfinished.
    pub unfinished: Option<Figure>,
    /// How often the lead changes in a game.
    pub leads: Option<Figure>,
    /// At each mark, the share of wins by the number of rivals with more units; the first is the
    /// leader's.
    pub by_rank: Vec<Vec<Option<Figure>>>,
    /// For each mark, the share of wins by players who did not have the most units after it.
    pub from_behind: Vec<Option<Figure>>,
}

/// Luck of the deal.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Luck {
    /// The share of the outcome explained by the deal alone. Its interval is too wide with more than
    /// two players.
    pub explained: Option<Figure>,
    /// The exact mean number of continents dealt whole to a player in a game.
    pub dealt: f64,
}

/// The section of a report for a tally. `world` is the same count on the bundled world. The
/// intervals are valid for looking as often as `looks` says.
pub fn section(
    map: &Map,
    layout: &Layout,
    tally: &Tally,
    world: Option<Counted<'_>>,
    looks: Looks<'_>,
) -> Section {
    let look = looks.at(tally.deals);
    let mean = |number| look.figure(tally.per_game(layout, number));
    let usual = usual(layout, tally);
    let players = layout.players as u8;
    let hands = hands(layout, tally) as u8;
    let usually = Setup::default().initial_units_among(players, hands, map.len());
    let initial = [map.initial_units_among(players, hands), usually];
    Section {
        own_initial_units: (initial[0] != initial[1]).then_some(initial),
        players: layout.players,
        deals: tally.deals,
        games: tally.games(layout),
        places: places(layout, tally, world, looks),
        continents: continents(map, layout, tally, looks),
        territories: (0..layout.territories)
            .map(|at| {
                let territory = &map.territories()[at];
                Territory {
                    id: at,
                    name: plain(&territory.name.label("territory", Some(at as u16), at))
                        .into_owned(),
                    continent: territory.continent.index(),
                    battles: mean(layout.battles(at)),
                    conquests: mean(layout.conquests(at)),
                    lift: look.figure(tally.won_of_begun(layout, at).ratio().less(usual)),
                }
            })
            .collect(),
        links: links(map, layout, tally),
        course: course(layout, tally, look),
        luck: luck(map, layout, tally, look),
    }
}

/// The mean chance to win of a player.
pub(super) fn usual(layout: &Layout, tally: &Tally) -> f64 {
    let games = tally.games(layout).max(1);
    let won = games - tally.sum(Layout::UNFINISHED);
    won as f64 / games as f64 / layout.players as f64
}

/// The share of games won by a place.
pub(super) fn won(layout: &Layout, tally: &Tally, place: usize) -> Estimate {
    tally.per_game(layout, layout.won(place))
}

fn sequence(sequence: &Sequence, value: f64) -> Figure {
    let (low, high) = sequence.interval();
    Figure { value, low, high }
}

fn places(
    layout: &Layout,
    tally: &Tally,
    world: Option<Counted<'_>>,
    looks: Looks<'_>,
) -> Vec<Place> {
    let (look, watched) = (looks.at(tally.deals), looks.watched());
    // A comparison uses the smaller number of deals.
    let both = world.map_or(look, |(_, there)| look.at_most(there.deals));
    let place = |at: usize| {
        let here = won(layout, tally, at);
        let there = world.map(|(layout, tally)| won(layout, tally, at));
        let out = Score {
            games: tally.first_out.iter().sum(),
            wins: tally.first_out[at],
        };
        Place {
            place: at + 1,
            won: match watched {
                Some(watched) => Some(sequence(&watched.won[at], here.value)),
                None => look.share(here),
            },
            even: 1.0 / layout.players as f64,
            world: there.and_then(|there| both.share(there)),
            beyond_world: there.and_then(|there| both.figure(here.minus(there))),
            unevenness: world.and_then(|world| both.figure(unevenness((layout, tally), world, at))),
            first_out: look.score(out),
        }
    };
    (0..layout.players).map(place).collect()
}

/// By how much a place's share of wins is farther from the usual share than on the bundled world.
pub(super) fn unevenness(here: Counted<'_>, world: Counted<'_>, place: usize) -> Estimate {
    let off = |(layout, tally): Counted<'_>| {
        let off = won(layout, tally, place).less(usual(layout, tally));
        Estimate {
            value: off.value.abs(),
            ..off
        }
    };
    off(here).minus(off(world))
}

/// The numbers of a continent's territories, and of those that can be entered from outside.
pub(super) fn extent(map: &Map, continent: usize) -> Extent {
    let home = |t: marchland_maps::TerritoryId| map.territory(t).continent.index();
    let mut entered = vec![false; map.len()];
    for from in map.ids().filter(|&from| home(from) != continent) {
        for link in map.neighbours(from) {
            entered[link.to.index()] |= home(link.to) == continent;
        }
    }
    Extent {
        territories: map.continents()[continent].members.len(),
        borders: entered.into_iter().filter(|entered| *entered).count(),
    }
}

fn continents(map: &Map, layout: &Layout, tally: &Tally, looks: Looks<'_>) -> Vec<Continent> {
    let look = looks.at(tally.deals);
    let mean = |number| look.figure(tally.per_game(layout, number));
    let all = map.continents().iter().enumerate();
    all.map(|(at, continent)| {
        let [taken, collected] = [layout.taken(at), layout.collected(at)];
        let size = continent.members.len();
        let extent = extent(map, at);
        let fitting = extent.fitting();
        Continent {
            id: at,
            name: plain(&continent.name.label("continent", Some(at as u16), at)).into_owned(),
            bonus: continent.bonus,
            territories: size,
            borders: extent.borders,
            suitable: extent.suitable(),
            fitting: [*fitting.start(), *fitting.end()],
            marks: (0..MARKS.len())
                .map(|mark| mark_of((layout, tally), at, mark, looks))
                .collect(),
            taken: mean(taken),
            collected: mean(collected),
            kept: (tally.sum(taken) > 0)
                .then(|| tally.sum(collected) as f64 / tally.sum(taken) as f64),
            lift_begun: look.figure(lift_begun(layout, tally, at)),
            dealt: dealt_in(layout, tally, size),
        }
    })
    .collect()
}

/// What each territory of a continent adds to the chance to win of the player who begins with it.
/// The deal is random, so nothing else differs.
pub(super) fn lift_begun(layout: &Layout, tally: &Tally, continent: usize) -> Estimate {
    let won = tally.won_of_begun_in(layout, continent).ratio();
    won.less(usual(layout, tally))
}

/// By how much the share of wins of a continent's holders at a mark exceeds the usual share at
/// their places (indirect standardisation). The places are those of holders who were still in
/// the game after the round.
pub(super) fn lift(layout: &Layout, tally: &Tally, continent: usize, mark: usize) -> Estimate {
    let (mut games, mut expected) = (0, 0.0);
    for place in 0..layout.players {
        let usual = won(layout, tally, place).value;
        let held: u64 = (0..layout.players)
            .map(|rank| layout.stratum(mark, place, rank))
            .map(|stratum| tally.holders(layout, continent, stratum).games)
            .sum();
        games += held;
        expected += held as f64 * usual;
    }
    let ratio = tally.won_of_held(layout, continent, mark).ratio();
    ratio.less(expected / games.max(1) as f64)
}

/// The same compared with other players of the same stratum: at the same place, with the same
/// number of rivals who have more units.
fn lift_as_strong(layout: &Layout, tally: &Tally, continent: usize, mark: usize) -> Estimate {
    let (mut games, mut wins, mut expected, mut spread) = (0.0, 0.0, 0.0, 0.0);
    let ranks = 0..layout.players * layout.players;
    for stratum in ranks.map(|at| layout.stratum(mark, 0, at)) {
        let held = tally.holders(layout, continent, stratum);
        let all = tally.everybody(stratum);
        let others = (all.games - held.games) as f64;
        if held.games > 0 && others > 0.0 {
            let others_won = (all.wins - held.wins) as f64;
            let share = others_won / others;
            // Of a few others who all won or all lost, the share is not certain.
            let likely = (others_won + 1.0) / (others + 2.0);
            let weight = held.games as f64;
            games += weight;
            wins += held.wins as f64;
            expected += weight * share;
            spread += weight * weight * likely * (1.0 - likely) / others;
        }
    }
    if games == 0.0 {
        return Estimate::UNKNOWN;
    }
    let own = tally.won_of_held(layout, continent, mark).ratio().error;
    Estimate {
        value: (wins - expected) / games,
        error: own.hypot(spread.sqrt() / games),
    }
}

/// The share of the games that last to a mark in which a continent is held there.
fn held(
    (layout, tally): Counted<'_>,
    continent: usize,
    mark: usize,
    looks: Looks<'_>,
) -> Option<Figure> {
    // What is watched is the share of all games, which is another one.
    let held = tally.held_of_going(layout, continent, mark).ratio();
    looks.at(tally.deals).share(held)
}

fn mark_of((layout, tally): Counted<'_>, continent: usize, mark: usize, looks: Looks<'_>) -> Mark {
    let look = looks.at(tally.deals);
    let ranks = |place: usize| {
        let strata = (0..layout.players).map(move |rank| layout.stratum(mark, place, rank));
        strata
            .map(|stratum| tally.holders(layout, continent, stratum).games)
            .sum::<u64>() as f64
    };
    let all: f64 = (0..layout.players).map(ranks).sum();
    let won = tally.won_of_held(layout, continent, mark).ratio();
    let lift = lift(layout, tally, continent, mark);
    let usual = won.value - lift.value;
    Mark {
        round: MARKS[mark],
        games: tally.sum(Layout::GOING + mark),
        held_in: tally.sum(layout.held(continent, mark)),
        held: held((layout, tally), continent, mark, looks),
        by_place: (0..layout.players)
            .map(|place| ranks(place) / all.max(1.0))
            .collect(),
        won: look.share(won),
        // Its holder wins between none and all of the games.
        lift: look
            .figure(lift)
            .map(|lift| lift.within(-usual, 1.0 - usual)),
        lift_as_strong: look.figure(lift_as_strong(layout, tally, continent, mark)),
    }
}

fn links(map: &Map, layout: &Layout, tally: &Tally) -> Vec<Traffic> {
    let games = tally.games(layout).max(1) as f64;
    let mut links = Vec::new();
    for from in map.ids() {
        for link in map.neighbours(from) {
            let there = layout.link_between(map, from, link.to);
            let back = layout.link_between(map, link.to, from);
            // Two-way links are counted once, both directions together; one-way links alone.
            if back.is_some() && link.to < from {
                continue;
            }
            let sum = |number: fn(&Layout, usize) -> usize| {
                let both = there.into_iter().chain(back);
                both.map(|at| tally.sum(number(layout, at))).sum::<u64>() as f64 / games
            };
            links.push(Traffic {
                between: [from.index(), link.to.index()],
                battles: sum(Layout::fought),
                conquests: sum(Layout::crossed),
            });
        }
    }
    links
}

const BARS: usize = 20;

fn course(layout: &Layout, tally: &Tally, look: Look) -> Course {
    let games = tally.games(layout);
    let mean = |number| look.figure(tally.per_game(layout, number));
    let quantile = |share: u64| {
        let mut below = 0;
        let found = tally.rounds.iter().position(|count| {
            below += count;
            below * 100 >= games * share
        });
        found.unwrap_or(0) as u64
    };
    let quantiles = [5, 25, 50, 75, 95].map(quantile);
    let width = (quantile(98) as usize + 1).div_ceil(BARS).max(1);
    let mut histogram = vec![0; BARS];
    for (rounds, count) in tally.rounds.iter().enumerate() {
        histogram[(rounds / width).min(BARS - 1)] += count;
    }
    let rank = |mark: usize, rank: usize| {
        let mut sum = Score::default();
        for place in 0..layout.players {
            sum.merge(tally.everybody(layout.stratum(mark, place, rank)));
        }
        sum
    };
    let behind = |mark| {
        let mut sum = Score::default();
        for at in 0..layout.players {
            let score = rank(mark, at);
            sum.games += score.wins;
            sum.wins += if at > 0 { score.wins } else { 0 };
        }
        look.score(sum)
    };
    let marks = 0..MARKS.len();
    Course {
        rounds: mean(Layout::ROUNDS),
        quantiles,
        histogram,
        bar_rounds: width,
        unfinished: look.score(Score {
            games,
            wins: tally.sum(Layout::UNFINISHED),
        }),
        leads: mean(Layout::LEADS),
        by_rank: marks
            .clone()
            .map(|mark| {
                (0..layout.players)
                    .map(|at| look.score(rank(mark, at)))
                    .collect()
            })
            .collect(),
        from_behind: marks.map(behind).collect(),
    }
}

/// The number of hands dealt: one for each player, and one for the neutral force, if any.
/// Territories that no player begins with reveal a neutral force.
fn hands(layout: &Layout, tally: &Tally) -> usize {
    let begun: u64 = (0..layout.continents)
        .map(|at| tally.sum(layout.begun_in(at)))
        .sum();
    let neutral = begun < tally.games(layout) * layout.territories as u64;
    layout.players + usize::from(neutral)
}

/// The chance that one of the players' hands holds all of `size` territories: the sum of each
/// hand's hypergeometric chance, since the hands exclude each other.
fn dealt_whole(territories: usize, players: usize, hands: usize, size: usize) -> f64 {
    let hand = |place: usize| territories / hands + usize::from(place < territories % hands);
    let chance = |place| {
        let factors = (0..size).map(|at| {
            let left = hand(place).saturating_sub(at) as f64;
            left / (territories - at) as f64
        });
        factors.product::<f64>()
    };
    (0..players).map(chance).sum()
}

fn dealt_in(layout: &Layout, tally: &Tally, size: usize) -> f64 {
    dealt_whole(
        layout.territories,
        layout.players,
        hands(layout, tally),
        size,
    )
}

fn luck(map: &Map, layout: &Layout, tally: &Tally, look: Look) -> Luck {
    let sizes = map
        .continents()
        .iter()
        .map(|continent| continent.members.len());
    Luck {
        explained: explained(layout, tally, look),
        dealt: sizes.map(|size| dealt_in(layout, tally, size)).sum(),
    }
}

/// The share of the variance of winning explained by hands: how much more often two games with
/// the same hand at different places are both won than if the hand did not matter. `None` for
/// fewer than ten deals.
///
/// In a deal, the pairs of games that one hand wins are none to all of them. The interval is that of
/// deals which have all or none, as they do with two players; with more, deals differ less. The
/// shares of the places are taken for exact, because their errors matter little beside that.
fn explained(layout: &Layout, tally: &Tally, look: Look) -> Option<Figure> {
    let players = layout.players as f64;
    let shares = (0..layout.players).map(|place| won(layout, tally, place).value);
    let shares: Vec<f64> = shares.collect();
    let sum: f64 = shares.iter().sum();
    let squares: f64 = shares.iter().map(|share| share * share).sum();
    let pairs = players * (players - 1.0);
    let both = look.score(Score {
        games: tally.deals,
        wins: (tally.hand_pairs as f64 / pairs).round() as u64,
    })?;
    let by_chance = (sum * sum - squares) / pairs;
    let mean = sum / players;
    let variance = mean * (1.0 - mean);
    let share = |both: f64| ((both / players - by_chance) / variance).clamp(0.0, 1.0);
    (variance > 0.0).then(|| Figure {
        value: share(both.value),
        low: share(both.low),
        high: share(both.high),
    })
}

#[cfg(test)]
mod tests;
