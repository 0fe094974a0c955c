//! The game at a terminal: keys, history, completion.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use crate::program::{Server, bundled, program};

/// Timeout for expected output.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal with the program on it.
pub(crate) struct Terminal {
    keys: File,
    /// The program's side, which tells the mode of the terminal.
    program: OwnedFd,
    child: Child,
    heard: std::sync::mpsc::Receiver<Vec<u8>>,
    /// All that was shown so far.
    shown: String,
    /// What is on the screen now, as a terminal of 24 rows and 80 columns shows it unless
    /// it was given another size.
    screen: vt100::Parser,
}

impl Terminal {
    fn start(args: &[&str]) -> Self {
        Self::start_in(&std::env::temp_dir(), args)
    }

    fn start_in(folder: &Path, args: &[&str]) -> Self {
        Self::run(program(folder, args), None)
    }

    /// Starts on a terminal of the given columns and rows, with a signal when these change.
    pub(crate) fn sized(args: &[&str], size: (u16, u16)) -> Self {
        let plain = program(&std::env::temp_dir(), args);
        // In a session of its own, with this as its terminal: else the signal would not
        // come, and the size would be that of the terminal the tests run at.
        let mut command = Command::new("setsid");
        command.arg("--ctty").arg(plain.get_program());
        command.args(plain.get_args());
        for (name, value) in plain.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        Self::run(command, Some(size))
    }

    fn run(mut command: Command, size: Option<(u16, u16)>) -> Self {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY;
        let ours = openpt(flags).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap();
        let theirs = open(&*name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        if let Some(size) = size {
            tcsetwinsize(&theirs, winsize(size)).unwrap();
        }
        let end = || Stdio::from(theirs.try_clone().unwrap());
        let child = command
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
            screen: {
                let (columns, rows) = size.unwrap_or((80, 24));
                vt100::Parser::new(rows, columns, 0)
            },
        }
    }

    /// Resizes the terminal and signals the program.
    pub(crate) fn resize(&mut self, size: (u16, u16)) {
        self.screen.screen_mut().set_size(size.1, size.0);
        tcsetwinsize(&self.program, winsize(size)).unwrap();
    }

    /// Waits until the screen is as it should be; its rows, without blanks at their ends.
    pub(crate) fn until(&mut self, is_right: impl Fn(&[String]) -> bool) -> Vec<String> {
        let begun = Instant::now();
        loop {
            let screen = self.screen.screen();
            let (_, columns) = screen.size();
            let rows = screen.rows(0, columns);
            let rows: Vec<String> = rows.map(|row| row.trim_end().to_owned()).collect();
            if is_right(&rows) {
                return rows;
            }
            let left = PATIENCE.saturating_sub(begun.elapsed());
            let Ok(bytes) = self.heard.recv_timeout(left) else {
                panic!("the screen stays like this:\n{}", rows.join("\n"));
            };
            self.hear(&bytes);
        }
    }

    /// The row and the column of the cursor, from 0.
    pub(crate) fn cursor(&self) -> (u16, u16) {
        self.screen.screen().cursor_position()
    }

    fn hear(&mut self, bytes: &[u8]) -> String {
        self.screen.process(bytes);
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// Presses keys and returns what is shown up to a text.
    pub(crate) fn press(&mut self, keys: &str, until: &str) -> String {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.see(until)
    }

    pub(crate) fn see(&mut self, until: &str) -> String {
        let begun = Instant::now();
        let mut since = String::new();
        while !since.contains(until) {
            let left = PATIENCE.saturating_sub(begun.elapsed());
            let Ok(bytes) = self.heard.recv_timeout(left) else {
                panic!("{until:?} is not shown:\n{}{since}", self.shown);
            };
            since.push_str(&self.hear(&bytes));
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

fn winsize((ws_col, ws_row): (u16, u16)) -> Winsize {
    Winsize {
        ws_row,
        ws_col,
        ws_xpixel: 0,
        ws_ypixel: 0,
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
    // After `place`, only own territories are offered.
    let own = terminal.press("place \t", "Ural");
    assert!(
        own.contains("Alaska") && !own.contains("Kamchatka"),
        "{own}"
    );
    terminal.press("\x15", "place 21> ");
    // Several matches are listed above.
    let all = "North Africa, Northern Europe, Northwest Territory";
    terminal.press("look nor\t\t", all);
    // The previous line, edited in the middle.
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
    terminal.press("1 0\r", "You\u{1b}[0m draw the line 1 0");
    // It is the player's turn again.
    terminal.until(|rows| {
        let last = rows.iter().rfind(|row| !row.is_empty());
        let has_answered = rows.iter().any(|row| row == "Ada draws the line 1 4.");
        has_answered && last.is_some_and(|row| row == "x y>")
    });
    terminal.press("\x1b[A\r", "1 0 is drawn already");
    terminal.press("auto game\r", "has won");
    assert!(terminal.child.wait().unwrap().success());
    assert!(terminal.is_plain());
}

/// Lines typed without a connection are not sent once it is back.
#[test]
fn input_during_an_outage_is_discarded() {
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
        "--name=ben",
        "--port",
        &port,
        "--no-record",
        "--color=never",
    ]);
    ann.say("READY 0");
    terminal.see("Order of play");
    drop(server);
    terminal.see("reconnecting");
    terminal.press("say no\r", "You are disconnected");
    let _server = start();
    terminal.see("place ");
    // Otherwise ann would have been told.
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
        terminal.press(key, "To continue it: marchland-game play --resume");
        assert!(terminal.child.wait().unwrap().success());
        args = vec!["play", "--resume", "--color=never"];
    }
}

#[test]
fn the_terminal_is_restored() {
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
