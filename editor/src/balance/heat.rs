//! What happens where, as shades of the land.

use std::collections::HashMap;

use marchland_game::conquest::balance::{Figure, Territory};
use marchland_maps::TerritoryKey;

use super::figures::Figures;

/// What the land is shaded by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// Throws of dice for a territory in a game.
    Battles,
    /// How often it changes its owner in a game.
    Conquests,
    /// By how much who begins there wins more than usual, or less.
    Begins,
}

/// The land in shades.
#[derive(Debug, Clone, PartialEq)]
pub struct Heat {
    /// By what.
    pub layer: Layer,
    /// What the deepest shade stands for: in points for [`Layer::Begins`], in a game for the
    /// others.
    pub most: f64,
    /// How far the figures may be off, at most, in the same unit.
    pub reach: f64,
    shades: HashMap<TerritoryKey, Shade>,
}

/// The shade of a territory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shade {
    /// From 0, nothing, to [`Heat::STEPS`]; below 0 for less than nothing.
    pub step: i8,
    /// The figure in three letters at most; nothing where it may be luck.
    pub text: Option<String>,
}

impl Layer {
    /// All of them, in the order of the switch.
    pub const ALL: [Self; 3] = [Self::Battles, Self::Conquests, Self::Begins];

    /// Whether there is less than nothing of it.
    pub fn is_signed(self) -> bool {
        self == Self::Begins
    }

    fn figure(self, territory: &Territory) -> Option<Figure> {
        match self {
            Self::Battles => territory.battles,
            Self::Conquests => territory.conquests,
            // In points.
            Self::Begins => territory.lift.map(|lift| Figure {
                value: 100.0 * lift.value,
                low: 100.0 * lift.low,
                high: 100.0 * lift.high,
            }),
        }
    }
}

impl Heat {
    /// Shades to either side of none.
    pub const STEPS: i8 = 8;
    /// Points that the deepest shade stands for at least: on a fair map little is no matter.
    const LEAST_POINTS: f64 = 5.0;

    /// The shades of all territories of which something is known.
    pub fn of(figures: &Figures, layer: Layer) -> Self {
        let known = figures.section.territories.iter();
        let known = known.filter_map(|t| {
            let key = figures.territories.get(t.id)?;
            Some((*key, layer.figure(t)?))
        });
        let known: Vec<_> = known.collect();
        let largest = |of: fn(&Figure) -> f64| known.iter().map(|(_, f)| of(f)).fold(0.0, f64::max);
        let most = largest(|figure| figure.value.abs());
        let least = if layer.is_signed() {
            Self::LEAST_POINTS
        } else {
            f64::MIN_POSITIVE
        };
        let most = most.max(least);
        let reach = largest(|figure| figure.reach());
        let shade = |figure: Figure| {
            // An interval that holds 0 may be luck: no shade.
            let may_be_luck = layer.is_signed() && figure.low <= 0.0 && figure.high >= 0.0;
            if may_be_luck {
                return Shade {
                    step: 0,
                    text: None,
                };
            }
            let step = (figure.value / most * f64::from(Self::STEPS)).round() as i8;
            Shade {
                step,
                text: Some(short(figure.value, layer.is_signed())),
            }
        };
        let shades = known.iter().map(|(key, figure)| (*key, shade(*figure)));
        Self {
            layer,
            most,
            reach,
            shades: shades.collect(),
        }
    }

    /// The shade of a territory; nothing for one that was not played.
    pub fn shade(&self, key: TerritoryKey) -> Option<&Shade> {
        self.shades.get(&key)
    }
}

/// A figure in three letters at most: `3.4`, `12`, `+7`.
fn short(value: f64, signed: bool) -> String {
    let sign = match signed {
        true if value < 0.0 => "−",
        true => "+",
        false => "",
    };
    let size = value.abs();
    if signed || size >= 9.95 {
        format!("{sign}{size:.0}")
    } else {
        format!("{size:.1}")
    }
}
