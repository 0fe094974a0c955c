//! Screenshots without a display, of a game that is played for them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use iced::Size;
use marchland_maps::TerritoryId;
use marchland_ui::headless::Camera;

use super::{App, Launch, OpenedRecord, Screen, table_of};
use crate::client::Model;
use crate::client::net::{Destination, Presence, Server, TableChoice};
use crate::conquest::bots::StrategyKind;
use crate::conquest::rules::{Phase, State};
use crate::gui::dots::DotsTable;
use crate::gui::ground::Ground;
use crate::gui::host::{Host, Reach};
use crate::gui::keys::Command;
use crate::gui::link::Order;
use crate::gui::place::Place;
use crate::gui::seat::sit_down;
use crate::gui::server_lobby::{self, ServerLobby};
use crate::gui::session::{Message, Mode, Prompt, Tab};
use crate::gui::stage::Pace;
use crate::gui::table::Table;
use crate::gui::texts::past;
use crate::protocol::Name;
use crate::replay;
use crate::server::net::DEFAULT_PORT;

/// What a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Shown {
    /// Where a game is set up
    Start,
    /// A table in the lobby of a server
    Lobby,
    /// Your turn
    Turn,
    /// Units pencilled in
    Pencil,
    /// The odds of an attack, and how to make it
    Attack,
    /// How many follow a conquest
    Follow,
    /// The players
    Players,
    /// What positions are worth
    Values,
    /// The keys
    Keys,
    /// The end
    End,
}

/// Draws a state of a game into a PNG file. The computer plays for the person up to `turn`, so
/// the same set-up gives the same picture.
///
/// # Errors
/// Why it cannot be drawn, or written.
pub fn picture(launch: Launch, shown: Shown, turn: u32, out: &Path) -> Result<(), String> {
    let size = launch.size;
    let ground = Arc::new(Ground::read(&launch.settings.conquest.map)?);
    let (mut app, _) = App::launch(launch);
    if shown == Shown::Start {
        let ground = Ground::read(&app.settings.conquest.map)?;
        let _ = app.on_ground(Ok(ground));
    } else if app.settings.plays_dots {
        app.show_dots(shown, turn)?;
    } else if shown == Shown::Lobby {
        app.show_lobby(&ground)?;
    } else {
        app.play_up_to(&ground, shown, turn)?;
    }
    shoot(&mut app, size, out)
}

/// Draws a turn of a record, counted from 1, into a PNG file; the number after the last turn is
/// the end. For dots, the board after that many lines.
///
/// # Errors
/// Why it cannot be drawn, or written; also if the record is shorter.
pub fn picture_of_record(
    launch: Launch,
    (file, map): (&Path, Option<PathBuf>),
    turn: u32,
    out: &Path,
) -> Result<(), String> {
    let size = launch.size;
    let (mut app, _) = App::launch(launch);
    // A picture must not depend on recently played maps.
    let named = || Some(replay::header_of(file).ok()?.setup.into());
    let map = map.or_else(named);
    let (ground, replay) = match OpenedRecord::read(file, map, [])? {
        OpenedRecord::Conquest(_, read) => *read,
        OpenedRecord::Dots(replay) => {
            if turn as usize > replay.lines() {
                return Err(past::lines_of_record(replay.lines()));
            }
            let mut dots_table = DotsTable::of_record(*replay);
            dots_table.paused = true;
            dots_table.seek(turn as usize);
            app.screen = Screen::Dots(Box::new(dots_table));
            return shoot(&mut app, size, out);
        }
    };
    let turns = replay.history().turns();
    if turn as usize > turns.len() + 1 {
        return Err(past::turns_of_record(turns.len()));
    }
    let at = turns.get(turn.saturating_sub(1) as usize);
    let at = at.map_or(usize::MAX, |turn| turn.at);
    let mut table = Table::of_record(Arc::new(ground), replay, app.settings.mode);
    table.session.stage.paused = true;
    table.seek(at);
    table.settle(app.settings.mode);
    app.screen = Screen::Table(Box::new(table));
    shoot(&mut app, size, out)
}

fn shoot(app: &mut App, size: Size, out: &Path) -> Result<(), String> {
    let mut camera = Camera::new(size).map_err(|error| error.to_string())?;
    // The first pictures let the widgets learn their sizes.
    for _ in 0..2 {
        let mut messages = Vec::new();
        camera.take(app.view(), &app.theme(), &mut messages);
        for message in messages {
            let _ = app.update(message);
        }
    }
    let rgba = camera.take(app.view(), &app.theme(), &mut Vec::new());
    camera.save(&rgba, out).map_err(|error| error.to_string())
}

impl App {
    /// Shows a newly created table with one computer player.
    fn show_lobby(&mut self, ground: &Arc<Ground>) -> Result<(), String> {
        let host = Host::open(
            (self.server_options.host)(&self.settings.conquest, ground)?,
            0,
            Reach::Here,
        )?;
        let name = |name: &str| name.parse().map_err(|_| name.to_owned());
        let you: Name = name("Ada")?;
        let game = Model::new(Arc::clone(ground.map()), None);
        let there = Destination {
            table: TableChoice::Create(name("spring")?, 4),
            presence: Presence::Gathers,
            ..Destination::new(host.server(), you.clone(), game)
        };
        let seed = self.settings.conquest.seed;
        let opening = move || Ok(Place::Remote(Box::new(there), seed));
        let (link, mut heard) = sit_down(Box::new(opening));
        let mut table = table_of(ground, link, false, self.settings.mode);
        let ben = Order::Seat(name("Ben")?, StrategyKind::Planner);
        let mut asked = false;
        while !(table.session.room.free() == 2 && table.session.room.awaited().count() == 1) {
            let Some(news) = heard.blocking_recv() else {
                break;
            };
            table.hear(news);
            if table.session.room.me().is_some() && !std::mem::replace(&mut asked, true) {
                table.session.update(Message::Order(ben.clone()));
            }
            table.settle(self.settings.mode);
            if let Some(Err(failure)) = table.session.ending() {
                return Err(failure.why.clone());
            }
        }
        let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
        let listing = runtime.block_on(server_lobby::ask(host.server(), None, true));
        // The real port differs each time.
        let shown = Server {
            host: "games.example.org".to_owned(),
            port: DEFAULT_PORT,
            ..host.server()
        };
        let mut lobby = ServerLobby::new(shown, you, Arc::clone(ground));
        lobby.hear(listing);
        lobby.chosen.clone_from(&table.session.room.name);
        self.lobby = Some(lobby);
        self.host = Some(host);
        self.screen = Screen::Lobby(Some(Box::new(table)));
        Ok(())
    }

    fn play_up_to(&mut self, ground: &Arc<Ground>, shown: Shown, turn: u32) -> Result<(), String> {
        let (begin, setup) = (Arc::clone(&self.begin), self.settings.conquest.clone());
        let played = Arc::clone(ground);
        let own = move || begin(&setup, &played).map(Place::local);
        let (link, mut heard) = sit_down(Box::new(own));
        let mut table = table_of(ground, link, false, self.settings.mode);
        table.session.seed = Some(self.settings.conquest.seed);
        table.session.stage.pace = Pace::None;
        table.session.update(Message::Autoplay(true));
        let mut turns = 0;
        let mut own = None;
        let mut staged = false;
        let mode = self.settings.mode;
        while let Some(news) = heard.blocking_recv() {
            table.hear(news);
            if table.session.ending().is_some() {
                break;
            }
            let begins = begins(&table, &mut own);
            turns += u32::from(begins);
            if begins && turns >= turn && shown != Shown::End {
                // Withdraws what the computer was asked already.
                drop(table.session.take_orders());
                table.session.update(Message::Autoplay(false));
                staged = true;
                if stage(&mut table, shown) {
                    break;
                }
            } else if staged && shown == Shown::Follow {
                let is_asked = matches!(
                    table.session.prompt(),
                    Some(Prompt::Move { follows: true, .. })
                );
                if is_asked || (table.session.is_asked() && !attack(&mut table)) {
                    break;
                }
            }
            table.settle(mode);
        }
        table.settle(mode);
        if shown == Shown::Keys {
            table.help = true;
        }
        if let Some(Err(failure)) = table.session.ending() {
            return Err(failure.why.clone());
        }
        self.screen = Screen::Table(Box::new(table));
        Ok(())
    }
}

/// Whether a new turn of the person begins.
fn begins(table: &Table, own: &mut Option<u32>) -> bool {
    let session = &table.session;
    let Some(state) = session.stage.state() else {
        return false;
    };
    let turn = session.stage.log.turns();
    let is_own = state.phase() == Some(Phase::Playing)
        && state.turn() == session.me()
        && session.can_act_but_for_orders();
    let fresh = is_own && *own != Some(turn);
    if fresh {
        *own = Some(turn);
    }
    fresh
}

/// Prepares the picture at the beginning of a turn; returns whether it is complete.
fn stage(table: &mut Table, shown: Shown) -> bool {
    let front = front(table);
    let session = &mut table.session;
    match shown {
        Shown::Pencil => {
            if let Some((from, _)) = front {
                session.click(Some(from), false);
                session.click(Some(from), false);
            }
        }
        Shown::Attack => {
            if let Some((from, _)) = front {
                session.click(Some(from), true);
            }
            ask(table);
        }
        Shown::Follow => {
            if let Some((from, _)) = front {
                session.click(Some(from), true);
            }
            return !attack(table);
        }
        Shown::Players => session.update(Message::Do(Command::Tab(Tab::Players))),
        Shown::Values => session.update(Message::Do(Command::Evaluate)),
        _ => {}
    }
    true
}

/// Opens the prompt of the best attack; returns whether there is one.
fn ask(table: &mut Table) -> bool {
    let front = front(table);
    if let Some((from, target)) = front {
        table.session.drag_to(from, (0.0, 0.0), Some(target));
        table.session.let_go(false);
    }
    front.is_some()
}

/// Makes the best attack; returns whether there is one.
fn attack(table: &mut Table) -> bool {
    let is_asked = ask(table);
    table.session.update(Message::Fight(Mode::Until(1)));
    is_asked
}

/// The own territory with the best odds against a neighbour, and that neighbour.
fn front(table: &Table) -> Option<(TerritoryId, TerritoryId)> {
    let session = &table.session;
    let planned = session.planned();
    let (state, me): (&State, _) = (planned.state()?, planned.me()?);
    let pairs = state.territories(me).flat_map(|from| {
        let links = session.map().neighbours(from).iter();
        links.map(move |link| (from, link.to))
    });
    let foes = pairs.filter(|&(_, to)| !state.owns(me, to));
    let units = |t| i64::from(state.holding(t).units);
    foes.max_by_key(|&(from, to)| units(from) - units(to))
}
