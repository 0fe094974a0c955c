//! Actions in the lobby of a server.

use std::path::Path;
use std::sync::Arc;

use iced::widget::operation;
use iced::{Task, window};
use marchland_ui::parcel::Parcel;

use super::{App, Dialog, LobbyMessage, Message, Screen, SelectedMap, on_thread};
use crate::client::Model;
use crate::client::net::{Presence, Server, TableChoice};
use crate::gui::ground::Ground;
use crate::gui::host::{Host, Reach};
use crate::gui::keys::Command;
use crate::gui::link::{Failure, Order};
use crate::gui::retry::NAME;
use crate::gui::server_lobby::{self, Listing, On, ServerLobby};
use crate::gui::session;
use crate::gui::setup::SETTINGS;
use crate::gui::table::CHAT;
use crate::gui::texts::{self, lobby as words};
use crate::protocol::Name;
use crate::protocol::command::Table;
use crate::server::ClockOptions;
use crate::server::net::DEFAULT_PORT;

/// The question whether the hosted server is to be closed.
pub(in crate::gui) struct Closing {
    /// The tables with players.
    pub(in crate::gui) tables: Vec<Table>,
    /// The window, if it is to be closed, too.
    window: Option<window::Id>,
}

impl App {
    pub(super) fn lobby_title(&self) -> String {
        let lobby = self.lobby.as_ref();
        let title = lobby.map(|lobby| words::title(&lobby.server.host, lobby.server.port));
        texts::title(&title.unwrap_or_default())
    }

    /// Opens the lobby of the server whose address is typed.
    pub(super) fn join(&mut self) -> Task<Message> {
        let Screen::Start(SelectedMap::Read(preview)) = &self.screen else {
            return Task::none();
        };
        // Enter in a field comes here, too.
        if let Some(why) = self.why_no_join(true) {
            return self.toast("lobby", why, true);
        }
        let ground = Arc::clone(&preview.ground);
        let given = self.enters.take().map(Ok);
        match given.unwrap_or_else(|| server_at(&self.settings.server.0)) {
            Ok(server) => {
                self.keep_in_mind();
                self.enter(server, ground)
            }
            Err(why) => self.toast("lobby", why, true),
        }
    }

    /// Hosts a server with the map and the rules that are set up.
    pub(super) fn open_host(&mut self) -> Task<Message> {
        let Screen::Start(SelectedMap::Read(preview)) = &self.screen else {
            return Task::none();
        };
        let (setup, ground) = (self.settings.conquest.clone(), Arc::clone(&preview.ground));
        self.keep_in_mind();
        let make = Arc::clone(&self.server_options.host);
        let reach = self.reach;
        self.games += 1;
        let of = self.games;
        self.screen = Screen::Loading;
        let opened = on_thread(move || {
            let host = Host::open(make(&setup, &ground)?, DEFAULT_PORT, reach)?;
            Ok((host, ground))
        });
        Task::perform(opened, move |opened| {
            Message::Hosted(of, Parcel::new(opened))
        })
    }

    pub(super) fn on_host(&mut self, opened: Result<(Host, Arc<Ground>), String>) -> Task<Message> {
        match opened {
            Ok((host, ground)) => {
                let server = host.server();
                self.host = Some(host);
                let mut tasks = Vec::new();
                if let Some(how) = self.others_join() {
                    tasks.push(self.toast("address", how, false));
                }
                tasks.push(self.enter(server, ground));
                tasks.push(self.sit_at_own_table());
                Task::batch(tasks)
            }
            Err(why) => {
                let said = self.toast("lobby", why, true);
                self.screen = Screen::Start(SelectedMap::Reading);
                Task::batch([said, self.read_map()])
            }
        }
    }

    /// Sits down at the table of the hosted server where the chosen opponents are to sit, too.
    fn sit_at_own_table(&mut self) -> Task<Message> {
        let Some(lobby) = &mut self.lobby else {
            return Task::none();
        };
        let (choice, opponents) = if self.settings.plays_dots {
            let bots = self.settings.dots.bots.iter().map(|&bot| bot.to_owned());
            // A seat more, for somebody else.
            lobby.seats(bots.len() as u8 + 2);
            // The server has no tables yet but its own, which plays conquest.
            lobby.listing = Listing::Tables(Vec::new(), None);
            (lobby.created(), bots.collect())
        } else {
            // Not the default choice, at which the server does not tell how many play.
            let table = TableChoice::Join(Name::default_table());
            (Ok(table), self.settings.conquest.bots.clone())
        };
        let sat = self.go_to(choice, Presence::Gathers);
        self.opponents = opponents;
        sat
    }

    /// Seats the opponents chosen on the start screen or of the last game, and chooses its rules,
    /// once the person has a seat.
    pub(super) fn seat_opponents(&mut self) -> Task<Message> {
        if self.opponents.is_empty() && self.rules_again == [None; 2] {
            return Task::none();
        }
        match &mut self.screen {
            Screen::Lobby(Some(table)) if table.session.room.me().is_some() => {}
            Screen::Dots(dots_table) if dots_table.room.me().is_some() => {
                dots_table.seat(std::mem::take(&mut self.opponents));
                return Task::none();
            }
            _ => return Task::none(),
        }
        for (rule, variant) in (0..).zip(std::mem::take(&mut self.rules_again)) {
            if let Some(variant) = variant {
                self.order(Order::Choose(rule, variant));
            }
        }
        let mut plain = Vec::new();
        let bots = std::mem::take(&mut self.opponents);
        for (name, bot) in self.names_for_bots().into_iter().zip(bots) {
            let kind = bot.split_once('=').map_or(&*bot, |(kind, _)| kind);
            if let Ok(kind) = kind.parse() {
                self.order(Order::Seat(name, kind));
            }
            if kind != bot {
                plain.push(bot);
            }
        }
        if plain.is_empty() {
            return Task::none();
        }
        self.toast("lobby", words::without_settings(&plain), false)
    }

    /// How players on other computers join the server that this program hosts, if they can.
    pub(in crate::gui) fn others_join(&self) -> Option<String> {
        let host = self.host.as_ref();
        let server = host.filter(|_| self.reach == Reach::Network)?.server();
        Some(words::others_join_at(&server.host, server.port))
    }

    /// The clock of the tables, if this program hosts them.
    pub(in crate::gui) fn clock(&self) -> Option<ClockOptions> {
        self.host.as_ref()?.clock()
    }

    /// Makes the person the host of the default table of their own server, once they have a seat
    /// there.
    pub(super) fn host_own_table(&mut self) {
        if let (Some(host), Some(lobby)) = (&self.host, &mut self.lobby)
            && let Screen::Lobby(Some(table)) = &self.screen
            && let Some(me) = table.session.room.me()
            && table.session.room.name == Some(Name::default_table())
            && !lobby.opened
        {
            host.set_host(me);
            lobby.opened = true;
        }
    }

    /// Names that computer players can have at the joined table.
    fn names_for_bots(&self) -> Vec<Name> {
        match &self.screen {
            Screen::Lobby(Some(table)) => table.session.room.names_for_bots().collect(),
            _ => Vec::new(),
        }
    }

    /// Opens the lobby of a server.
    pub(super) fn enter(&mut self, server: Server, ground: Arc<Ground>) -> Task<Message> {
        if let Some(why) = self.why_no_host(true) {
            let said = self.toast("lobby", why, true);
            self.screen = Screen::Start(SelectedMap::Reading);
            self.enters = self.host.take().is_none().then_some(server);
            // The field is the last of the settings.
            let sight = operation::snap_to_end(SETTINGS);
            return Task::batch([said, self.read_map(), sight, operation::focus(NAME)]);
        }
        let Ok(you) = self.settings.server.1.parse() else {
            return Task::none();
        };
        let mut lobby = ServerLobby::new(server, you, ground);
        lobby.seats = Arc::clone(&self.server_options.seats);
        if self.settings.plays_dots {
            lobby.dots = Some(self.settings.dots.size);
            lobby.seats(2);
        }
        self.lobby = Some(lobby);
        self.screen = Screen::Lobby(None);
        self.games += 1;
        self.list(true)
    }

    /// Requests the list of tables, at once or after a pause.
    fn list(&self, at_once: bool) -> Task<Message> {
        let Some(lobby) = &self.lobby else {
            return Task::none();
        };
        let (server, about, of) = (lobby.server.clone(), lobby.chosen.clone(), self.lobbies);
        Task::perform(server_lobby::ask(server, about, at_once), move |listing| {
            Message::Tables(of, listing)
        })
    }

    /// Requests the list at once, instead of the next one.
    fn list_again(&mut self) -> Task<Message> {
        self.lobbies += 1;
        self.list(true)
    }

    pub(super) fn on_tables(&mut self, of: u64, listing: Listing) -> Task<Message> {
        let Some(lobby) = self.lobby.as_mut().filter(|_| of == self.lobbies) else {
            return Task::none();
        };
        let at_once = lobby.hear(listing);
        let begun = self.begin_rematch();
        match self.screen {
            Screen::Lobby(_) => Task::batch([begun, self.list(at_once)]),
            _ => begun,
        }
    }

    pub(super) fn on_lobby(&mut self, message: LobbyMessage) -> Task<Message> {
        let Some(lobby) = &mut self.lobby else {
            return Task::none();
        };
        match message {
            LobbyMessage::Choose(name) => {
                lobby.chosen = Some(name);
                return self.list_again();
            }
            LobbyMessage::Name(name) => {
                if let Ok(you) = name.parse() {
                    lobby.you = you;
                }
                self.settings.server.1 = name;
            }
            LobbyMessage::Called(name) => lobby.fresh.0 = name,
            LobbyMessage::Players(players) => lobby.seats(players),
            LobbyMessage::Join => {
                let choice = lobby.joined();
                return self.go_to(choice, Presence::Gathers);
            }
            LobbyMessage::Watch => {
                let choice = lobby.watched();
                return self.go_to(choice, Presence::Watches);
            }
            LobbyMessage::New => {
                let choice = lobby.created();
                return self.go_to(choice, Presence::Gathers);
            }
            LobbyMessage::Level(kind) => self.level = kind,
            LobbyMessage::Bot => {
                if let Some(name) = self.names_for_bots().into_iter().next() {
                    self.order(Order::Seat(name, self.level));
                }
            }
            LobbyMessage::Leave => return self.leave(),
            LobbyMessage::Close => return self.close(),
        }
        Task::none()
    }

    /// Gives an order to the joined table.
    fn order(&mut self, order: Order) {
        if let Some(table) = self.table() {
            table.session.update(session::Message::Order(order));
        }
    }

    /// Joins a table once its map is read.
    pub(super) fn go_to(
        &mut self,
        choice: Result<TableChoice, String>,
        presence: Presence,
    ) -> Task<Message> {
        self.opponents.clear();
        self.rules_again = [None; 2];
        let unnamed = self.why_no_host(true).map(str::to_owned);
        let Some(lobby) = &mut self.lobby else {
            return Task::none();
        };
        if !matches!(self.screen, Screen::Lobby(None)) {
            return Task::none();
        }
        let choice = match (choice, unnamed) {
            (Ok(choice), None) => choice,
            (Err(why), _) | (_, Some(why)) => {
                lobby.said = Some(why);
                return Task::none();
            }
        };
        (lobby.said, lobby.left) = (None, None);
        (self.remember)(&self.settings);
        let ground = Arc::clone(&lobby.ground);
        let map = match lobby.on(&choice) {
            (On::MapAtHand, _) => return self.sit(&ground, choice, presence),
            (On::Dots(size), players) => return self.sit_at_dots(choice, presence, size, players),
            (On::Bundled(map), _) => map,
        };
        self.games += 1;
        let of = self.games;
        let read = on_thread(move || Ground::read(Path::new(map)));
        Task::perform(read, move |read| {
            Message::TableMap(of, Parcel::new(read), choice.clone(), presence)
        })
    }

    pub(super) fn on_table_map(
        &mut self,
        read: Result<Ground, String>,
        choice: TableChoice,
        presence: Presence,
    ) -> Task<Message> {
        match (read, &mut self.lobby) {
            (Ok(ground), Some(_)) => self.sit(&Arc::new(ground), choice, presence),
            (Err(why), Some(lobby)) => {
                lobby.said = Some(why);
                Task::none()
            }
            (_, None) => Task::none(),
        }
    }

    pub(super) fn sit(
        &mut self,
        ground: &Arc<Ground>,
        choice: TableChoice,
        presence: Presence,
    ) -> Task<Message> {
        let Some(lobby) = &mut self.lobby else {
            return Task::none();
        };
        lobby.opened = matches!(choice, TableChoice::Create(..));
        let game = Model::new(Arc::clone(ground.map()), None);
        let opening = lobby.opening(
            choice,
            presence,
            game,
            Arc::clone(&self.server_options.record),
        );
        let watches = presence == Presence::Watches;
        let (mut table, news) = self.seat(opening, ground, watches);
        (table.repeats, table.rematches) = (false, !watches);
        table.session.stage.live = watches;
        self.screen = Screen::Lobby(Some(Box::new(table)));
        news
    }

    /// Shows the board when the game begins, or the lobby when the table closes.
    pub(super) fn leave_lobby(&mut self) -> Task<Message> {
        let Screen::Lobby(seat) = &mut self.screen else {
            return Task::none();
        };
        let Some(mut table) = seat.take() else {
            return Task::none();
        };
        if table.session.stage.state().is_some() {
            // It was in view until now.
            table.session.stage.log.read_chat();
            self.screen = Screen::Table(table);
        } else if let Some(ending) = table.session.ending() {
            if let Err(failure) = ending {
                return self.tell_in_lobby(failure);
            }
        } else {
            *seat = Some(table);
        }
        Task::none()
    }

    /// Says in the lobby why the player is not at a table, and asks for another name if the one
    /// before is in use there.
    pub(super) fn tell_in_lobby(&mut self, failure: &Failure) -> Task<Message> {
        if let Some(lobby) = &mut self.lobby {
            lobby.said = Some(failure.why.clone());
        }
        if failure.name_in_use {
            operation::focus(NAME)
        } else {
            Task::none()
        }
    }

    /// Returns from a table to its lobby.
    pub(super) fn back_to_lobby(&mut self) -> Task<Message> {
        self.games += 1;
        // Whether computer players of this window are left there; `None` if the game is over, was
        // only watched, or the table is lost.
        let left = match &self.screen {
            Screen::Table(table) if !table.session.watches() => {
                let goes_on = table.session.ending().is_none();
                goes_on.then(|| table.session.has_bots())
            }
            Screen::Dots(dots_table) if !dots_table.watches => {
                dots_table.ending().is_none().then_some(false)
            }
            _ => None,
        };
        self.screen = Screen::Lobby(None);
        if let Some(lobby) = &mut self.lobby {
            lobby.left = lobby.chosen.clone().zip(left);
        }
        self.list_again()
    }

    /// Leaves the table, or the server if no table is joined.
    fn leave(&mut self) -> Task<Message> {
        if let Screen::Lobby(Some(_)) = &self.screen {
            return self.back_to_lobby();
        }
        match self.ends_games(None) {
            Some(closing) => {
                self.dialog = Some(Dialog::Close(closing));
                Task::none()
            }
            None => self.close(),
        }
    }

    /// What closing the hosted server, perhaps with the window, ends, if players sit there.
    pub(super) fn ends_games(&self, window: Option<window::Id>) -> Option<Closing> {
        let mut tables = self.host.as_ref()?.busy_tables();
        tables.retain(|table| !self.sits_alone_at(table));
        (!tables.is_empty()).then_some(Closing { tables, window })
    }

    /// Whether only the person and the computer players seated from this window are at a table
    /// whose game has not begun.
    fn sits_alone_at(&self, table: &Table) -> bool {
        let Screen::Lobby(Some(seat)) = &self.screen else {
            return false;
        };
        let (session, room) = (&seat.session, &seat.session.room);
        let is_own = |player, name| room.me() == Some(player) || session.has_seated(name);
        let mut others = room
            .seats()
            .filter_map(|(player, occupant)| Some((player, &occupant?.name)));
        !table.started.0
            && room.name.as_ref() == Some(&table.name)
            && others.all(|(player, name)| is_own(player, name))
    }

    /// Closes the window, or leaves the server, which is closed if this program hosts it.
    pub(super) fn close(&mut self) -> Task<Message> {
        if let Some(Dialog::Close(Closing {
            window: Some(id), ..
        })) = self.dialog.take()
        {
            return window::close(id);
        }
        self.lobbies += 1;
        (self.lobby, self.host) = (None, None);
        self.go_to_start()
    }

    pub(super) fn command_lobby(&mut self, command: Command) -> Task<Message> {
        let seat = match &self.screen {
            Screen::Lobby(Some(table)) => Some(&table.session.room),
            _ => None,
        };
        match (command, seat) {
            (Command::Write, Some(_)) => {
                return operation::focus(CHAT);
            }
            (Command::Confirm, None) => {
                let watch = self.lobby.as_ref().is_some_and(ServerLobby::only_watches);
                return self.on_lobby(if watch {
                    LobbyMessage::Watch
                } else {
                    LobbyMessage::Join
                });
            }
            (Command::Confirm, Some(room)) if room.me().is_some() && !room.is_ready() => {
                self.order(Order::Ready);
            }
            (Command::Cancel, _) => return self.leave(),
            (Command::Step(0, down), None) => {
                if let Some(lobby) = &mut self.lobby {
                    lobby.step(down > 0);
                    return self.list_again();
                }
            }
            _ => return self.change_looks(command),
        }
        Task::none()
    }
}

/// The server at a typed address.
fn server_at(address: &str) -> Result<Server, String> {
    let (host, port) = Server::host_and_port(address).ok_or_else(|| texts::no_address(address))?;
    Ok(Server::new(&host, port.unwrap_or(DEFAULT_PORT), None))
}
