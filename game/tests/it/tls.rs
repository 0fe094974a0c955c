//! Games over TLS, and a session that panics.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use marchland_game::conquest::rules::SeededDice;
use marchland_game::server::net::{Connection, NetOptions, Network, Socket, Wire, listen, run};
use marchland_game::server::{Lobby, Origin};
use tokio::net::TcpListener;

use crate::crowd::{dealt, options};
use crate::program::{Server, bundled, complaint, program};
use crate::sketch;
use crate::sockets::Telnet;

/// A certificate for this machine and its key, in files.
fn certificate(folder: &Path) -> (PathBuf, PathBuf) {
    let names = ["localhost".to_owned(), "127.0.0.1".to_owned()];
    let made = rcgen::generate_simple_self_signed(names).unwrap();
    let (certificate, key) = (folder.join("cert.pem"), folder.join("key.pem"));
    std::fs::write(&certificate, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    (certificate, key)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_game_is_played_by_tls_beside_one_in_the_clear() {
    let folder = tempfile::tempdir().unwrap();
    let (certificate, key) = certificate(folder.path());
    let map = bundled("czechia");
    let mut server = Server::start(
        folder.path(),
        &[
            "-r",
            "--num-players=2",
            "--tls-port=0",
            "--map",
            text(&map),
            "--tls-cert",
            text(&certificate),
            "--tls-key",
            text(&key),
        ],
    );
    let line = server.line();
    let address = line.strip_prefix("listening with TLS on ").unwrap();
    let port = address.rsplit(':').next().unwrap().to_owned();
    let client = |name: &str, port: &str, more: &[&str]| {
        let args = [
            "client",
            "--username",
            name,
            "--port",
            port,
            "--map",
            text(&map),
        ];
        program(folder.path(), &[&args, more].concat())
    };
    let own = [
        "--tls",
        "--tls-ca",
        text(&certificate),
        "--host",
        "localhost",
    ];
    // A human player too, at a table of another game.
    let table = ["--create=pit", "--game=dots", "--size=3", "--players=2"];
    let mut deep = program(
        folder.path(),
        &["client", "--username=deep", "--port", &port],
    );
    let mut deep = deep.args(own).args(table).spawn().unwrap();
    let at_pit = ["--table=pit", "--game=dots", "--name=fay", "--port", &port];
    let mut tries = 0;
    let fay = loop {
        let args = [&["play"], &own[..], &at_pit].concat();
        let fay = crate::program::run(folder.path(), &args, "auto game\n");
        tries += 1;
        // The table does not exist until deep has created it.
        if fay.status.success() || tries > 100 {
            break fay;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    };
    assert!(fay.status.success(), "{}", complaint(&fay));
    assert!(crate::program::text(&fay).contains(" won ─"));
    assert!(deep.wait().unwrap().success());
    let mut ann = client("ann", &port, &own).spawn().unwrap();
    let plain = server.port();
    let ben = client("ben", &plain, &[]).output().unwrap();
    assert!(ben.status.success(), "{}", complaint(&ben));
    assert!(ann.wait().unwrap().success());
    // A client that does not trust the certificate sends nothing.
    let (other, _) = {
        let other = folder.path().join("other");
        std::fs::create_dir(&other).unwrap();
        self::certificate(&other)
    };
    let wary = ["--tls", "--tls-ca", text(&other), "--host", "localhost"];
    let refused = client("cid", &port, &wary).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let says = "its certificate is not signed by a trusted authority; --tls-ca";
    assert!(
        complaint(&refused).contains(says),
        "{}",
        complaint(&refused)
    );
    // A port without TLS is named as such.
    let clear = [&["play", "--list", "--port", &plain], &own[..]].concat();
    let clear = crate::program::run(folder.path(), &clear, "");
    assert!(
        complaint(&clear).contains("does not speak TLS"),
        "{}",
        complaint(&clear)
    );
    // A client without TLS is told so, disconnected, and harms nobody.
    let mut clear = TcpStream::connect(("127.0.0.1", port.parse().unwrap())).unwrap();
    clear.write_all(b"LOGIN dan\n").unwrap();
    let mut answer = String::new();
    clear.read_to_string(&mut answer).unwrap();
    assert!(
        answer.starts_with("ERROR 9 this port speaks TLS"),
        "{answer:?}"
    );
    assert_eq!(answer.lines().count(), 1);
    let dan = client("dan", &port, &[]).output().unwrap();
    let says = "the server ends the connection: this port speaks TLS";
    assert!(complaint(&dan).contains(says), "{}", complaint(&dan));
    let mut eve = Telnet::new(server.address);
    eve.say("LOGIN eve");
    assert_eq!(eve.hear().unwrap(), "LOGIN-ACK OK 0");
}

#[test]
fn files_that_are_not_certificates_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let (certificate, key) = certificate(folder.path());
    let empty = folder.path().join("empty.pem");
    std::fs::write(&empty, "").unwrap();
    let missing = folder.path().join("missing.pem");
    for (certificate, key, names) in [
        (&empty, &key, "cannot read certificates in PEM format"),
        (
            &certificate,
            &missing,
            "cannot read a private key in PEM format",
        ),
        (&key, &certificate, "cannot read certificates in PEM format"),
    ] {
        let args = ["server", "--port=0", "--tls-port=0", "--tls-cert"];
        let args = [&args[..], &[text(certificate), "--tls-key", text(key)]].concat();
        let map = bundled("czechia");
        let output = program(folder.path(), &[&args[..], &["--map", text(&map)]].concat())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(complaint(&output).contains(names), "{}", complaint(&output));
    }
}

/// A connection whose session panics on a certain line.
struct Fragile(Socket);

impl Wire for Fragile {
    fn origin(&self) -> Option<Origin> {
        self.0.origin()
    }

    async fn readable(&self) -> io::Result<()> {
        self.0.readable().await
    }

    async fn writable(&self) -> io::Result<()> {
        self.0.writable().await
    }

    fn try_read(&self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.0.try_read(bytes)?;
        assert!(!bytes[..count].starts_with(b"BREAK"), "as it should");
        Ok(count)
    }

    fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        self.0.try_write(bytes)
    }

    fn finish(&self) -> io::Result<()> {
        self.0.finish()
    }
}

struct FragileListener(TcpListener);

impl Network for FragileListener {
    type Wire = Fragile;

    async fn accept(&self) -> io::Result<Fragile> {
        Network::accept(&self.0).await.map(Fragile)
    }
}

/// The seat used to be lost for ever.
#[test]
fn a_session_that_panics_gives_its_seat_back() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let listener = runtime.block_on(async { listen(([127, 0, 0, 1], 0).into()) });
    let listener = listener.unwrap();
    let address = listener.local_addr().unwrap();
    let options = options(&sketch::ring(6), 2, dealt());
    let lobby = Lobby::new(options, SeededDice::new(1)).unwrap();
    let lobby: Arc<Lobby<Connection<Fragile>>> = Arc::new(lobby);
    let never = std::future::pending();
    runtime.spawn(run(
        FragileListener(listener),
        lobby,
        NetOptions::default(),
        never,
    ));
    let (mut ann, mut ben) = (Telnet::new(address), Telnet::new(address));
    ann.say("LOGIN ann");
    assert_eq!(ann.hear().unwrap(), "LOGIN-ACK OK 0");
    ben.say("LOGIN ben");
    assert_eq!(ann.hear().unwrap(), "REGISTERED-PLAYER 1 ben");
    ben.say("BREAK");
    assert_eq!(ann.hear().unwrap(), "LOGOUT 1 1");
}
