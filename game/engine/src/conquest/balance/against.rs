//! Differences between two versions of a map.
//!
//! Both are played with the same deal and game numbers, and so with the same random numbers: if
//! both have equally many territories, the same hands are dealt and each game begins with the
//! same dice. Luck common to both cancels out in the difference of a deal. The spread of these
//! differences gives the precision.

use std::ops::{ControlFlow, Range};

use marchland_maps::Map;
use rayon::prelude::*;
use serde::Serialize;

use super::counter::Deal;
use super::layout::{Layout, MARKS};
use super::report::Figure;
use super::trial::Trial;
use crate::conquest::bots::Stop;
use crate::conquest::rules::StartError;
use crate::pool::on_threads;
use crate::statistics::{Moments, above, discoveries};

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum What {
    /// What each territory of a continent adds to the chance to win of the player who begins with it.
    Begun,
    /// Games won from a place in the order of play.
    Won,
    /// Games in which a continent is held in a round.
    Held,
    /// How often a continent's bonus is collected in a game.
    Collected,
    /// Throws of the dice for a territory in a game.
    Battles,
    /// Rounds of a game.
    Rounds,
    /// How often the lead changes in a game.
    Leads,
    /// Games that did not end.
    Unfinished,
}

/// A figure that both versions have.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// Players per game.
    pub players: usize,
    /// What was measured.
    pub what: What,
    /// Which place, continent or territory; empty for the game as a whole.
    pub subject: String,
    /// For continents held: the round.
    pub round: Option<u32>,
    /// The mean per game on the old version; for [`What::Begun`] per territory dealt.
    pub old: f64,
    /// The same on the new one.
    pub new: f64,
    /// The new mean minus the old one.
    pub difference: Option<Figure>,
    /// The probability of a difference at least this large, either way, by luck alone.
    pub chance: f64,
    /// Whether it is significant: on average at most one in twenty significant changes is luck.
    pub counts: bool,
}

/// What is counted of a deal in one version.
#[derive(Debug, Clone, Copy)]
enum Count {
    /// How often something happened: a number of its layout.
    Events(usize),
    /// For the territories of a continent, in how many more of the deal's games than usual the player
    /// who began there won, times the number of players.
    Begun {
        won: usize,
        begun: usize,
        players: usize,
    },
}

impl Count {
    fn of(self, deal: &Deal) -> i64 {
        let count = |number: usize| i64::from(deal.counts[number]);
        match self {
            Self::Events(number) => count(number),
            Self::Begun {
                won,
                begun,
                players,
            } => {
                let players = players as i64;
                let ended = players - count(Layout::UNFINISHED);
                // The hands of a deal are the same in all its games.
                players * count(won) - count(begun) / players * ended
            }
        }
    }

    /// By what a sum is divided: the deal's games or, for each territory, those in which a player
    /// began there, times the number of players.
    fn parts(self, deal: &Deal, players: usize) -> u64 {
        match self {
            Self::Events(_) => players as u64,
            Self::Begun { begun, players, .. } => players as u64 * u64::from(deal.counts[begun]),
        }
    }
}

/// A figure in both versions.
#[derive(Debug, Clone, Copy)]
struct Pair {
    counts: [Count; 2],
    players: usize,
    old: i64,
    parts: u64,
    difference: Moments,
}

impl Pair {
    fn add(&mut self, new: &Deal, old: &Deal) {
        let [now, before] = self.counts;
        let was = before.of(old);
        self.old += was;
        self.parts += before.parts(old, self.players);
        self.difference.add(now.of(new) - was);
    }

    fn merge(&mut self, other: &Self) {
        self.old += other.old;
        self.parts += other.parts;
        self.difference.merge(other.difference);
    }
}

/// Something that both versions have: what is measured, the subject's name, the round.
type Topic = (What, String, Option<u32>);

/// Everything that both versions have, and how it is counted in the new and the old one.
fn topics(new: (&Map, &Layout), old: (&Map, &Layout)) -> Vec<(Topic, [Count; 2])> {
    let whole = |what, number: usize| ((what, String::new(), None), [Count::Events(number); 2]);
    let mut topics = vec![
        whole(What::Rounds, Layout::ROUNDS),
        whole(What::Leads, Layout::LEADS),
        whole(What::Unfinished, Layout::UNFINISHED),
    ];
    for place in 0..new.1.players {
        let name = (place + 1).to_string();
        topics.push((
            (What::Won, name, None),
            [new.1, old.1].map(|l| Count::Events(l.won(place))),
        ));
    }
    let continents = |map: &Map| -> Vec<String> {
        let all = map.continents().iter().enumerate();
        all.map(|(at, c)| c.name.label("continent", Some(at as u16), at))
            .collect()
    };
    for (at, before, name) in both(continents(new.0), &continents(old.0)) {
        for (mark, round) in MARKS.into_iter().enumerate() {
            let numbers = [new.1.held(at, mark), old.1.held(before, mark)];
            let topic = (What::Held, name.clone(), Some(round));
            topics.push((topic, numbers.map(Count::Events)));
        }
        // Only if equally many territories are dealt are there equally many parts.
        let size = |map: &Map, at: usize| (map.len(), map.continents()[at].members.len());
        if size(new.0, at) == size(old.0, before) {
            let begun = [(new.1, at), (old.1, before)].map(|(layout, at)| Count::Begun {
                won: layout.begun_in_won(at),
                begun: layout.begun_in(at),
                players: layout.players,
            });
            topics.push(((What::Begun, name.clone(), None), begun));
        }
        let numbers = [new.1.collected(at), old.1.collected(before)];
        topics.push(((What::Collected, name, None), numbers.map(Count::Events)));
    }
    let territories = |map: &Map| -> Vec<String> {
        let all = map.territories().iter().enumerate();
        all.map(|(at, t)| t.name.label("territory", Some(at as u16), at))
            .collect()
    };
    for (at, before, name) in both(territories(new.0), &territories(old.0)) {
        let numbers = [new.1.battles(at), old.1.battles(before)];
        topics.push(((What::Battles, name, None), numbers.map(Count::Events)));
    }
    topics
}

/// The names in both lists with their positions. Prefers the same position in the old list to the
/// first one found.
fn both(new: Vec<String>, old: &[String]) -> impl Iterator<Item = (usize, usize, String)> {
    new.into_iter().enumerate().filter_map(|(at, name)| {
        let same = old.get(at) == Some(&name);
        let before = if same {
            Some(at)
        } else {
            old.iter().position(|o| *o == name)
        };
        before.map(|before| (at, before, name))
    })
}

/// Deals between two calls of `tell`.
const BATCH: u64 = 64;
/// Deals that a thread plays at once.
const CHUNK: u64 = 4;

/// Plays a range of deals on both maps and returns the changes, the most certain first. Calls
/// `tell` with the number of deals played after every 64 deals; it may break off. When `stop` is
/// asked for, only the deals reported to `tell` count. The number of threads affects only the
/// time.
///
/// # Errors
/// If one of the maps cannot be played by this number of players.
pub fn against(
    new: &Trial,
    old: &Trial,
    deals: Range<u64>,
    threads: usize,
    stop: &Stop,
    tell: &mut (dyn FnMut(u64) -> ControlFlow<()> + Send),
) -> Result<Vec<Change>, StartError> {
    let layouts = [new.layout(), old.layout()];
    let (topics, counts): (Vec<Topic>, Vec<[Count; 2]>) =
        topics((&new.map, &layouts[0]), (&old.map, &layouts[1]))
            .into_iter()
            .unzip();
    let none = counts.into_iter().map(|counts| Pair {
        counts,
        players: layouts[0].players,
        old: 0,
        parts: 0,
        difference: Moments::default(),
    });
    let none: Vec<Pair> = none.collect();
    let mut pairs = none.clone();
    on_threads(threads, || {
        let mut next = deals.start;
        while next < deals.end {
            let end = deals.end.min(next + BATCH);
            let firsts: Vec<u64> = (next..end).step_by(CHUNK as usize).collect();
            let chunk = |first: u64| -> Result<Vec<Pair>, StartError> {
                let mut pairs = none.clone();
                for number in first..end.min(first + CHUNK) {
                    let here = new.deal(&layouts[0], number, stop)?;
                    let there = old.deal(&layouts[1], number, stop)?;
                    for pair in &mut pairs {
                        pair.add(&here, &there);
                    }
                }
                Ok(pairs)
            };
            let chunks: Vec<Vec<Pair>> = firsts
                .into_par_iter()
                .map(chunk)
                .collect::<Result<_, _>>()?;
            if stop.is_asked() {
                break;
            }
            for chunk in &chunks {
                pairs
                    .iter_mut()
                    .zip(chunk)
                    .for_each(|(sum, pair)| sum.merge(pair));
            }
            next = end;
            if tell(next - deals.start).is_break() {
                break;
            }
        }
        Ok(())
    })?;
    Ok(changes(layouts[0].players, topics, &pairs))
}

/// The changes, the most certain first.
fn changes(players: usize, topics: Vec<Topic>, pairs: &[Pair]) -> Vec<Change> {
    let mut changes: Vec<Change> = topics
        .into_iter()
        .zip(pairs)
        .map(|((what, subject, round), pair)| {
            let deals = pair.difference.count.max(1) as f64;
            let parts = pair.parts.max(1) as f64;
            let difference = pair.difference.mean().times(deals / parts);
            let old = pair.old as f64 / parts;
            let mut size = difference;
            size.value = size.value.abs();
            Change {
                players,
                what,
                subject,
                round,
                old,
                new: old + pair.difference.sum as f64 / parts,
                difference: Figure::of(difference, pair.difference.count),
                chance: (2.0 * above(size, 0.0, pair.difference.count)).min(1.0),
                counts: false,
            }
        })
        .collect();
    let lucky: Vec<f64> = changes.iter().map(|change| change.chance).collect();
    for (change, counts) in changes.iter_mut().zip(discoveries(&lucky, 0.05)) {
        change.counts = counts;
    }
    // The most certain changes all have a chance of 0, so sort by the ratio to the interval.
    let sure = |change: &Change| {
        let figure = change.difference;
        figure.map_or(0.0, |f| {
            if f.half() > 0.0 {
                f.value.abs() / f.half()
            } else {
                0.0
            }
        })
    };
    changes.sort_by(|a, b| sure(b).total_cmp(&sure(a)));
    changes
}

#[cfg(test)]
mod tests;
