//! What a server tells of its tables to one who joins none.

use tokio::io::AsyncReadExt;
use tokio::time::{Instant, timeout_at};

use super::conversation::{PERSON, hello, refused_login};
use super::{ANSWER, ClientError, Outgoing, Stream, send};
use crate::protocol::command::{self, Table};
use crate::protocol::{LineReader, Name, ServerMessage};

const MOST_TABLES: usize = 10_000;

/// The most lines about a table that are read; the state of the largest map has fewer.
const MOST_LINES: usize = 10_000;

/// The number of the `PING` whose reply ends what is told about a table.
const END: u32 = 1;

/// A connection on which a server is asked about its tables.
pub struct Inquiry {
    stream: Box<dyn Stream>,
    reader: LineReader,
    /// To be sent with the next question.
    greeting: Outgoing,
}

impl Inquiry {
    /// Asks over a new connection.
    pub fn new(stream: Box<dyn Stream>) -> Self {
        Self {
            stream,
            reader: LineReader::default(),
            greeting: hello(PERSON),
        }
    }

    /// Lists the tables.
    ///
    /// # Errors
    /// If the connection is lost, or the server does not support tables.
    pub async fn tables(&mut self) -> Result<Vec<Table>, ClientError> {
        self.greeting.say(command::List {});
        let mut tables = Vec::new();
        self.ask(|_, message| {
            match message {
                Some(ServerMessage::Table(table)) if tables.len() < MOST_TABLES => {
                    tables.push(table);
                }
                Some(ServerMessage::TableEnd(_) | ServerMessage::Table(_)) => return true,
                _ => {}
            }
            false
        })
        .await?;
        Ok(tables)
    }

    /// Watches a table for a moment; returns what a spectator is told at first. Afterwards
    /// nothing else can be asked.
    ///
    /// # Errors
    /// If the connection is lost, or the table cannot be watched.
    pub async fn look_at(&mut self, table: Name) -> Result<Vec<String>, ClientError> {
        self.greeting.say(command::Join { table });
        self.greeting.say(command::Spectate {});
        self.greeting.say(command::Ping { number: END });
        let mut lines = Vec::new();
        self.ask(|line, message| {
            let is_end = matches!(message, Some(ServerMessage::Pong(pong)) if pong.number == END);
            if !is_end && lines.len() < MOST_LINES {
                lines.push(line.to_owned());
            }
            is_end || lines.len() == MOST_LINES
        })
        .await?;
        Ok(lines)
    }

    /// Sends what is to be sent, and reads lines until `take` says that they are all.
    async fn ask(
        &mut self,
        mut take: impl FnMut(&str, Option<ServerMessage>) -> bool,
    ) -> Result<(), ClientError> {
        if !send(&mut *self.stream, &std::mem::take(&mut self.greeting)).await {
            return Err(ClientError::Lost);
        }
        let (mut greeted, mut strange) = (false, false);
        let end = Instant::now() + ANSWER;
        let mut until = end - ANSWER / 2;
        let mut bytes = vec![0; 4096];
        loop {
            let count = match timeout_at(until, self.stream.read(&mut bytes)).await {
                Ok(Ok(count @ 1..)) => count,
                Ok(_) if strange && !greeted => return Err(ClientError::NotAServer),
                Ok(_) => return Err(ClientError::Lost),
                Err(_) if until < end => {
                    until = end;
                    if !greeted && !send(&mut *self.stream, &refused_login()).await {
                        return Err(ClientError::Lost);
                    }
                    continue;
                }
                Err(_) if greeted => return Err(ClientError::Silent),
                Err(_) => return Err(ClientError::NotAServer),
            };
            let mut input = &bytes[..count];
            while let Some(line) = self.reader.next(&mut input) {
                let Ok(line) = line else { continue };
                let message = ServerMessage::parse(line).ok();
                match &message {
                    Some(ServerMessage::Hello(_)) => greeted = true,
                    Some(ServerMessage::LoginAck(_)) if !greeted => {
                        return Err(ClientError::NoTables);
                    }
                    Some(ServerMessage::Error(error)) => {
                        return Err(ClientError::Refused(error.text.clone()));
                    }
                    None => strange = true,
                    _ => {}
                }
                if take(line, message) {
                    return Ok(());
                }
            }
        }
    }
}
