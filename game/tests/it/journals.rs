//! Journals on full or failing disks, in folders used by two servers, and after damage.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use marchland_game::conquest::rules::SeededDice;
use marchland_game::play::Game;
use marchland_game::replay;
use marchland_game::server::net::NetOptions;
use marchland_game::server::{
    Consequence, FileJournal, Journal, JournalFolder, Journals, Lobby, LobbyOptions, Recovery,
    Store, SyncMode, Syncer, Ticket, WriteFailure,
};
use tokio::io::{AsyncWriteExt, BufReader};

use crate::crowd::StateOf as _;
use crate::crowd::{Hand, TestLobby, dealt, options, token};
use crate::limits::hear;
use crate::program::{complaint, run};
use crate::restart::Program;
use crate::simulated::{Simulated, simulate};
use crate::sketch;
use crate::sockets::{Served, Telnet, serve_with};
use crate::wire::{Fate, Net};

/// A disk in memory that can be full, or fail.
#[derive(Default)]
struct Disk {
    /// Bytes in the system's cache; lost if a sync fails.
    cached: Mutex<Vec<u8>>,
    /// Bytes on the disk.
    safe: Mutex<Vec<u8>>,
    full: AtomicBool,
    fails: AtomicBool,
    removed: AtomicUsize,
}

impl Store for Disk {
    fn write_at(&self, at: u64, bytes: &[u8]) -> io::Result<usize> {
        if self.full.load(Ordering::SeqCst) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let mut cached = self.cached.lock().unwrap();
        assert!(at as usize <= cached.len(), "a hole");
        cached.truncate(at as usize);
        // A few bytes at a time, as on an almost full disk.
        let count = bytes.len().min(7);
        cached.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn sync(&self) -> io::Result<()> {
        let mut cached = self.cached.lock().unwrap();
        if self.fails.load(Ordering::SeqCst) {
            cached.clone_from(&self.safe.lock().unwrap());
            return Err(io::Error::other("Input/output error"));
        }
        self.safe.lock().unwrap().clone_from(&cached);
        Ok(())
    }

    fn remove(&self) -> io::Result<()> {
        self.removed.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    fn name(&self) -> String {
        "a disk in memory".to_owned()
    }
}

/// A server of games of two whose journals go to this disk.
fn serve_on(disk: &Arc<Disk>, mode: SyncMode) -> Served {
    serve_with(options_on(disk, mode), 7)
}

fn options_on(disk: &Arc<Disk>, mode: SyncMode) -> LobbyOptions {
    let (map, disk) = (sketch::ring(6), Arc::clone(disk));
    let syncer = Syncer::start(mode).unwrap();
    let journals: Journals = Arc::new(move |_: &_, game: &dyn Game| {
        let store: Arc<dyn Store> = Arc::clone(&disk) as Arc<dyn Store>;
        let journal = FileJournal::begin(store, &game.header(), Arc::clone(&syncer));
        Some(Box::new(journal) as Box<dyn Journal>)
    });
    LobbyOptions {
        journals: Some(journals),
        ..options(&map, 2, dealt())
    }
}

/// Two players, the game just begun, by the number of the seat; and whose turn
/// it is.
fn begun(served: &Served) -> ([Telnet; 2], usize) {
    let mut hands = [0, 1].map(|id| {
        let mut hand = Telnet::new(served.address);
        hand.say("HELLO 0.3 t");
        hand.say(&format!("LOGIN p{id}"));
        until(&mut hand, "TOKEN");
        hand
    });
    hands[0].say("READY 0");
    until(&mut hands[1], "READY 0");
    hands[1].say("READY 1");
    let turn = hands.each_mut().map(|hand| until(hand, "CLOCK"))[0].clone();
    let turn = turn.split(' ').nth(1).unwrap().parse().unwrap();
    (hands, turn)
}

/// The first line that begins so.
fn until(hand: &mut Telnet, start: &str) -> String {
    loop {
        let line = hand.hear().unwrap_or_else(|| panic!("no {start}"));
        if line.starts_with(start) {
            return line;
        }
    }
}

/// An area of the player's.
fn own_area(served: &Served, turn: usize) -> u16 {
    let table = served.lobby.default_table();
    let table = table.lock();
    let mut own = table
        .state()
        .unwrap()
        .territories(sketch::player(turn as u8));
    own.next().unwrap().0
}

/// Under `always` nobody is told what is not on the disk, full or failing; all are told why,
/// and the game goes on by itself.
#[test]
fn a_table_waits_for_a_disk_that_is_full_or_fails() {
    for full in [true, false] {
        let disk = Arc::new(Disk::default());
        let served = serve_on(&disk, SyncMode::Always);
        let (mut hands, turn) = begun(&served);
        let other = 1 - turn;
        let fault = if full { &disk.full } else { &disk.fails };
        fault.store(true, Ordering::SeqCst);
        let safe = disk.safe.lock().unwrap().len();
        let area = own_area(&served, turn);
        let action = format!("REINFORCE {turn} {area} 2");
        hands[turn].say(&action);
        for hand in &mut hands {
            let why = until(hand, "");
            assert!(
                why.starts_with("ERROR 10 the game waits: its journal"),
                "{why}"
            );
        }
        // Whatever is said meanwhile is done later, in its order.
        hands[turn].say(&format!("END-ROUND {turn}"));
        hands[other].say(&format!("CHAT PUBLIC {other} what is it"));
        std::thread::sleep(Duration::from_millis(600));
        assert_eq!(disk.safe.lock().unwrap().len(), safe);
        fault.store(false, Ordering::SeqCst);
        let heard = |hand: &mut Telnet| {
            let mut lines: Vec<String> = std::iter::from_fn(|| hand.hear())
                .take_while(|line| !line.starts_with("CLOCK"))
                .collect();
            lines.retain(|line| !line.starts_with("CHAT"));
            lines
        };
        for hand in &mut hands {
            let lines = heard(hand);
            assert!(lines.contains(&action), "full: {full}: {lines:?}");
            let on = "ERROR 10 the game's journal can be written again; the game goes on";
            assert!(lines.iter().any(|line| line == on), "{lines:?}");
            assert_eq!(lines.last().unwrap(), &format!("START-ROUND {other}"));
        }
        served.stop();
        let written = disk.safe.lock().unwrap().clone();
        let record = replay::parse(Path::new("a"), &written).unwrap();
        assert!(!record.cut_off);
        let lines: Vec<&str> = record.entries.iter().map(|entry| &*entry.line).collect();
        assert_eq!(lines.iter().filter(|line| **line == action).count(), 1);
    }
}

/// Clients count a connection as lost after a minute without a line: they would reconnect, and
/// lose what they have sent meanwhile.
#[test]
fn clients_hear_from_a_server_that_waits_for_its_disk() {
    let disk = Arc::new(Disk::default());
    simulate(async {
        let net = Net::new(2, Box::new(|_, _, _| Fate::ARRIVES));
        let lobby = options_on(&disk, SyncMode::Always);
        let server = Simulated::start(net.clone(), lobby, 7, NetOptions::default());
        let mut hands = Vec::new();
        disk.full.store(true, Ordering::SeqCst);
        for id in 0..2 {
            let mut hand = BufReader::new(net.clone().dial(id).await.unwrap());
            let lines = format!("HELLO 0.3 t\nLOGIN p{id}\nREADY {id}\n");
            hand.write_all(lines.as_bytes()).await.unwrap();
            hands.push(hand);
        }
        for hand in &mut hands {
            let waits = "ERROR 10 the game waits";
            while !hear(hand, Duration::MAX).await.unwrap().starts_with(waits) {}
        }
        let [held, other] = &mut hands[..] else {
            unreachable!()
        };
        held.write_all(b"RESIGN 0\n").await.unwrap();
        let patience = Duration::from_secs(25);
        for number in 1..5 {
            assert_eq!(hear(held, patience).await.unwrap(), "PING 0");
            assert_eq!(hear(other, patience).await.unwrap(), "PING 1");
            let answers = format!("PONG 1\nPING {number}\n");
            other.write_all(answers.as_bytes()).await.unwrap();
            let answer = hear(other, patience).await.unwrap();
            assert_eq!(answer, format!("PONG {number}"));
        }
        server.stop().await.unwrap();
    });
}

/// Under `second` and `never` the game goes on, everybody knows, and nothing is
/// missing in the journal once there is room again.
#[test]
fn a_game_that_does_not_wait_for_the_disk_goes_on_and_players_are_told() {
    for mode in [SyncMode::EverySecond, SyncMode::Never] {
        let disk = Arc::new(Disk::default());
        let served = serve_on(&disk, mode);
        let (mut hands, turn) = begun(&served);
        let before = disk.cached.lock().unwrap().len();
        disk.full.store(true, Ordering::SeqCst);
        let area = own_area(&served, turn);
        hands[turn].say(&format!("REINFORCE {turn} {area} 2"));
        for hand in &mut hands {
            until(hand, "REINFORCE");
            let told = until(hand, "ERROR");
            assert!(
                told.starts_with("ERROR 10 the game's journal cannot"),
                "{told}"
            );
        }
        let whole = replay::recover(Path::new("a"), &disk.cached.lock().unwrap(), |line| {
            line.starts_with("PING")
        });
        assert_eq!(
            whole.unwrap().good as usize,
            before,
            "the beginning of the game"
        );
        disk.full.store(false, Ordering::SeqCst);
        for hand in &mut hands {
            until(hand, "ERROR 10 the game's journal can be written again");
        }
        let written = disk.cached.lock().unwrap().clone();
        let record = replay::parse(Path::new("a"), &written).unwrap();
        let done = format!("REINFORCE {turn} {area} 2");
        assert!(record.entries.iter().any(|entry| entry.line == done));
        served.stop();
    }
}

/// A journal that was deleted because too much was waiting for the disk.
struct Deleted;

impl Journal for Deleted {
    fn note(&mut self, _: Duration, _: &str) {}

    fn commit(&mut self) -> Option<Ticket> {
        None
    }

    fn failure(&self) -> Option<WriteFailure> {
        Some(WriteFailure {
            why: "no space left".to_owned(),
            consequence: Consequence::LosesGame,
        })
    }
}

#[test]
fn players_are_told_that_the_journal_is_deleted() {
    let journals: Journals = Arc::new(|_: &_, _: &dyn Game| Some(Box::new(Deleted) as _));
    let options = LobbyOptions {
        journals: Some(journals),
        ..options(&sketch::ring(6), 2, dealt())
    };
    let served = serve_with(options, 7);
    let (mut hands, _) = begun(&served);
    for hand in &mut hands {
        assert_eq!(
            until(hand, "ERROR 10"),
            "ERROR 10 the game's journal is deleted, so a restart would end the game: no space left"
        );
    }
    served.stop();
}

/// The file would bring the game back in its old state.
#[test]
fn a_game_that_ends_on_a_full_disk_leaves_no_journal() {
    let disk = Arc::new(Disk::default());
    let served = serve_on(&disk, SyncMode::EverySecond);
    let (mut hands, _) = begun(&served);
    disk.full.store(true, Ordering::SeqCst);
    hands[0].say("RESIGN 0");
    assert_eq!(until(&mut hands[1], "GAME-OVER"), "GAME-OVER 1");
    assert_eq!(disk.removed.load(Ordering::SeqCst), 1);
    served.stop();
}

/// A real file system of 64 KiB.
#[cfg(target_os = "linux")]
#[test]
fn a_server_on_a_full_file_system_goes_on_when_there_is_room() {
    use std::process::Command;
    struct Mounted(tempfile::TempDir);
    impl Drop for Mounted {
        fn drop(&mut self) {
            let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let mount = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"])
        .arg(folder.path())
        .output();
    if !mount.is_ok_and(|mount| mount.status.success()) {
        eprintln!("skipped: no small file system may be mounted here");
        return;
    }
    let mounted = Mounted(folder);
    let folder = mounted.0.path();
    let start = || {
        let journal = folder.to_str().unwrap();
        Program::start(&[
            "-r",
            "--num-players=2",
            "--port=0",
            "--sync=always",
            "--journal",
            journal,
        ])
    };
    let server = start();
    let mut hands = [0, 1].map(|id| {
        let mut hand = Telnet::new(server.address);
        hand.say(&format!("HELLO 0.3 t\nLOGIN p{id}"));
        let token = until(&mut hand, "TOKEN");
        (hand, token.rsplit(' ').next().unwrap().to_owned())
    });
    // Another program fills the disk.
    let filler = folder.join("filler");
    let _ = std::fs::write(&filler, vec![b'x'; 64 << 10]);
    hands[0].0.say("READY 0");
    until(&mut hands[1].0, "READY 0");
    hands[1].0.say("READY 1");
    for (hand, _) in &mut hands {
        let told: Vec<String> = std::iter::from_fn(|| hand.hear())
            .take_while(|line| !line.starts_with("ERROR 10 the game waits: its journal"))
            .collect();
        let begun = |line: &String| line.starts_with("ORDER") || line.starts_with("REINFORCE");
        assert!(!told.iter().any(begun), "{told:?}");
    }
    std::fs::remove_file(&filler).unwrap();
    for (hand, _) in &mut hands {
        until(hand, "ORDER");
        until(hand, "CLOCK");
    }
    drop(server);
    let server = start();
    for (id, (_, token)) in hands.iter().enumerate() {
        let mut again = Telnet::new(server.address);
        again.say(&format!("HELLO 0.3 t\nRESUME {id} {token}\nSTATE {id}"));
        until(&mut again, "STATE-TURN 1");
    }
}

#[test]
fn two_servers_do_not_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("games");
    let journal = journal.to_str().unwrap();
    let args = ["--port=0", "--journal", journal];
    let first = Program::start(&args);
    let second = run(
        folder.path(),
        &["server", "--port=0", "--map", "world", "--journal", journal],
        "",
    );
    assert_eq!(second.status.code(), Some(2));
    assert!(
        complaint(&second).contains("in use by another server"),
        "{}",
        complaint(&second)
    );
    drop(first);
    // A killed server leaves no lock behind.
    drop(Program::start(&args));
}

/// A server without sockets that keeps its journals in a folder, and what it
/// found there.
pub(crate) fn open(folder: &Path) -> (TestLobby, Vec<Recovery>, JournalFolder) {
    let map = sketch::ring(6);
    let syncer = Syncer::start(SyncMode::Always).unwrap();
    let journals = JournalFolder::open(folder, syncer).unwrap();
    let options = LobbyOptions {
        journals: Some(journals.journals()),
        ..options(&map, 2, dealt())
    };
    let lobby: TestLobby = Lobby::new(options, SeededDice::new(1)).unwrap();
    let found = journals.resume(&lobby).unwrap();
    (
        lobby,
        found.into_iter().map(|(_, found)| found).collect(),
        journals,
    )
}

/// Places units one by one for the player on turn.
fn play_on(lobby: &TestLobby, hands: &mut [Hand], times: usize) {
    for _ in 0..times {
        let table = lobby.default_table();
        let (turn, area, more) = {
            let table = table.lock();
            let game = table.state().unwrap();
            let turn = game.turn().unwrap();
            let area = game.territories(turn).next().unwrap();
            (turn, area, game.seat(turn).unplaced > 1)
        };
        let end = if more { "END-ROUND" } else { "PING" };
        let lines = format!("REINFORCE {turn} {area} 1\n{end} {turn}");
        hands[turn.index()].say(lobby, &lines);
    }
}

/// A journal cut after an earlier restart used to be lost, and one with a flipped byte was
/// ignored for ever.
#[test]
fn a_damaged_journal_gives_back_its_good_part() {
    for flip in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let (lobby, found, lock) = open(folder.path());
        assert!(found.is_empty());
        let mut hands = [Hand::new(), Hand::new()];
        let mut tokens = Vec::new();
        for (id, hand) in hands.iter_mut().enumerate() {
            tokens.push(token(
                &hand.say(&lobby, &format!("HELLO 0.3 t\nLOGIN p{id}\nREADY {id}")),
            ));
        }
        drop((lobby, lock));
        // An earlier restart; then the game goes on.
        let (lobby, found, lock) = open(folder.path());
        assert!(matches!(found[..], [Recovery::Resumed(_)]), "{found:?}");
        let mut hands = [Hand::new(), Hand::new()];
        for (id, hand) in hands.iter_mut().enumerate() {
            hand.say(&lobby, &format!("HELLO 0.3 t\nRESUME {id} {}", tokens[id]));
        }
        play_on(&lobby, &mut hands, 4);
        let state = |lobby: &TestLobby| {
            let table = lobby.default_table();
            let table = table.lock();
            table.state().unwrap().clone()
        };
        let before = state(&lobby);
        let path = folder.path().join("default.0.journal");
        let good = std::fs::read(&path).unwrap();
        play_on(&lobby, &mut hands, 1);
        drop((lobby, lock));
        let mut bytes = std::fs::read(&path).unwrap();
        assert!(bytes.starts_with(&good) && bytes.len() > good.len());
        if flip {
            bytes[good.len() + 3] ^= 1;
        } else {
            bytes.truncate(good.len() + 3);
        }
        std::fs::write(&path, &bytes).unwrap();
        let (lobby, found, _lock) = open(folder.path());
        assert_eq!(state(&lobby), before);
        match &found[..] {
            [Recovery::Repaired(name, kept)] if flip => {
                assert_eq!(name.as_str(), "default");
                assert_eq!(std::fs::read(kept).unwrap(), bytes);
            }
            [Recovery::Resumed(_)] if !flip => {}
            _ => panic!("{found:?}"),
        }
        let mut again = Hand::new();
        let said = again.say(&lobby, &format!("HELLO 0.3 t\nRESUME 0 {}", tokens[0]));
        assert_eq!(said[1], "LOGIN-ACK OK 0");
    }
}

/// It used to be dropped without a word.
#[test]
fn a_journal_damaged_before_its_first_state_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let (lobby, _, lock) = open(folder.path());
    let mut hands = [Hand::new(), Hand::new()];
    for (id, hand) in hands.iter_mut().enumerate() {
        hand.say(&lobby, &format!("HELLO 0.3 t\nLOGIN p{id}\nREADY {id}"));
    }
    play_on(&lobby, &mut hands, 2);
    drop((lobby, lock));
    let path = folder.path().join("default.0.journal");
    let mut bytes = std::fs::read(&path).unwrap();
    let header = bytes.iter().position(|byte| *byte == b'\n').unwrap();
    bytes[header + 3] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let (_lobby, found, _lock) = open(folder.path());
    match &found[..] {
        [Recovery::Lost(kept)] => assert_eq!(std::fs::read(kept).unwrap(), bytes),
        _ => panic!("{found:?}"),
    }
}
