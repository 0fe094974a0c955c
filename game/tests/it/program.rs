//! Starts, drives and stops the real program.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

/// The folder of a bundled map.
pub(crate) fn bundled(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../maps")).join(name)
}

/// The program with arguments, in a folder of its own.
pub(crate) fn program(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_marchland-game"));
    command.args(args).current_dir(folder);
    command.env("MARCHLAND_GAMES", folder.join("kept"));
    for variable in ["NO_COLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(variable);
    }
    // No test opens a window.
    for display in ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"] {
        command.env_remove(display);
    }
    command
}

/// Runs the program to its end with lines on standard input.
pub(crate) fn run(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut child = program(folder, args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // It may end before it has read everything.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// Plays a record back without pauses.
pub(crate) fn play_back(folder: &Path, file: &Path, map: &str) -> Output {
    let file = file.to_str().unwrap();
    let args = ["client", "--replay", file, "--map", map, "--speed=0"];
    run(folder, &args, "")
}

/// A program's standard output.
pub(crate) fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A program's standard error.
pub(crate) fn complaint(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A server process, killed when dropped.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
    pub(crate) stdin: ChildStdin,
    pub(crate) stdout: BufReader<ChildStdout>,
}

impl Server {
    /// Starts `server --port=0 --quiet` and waits until it listens.
    pub(crate) fn start(folder: &Path, args: &[&str]) -> Self {
        let mut command = program(folder, &["server", "--port=0", "--quiet"]);
        command.args(args);
        Self::spawn(command)
    }

    /// Starts a server and waits until it listens.
    pub(crate) fn spawn(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let address = loop {
            let mut line = String::new();
            assert!(stdout.read_line(&mut line).unwrap() > 0, "no server");
            let address = line.trim().strip_prefix("listening on ");
            if let Some(address) = address {
                break address.parse().unwrap();
            }
        };
        Self {
            child,
            address,
            stdin,
            stdout,
        }
    }

    pub(crate) fn port(&self) -> String {
        self.address.port().to_string()
    }

    /// Types a line into the debug console and returns the answer.
    pub(crate) fn console(&mut self, line: impl AsRef<[u8]>) -> String {
        let line = [line.as_ref(), b"\n"].concat();
        self.stdin.write_all(&line).unwrap();
        let mut answer = String::new();
        self.stdout.read_line(&mut answer).unwrap();
        answer.trim().to_owned()
    }

    /// The next line of its output.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line.trim().to_owned()
    }

    /// The rest of its output.
    pub(crate) fn rest(&mut self) -> String {
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).unwrap();
        rest
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal by its name.
pub(crate) fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill")
        .args([format!("-{name}"), child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
}

/// The only record in `replays`.
pub(crate) fn record(folder: &Path) -> PathBuf {
    let mut files = std::fs::read_dir(folder.join("replays")).unwrap();
    let file = files.next().unwrap().unwrap().path();
    assert!(files.next().is_none(), "more than one record");
    file
}
