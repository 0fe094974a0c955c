//! Invented names: easy to say, and none like another.

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

/// Names for as many continents as `homes` speaks of, and for a territory of each home.
pub(super) fn invent(homes: &[u16], seed: u64) -> Names {
    let mut chance = Chance::new(seed, 61);
    let mut order: Vec<usize> = (0..TONGUES.len()).collect();
    chance.shuffle(&mut order);
    let tongue = |home: u16| &TONGUES[order[usize::from(home) % order.len()]];
    let mut given = Given::default();
    let world = given.name(&mut chance, tongue(chance_home(homes)), true);
    let count = homes.iter().max().map_or(0, |&last| last + 1);
    let continents = (0..count).map(|home| given.name(&mut chance, tongue(home), true));
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

/// The continent after whose language the world is called: the last.
fn chance_home(homes: &[u16]) -> u16 {
    homes.iter().copied().max().unwrap_or(0)
}

/// Names that are given away.
#[derive(Default)]
struct Given {
    /// Names in small letters, and what each is with a letter less: those that are one
    /// letter apart have one of these in common.
    keys: HashSet<String>,
    /// How names begin.
    starts: HashSet<String>,
}

impl Given {
    /// A new name, at least two letters from all others, and with a beginning of its own as
    /// long as there are such.
    fn name(&mut self, chance: &mut Chance, tongue: &Tongue, is_land: bool) -> String {
        let mut attempt = 0;
        loop {
            attempt += 1;
            let mut name = composed(chance, tongue, is_land);
            // What few syllables cannot do, more can.
            for _ in 0..attempt / 400 {
                name.push_str(pick(chance, tongue.middles));
                name.push_str(pick(chance, tongue.endings));
            }
            let lower = name.to_lowercase();
            let start: String = lower.chars().take(4).collect();
            let is_worn = attempt < 60 && self.starts.contains(&start);
            if is_worn || UNWANTED.iter().any(|unwanted| lower.contains(unwanted)) {
                continue;
            }
            let shorter =
                (0..lower.len()).map(|at| format!("{}{}", &lower[..at], &lower[at + 1..]));
            let keys: Vec<String> = shorter.chain([lower.clone()]).collect();
            if keys.iter().all(|key| !self.keys.contains(key)) {
                self.keys.extend(keys);
                self.starts.insert(start);
                return name;
            }
        }
    }
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
        let names = invent(&homes, 5);
        assert_eq!(names, invent(&homes, 5));
        assert_ne!(names, invent(&homes, 6));
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
    fn syllables_can_be_said() {
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
