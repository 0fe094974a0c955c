//! A game at a table of one's own, against computer players.

use std::collections::VecDeque;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use marchland_game::client::net::{Client, Recorder, TableChoice};
use marchland_game::play::SeededDice;
use marchland_game::protocol::Name;
use marchland_game::server::net::{self, Connection, NetOptions};
use marchland_game::server::{Lobby, LobbyOptions, SessionLimits, TimeLimits};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::person::There;
use super::playable::Playable;
use super::saved::{About, OwnSeat, Saved};
use super::seat::{ADVICE, RECORD_KEPT, Seat, farewell};
use super::wire::Wire;
use super::{bots, client, say};

/// A game against computer players.
pub(super) struct Local<P> {
    pub(super) game: P,
    pub(super) about: About,
    /// Where it is kept, if it is.
    pub(super) saved: Option<Saved>,
    /// Whether it was left before.
    pub(super) goes_on: bool,
}

impl<P: Playable> Local<P> {
    /// The table, as the game was left, and what players come back with.
    fn lobby(&self) -> anyhow::Result<(Lobby<Connection>, Vec<OwnSeat>)> {
        let options = LobbyOptions {
            games: vec![self.game.rules()],
            setup: self.game.setup(),
            players: self.about.bots.len() as u8 + 1,
            limits: TimeLimits::patient(),
            most_tables: 0,
            most_tables_each: 0,
            journals: self.saved.as_ref().map(Saved::journals),
        };
        let lobby = Lobby::new(options, self.chance()).context("no game can be played so")?;
        let seats = match &self.saved {
            Some(saved) if self.goes_on => saved.resume(&lobby)?,
            _ => Vec::new(),
        };
        Ok((lobby, seats))
    }

    /// Chance from the seed; for a game that is gone on with from where it was
    /// left, too, so that nothing is rolled once more.
    fn chance(&self) -> SeededDice {
        match &self.saved {
            Some(saved) if self.goes_on => SeededDice::stream(self.about.seed, saved.length()),
            _ => SeededDice::new(self.about.seed),
        }
    }

    /// Plays at a table in this process.
    pub(super) async fn play(
        self,
        seat: Seat,
        recorder: Option<Recorder>,
    ) -> anyhow::Result<ExitCode> {
        let (lobby, known) = self.lobby()?;
        let lobby = Arc::new(lobby);
        let listener = TcpListener::bind(("127.0.0.1", 0)).await;
        let listener = listener.context("cannot listen on 127.0.0.1")?;
        let port = listener.local_addr()?.port();
        let (stop, stopped) = oneshot::channel::<()>();
        let shutdown = async {
            let _ = stopped.await;
        };
        let limits = NetOptions {
            session: SessionLimits {
                // Nobody floods oneself.
                rate: 1e6,
                burst: 1e6,
                ..SessionLimits::default()
            },
            ..NetOptions::default()
        };
        let server = tokio::spawn(net::run(listener, Arc::clone(&lobby), limits, shutdown));
        let seat_of = |name: &Name| {
            let seat = known.iter().find(|(known, ..)| known == name);
            seat.map(|&(_, player, secret)| (player, secret))
        };
        let bots = self.about.players()?;
        let game = self.game.known(bots.len() as u8 + 1)?;
        greet(&self.game, &bots);
        let mut chance = self.chance();
        let players = bots.iter().map(|(bot, name)| {
            Ok(Client {
                host: "127.0.0.1".to_owned(),
                port,
                name: name.clone(),
                table: TableChoice::Default,
                seat: seat_of(name),
                game: game.clone(),
                strategy: self.game.computer(bot, chance.seed())?,
                recorder: None,
                log: Box::new(|_| {}),
            })
        });
        let players = players.collect::<anyhow::Result<_>>()?;
        let seats = tokio::spawn(sit_down::<P>(players, lobby));
        let you: Name = self.about.you.parse()?;
        let there = There {
            wire: Wire::here(port),
            table: TableChoice::Default,
            seat: seat_of(&you),
            name: you,
            game,
            recorder,
        };
        let kept = match (&self.saved, &there.recorder) {
            (Some(_), _) => "`marchland-game play --resume` goes on with it.",
            (None, Some(_)) => RECORD_KEPT,
            (None, None) => "",
        };
        let ending = seat.play(&self.game, there, self.about.seed, kept).await?;
        seats.abort();
        let _ = stop.send(());
        let _ = server.await;
        if let Ok(ending) = &ending {
            farewell(ending);
            if self.saved.is_some_and(|saved| saved.close(ending.over)) {
                say("Go on with it: marchland-game play --resume");
            }
        }
        client::ended(ending, &ADVICE)
    }
}

fn greet<P: Playable>(game: &P, bots: &[(String, Name)]) {
    let others: Vec<String> = bots
        .iter()
        .map(|(bot, name)| format!("{name} ({})", bots::level(bot)))
        .collect();
    let others = match others.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => others.join(""),
    };
    say(&format!("{}: you against {others}.", game.title()));
    say("Type help for the commands.");
}

/// Lets the computer players sit down, one after the other, so that the same
/// seed gives the same seats; the person sits first.
async fn sit_down<P: Playable>(bots: Vec<Client<P::Known>>, lobby: Arc<Lobby<Connection>>) {
    // They end with this task.
    let mut playing: VecDeque<Aborted> = VecDeque::new();
    for (seated, client) in (1..).zip(bots) {
        while lobby
            .list()
            .first()
            .is_none_or(|table| table.seated < seated)
        {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        playing.push_back(Aborted(tokio::spawn(async move {
            // That its game ended early is the person's doing.
            let _ = client.play().await;
        })));
    }
    std::future::pending::<()>().await;
}

/// A task that ends with its handle.
struct Aborted(JoinHandle<()>);

impl Drop for Aborted {
    fn drop(&mut self) {
        self.0.abort();
    }
}
