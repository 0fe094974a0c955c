//! The transcripts of `docs/protocol.md`, played against the real server.
//!
//! `UPDATE_TRANSCRIPTS=1` rewrites the answers in the document.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Duration;

use marchland_game::conquest::rules::{AreaVariant, Variants};

use crate::sketch;
use crate::sockets::{Served, Telnet, serve_tables};

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/protocol.md");

/// Placeholder for the digits of a token, which are random.
const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// The server of a transcript, on a ring of six areas, as its first line says:
/// `players=2 areas=dealt neutral=no seed=7`.
fn server(header: &str) -> Served {
    let setting = |key: &str| {
        let mut words = header.split_whitespace();
        words.find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
    };
    let needed = |key| setting(key).unwrap_or_else(|| panic!("{header}: {key} is missing"));
    let variants = Variants {
        areas: match needed("areas") {
            "dealt" => AreaVariant::Dealt,
            _ => AreaVariant::Chosen,
        },
        neutral: needed("neutral") == "yes",
        ..Variants::default()
    };
    let players = needed("players").parse().unwrap();
    let seed = needed("seed").parse().unwrap();
    let tables = setting("tables-each").map_or(20, |tables| tables.parse().unwrap());
    serve_tables(&sketch::ring(6), players, variants, seed, tables)
}

/// The name under which lines are typed into the server's debug console.
const CONSOLE: &str = "console";

/// Runs a line of the debug console and returns the server's answer.
fn console(served: &Served, line: &str) -> String {
    let table = served.lobby.default_table();
    match table.lock().console(line, Duration::ZERO) {
        Ok(done) => done,
        Err(error) => format!("refused: {error}"),
    }
}

/// Notation for the end of a client: `ann! hangs up`.
const HANGS_UP: &str = "! hangs up";

/// What the server says when it stops.
const CLOSED: &str = "ERROR 9 the server is closed, and its games have ended";

/// Plays a transcript: `ann> line` is sent, `ann< line` is expected. Returns the transcript
/// with what was actually received.
fn play(header: &str, body: &str, update: bool) -> String {
    let served = server(header);
    let mut clients: BTreeMap<String, Telnet> = BTreeMap::new();
    let mut tokens: BTreeMap<String, String> = BTreeMap::new();
    let mut answers = VecDeque::new();
    let mut truth = String::new();
    for line in body.lines() {
        if let Some(name) = line.strip_suffix(HANGS_UP) {
            drop(clients.remove(name).unwrap());
            let _ = writeln!(truth, "{line}");
            listen(&mut clients, &mut tokens, &mut truth, update);
            continue;
        }
        let Some((name, said)) = line.split_once("> ") else {
            let Some((name, expected)) = line.split_once("< ").filter(|_| !update) else {
                // Comments and empty lines stay; answers are replaced.
                if !update || !line.contains("< ") {
                    let _ = writeln!(truth, "{line}");
                }
                continue;
            };
            if name == CONSOLE {
                assert_eq!(answers.pop_front().as_deref(), Some(expected));
                continue;
            }
            let client = clients.get_mut(name).unwrap();
            let heard = client.hear().unwrap_or_else(|| panic!("{line}: silence"));
            let heard = hide(&heard, name, &mut tokens);
            assert_eq!(heard, expected, "{name} heard something else");
            continue;
        };
        let _ = writeln!(truth, "{line}");
        if name == CONSOLE {
            let answer = console(&served, said);
            if update {
                let _ = writeln!(truth, "{CONSOLE}< {answer}");
            } else {
                answers.push_back(answer);
            }
            listen(&mut clients, &mut tokens, &mut truth, update);
            continue;
        }
        let client = clients
            .entry(name.to_owned())
            .or_insert_with(|| Telnet::new(served.address));
        let owner = name.trim_end_matches('2');
        let token = tokens.get(owner).map_or(TOKEN, String::as_str);
        client.say(&said.replace(TOKEN, token));
        listen(&mut clients, &mut tokens, &mut truth, update);
    }
    assert!(answers.is_empty(), "the console says more: {answers:?}");
    // Once the server has hung up, everything sent has arrived.
    served.stop();
    for (name, client) in &mut clients {
        let heard = std::iter::from_fn(|| client.hear());
        let more: Vec<String> = heard.filter(|line| line != CLOSED).collect();
        assert_eq!(more, [""; 0], "{name} hears more");
    }
    truth
}

/// Writes down what each client receives, if requested.
fn listen(
    clients: &mut BTreeMap<String, Telnet>,
    tokens: &mut BTreeMap<String, String>,
    truth: &mut String,
    update: bool,
) {
    if !update {
        return;
    }
    for (name, client) in clients {
        for heard in client.hear_all() {
            let heard = hide(&heard, name, tokens);
            let _ = writeln!(truth, "{name}< {heard}");
        }
    }
}

fn hide(line: &str, name: &str, tokens: &mut BTreeMap<String, String>) -> String {
    let mut words = line.split(' ');
    if let (Some("TOKEN"), Some(_), Some(token)) = (words.next(), words.next(), words.next()) {
        tokens.insert(name.to_owned(), token.to_owned());
        return line.replace(token, TOKEN);
    }
    line.to_owned()
}

#[test]
fn of_the_documentation_match_the_server() {
    let update = std::env::var_os("UPDATE_TRANSCRIPTS").is_some();
    let text = fs::read_to_string(Path::new(DOCUMENT)).unwrap();
    let mut truth = String::new();
    let mut rest = text.as_str();
    let mut played = 0;
    while let Some((before, block)) = rest.split_once("```transcript ") {
        let (header, block) = block.split_once('\n').unwrap();
        let (body, after) = block.split_once("```").unwrap();
        let body = play(header, body, update);
        let _ = write!(truth, "{before}```transcript {header}\n{body}```");
        rest = after;
        played += 1;
    }
    truth.push_str(rest);
    if update {
        fs::write(DOCUMENT, truth).unwrap();
    }
    assert!(played >= 3, "only {played} transcripts");
}
