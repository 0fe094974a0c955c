//! What has happened lately, in lines.

use std::collections::VecDeque;

use marchland_game::conquest::narrator::{self, Cast, Fight};
use marchland_game::conquest::rules::{Event, Holding, Phase, Player};
use marchland_maps::{Map, TerritoryId};

use super::{Ending, Frame, Now};
use crate::texts;

/// A sentence of the log, with the territories it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Who did it.
    pub player: Option<Player>,
    /// What, in a sentence.
    pub text: String,
    /// Whether it begins a turn.
    pub is_turn: bool,
}

/// What has happened lately.
#[derive(Debug, Default)]
pub struct Log {
    /// The newest first.
    entries: VecDeque<Entry>,
    /// The battle at hand, round after round one line.
    fight: Option<Fight>,
    /// Whether the newest line is that of the battle.
    fight_told: bool,
}

/// Players by their colours.
struct Names<'a> {
    now: &'a Now,
    map: &'a Map,
}

impl Cast for Names<'_> {
    fn is_you(&self, _: Player) -> bool {
        false
    }

    fn subject(&self, player: Player) -> String {
        texts::player_name(player.index(), self.now.is_neutral(player))
    }

    fn object(&self, player: Player) -> String {
        self.subject(player)
    }

    fn place(&self, territory: TerritoryId) -> String {
        narrator::place(self.map, territory)
    }
}

impl Log {
    /// Lines that are kept.
    const MOST: usize = 120;

    /// The lines, the newest first.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }

    fn push(&mut self, player: Option<Player>, text: String) {
        self.fight_told = false;
        self.entries.truncate(Self::MOST - 1);
        self.entries.push_front(Entry {
            player,
            text,
            is_turn: false,
        });
    }

    /// Tells how it ended.
    pub(super) fn end(&mut self, ending: &Ending, now: &Now) {
        let winner = match ending {
            Ending::Won(player) => Some(*player),
            _ => None,
        };
        let name = |player: Player| texts::player_name(player.index(), now.is_neutral(player));
        self.push(winner, ending.said(name));
    }

    /// Tells an action; `before` are the holdings it began with.
    pub(super) fn tell(&mut self, frame: &Frame, before: &[Holding], now: &Now, map: &Map) {
        let names = Names { now, map };
        let claiming = before.iter().any(|holding| holding.owner.is_none());
        let dealt = claiming && frame.changed.len() > 1;
        if dealt {
            self.push(None, texts::DEALT.to_owned());
        }
        for event in &frame.events {
            let fight = self.fight.filter(|fight| fight.goes_on(event));
            match *event {
                Event::TurnStarted(player) => {
                    if now.phase != Some(Phase::Playing) {
                        continue;
                    }
                    let text = texts::turn_of(now.turns, &names.subject(player));
                    self.push(Some(player), text);
                    if let Some(entry) = self.entries.front_mut() {
                        entry.is_turn = true;
                    }
                }
                // What is dealt is told as a whole.
                Event::PhaseStarted(Phase::Claiming) | Event::Reinforced { .. } if dealt => {}
                Event::UnitsGained { .. } if claiming => {}
                Event::Attacked { .. } => {
                    let same = fight.filter(|_| self.fight_told);
                    self.fight = same.or_else(|| Fight::begin(event, before));
                    self.fight_told = same.is_some();
                }
                Event::Rolled(roll) => {
                    let Some(mut fight) = fight else { continue };
                    let defenders = before.get(fight.target.index());
                    fight.round(roll, defenders.map_or(0, |holding| holding.units));
                    if self.fight_told {
                        self.entries.pop_front();
                    }
                    let who = names.subject(fight.player);
                    self.push(Some(fight.player), format!("{who} {}.", fight.deed(&names)));
                    self.fight = Some(fight);
                    self.fight_told = true;
                }
                Event::Defended { .. } => {}
                _ => {
                    let player = narrator::deed(event, &names).map(|(player, _)| player);
                    self.push(player, narrator::sentence(event, &names));
                }
            }
        }
    }
}
