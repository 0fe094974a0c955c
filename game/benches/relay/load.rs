//! The load: rooms of clients that say what their script tells them.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::script::{Script, Step};
use crate::{Kind, ROOM};

/// How long commands took until everybody had heard, sorted.
pub(crate) struct Latencies(Vec<Duration>);

impl Latencies {
    fn new(mut all: Vec<Duration>) -> Self {
        all.sort_unstable();
        Self(all)
    }

    /// The time that a share of the commands did not exceed.
    pub(crate) fn at(&self, share: f64) -> Duration {
        let last = self.0.len() - 1;
        self.0[(share * last as f64).round() as usize]
    }
}

impl fmt::Display for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |share| self.at(share).as_secs_f64() * 1e3;
        write!(
            f,
            "median {:.2} ms, p99 {:.2} ms, worst {:.1} ms",
            ms(0.5),
            ms(0.99),
            ms(1.0)
        )
    }
}

struct Client {
    stream: TcpStream,
    /// Lines heard and not yet asked for.
    ahead: usize,
}

impl Client {
    async fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.expect("it listens");
        let _ = stream.set_nodelay(true);
        Self { stream, ahead: 0 }
    }

    async fn say(&mut self, line: &str) {
        let said = self.stream.write_all(line.as_bytes()).await;
        said.expect("the server takes it");
    }

    /// Waits until so many lines more have come.
    async fn hear(&mut self, lines: usize) {
        let mut bytes = [0; 2048];
        while self.ahead < lines {
            let count = self.stream.read(&mut bytes).await.expect("it is there");
            assert!(count > 0, "the server has hung up");
            let ends = bytes[..count].iter().filter(|&&byte| byte == b'\n');
            self.ahead += ends.count();
        }
        self.ahead -= lines;
    }

    /// Waits for a line that begins like this, the last to come for now.
    async fn hear_until(&mut self, start: &str) {
        let mut text = Vec::new();
        let mut bytes = [0; 2048];
        loop {
            let count = self.stream.read(&mut bytes).await.expect("it is there");
            assert!(count > 0, "the server has hung up");
            text.extend_from_slice(&bytes[..count]);
            let whole = text.ends_with(b"\n");
            let lines = std::str::from_utf8(&text).expect("ASCII").lines();
            if whole && lines.last().is_some_and(|line| line.starts_with(start)) {
                return;
            }
        }
    }
}

pub(crate) struct Room(Vec<Client>);

impl Room {
    /// Everybody sits down; the game has begun.
    pub(crate) async fn enter(address: SocketAddr, kind: Kind, number: usize) -> Self {
        let mut clients = Vec::with_capacity(ROOM);
        for seat in 0..ROOM {
            let mut client = Client::connect(address).await;
            match kind {
                Kind::Relay => {
                    client.say(&format!("{number}\n")).await;
                    client.hear(1).await;
                }
                Kind::Game => {
                    let hello = format!("HELLO 0.3 load\nJOIN t{number}\nLOGIN p{seat}\n");
                    client.say(&hello).await;
                    // HELLO, LOGIN-ACK, TOKEN, MAP, then those before.
                    client.hear(4 + seat).await;
                }
            }
            clients.push(client);
        }
        if kind == Kind::Game {
            for (seat, client) in clients.iter_mut().enumerate() {
                // Those after.
                client.hear(ROOM - 1 - seat).await;
            }
            for (seat, client) in clients.iter_mut().enumerate() {
                client.say(&format!("READY {seat}\n")).await;
            }
            for client in &mut clients {
                client.hear_until("START-ROUND").await;
            }
        }
        Self(clients)
    }

    /// Says a command and waits until all have heard what it gives.
    async fn step(&mut self, step: &Step, kind: Kind) {
        self.0[step.player].say(&step.line).await;
        for (client, lines) in self.0.iter_mut().zip(step.heard) {
            client
                .hear(if kind == Kind::Relay { 1 } else { lines })
                .await;
        }
    }
}

/// The next command follows the last as soon as it can.
pub(crate) async fn flat_out(
    rooms: Vec<Room>,
    script: &Arc<Script>,
    kind: Kind,
    steps: usize,
) -> Latencies {
    let mut playing = JoinSet::new();
    for mut room in rooms {
        let script = Arc::clone(script);
        playing.spawn(async move {
            let mut took = Vec::with_capacity(steps);
            for step in &script.steps[..steps] {
                let said = Instant::now();
                room.step(step, kind).await;
                took.push(said.elapsed());
            }
            took
        });
    }
    Latencies::new(playing.join_all().await.concat())
}

/// A command comes when its time has come, and waits only for the one before;
/// what it waits counts. The rooms stay as they are in the end.
pub(crate) async fn paced(
    rooms: Vec<Room>,
    script: &Arc<Script>,
    kind: Kind,
    steps: usize,
    every: Duration,
) -> (Latencies, Vec<Room>) {
    let mut playing = JoinSet::new();
    let count = rooms.len() as u32;
    let start = Instant::now() + Duration::from_millis(100);
    for (number, mut room) in (0..).zip(rooms) {
        let script = Arc::clone(script);
        // The rooms' clocks are spread evenly.
        let mut due = start + every * number / count;
        playing.spawn(async move {
            let mut took = Vec::with_capacity(steps);
            for step in &script.steps[..steps] {
                tokio::time::sleep_until(due).await;
                room.step(step, kind).await;
                took.push(due.elapsed());
                due += every;
            }
            (took, room)
        });
    }
    let (took, rooms): (Vec<_>, Vec<_>) = playing.join_all().await.into_iter().unzip();
    (Latencies::new(took.concat()), rooms)
}

/// Connections that have said one line and say no more.
pub(crate) async fn crowd(
    address: SocketAddr,
    kind: Kind,
    count: usize,
    at_once: usize,
) -> Vec<TcpStream> {
    let mut crowd = Vec::with_capacity(count);
    while crowd.len() < count {
        let mut joining = JoinSet::new();
        for _ in 0..at_once.min(count - crowd.len()) {
            joining.spawn(async move {
                let mut client = Client::connect(address).await;
                greet(&mut client, kind).await;
                client.stream
            });
        }
        crowd.extend(joining.join_all().await);
    }
    crowd
}

async fn greet(client: &mut Client, kind: Kind) {
    let hello = match kind {
        // A room of its own, or what it says goes to all.
        Kind::Relay => "0\n",
        Kind::Game => "HELLO 0.3 load\n",
    };
    client.say(hello).await;
    client.hear(1).await;
}

/// One after the other, lines that are answered to who said them.
pub(crate) async fn pings(address: SocketAddr, kind: Kind, count: usize) -> Latencies {
    let mut client = Client::connect(address).await;
    match kind {
        Kind::Relay => {
            client.say("1\n").await;
            client.hear(1).await;
        }
        Kind::Game => greet(&mut client, kind).await,
    }
    let mut took = Vec::with_capacity(count);
    for _ in 0..count {
        let said = Instant::now();
        client.say("PING 7\n").await;
        client.hear(1).await;
        took.push(said.elapsed());
    }
    Latencies::new(took)
}
