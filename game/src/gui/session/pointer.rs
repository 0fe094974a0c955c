//! The pointer on the map, and the keyboard's selection.

use marchland_maps::TerritoryId;

use super::{Mode, Prompt, Session};
use crate::conquest::Forecast;
use crate::conquest::bots::{Attack, Free, View};
use crate::conquest::rules::{Action, Illegal, Player, State, Step};
use crate::gui::texts;
use crate::terminal::reason;

/// A drag from a territory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drag {
    /// Where it began.
    pub from: TerritoryId,
    /// Where the pointer is, in pixels of the mask.
    pub at: (f64, f64),
    /// The territory there.
    pub over: Option<TerritoryId>,
}

impl Session {
    /// Notes a drag from an own territory.
    pub fn drag_to(&mut self, from: TerritoryId, at: (f64, f64), over: Option<TerritoryId>) {
        self.drag = Some(Drag { from, at, over });
        self.hovered = over;
    }

    /// Ends the drag over a territory: an attack or a move. With `all`, all units move at
    /// once.
    pub fn let_go(&mut self, all: bool) {
        let Some(Drag {
            from,
            over: Some(to),
            ..
        }) = self.drag.take()
        else {
            return;
        };
        if from != to {
            self.join(from, to, all);
        }
    }

    /// Clicks a territory; with `all`, with all units.
    pub fn click(&mut self, at: Option<TerritoryId>, all: bool) {
        self.refusal = None;
        if self.stop() {
            return;
        }
        let Some(at) = at else {
            self.miss();
            return;
        };
        let planned = self.planned().into_owned();
        let (Some(state), Some(me)) = (planned.state(), planned.me()) else {
            self.selected = Some(at);
            return;
        };
        if !self.is_asked() {
            self.selected = Some(at);
            return;
        }
        if self.is_asked_who_follows() {
            self.refusal = Some(texts::SAY_HOW_MANY.to_owned());
            return;
        }
        match state.step() {
            Step::Claim => self.claim(at, state.owns(me, at)),
            Step::Settle { .. } | Step::Place | Step::Spoils if state.seat(me).unplaced > 0 => {
                self.place(at, all, state);
            }
            _ => self.pick(at, all, state),
        }
    }

    /// A click beside all territories cancels, but does not answer a prompt that opened by
    /// itself.
    fn miss(&mut self) {
        if self.is_asked_who_follows() {
            self.refusal = Some(texts::SAY_HOW_MANY.to_owned());
        } else {
            self.cancel();
        }
    }

    /// Right click: takes a unit back, or attacks until it is decided.
    pub fn click_second(&mut self, at: Option<TerritoryId>) {
        self.refusal = None;
        let Some(at) = at else {
            self.miss();
            return;
        };
        if self.pencilled(at) > 0 {
            self.count(at, -1);
        } else if self.is_asked()
            && let Some(from) = self.origin_against(at)
        {
            self.selected = Some(from);
            self.fight_over(from, at, Mode::Until(1));
        }
    }

    /// Pencils in more or fewer units on a territory; returns whether that was possible.
    pub fn count(&mut self, at: TerritoryId, more: i32) -> bool {
        if !self.counts(at) {
            return false;
        }
        self.selected = Some(at);
        if more > 0 {
            let planned = self.planned();
            let left = planned
                .state()
                .zip(planned.me())
                .map_or(0, |(state, me)| state.seat(me).unplaced);
            let units = (more as u32).min(left);
            if units > 0 {
                self.pencil.push((at, units));
            }
            return units > 0;
        }
        let mut fewer = more.unsigned_abs();
        let before = fewer;
        while fewer > 0 {
            let Some(last) = self.pencil.iter().rposition(|(on, _)| *on == at) else {
                break;
            };
            let taken = self.pencil[last].1.min(fewer);
            self.pencil[last].1 -= taken;
            fewer -= taken;
            if self.pencil[last].1 == 0 {
                self.pencil.remove(last);
            }
        }
        fewer < before
    }

    /// Whether units can be placed on a territory now.
    pub fn counts(&self, at: TerritoryId) -> bool {
        let model = self.model();
        let (Some(state), Some(me)) = (model.state(), model.me()) else {
            return false;
        };
        let placing = matches!(
            state.step(),
            Step::Settle { .. } | Step::Place | Step::Spoils
        );
        self.is_asked() && placing && state.owns(me, at) && state.seat(me).unplaced > 0
    }

    fn claim(&mut self, at: TerritoryId, is_own: bool) {
        self.selected = Some(at);
        if is_own {
            self.refusal = Some(texts::already_yours(&self.map, at));
            return;
        }
        let claim = Action::Reinforce {
            territory: at,
            units: 1,
        };
        self.act(claim);
    }

    fn place(&mut self, at: TerritoryId, all: bool, state: &State) {
        let Some(me) = self.me() else { return };
        self.selected = Some(at);
        let left = state.seat(me).unplaced;
        let typed = self.take_typed();
        let units = if all { left } else { typed.unwrap_or(1) };
        let action = Action::Reinforce {
            territory: at,
            units,
        };
        match state.check(me, action) {
            Ok(()) => self.pencil.push((at, units)),
            Err(why) => self.refuse(why),
        }
    }

    /// Selects the origin of an attack or a move, then its target.
    fn pick(&mut self, at: TerritoryId, all: bool, state: &State) {
        let Some(me) = self.me() else { return };
        let from = self
            .selected
            .filter(|&from| from != at && state.owns(me, from));
        if state.owns(me, at) {
            if let Some(from) = from.filter(|_| self.moving) {
                self.join(from, at, all);
            } else {
                self.selected = (self.selected != Some(at)).then_some(at);
                self.prompt = None;
            }
            self.moving = false;
            return;
        }
        let Some(from) = from.or_else(|| self.origin_against(at)) else {
            self.selected = Some(at);
            self.refusal = Some(texts::nowhere_from(&self.map, at));
            return;
        };
        self.join(from, at, all);
    }

    /// Opens the prompt of an attack or a move between two territories.
    pub(super) fn join(&mut self, from: TerritoryId, to: TerritoryId, all: bool) {
        self.moving = false;
        if let Some(why) = self.must_wait() {
            self.refusal = Some(why);
            return;
        }
        let planned = self.planned().into_owned();
        let (Some(state), Some(me)) = (planned.state(), planned.me()) else {
            return;
        };
        self.selected = Some(from);
        if !state.owns(me, to) {
            match can_attack(state, me, from, to) {
                Ok(()) => {
                    self.prompt = Some(Prompt::Fight {
                        from,
                        target: to,
                        stop: String::new(),
                    });
                }
                Err(why) => self.refuse(why),
            }
            return;
        }
        let most = state.holding(from).units.saturating_sub(1);
        let transfer = Action::Transfer {
            from,
            to,
            units: most.max(1),
        };
        match state.check(me, transfer) {
            Ok(()) if all => self.act(transfer),
            Ok(()) => {
                let follows = state.step() == Step::Occupy { from, to };
                if follows {
                    (self.declined, self.refusal) = (None, None);
                }
                self.prompt = Some(Prompt::Move {
                    from,
                    to,
                    units: most,
                    follows,
                });
            }
            Err(why) => self.refuse(why),
        }
    }

    /// The own territory to attack a target from: the selected one, else the strongest.
    pub(super) fn origin_against(&self, target: TerritoryId) -> Option<TerritoryId> {
        let planned = self.planned();
        let (state, me) = (planned.state()?, planned.me()?);
        if state.owns(me, target) {
            return None;
        }
        let able = |&from: &TerritoryId| {
            state.owns(me, from)
                && state.holding(from).units > 1
                && self.map.link(from, target).is_some()
        };
        self.selected.filter(able).or_else(|| {
            let own = state.territories(me).filter(able);
            own.max_by_key(|&from| state.holding(from).units)
        })
    }

    /// The attack under consideration, by prompt, drag or pointer: origin, target and
    /// forecast.
    pub fn weighed(&self) -> Option<(TerritoryId, TerritoryId, Forecast)> {
        let (from, target, stop) = match (&self.prompt, self.drag) {
            (Some(Prompt::Fight { from, target, stop }), _) => {
                (*from, *target, stop.parse().unwrap_or(1))
            }
            (Some(_), _) => return None,
            (None, Some(drag)) => (drag.from, drag.over?, 1),
            (None, None) => {
                let target = self.hovered.filter(|_| self.is_asked())?;
                (self.selected.filter(|&from| from != target)?, target, 1)
            }
        };
        let planned = self.planned();
        let (state, me) = (planned.state()?, planned.me()?);
        can_attack(state, me, from, target).ok()?;
        let units = |t: TerritoryId| state.holding(t).units;
        Some((
            from,
            target,
            Forecast::of(units(from), units(target), stop)?,
        ))
    }

    /// The targets of the dragged or selected territory.
    pub fn targets(&self) -> Vec<TerritoryId> {
        let planned = self.planned();
        let (Some(state), Some(me)) = (planned.state(), planned.me()) else {
            return Vec::new();
        };
        let Some(from) = self.drag.map(|drag| drag.from).or(self.selected) else {
            return Vec::new();
        };
        if !self.is_asked() || !state.owns(me, from) {
            return Vec::new();
        }
        let links = self.map.neighbours(from).iter().map(|link| link.to);
        let legal = |&target: &TerritoryId| can_attack(state, me, from, target).is_ok();
        links.filter(legal).collect()
    }

    /// Selects the next or previous territory that can act.
    pub(super) fn next_able(&mut self, next: bool) {
        let planned = self.planned().into_owned();
        let (Some(state), Some(me)) = (planned.state(), planned.me()) else {
            return;
        };
        if self.is_asked_who_follows() {
            self.refusal = Some(texts::SAY_HOW_MANY.to_owned());
            return;
        }
        let view = View::new(state, me);
        let mut able: Vec<TerritoryId> = match state.step() {
            Step::Claim => view.free().map(Free::territory).collect(),
            Step::Place | Step::Settle { .. } | Step::Spoils if view.unplaced() > 0 => {
                let own: Vec<_> = state.territories(me).collect();
                let border: Vec<_> = own.iter().copied().filter(|&t| view.is_border(t)).collect();
                if border.is_empty() { own } else { border }
            }
            _ => view.attacks().map(Attack::from).collect(),
        };
        able.dedup();
        if able.is_empty() {
            return;
        }
        let at = self
            .selected
            .and_then(|selected| able.iter().position(|&t| t == selected));
        let len = able.len();
        let at = match (at, next) {
            (None, true) => 0,
            (None, false) => len - 1,
            (Some(at), true) => (at + 1) % len,
            (Some(at), false) => (at + len - 1) % len,
        };
        self.selected = Some(able[at]);
        self.prompt = None;
    }

    /// Selects the neighbour in a direction, or else any territory that way.
    pub(super) fn step_to(&mut self, across: f64, down: f64) {
        let Some(from) = self.selected else {
            self.next_able(true);
            return;
        };
        let place = |t: TerritoryId| {
            let at = self.map.territory(t).badge;
            (f64::from(at.x), f64::from(at.y))
        };
        let here = place(from);
        // Far and sideways count against a territory; those behind do not count at all.
        let cost = |t: TerritoryId| {
            let (x, y) = place(t);
            let (dx, dy) = (x - here.0, y - here.1);
            let along = dx * across + dy * down;
            let aside = (dx * down - dy * across).abs();
            (along > 0.0 && aside < along * 2.0).then_some(along + 2.0 * aside)
        };
        let best = |among: &mut dyn Iterator<Item = TerritoryId>| {
            let weighed = among.filter_map(|t| Some((cost(t)?, t)));
            weighed.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, t)| t)
        };
        let near = &mut self.map.neighbours(from).iter().map(|link| link.to);
        let to = best(near).or_else(|| best(&mut self.map.ids().filter(|&t| t != from)));
        if let Some(to) = to {
            self.selected = Some(to);
            self.hovered = None;
        }
    }

    pub(super) fn refuse(&mut self, why: Illegal) {
        self.refusal = Some(texts::sentence(&reason(why, &self.map)));
    }

    /// Takes the typed number.
    pub(super) fn take_typed(&mut self) -> Option<u32> {
        std::mem::take(&mut self.typed)
            .parse()
            .ok()
            .filter(|&n| n > 0)
    }
}

/// Checks that a territory can attack another now.
pub(super) fn can_attack(
    state: &State,
    me: Player,
    from: TerritoryId,
    target: TerritoryId,
) -> Result<(), Illegal> {
    let units = 1;
    let attack = Action::Attack {
        from,
        target,
        units,
    };
    state.check(me, attack)
}
