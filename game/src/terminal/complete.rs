//! Tab completion.

use marchland_files::plain;
use marchland_maps::{Map, Names, TerritoryId};

use super::command::{COMMANDS, Verb, find, names_of};
use super::names::fold;
use crate::conquest::narrator::place;
use crate::conquest::rules::{Player, State, Step};

/// Completes commands and the names of a map.
#[derive(Debug, Clone)]
pub struct Completer {
    commands: Vec<String>,
    territories: Vec<String>,
    continents: Vec<String>,
    offers: Option<Offers>,
}

/// A game, from which follows what a player can place units on, attack and move to.
#[derive(Debug, Clone)]
pub struct Offers {
    state: State,
    me: Player,
}

impl Offers {
    /// The offers in a game, whoever is on turn.
    pub(super) fn new(state: &State, me: Player) -> Self {
        let state = state.clone();
        Self { state, me }
    }

    /// Own territories, or those that can be claimed.
    fn places(&self) -> Vec<String> {
        let claiming = self.state.step() == Step::Claim;
        let owner = Some(self.me).filter(|_| !claiming);
        let all = self.state.map().ids().zip(self.state.holdings());
        let fitting = all.filter(|(_, holding)| holding.owner == owner);
        self.names(fitting.map(|(territory, _)| territory))
    }

    /// The territories from which units can move, or if not `own` attack. If one of them is
    /// already typed, where to; everywhere that any can go if it is not recognized.
    fn second(&self, before: &str, own: bool) -> Vec<String> {
        let Self { state, me } = self;
        let leads = |from: &TerritoryId| {
            let mut links = state.map().neighbours(*from).iter();
            state.holding(*from).units > 1 && links.any(|link| state.owns(*me, link.to) == own)
        };
        let origins: Vec<TerritoryId> = state.territories(*me).filter(leads).collect();
        let before = fold(before.trim());
        let joints = ["to", "->", ">"].iter();
        let before = joints.fold(before.as_str(), |text, joint| {
            text.strip_suffix(joint)
                .filter(|text| text.ends_with(' '))
                .map_or(text, str::trim_end)
        });
        if before.is_empty() {
            return self.names(origins.into_iter());
        }
        let name = |from: &TerritoryId| fold(&place(state.map(), *from));
        let is_meant = |from: &&TerritoryId| name(from).starts_with(before);
        let mut meant: Vec<&TerritoryId> = origins.iter().filter(is_meant).collect();
        if meant.is_empty() {
            meant = origins.iter().collect();
        }
        let mut reached = vec![false; state.map().len()];
        for &from in meant {
            if own {
                state.walk(*me, from, |to| {
                    reached[to.index()] |= to != from;
                    true
                });
            } else {
                for link in state.map().neighbours(from) {
                    reached[link.to.index()] |= !state.owns(*me, link.to);
                }
            }
        }
        self.names(state.map().ids().filter(|to| reached[to.index()]))
    }

    fn names(&self, territories: impl Iterator<Item = TerritoryId>) -> Vec<String> {
        territories.map(|t| place(self.state.map(), t)).collect()
    }
}

/// Possible completions of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The byte offset from which the text is replaced.
    pub from: usize,
    /// The candidates, sorted; empty if nothing fits.
    pub words: Vec<String>,
}

impl Completer {
    /// A completer for a map, in its first language.
    pub fn new(map: &Map) -> Self {
        let named = |names: &Names| Some(plain(names.text.as_deref()?).into_owned());
        let territories = map.territories().iter().filter_map(|t| named(&t.name));
        let continents = map.continents().iter().filter_map(|c| named(&c.name));
        Self {
            commands: names_of(&COMMANDS),
            territories: territories.collect(),
            continents: continents.collect(),
            offers: None,
        }
    }

    /// A completer for commands without arguments.
    pub(super) fn of(commands: Vec<String>) -> Self {
        Self {
            commands,
            territories: Vec::new(),
            continents: Vec::new(),
            offers: None,
        }
    }

    /// Restricts the names after commands to place, attack or move units; `None` allows all
    /// territories.
    pub fn offer(&mut self, offers: Option<Offers>) {
        self.offers = offers;
    }

    /// The names that may follow a command and the given words.
    fn names(&self, verb: Option<Verb>, before: &str) -> Vec<String> {
        match (verb, &self.offers) {
            (Some(Verb::Map), _) => self.continents.clone(),
            (Some(Verb::Place), Some(offers)) => offers.places(),
            (Some(Verb::Attack), Some(offers)) => offers.second(before, false),
            (Some(Verb::Fortify), Some(offers)) => offers.second(before, true),
            _ => self.territories.clone(),
        }
    }

    /// Completes a text. The first word is a command, followed by names; the longest end of
    /// the text that begins a name is completed: `attack egypt east` completes to East
    /// Africa.
    pub fn complete(&self, text: &str) -> Completion {
        let begin = text.len() - text.trim_start().len();
        let first = text[begin..].split(' ').next().unwrap_or_default();
        let verb = find(first).ok().map(|command| command.verb);
        let commands = || self.commands.iter().cloned();
        if begin + first.len() == text.len() {
            return beginning(text, begin, commands());
        }
        let arguments = begin + first.len() + 1;
        match verb {
            Some(Verb::Help) => return beginning(text, arguments, commands()),
            Some(
                Verb::Place | Verb::Attack | Verb::Fortify | Verb::Map | Verb::Look | Verb::Odds,
            ) => {}
            _ => {
                let words = Vec::new();
                return Completion { from: 0, words };
            }
        }
        let starts = text[arguments..].char_indices().map(|(at, _)| at);
        let starts = starts.chain([text.len() - arguments]);
        let mut found = starts
            .map(|at| arguments + at)
            .filter(|&at| text[..at].ends_with(' ') && !text[at..].starts_with(' '))
            .map(|at| {
                let names = self.names(verb, &text[arguments..at]);
                beginning(text, at, names.into_iter())
            });
        let fits = found.find(|completion| !completion.words.is_empty());
        fits.unwrap_or(Completion {
            from: text.len(),
            words: Vec::new(),
        })
    }
}

/// The words that begin with the text from an offset on.
fn beginning(text: &str, from: usize, words: impl Iterator<Item = String>) -> Completion {
    let mut start = fold(&text[from..]);
    if !start.is_empty() && text.ends_with(' ') {
        // A trailing space ends the word: only further words can follow.
        start.push(' ');
    }
    let mut words: Vec<String> = words
        .filter(|word| fold(word).starts_with(&start))
        .collect();
    words.sort_unstable();
    Completion { from, words }
}

impl Completion {
    /// The longest common prefix of the words, with a space after it if there is only one.
    pub fn common(&self) -> String {
        let Some((first, others)) = self.words.split_first() else {
            return String::new();
        };
        if others.is_empty() {
            return format!("{first} ");
        }
        let same = |length: usize| {
            let start: String = first.chars().take(length).collect();
            others.iter().all(|other| other.starts_with(&start))
        };
        let length = (0..=first.chars().count())
            .rev()
            .find(|&length| same(length));
        first.chars().take(length.unwrap_or(0)).collect()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use marchland_maps::bundled;

    use super::*;
    use crate::conquest::rules::{AreaVariant, SeededDice, Variants};

    pub(in crate::terminal) fn completer() -> Completer {
        let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        Completer {
            commands: names_of(&COMMANDS),
            territories: owned(&["Egypt", "East Africa", "Eastern Australia", "Île-de-France"]),
            continents: owned(&["Africa", "Asia"]),
            offers: None,
        }
    }

    fn words(text: &str) -> Vec<String> {
        completer().complete(text).words
    }

    #[test]
    fn commands_and_names_are_completed() {
        assert_eq!(words("at"), ["attack"]);
        assert_eq!(words("  pl"), ["place"]);
        assert_eq!(words("help q"), ["quit"]);
        assert_eq!(words("a eg"), ["Egypt"]);
        assert_eq!(
            words("attack egypt east"),
            ["East Africa", "Eastern Australia"]
        );
        assert_eq!(words("attack egypt east a"), ["East Africa"]);
        assert_eq!(words("look ile"), ["Île-de-France"]);
        assert_eq!(words("map a"), ["Africa", "Asia"]);
        assert_eq!(words("place ").len(), 4);
        assert_eq!(words("say eg"), [""; 0]);
        assert_eq!(words("end eg"), [""; 0]);
        assert_eq!(words("nonsense eg"), [""; 0]);
        assert_eq!(words("").len(), COMMANDS.len());
    }

    #[test]
    fn only_what_can_be_done_is_offered() {
        let map = bundled::world();
        let variants = Variants {
            areas: AreaVariant::Dealt,
            ..Variants::default()
        };
        let mut state = State::new(Arc::clone(&map), 3, variants);
        let mut events = Vec::new();
        state.start(&mut SeededDice::new(1), &mut events).unwrap();
        let players: Vec<Player> = state.players().collect();
        // Egypt with two units and North Africa with one are the first player's.
        let owned = map.ids().map(|id| match place(&map, id).as_str() {
            "Egypt" => (id, players[0], 2),
            "North Africa" => (id, players[0], 1),
            _ => (id, players[1 + id.index() % 2], 1),
        });
        let owned: Vec<_> = owned.collect();
        state.set_areas(&owned, &mut events).unwrap();
        let mut completer = Completer::new(&map);
        completer.offer(Some(Offers::new(&state, players[0])));
        let words = |text: &str| completer.complete(text).words;
        assert_eq!(words("place e"), ["Egypt"]);
        assert_eq!(words("place egypt 2 "), ["Egypt", "North Africa"]);
        assert_eq!(words("attack e"), ["Egypt"]);
        assert_eq!(words("attack egypt e"), ["East Africa"]);
        assert_eq!(words("attack eg to east a"), ["East Africa"]);
        assert_eq!(words("attack 7 e"), ["East Africa"]);
        assert_eq!(words("fortify "), ["Egypt"]);
        assert_eq!(words("fortify egypt "), ["North Africa"]);
        assert_eq!(words("look eastern a"), ["Eastern Australia"]);
    }

    #[test]
    fn the_common_prefix_is_completed() {
        let completion = completer().complete("attack egypt eas");
        assert_eq!(
            (completion.from, completion.common().as_str()),
            (13, "East")
        );
        let completion = completer().complete("attack egypt east a");
        assert_eq!(completion.common(), "East Africa ");
        assert_eq!(completer().complete("look xx").common(), "");
    }
}
