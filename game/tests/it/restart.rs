//! The server program, killed and restarted.

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use marchland_game::client::net::{Client, Destination, Recorder, Server};
use marchland_game::client::{Model, Playback};
use marchland_game::conquest::bots::{StrategyKind, View, decide};
use marchland_game::conquest::rules::{AreaVariant, Dice, Player, SeededDice, Variants};
use marchland_game::conquest::{ConquestGame, Request};
use marchland_game::play::Game as _;
use marchland_game::protocol::Text;
use marchland_game::protocol::command::Ready;
use marchland_game::replay;
use marchland_game::server::{
    FileJournal, Journal, Link, SyncMode, Syncer, Table, Ticket, TimeLimits,
};

use crate::crowd::Mailbox;
use crate::crowd::StateOf as _;
use crate::sketch;
use crate::sockets::Telnet;

const WORLD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../maps/world");

/// The program as a server, killed when it is dropped.
pub(crate) struct Program {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
}

impl Program {
    /// Starts it on the bundled world.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_marchland-game"))
            .args(["server", "--quiet", "--map", WORLD])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines
            .map(Result::unwrap)
            .find_map(|line| line.strip_prefix("listening on ")?.parse().ok());
        let address = address.unwrap();
        Self { child, address }
    }

    /// Two players, areas dealt, a journal in `folder`.
    fn journalled(folder: &Path, port: u16, sync: &str) -> Self {
        let port = format!("--port={port}");
        let folder = folder.to_str().unwrap();
        let sync = format!("--sync={sync}");
        let args = ["-r", "--num-players=2", &port, "--journal", folder, &sync];
        Self::start(&args)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // As hard as it gets: SIGKILL.
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Logs in and returns the token.
fn login(address: SocketAddr, id: u8) -> (Telnet, String) {
    let mut hand = Telnet::new(address);
    hand.say("HELLO 0.3 t");
    hand.say(&format!("LOGIN player{id}"));
    hand.say(&format!("READY {id}"));
    let token = after(&mut hand, &format!("TOKEN {id} "));
    (hand, token)
}

/// What follows `start` in the first line that begins with it.
fn after(hand: &mut Telnet, start: &str) -> String {
    loop {
        let line = hand.hear().unwrap();
        if let Some(rest) = line.strip_prefix(start) {
            return rest.to_owned();
        }
    }
}

/// The lines of the whole state.
fn state(hand: &mut Telnet, id: &str) -> Vec<String> {
    hand.say(&format!("STATE {id}"));
    after(hand, "STATE-BEGIN");
    let lines = std::iter::from_fn(|| hand.hear());
    lines.take_while(|line| line != "STATE-END").collect()
}

/// An area of a player.
fn own_area(state: &[String], id: &str) -> String {
    let owned = |line: &String| {
        let words: Vec<&str> = line.split(' ').collect();
        (words[0] == "STATE-AREA" && words[2] == id).then(|| words[1].to_owned())
    };
    state.iter().find_map(owned).unwrap()
}

#[test]
fn no_accepted_action_is_lost_when_the_server_is_killed() {
    for sync in ["never", "second", "always"] {
        kill_after_each_action(sync);
    }
}

fn kill_after_each_action(sync: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Program::journalled(folder.path(), 0, sync);
    let (mut ann, ann_token) = login(server.address, 0);
    let (mut ben, ben_token) = login(server.address, 1);
    let id = after(&mut ann, "START-ROUND ");
    let (hand, token) = if id == "0" {
        (&mut ann, ann_token)
    } else {
        (&mut ben, ben_token)
    };
    let mut state_told = state(hand, &id);
    for round in 0..3 {
        // Kill the server right after an acknowledged action.
        let mut hand = Telnet::new(server.address);
        hand.say("HELLO 0.3 t");
        hand.say(&format!("RESUME {id} {token}"));
        assert_eq!(state(&mut hand, &id), state_told, "round {round}");
        hand.say(&format!("REINFORCE {id} {} 1", own_area(&state_told, &id)));
        after(&mut hand, "REINFORCE ");
        state_told = state(&mut hand, &id);
        drop(server);
        server = Program::journalled(folder.path(), 0, sync);
    }
}

/// A journal that keeps nothing.
struct Nowhere;

impl Journal for Nowhere {
    fn note(&mut self, _: Duration, _: &str) {}

    fn commit(&mut self) -> Option<Ticket> {
        None
    }
}

/// Wherever writing of a journal was cut off, the game resumes after the last action
/// written whole.
#[test]
fn a_journal_cut_anywhere_holds_whole_actions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whole.journal");
    let map = sketch::ring(6);
    let variants = Variants {
        areas: AreaVariant::Dealt,
        neutral: false,
        ..Variants::default()
    };
    let game = || Box::new(ConquestGame::new(Arc::clone(&map), 2, variants));
    let (limits, header) = (TimeLimits::default(), game().header());
    let now = Duration::ZERO;
    let mut table = Table::new(game(), limits, SeededDice::new(4));
    let syncer = Syncer::start(SyncMode::Never).unwrap();
    table.keep_journal(Box::new(FileJournal::create(&path, &header, syncer)));
    for player in Player::first(2) {
        let link = Link {
            peer: Mailbox::default(),
            extended: true,
            computer: false,
            told_of_losses: false,
        };
        table
            .login(link, &Text::new(&format!("p{player}")), now)
            .unwrap();
    }
    for player in Player::first(2) {
        let ready = Ready { player };
        table.request(player, &ready.into(), now).unwrap();
    }
    let size = || std::fs::metadata(&path).unwrap().len() as usize;
    // Sizes of the file and states after each action.
    let mut ends = vec![(size(), table.state().unwrap().clone())];
    let mut bots = [1, 2].map(|seed| StrategyKind::Standard.player(seed));
    while let Some(actor) = table.state().unwrap().to_act() {
        let view = View::new(table.state().unwrap(), actor);
        let action = decide(bots[actor.index()].as_mut(), &view).unwrap();
        let player = actor;
        let line = Request { player, action }.to_string();
        table.act(actor, &line, now).unwrap();
        ends.push((size(), table.state().unwrap().clone()));
    }
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(bytes.len(), ends.last().unwrap().0);
    let first_line = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for length in (first_line..bytes.len()).step_by(7).chain([bytes.len()]) {
        let mark = |line: &str| line.starts_with("PING ");
        let recovered = replay::recover(&path, &bytes[..length], mark).unwrap();
        let table: Table<Mailbox> = Table::from_journal(
            game(),
            &recovered.record,
            limits,
            SeededDice::new(1),
            Box::new(Nowhere),
            now,
        )
        .unwrap();
        let expected = ends.iter().rev().find(|(size, _)| *size <= length);
        assert_eq!(table.state(), expected.map(|end| &end.1), "{length} bytes");
    }
}

/// The lines of a record that say what players and dice did.
fn deeds(path: &Path) -> Vec<String> {
    let record = replay::read(path).unwrap();
    let words = [
        "REINFORCE ",
        "ATTACK ",
        "DEFEND ",
        "DICE-ROLL ",
        "TRANSFER ",
    ];
    let lines = record.entries.into_iter().map(|entry| entry.line);
    lines
        .filter(|line| words.iter().any(|word| line.starts_with(word)))
        .collect()
}

/// Plays a whole game while the server is killed repeatedly at random moments. The journal
/// holds everything a client was told, in order, and the clients finish by themselves.
#[test]
fn a_game_survives_a_kill_at_any_moment() {
    kill_at_any_moment("second");
}

/// The same under `--sync always`.
#[test]
fn a_game_survives_a_kill_while_the_server_waits_for_the_disk() {
    kill_at_any_moment("always");
}

fn kill_at_any_moment(sync: &str) {
    let folder = tempfile::tempdir().unwrap();
    let journals = folder.path().join("journals");
    let port = {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        free.local_addr().unwrap().port()
    };
    let mut server = Program::journalled(&journals, port, sync);
    let (_, _, map) = marchland_maps::folder::load(Path::new(WORLD)).unwrap();
    let map = Arc::new(map);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let clients = ["ann", "ben"].map(|name| {
        let game = Model::new(Arc::clone(&map), None);
        let client = Client {
            to: Destination {
                recorder: Some(Recorder::new(&folder.path().join(name)).unwrap()),
                ..Destination::new(Server::here(port), name.parse().unwrap(), game)
            },
            strategy: StrategyKind::Standard.player(1),
            log: Box::new(|_| {}),
        };
        runtime.spawn(client.play())
    });
    let mut dice = SeededDice::new(3);
    let mut kills = 0;
    let mut known: Vec<String> = Vec::new();
    let journal = journals.join("default.0.journal");
    let size = || std::fs::metadata(&journal).map_or(0, |data| data.len());
    let over = || clients.iter().any(tokio::task::JoinHandle::is_finished);
    while !over() {
        // Once so much more of the game is written down.
        let enough = size() + 200 + u64::from(dice.below(2_500));
        while size() < enough && !over() {
            std::thread::sleep(Duration::from_micros(300));
        }
        std::thread::sleep(Duration::from_micros(dice.below(2_000).into()));
        if kills == 10 || over() {
            break;
        }
        drop(server);
        kills += 1;
        let told = deeds(&journal);
        assert!(
            told.starts_with(&known),
            "kill {kills}: what was known is gone"
        );
        known = told;
        server = Program::journalled(&journals, port, sync);
    }
    while !clients.iter().all(tokio::task::JoinHandle::is_finished) {
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(server);
    let [ann, ben] = clients.map(|client| runtime.block_on(client).unwrap().unwrap());
    assert!(ann.is_some() && ann == ben);
    assert!(kills >= 3, "only {kills} kills: the game is too short");
    let whole = deeds(&journal);
    for name in ["ann", "ben"] {
        let record = std::fs::read_dir(folder.path().join(name)).unwrap().next();
        let record = record.unwrap().unwrap().path();
        let heard = deeds(&record);
        // The record plays back to its end however often the game was resumed.
        let record = replay::read(&record).unwrap();
        let mut playback = Playback::new(&Model::new(Arc::clone(&map), None), record).unwrap();
        playback.seek(usize::MAX).unwrap();
        assert!(!playback.is_unfinished());
        assert!(heard.len() > 50, "{name} heard {} lines", heard.len());
        let mut journal = whole.iter();
        for line in &heard {
            assert!(journal.any(|l| l == line), "{name} was told {line:?}");
        }
    }
}
