//! The value of a position, part by part.

use marchland_maps::{Map, TerritoryId};

use super::super::View;
use super::Config;
use crate::conquest::rules::{Player, State};

/// The parts of the value of a player's position.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Evaluation {
    /// The values of the territories owned.
    pub areas: f64,
    /// The values of the continents, each by the square of the share owned.
    pub continents: f64,
    /// For the largest group of connected territories.
    pub component: f64,
    /// For the units at the border.
    pub border: f64,
    /// Against the units inland; not above 0.
    pub inner: f64,
}

impl Evaluation {
    /// The sum of the parts, not below 0.
    pub fn total(&self) -> f64 {
        let sum = self.areas + self.continents + self.component + self.border + self.inner;
        sum.max(0.0)
    }
}

/// The value of `player`'s position, from what everybody sees.
pub fn evaluate(config: &Config, state: &State, player: Player) -> Evaluation {
    let map: &Map = state.map();
    let mut value = Evaluation::default();
    let mut seen = vec![false; map.len()];
    let mut largest = 0u32;
    for t in state.territories(player) {
        value.areas += config.area_coeff * config.area(t);
        let units = f64::from(state.holding(t).units) * config.army_value_modifier_size;
        if map.neighbours(t).iter().any(|l| !state.owns(player, l.to)) {
            value.border += config.border_area_coeff * units;
        } else {
            value.inner -= config.inner_area_coeff * units;
        }
        if !seen[t.index()] {
            let mut size = 0;
            state.walk(player, t, |member| {
                seen[member.index()] = true;
                size += 1;
                true
            });
            largest = largest.max(size);
        }
    }
    value.component = config.component_size * f64::from(largest);
    for (id, continent) in (0..).zip(map.continents()) {
        let owned = continent.members.iter().filter(|&&t| state.owns(player, t));
        let share = owned.count() as f64 / continent.members.len() as f64;
        value.continents += config.continent_coeff * config.continent(id) * share * share;
    }
    value
}

/// How much the value of the viewer's position rises when `target` is conquered. This is the
/// difference of [`evaluate`]'s parts with two exceptions: units do not count, because they can
/// move on; and the largest group counts as one territory larger, whatever the conquest joins.
///
/// Cost: the members of the target's continent.
pub(super) fn gain(config: &Config, view: &View<'_>, target: TerritoryId) -> f64 {
    let map = view.map();
    let continent = map.territory(target).continent;
    let members = &map.continent(continent).members;
    let owned = members.iter().filter(|&&t| view.is_mine(t)).count() as f64;
    let size = members.len() as f64;
    // From owned / size to (owned + 1) / size, squared.
    let share = (2.0 * owned + 1.0) / (size * size);
    config.area_coeff * config.area(target)
        + config.continent_coeff * config.continent(continent.0) * share
        + config.component_size
}

#[cfg(test)]
mod tests;
