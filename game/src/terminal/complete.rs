//! What a word that was begun may become.

use marchland_maps::{Map, Names};

use super::command::{COMMANDS, Verb, find};
use super::names::fold;

/// Knows the commands and a map's names.
#[derive(Debug, Clone)]
pub struct Completer {
    territories: Vec<String>,
    continents: Vec<String>,
}

/// What may stand instead of the end of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// Where that end begins, in bytes.
    pub from: usize,
    /// What may stand there, in order; nothing if nothing fits.
    pub words: Vec<String>,
}

impl Completer {
    /// One for a map, in its first language.
    pub fn new(map: &Map) -> Self {
        let named = |names: &Names| names.text.clone();
        let territories = map.territories().iter().filter_map(|t| named(&t.name));
        let continents = map.continents().iter().filter_map(|c| named(&c.name));
        Self {
            territories: territories.collect(),
            continents: continents.collect(),
        }
    }

    /// How a text may go on. The first word is a command; behind it stand
    /// names, and the longest end of the text that begins one is meant:
    /// `attack egypt east` goes on to East Africa.
    pub fn complete(&self, text: &str) -> Completion {
        let begin = text.len() - text.trim_start().len();
        let first = text[begin..].split(' ').next().unwrap_or_default();
        let verb = find(first).ok().map(|command| command.verb);
        let commands = || COMMANDS.iter().map(|command| command.words[0].to_owned());
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
        let names = match verb {
            Some(Verb::Map) => &self.continents,
            _ => &self.territories,
        };
        let starts = text[arguments..].char_indices().map(|(at, _)| at);
        let starts = starts.chain([text.len() - arguments]);
        let mut found = starts
            .map(|at| arguments + at)
            .filter(|&at| text[..at].ends_with(' ') && !text[at..].starts_with(' '))
            .map(|at| beginning(text, at, names.iter().cloned()));
        let fits = found.find(|completion| !completion.words.is_empty());
        fits.unwrap_or(Completion {
            from: text.len(),
            words: Vec::new(),
        })
    }
}

/// Those of `words` that begin with what stands in the text from a place on.
fn beginning(text: &str, from: usize, words: impl Iterator<Item = String>) -> Completion {
    let start = fold(&text[from..]);
    let mut words: Vec<String> = words
        .filter(|word| fold(word).starts_with(&start))
        .collect();
    words.sort_unstable();
    Completion { from, words }
}

impl Completion {
    /// What all the words have in common, from their start; with a space behind
    /// it if there is only one.
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
            territories: owned(&["Egypt", "East Africa", "Eastern Australia", "Île-de-France"]),
            continents: owned(&["Africa", "Asia"]),
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
    fn what_words_have_in_common_is_put_in() {
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
