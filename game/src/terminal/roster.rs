//! The players: names, marks and colours.

use std::borrow::Cow;

use marchland_files::plain;
use marchland_maps::MapContinent;

use super::style::{Ink, Style};
use crate::client::Model;
use crate::conquest::rules::{MAX_SEATS, Player, State, Status};
use crate::protocol::Name;

/// The SGR codes of the players' colours: red, green, yellow, blue, purple.
const COLOURS: [&str; 5] = ["31", "32", "33", "94", "35"];

#[derive(Debug, Clone)]
pub(super) struct Roster {
    me: Option<Player>,
    faces: Vec<Face>,
}

#[derive(Debug, Clone)]
struct Face {
    name: String,
    mark: char,
    ink: Ink,
}

impl Roster {
    pub(super) fn new(model: &Model) -> Self {
        let state = model.state();
        Self::of(model.me(), &|player| model.name(player), &|player| {
            state.is_some_and(|state| state.seat(player).status == Status::Neutral)
        })
    }

    /// The players by their names; `neutral` says which is the neutral force.
    pub(super) fn of<'a>(
        me: Option<Player>,
        name: &dyn Fn(Player) -> Option<&'a Name>,
        neutral: &dyn Fn(Player) -> bool,
    ) -> Self {
        let mut faces: Vec<Face> = Vec::new();
        for player in Player::first(MAX_SEATS) {
            let name = match name(player) {
                // To others, You is a name like any other.
                Some(name) if name.as_str() == "You" => format!("player {name}"),
                Some(name) => name.to_string(),
                None => format!("Player{player}"),
            };
            let own = me == Some(player);
            let mark = mark(&name, own, &faces, player);
            let ink = if own {
                "1;36"
            } else if neutral(player) {
                "90"
            } else {
                colour(&faces)
            };
            faces.push(Face {
                name,
                mark,
                ink: Ink::Player(ink),
            });
        }
        Self { me, faces }
    }

    pub(super) fn is_me(&self, player: Player) -> bool {
        self.me == Some(player)
    }

    /// The letter that stands for a player; `*` is the person.
    pub(super) fn mark(&self, player: Option<Player>) -> char {
        player.map_or('.', |player| self.faces[player.index()].mark)
    }

    pub(super) fn ink(&self, player: Option<Player>) -> Ink {
        player.map_or(Ink::Dim, |player| self.faces[player.index()].ink)
    }

    /// The player's name at the beginning of a sentence: `You`, `Ada`.
    pub(super) fn subject(&self, style: Style, player: Player) -> String {
        let name = if self.is_me(player) {
            "You"
        } else {
            &self.faces[player.index()].name
        };
        style.paint(self.ink(Some(player)), name)
    }

    /// The player's name within a sentence: `you`, `Ada`.
    pub(super) fn object(&self, style: Style, player: Player) -> String {
        if self.is_me(player) {
            style.paint(self.ink(Some(player)), "you")
        } else {
            self.subject(style, player)
        }
    }
}

/// A letter of the name that is still free, otherwise the seat number.
fn mark(name: &str, own: bool, faces: &[Face], player: Player) -> char {
    if own {
        return '*';
    }
    let free = |c: &char| faces.iter().all(|face| face.mark != *c);
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let found = letters.map(|c| c.to_ascii_uppercase()).find(free);
    found.unwrap_or_else(|| (b'0' + player.index() as u8).into())
}

/// A colour that is still free.
fn colour(faces: &[Face]) -> &'static str {
    let free = |code: &&'static str| faces.iter().all(|face| face.ink != Ink::Player(code));
    COLOURS.into_iter().find(free).unwrap_or("37")
}

pub(super) fn region(continent: &MapContinent) -> Cow<'_, str> {
    plain(continent.name.text.as_deref().unwrap_or("?"))
}

pub(super) fn units_of(state: &State, player: Player) -> u32 {
    let own = state.territories(player);
    own.map(|t| state.holding(t).units).sum()
}
