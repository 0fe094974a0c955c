//! What every game does with its lines, for conquest.

use std::sync::Arc;

use marchland_files::plain;
use marchland_maps::{Map, canonical};

use super::super::{Knowledge, OtherGame, Over, narrate};
use super::{Model, NOT_STARTED, Pending, misfit};
use crate::conquest::bots::{Strategy, View, decide};
use crate::conquest::lines::StateLine;
use crate::conquest::rules::{Action, Event, Mismatch, Player, State};
use crate::conquest::{self, Reply, Request, StateCollector};
use crate::play::Misfit;
use crate::protocol::{Digest, Name, ParseError, ServerMessage, Text, Token};
use crate::replay::Header;

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
        let at = player.index();
        if at >= self.names.len() {
            self.names.resize(at + 1, None);
        }
        self.names[at] = Some(name);
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
        if let Some(territory) = self.unknown_territory(line) {
            return Err(misfit(Mismatch::NoTerritory(territory)));
        }
        match line {
            Reply::StateLine(StateLine::StateBegin(_)) => {
                self.collector = Some(StateCollector::new(self.map.len(), self.me));
            }
            Reply::StateLine(StateLine::StateEnd(_)) => {
                self.asked = false;
                if let Some(collector) = self.collector.take() {
                    let (snapshot, names) = collector.finish();
                    self.variants = snapshot.variants;
                    if !snapshot.order.is_empty() {
                        self.state = Some(State::restore(&self.map, snapshot).map_err(misfit)?);
                    }
                    self.names = names.into_iter().map(Some).collect();
                    self.pending = Pending::default();
                }
            }
            _ if self.collector.is_some() => {
                if let (Some(collector), Reply::StateLine(line)) = (&mut self.collector, line) {
                    collector.take(line);
                }
            }
            Reply::StateLine(StateLine::StateRules(rules)) => {
                self.variants.areas = rules.areas;
                self.variants.sets = rules.sets;
            }
            Reply::ServerMessage(answer) => return self.answer(answer),
            Reply::Event(event) => {
                if let Event::OrderDrawn(order) = event {
                    // A registered player without turns is the neutral force.
                    let registered = self.names.iter().flatten().count();
                    let players = order.len();
                    self.variants.neutral = registered > players;
                    let map = Arc::clone(&self.map);
                    let state = State::new(map, players as u8, self.variants);
                    self.state = Some(state.seen_by(self.me));
                }
                self.event(*event)?;
            }
            Reply::Map(_) | Reply::StateLine(_) => {}
        }
        Ok(())
    }

    fn ask(&mut self) -> bool {
        self.collector = None;
        !std::mem::replace(&mut self.asked, true)
    }

    fn is_asked(&self) -> bool {
        self.asked
    }

    fn request(player: Player, action: &Action) -> String {
        let action = *action;
        Request { player, action }.to_string()
    }

    fn echo(player: Player, action: &Action) -> Option<Reply> {
        Event::of(player, *action).map(Reply::from)
    }

    fn sent(&mut self, action: &Action) {
        if *action == Action::EndTurn {
            self.pending.turn = true;
        } else {
            self.pending.echo = true;
        }
    }

    fn acted(&mut self, action: &Action) -> Result<(), Misfit> {
        let (Some(player), Some(state)) = (self.me, &mut self.state) else {
            return Err(misfit(NOT_STARTED));
        };
        let Some(event) = Event::of(player, *action) else {
            self.pending.turn = true;
            return Ok(());
        };
        state.apply(event).map_err(misfit)?;
        self.note_pending(event);
        Ok(())
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

fn compare(map: &Map, theirs: &str, digest: Digest) -> Result<(), OtherGame> {
    if format!("{:032x}", digest.0) == canonical::digest(map) {
        return Ok(());
    }
    Err(OtherGame::Map {
        theirs: plain(theirs).into_owned(),
        ours: plain(map.id()).into_owned(),
    })
}
