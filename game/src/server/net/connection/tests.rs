use std::future::{pending, ready};

use super::super::super::ticket::Reached;
use super::super::super::{LobbyOptions, TimeLimits};
use super::*;
use crate::dots::Dots;
use crate::play::SeededDice;

/// Takes so many bytes at a time and keeps them.
struct Slow {
    at_once: usize,
    /// What the client has sent.
    typed: Mutex<Vec<u8>>,
    taken: Mutex<Vec<u8>>,
}

impl Wire for Arc<Slow> {
    async fn readable(&self) -> io::Result<()> {
        if self.typed.lock().is_empty() {
            pending::<()>().await;
        }
        Ok(())
    }

    fn writable(&self) -> impl Future<Output = io::Result<()>> + Send {
        ready(Ok(()))
    }

    fn try_read(&self, bytes: &mut [u8]) -> io::Result<usize> {
        let typed = std::mem::take(&mut *self.typed.lock());
        if typed.is_empty() {
            return Err(ErrorKind::WouldBlock.into());
        }
        bytes[..typed.len()].copy_from_slice(&typed);
        Ok(typed.len())
    }

    fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        let count = bytes.len().min(self.at_once);
        self.taken.lock().extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn finish(&self) -> io::Result<()> {
        Ok(())
    }
}

impl Slow {
    fn taken(&self) -> String {
        String::from_utf8(std::mem::take(&mut *self.taken.lock())).unwrap()
    }
}

fn slow(at_once: usize) -> (Connection<Arc<Slow>>, Arc<Slow>) {
    let wire = Arc::new(Slow {
        at_once,
        typed: Mutex::default(),
        taken: Mutex::default(),
    });
    (Connection::new(Arc::clone(&wire)), wire)
}

#[test]
fn lines_are_kept_back_until_the_ticket_is_due() {
    let (connection, wire) = slow(usize::MAX);
    let reached = Arc::new(Reached::default());
    let (first, second) = (reached.ticket(1), reached.ticket(2));
    connection.send("before");
    connection.hold(&first);
    connection.send("one");
    connection.hold(&first);
    connection.hold(&second);
    connection.send("two");
    connection.flush();
    assert_eq!(wire.taken(), "before\n");
    assert!(!connection.has_output(), "nobody waits for the socket");
    connection.send("three");
    connection.flush();
    assert_eq!(wire.taken(), "");
    connection.send_at_once("urgent");
    assert_eq!(wire.taken(), "urgent\n");
    reached.set(1);
    assert_eq!(wire.taken(), "one\n");
    reached.set(2);
    assert_eq!(wire.taken(), "two\nthree\n");
    connection.hold(&second);
    connection.send("four");
    connection.flush();
    assert_eq!(wire.taken(), "four\n", "it is due already");
}

#[test]
fn held_lines_are_sent_before_closing() {
    let (connection, wire) = slow(3);
    let reached = Arc::new(Reached::default());
    connection.send("ab");
    connection.hold(&reached.ticket(1));
    connection.send("cd");
    connection.close();
    connection.flush();
    assert_eq!(wire.taken(), "ab\n");
    assert!(!connection.is_done());
    reached.set(1);
    assert_eq!(wire.taken(), "cd\n");
    assert!(connection.is_done());
}

#[test]
fn a_server_that_stops_sends_its_last_lines_to_slow_clients_too() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    let (_, wire) = slow(3);
    *wire.typed.lock() = b"HELLO 0.3 t\n".to_vec();
    let options = LobbyOptions {
        games: vec![Arc::new(Dots)],
        setup: None,
        players: 2,
        limits: TimeLimits::default(),
        most_tables: 1,
        most_tables_each: 1,
        journals: None,
    };
    let lobby = Arc::new(Lobby::new(options, SeededDice::new(1)).unwrap());
    runtime.block_on(async {
        let (stop, stopped) = watch::channel(false);
        let (start, net) = (Instant::now(), NetOptions::default());
        let served = tokio::spawn(serve(Arc::clone(&wire), lobby, net, start, stopped));
        tokio::time::sleep(Duration::from_millis(1)).await;
        stop.send(true).unwrap();
        served.await.unwrap();
    });
    let told = wire.taken();
    let last = "ERROR 9 the server is closed, and its games have ended\n";
    assert!(told.ends_with(last), "{told}");
}
