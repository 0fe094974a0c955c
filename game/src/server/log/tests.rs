use super::*;

/// Writes into memory, a line when it is let.
struct Slow(Arc<Mutex<Vec<u8>>>, Arc<Mutex<()>>);

impl Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _gate = self.1.lock();
        self.0.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_flood_is_cut_short_and_a_stuck_terminal_delays_nobody() {
    let (text, gate) = (Arc::default(), Arc::default());
    let log = Log::start(Slow(Arc::clone(&text), Arc::clone(&gate))).unwrap();
    let log = Arc::new(log);
    let report = log.reporter();
    let table: Name = "friends".parse().unwrap();
    let stuck = gate.lock();
    for _ in 0..10_000 {
        report(Some(&table), format_args!("closed: nobody has come back"));
    }
    drop(stuck);
    log.close();
    // What comes after the end is nobody's.
    report(None, format_args!("too late"));
    let text = String::from_utf8(text.lock().clone()).unwrap();
    let told = "friends: closed: nobody has come back";
    let lines = text.lines().filter(|line| line.ends_with(told)).count();
    assert!((500..9_000).contains(&lines), "{lines}");
    let last = text.lines().last().unwrap();
    assert!(
        last.starts_with("... ") && last.ends_with(" lines left out"),
        "{last}"
    );
    let count: usize = text
        .lines()
        .filter_map(|line| {
            line.strip_prefix("... ")?
                .split(' ')
                .next()?
                .parse::<usize>()
                .ok()
        })
        .sum();
    assert_eq!(lines + count, 10_000);
}

#[test]
fn a_warning_waits_for_nobody_who_does_not_read() {
    let (begin, stalled) = mpsc::channel();
    let (release, end) = mpsc::channel::<()>();
    let reader = std::thread::spawn(move || {
        let _held = io::stderr().lock();
        begin.send(()).unwrap();
        end.recv_timeout(Duration::from_secs(10))
    });
    stalled.recv().unwrap();
    warn("this is a test");
    let _ = release.send(());
    assert!(reader.join().unwrap().is_ok(), "it was waited for");
    finish_warnings();
}

#[test]
fn lines_come_again_with_time() {
    let mut budget = Budget::new();
    let second = Duration::from_secs(1);
    let spent = (0..1_000).filter(|_| budget.spend(second)).count();
    assert_eq!(spent, 500);
    let spent = (0..1_000).filter(|_| budget.spend(2 * second)).count();
    assert_eq!(spent, 20);
    let spent = (0..1_000).filter(|_| budget.spend(1_000 * second)).count();
    assert_eq!(spent, 500);
}
