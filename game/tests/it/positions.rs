//! Counts of legal paths from small positions, kept as text files.
//!
//! A file in `tests/positions` gives a position and, for each depth, the number of sequences
//! of that many legal actions. The file sets the dice, the attacker's first; any other random
//! choice takes its first possibility. `UPDATE_POSITIONS=1` rewrites the counts.

use std::fs;
use std::path::PathBuf;

use marchland_game::conquest::rules::{Event, SetVariant, State, Variants};

use crate::sketch::{self, Loaded};

fn files() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/positions");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

/// The rest of the first line that begins with `key`; empty without one.
fn field<'a>(text: &'a str, key: &str) -> &'a str {
    let rest = |line: &'a str| line.strip_prefix(key)?.strip_prefix(' ');
    text.lines().find_map(rest).unwrap_or_default()
}

fn position(text: &str) -> State {
    let map = sketch::map(field(text, "links"), field(text, "continents"));
    let variants = Variants {
        sets: match field(text, "sets") {
            "constant" => SetVariant::Constant,
            _ => SetVariant::Growing,
        },
        neutral: field(text, "neutral") == "yes",
        ..Variants::default()
    };
    let players = field(text, "players").parse().unwrap();
    let hands: Vec<&str> = field(text, "hands").split_whitespace().collect();
    let hands: Vec<&str> = hands.iter().map(|hand| hand.trim_matches('-')).collect();
    let mut state = sketch::position(&map, players, variants, field(text, "holdings"), &hands);
    if let Ok(units) = field(text, "units").parse() {
        let player = sketch::player(0);
        state.apply(Event::UnitsGained { player, units }).unwrap();
    }
    state
}

/// The number of sequences of `depth` legal actions.
fn paths(state: &State, dice: &[u8], depth: u32) -> u64 {
    let (Some(actor), 1..) = (state.to_act(), depth) else {
        return u64::from(depth == 0);
    };
    let beyond = |action| {
        let mut after = state.clone();
        let mut events = Vec::new();
        let played = after.play(actor, action, &mut Loaded::new(dice), &mut events);
        played.unwrap();
        paths(&after, dice, depth - 1)
    };
    state.legal().map(beyond).sum()
}

#[test]
fn have_as_many_legal_paths_as_their_files_say() {
    let update = std::env::var_os("UPDATE_POSITIONS").is_some();
    let mut checked = 0;
    for file in files() {
        let text = fs::read_to_string(&file).unwrap();
        let state = position(&text);
        let throws = field(&text, "dice").split_whitespace();
        let dice: Vec<u8> = throws.map(|die| die.parse().unwrap()).collect();
        let mut truth = String::new();
        for line in text.lines() {
            let Some(rest) = line.strip_prefix("paths ") else {
                truth += line;
                truth.push('\n');
                continue;
            };
            let depth = rest.split(' ').next().unwrap();
            let count = paths(&state, &dice, depth.parse().unwrap());
            let counted = format!("paths {depth} {count}");
            if !update {
                assert_eq!(counted, line, "{}", file.display());
            }
            truth += &counted;
            truth.push('\n');
            checked += 1;
        }
        if update {
            fs::write(&file, truth).unwrap();
        }
    }
    assert!(checked >= 12, "only {checked} counts");
}
