//! The client's view of a game of conquest.

use std::sync::Arc;

use marchland_files::plain;
use marchland_maps::{Map, canonical};

use super::{Knowledge, Model, OtherGame, Over, narrate};
use crate::conquest::bots::{Strategy, View, decide};
use crate::conquest::rules::{Action, Event, Player};
use crate::conquest::{self, Reply, Request};
use crate::play::Misfit;
use crate::protocol::{Digest, Name, ParseError, ServerMessage, Text, Token};
use crate::replay::Header;

fn compare(map: &Map, theirs: &str, digest: Digest) -> Result<(), OtherGame> {
    if format!("{:032x}", digest.0) == canonical::digest(map) {
        return Ok(());
    }
    Err(OtherGame::Map {
        theirs: plain(theirs).into_owned(),
        ours: plain(map.id()).into_owned(),
    })
}

impl Knowledge for Model {
    type Line = Reply;
    type Action = Action;
    type Computer = Box<dyn Strategy>;

    fn parse(line: &str) -> Result<Reply, ParseError> {
        Reply::parse(line)
    }

    fn as_told(line: &str, player: Player) -> String {
        match Reply::parse(line) {
            Ok(Reply::Event(event)) => Reply::Event(event.seen_by(Some(player))).to_string(),
            _ => line.to_owned(),
        }
    }

    fn fresh(&self) -> Self {
        Self::new(Arc::clone(&self.map), None)
    }

    fn header(&self, players: u8) -> Header {
        Header {
            game: conquest::ID.to_owned(),
            setup: self.map.id().to_owned(),
            digest: Digest::read(&canonical::digest(&self.map)).unwrap_or(Digest(0)),
            players,
        }
    }

    fn meet(&mut self, line: &Reply) -> Result<(), OtherGame> {
        let (theirs, digest) = match line {
            Reply::ServerMessage(ServerMessage::Table(table)) => {
                let theirs = table.game.as_ref().map(Text::as_str);
                return OtherGame::unless(theirs.unwrap_or(conquest::ID), conquest::ID);
            }
            Reply::Map(told) => (told.id.as_str(), told.digest),
            _ => return Ok(()),
        };
        compare(&self.map, theirs, digest)
    }

    fn of_record(&self, header: &Header) -> Result<Self, OtherGame> {
        OtherGame::unless(&header.game, conquest::ID)?;
        compare(&self.map, &header.setup, header.digest)?;
        Ok(self.fresh())
    }

    fn me(&self) -> Option<Player> {
        self.me()
    }

    fn introduce(&mut self, player: Player, name: Name) {
        self.introduce(player, name);
    }

    fn has_begun(&self) -> bool {
        self.state().is_some()
    }

    fn over(&self) -> Option<Over> {
        Some(Over(Some(self.state()?.winner()?)))
    }

    fn is_event(line: &Reply) -> bool {
        line.event().is_some()
    }

    fn can_be_shown(&self, line: &Reply) -> bool {
        self.unknown_territory(line).is_none()
    }

    fn follow(&mut self, line: &Reply) -> Result<(), Misfit> {
        self.follow(line).map_err(|why| Misfit(why.to_string()))
    }

    fn ask(&mut self) -> bool {
        self.ask()
    }

    fn is_asked(&self) -> bool {
        self.is_asked()
    }

    fn request(player: Player, action: &Action) -> String {
        let action = *action;
        Request { player, action }.to_string()
    }

    fn echo(player: Player, action: &Action) -> Option<Reply> {
        Event::of(player, *action).map(Reply::from)
    }

    fn sent(&mut self, action: &Action) {
        self.sent(*action);
    }

    fn acted(&mut self, action: &Action) -> Result<(), Misfit> {
        self.acted(*action).map_err(|why| Misfit(why.to_string()))
    }

    fn decide(&self, computer: &mut Box<dyn Strategy>) -> Option<Action> {
        let (player, state) = (self.me()?, self.state()?);
        if !self.can_act() {
            return None;
        }
        decide(computer.as_mut(), &View::new(state, player))
    }

    fn narrate(&self, line: &Reply) -> Option<String> {
        narrate(line, self)
    }
}
