//! The server beside a bare relay of the same lines, under the same load.
//!
//! `cargo bench -p marchland-game --bench relay [-- PART...]`, the parts being
//! `rooms`, `paced`, `idle` and `journal`; all of them if none is named. Each server is a
//! process of its own, fresh for each round, and the two take turns. The load
//! plays real games: the commands of six computer players, played once
//! beforehand, with the dice falling the same way at every table.
//!
//! * `rooms`: 600 connections in 100 rooms of six. In each room the next
//!   command is said when all six have heard all that the last one gave, so that
//!   a hundred commands are always on their way. Commands a second, and the time
//!   from a command until the last of the six has heard.
//! * `paced`: 6,000 connections in 1,000 rooms, one command a second for each
//!   client, said when its time has come whether the server is quick or not.
//! * `idle`: the memory of 10,000 connections that say nothing, and how soon
//!   one that does is answered.
//! * `journal`: the server alone, as in `rooms`, without and with a journal that is
//!   put on the disk never, every second, and before anybody is told. The folder is
//!   the system's for temporary files, which should be on a disk (`TMPDIR`).
//!
//! The figures in docs/performance.md come from here. The many sockets need
//! `ulimit -n 12000`; memory and processor time are read from `/proc`, and left
//! out where there is none.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use load::{Latencies, Room};
use script::Script;
use tempfile::TempDir;
use tokio::runtime::Runtime;

mod bare;
mod game;
mod load;
mod script;

/// Players of a game, connections of a room.
const ROOM: usize = 6;

/// Idle connections that are made at once.
const AT_ONCE: usize = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Relay,
    Game,
}

impl Kind {
    const BOTH: [Self; 2] = [Self::Relay, Self::Game];

    fn name(self) -> &'static str {
        match self {
            Self::Relay => "relay",
            Self::Game => "server",
        }
    }
}

struct Server {
    child: Child,
    address: SocketAddr,
    _journals: Option<TempDir>,
}

impl Server {
    fn start(kind: Kind, rooms: usize) -> Self {
        Self::with(&["--serve", kind.name(), &rooms.to_string()], None)
    }

    fn journalled(rooms: usize, sync: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder for journals");
        let path = folder.path().to_str().expect("a path in Unicode");
        let path = path.to_owned();
        let rooms = rooms.to_string();
        let arguments = ["--serve", Kind::Game.name(), &rooms, sync, &path];
        Self::with(&arguments, Some(folder))
    }

    fn with(arguments: &[&str], journals: Option<TempDir>) -> Self {
        let program = std::env::current_exe().expect("this program is a file");
        let mut child = Command::new(program)
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("this program can be started");
        let out = child.stdout.take().expect("it was asked for");
        let line = BufReader::new(out).lines().next();
        let line = line.expect("the server says its address").expect("in text");
        let address = line.parse().expect("an address");
        Self {
            child,
            address,
            _journals: journals,
        }
    }

    /// Resident memory in KiB.
    fn memory(&self) -> Option<u64> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    /// Processor time so far, in seconds.
    fn cpu(&self) -> Option<f64> {
        let path = format!("/proc/{}/stat", self.child.id());
        let stat = std::fs::read_to_string(path).ok()?;
        // The name, in parentheses, may contain anything.
        let rest = stat.rsplit_once(')')?.1;
        let mut fields = rest.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<f64>().ok();
        // A hundred ticks a second on every system that has /proc.
        Some((ticks()? + ticks()?) / 100.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [serve, kind, rooms, journal @ ..] = &arguments[..]
        && serve == "--serve"
    {
        let rooms = rooms.parse().expect("a number of rooms");
        match kind.as_str() {
            "relay" => bare::serve(rooms),
            _ => game::serve(rooms, journal),
        }
        return;
    }
    // `cargo test --benches` only wants to know that it builds and starts.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let asked = |part: &str| {
        let named = arguments.iter().any(|argument| argument == part);
        named || arguments.iter().all(|argument| argument.starts_with("--"))
    };
    let number = |name: &str, or| {
        let text = std::env::var(name).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(or)
    };
    let runtime = Runtime::new().expect("the runtime starts");
    let script = Arc::new(Script::new());
    println!(
        "a game of six: {} commands, {:.2} lines heard for each",
        script.steps.len(),
        script.lines_heard()
    );
    if asked("rooms") {
        rooms(&runtime, &script, number("ROUNDS", 5), number("ROOMS", 100));
    }
    if asked("paced") {
        paced(
            &runtime,
            &script,
            number("PACED", 1_000),
            number("SECONDS", 20),
        );
    }
    if asked("idle") {
        idle(&runtime, number("IDLE", 10_000));
    }
    if asked("journal") {
        journal(&runtime, &script, number("ROUNDS", 5), number("ROOMS", 100));
    }
}

fn fill(runtime: &Runtime, server: &Server, kind: Kind, rooms: usize) -> Vec<Room> {
    runtime.block_on(async {
        let mut filled = Vec::with_capacity(rooms);
        for number in 0..rooms {
            filled.push(Room::enter(server.address, kind, number).await);
        }
        filled
    })
}

/// As fast as it goes.
fn rooms(runtime: &Runtime, script: &Arc<Script>, rounds: usize, count: usize) {
    let steps = script.steps.len().min(1_500);
    println!(
        "\n{} connections, {steps} commands in each of {count} rooms",
        count * ROOM
    );
    let mut ratios = Vec::new();
    for round in 1..=rounds {
        let mut rates = Vec::new();
        let mut tails = Vec::new();
        for kind in Kind::BOTH {
            let server = Server::start(kind, count);
            let filled = fill(runtime, &server, kind, count);
            let cpu = server.cpu();
            let start = std::time::Instant::now();
            let heard = runtime.block_on(load::flat_out(filled, script, kind, steps));
            let took = start.elapsed().as_secs_f64();
            let cpu = server.cpu().zip(cpu).map(|(after, before)| after - before);
            let rate = (steps * count) as f64 / took;
            let own = cpu.map_or(f64::NAN, |cpu| cpu / (steps * count) as f64 * 1e6);
            println!(
                "round {round}: {:6} {rate:8.0} commands/s, {heard}, {own:.1} us of its processor time each",
                kind.name(),
            );
            rates.push(rate);
            tails.push(heard.at(0.99).as_secs_f64());
        }
        ratios.push((rates[1] / rates[0], tails[1] / tails[0]));
    }
    let median = |mut of: Vec<f64>| {
        of.sort_by(f64::total_cmp);
        of[of.len() / 2]
    };
    println!(
        "median of {rounds} rounds: the server does {:.2} of the relay's commands a second (goal 0.5), \
         its p99 is {:.2} times the relay's (goal 2)",
        median(ratios.iter().map(|ratio| ratio.0).collect()),
        median(ratios.iter().map(|ratio| ratio.1).collect()),
    );
}

/// As fast as it goes, with journals.
fn journal(runtime: &Runtime, script: &Arc<Script>, rounds: usize, count: usize) {
    let steps = script.steps.len().min(300);
    println!("\n{steps} commands in each of {count} rooms, with journals");
    let kinds = [None, Some("never"), Some("second"), Some("always")];
    for round in 1..=rounds {
        let mut first = f64::NAN;
        for sync in kinds {
            let server = match sync {
                None => Server::start(Kind::Game, count),
                Some(sync) => Server::journalled(count, sync),
            };
            let filled = fill(runtime, &server, Kind::Game, count);
            let start = std::time::Instant::now();
            let heard = runtime.block_on(load::flat_out(filled, script, Kind::Game, steps));
            let rate = (steps * count) as f64 / start.elapsed().as_secs_f64();
            if sync.is_none() {
                first = rate;
            }
            println!(
                "round {round}: {:6} {rate:8.0} commands/s, {:.2} of those without a journal, {heard}",
                sync.unwrap_or("none"),
                rate / first
            );
        }
    }
}

/// One command a second for each client.
fn paced(runtime: &Runtime, script: &Arc<Script>, count: usize, seconds: usize) {
    println!(
        "\n{} connections, one command a second each, {seconds} s",
        count * ROOM
    );
    for kind in Kind::BOTH {
        let server = Server::start(kind, count);
        let empty = server.memory();
        let filled = fill(runtime, &server, kind, count);
        let cpu = server.cpu();
        let every = Duration::from_secs(1) / ROOM as u32;
        let steps = script.steps.len().min(seconds * ROOM);
        let paced = load::paced(filled, script, kind, steps, every);
        let (heard, rooms) = runtime.block_on(paced);
        // While everybody is still there.
        let full = server.memory().zip(empty);
        drop(rooms);
        let memory = full.map_or(f64::NAN, |(full, empty)| {
            full.saturating_sub(empty) as f64 / (count * ROOM) as f64
        });
        let cpu = server.cpu().zip(cpu).map(|(after, before)| after - before);
        let busy = cpu.map_or(f64::NAN, |cpu| cpu / (steps as f64 * every.as_secs_f64()));
        println!(
            "{:6} {heard}, {busy:.2} of a core, {memory:.1} KiB a connection (goals: p99 50 ms, 20 KB)",
            kind.name(),
        );
    }
}

/// Many that say nothing.
fn idle(runtime: &Runtime, count: usize) {
    println!("\n{count} idle connections");
    for kind in Kind::BOTH {
        // A room for those, and one for who is measured.
        let server = Server::start(kind, 2);
        let before = server.memory();
        let idle = runtime.block_on(load::crowd(server.address, kind, count, AT_ONCE));
        let memory = server
            .memory()
            .zip(before)
            .map_or(f64::NAN, |(after, before)| {
                after.saturating_sub(before) as f64 / count as f64
            });
        let pings: Latencies = runtime.block_on(load::pings(server.address, kind, 5_000));
        drop(idle);
        println!(
            "{:6} {memory:.1} KiB a connection (goal 20 KB); a line answered in {pings}",
            kind.name(),
        );
    }
}
