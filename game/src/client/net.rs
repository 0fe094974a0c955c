//! Players connected to a server.
//!
//! A [`Destination`] says where to play, and as whom. The [`Conversation`] there is the exchange
//! of lines for one seat and touches no socket. [`drive`] runs it over connections for a
//! [`Participant`]: a [`Client`] is a computer player, the program's `play` a person.

mod conversation;
mod destination;
mod inquiry;
mod recorder;
mod seats;
mod server;
mod table_choice;

use std::io;
use std::time::Duration;

use thiserror::Error;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;

pub use conversation::{Conversation, Next, Notice, Outgoing};
pub use destination::{Destination, Presence};
pub use inquiry::Inquiry;
pub use recorder::Recorder;
pub use seats::{SeatKey, Seats};
pub use server::{Dialled, Server};
pub use table_choice::TableChoice;

use super::{Intent, Knowledge, OtherGame};
use crate::play::{Misfit, Player};
use crate::protocol::LineReader;
use crate::protocol::command::LoginError;

/// How often to try to reconnect, and the first delay, which doubles each time: two minutes
/// in all.
const TRIES: u32 = 9;
const FIRST_WAIT: Duration = Duration::from_millis(250);

/// The time limit for sending lines.
const SEND: Duration = Duration::from_secs(60);

/// How long to wait for the server to end the connection after leaving, or for its last words
/// where nothing can be sent any more.
const HANG_UP: Duration = Duration::from_secs(1);

/// The time limit for an answer about tables. A person waits twice as long for the first word of
/// a server to play at.
const ANSWER: Duration = Duration::from_secs(10);

/// The silence after which the server is asked for a sign of life.
const SILENCE: Duration = Duration::from_secs(20);

/// A connection to a server, with or without TLS.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// A computer player at a server.
pub struct Client<K: Knowledge> {
    /// Where it plays, and as whom.
    pub to: Destination<K>,
    /// How it plays.
    pub strategy: K::Computer,
    /// Receives the events as sentences.
    pub log: Box<dyn FnMut(&str) + Send>,
}

/// Why a client stopped before the end of the game.
#[derive(Debug, Error)]
pub enum ClientError {
    /// No server answers there.
    #[error("{}", away(host, *port, source))]
    Away {
        /// The name or address tried.
        host: String,
        /// The port tried.
        port: u16,
        /// The error of the system.
        source: io::Error,
    },
    /// The server does not speak TLS, or its certificate is not trusted.
    #[error("no TLS connection to {host}, port {port}: {why}")]
    Untrusted {
        /// The name or address tried.
        host: String,
        /// The port tried.
        port: u16,
        /// What is wrong with the certificate, and what may help.
        why: String,
    },
    /// The login failed.
    #[error("{0}")]
    Login(#[from] LoginError),
    /// The server refuses a request before the game, or one action after another.
    #[error("the server refuses: {0}")]
    Refused(String),
    /// The server ends the connection before the client has a seat.
    #[error("the server ends the connection: {0}")]
    TurnedAway(String),
    /// The server does not support tables.
    #[error("the server speaks version 0.2, which has no tables")]
    NoTables,
    /// Somebody accepts the connection and does not speak the protocol.
    #[error("connected, but this does not answer like a Marchland server; is the port right?")]
    NotAServer,
    /// The server understands the question and does not answer it in time.
    #[error("the server does not answer; it may be busy: try again")]
    Silent,
    /// The server plays another game.
    #[error("the server plays {0}")]
    OtherGame(OtherGame),
    /// Somebody else with the token has taken the seat.
    #[error("the seat was taken again from another window or program")]
    Elsewhere,
    /// The host of the table has removed the player before the game.
    #[error("{0}")]
    Removed(String),
    /// The server was closed, and its games with it.
    #[error("the server was closed, and its games have ended")]
    Closed,
    /// The server is there again after a loss, without the game.
    #[error(
        "the server no longer has this game; it was restarted, or the game is over; join again to sit down \
             anew"
    )]
    Gone,
    /// The connection was lost and could not be restored.
    #[error("the connection was lost")]
    Lost,
    /// The server sent a line that does not fit the game.
    #[error("the server sent {line:?}, which does not fit the game: {why}")]
    Unfit {
        /// The line.
        line: String,
        /// Why it does not fit.
        why: Misfit,
    },
    /// The record cannot be written.
    #[error("the record cannot be written")]
    Record(#[source] io::Error),
}

fn away(host: &str, port: u16, source: &io::Error) -> String {
    if is_unanswered(source) {
        format!("no server answers at {host}, port {port}; is it running?")
    } else {
        format!("cannot connect to {host}, port {port}")
    }
}

fn is_unanswered(source: &io::Error) -> bool {
    let kind = source.kind();
    matches!(
        kind,
        io::ErrorKind::ConnectionRefused | io::ErrorKind::TimedOut
    )
}

impl ClientError {
    /// The error with its cause, if that tells more.
    #[cfg(feature = "gui")]
    pub(crate) fn in_full(&self) -> String {
        match self {
            Self::Away { source, .. } if !is_unanswered(source) => format!("{self}: {source}"),
            Self::Record(source) => format!("{self}: {source}"),
            _ => self.to_string(),
        }
    }

    /// Creates the error for a failed connection.
    fn unreached(host: String, port: u16, source: io::Error) -> Self {
        match crate::tls::distrust(&source) {
            Some(why) => Self::Untrusted { host, port, why },
            None => Self::Away { host, port, source },
        }
    }
}

impl<K: Knowledge> Client<K> {
    /// Plays until the game is over and returns the winner. A lost connection to a server of
    /// version 0.3 is restored.
    ///
    /// # Errors
    /// If the game was not played to its end.
    pub async fn play(self) -> Result<Option<Player>, ClientError> {
        let (server, mut talk) = self.to.conversation();
        talk.set_computer();
        let mut computer = Computer::<K> {
            strategy: self.strategy,
            log: self.log,
        };
        let stream = server.reach().await?;
        match drive(&mut talk, &mut computer, stream, || (server.dial)()).await? {
            Stop::Over(winner) => Ok(winner),
            Stop::Left => Ok(None),
        }
    }
}

/// A computer player and its log.
struct Computer<K: Knowledge> {
    strategy: K::Computer,
    log: Box<dyn FnMut(&str) + Send>,
}

impl<K: Knowledge> Participant<K> for Computer<K> {
    fn notice(&mut self, notice: &Notice<'_, K>) {
        match notice {
            Notice::Reply(line, known) => {
                if let Some(sentence) = known.narrate(line) {
                    (self.log)(&sentence);
                }
            }
            Notice::Note(note) => (self.log)(note),
            Notice::Recording(file) => (self.log)(&format!("recording to {}", file.display())),
        }
    }

    fn next(&mut self, known: &K) -> Option<K::Action> {
        known.decide(&mut self.strategy)
    }

    async fn disconnected(&mut self) {
        (self.log)("the connection was lost; reconnecting");
        std::future::pending::<()>().await;
    }
}

/// Decides and observes in a conversation: a computer player, or a person at a terminal or
/// window.
pub trait Participant<K: Knowledge> {
    /// Receives a notice about each line.
    fn notice(&mut self, notice: &Notice<'_, K>);

    /// The next action, if there is one; called until there is none.
    fn next(&mut self, known: &K) -> Option<K::Action>;

    /// Called when all input is processed, so that the display can be updated.
    fn rest(&mut self, talk: &Conversation<K>) {
        let _ = talk;
    }

    /// Waits for the next intent. Must be cancel-safe.
    fn intent(&mut self, talk: &Conversation<K>) -> impl Future<Output = Intent<K::Action>> {
        let _ = talk;
        std::future::pending()
    }

    /// Called while a lost connection is being restored; returns to give up.
    fn disconnected(&mut self) -> impl Future<Output = ()>;
}

/// How a conversation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The game is over: the winner, if known.
    Over(Option<Player>),
    /// The participant left.
    Left,
}

/// Runs a conversation to its end over a connection. `dial` replaces a lost connection to a
/// server of version 0.3.
///
/// # Errors
/// If the game was not played to its end.
pub async fn drive<K: Knowledge>(
    talk: &mut Conversation<K>,
    participant: &mut impl Participant<K>,
    mut stream: Box<dyn Stream>,
    mut dial: impl FnMut() -> Dialled,
) -> Result<Stop, ClientError> {
    let mut greeting = talk.opening();
    loop {
        if let Some(stop) = follow(&mut *stream, talk, participant, greeting).await? {
            return Ok(stop);
        }
        drop(stream);
        greeting = talk.return_to_seat().ok_or(ClientError::Lost)?;
        stream = tokio::select! {
            stream = connect_again(&mut dial, talk) => stream?,
            () = participant.disconnected() => return Ok(Stop::Left),
        };
    }
}

/// Runs what may think for long. On a runtime of several threads, the tasks that wait for this
/// thread go on on another one: some can be reached by no other thread otherwise.
fn decided<T>(decide: impl FnOnce() -> T) -> T {
    let flavor = tokio::runtime::Handle::current().runtime_flavor();
    if flavor == tokio::runtime::RuntimeFlavor::MultiThread {
        tokio::task::block_in_place(decide)
    } else {
        decide()
    }
}

/// Sends `greeting` and runs the conversation over one connection. Returns how it ended, or
/// `None` if the connection was lost.
async fn follow<K: Knowledge>(
    stream: &mut dyn Stream,
    talk: &mut Conversation<K>,
    participant: &mut impl Participant<K>,
    greeting: Outgoing,
) -> Result<Option<Stop>, ClientError> {
    let mut reader = LineReader::default();
    let mut bytes = vec![0; 4096];
    let mut answers = greeting;
    loop {
        // A server of version 0.2 accepts several actions at once.
        while let Some(action) = decided(|| participant.next(talk.model())) {
            talk.act(&action, &mut answers, &mut |notice| {
                participant.notice(&notice);
            })?;
        }
        let sent = answers.is_empty() || send(stream, &answers).await;
        answers = Outgoing::default();
        participant.rest(talk);
        let patience = if sent { talk.patience() } else { HANG_UP };
        let intent = tokio::select! {
            heard = timeout(patience, stream.read(&mut bytes)) => {
                let count = match heard {
                    Ok(Ok(count @ 1..)) => count,
                    Err(_) if sent && talk.silence(&mut answers)? => 0,
                    _ => return Ok(lost(talk)),
                };
                let mut input = &bytes[..count];
                while let Some(line) = reader.next(&mut input) {
                    // Ignore lines that are not of the protocol.
                    let Ok(line) = line else { continue };
                    match talk.hear(line, &mut answers, &mut |notice| participant.notice(&notice)) {
                        Ok(Next::Go) => {}
                        Ok(Next::Over(winner)) => return Ok(Some(Stop::Over(winner))),
                        Ok(Next::Again) => return Ok(None),
                        Err(why) => {
                            // The last lines; they may not arrive.
                            send(stream, &answers).await;
                            return Err(why);
                        }
                    }
                }
                if !sent {
                    return Ok(lost(talk));
                }
                Intent::Nothing
            }
            intent = participant.intent(talk) => intent,
        };
        match intent {
            Intent::Act(action) => {
                talk.act(&action, &mut answers, &mut |notice| {
                    participant.notice(&notice);
                })?;
            }
            Intent::Leave => {
                talk.part(&mut answers);
                if !answers.is_empty() && send(stream, &answers).await {
                    hang_up(stream).await;
                }
                return Ok(Some(Stop::Left));
            }
            other => talk.ask(other, &mut answers),
        }
    }
}

/// How the conversation ended with a lost connection, if its game was over.
fn lost<K: Knowledge>(talk: &Conversation<K>) -> Option<Stop> {
    talk.model().over().map(|over| Stop::Over(over.0))
}

/// Restores a lost connection.
async fn connect_again<K: Knowledge>(
    dial: &mut impl FnMut() -> Dialled,
    talk: &mut Conversation<K>,
) -> Result<Box<dyn Stream>, ClientError> {
    loop {
        let tries = talk.try_again();
        if tries > TRIES {
            let heard = talk.has_heard();
            return Err(if heard {
                ClientError::Lost
            } else {
                ClientError::NotAServer
            });
        }
        tokio::time::sleep(FIRST_WAIT * (1 << (tries - 1))).await;
        if let Ok(stream) = dial().await {
            return Ok(stream);
        }
    }
}

/// Sends lines; returns whether that succeeded.
async fn send(stream: &mut dyn Stream, lines: &Outgoing) -> bool {
    let sent = timeout(SEND, stream.write_all(lines.as_bytes())).await;
    sent.is_ok_and(|sent| sent.is_ok())
}

/// Ends a connection once the server has read everything: closed with unread lines, it would
/// be reset, and the last ones sent might be lost.
async fn hang_up(stream: &mut dyn Stream) {
    let read_out = async {
        let mut bytes = vec![0; 4096];
        if stream.shutdown().await.is_ok() {
            while let Ok(1..) = stream.read(&mut bytes).await {}
        }
    };
    let _ = timeout(HANG_UP, read_out).await;
}
