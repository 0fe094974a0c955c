//! The player's seats in running games at servers, and the tokens to resume them with.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use parking_lot::Mutex;

use super::server::Server;
use crate::play::Player;
use crate::protocol::{Name, Secret, Token};

/// The maximum number of seats saved; the oldest are dropped.
const MOST: usize = 100;
const LONGEST: u64 = 1 << 16;

/// Identifies a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatKey {
    /// The server's name or address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The table.
    pub table: Name,
    /// The player's name.
    pub name: Name,
}

impl SeatKey {
    /// The seat of this name at a table of a server.
    pub fn at(server: &Server, table: Name, name: Name) -> Self {
        Self {
            host: server.host.clone(),
            port: server.port,
            table,
            name,
        }
    }
}

/// Saved seats, in memory and in a file that only its owner can read, since a token gives
/// access to the seat.
#[derive(Debug, Default)]
pub struct Seats {
    file: Option<PathBuf>,
    /// The newest last.
    known: Mutex<Vec<Known>>,
    /// The computer players seated by this program.
    bots: Mutex<Vec<(SeatKey, Bot)>>,
}

/// A seat that is kept.
#[derive(Debug, Clone)]
struct Known {
    at: SeatKey,
    player: Player,
    secret: Secret,
    /// What plays there, unless a person does.
    bot: Option<Bot>,
}

/// A computer player that a person has seated beside them.
#[derive(Debug, Clone)]
struct Bot {
    owner: Name,
    /// The strategy, in one word.
    kind: String,
}

impl Seats {
    /// Loads the seats of a file, to which changes are saved; without a file they are kept in
    /// memory only. Unreadable lines are ignored.
    pub fn new(file: Option<PathBuf>) -> Self {
        let known = file.as_deref().map(|file| read(file).unwrap_or_default());
        let known = known.unwrap_or_default();
        Self {
            file,
            known: Mutex::new(known),
            bots: Mutex::default(),
        }
    }

    /// The saved seat and token, if any.
    pub fn find(&self, at: &SeatKey) -> Option<(Player, Secret)> {
        let known = self.known.lock();
        let found = known.iter().find(|known| known.at == *at);
        found.map(|known| (known.player, known.secret))
    }

    /// Notes that a seat is that of a computer player, which its owner brings back.
    pub fn seat_bot(&self, at: SeatKey, owner: Name, kind: &str) {
        let mut bots = self.bots.lock();
        bots.retain(|(there, _)| *there != at);
        let kind = kind.to_owned();
        bots.push((at, Bot { owner, kind }));
    }

    /// The computer players that a person has seated at the same table: their names and
    /// strategies.
    pub fn bots_of(&self, person: &SeatKey) -> Vec<(Name, String)> {
        let at_table = |at: &SeatKey| {
            (&at.host, at.port, &at.table) == (&person.host, person.port, &person.table)
        };
        let known = self.known.lock();
        let bots = known.iter().filter_map(|known| {
            let bot = known.bot.as_ref()?;
            let own = at_table(&known.at) && bot.owner == person.name;
            own.then(|| (known.at.name.clone(), bot.kind.clone()))
        });
        bots.collect()
    }

    /// Saves a seat, or forgets it if `seat` is `None`.
    ///
    /// # Errors
    /// If the file cannot be written; the program itself knows it all the same.
    pub fn keep(&self, at: &SeatKey, seat: Option<(Player, Secret)>) -> io::Result<()> {
        let bot = |(there, bot): &(SeatKey, Bot)| (there == at).then(|| bot.clone());
        let seat = seat.map(|(player, secret)| Known {
            at: at.clone(),
            player,
            secret,
            bot: self.bots.lock().iter().find_map(bot),
        });
        // Not locked any longer than that: a window looks seats up, and must not wait for a file.
        put(&mut self.known.lock(), at, seat.clone());
        let Some(file) = &self.file else {
            return Ok(());
        };
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        // Other processes use the file, too.
        let lock = owned().open(file.with_extension("lock"))?;
        fs4::FileExt::lock(&lock)?;
        let mut kept = read(file)?;
        put(&mut kept, at, seat);
        write(file, &kept)
    }
}

fn put(known: &mut Vec<Known>, at: &SeatKey, seat: Option<Known>) {
    known.retain(|known| known.at != *at);
    known.extend(seat);
    let more = known.len().saturating_sub(MOST);
    known.drain(..more);
}

fn read(file: &Path) -> io::Result<Vec<Known>> {
    let mut bytes = Vec::new();
    match File::open(file) {
        Ok(file) => file.take(LONGEST).read_to_end(&mut bytes)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
        Err(error) => return Err(error),
    };
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.lines().filter_map(parse).collect())
}

/// Opens a file for writing that only its owner can read.
fn owned() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options
}

fn parse(line: &str) -> Option<Known> {
    let mut words = line.split(' ');
    let mut next = || words.next();
    let at = SeatKey {
        host: next()?.to_owned(),
        port: next()?.parse().ok()?,
        table: next()?.parse().ok()?,
        name: next()?.parse().ok()?,
    };
    Some(Known {
        at,
        player: Player::read(next()?)?,
        secret: Secret::read(next()?)?,
        // Earlier versions have no more words, and pass over these.
        bot: next().zip(next()).and_then(|(owner, kind)| {
            let owner = owner.parse().ok()?;
            let kind = kind.to_owned();
            Some(Bot { owner, kind })
        }),
    })
}

fn write(file: &Path, known: &[Known]) -> io::Result<()> {
    let mut text = String::new();
    for known in known {
        let SeatKey {
            host,
            port,
            table,
            name,
        } = &known.at;
        if host.contains(char::is_whitespace) {
            continue;
        }
        let (player, secret) = (known.player, known.secret.0);
        // Writing into a text cannot fail.
        let _ = write!(text, "{host} {port} {table} {name} {player} {secret:032x}");
        if let Some(Bot { owner, kind }) = &known.bot {
            let _ = write!(text, " {owner} {kind}");
        }
        text.push('\n');
    }
    // Written whole or not at all, under the lock.
    let fresh = file.with_extension("new");
    let mut out = owned().open(&fresh)?;
    out.write_all(text.as_bytes())?;
    out.sync_all()?;
    fs::rename(&fresh, file)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;

    fn at(table: &str) -> SeatKey {
        SeatKey {
            host: "games.example.org".to_owned(),
            port: 50123,
            table: table.parse().unwrap(),
            name: "ada".parse().unwrap(),
        }
    }

    fn seat(player: u8) -> (Player, Secret) {
        let player = Player::first(6).nth(player.into()).unwrap();
        (player, Secret(u128::from(player.index() as u8) + 0xa0))
    }

    #[test]
    fn a_seat_outlives_the_program_in_a_file_of_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("kept").join("seats");
        let seats = Seats::new(Some(file.clone()));
        assert_eq!(seats.find(&at("spring")), None);
        seats.keep(&at("spring"), Some(seat(1))).unwrap();
        // Another window, which has begun before.
        let other = Seats::new(Some(file.clone()));
        seats.keep(&at("summer"), Some(seat(2))).unwrap();
        other.keep(&at("autumn"), Some(seat(3))).unwrap();
        for (table, player) in [("spring", 1), ("summer", 2), ("autumn", 3)] {
            let after = Seats::new(Some(file.clone()));
            assert_eq!(after.find(&at(table)), Some(seat(player)), "{table}");
        }
        let somebody = SeatKey {
            name: "ben".parse().unwrap(),
            ..at("spring")
        };
        assert_eq!(seats.find(&somebody), None, "another's name");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(&file).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        seats.keep(&at("spring"), None).unwrap();
        assert_eq!(Seats::new(Some(file)).find(&at("spring")), None);
    }

    #[test]
    fn a_damaged_file_loses_only_its_damaged_part() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("seats");
        let seats = Seats::new(Some(file.clone()));
        seats.keep(&at("spring"), Some(seat(1))).unwrap();
        let whole = fs::read_to_string(&file).unwrap();
        let damaged = [b"games.example.org 70000 a b 9 x\n\xff\n", whole.as_bytes()];
        fs::write(&file, damaged.concat()).unwrap();
        let seats = Seats::new(Some(file.clone()));
        assert_eq!(seats.find(&at("spring")), Some(seat(1)));
        seats.keep(&at("summer"), Some(seat(2))).unwrap();
        assert_eq!(Seats::new(Some(file)).find(&at("spring")), Some(seat(1)));
        // What cannot be written is known as long as the program runs.
        let nowhere = folder.path().join("spring").join("seats");
        fs::write(folder.path().join("spring"), "a file").unwrap();
        let seats = Seats::new(Some(nowhere));
        for (table, player) in [("spring", 1), ("summer", 2)] {
            assert!(seats.keep(&at(table), Some(seat(player))).is_err());
        }
        assert_eq!(seats.find(&at("spring")), Some(seat(1)));
    }

    #[test]
    fn a_seat_is_found_while_another_program_has_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("seats");
        let other = owned().open(file.with_extension("lock")).unwrap();
        fs4::FileExt::lock(&other).unwrap();
        let seats = Arc::new(Seats::new(Some(file)));
        let keeper = Arc::clone(&seats);
        let keeps = std::thread::spawn(move || keeper.keep(&at("spring"), Some(seat(1))));
        while seats.find(&at("spring")).is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(!keeps.is_finished());
        drop(other);
        keeps.join().unwrap().unwrap();
    }

    #[test]
    fn old_seats_make_room() {
        let seats = Seats::default();
        for nth in 0..=MOST {
            let table = format!("t{nth}");
            seats.keep(&at(&table), Some(seat(0))).unwrap();
        }
        assert_eq!(seats.find(&at("t0")), None);
        assert_eq!(seats.find(&at("t1")), Some(seat(0)));
    }
}
