//! Another game between the same people at a server.

use std::sync::Arc;

use iced::Task;

use super::{App, Message, Screen};
use crate::client::net::{Presence, TableChoice};
use crate::conquest::rules::State;
use crate::gui::ground::Ground;
use crate::gui::server_lobby::Listing;
use crate::gui::texts::lobby as words;
use crate::protocol::Name;

/// The next game at a table whose game is over.
#[derive(Debug)]
pub(super) struct Rematch {
    pub(super) table: Name,
    pub(super) players: u8,
    /// The computer players of this window, by strategy.
    pub(super) bots: Vec<String>,
    /// The variant of each rule, as far as known.
    pub(super) rules: [Option<u32>; 2],
    pub(super) ground: Arc<Ground>,
}

impl App {
    /// Leaves a table whose game is over. The next list of tables tells whether somebody has
    /// opened one of the same name.
    pub(super) fn ask_for_rematch(&mut self) -> Task<Message> {
        if let Screen::Table(table) = &self.screen {
            let (room, bots) = (&table.session.room, table.session.seated());
            // Of the default table, joined without choosing one, nothing is told.
            let order = table.session.model().state().map(State::order);
            let players = room
                .wanted
                .or(order.map(|order| order.iter().count() as u8));
            self.rematch = players.map(|players| Rematch {
                table: room.name.clone().unwrap_or_else(Name::default_table),
                players,
                bots: bots.map(|kind| kind.name().to_owned()).collect(),
                rules: room.rules,
                ground: Arc::clone(&table.ground),
            });
        }
        self.leave_table()
    }

    /// Joins the table of the rematch, or opens it, as the first list of tables says.
    pub(super) fn begin_rematch(&mut self) -> Task<Message> {
        let (Some(rematch), Some(lobby)) = (self.rematch.take(), &mut self.lobby) else {
            return Task::none();
        };
        if !matches!(lobby.listing, Listing::Tables(..))
            || !matches!(self.screen, Screen::Lobby(None))
        {
            return Task::none();
        }
        let name = rematch.table;
        let there = lobby.tables().iter().find(|table| table.name == name);
        let choice = match there.map(|table| table.started.0) {
            None => TableChoice::Create(name, rematch.players),
            Some(false) => TableChoice::Join(name),
            Some(true) => {
                lobby.said = Some(words::HAS_BEGUN.to_owned());
                lobby.chosen = Some(name);
                return Task::none();
            }
        };
        lobby.chosen = match &choice {
            TableChoice::Join(name) | TableChoice::Create(name, _) => Some(name.clone()),
            TableChoice::Default => None,
        };
        let sat = self.sit(&rematch.ground, choice, Presence::Gathers);
        (self.opponents, self.rules_again) = (rematch.bots, rematch.rules);
        sat
    }
}
