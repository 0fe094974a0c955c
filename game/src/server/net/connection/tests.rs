use std::future::{pending, ready};

use super::super::super::ticket::Reached;
use super::*;

/// Takes so many bytes at a time and keeps them.
struct Slow {
    at_once: usize,
    taken: Mutex<Vec<u8>>,
}

impl Wire for Arc<Slow> {
    fn readable(&self) -> impl Future<Output = io::Result<()>> + Send {
        pending()
    }

    fn writable(&self) -> impl Future<Output = io::Result<()>> + Send {
        ready(Ok(()))
    }

    fn try_read(&self, _: &mut [u8]) -> io::Result<usize> {
        Err(ErrorKind::WouldBlock.into())
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
