use std::path::Path;
use std::time::Duration;

use marchland_maps::{Map, bundled};

use super::*;
use crate::client::Knowledge;
use crate::conquest::rules::Player;
use crate::gui::game::{Setup, start};
use crate::gui::ground::Ground;
use crate::gui::link::News;
use crate::replay::{self, Entry, RecordWriter};

fn map() -> Arc<Map> {
    Arc::clone(Ground::read(Path::new("czechia")).unwrap().map())
}

/// A map of one's own in a new folder there.
pub(in crate::gui) fn own_map(folder: &Path) -> PathBuf {
    let bundled = bundled::find("czechia").unwrap();
    let xml = String::from_utf8(bundled.xml.to_vec()).unwrap();
    let xml = xml.replacen("id=\"czechia\"", "id=\"valilia\"", 1);
    let own = folder.join("my map");
    std::fs::create_dir(&own).unwrap();
    std::fs::write(own.join("map.xml"), xml).unwrap();
    std::fs::write(own.join("mask.png"), bundled.mask).unwrap();
    std::fs::write(own.join("image.png"), bundled.image).unwrap();
    own
}

/// The record of a game of bots on a map, in a new file there.
pub(in crate::gui) fn record_on(map: &Path, folder: &Path) -> PathBuf {
    let map = Arc::clone(Ground::read(map).unwrap().map());
    let (record, _) = play_on(map, 3);
    let mut text = Vec::new();
    let mut writer = RecordWriter::begin(&record.header, &mut text);
    for entry in &record.entries {
        writer.write(entry.at, &entry.line, &mut text);
    }
    let file = folder.join("game.rep");
    std::fs::write(&file, text).unwrap();
    file
}

/// The record of a game of bots, as a spectator would write it, and its steps.
fn record(seed: u64) -> (Record, Vec<Step>) {
    play_on(map(), seed)
}

fn play_on(map: Arc<Map>, seed: u64) -> (Record, Vec<Step>) {
    let setup = Setup::new(14, seed);
    let model = setup.model(&map);
    let names = Player::first(4).map(|player| {
        let name = model.name(player).unwrap();
        format!("REGISTERED-PLAYER {player} {name}")
    });
    let mut lines: Vec<String> = names.collect();
    let mut steps = Vec::new();
    let (_link, news) = start(map, setup);
    'game: loop {
        for news in news.recv().unwrap() {
            let News::Step(step) = news else { break 'game };
            lines.push(step.line.to_string());
            steps.push(step);
        }
    }
    let entries = lines.into_iter().map(|line| Entry {
        at: Duration::ZERO,
        line,
    });
    let record = Record {
        header: model.header(4),
        entries: entries.collect(),
        cut_off: false,
    };
    (record, steps)
}

fn replay(record: Record) -> Replay {
    Replay::new(&Model::new(map(), None), record).unwrap()
}

#[test]
fn every_place_of_a_record_is_reached_from_every_other() {
    let (record, steps) = record(3);
    let players = record.entries.len() - steps.len();
    let mut replay = replay(record);
    assert_eq!(replay.end(), None);
    let all = replay.history().steps();
    assert_eq!(all, steps.len() + players);
    // What was told at a place, forwards.
    let mut forwards = vec![replay.jump(0).0];
    while let Some(step) = replay.advance() {
        forwards.push(step.after);
    }
    assert_eq!(forwards.len(), all + 1);
    for to in [all, 1, all / 2, 0, all - 1, 400, 399, all + 7] {
        let (model, from, turns, told) = replay.jump(to);
        let to = to.min(all);
        assert_eq!(from + told.len(), to);
        assert_eq!(model.state(), forwards[from].state());
        let there = told.last().map_or(&model, |step| &step.after);
        assert_eq!(there.state(), forwards[to].state(), "at {to}");
        let begun = replay.history().turns().iter();
        assert_eq!(begun.filter(|turn| turn.at <= from).count(), turns as usize);
    }
}

#[test]
fn one_steps_back_by_actions_and_by_turns() {
    let replay = replay(record(5).0);
    let all = replay.history().steps();
    let back = |step: fn(&Replay, usize) -> usize| {
        let (mut at, mut stops) = (all, 0);
        while at > 0 {
            let before = step(&replay, at);
            assert!(before < at);
            (at, stops) = (before, stops + 1);
        }
        stops
    };
    assert!(back(Replay::action_before) > back(Replay::turn_before));
}

/// A paused picture goes on over what takes no time, so no turn is stopped at twice.
#[test]
fn from_the_start_of_a_turn_one_goes_to_the_previous_one() {
    let replay = replay(record(5).0);
    let all = replay.history().steps();
    let shown = |at| {
        let next = replay.sights.iter().find(|&&sight| sight >= at);
        next.map_or(all, |&sight| sight)
    };
    let (mut at, mut stops) = (all, Vec::new());
    while at > shown(0) {
        let before = shown(replay.turn_before(at));
        assert!(before < at, "{before}");
        stops.push(before);
        at = before;
    }
    let turns = replay.history().turns();
    let mut starts: Vec<usize> = turns.iter().map(|turn| shown(turn.at)).collect();
    starts.retain(|&at| at < all);
    starts.dedup();
    starts.reverse();
    starts.push(shown(0));
    assert!(turns.len() > 3);
    assert_eq!(stops, starts);
}

#[test]
fn a_record_that_ends_early_or_lies_says_so() {
    let (mut cut, _) = record(3);
    cut.entries.truncate(90);
    assert_eq!(replay(cut).end(), Some(texts::UNFINISHED));
    let (mut lie, _) = record(3);
    let attack = lie
        .entries
        .iter()
        .position(|e| e.line.starts_with("ATTACK"));
    lie.entries[attack.unwrap()].line = "ATTACK 0 0 0 3".to_owned();
    let mut replay = replay(lie);
    let why = replay.end().unwrap().to_owned();
    assert!(why.contains("does not fit the game"), "{why}");
    let (_, from, _, told) = replay.jump(usize::MAX);
    assert_eq!(from + told.len(), attack.unwrap(), "shown up to there");
    assert!(replay.advance().is_none());

    let (of_another, _) = record(3);
    let world = Ground::read(Path::new("world")).unwrap();
    let world = Model::new(Arc::clone(world.map()), None);
    assert!(Replay::new(&world, of_another).is_err());
}

#[test]
fn a_record_finds_the_map_it_is_of_among_those_at_hand() {
    let folder = tempfile::tempdir().unwrap();
    let own = own_map(folder.path());
    let file = record_on(&own, folder.path());
    let read = |map: Option<&Path>, likely: &[&Path]| {
        let likely = likely.iter().map(|&map| map.to_owned());
        let record = replay::read(&file).unwrap();
        let read = Replay::with_map(&file, record, map.map(Path::to_owned), likely);
        read.map(|(map, ..)| map)
    };
    let (world, gone) = (Path::new("world"), folder.path().join("gone"));
    assert_eq!(read(None, &[world, &gone, &own]), Ok(own.clone()));
    assert_eq!(read(Some(&own), &[]), Ok(own.clone()));
    let why = read(None, &[world, &gone]).unwrap_err();
    assert!(
        why.contains("valilia") && why.contains(texts::MAP_PATH),
        "{why}"
    );
    // Another version of it is another map.
    let other = own.join("map.xml");
    let xml = std::fs::read_to_string(&other).unwrap();
    std::fs::write(&other, xml.replacen("bonus=\"", "bonus=\"1", 1)).unwrap();
    assert!(read(None, &[&own]).is_err());
    // One that is bundled needs nobody's folder.
    let bundled = record_on(Path::new("czechia"), folder.path());
    let record = replay::read(&bundled).unwrap();
    let (map, ..) = Replay::with_map(&bundled, record, None, [own]).unwrap();
    assert_eq!(map, Path::new("czechia"));
}
