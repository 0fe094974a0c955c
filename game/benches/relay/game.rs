//! The server itself, with a table for each room.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use marchland_game::conquest::Conquest;
use marchland_game::conquest::rules::SeededDice;
use marchland_game::play::RuleSet as _;
use marchland_game::server::net::{Connection, NetOptions, listen, run};
use marchland_game::server::{
    FileJournal, Lobby, LobbyOptions, SessionLimits, SyncMode, Syncer, Table,
};
use tokio::runtime::Runtime;

use crate::script;

/// Serves until the process is ended, with journals that are put on the disk
/// `never`, every `second` or `always`, in a folder, if that is said.
pub(crate) fn serve(rooms: usize, journal: &[String]) {
    let map = script::map();
    let rules = Conquest {
        maps: vec![map],
        variants: script::variants(),
    };
    let rules = Arc::new(rules);
    let players = crate::ROOM as u8;
    let open = || rules.open(None, players).expect("there is a map");
    let options = LobbyOptions {
        games: vec![rules.clone()],
        setup: None,
        players,
        limits: script::limits(),
        most_tables: rooms,
        most_tables_each: rooms,
        journals: None,
    };
    let lobby: Lobby<Connection> = Lobby::new(options, SeededDice::new(1)).expect("there is a map");
    let mode = match journal.first().map(String::as_str) {
        Some("second") => SyncMode::EverySecond,
        Some("always") => SyncMode::Always,
        _ => SyncMode::Never,
    };
    let syncer = Syncer::start(mode).expect("a thread");
    let header = open().header();
    for number in 0..rooms {
        let name = format!("t{number}");
        let mut table = Table::new(open(), script::limits(), script::dice());
        if let [_, folder] = journal {
            let path = Path::new(folder).join(&name);
            let journal = FileJournal::create(&path, &header, Arc::clone(&syncer));
            table.keep_journal(Box::new(journal));
        }
        lobby.put(name.parse().expect("a name"), table);
    }
    let options = NetOptions {
        session: SessionLimits {
            // The load comes from fewer clients than would say so much.
            rate: 1e6,
            burst: 1e6,
            login: Duration::from_secs(3600),
            ..SessionLimits::default()
        },
        most_connections_each: usize::MAX,
        ..NetOptions::default()
    };
    let runtime = Runtime::new().expect("the runtime starts");
    runtime.block_on(async {
        let listener = listen(([127, 0, 0, 1], 0).into()).expect("a free port");
        println!("{}", listener.local_addr().expect("it is bound"));
        let served = run(listener, Arc::new(lobby), options, std::future::pending());
        served.await.expect("the server runs");
    });
}
