//! The yardstick: a relay that knows nothing. What one of a room says, all of
//! the room hear. It drops what a socket does not take at once.

use std::sync::{Arc, Mutex};

use marchland_game::server::net::listen;
use tokio::net::TcpStream;
use tokio::runtime::Runtime;

type Members = Arc<Mutex<Vec<Arc<TcpStream>>>>;

/// Serves until the process is ended.
pub(crate) fn serve(rooms: usize) {
    let runtime = Runtime::new().expect("the runtime starts");
    runtime.block_on(async {
        let listener = listen(([127, 0, 0, 1], 0).into()).expect("a free port");
        println!("{}", listener.local_addr().expect("it is bound"));
        let rooms: Arc<[Members]> = (0..rooms.max(1)).map(|_| Members::default()).collect();
        loop {
            let Ok((stream, _)) = listener.accept().await else {
                continue;
            };
            let _ = stream.set_nodelay(true);
            tokio::spawn(relay(Arc::new(stream), Arc::clone(&rooms)));
        }
    });
}

/// The first line is the number of a room, and is answered.
async fn relay(stream: Arc<TcpStream>, rooms: Arc<[Members]>) {
    let mut room: Option<Members> = None;
    loop {
        if stream.readable().await.is_err() {
            return;
        }
        let mut bytes = [0; 4096];
        let count = match stream.try_read(&mut bytes) {
            Ok(0) => return,
            Ok(count) => count,
            Err(_) => continue,
        };
        let said = &bytes[..count];
        let Some(members) = &room else {
            let number = std::str::from_utf8(said).ok();
            let number = number.and_then(|text| text.trim().parse::<usize>().ok());
            let members = &rooms[number.unwrap_or(0) % rooms.len()];
            if let Ok(mut members) = members.lock() {
                members.push(Arc::clone(&stream));
            }
            room = Some(Arc::clone(members));
            let _ = stream.try_write(said);
            continue;
        };
        if let Ok(members) = members.lock() {
            for member in members.iter() {
                let _ = member.try_write(said);
            }
        }
    }
}
