//! Battle odds on the map: who attacks whom with how many, and what comes of
//! it. Changes nothing of the map.

mod reckon;

use std::collections::HashMap;

use marchland_maps::{Draft, TerritoryKey};
use marchland_simulator::{DiceRules, Preset};

pub use reckon::{Answer, Bar, End, Question};

use crate::jobs::Parcel;

/// A territory in the battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Camp {
    /// The territory that is fought over or from.
    pub key: TerritoryKey,
    /// What it does.
    pub role: Role,
}

/// What a territory does in the battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Its units attack, along the way.
    Attacker,
    /// It lies on the way and is attacked.
    Target,
}

/// Why a territory cannot be attacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "`from` and `to` are the ends of the attack")]
pub enum Refusal {
    /// The two are not neighbours.
    NoNeighbours {
        from: TerritoryKey,
        to: TerritoryKey,
    },
    /// Their border is declared shut.
    Shut {
        from: TerritoryKey,
        to: TerritoryKey,
    },
    /// The link between them leads the other way only.
    OneWay {
        from: TerritoryKey,
        to: TerritoryKey,
    },
    /// One of them has no id yet, so it can have no neighbours.
    NoId(TerritoryKey),
    /// The campaign is as long as it may be.
    TooLong,
}

/// What can be done with the odds.
#[derive(Debug, Clone)]
pub enum Message {
    /// A territory was clicked.
    Click(TerritoryKey),
    /// Units as they are typed: of the attacker (0) or of a target (1 and on).
    Units(usize, String),
    /// So many units more or fewer.
    Step(usize, i32),
    /// End the way before this camp; before the first, drop everything.
    Drop(usize),
    /// Dice by the preset of this index.
    Rules(usize),
    /// The chance, in per cent, that units are wanted for.
    Wanted(u8),
    /// What was asked of another thread.
    Answered(Parcel<Answer>),
}

/// The battle that is being weighed.
#[derive(Debug)]
pub struct Odds {
    /// The attacker, then the targets in order.
    camps: Vec<TerritoryKey>,
    /// Units as typed, also of territories that were in the battle before.
    units: HashMap<TerritoryKey, String>,
    rules: usize,
    wanted: u8,
    active: usize,
    answer: Option<Answer>,
    asked: Option<Question>,
    /// The question another thread broke down over: not asked again.
    failed: Option<Question>,
}

impl Default for Odds {
    fn default() -> Self {
        Self {
            camps: Vec::new(),
            units: HashMap::new(),
            rules: 0,
            wanted: 80,
            active: 0,
            answer: None,
            asked: None,
            failed: None,
        }
    }
}

impl Odds {
    /// Most units in one territory.
    pub const MOST_UNITS: usize = 999;
    /// Most targets of one campaign.
    pub const MOST_TARGETS: usize = 12;
    /// The chances that units can be wanted for, in per cent.
    pub const CHANCES: [u8; 5] = [50, 80, 90, 95, 99];
    const FIRST_ATTACKERS: &str = "10";
    const FIRST_DEFENDERS: &str = "5";

    /// The territory that the campaign starts from, once it is chosen.
    pub fn attacker(&self) -> Option<TerritoryKey> {
        self.camps.first().copied()
    }

    /// The targets, first to last.
    pub fn targets(&self) -> &[TerritoryKey] {
        self.camps.get(1..).unwrap_or_default()
    }

    /// All territories in the battle, the attacker first.
    pub fn camps(&self) -> impl Iterator<Item = Camp> {
        self.camps.iter().enumerate().map(|(at, &key)| Camp {
            key,
            role: if at == 0 {
                Role::Attacker
            } else {
                Role::Target
            },
        })
    }

    /// Units as they are typed; the index is that of the camp.
    pub fn typed(&self, camp: usize) -> &str {
        let key = self.camps.get(camp);
        let typed = key.and_then(|key| self.units.get(key));
        typed.map_or("", String::as_str)
    }

    /// Units of a camp, if what is typed is a number of units.
    pub fn units(&self, camp: usize) -> Option<usize> {
        let units = self.typed(camp).trim().parse().ok()?;
        (1..=Self::MOST_UNITS).contains(&units).then_some(units)
    }

    /// The camp whose units the arrow keys change.
    pub fn active(&self) -> usize {
        self.active
    }

    /// The dice that the battles are fought with.
    pub fn rules(&self) -> &'static Preset {
        &DiceRules::PRESETS[self.rules]
    }

    /// The chance that units are wanted for, in per cent.
    pub fn wanted(&self) -> u8 {
        self.wanted
    }

    /// What comes of the battle, once it is complete and worked out.
    pub fn answer(&self) -> Option<&Answer> {
        let question = self.question()?;
        self.answer.as_ref().filter(|a| *a.question() == question)
    }

    /// Whether the answer is being worked out.
    pub fn is_reckoning(&self) -> bool {
        self.asked.is_some() && self.answer().is_none()
    }

    /// Whether a battle is complete: an attacker, a target, units in each.
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

    /// Takes a territory up: as the attacker, as the next target, or, if it is
    /// in the battle already, as the last of the way from now on. The last
    /// target and a lone attacker are dropped.
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

    /// Begins anew with these two.
    ///
    /// # Errors
    /// Why the second cannot be attacked; the first is the attacker then.
    pub fn draw(
        &mut self,
        draft: &Draft,
        from: TerritoryKey,
        to: TerritoryKey,
    ) -> Result<(), Refusal> {
        // A drag from the end of the way makes it longer.
        if self.camps.last() != Some(&from) {
            self.cut(0);
            self.click(draft, from)?;
        }
        if self.camps.contains(&to) {
            return Ok(());
        }
        self.click(draft, to)
    }

    /// Drops what was taken up last; whether there was anything.
    pub fn back(&mut self) -> bool {
        let any = !self.camps.is_empty();
        self.cut(self.camps.len().saturating_sub(1));
        any
    }

    /// Ends the way before this camp.
    fn cut(&mut self, at: usize) {
        self.camps.truncate(at);
        self.active = self.active.min(self.camps.len().saturating_sub(1));
    }

    /// Changes the units of a camp, within what there may be.
    fn step(&mut self, camp: usize, by: i32) {
        if let Some(key) = self.camps.get(camp) {
            let now = self.typed(camp).trim().parse::<i64>().unwrap_or(0);
            let most = Self::MOST_UNITS as i64;
            let next = now.saturating_add(by.into()).clamp(1, most);
            self.units.insert(*key, next.to_string());
            self.active = camp;
        }
    }

    /// The arrow keys: up and down change the units of a camp, left and right
    /// go from one to the next.
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

    /// Changes the state.
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
            Message::Rules(rules) => {
                self.rules = rules.min(DiceRules::PRESETS.len() - 1);
            }
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

    /// Drops what the draft no longer holds or no longer links.
    pub fn follow(&mut self, draft: &Draft) {
        let there = |key| draft.territory(key).is_some();
        let fits = self.camps.iter().enumerate().take_while(|&(at, &key)| {
            there(key) && (at == 0 || may_attack(draft, self.camps[at - 1], key).is_ok())
        });
        let fits = fits.count();
        self.cut(fits);
    }

    /// Answers a question that is answered in no time; one that is not comes
    /// back, to be asked of another thread. One at a time: what changes
    /// meanwhile is asked when the answer comes.
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

    /// The territories that can be attacked next.
    pub fn within_reach(&self, draft: &Draft) -> Vec<TerritoryKey> {
        let Some(&from) = self.camps.last() else {
            return Vec::new();
        };
        if self.targets().len() == Self::MOST_TARGETS {
            return Vec::new();
        }
        let Some(id) = draft.territory(from).and_then(|t| t.id) else {
            return Vec::new();
        };
        let mut near: Vec<_> = draft
            .links()
            .filter_map(|(t, n)| {
                let both = n.way == marchland_maps::Way::Both;
                if t.id == Some(id) {
                    Some(n.to)
                } else if n.to == id && both {
                    t.id
                } else {
                    None
                }
            })
            .collect();
        near.sort_unstable();
        near.dedup();
        near.into_iter()
            .filter_map(|id| draft.territory_by_id(id).map(|t| t.key))
            .filter(|key| !self.camps.contains(key))
            .collect()
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
