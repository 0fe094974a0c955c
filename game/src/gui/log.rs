//! The log of a game.

use std::collections::VecDeque;

use marchland_maps::TerritoryId;

use super::link;
use super::texts;
use crate::client::{Model, Names, narrate};
use crate::conquest::Reply;
use crate::conquest::narrator::{Cast, Fight, claimed, deed, sentence};
use crate::conquest::rules::{AreaVariant, Event, Phase, Player, State, Step};
use crate::play::MAX_SEATS;
use crate::protocol::command::{Logout, Resign};
use crate::protocol::{Name, ServerMessage};

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its number; a line that replaces the newest keeps it.
    pub number: usize,
    /// The player, if one acted.
    pub player: Option<Player>,
    /// The sentence.
    pub text: String,
    /// Whether it is the heading of a turn.
    pub is_turn: bool,
}

/// The log and the chat, the newest last.
#[derive(Debug, Default)]
pub struct Log {
    entries: VecDeque<Entry>,
    /// Messages of players.
    chat: VecDeque<Entry>,
    /// The current battle, which is one line for all its rounds.
    fight: Option<Fight>,
    /// Whether the newest line is that of the battle.
    fight_told: bool,
    /// The newest placement: the number of its line, the player, where, and how many units.
    placed: Option<(usize, Player, TerritoryId, u32)>,
    /// Turns of the game proper that were told.
    turns: u32,
    /// Whether there may have been more of them.
    missed: bool,
    /// While the connection is lost, the same before that.
    missed_before: Option<bool>,
    /// Chat lines not read yet.
    unread: usize,
    /// The players who were told to be there.
    seated: [Option<Name>; MAX_SEATS],
}

impl Log {
    /// The most lines.
    const MOST: usize = 400;

    /// An empty log that begins after so many turns of the game proper; `missed` if there may have
    /// been more.
    pub fn after(turns: u32, missed: bool) -> Self {
        Self {
            turns,
            missed,
            ..Self::default()
        }
    }

    /// The lines, the newest last.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &Entry> + ExactSizeIterator + Clone {
        self.entries.iter()
    }

    /// The chat, the newest last.
    pub fn chat(&self) -> impl DoubleEndedIterator<Item = &Entry> + ExactSizeIterator + Clone {
        self.chat.iter()
    }

    /// The number of unread chat lines.
    pub fn unread(&self) -> usize {
        self.unread
    }

    /// Marks the chat as read.
    pub fn read_chat(&mut self) {
        self.unread = 0;
    }

    /// Turns of the game proper that were told, the current one included.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// The number of the current turn; `None` if there may have been turns that were not told.
    pub fn number(&self) -> Option<u32> {
        (!self.missed).then_some(self.turns)
    }

    /// Notes that turns may be missed from now on: the connection is lost.
    pub fn miss_turns(&mut self) {
        self.missed_before.get_or_insert(self.missed);
        self.missed = true;
    }

    /// Notes that the connection is back; `same` if nothing was played meanwhile.
    pub fn come_back(&mut self, same: bool) {
        if let Some(before) = self.missed_before.take()
            && same
        {
            self.missed = before;
        }
    }

    fn push(&mut self, player: Option<Player>, text: String) {
        self.fight_told = false;
        Self::add(&mut self.entries, player, text);
    }

    fn add(to: &mut VecDeque<Entry>, player: Option<Player>, text: String) {
        if to.len() == Self::MOST {
            to.pop_front();
        }
        to.push_back(Entry {
            number: to.back().map_or(0, |last| last.number + 1),
            player,
            text,
            is_turn: false,
        });
    }

    /// Adds a line that is not about the game.
    pub fn note(&mut self, text: String) {
        self.push(None, text);
    }

    /// Adds a chat line.
    pub fn say(&mut self, player: Player, text: String) {
        Self::add(&mut self.chat, Some(player), text);
    }

    /// Adds a step.
    pub fn tell(&mut self, step: &link::Step) {
        match &step.line {
            Reply::Event(event) => self.tell_event(event, step),
            Reply::ServerMessage(ServerMessage::Chat(chat)) => {
                if let Some(text) = narrate(&step.line, &step.before) {
                    self.say(chat.player, text);
                    let own = step.before.me() == Some(chat.player);
                    self.unread += usize::from(!own);
                }
            }
            line => {
                let told_again = self.is_told_again(line, &step.before);
                if !self.missed && self.turns == 0 && begins_late(step) {
                    self.missed = true;
                    self.note(texts::LOG_BEGINS.to_owned());
                }
                if let Some(text) = narrate(line, &step.before)
                    && !told_again
                {
                    self.push(None, text);
                }
            }
        }
    }

    /// Whether a line names a player who is known to sit there, as when a game is continued.
    fn is_told_again(&mut self, line: &Reply, before: &Model) -> bool {
        let Reply::ServerMessage(answer) = line else {
            return false;
        };
        match answer {
            ServerMessage::RegisteredPlayer(told) => {
                let known = self.seated[told.player.index()].replace(told.name.clone());
                self.turns > 0 || known.as_ref() == Some(&told.name)
            }
            // Before the game, this frees the seat.
            ServerMessage::Logout(Logout { player, .. })
            | ServerMessage::Resign(Resign { player })
                if before.state().is_none() =>
            {
                self.seated[player.index()] = None;
                false
            }
            _ => false,
        }
    }

    /// Tells a claim, or sums up placements of one player on one territory that follow each other.
    fn tell_placement(
        &mut self,
        player: Player,
        territory: TerritoryId,
        units: u32,
        step: &link::Step,
    ) {
        let newest = self.entries.back().map(|last| last.number);
        let known = self.placed.filter(|&(number, who, at, _)| {
            Some(number) == newest && (who, at) == (player, territory)
        });
        let units = units.saturating_add(known.map_or(0, |(.., before)| before));
        let event = Event::Reinforced {
            player,
            territory,
            units,
        };
        let state = step.before.state();
        let names = Names(&step.before);
        let text = if state.is_some_and(|state| state.step() == Step::Claim) {
            claimed(player, territory, false, &names)
        } else {
            sentence(&event, &names)
        };
        match self.entries.back_mut().filter(|_| known.is_some()) {
            Some(last) => last.text = text,
            None => self.push(Some(player), text),
        }
        self.placed = self
            .entries
            .back()
            .map(|last| (last.number, player, territory, units));
    }

    fn tell_event(&mut self, event: &Event, step: &link::Step) {
        let (names, state) = (Names(&step.before), step.before.state());
        let fight = self.fight.filter(|fight| fight.goes_on(event));
        let playing = step.after.state().and_then(State::phase) == Some(Phase::Playing);
        match *event {
            Event::TurnStarted(player) => {
                if !playing {
                    return;
                }
                self.turns += 1;
                self.push(Some(player), texts::turn(self.number(), &names, player));
                if let Some(entry) = self.entries.back_mut() {
                    entry.is_turn = true;
                }
            }
            // Dealing is one line.
            Event::PhaseStarted(Phase::Claiming)
                if state.is_some_and(|state| state.variants().areas == AreaVariant::Dealt) => {}
            Event::Reinforced { .. } if is_dealt(&step.before) => {
                let dealt = state.is_some_and(|state| state.variants().areas == AreaVariant::Dealt);
                let text = if dealt {
                    texts::DEALT
                } else {
                    texts::NEUTRAL_DEALT
                };
                if self.entries.back().is_none_or(|last| last.text != text) {
                    self.push(None, text.to_owned());
                }
            }
            Event::Reinforced {
                player,
                territory,
                units,
            } => self.tell_placement(player, territory, units, step),
            Event::UnitsGained { .. } if state.is_some_and(|state| state.turn().is_none()) => {}
            Event::Attacked { .. } => {
                let same = fight.filter(|_| self.fight_told);
                let holdings = state.map(State::holdings).unwrap_or_default();
                self.fight = same.or_else(|| Fight::begin(event, holdings));
                self.fight_told = same.is_some();
            }
            Event::Rolled(roll) => {
                let Some(mut fight) = fight else { return };
                let defenders = state.and_then(|state| state.holdings().get(fight.target.index()));
                fight.round(roll, defenders.map_or(0, |holding| holding.units));
                if self.fight_told {
                    self.entries.pop_back();
                }
                let who = names.subject(fight.player);
                self.push(Some(fight.player), format!("{who} {}.", fight.deed(&names)));
                self.fight = Some(fight);
                self.fight_told = true;
            }
            Event::Defended { .. } => {}
            _ => {
                let player = deed(event, &names).map(|(player, _)| player);
                if let Some(text) = narrate(&step.line, &step.before) {
                    self.push(player, text);
                }
            }
        }
    }
}

/// Whether a step tells of a game whose turns have begun before.
pub(super) fn begins_late(step: &link::Step) -> bool {
    let phase = step.after.state().and_then(State::phase);
    matches!(step.line, Reply::StateLine(_)) && phase == Some(Phase::Playing)
}

/// Whether territories are given out by the rules: all, or those of a neutral force.
fn is_dealt(model: &Model) -> bool {
    let state = model.state();
    state.is_some_and(|state| state.phase() == Some(Phase::Claiming) && state.turn().is_none())
}

/// A player's name for headings.
pub fn called(model: &Model, player: Player) -> String {
    model
        .name(player)
        .map_or_else(|| texts::nameless(player), Name::to_string)
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::gui::ground::Ground;

    #[test]
    fn turns_are_numbered_only_if_all_were_told() {
        let moment = |log: &Log| texts::moment(Some(Phase::Playing), log.number(), Some(7));
        let mut log = Log::after(4, false);
        assert_eq!(moment(&log), "Turn 4 · seed 7");
        log.miss_turns();
        assert_eq!(moment(&log), "seed 7", "the connection was lost");
        log.miss_turns();
        log.come_back(true);
        assert_eq!(moment(&log), "Turn 4 · seed 7", "nothing was played");
        log.miss_turns();
        log.come_back(false);
        log.miss_turns();
        log.come_back(true);
        assert_eq!(moment(&log), "seed 7", "something was");
        assert_eq!(moment(&Log::after(4, true)), "seed 7");
    }

    #[test]
    fn placements_in_a_row_on_one_territory_are_one_line() {
        let ground = Ground::read(Path::new("czechia")).unwrap();
        let model = Arc::new(Model::new(Arc::clone(ground.map()), None));
        let mut log = Log::default();
        let mut place = |player, territory, units| {
            let player = Player::new(player).unwrap();
            let line = Reply::Event(Event::Reinforced {
                player,
                territory: TerritoryId(territory),
                units,
            });
            let (before, after) = (Arc::clone(&model), Arc::clone(&model));
            log.tell(&link::Step {
                line,
                before,
                after,
            });
        };
        place(0, 3, 1);
        place(0, 3, 1);
        place(0, 3, 2);
        place(0, 4, 1);
        place(0, 3, 1);
        place(1, 3, 1);
        let told: Vec<&str> = log.entries().map(|entry| &*entry.text).collect();
        assert_eq!(told.len(), 4, "{told:?}");
        assert!(told[0].contains("4 units on"), "{told:?}");
    }
}
