//! Invents names that are pronounceable and distinct.

use std::collections::HashSet;

use super::syllables::{TONGUES, Tongue, UNWANTED};
use crate::chance::Chance;

/// Names of a world, its continents and their territories.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Names {
    pub(super) world: String,
    pub(super) continents: Vec<String>,
    pub(super) territories: Vec<String>,
}

/// Names for continents and for territories of these homes, differing in at least two letters from
/// each other and from all `taken` names. A home is the index of a continent; names of one home
/// sound like one language.
pub(super) fn invent<'a>(
    taken: impl Iterator<Item = &'a str>,
    continents: impl Iterator<Item = u16>,
    homes: &[u16],
    seed: u64,
) -> Names {
    let mut chance = Chance::new(seed, 61);
    let mut order: Vec<usize> = (0..TONGUES.len()).collect();
    chance.shuffle(&mut order);
    let tongue = |home: u16| &TONGUES[order[usize::from(home) % order.len()]];
    let mut given = Given::default();
    taken.for_each(|name| given.take(name));
    // The world is called after the language of the last continent.
    let last = homes.iter().copied().max().unwrap_or(0);
    let world = given.name(&mut chance, tongue(last), true);
    let continents = continents.map(|home| given.name(&mut chance, tongue(home), true));
    let continents = continents.collect();
    let territories = homes
        .iter()
        .map(|&home| given.name(&mut chance, tongue(home), false));
    let territories = territories.collect();
    Names {
        world,
        continents,
        territories,
    }
}

#[derive(Default)]
struct Given {
    /// Lower-case names and all their variants with one letter removed: names that differ in one
    /// letter share one of these.
    keys: HashSet<String>,
    /// Beginnings of names in use.
    starts: HashSet<String>,
    /// Failed attempts, because all names this short are taken.
    vain: usize,
}

/// Attempts with a number of syllables before using more.
const ATTEMPTS: usize = 400;

impl Given {
    /// Marks an existing name as taken.
    fn take(&mut self, name: &str) {
        /// Invented names are much shorter.
        const LONGEST: usize = 64;
        let lower = name.to_lowercase();
        if lower.len() <= LONGEST {
            self.starts.insert(lower.chars().take(4).collect());
            self.keys.extend(keys_of(&lower));
        }
    }

    /// A new name that differs in at least two letters from all others, with a beginning of its own
    /// while that is possible.
    fn name(&mut self, chance: &mut Chance, tongue: &Tongue, is_land: bool) -> String {
        let mut attempt = self.vain;
        loop {
            attempt += 1;
            let mut name = composed(chance, tongue, is_land);
            // More syllables give more names.
            for _ in 0..attempt / ATTEMPTS {
                name.push_str(pick(chance, tongue.middles));
                name.push_str(pick(chance, tongue.endings));
            }
            let lower = name.to_lowercase();
            let start: String = lower.chars().take(4).collect();
            let is_worn = attempt < 60 && self.starts.contains(&start);
            if is_worn || UNWANTED.iter().any(|unwanted| lower.contains(unwanted)) {
                continue;
            }
            let keys = keys_of(&lower);
            if keys.iter().all(|key| !self.keys.contains(key)) {
                self.keys.extend(keys);
                self.starts.insert(start);
                self.vain = attempt - attempt % ATTEMPTS;
                return name;
            }
        }
    }
}

/// A lower-case name, and its variants with one letter removed.
fn keys_of(lower: &str) -> Vec<String> {
    let letters = lower.char_indices();
    let shorter = letters.map(|(at, letter)| {
        let (before, after) = (&lower[..at], &lower[at + letter.len_utf8()..]);
        format!("{before}{after}")
    });
    shorter.chain([lower.to_owned()]).collect()
}

fn composed(chance: &mut Chance, tongue: &Tongue, is_land: bool) -> String {
    let mut name = pick(chance, tongue.beginnings).to_owned();
    name.push_str(pick(chance, tongue.middles));
    name.push_str(pick(
        chance,
        if is_land {
            tongue.lands
        } else {
            tongue.endings
        },
    ));
    name
}

fn pick(chance: &mut Chance, of: &[&'static str]) -> &'static str {
    of[chance.below(of.len())]
}

#[cfg(test)]
mod tests {
    use strsim::levenshtein;

    use super::*;

    #[test]
    fn hundreds_of_names_are_two_letters_apart_and_short() {
        let homes: Vec<u16> = (0..400).map(|at| at / 20).collect();
        let invented = |seed| invent([].into_iter(), 0..20, &homes, seed);
        let names = invented(5);
        assert_eq!(names, invented(5));
        assert_ne!(names, invented(6));
        assert_eq!((names.continents.len(), names.territories.len()), (20, 400));
        let all = names.territories.iter().chain(&names.continents);
        let all: Vec<String> = all
            .chain([&names.world])
            .map(|name| name.to_lowercase())
            .collect();
        for (at, name) in all.iter().enumerate() {
            assert!((4..=16).contains(&name.len()), "{name}");
            for other in &all[..at] {
                assert!(levenshtein(name, other) >= 2, "{name} {other}");
            }
        }
    }

    #[test]
    fn syllables_are_pronounceable() {
        let vowel = |letter: char| "aeiouy".contains(letter);
        for tongue in &TONGUES {
            for beginning in tongue.beginnings {
                assert!(!beginning.ends_with(vowel), "{beginning}");
            }
            assert!(
                tongue
                    .middles
                    .iter()
                    .all(|middle| middle.chars().all(vowel))
            );
            for ending in tongue.endings.iter().chain(tongue.lands) {
                assert!(!ending.starts_with(vowel), "{ending}");
            }
        }
    }
}
