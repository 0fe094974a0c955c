//! What a record is about, from its beginning and its end.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::time::SystemTime;

use super::read::{header, open, unreadable, whole};
use super::{Header, ReadError};
use crate::play::Player;
use crate::protocol::{Name, ServerMessage};

/// What is read of the beginning, in bytes: the header and the players.
const HEAD: u64 = 1 << 14;
/// What is read of the end, in bytes: some lines.
const TAIL: u64 = 1 << 10;

/// What a record is about. Nothing is checked: the whole record may be damaged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glance {
    /// What the record is about.
    pub header: Header,
    /// The players, as far as the beginning names them.
    pub players: Vec<(Player, Name)>,
    /// How the game ended.
    pub end: End,
    /// When the file was last written, if the system says so.
    pub written: Option<SystemTime>,
}

/// How the game of a record ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End<P = Player> {
    /// With a winner.
    Won(P),
    /// Without one.
    NobodyWon,
    /// The record ends before the game.
    Unfinished,
}

/// Reads at most 17 KiB of a record.
///
/// # Errors
/// If the file cannot be read, or is not a record.
pub fn glance(path: &Path) -> Result<Glance, ReadError> {
    let mut file = open(path)?.into_inner();
    let failed = |error| unreadable(path, error);
    let about = file.metadata().map_err(failed)?;
    let head = part(&mut file, HEAD).map_err(failed)?;
    let mut lines = head.split_inclusive(|&byte| byte == b'\n').map(whole);
    let no_record = || ReadError::NoRecord(path.to_owned());
    let first = lines.next().flatten().ok_or_else(no_record)?;
    let header = header(path, first)?;
    let mut players: Vec<(Player, Name)> = Vec::new();
    for line in lines.map_while(|line| line) {
        if let Some(ServerMessage::RegisteredPlayer(told)) = message(line)
            // Not a neutral force.
            && told.player.index() < header.players.into()
            && players.iter().all(|(player, _)| *player != told.player)
        {
            players.push((told.player, told.name));
        }
    }
    players.sort_unstable_by_key(|(player, _)| *player);
    let tail = about.len().saturating_sub(TAIL);
    file.seek(SeekFrom::Start(tail)).map_err(failed)?;
    let tail = part(&mut file, TAIL).map_err(failed)?;
    let lines = tail.split_inclusive(|&byte| byte == b'\n').map(whole);
    let end = lines.flatten().find_map(|line| match message(line) {
        Some(ServerMessage::GameOver(over)) => Some(End::Won(over.winner)),
        Some(ServerMessage::NoWinner(_)) => Some(End::NobodyWon),
        _ => None,
    });
    Ok(Glance {
        header,
        players,
        end: end.unwrap_or(End::Unfinished),
        written: about.modified().ok(),
    })
}

/// The next bytes of a file, at most so many.
fn part(file: &mut File, most: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The message of a line, behind its time and its checksum.
fn message(line: &str) -> Option<ServerMessage> {
    let text = line.splitn(3, ' ').nth(2)?;
    ServerMessage::parse(text).ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::protocol::Digest;
    use crate::replay::RecordWriter;

    fn record(lines: &[&str]) -> Vec<u8> {
        let header = Header {
            game: "conquest".to_owned(),
            setup: "world".to_owned(),
            digest: Digest(7),
            players: 2,
        };
        let mut bytes = Vec::new();
        let mut writer = RecordWriter::begin(&header, &mut bytes);
        for line in lines {
            writer.write(Duration::ZERO, line, &mut bytes);
        }
        bytes
    }

    #[test]
    fn the_players_and_the_winner_are_found_without_reading_what_is_between() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.rep");
        let mut lines = vec![
            "REGISTERED-PLAYER 1 Ada",
            "REGISTERED-PLAYER 0 You",
            "REGISTERED-PLAYER 2 Neutral",
        ];
        lines.extend(std::iter::repeat_n("START-ROUND 0", 3_000));
        lines.extend(["GAME-OVER 1", "CHAT 0 * well played"]);
        let mut bytes = record(&lines);
        // Damage in the middle is not noticed.
        bytes[40_000] = 0xff;
        std::fs::write(&file, &bytes).unwrap();
        let seen = glance(&file).unwrap();
        let names: Vec<&str> = seen.players.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["You", "Ada"]);
        assert_eq!(seen.header.setup, "world");
        assert_eq!(seen.end, End::Won(Player::new(1).unwrap()));
        assert!(seen.written.is_some());
        // One that was cut off within a line, and one whose players are not named.
        std::fs::write(&file, &bytes[..bytes.len() - 60]).unwrap();
        assert_eq!(glance(&file).unwrap().end, End::Unfinished);
        std::fs::write(&file, record(&["NO-WINNER"])).unwrap();
        let drawn = glance(&file).unwrap();
        assert_eq!((drawn.players.len(), drawn.end), (0, End::NobodyWon));
        for bytes in [&b""[..], b"MARCHLAND-RECORD", b"\xff\n", b"TABLE a\n"] {
            std::fs::write(&file, bytes).unwrap();
            assert!(matches!(glance(&file), Err(ReadError::NoRecord(_))));
        }
    }
}
