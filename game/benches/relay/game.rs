//! The server itself, with a table for each room.

use std::sync::Arc;
use std::time::Duration;

use marchland_game::rules::SeededDice;
use marchland_game::server::net::{Connection, NetOptions, listen, run};
use marchland_game::server::{House, HouseOptions, SessionLimits, Table};
use tokio::runtime::Runtime;

use crate::script;

/// Serves until the process is ended.
pub(crate) fn serve(rooms: usize) {
    let map = script::map();
    let table = script::options();
    let options = HouseOptions {
        maps: vec![Arc::clone(&map)],
        table,
        most_tables: rooms,
        journals: None,
    };
    let house: House<Connection> = House::new(options, SeededDice::new(1)).expect("there is a map");
    for number in 0..rooms {
        let name = format!("t{number}").parse().expect("a name");
        house.put(name, Table::new(Arc::clone(&map), table, script::dice()));
    }
    let options = NetOptions {
        session: SessionLimits {
            // The load comes from fewer clients than would say so much.
            rate: 1e6,
            burst: 1e6,
            login: Duration::from_secs(3600),
            ..SessionLimits::default()
        },
        ..NetOptions::default()
    };
    let runtime = Runtime::new().expect("the runtime starts");
    runtime.block_on(async {
        let listener = listen(([127, 0, 0, 1], 0).into()).expect("a free port");
        println!("{}", listener.local_addr().expect("it is bound"));
        let served = run(listener, Arc::new(house), options, std::future::pending());
        served.await.expect("the server runs");
    });
}
