//! A proxy between client and server that changes or drops lines, or hangs up.

use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;

/// Decides for each line what is forwarded, or hangs up.
pub(crate) trait Meddler: Send + Sync + 'static {
    /// A line of the client.
    fn up(&self, line: &str) -> Meddled {
        Meddled::Line(line.to_owned())
    }

    /// A line of the server.
    fn down(&self, line: &str) -> Meddled {
        Meddled::Line(line.to_owned())
    }
}

/// What becomes of a line.
pub(crate) enum Meddled {
    Line(String),
    Dropped,
    HangUp,
}

/// Listens for clients and forwards lines both ways.
pub(crate) fn between(server: SocketAddr, meddler: impl Meddler) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let meddler = Arc::new(meddler);
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let (Ok(client), Ok(server)) = (client, TcpStream::connect(server)) else {
                return;
            };
            for stream in [&client, &server] {
                stream.set_nodelay(true).unwrap();
            }
            let (up, down) = (Arc::clone(&meddler), Arc::clone(&meddler));
            let ends = (client.try_clone().unwrap(), server.try_clone().unwrap());
            std::thread::spawn(move || pass(&ends.0, &ends.1, &|line| up.up(line)));
            std::thread::spawn(move || pass(&server, &client, &|line| down.down(line)));
        }
    });
    address
}

fn pass(from: &TcpStream, mut to: &TcpStream, meddle: &dyn Fn(&str) -> Meddled) {
    let lines = BufReader::new(from.try_clone().unwrap()).lines();
    for line in lines {
        let Ok(line) = line else { break };
        match meddle(&line) {
            Meddled::Line(line) => {
                if to.write_all(format!("{line}\n").as_bytes()).is_err() {
                    break;
                }
            }
            Meddled::Dropped => {}
            Meddled::HangUp => break,
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}
