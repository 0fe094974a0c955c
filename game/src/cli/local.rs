//! A local game against computer players.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use marchland_game::client::net::{Destination, Recorder};
#[cfg(feature = "gui")]
use marchland_game::gui::{LocalGame, played::Played};
use marchland_game::list;
use marchland_game::local::{Opponent, OwnGame, OwnTable, as_told};
use marchland_game::play::{OPPONENTS, SeededDice};
use marchland_game::protocol::Name;
use marchland_game::server::net::Connection;
use marchland_game::server::{Lobby, LobbyOptions, TimeLimits};

use super::playable::Playable;
use super::saved::{self, About, OwnSeat, Resumable, Saved};
use super::seat::{ADVICE, RECORD_KEPT, Seat, farewell};
use super::{ended, maps, say};

/// A local game against computer players.
pub(super) struct Local<P> {
    pub(super) game: P,
    pub(super) about: About,
    /// Where it is saved, if it is.
    pub(super) saved: Option<Saved>,
    /// Whether it resumes a saved game.
    pub(super) goes_on: bool,
}

impl<P: Playable> Local<P> {
    /// Sets up a new game against `bots`, and saves it if `records`. Only conquest has a `map`.
    pub(super) fn begin(
        game: P,
        map: Option<&Path>,
        bots: &[impl AsRef<str>],
        you: &Name,
        seed: u64,
        records: bool,
    ) -> anyhow::Result<Self> {
        game.known(bots.len() as u8 + 1)?;
        let names = OPPONENTS.into_iter();
        let names = names.filter(|name| !name.eq_ignore_ascii_case(you.as_str()));
        let bots = bots.iter().zip(names).map(|(bot, name)| {
            Ok(saved::Opponent {
                name: name.to_owned(),
                bot: game.full_name(bot.as_ref())?,
            })
        });
        let about = About {
            map: map.map(maps::anywhere).transpose()?,
            map_name: map.map(|_| game.title()),
            game: map.is_none().then(|| game.rules().id().to_owned()),
            size: game.setup(),
            you: you.to_string(),
            seed,
            bots: bots.collect::<anyhow::Result<_>>()?,
        };
        let saved = if records { Saved::begin(&about)? } else { None };
        Ok(Self {
            game,
            about,
            saved,
            goes_on: false,
        })
    }

    /// Resumes a saved game.
    pub(super) fn resume(game: P, left: Resumable) -> Self {
        Self {
            game,
            about: left.about,
            saved: Some(left.saved),
            goes_on: true,
        }
    }

    /// The lobby with the table as the game was left, and the players' tokens.
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
        let lobby = Lobby::new(options, self.chance()).context("this set-up cannot be played")?;
        let seats = match &self.saved {
            Some(saved) if self.goes_on => saved.resume(&lobby)?,
            _ => Vec::new(),
        };
        Ok((lobby, seats))
    }

    /// The dice; in a resumed game seeded by the length of its journal as well, so that no
    /// roll repeats.
    fn chance(&self) -> SeededDice {
        match &self.saved {
            Some(saved) if self.goes_on => SeededDice::stream(self.about.seed, saved.length()),
            _ => SeededDice::new(self.about.seed),
        }
    }

    /// Everything the table needs, including the person's seat in a resumed game.
    fn prepare(&self) -> anyhow::Result<OwnGame<P::Known>> {
        let (lobby, known) = self.lobby()?;
        let seat_of = |name: &Name| {
            let seat = known.iter().find(|(known, ..)| known == name);
            seat.map(|&(_, player, secret)| (player, secret))
        };
        let bots = self.about.players()?;
        let mut chance = self.chance();
        let opponents = bots.iter().map(|(bot, name)| {
            Ok(Opponent {
                name: name.clone(),
                strategy: self.game.computer(bot, chance.seed())?,
                seat: seat_of(name),
            })
        });
        let opponents = opponents.collect::<anyhow::Result<_>>()?;
        let you: Name = self.about.you.parse()?;
        Ok(OwnGame {
            lobby,
            game: self.game.known(bots.len() as u8 + 1)?,
            opponents,
            seat: seat_of(&you),
            you,
        })
    }

    /// Plays at a table in this process.
    pub(super) async fn play(
        self,
        seat: Seat,
        recorder: Option<Recorder>,
    ) -> anyhow::Result<ExitCode> {
        let own = self.prepare()?;
        let recorder = match (recorder, &self.saved, own.seat) {
            (Some(recorder), Some(saved), Some((me, _))) => {
                let past = as_told::<P::Known>(saved.record()?, me);
                Some(recorder.continuing(&past))
            }
            (recorder, ..) => recorder,
        };
        greet(&self.game, &self.about.opponents());
        let table = OwnTable::open(own).await;
        let (table, there) = table.context("cannot listen on 127.0.0.1")?;
        let there = Destination { recorder, ..there };
        let kept = match (&self.saved, &there.recorder) {
            (Some(_), _) => "It can be continued.",
            (None, Some(_)) => RECORD_KEPT,
            (None, None) => "",
        };
        let ending = seat.play(&self.game, there, self.about.seed, kept).await?;
        table.close().await;
        if let Ok(ending) = &ending {
            farewell(ending, self.about.map.as_deref());
            if let Some(saved) = self.saved {
                let name = saved.name();
                if saved.close(ending.over) {
                    say(&format!(
                        "To continue it: marchland-game play --resume {name}"
                    ));
                }
            }
        }
        ended::ended(ending, &ADVICE)
    }
}

#[cfg(feature = "gui")]
impl<P: Playable<Known: Played>> Local<P> {
    /// The same for the window.
    pub(super) fn party(self, recorder: Option<Recorder>) -> anyhow::Result<LocalGame<P::Known>> {
        let own = self.prepare()?;
        let (saved, seed) = (self.saved, self.about.seed);
        let past = saved.as_ref().filter(|_| self.goes_on);
        let past = past.map(Saved::record).transpose()?;
        Ok(LocalGame {
            own,
            seed,
            recorder,
            past,
            close: Box::new(move |over| saved.is_some_and(|saved| saved.close(over))),
        })
    }
}

fn greet<P: Playable>(game: &P, others: &[(String, String)]) {
    let others: Vec<String> = others
        .iter()
        .map(|(name, level)| format!("{name} ({level})"))
        .collect();
    say(&format!("{}: you against {}.", game.title(), list(&others)));
    say("Type help for the commands.");
}
