//! A table's journal, and a table played on from its journal.

use std::sync::Arc;
use std::time::Duration;

use marchland_maps::Map;

use super::super::journal::is_mark;
use super::super::{Journal, News, Peer, ResumeError};
use super::{Chair, Table, TableOptions};
use crate::protocol::command::{
    Error, ErrorCode, LogoutReason, PlayerToken, RegisteredPlayer, StateRules,
};
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
    /// of them once they are as safe as the journal wants.
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
        if let Some(ticket) = journal.commit() {
            self.peers().for_each(|peer| peer.hold(&ticket));
            self.ticket = Some(ticket);
        }
        self.journal = Some(journal);
    }

    /// Looks how it stands with the journal, and tells when that has changed.
    pub(super) fn watch_journal(&mut self, now: Duration) {
        let trouble = self.journal.as_ref().and_then(|journal| journal.trouble());
        if trouble == self.trouble {
            return;
        }
        let text = match &trouble {
            Some(trouble) if trouble.waits => {
                format!(
                    "the game waits: its journal cannot be written: {}",
                    trouble.why
                )
            }
            Some(trouble) => format!(
                "the journal of the game cannot be written, a restart would take it back: {}",
                trouble.why
            ),
            None => "the journal of the game is written again; the game goes on".to_owned(),
        };
        let waited = self.is_waiting();
        self.trouble = trouble;
        if waited && !self.is_waiting() {
            self.restart_wait(now);
        }
        let line = Reply::from(Error::new(ErrorCode::Journal, &text)).to_string();
        for (_, link) in self.links().filter(|(_, link)| link.extended) {
            link.peer.send_at_once(&line);
        }
        self.report(|| News::Journal { how: text });
    }

    /// Whether the game waits until its journal is on the disk.
    pub(in crate::server) fn is_waiting(&self) -> bool {
        self.trouble.as_ref().is_some_and(|trouble| trouble.waits)
    }

    /// The game is over, and its journal does not know: the next server would
    /// bring it back to life.
    pub(super) fn forget_stale_journal(&mut self) {
        let trouble = self.journal.as_ref().and_then(|journal| journal.trouble());
        if trouble.is_some_and(|trouble| !trouble.waits)
            && let Some(journal) = self.journal.take()
        {
            journal.discard();
        }
    }

    /// The table whose journal `record` is, as it was when the server stopped,
    /// nobody connected. Players come back with their tokens; those who have
    /// none are absent. What happens from now on is noted in `journal`, which
    /// holds the record already.
    ///
    /// A journal in which no game has begun gives an empty table. The record
    /// must end with a whole action.
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
        for (line, entry) in (2..).zip(&record.entries) {
            let broken = |why: String| ResumeError::Broken { line, why };
            let reply = Reply::parse(&entry.line).map_err(|why| broken(why.to_string()))?;
            if is_mark(&entry.line) {
                continue;
            }
            table.follow(&reply, now).map_err(broken)?;
        }
        table.moved = now;
        table.attended = now;
        if table.game.as_ref().is_none_or(|game| game.turn().is_none()) {
            table.game = None;
            let seats = usize::from(table.options.players);
            table.chairs = (0..seats).map(|_| None).collect();
        }
        table.journal = Some(journal);
        for player in Player::first(table.chairs.len()) {
            let forgotten = table.chair(player).is_some_and(|c| c.secret.is_none());
            if forgotten && table.status(player) == Some(Status::Active) {
                table.send_away(player, LogoutReason::Left, now);
            }
        }
        table.journal_events(&[], now);
        table.restart_clocks(now);
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
                self.chairs[at] = Some(Chair::new(told.name.clone(), now));
                return Ok(());
            }
            Reply::Resign(told) => {
                if let Some(Some(chair)) = self.chairs.get_mut(told.player.index()) {
                    chair.resigned = true;
                }
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
