//! The game at a terminal: keys, history, completion.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, tcgetattr};

use crate::program::{Server, bundled, program};

/// How long something may take that has to come.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal with the program on it.
struct Terminal {
    keys: File,
    /// The program's end, which tells in what mode the terminal is.
    program: OwnedFd,
    child: Child,
    heard: std::sync::mpsc::Receiver<Vec<u8>>,
    /// All that was shown so far.
    shown: String,
}

impl Terminal {
    fn start(args: &[&str]) -> Self {
        Self::start_in(&std::env::temp_dir(), args)
    }

    fn start_in(folder: &Path, args: &[&str]) -> Self {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY;
        let ours = openpt(flags).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap();
        let theirs = open(&*name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let end = || Stdio::from(theirs.try_clone().unwrap());
        let child = program(folder, args)
            .env("TERM", "xterm")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap();
        let keys = File::from(ours);
        let mut ears = keys.try_clone().unwrap();
        let (send, heard) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = ears.read(&mut bytes) {
                if send.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self {
            keys,
            program: theirs,
            child,
            heard,
            shown: String::new(),
        }
    }

    /// Presses keys and gives what is shown up to some text.
    fn press(&mut self, keys: &str, until: &str) -> String {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.see(until)
    }

    fn see(&mut self, until: &str) -> String {
        let begun = Instant::now();
        let mut since = String::new();
        while !since.contains(until) {
            let left = PATIENCE.saturating_sub(begun.elapsed());
            let Ok(bytes) = self.heard.recv_timeout(left) else {
                panic!("{until:?} is not shown:\n{}{since}", self.shown);
            };
            since.push_str(&String::from_utf8_lossy(&bytes));
        }
        self.shown.push_str(&since);
        since
    }

    /// Whether keys are handed over line by line, as they are without the
    /// program.
    fn is_plain(&self) -> bool {
        let modes = tcgetattr(&self.program).unwrap().local_modes;
        modes.contains(LocalModes::ICANON | LocalModes::ECHO)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn play() -> Terminal {
    let map = bundled("world");
    let args = [
        "play",
        map.to_str().unwrap(),
        "--bots=easy,easy",
        "--seed=5",
        "--no-record",
        "--color=never",
    ];
    let mut terminal = Terminal::start(&args);
    terminal.see("place 21> ");
    terminal
}

#[test]
fn keys_edit_complete_and_remember() {
    let mut terminal = play();
    assert!(!terminal.is_plain());
    // What is typed appears behind the prompt; Tab goes on with it.
    terminal.press("lo", "place 21> lo");
    terminal.press("ok a\x7f", "place 21> look ");
    terminal.press("alas\t", "place 21> look Alaska ");
    terminal.press("\r", "0 Alaska, North America");
    // Behind place only what is one's own.
    let own = terminal.press("place \t", "Ural");
    assert!(
        own.contains("Alaska") && !own.contains("Kamchatka"),
        "{own}"
    );
    terminal.press("\x15", "place 21> ");
    // What fits several is listed above.
    let all = "North Africa, Northern Europe, Northwest Territory";
    terminal.press("look nor\t\t", all);
    // The line before, with a change in the midst of it.
    terminal.press("\x15", "place 21> ");
    terminal.press("\x1b[A", "place 21> look Alaska ");
    terminal.press("\x17\x17map eu\t", "place 21> map Europe ");
    terminal.press("\r", "Scandinavia");
}

/// Dots and Boxes with 80 columns and 24 rows: keys, completion, a game to its end.
#[test]
fn dots_are_played_by_keys() {
    let args = ["play", "--game=dots", "--size=2", "--seed=2", "--no-record"];
    let mut terminal = Terminal::start(&args);
    terminal.see("x y> ");
    terminal.press("hi\t", "x y> hint ");
    terminal.press("\r", "The computer would draw");
    terminal.press("1 0\r", "You\u{1b}[0m draw 1 0");
    terminal.press("\x1b[A\r", "1 0 is drawn already");
    terminal.press("auto game\r", "has won");
    assert!(terminal.child.wait().unwrap().success());
    assert!(terminal.is_plain());
}

/// What is typed while there is no connection is not done once there is one.
#[test]
fn nothing_typed_during_an_outage_is_done_later() {
    let folder = tempfile::tempdir().unwrap();
    let map = bundled("czechia");
    let map = map.to_str().unwrap();
    let port = {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        free.local_addr().unwrap().port().to_string()
    };
    let start = || {
        let mut command = program(folder.path(), &["server", "--quiet", "--seed=1", "-r"]);
        command.args(["--num-players=2", "--map", map, "--port", &port]);
        command.args(["--journal", "games", "--grace=1"]);
        Server::spawn(command)
    };
    let server = start();
    let mut ann = crate::sockets::Telnet::new(server.address);
    ann.say("HELLO 0.3 t");
    ann.say("LOGIN ann");
    let mut terminal = Terminal::start(&[
        "play",
        map,
        "--host=127.0.0.1",
        "--port",
        &port,
        "--no-record",
        "--color=never",
    ]);
    ann.say("READY 0");
    terminal.see("Order of play");
    drop(server);
    terminal.see("trying again");
    terminal.press("say no\r", "There is no connection");
    let _server = start();
    terminal.see("place ");
    // Had it been done, it would stand in what ann is told.
    terminal.press("log\r", "Order of play");
    terminal.press("quit\ry\r", "You have left.");
    assert!(!terminal.shown.contains("You: no"), "{}", terminal.shown);
}

/// Ctrl-C, and Ctrl-D on an empty line, leave a game that is kept.
#[test]
fn a_game_survives_ctrl_c_and_ctrl_d() {
    let folder = tempfile::tempdir().unwrap();
    let map = bundled("world");
    let map = map.to_str().unwrap();
    let mut args = vec!["play", map, "--bots=easy,easy", "--seed=5", "--color=never"];
    for key in ["\x03", "\x04"] {
        let mut terminal = Terminal::start_in(folder.path(), &args);
        terminal.see("place 21> ");
        terminal.press(key, "Go on with it: marchland-game play --resume");
        assert!(terminal.child.wait().unwrap().success());
        args = vec!["play", "--resume", "--color=never"];
    }
}

#[test]
fn the_terminal_is_left_as_it_was() {
    for (keys, says) in [
        ("quit\ry\r", "You have left."),
        ("\x03", "You have left."),
        ("half a line\x03", "You have left."),
        ("\x04", "You have left."),
    ] {
        let mut terminal = play();
        terminal.press(keys, says);
        assert!(terminal.child.wait().unwrap().success(), "{keys:?}");
        assert!(terminal.is_plain(), "{keys:?}");
    }
}
