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

/// The names of what a player can place units on, attack and move to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Offers {
    /// Own territories, or those that can be claimed.
    places: Vec<String>,
    /// Origins of attacks, and their targets.
    attacks: Vec<(String, Vec<String>)>,
    /// Origins of moves, and their destinations.
    moves: Vec<(String, Vec<String>)>,
}

impl Offers {
    /// The offers in a game, whoever is on turn.
    pub(super) fn new(state: &State, me: Player) -> Self {
        let map = state.map();
        let name = |t: TerritoryId| place(map, t);
        let claiming = state.step() == Step::Claim;
        let fits = |t: &TerritoryId| {
            if claiming {
                state.holding(*t).owner.is_none()
            } else {
                state.owns(me, *t)
            }
        };
        let strong = || {
            state
                .territories(me)
                .filter(|&t| state.holding(t).units > 1)
        };
        let foes = |from: TerritoryId| {
            let links = map.neighbours(from).iter().map(|link| link.to);
            links.filter(|&to| !state.owns(me, to)).map(name).collect()
        };
        let joined = |from: TerritoryId| {
            let mut reached = Vec::new();
            state.walk(me, from, |to| {
                reached.push(to);
                true
            });
            let others = reached.into_iter().filter(|&to| to != from);
            others.map(name).collect()
        };
        let pairs = |to: &dyn Fn(TerritoryId) -> Vec<String>| {
            let all = strong().map(|from| (name(from), to(from)));
            all.filter(|(_, to)| !to.is_empty()).collect()
        };
        Self {
            places: map.ids().filter(fits).map(name).collect(),
            attacks: pairs(&foes),
            moves: pairs(&joined),
        }
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
            (Some(Verb::Place), Some(offers)) => offers.places.clone(),
            (Some(Verb::Attack), Some(offers)) => second(&offers.attacks, before),
            (Some(Verb::Fortify), Some(offers)) => second(&offers.moves, before),
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

/// The first names of pairs; if one is already typed, the second names that belong to it, or
/// all second names if it is not recognized.
fn second(pairs: &[(String, Vec<String>)], before: &str) -> Vec<String> {
    let before = fold(before.trim());
    let before = ["to", "->", ">"]
        .iter()
        .fold(before.as_str(), |text, joint| {
            text.strip_suffix(joint)
                .filter(|text| text.ends_with(' '))
                .map_or(text, str::trim_end)
        });
    if before.is_empty() {
        return pairs.iter().map(|(from, _)| from.clone()).collect();
    }
    let is_meant = |(from, _): &&(String, Vec<String>)| fold(from).starts_with(before);
    let beside = |(_, to): &(String, Vec<String>)| to.clone();
    let mut names: Vec<String> = pairs.iter().filter(is_meant).flat_map(beside).collect();
    if names.is_empty() {
        names = pairs.iter().flat_map(beside).collect();
    }
    names.sort_unstable();
    names.dedup();
    names
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
    use super::*;

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
        let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        let pair = |from: &str, to: &[&str]| (from.to_owned(), owned(to));
        let mut completer = completer();
        completer.offer(Some(Offers {
            places: owned(&["Egypt", "Île-de-France"]),
            attacks: vec![pair("Egypt", &["East Africa"])],
            moves: vec![pair("Egypt", &["Île-de-France"])],
        }));
        let words = |text: &str| completer.complete(text).words;
        assert_eq!(words("place e"), ["Egypt"]);
        assert_eq!(words("place egypt 2 "), ["Egypt", "Île-de-France"]);
        assert_eq!(words("attack e"), ["Egypt"]);
        assert_eq!(words("attack egypt e"), ["East Africa"]);
        assert_eq!(words("attack eg to east a"), ["East Africa"]);
        assert_eq!(words("attack 7 e"), ["East Africa"]);
        assert_eq!(words("fortify egypt "), ["Île-de-France"]);
        assert_eq!(words("look east"), ["East Africa", "Eastern Australia"]);
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
