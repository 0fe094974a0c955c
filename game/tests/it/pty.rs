//! The game at a terminal: keys, history, completion.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, tcgetattr};

use crate::program::{bundled, program};

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
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY;
        let ours = openpt(flags).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap();
        let theirs = open(&*name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let end = || Stdio::from(theirs.try_clone().unwrap());
        let folder = std::env::temp_dir();
        let child = program(&folder, args)
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
    // What fits several is listed above.
    let all = "North Africa, Northern Europe, Northwest Territory";
    terminal.press("look nor\t\t", all);
    // The line before, with a change in the midst of it.
    terminal.press("\x15", "place 21> ");
    terminal.press("\x1b[A", "place 21> look Alaska ");
    terminal.press("\x17\x17map eu\t", "place 21> map Europe ");
    terminal.press("\r", "Scandinavia");
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
