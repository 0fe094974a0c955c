//! Limits on what a connection may cost the server.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use marchland_game::server::SessionLimits;
use marchland_game::server::net::{NetOptions, Network};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use crate::crowd::{Hand, dealt, lobby, options};
use crate::simulated::{Simulated, simulate};
use crate::sketch;
use crate::wire::{End, Fate, Net};

/// Runs clients at a server for two. Returns their result and how the server ended.
fn serve_on<N: Network<Wire = End> + Sync, F: Future>(
    listener: impl FnOnce(Net) -> N,
    net_options: NetOptions,
    clients: impl FnOnce(Net) -> F,
) -> (F::Output, io::Result<()>) {
    simulate(async {
        let net = Net::new(2, Box::new(|_, _, _| Fate::ARRIVES));
        let lobby = options(&sketch::ring(6), 2, dealt());
        let server = Simulated::start(listener(net.clone()), lobby, 1, net_options);
        let gave = clients(net).await;
        (gave, server.stop().await)
    })
}

fn serve<F: Future>(options: NetOptions, clients: impl FnOnce(Net) -> F) -> F::Output {
    let (gave, ended) = serve_on(|net| net, options, clients);
    ended.unwrap();
    gave
}

/// Waits for a line up to a timeout.
pub(crate) async fn hear(lines: &mut BufReader<End>, patience: Duration) -> Option<String> {
    let mut line = String::new();
    let read = tokio::time::timeout(patience, lines.read_line(&mut line));
    read.await.ok()?.unwrap();
    Some(line.trim_end().to_owned())
}

/// A pause of several seconds does not grow however often the connection checks the time.
#[test]
fn throttled_clients_are_heard_again() {
    let options = NetOptions {
        session: SessionLimits {
            rate: 2.0,
            burst: 4.0,
            ..SessionLimits::default()
        },
        ..NetOptions::default()
    };
    serve(options, async |net| {
        let mut client = BufReader::new(net.dial(0).await.unwrap());
        let token = "0".repeat(32);
        let lines = format!("HELLO 0.3 t\nRESUME 0 {token}\nPING 7\n");
        client.write_all(lines.as_bytes()).await.unwrap();
        // A wrong token costs as much as ten lines: five seconds.
        let patience = Duration::from_secs(6);
        let mut heard = Vec::new();
        while let Some(line) = hear(&mut client, patience).await {
            heard.push(line);
            if heard.len() == 3 {
                break;
            }
        }
        assert!(heard[1].starts_with("ERROR 8 "), "{heard:?}");
        assert_eq!(heard[2..], ["PONG 7"], "{heard:?}");
    });
}

/// A client of version 0.3 is probed and given up without an answer; one of version 0.2 may
/// stay silent.
#[test]
fn silent_clients_are_probed_then_count_as_lost() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let (mut ann, mut old) = (Hand::new(), Hand::new());
    ann.say(&lobby, "HELLO 0.3 t\nLOGIN ann");
    old.say(&lobby, "LOGIN old");
    ann.mail.take_all();
    old.mail.take_all();
    let wait = |hand: &mut Hand, seconds: std::ops::Range<u64>| {
        for second in seconds {
            hand.session.tick(Duration::from_secs(second));
        }
        hand.mail.take_all()
    };
    assert_eq!(wait(&mut ann, 0..20), [""; 0]);
    assert_eq!(wait(&mut ann, 20..60), ["PING 1", "PING 2"]);
    // Any line will do and restarts the wait.
    ann.say_at(&lobby, "PONG 2", Duration::from_secs(59));
    assert_eq!(wait(&mut ann, 60..119), ["PING 1", "PING 2"]);
    assert_eq!(wait(&mut ann, 119..120), ["ERROR 9 no sign of life"]);
    assert!(ann.session.is_closed());
    assert_eq!(wait(&mut old, 0..10_000), [""; 0]);
    assert!(!old.session.is_closed());
}

/// A throttled client cannot answer a probe.
#[test]
fn a_long_pause_is_not_silence() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut ann = Hand::limited(SessionLimits {
        rate: 0.1,
        burst: 1.0,
        keep_alive: Duration::from_secs(1),
        ..SessionLimits::default()
    });
    ann.say(&lobby, "HELLO 0.3 t\nPING 1");
    let until = Duration::from_secs(10);
    assert_eq!(ann.session.paused_until(), Some(until));
    ann.session.tick(until);
    assert!(!ann.session.is_closed());
    ann.session.receive(b"", &lobby, until);
    assert_eq!(ann.session.paused_until(), None);
    ann.session.tick(until + Duration::from_secs(3));
    assert!(ann.session.is_closed());
}

/// A listener that fails a given number of times.
struct Failing {
    net: Net,
    left: AtomicU32,
    asked: Arc<AtomicU32>,
}

impl Network for Failing {
    type Wire = End;

    async fn accept(&self) -> io::Result<End> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let left = self.left.load(Ordering::Relaxed);
        if left > 0 {
            self.left.store(left - 1, Ordering::Relaxed);
            return Err(io::Error::other("no file may be opened"));
        }
        Network::accept(&self.net).await
    }
}

#[test]
fn a_failing_listener_is_retried_and_finally_given_up() {
    let asked = Arc::new(AtomicU32::new(0));
    let failing = |left| {
        let asked = Arc::clone(&asked);
        move |net| Failing {
            net,
            left: AtomicU32::new(left),
            asked,
        }
    };
    // Twenty errors take less than a minute.
    let played = serve_on(failing(20), NetOptions::default(), async |net| {
        let mut client = BufReader::new(net.dial(0).await.unwrap());
        client.write_all(b"HELLO 0.3 t\nPING 7\n").await.unwrap();
        hear(&mut client, Duration::from_secs(30)).await;
        hear(&mut client, Duration::from_secs(30)).await
    });
    assert_eq!(played.0.as_deref(), Some("PONG 7"));
    played.1.unwrap();
    asked.store(0, Ordering::Relaxed);
    let (took, ended) = serve_on(failing(u32::MAX), NetOptions::default(), async |_| {
        let began = tokio::time::Instant::now();
        tokio::time::sleep(Duration::from_secs(600)).await;
        began.elapsed()
    });
    assert!(took >= Duration::from_secs(600));
    assert_eq!(ended.unwrap_err().to_string(), "no file may be opened");
    let asked = asked.load(Ordering::Relaxed);
    assert!((10..100).contains(&asked), "asked {asked} times");
}

#[test]
fn refused_names_close_the_connection() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut ann = Hand::new();
    let said = ann.say(&lobby, &"LOGIN bad!name\n".repeat(60));
    assert_eq!(said.len(), 20, "{said:?}");
    assert!(said.iter().all(|line| line == "LOGIN-ACK FAILED 1"));
    assert!(ann.session.is_closed());
    // A name that is taken, or no seat, is no better.
    Hand::new().say(&lobby, "LOGIN Ann");
    let mut again = Hand::new();
    let said = again.say(&lobby, &"LOGIN ann\n".repeat(60));
    assert_eq!(said.len(), 20, "{said:?}");
    // A line that is understood restarts the count.
    let mut third = Hand::new();
    third.say(&lobby, &"LOGIN ann\n".repeat(19));
    third.say(&lobby, "HELLO 0.3 t");
    third.say(&lobby, &"LOGIN ann\n".repeat(19));
    assert!(!third.session.is_closed());
}
