//! What has happened lately, in lines.

use std::collections::VecDeque;

use marchland_game::conquest::rules::{Event, Holding, Phase, Player};
use marchland_maps::{Map, TerritoryId};

use super::{Ending, Frame, Now};
use crate::texts;

/// A line.
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
    attack: Option<(Player, TerritoryId, TerritoryId)>,
    /// The newest line tells of these attacks, with so many lost and killed.
    fight: Option<(Player, TerritoryId, TerritoryId, u32, u32)>,
}

impl Log {
    /// Lines that are kept.
    const MOST: usize = 120;

    /// The lines, the newest first.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }

    fn push(&mut self, player: Option<Player>, text: String) {
        self.fight = None;
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
        let name = |player: Player| texts::player_name(player.index(), now.is_neutral(player));
        let place = |id: TerritoryId| {
            let territory = map.territories().get(id.index());
            territory
                .and_then(|t| t.name.text.clone())
                .unwrap_or_else(|| id.to_string())
        };
        let owner = |holdings: &[Holding], id: TerritoryId| {
            holdings.get(id.index()).and_then(|holding| holding.owner)
        };
        let claiming = before.iter().any(|holding| holding.owner.is_none());
        let dealt = claiming && frame.changed.len() > 1;
        if dealt {
            self.push(None, texts::DEALT.to_owned());
        }
        for event in &frame.events {
            match *event {
                Event::OrderDrawn(order) => {
                    let names: Vec<String> = order.iter().map(name).collect();
                    self.push(None, texts::order_of_play(&names));
                }
                Event::PhaseStarted(phase) if !(dealt && phase == Phase::Claiming) => {
                    self.push(None, texts::phase_begins(phase).to_owned());
                }
                Event::TurnStarted(player) => {
                    let text = match now.phase {
                        Some(Phase::Playing) => texts::turn_of(now.turns, &name(player)),
                        _ => continue,
                    };
                    self.push(Some(player), text);
                    if let Some(entry) = self.entries.front_mut() {
                        entry.is_turn = true;
                    }
                }
                Event::UnitsGained { player, units } if !claiming => {
                    self.push(Some(player), texts::gains(&name(player), units));
                }
                Event::Reinforced {
                    player,
                    territory,
                    units,
                } if !dealt => {
                    let text = texts::places(&name(player), units, &place(territory));
                    self.push(Some(player), text);
                }
                Event::SetTraded { player, .. } => {
                    self.push(Some(player), texts::trades(&name(player)));
                }
                Event::Attacked {
                    player,
                    from,
                    target,
                    ..
                } => self.attack = Some((player, from, target)),
                Event::Rolled(roll) => {
                    let Some((player, from, target)) = self.attack else {
                        continue;
                    };
                    let who = name(player);
                    let (mut lost, mut killed) = roll.losses();
                    // Round after round of one battle is one line.
                    if let Some((p, f, t, lost_before, killed_before)) = self.fight
                        && (p, f, t) == (player, from, target)
                    {
                        lost += lost_before;
                        killed += killed_before;
                        self.entries.pop_front();
                    }
                    let text = texts::attacks(&who, &place(target), &place(from), lost, killed);
                    self.push(Some(player), text);
                    self.fight = Some((player, from, target, lost, killed));
                    if let Some(loser) = owner(before, target)
                        && owner(&now.holdings, target) == Some(player)
                    {
                        let text = texts::takes(&who, &place(target), &name(loser));
                        self.push(Some(player), text);
                    }
                }
                Event::Transferred {
                    player,
                    from,
                    to,
                    units,
                } => {
                    let text = texts::moves(&name(player), units, &place(from), &place(to));
                    self.push(Some(player), text);
                }
                Event::CardsAcquired { player, cards } => {
                    self.push(Some(player), texts::gets_cards(&name(player), cards.len()));
                }
                Event::Defeated { player, by } => {
                    self.push(Some(by), texts::defeats(&name(by), &name(player)));
                }
                _ => {}
            }
        }
    }
}
