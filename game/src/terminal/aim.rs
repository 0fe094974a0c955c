//! Resolves one or two typed names to territories, and explains why they do not fit.

use marchland_maps::{Map, TerritoryId};

use super::Terminal;
use super::names::Found;
use super::reasons::owner_of;
use super::show::Show;
use crate::conquest::narrator::place;

impl Terminal {
    /// Finds a territory by a typed name, among those that fit.
    ///
    /// # Errors
    /// If the name is unknown or ambiguous.
    pub(super) fn territory(
        &self,
        text: &str,
        map: &Map,
        fits: &dyn Fn(TerritoryId) -> bool,
    ) -> Result<TerritoryId, Unclear> {
        let named = |id: TerritoryId| format!("{} {}", id.0, place(map, id));
        match self.atlas.find(text, fits) {
            Found::One(id) => Ok(id),
            Found::Many(ids) => {
                let shown: Vec<String> = ids.iter().take(8).map(|&id| named(id)).collect();
                let more = if ids.len() > 8 { ", ..." } else { "" };
                Err(Unclear {
                    unknown: false,
                    text: format!(
                        "{text} may be {}{more}. Type more of it, or the number.",
                        shown.join(", ")
                    ),
                })
            }
            Found::None => Err(Unclear {
                unknown: true,
                text: format!("There is no territory {text} on this map. `map` lists all."),
            }),
        }
    }

    /// Finds an own territory, or a free one when claiming; otherwise the error explains why
    /// not.
    pub(super) fn own(
        &self,
        name: &str,
        show: Show<'_>,
        claiming: bool,
    ) -> Result<TerritoryId, String> {
        let map = show.map();
        self.territory(name, map, &placeable(show, claiming))
            .map_err(|why| match self.territory(name, map, &|_| true) {
                Ok(id) => format!(
                    "{} is {}{}.",
                    place(map, id),
                    owner_of(show, id),
                    if claiming { "" } else { ", not yours" }
                ),
                Err(other) if why.unknown => other.text,
                Err(_) => why.text,
            })
    }

    /// Whether [`Self::own`] finds one or several.
    pub(super) fn may_be_own(&self, name: &str, show: Show<'_>, claiming: bool) -> bool {
        self.atlas.find(name, &placeable(show, claiming)) != Found::None
    }

    /// Finds an own territory and a foreign neighbour of it.
    pub(super) fn border(
        &self,
        words: &[&str],
        show: Show<'_>,
    ) -> Result<(TerritoryId, TerritoryId), String> {
        let (state, map) = (show.state, show.map());
        let mine = |t: TerritoryId| state.owns(show.me, t);
        let foe = |from: TerritoryId, t: TerritoryId| !mine(t) && map.link(from, t).is_some();
        let strong = |t: TerritoryId| mine(t) && state.holding(t).units > 1;
        let fitting = |t: TerritoryId| strong(t) && map.neighbours(t).iter().any(|l| !mine(l.to));
        if let Some(pair) = self.pair(words, map, &fitting, &foe)? {
            return Ok(pair);
        }
        // Find out what was meant, and why it is impossible.
        if let Some(why) = self.not_mine(words, show) {
            return Err(why);
        }
        let pair = self.pair(words, map, &|_| true, &|_, _| true)?;
        let Some((from, target)) = pair else {
            return Err(
                "From where, and what? `attack FROM TARGET`; `attack` alone lists what \
                        you can attack."
                    .to_owned(),
            );
        };
        let name = |t: TerritoryId| place(map, t);
        Err(if !mine(from) {
            format!("{} is {}, not yours.", name(from), owner_of(show, from))
        } else if mine(target) {
            format!("{} is your own.", name(target))
        } else if map.link(from, target).is_none() {
            format!(
                "{} has no link to {}. `look {}` shows its neighbours.",
                name(from),
                name(target),
                from.0
            )
        } else {
            format!("{} has only one unit, and it must stay.", name(from))
        })
    }

    /// Why the first of two names is not an own territory, if it is not.
    pub(super) fn not_mine(&self, words: &[&str], show: Show<'_>) -> Option<String> {
        let map = show.map();
        let mine = |t: TerritoryId| show.state.owns(show.me, t);
        let names = || (1..words.len()).map(|cut| words[..cut].join(" "));
        if names().any(|name| self.territory(&name, map, &mine).is_ok()) {
            return None;
        }
        let id = names().find_map(|name| self.territory(&name, map, &|_| true).ok())?;
        let name = place(map, id);
        Some(format!("{name} is {}, not yours.", owner_of(show, id)))
    }

    /// Whether words are two names that fit, of which the last ends in a number: `ural zone 5`.
    pub(super) fn ends_in_name(
        &self,
        words: &[&str],
        map: &Map,
        first: &dyn Fn(TerritoryId) -> bool,
        second: &dyn Fn(TerritoryId, TerritoryId) -> bool,
    ) -> bool {
        let number = words.last().filter(|word| word.parse::<u32>().is_ok());
        number.is_some_and(|number| {
            let pair = self.pair(words, map, first, second);
            matches!(pair, Ok(Some((_, to))) if self.atlas.has_number(to, number))
        })
    }

    /// Splits words into two names where both fit; `None` if they never do.
    pub(super) fn pair(
        &self,
        words: &[&str],
        map: &Map,
        first: &dyn Fn(TerritoryId) -> bool,
        second: &dyn Fn(TerritoryId, TerritoryId) -> bool,
    ) -> Result<Option<(TerritoryId, TerritoryId)>, String> {
        let joints = ["to", "->", ">", "from"];
        let mut why = None;
        for cut in 1..words.len() {
            let (left, right) = words.split_at(cut);
            let right = match right {
                [joint, rest @ ..] if joints.contains(joint) && !rest.is_empty() => rest,
                right => right,
            };
            let one = self.territory(&left.join(" "), map, first);
            let from = match one {
                Ok(from) => from,
                Err(unclear) => {
                    note_ambiguity(&mut why, unclear);
                    continue;
                }
            };
            match self.territory(&right.join(" "), map, &|t| second(from, t)) {
                Ok(to) => return Ok(Some((from, to))),
                Err(unclear) => note_ambiguity(&mut why, unclear),
            }
        }
        match why {
            Some(why) => Err(why),
            None => Ok(None),
        }
    }
}

/// The territories on which units can be placed.
fn placeable(show: Show<'_>, claiming: bool) -> impl Fn(TerritoryId) -> bool + '_ {
    move |t| {
        if claiming {
            show.state.holding(t).owner.is_none()
        } else {
            show.state.owns(show.me, t)
        }
    }
}

/// Keeps the first reason other than an unknown name.
fn note_ambiguity(why: &mut Option<String>, unclear: Unclear) {
    if why.is_none() && !unclear.unknown {
        *why = Some(unclear.text);
    }
}

/// Why a name does not identify a territory.
pub(super) struct Unclear {
    /// Whether nothing matches; otherwise several do.
    unknown: bool,
    pub(super) text: String,
}
