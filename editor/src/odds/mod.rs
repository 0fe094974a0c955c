//! Battle odds: an attacker, its targets and the chances. Changes nothing of the map.

mod reckon;

use std::collections::HashMap;

use marchland_maps::{Draft, TerritoryKey};
use marchland_simulator::{DiceRules, Preset};

pub use reckon::{Answer, Bar, End, Question};

use crate::graph::Graph;
use crate::jobs::Parcel;

/// A territory in the battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Camp {
    pub key: TerritoryKey,
    /// Its units as typed.
    pub units: String,
}

/// Why a territory cannot be attacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "`from` and `to` are the ends of the attack")]
pub enum Refusal {
    /// They are not neighbours.
    NoNeighbours {
        from: TerritoryKey,
        to: TerritoryKey,
    },
    /// Their border is closed.
    Shut {
        from: TerritoryKey,
        to: TerritoryKey,
    },
    /// Their link is one-way in the other direction.
    OneWay {
        from: TerritoryKey,
        to: TerritoryKey,
    },
    /// This territory has no id, so no neighbours.
    NoId(TerritoryKey),
    /// The campaign has reached its greatest length.
    TooLong,
}

#[derive(Debug, Clone)]
pub enum Message {
    Click(TerritoryKey),
    /// The units as typed of the attacker (0) or a target (from 1).
    Units(usize, String),
    /// More or fewer units.
    Step(usize, i32),
    /// End the path before this territory; before the first, clear it.
    Drop(usize),
    Rules(&'static Preset),
    /// The wanted chance, in per cent.
    Wanted(u8),
    /// A result from the thread.
    Answered(Parcel<Answer>),
}

/// The current battle.
#[derive(Debug)]
pub struct Odds {
    /// The attacker, then the targets in order.
    camps: Vec<TerritoryKey>,
    /// Units as typed, including those of former participants.
    units: HashMap<TerritoryKey, String>,
    rules: &'static Preset,
    wanted: u8,
    active: usize,
    answer: Option<Answer>,
    asked: Option<Question>,
    /// A question that made the thread panic: not asked again.
    failed: Option<Question>,
}

impl Default for Odds {
    fn default() -> Self {
        Self {
            camps: Vec::new(),
            units: HashMap::new(),
            rules: &DiceRules::PRESETS[0],
            wanted: 80,
            active: 0,
            answer: None,
            asked: None,
            failed: None,
        }
    }
}

impl Odds {
    /// The most units in one territory.
    pub const MOST_UNITS: usize = 999;
    /// The most targets of a campaign.
    pub const MOST_TARGETS: usize = 12;
    /// The chances on offer, in per cent.
    pub const CHANCES: [u8; 5] = [50, 80, 90, 95, 99];
    const FIRST_ATTACKERS: &str = "10";
    const FIRST_DEFENDERS: &str = "5";

    pub fn attacker(&self) -> Option<TerritoryKey> {
        self.camps.first().copied()
    }

    /// The targets in order.
    pub fn targets(&self) -> &[TerritoryKey] {
        self.camps.get(1..).unwrap_or_default()
    }

    /// All territories in the battle, the attacker first.
    pub fn camps(&self) -> impl Iterator<Item = Camp> {
        self.camps.iter().enumerate().map(|(at, &key)| Camp {
            key,
            units: self.typed(at).to_owned(),
        })
    }

    /// Units as typed, by index.
    fn typed(&self, camp: usize) -> &str {
        let key = self.camps.get(camp);
        let typed = key.and_then(|key| self.units.get(key));
        typed.map_or("", String::as_str)
    }

    /// Units by index, if the text is valid.
    pub fn units(&self, camp: usize) -> Option<usize> {
        let units = self.typed(camp).trim().parse().ok()?;
        (1..=Self::MOST_UNITS).contains(&units).then_some(units)
    }

    /// The territory whose units the arrow keys change, by index.
    pub fn active(&self) -> usize {
        self.active
    }

    pub fn rules(&self) -> &'static Preset {
        self.rules
    }

    /// The wanted chance, in per cent.
    pub fn wanted(&self) -> u8 {
        self.wanted
    }

    /// The result, once computed.
    pub fn answer(&self) -> Option<&Answer> {
        let question = self.question()?;
        self.answer.as_ref().filter(|a| *a.question() == question)
    }

    /// Whether the result is being computed.
    pub fn is_reckoning(&self) -> bool {
        self.asked.is_some() && self.answer().is_none()
    }

    /// The question, if the battle is complete: an attacker, a target, units in each.
    fn question(&self) -> Option<Question> {
        let units = (0..self.camps.len()).map(|camp| self.units(camp));
        let mut units = units.collect::<Option<Vec<_>>>()?.into_iter();
        let standing = units.next()?;
        let defenders: Vec<usize> = units.collect();
        (!defenders.is_empty()).then(|| Question {
            rules: self.rules().rules,
            standing,
            defenders,
            wanted: self.wanted,
        })
    }

    /// Adds a territory as the attacker or the next target. One already in the battle becomes the
    /// end of the path; the last target or a lone attacker is removed.
    ///
    /// # Errors
    /// Why it cannot be attacked.
    pub fn click(&mut self, draft: &Draft, key: TerritoryKey) -> Result<(), Refusal> {
        let last = self.camps.len().saturating_sub(1);
        match self.camps.iter().position(|&camp| camp == key) {
            Some(at) if at == last => self.cut(at),
            Some(at) => self.cut(at + 1),
            None => {
                if let Some(&from) = self.camps.last() {
                    if self.targets().len() == Self::MOST_TARGETS {
                        return Err(Refusal::TooLong);
                    }
                    may_attack(draft, from, key)?;
                }
                let first = if self.camps.is_empty() {
                    Self::FIRST_ATTACKERS
                } else {
                    Self::FIRST_DEFENDERS
                };
                self.camps.push(key);
                self.units.entry(key).or_insert_with(|| first.to_owned());
                self.active = self.camps.len() - 1;
            }
        }
        Ok(())
    }

    /// Starts a new battle with these two.
    ///
    /// # Errors
    /// Why the second cannot be attacked; the first is then the attacker.
    pub fn draw(
        &mut self,
        draft: &Draft,
        from: TerritoryKey,
        to: TerritoryKey,
    ) -> Result<(), Refusal> {
        // A drag from the end of the path extends it.
        if self.camps.last() != Some(&from) {
            self.cut(0);
            self.click(draft, from)?;
        }
        if self.camps.contains(&to) {
            return Ok(());
        }
        self.click(draft, to)
    }

    /// Removes the last territory; returns whether there was one.
    pub fn back(&mut self) -> bool {
        let any = !self.camps.is_empty();
        self.cut(self.camps.len().saturating_sub(1));
        any
    }

    /// Ends the path before this territory.
    fn cut(&mut self, at: usize) {
        self.camps.truncate(at);
        self.active = self.active.min(self.camps.len().saturating_sub(1));
    }

    /// Changes units within the limits.
    fn step(&mut self, camp: usize, by: i32) {
        if let Some(key) = self.camps.get(camp) {
            let now = self.typed(camp).trim().parse::<i64>().unwrap_or(0);
            let most = Self::MOST_UNITS as i64;
            let next = now.saturating_add(by.into()).clamp(1, most);
            self.units.insert(*key, next.to_string());
            self.active = camp;
        }
    }

    /// Arrow keys: up and down change the units, left and right switch territories.
    pub fn nudge(&mut self, (across, down): (i32, i32)) {
        let last = self.camps.len().saturating_sub(1);
        if across != 0 {
            self.active = self
                .active
                .saturating_add_signed(across.signum() as isize)
                .min(last);
        }
        if down != 0 {
            self.step(self.active, -down);
        }
    }

    /// Applies a message.
    ///
    /// # Errors
    /// Why a territory cannot be attacked.
    pub fn update(&mut self, message: Message, draft: &Draft) -> Result<(), Refusal> {
        match message {
            Message::Click(key) => return self.click(draft, key),
            Message::Units(camp, text) => {
                if let Some(key) = self.camps.get(camp) {
                    let digits = text.chars().filter(char::is_ascii_digit).take(4);
                    self.units.insert(*key, digits.collect());
                    self.active = camp;
                }
            }
            Message::Step(camp, by) => self.step(camp, by),
            Message::Drop(camp) => self.cut(camp),
            Message::Rules(rules) => self.rules = rules,
            Message::Wanted(wanted) => self.wanted = wanted.clamp(1, 99),
            Message::Answered(parcel) => {
                let asked = self.asked.take();
                match parcel.open() {
                    Some(answer) => self.answer = Some(answer),
                    None => self.failed = asked,
                }
            }
        }
        Ok(())
    }

    /// Removes what the draft no longer contains or links.
    pub fn follow(&mut self, draft: &Draft) {
        let there = |key| draft.territory(key).is_some();
        let fits = self.camps.iter().enumerate().take_while(|&(at, &key)| {
            there(key) && (at == 0 || may_attack(draft, self.camps[at - 1], key).is_ok())
        });
        let fits = fits.count();
        self.cut(fits);
    }

    /// Answers a quick question at once; returns a slow one for another thread. One at a time:
    /// later changes are asked when the answer arrives.
    pub fn reckon(&mut self) -> Option<Question> {
        let question = self.question()?;
        let failed = self.failed.as_ref() == Some(&question);
        if self.answer().is_some() || self.asked.is_some() || failed {
            return None;
        }
        if question.is_quick() {
            self.answer = Some(question.reckon());
            return None;
        }
        self.asked = Some(question.clone());
        Some(question)
    }

    /// The possible next targets, in the order of the draft.
    pub fn within_reach(&self, draft: &Draft, graph: &Graph) -> Vec<TerritoryKey> {
        let from = self.camps.last().and_then(|&key| draft.place_of(key));
        let Some(from) = from.filter(|_| self.targets().len() < Self::MOST_TARGETS) else {
            return Vec::new();
        };
        let mut near: Vec<usize> = graph.within_reach(from).collect();
        near.dedup();
        let keys = near.into_iter().map(|at| draft.territories[at].key);
        keys.filter(|key| !self.camps.contains(key)).collect()
    }
}

fn may_attack(draft: &Draft, from: TerritoryKey, to: TerritoryKey) -> Result<(), Refusal> {
    let id = |key| {
        let territory = draft.territory(key);
        territory.and_then(|t| t.id).ok_or(Refusal::NoId(key))
    };
    let (a, b) = (id(from)?, id(to)?);
    if draft.can_go(a, b).is_some() {
        Ok(())
    } else if draft.can_go(b, a).is_some() {
        Err(Refusal::OneWay { from, to })
    } else if draft.is_closed(a, b) {
        Err(Refusal::Shut { from, to })
    } else {
        Err(Refusal::NoNeighbours { from, to })
    }
}

#[cfg(test)]
mod tests;
