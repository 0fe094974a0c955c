//! A table's journal, and a table played on from its journal.

use std::sync::Arc;
use std::time::Duration;

use marchland_maps::Map;

use super::super::journal::whole;
use super::super::{Journal, Peer, ResumeError, complain};
use super::{Chair, Table, TableOptions};
use crate::protocol::command::{LogoutReason, PlayerToken, RegisteredPlayer, StateRules};
use crate::protocol::{Flag, Reply, event, tell};
use crate::replay::Record;
use crate::rules::{Event, Player, SeededDice, State, Status, Variants};

impl<P: Peer> Table<P> {
    /// Notes a reply in the journal; it is on disk with the next events.
    pub(super) fn note(&mut self, reply: &Reply, now: Duration) {
        if let Some(journal) = &mut self.journal {
            journal.note(now, reply);
        }
    }

    /// Notes the rules, who plays, and the tokens.
    pub(super) fn note_start(&mut self, now: Duration) {
        if let Some(make) = self.make_journal.take() {
            self.journal = make();
        }
        let Some(journal) = &mut self.journal else {
            return;
        };
        let variants = self.options.variants;
        let rules = StateRules {
            areas: variants.areas,
            sets: variants.sets,
            neutral: Flag(variants.neutral),
            traded: 0,
        };
        journal.note(now, &rules.into());
        for (player, chair) in Player::first(self.chairs.len()).zip(&self.chairs) {
            let Some(chair) = chair else { continue };
            let name = chair.name.clone();
            journal.note(now, &RegisteredPlayer { player, name }.into());
            if let Some(secret) = chair.secret {
                journal.note(now, &PlayerToken { player, secret }.into());
            }
        }
    }

    /// Hands events to the journal, before anybody is told; who is told hears
    /// of them once they are as safe as the journal wants. A journal that fails
    /// is given up: the game goes on.
    pub(super) fn journal_events(&mut self, events: &[Event], now: Duration) {
        let Some(mut journal) = self.journal.take() else {
            return;
        };
        for &event in events {
            if let Event::Returned(player) = event {
                let name = self.name(player);
                journal.note(now, &RegisteredPlayer { player, name }.into());
            }
            tell(event, |reply| journal.note(now, &reply));
        }
        match journal.commit() {
            Ok(promise) => {
                self.journal = Some(journal);
                if let Some(promise) = promise {
                    self.peers().for_each(|peer| peer.hold(&promise));
                    self.promise = Some(promise);
                }
            }
            Err(error) => {
                complain(&format!(
                    "the journal cannot be written, the game goes on without: {error}"
                ));
            }
        }
    }

    /// The table whose journal `record` is, as it was when the server stopped,
    /// nobody connected. Players come back with their tokens; those who have
    /// none are absent. What happened is noted in the new `journal`.
    ///
    /// A journal in which no game has begun gives an empty table. Lines after
    /// the last whole action are left out.
    ///
    /// # Errors
    /// If the lines are not those of a game on the map.
    pub fn from_journal(
        map: Arc<Map>,
        record: &Record,
        options: TableOptions,
        dice: SeededDice,
        journal: Box<dyn Journal>,
        now: Duration,
    ) -> Result<Self, ResumeError> {
        let players = record.header.players;
        let mut table = Self::new(map, TableOptions { players, ..options }, dice);
        if table.digest != record.header.digest {
            return Err(ResumeError::Map(record.header.map.clone()));
        }
        table.journal = Some(journal);
        for (line, entry) in (2..).zip(whole(&record.entries)) {
            let broken = |why: String| ResumeError::Broken { line, why };
            let reply = Reply::parse(&entry.line).map_err(|why| broken(why.to_string()))?;
            if matches!(reply, Reply::Ping(_)) {
                continue;
            }
            table.note(&reply, now);
            table.follow(&reply, now).map_err(broken)?;
        }
        table.moved = now;
        table.attended = now;
        if table.game.as_ref().is_none_or(|game| game.turn().is_none()) {
            table.game = None;
            let seats = usize::from(table.options.players);
            table.chairs = (0..seats).map(|_| None).collect();
        }
        for player in Player::first(table.chairs.len()) {
            let forgotten = table.chair(player).is_some_and(|c| c.secret.is_none());
            if forgotten && table.status(player) == Some(Status::Active) {
                table.send_away(player, LogoutReason::Left, now);
            }
        }
        table.journal_events(&[], now);
        Ok(table)
    }

    /// Follows a line of a journal.
    fn follow(&mut self, reply: &Reply, now: Duration) -> Result<(), String> {
        match reply {
            Reply::StateRules(rules) => {
                let variants = Variants {
                    areas: rules.areas,
                    sets: rules.sets,
                    neutral: rules.neutral.0,
                };
                self.options.variants = variants;
                let map = Arc::clone(&self.map);
                self.game = Some(State::new(map, self.options.players, variants));
                return Ok(());
            }
            Reply::RegisteredPlayer(told) if self.chair(told.player).is_none() => {
                let at = told.player.index();
                if at >= self.chairs.len() {
                    self.chairs.resize_with(at + 1, || None);
                }
                self.chairs[at] = Some(Chair {
                    name: told.name.clone(),
                    secret: None,
                    link: None,
                    ready: true,
                    since: now,
                });
                return Ok(());
            }
            Reply::Token(told) => {
                if let Some(Some(chair)) = self.chairs.get_mut(told.player.index()) {
                    chair.secret = Some(told.secret);
                }
                return Ok(());
            }
            _ => {}
        }
        let event = event(reply).ok_or("it is no event")?;
        let game = self.game.as_mut().ok_or("the rules were not told yet")?;
        game.apply(event).map_err(|why| why.to_string())
    }
}
