use std::sync::mpsc;
use std::time::Instant;

use super::*;

#[derive(Default)]
struct Disk {
    cached: Mutex<Vec<u8>>,
    safe: Mutex<Vec<u8>>,
    /// Bytes that it takes in all.
    room: Mutex<usize>,
    /// How many syncs fail.
    failures: Mutex<u32>,
}

impl Store for Disk {
    fn write_at(&self, at: u64, bytes: &[u8]) -> io::Result<usize> {
        let (mut cached, at) = (self.cached.lock(), at as usize);
        assert!(at <= cached.len(), "a hole");
        let count = bytes.len().min(self.room.lock().saturating_sub(at));
        if count == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        cached.truncate(at);
        cached.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn sync(&self) -> io::Result<()> {
        let mut cached = self.cached.lock();
        let mut failures = self.failures.lock();
        if *failures > 0 {
            *failures -= 1;
            // As systems do: what could not be written is forgotten, and the
            // next time all seems well.
            cached.clone_from(&self.safe.lock());
            return Err(io::Error::other("the disk fails"));
        }
        self.safe.lock().clone_from(&cached);
        Ok(())
    }

    fn remove(&self) -> io::Result<()> {
        Ok(())
    }

    fn name(&self) -> String {
        "a disk in memory".to_owned()
    }
}

fn file(room: usize, failures: u32) -> (Arc<Disk>, Arc<SyncedFile>) {
    let disk = Arc::new(Disk {
        room: Mutex::new(room),
        failures: Mutex::new(failures),
        ..Disk::default()
    });
    let file = SyncedFile::new(Arc::clone(&disk) as Arc<dyn Store>, 0);
    (disk, Arc::new(file))
}

fn wait(ticket: &Ticket) {
    let (send, due) = mpsc::channel();
    ticket.then(move || send.send(()).unwrap());
    due.recv_timeout(Duration::from_secs(60)).unwrap();
}

#[test]
fn nobody_is_told_before_it_is_on_the_disk() {
    let (disk, file) = file(usize::MAX, 0);
    let syncer = Syncer::start(SyncMode::Always).unwrap();
    for round in 1..20 {
        let ticket = syncer.write(&file, b"something\n").unwrap();
        wait(&ticket);
        assert!(disk.safe.lock().len() >= round * 10);
    }
}

#[test]
fn data_lost_by_a_failed_sync_is_written_again() {
    let (disk, file) = file(usize::MAX, 3);
    let syncer = Syncer::start(SyncMode::Always).unwrap();
    let mut last = None;
    for word in ["one ", "two ", "three "] {
        last = syncer.write(&file, word.as_bytes());
    }
    wait(&last.unwrap());
    assert_eq!(*disk.safe.lock(), b"one two three ");
    assert_eq!(file.failure(), None);
}

#[test]
fn a_full_disk_is_waited_for_and_nothing_is_left_out() {
    for mode in [SyncMode::Never, SyncMode::EverySecond, SyncMode::Always] {
        let (disk, file) = file(6, 0);
        let syncer = Syncer::start(mode).unwrap();
        let first = syncer.write(&file, b"one two ");
        let second = syncer.write(&file, b"three ");
        let begun = Instant::now();
        while file.failure().is_none() {
            assert!(begun.elapsed() < Duration::from_secs(60), "{mode:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(first.is_none_or(|first| !first.is_due()));
        *disk.room.lock() = usize::MAX;
        match second {
            Some(ticket) => wait(&ticket),
            None => drop(syncer),
        }
        assert_eq!(*disk.cached.lock(), b"one two three ", "{mode:?}");
        assert_eq!(file.failure(), None);
    }
}

#[test]
fn gathered_writes_are_synced_at_the_end() {
    let (disk, file) = file(usize::MAX, 0);
    let syncer = Syncer::start(SyncMode::EverySecond).unwrap();
    assert_eq!(syncer.write(&file, b"something"), None, "nobody waits");
    drop(syncer);
    assert_eq!(*disk.safe.lock(), b"something");
}

#[test]
fn a_disk_that_stays_full_does_not_fill_the_memory() {
    let (_, file) = file(0, 0);
    let syncer = Syncer::start(SyncMode::Never).unwrap();
    let chunk = vec![b'x'; 1 << 20];
    for _ in 0..20 {
        syncer.write(&file, &chunk);
        assert!(file.tail.lock().bytes.len() <= MOST_BEHIND);
    }
    assert!(file.is_given_up());
    assert!(file.failure().is_some(), "players are told");
}

#[test]
fn a_journal_without_end_does_not_fill_the_disk() {
    for mode in [SyncMode::Never, SyncMode::Always] {
        let (_, file) = file(usize::MAX, 0);
        let syncer = Syncer::start(mode).unwrap();
        let chunk = vec![b'x'; 1 << 20];
        for _ in 0..MOST_BYTES >> 20 {
            syncer.write(&file, &chunk);
        }
        assert!(!file.is_given_up(), "{mode:?}");
        let last = syncer.write(&file, b"x");
        assert!(file.is_given_up(), "{mode:?}");
        assert!(file.failure().is_some(), "players are told");
        assert!(
            last.is_none_or(|last| last.is_due()),
            "and not kept waiting"
        );
    }
}

#[test]
fn nobody_waits_for_a_removed_journal() {
    let (_, file) = file(0, 0);
    let syncer = Syncer::start(SyncMode::Always).unwrap();
    let ticket = syncer.write(&file, b"something").unwrap();
    assert!(!ticket.is_due(), "the disk is full");
    file.remove();
    assert!(ticket.is_due());
    drop(syncer);
    assert!(ticket.is_due());
}
