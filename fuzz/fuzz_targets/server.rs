//! A server with four connections, driven by a script of lines:
//!
//! * `0LOGIN Ann`: connection 0 sends the line `LOGIN Ann`;
//! * `1~READY`: connection 1 sends these bytes without a line end;
//! * `2-`: connection 2 breaks and is replaced by a new one;
//! * `*7`: the player to act performs the eighth legal action on their connection;
//! * `+30`: 30 seconds pass.
//!
//! The server does not panic and only sends valid replies, and a spectator can follow
//! them and ends up with the server's state.

#![no_main]

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use marchland_game::client::{Knowledge, Model};
use marchland_game::conquest::rules::{AreaVariant, SeededDice, Variants};
use marchland_game::conquest::{Conquest, Reply, Request, state_of};
use marchland_game::dots::{Dots, Event};
use marchland_game::protocol::{MAX_LINE, ServerMessage};
use marchland_game::server::{Lobby, LobbyOptions, Peer, Session, SessionLimits, TimeLimits};

mod sketch;

const MAX_LINES: usize = 2_000;

/// A connection that stores the lines sent to it.
#[derive(Clone, Default)]
struct Mailbox(Rc<RefCell<Vec<String>>>);

impl Peer for Mailbox {
    fn send(&self, line: &str) {
        assert!(line.len() <= MAX_LINE, "{line}");
        self.0.borrow_mut().push(line.to_owned());
    }

    fn close(&self) {}

    fn same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

struct Connection {
    mail: Mailbox,
    session: Session<Mailbox>,
    /// The seat that the server assigned.
    seat: Option<usize>,
}

impl Connection {
    fn new(now: Duration) -> Self {
        let mail = Mailbox::default();
        let limits = SessionLimits {
            refused: 200,
            ..SessionLimits::default()
        };
        Self {
            session: Session::new(mail.clone(), limits, now),
            mail,
            seat: None,
        }
    }

    /// Takes the received lines, checks that each is a reply, and returns those of conquest.
    fn replies(&self) -> Vec<Reply> {
        let lines = std::mem::take(&mut *self.mail.0.borrow_mut());
        let reply = |line: &String| match (Reply::parse(line), Event::parse(line)) {
            (Ok(reply), _) => Some(reply),
            (Err(_), Ok(Some(_))) => None,
            _ if ["BOX ", "STATE-ROW "]
                .iter()
                .any(|word| line.starts_with(word)) =>
            {
                None
            }
            (Err(why), _) => panic!("{line}: {why}"),
        };
        lines.iter().filter_map(reply).collect()
    }

    /// Reads the received lines for an assigned seat.
    fn read(&mut self) {
        for reply in self.replies() {
            if let Reply::ServerMessage(ServerMessage::LoginAck(ack)) = reply {
                self.seat = ack.seat.ok().map(|player| player.index()).or(self.seat);
            }
        }
    }
}

fuzz_target!(|script: &[u8]| {
    let map = sketch::map();
    // The first byte sets up the table.
    let Some((&set_up, script)) = script.split_first() else {
        return;
    };
    let areas = match set_up & 1 {
        0 => AreaVariant::Dealt,
        _ => AreaVariant::Chosen,
    };
    let conquest = Conquest {
        maps: vec![map.clone()],
        variants: Variants {
            areas,
            ..Variants::default()
        },
    };
    let options = LobbyOptions {
        games: vec![Arc::new(conquest), Arc::new(Dots)],
        setup: None,
        players: 2 + (set_up >> 1) % 3,
        limits: TimeLimits::default(),
        most_tables: 3,
        most_tables_each: 3,
        journals: None,
    };
    let lobby = Lobby::new(options, SeededDice::new(set_up.into())).expect("there is a map");
    let table = lobby.default_table();
    let mut now = Duration::ZERO;
    let mut connections: Vec<_> = (0..4).map(|_| Connection::new(now)).collect();
    let mut watcher = Connection::new(now);
    let mut model = Model::new(map, None);
    watcher
        .session
        .receive(b"HELLO 0.3 watch\nSPECTATE\n", &lobby, now);
    for line in script.split(|&byte| byte == b'\n').take(MAX_LINES) {
        let Some((&who, rest)) = line.split_first() else {
            continue;
        };
        let number = || std::str::from_utf8(rest).ok()?.parse::<u16>().ok();
        match (who, rest) {
            (b'+', _) => {
                now += Duration::from_secs(number().unwrap_or(1).into());
                for connection in &mut connections {
                    connection.session.tick(now);
                }
                lobby.tick(now);
            }
            (b'*', _) => {
                let chosen = {
                    let table = table.lock();
                    state_of(table.game()).and_then(|game| {
                        let player = game.to_act()?;
                        let legal: Vec<_> = game.legal().collect();
                        let at = usize::from(number().unwrap_or(0)) % legal.len().max(1);
                        Some((player, *legal.get(at)?))
                    })
                };
                if let Some((player, action)) = chosen {
                    let line = format!("{}\n", Request { player, action });
                    let own = |c: &&mut Connection| c.seat == Some(player.index());
                    if let Some(connection) = connections.iter_mut().find(own) {
                        connection.session.receive(line.as_bytes(), &lobby, now);
                    }
                }
            }
            (b'0'..=b'3', [b'-', ..]) => {
                let connection = &mut connections[usize::from(who - b'0')];
                connection.session.disconnect(now);
                *connection = Connection::new(now);
            }
            (b'0'..=b'3', [b'~', bytes @ ..]) => {
                let connection = &mut connections[usize::from(who - b'0')];
                connection.session.receive(bytes, &lobby, now);
            }
            (b'0'..=b'3', line) => {
                let connection = &mut connections[usize::from(who - b'0')];
                connection
                    .session
                    .receive(&[line, b"\n"].concat(), &lobby, now);
            }
            _ => {}
        }
        connections.iter_mut().for_each(Connection::read);
        for reply in watcher.replies() {
            if let Err(why) = model.follow(&reply) {
                panic!("a spectator cannot follow {reply}: {why}");
            }
        }
    }
    let table = table.lock();
    if let (Some(game), Some(seen)) = (state_of(table.game()), model.state()) {
        assert_eq!(game.holdings(), seen.holdings());
        assert_eq!(game.turn(), seen.turn());
        assert_eq!(game.winner(), seen.winner());
    }
});
