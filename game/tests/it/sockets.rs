//! The real server on real sockets, in this process.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use marchland_game::client::net::{
    Client, ClientError, Destination, Recorder, Server, TableChoice,
};
use marchland_game::client::{Knowledge, Model};
use marchland_game::conquest::Reply;
use marchland_game::conquest::bots::StrategyKind;
use marchland_game::conquest::rules::{Player, SeededDice, Variants};
use marchland_game::protocol::ServerMessage;
use marchland_game::replay;
use marchland_game::server::net::{Connection, NetOptions, listen, run};
use marchland_game::server::{Lobby, LobbyOptions};
use marchland_maps::Map;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::crowd::{dealt, options};
use crate::sketch;

/// Timeout for an expected line.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that runs until it is stopped.
pub(crate) struct Served {
    pub(crate) address: SocketAddr,
    pub(crate) runtime: Runtime,
    pub(crate) lobby: Arc<Lobby<Connection>>,
    stop: oneshot::Sender<()>,
    running: JoinHandle<std::io::Result<()>>,
}

/// Starts a server for `players` on a map.
pub(crate) fn serve(map: &Arc<Map>, players: u8, variants: Variants, seed: u64) -> Served {
    serve_tables(map, players, variants, seed, 1_000)
}

/// The same, with a limit on the tables that clients may open.
pub(crate) fn serve_tables(
    map: &Arc<Map>,
    players: u8,
    variants: Variants,
    seed: u64,
    most_tables_each: usize,
) -> Served {
    let options = LobbyOptions {
        most_tables: 1_000,
        most_tables_each,
        ..options(map, players, variants)
    };
    serve_with(options, seed)
}

/// Starts a server with a given set-up.
pub(crate) fn serve_with(options: LobbyOptions, seed: u64) -> Served {
    let lobby = Lobby::new(options, SeededDice::new(seed)).unwrap();
    let lobby: Arc<Lobby<Connection>> = Arc::new(lobby);
    let runtime = Runtime::new().unwrap();
    let listen = async { listen(([127, 0, 0, 1], 0).into()) };
    let listener = runtime.block_on(listen).unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let shutdown = async {
        let _ = stopped.await;
    };
    let options = NetOptions {
        most_connections_each: 1_000,
        ..NetOptions::default()
    };
    let served = run(listener, Arc::clone(&lobby), options, shutdown);
    let running = runtime.spawn(served);
    Served {
        address,
        runtime,
        lobby,
        stop,
        running,
    }
}

impl Served {
    /// Stops the server and waits for its end.
    pub(crate) fn stop(self) {
        self.stop.send(()).unwrap();
        let ended = self.runtime.block_on(self.running);
        ended.unwrap().unwrap();
    }
}

/// A connection by hand.
pub(crate) struct Telnet {
    stream: TcpStream,
    lines: BufReader<TcpStream>,
}

impl Telnet {
    pub(crate) fn new(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // Otherwise lines wait for the acknowledgement of earlier ones.
        stream.set_nodelay(true).unwrap();
        let lines = BufReader::new(stream.try_clone().unwrap());
        Self { stream, lines }
    }

    pub(crate) fn say(&mut self, line: &str) {
        let bytes = format!("{line}\r\n");
        self.stream.write_all(bytes.as_bytes()).unwrap();
    }

    /// The next line; nothing if the server has closed the connection.
    pub(crate) fn hear(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.lines.read_line(&mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(line.trim_end_matches('\n').to_owned()),
        }
    }

    /// Everything that arrives until the line falls silent.
    pub(crate) fn hear_all(&mut self) -> Vec<String> {
        let quiet = Some(Duration::from_millis(150));
        self.stream.set_read_timeout(quiet).unwrap();
        let lines = std::iter::from_fn(|| self.hear()).collect();
        self.stream.set_read_timeout(Some(PATIENCE)).unwrap();
        lines
    }
}

/// A computer player in the server's process.
pub(crate) fn client(
    served: &Served,
    map: &Arc<Map>,
    name: &str,
    table: Option<&str>,
) -> Client<Model> {
    let here = Server::here(served.address.port());
    let game = Model::new(Arc::clone(map), None);
    let mut to = Destination::new(here, name.parse().unwrap(), game);
    if let Some(table) = table {
        to.table = TableChoice::Join(table.parse().unwrap());
    }
    Client {
        to,
        strategy: StrategyKind::Standard.player(1),
        log: Box::new(|_| {}),
    }
}

pub(crate) type Played = JoinHandle<Result<Option<Player>, ClientError>>;

pub(crate) fn play(served: &Served, client: Client<Model>) -> Played {
    served.runtime.spawn(client.play())
}

#[test]
fn bots_play_a_game_to_its_end_over_the_network() {
    let map = sketch::grid(4, 3);
    let served = serve(&map, 3, dealt(), 1);
    let games: Vec<Played> = ["a", "b", "c"]
        .map(|name| play(&served, client(&served, &map, name, None)))
        .into();
    let mut winners = Vec::new();
    for game in games {
        winners.push(served.runtime.block_on(game).unwrap().unwrap().unwrap());
    }
    assert!(winners.iter().all(|winner| *winner == winners[0]));
    served.stop();
}

#[test]
fn a_recorded_game_is_read_back_and_follows_the_rules() {
    let map = sketch::grid(4, 3);
    let served = serve(&map, 3, dealt(), 4);
    let folder = tempfile::tempdir().unwrap();
    let mut recorded = client(&served, &map, "a", None);
    recorded.to.recorder = Some(Recorder::new(folder.path()).unwrap());
    let games = [
        recorded,
        client(&served, &map, "b", None),
        client(&served, &map, "c", None),
    ]
    .map(|client| play(&served, client));
    let mut winner = None;
    for game in games {
        winner = served.runtime.block_on(game).unwrap().unwrap();
    }
    served.stop();
    let file = std::fs::read_dir(folder.path()).unwrap().next().unwrap();
    let record = replay::read(&file.unwrap().path()).unwrap();
    assert_eq!((record.header.players, record.cut_off), (3, false));
    let mut model = Model::new(Arc::clone(&map), None);
    for entry in &record.entries {
        let reply = Reply::parse(&entry.line).unwrap();
        assert!(
            !entry.line.starts_with("TOKEN"),
            "a record may be given away"
        );
        if let Reply::ServerMessage(ServerMessage::LoginAck(ack)) = &reply {
            let me = ack.seat.unwrap();
            model = Model::new(Arc::clone(&map), Some(me));
            model.introduce(me, "a".parse().unwrap());
        }
        model.follow(&reply).unwrap();
    }
    assert_eq!(model.state().unwrap().winner(), winner);
}

#[test]
fn two_hundred_games_at_once() {
    let map = sketch::grid(4, 3);
    let served = serve(&map, 3, dealt(), 2);
    let mut host = Telnet::new(served.address);
    host.say("HELLO 0.3 host");
    host.hear().unwrap();
    let mut games: Vec<Played> = Vec::new();
    for number in 0..200 {
        let table = format!("t{number}");
        host.say(&format!("CREATE {table} a-sketch 3"));
        let stands = format!("TABLE {table} a-sketch 0 3 0");
        assert_eq!(host.hear().unwrap(), stands);
        for name in ["a", "b", "c"] {
            games.push(play(&served, client(&served, &map, name, Some(&table))));
        }
    }
    for game in games {
        let winner = served.runtime.block_on(game).unwrap().unwrap();
        assert!(winner.is_some());
    }
    served.stop();
}

#[test]
fn refusals_give_a_reason() {
    let map = sketch::ring(6);
    let served = serve(&map, 2, dealt(), 1);
    let mut ann = Telnet::new(served.address);
    ann.say("LOGIN ann");
    ann.hear().unwrap();
    let why = |client: Client<Model>| {
        let played = served.runtime.block_on(client.play());
        played.unwrap_err().to_string()
    };
    let taken = client(&served, &map, "Ann", None);
    assert_eq!(why(taken), "the name is in use already");
    let other = client(&served, &sketch::ring(7), "ben", None);
    assert_eq!(
        why(other),
        "the server plays on a-sketch, not on this version of a-sketch"
    );
    let no_table = client(&served, &map, "ben", Some("nowhere"));
    assert_eq!(why(no_table), "the server refuses: there is no such table");
    // The seat is free again once the server knows that the client has left. It ends a connection with
    // many refused lines.
    let _ben = loop {
        let mut ben = Telnet::new(served.address);
        ben.say("LOGIN ben");
        if ben.hear().unwrap() == "LOGIN-ACK OK 1" {
            break ben;
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let full = client(&served, &map, "cid", None);
    assert_eq!(
        why(full),
        "all seats at this table are taken, or its game has begun"
    );
    let mut away = client(&served, &map, "cid", None);
    away.to.server = Server::here(1);
    assert!(why(away).starts_with("no server answers at 127.0.0.1, port 1"));
    served.stop();
}

#[test]
fn clients_are_told_when_the_server_stops() {
    let served = serve(&sketch::ring(6), 2, dealt(), 1);
    let mut ann = Telnet::new(served.address);
    ann.say("HELLO 0.3 t");
    ann.hear().unwrap();
    served.stop();
    let told = ann.hear().unwrap();
    assert_eq!(
        told,
        "ERROR 9 the server is closed, and its games have ended"
    );
    assert_eq!(ann.hear(), None);
}

#[test]
fn clients_that_do_not_read_are_disconnected_and_delay_nobody() {
    let map = sketch::ring(6);
    let served = serve(&map, 2, dealt(), 1);
    let mut greedy = Telnet::new(served.address);
    greedy.say("HELLO 0.3 greedy");
    greedy.say("LOGIN greedy");
    while greedy.hear().unwrap() != "LOGIN-ACK OK 0" {}
    let mut loud = Telnet::new(served.address);
    loud.say("HELLO 0.3 loud");
    loud.say("LOGIN loud");
    greedy.say("READY 0");
    loud.say("READY 1");
    while !loud.hear().unwrap().starts_with("START-ROUND") {}
    // Asks for more than it could ever read, and never reads.
    let mut stream = greedy.stream.try_clone().unwrap();
    let patience = Some(Duration::from_secs(2));
    stream.set_write_timeout(patience).unwrap();
    let questions = "STATE 0\n".repeat(4_000_000);
    // The server stops reading long before the end, or disconnects the client.
    assert!(stream.write_all(questions.as_bytes()).is_err());
    loud.say("PING 5");
    while loud.hear().unwrap() != "PONG 5" {}
    served.stop();
}

#[test]
fn garbage_and_half_lines_harm_nobody() {
    let served = serve(&sketch::ring(6), 2, dealt(), 1);
    let mut bad = TcpStream::connect(served.address).unwrap();
    bad.write_all(&vec![0xff; 100_000]).unwrap();
    bad.write_all(b"\n\n\0\n").unwrap();
    let mut half = TcpStream::connect(served.address).unwrap();
    half.write_all(b"LOGIN hal").unwrap();
    drop(half);
    let many: Vec<_> = (0..200)
        .map(|_| TcpStream::connect(served.address).unwrap())
        .collect();
    let mut ann = Telnet::new(served.address);
    ann.say("LOGIN Ann");
    assert_eq!(ann.hear().unwrap(), "LOGIN-ACK OK 0");
    drop(many);
    // After twenty more refused lines it is disconnected.
    bad.write_all("GET /\n".repeat(20).as_bytes()).unwrap();
    bad.set_read_timeout(Some(PATIENCE)).unwrap();
    assert_eq!(bad.read(&mut [0; 10]).unwrap_or(0), 0);
    served.stop();
}
