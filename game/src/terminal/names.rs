//! Finds territories by typed names.

use marchland_maps::{Map, Names, TerritoryId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    One(TerritoryId),
    /// Several that fit equally well, ascending; at least two.
    Many(Vec<TerritoryId>),
    None,
}

/// The names of a map's territories in all languages, folded for comparison.
#[derive(Debug, Clone)]
pub(crate) struct Atlas {
    names: Vec<Vec<String>>,
}

impl Atlas {
    pub(crate) fn new(map: &Map) -> Self {
        let territories = map.territories().iter();
        Self {
            names: territories.map(|t| folded(&t.name).collect()).collect(),
        }
    }

    /// Whether a number is part of a territory's name.
    pub(crate) fn has_number(&self, territory: TerritoryId, number: &str) -> bool {
        let mut names = self.names[territory.index()].iter();
        names.any(|name| numbers(name).any(|own| own == number))
    }

    /// Finds a territory among those that fit: by its number, otherwise by the closest
    /// resemblance of any name.
    pub(crate) fn find(&self, text: &str, fits: &dyn Fn(TerritoryId) -> bool) -> Found {
        let text = fold(text);
        if let Ok(number) = text.parse::<usize>() {
            let known = number < self.names.len();
            let id = TerritoryId(number.min(usize::from(u16::MAX)) as u16);
            return if known && fits(id) {
                Found::One(id)
            } else {
                Found::None
            };
        }
        let mut best = None;
        let mut found = Vec::new();
        for (id, names) in (0..).map(TerritoryId).zip(&self.names) {
            if !fits(id) {
                continue;
            }
            let likeness = names.iter().filter_map(|name| likeness(name, &text)).min();
            let Some(likeness) = likeness else { continue };
            if best.is_none_or(|best| likeness < best) {
                best = Some(likeness);
                found.clear();
            }
            if best == Some(likeness) {
                found.push(id);
            }
        }
        match found[..] {
            [] => Found::None,
            [one] => Found::One(one),
            _ => Found::Many(found),
        }
    }
}

/// How a text resembles a name, closest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    Same,
    Start,
    /// `west eu` for Western Europe.
    Words,
    /// `wus` and `w us` for Western United States.
    Letters,
    Within,
    /// One or two letters are wrong.
    Misspelt,
}

fn likeness(name: &str, text: &str) -> Option<Likeness> {
    if text.is_empty() || !numbers(text).all(|number| numbers(name).any(|own| own == number)) {
        // Zone 5 is neither Zone 50 nor a misspelt Zone 6.
        None
    } else if name == text {
        Some(Likeness::Same)
    } else if name.starts_with(text) {
        Some(Likeness::Start)
    } else if words_start(name, text) {
        Some(Likeness::Words)
    } else if made_of_starts(name, text) {
        Some(Likeness::Letters)
    } else if text.len() >= 3 && name.contains(text) {
        Some(Likeness::Within)
    } else {
        let allowed = match text.chars().count() {
            0..=3 => 0,
            4..=6 => 1,
            _ => 2,
        };
        let start: String = name.chars().take(text.chars().count()).collect();
        let mut forms = [name, start.as_str()].into_iter();
        let near = forms.any(|form| strsim::osa_distance(form, text) <= allowed);
        near.then_some(Likeness::Misspelt)
    }
}

fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let digits = text.split(|c: char| !c.is_ascii_digit());
    digits.filter(|digits| !digits.is_empty())
}

fn words(name: &str) -> impl Iterator<Item = &str> {
    let words = name.split([' ', '-', '(', ')']);
    words.filter(|word| !word.is_empty())
}

/// Whether each word of the text begins a word of the name, in order: several words, or one
/// other than the first.
fn words_start(name: &str, text: &str) -> bool {
    let mut left = words(name);
    words(text).all(|start| left.any(|word| word.starts_with(start)))
}

/// Whether the text consists of prefixes of the name's words, in order and including the
/// first word.
///
/// Cost: the letters of the name times those of the text.
fn made_of_starts(name: &str, text: &str) -> bool {
    let letters: Vec<char> = text.chars().filter(|c| *c != ' ').collect();
    // By number of letters: whether the words so far can yield that many.
    let mut reached = vec![false; letters.len() + 1];
    for (at, word) in words(name).enumerate() {
        let word: Vec<char> = word.chars().collect();
        if at == 0 {
            let used = common(&word, &letters);
            reached[1..=used].fill(true);
            continue;
        }
        // Backwards: a word continues from where the words before it ended.
        for begin in (0..letters.len()).rev() {
            if reached[begin] {
                let used = common(&word, &letters[begin..]);
                reached[begin + 1..=begin + used].fill(true);
            }
        }
    }
    !letters.is_empty() && reached[letters.len()]
}

/// The length of the common prefix.
fn common(word: &[char], letters: &[char]) -> usize {
    let same = word.iter().zip(letters).take_while(|(a, b)| a == b);
    same.count()
}

/// The names in all languages, folded.
pub(super) fn folded(names: &Names) -> impl Iterator<Item = String> {
    let translations = names.translations.iter().map(|t| &t.text);
    let all = names.text.iter().chain(translations);
    all.map(|name| fold(name))
}

/// Lower case in Latin letters without accents, with single spaces.
pub(super) fn fold(text: &str) -> String {
    let spelled = deunicode::deunicode(text).to_ascii_lowercase();
    let words: Vec<&str> = spelled.split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests;
