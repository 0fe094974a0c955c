//! The client in `tests/v02_client.py`, which knows only the protocol and the map file,
//! against the real server.

use std::net::SocketAddr;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::program::{Server, bundled, complaint, text};
use crate::proxy::{Meddled, Meddler, between};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/v02_client.py");

/// Whether Python is available. Reports if it is not, and fails where no test may be skipped.
fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        assert!(
            std::env::var_os("CI").is_none(),
            "python3 is missing, and in CI nothing is skipped"
        );
        eprintln!("SKIPPED: python3 is missing, so the independent client does not play");
    }
    found
}

fn play(address: SocketAddr, map: &str, args: &[&str]) -> Output {
    Command::new("python3")
        .arg(SCRIPT)
        .args(["127.0.0.1", &address.port().to_string()])
        .arg(bundled(map).join("map.xml"))
        .args(args)
        .output()
        .unwrap()
}

/// A server for a number of players.
fn server(map: &str, players: &str) -> Server {
    let map = bundled(map);
    let map = map.to_str().unwrap();
    let args = ["--map", map, "--num-players", players, "--rate=100000"];
    Server::start(&std::env::temp_dir(), &args)
}

#[test]
fn plays_games_on_several_maps_without_a_broken_rule() {
    if !has_python() {
        return;
    }
    for (map, players, games, rules) in [
        ("world", "3", "2", ["--areas=1", "--sets=0"]),
        ("world", "3", "1", ["--areas=0", "--sets=1"]),
        ("czechia", "2", "2", ["--areas=1", "--sets=0"]),
        ("europe", "2", "2", ["--areas=0", "--sets=1"]),
        ("usa", "6", "1", ["--areas=0", "--sets=0"]),
    ] {
        let server = server(map, players);
        let args = ["--players", players, "--games", games, rules[0], rules[1]];
        let played = play(server.address, map, &args);
        assert!(played.status.success(), "{map}: {}", complaint(&played));
        let said = text(&played);
        assert!(said.starts_with(&format!("{games} games, ")), "{said}");
        assert!(said.trim_end().ends_with("no broken rule"), "{said}");
    }
}

/// What becomes of a line's words.
type Change = fn(&[&str]) -> Option<String>;

/// Changes the fifth line that begins with a word.
struct Liar {
    word: &'static str,
    change: Change,
    met: AtomicUsize,
}

impl Meddler for Liar {
    fn down(&self, line: &str) -> Meddled {
        let words: Vec<&str> = line.split(' ').collect();
        // A word may stand for the number of arguments, too.
        let meant = words[0] == self.word;
        if meant && self.met.fetch_add(1, Ordering::Relaxed) == 4 {
            return match (self.change)(&words) {
                Some(line) => Meddled::Line(line),
                None => Meddled::Dropped,
            };
        }
        Meddled::Line(line.to_owned())
    }
}

/// The line with another number at a place.
fn plus(words: &[&str], at: usize, more: u32) -> String {
    let mut words: Vec<String> = words.iter().map(ToString::to_string).collect();
    words[at] = (words[at].parse::<u32>().unwrap() + more).to_string();
    words.join(" ")
}

/// If the client overlooked broken rules, the test above would prove nothing.
#[test]
fn notices_every_lie() {
    if !has_python() {
        return;
    }
    let lies: [(&str, Change); 9] = [
        ("REINFORCEMENTS", |words| Some(plus(words, 2, 1))),
        ("REINFORCE", |words| Some(plus(words, 3, 40))),
        ("REINFORCE", |_| Some("REINFORCE 0 0 0".to_owned())),
        ("ATTACK", |words| Some(plus(words, 4, 3))),
        ("DEFEND", |words| Some(plus(words, 3, 2))),
        ("DICE-ROLL", |_| Some("DICE-ROLL 1 6 6 1 1".to_owned())),
        ("DICE-ROLL", |_| Some("STATE-BEGIN".to_owned())),
        ("CARDS-ACQUIRED", |words| {
            // One's own card is kept back, another's told.
            let card = if words.len() == 3 { " 0" } else { "" };
            Some(format!("{}{card}", words[..3].join(" ")))
        }),
        ("START-ROUND", |_| Some("START-ROUND 6".to_owned())),
    ];
    for (number, (word, change)) in lies.into_iter().enumerate() {
        let server = server("czechia", "3");
        let met = AtomicUsize::new(0);
        let liar = between(server.address, Liar { word, change, met });
        let played = play(liar, "czechia", &["--games=3", "--areas=1"]);
        let code = played.status.code();
        assert_eq!(
            code,
            Some(1),
            "lie {number} about {word}: {}",
            text(&played)
        );
        assert!(complaint(&played).contains("BrokenRule"), "{word}");
    }
}
