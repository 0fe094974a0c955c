//! Heat map of the balance figures.

use std::collections::HashMap;

use marchland_game::conquest::balance::{Figure, Territory, beyond_luck};
use marchland_maps::TerritoryKey;

use super::figures::Figures;

/// What the heat map shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// Battles over a territory per game.
    Battles,
    /// Changes of owner per game.
    Conquests,
    /// Percentage points by which starting there changes the win chance.
    Begins,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Heat {
    pub layer: Layer,
    /// The value of the deepest shade: points for [`Layer::Begins`], else a number per game.
    pub most: f64,
    /// The median half-interval, in the same unit.
    pub reach: f64,
    /// Whether it is of the draft before an edit, or of another set-up.
    pub is_old: bool,
    shades: HashMap<TerritoryKey, Shade>,
}

/// The heat of a territory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shade {
    /// From −[`Heat::STEPS`] to [`Heat::STEPS`].
    pub step: i8,
    /// The value in at most three characters; `None` where it may be chance.
    pub text: Option<String>,
}

impl Layer {
    /// All layers, in menu order.
    pub const ALL: [Self; 3] = [Self::Battles, Self::Conquests, Self::Begins];

    /// Whether values can be negative.
    pub fn is_signed(self) -> bool {
        self == Self::Begins
    }

    fn figure(self, territory: &Territory) -> Option<Figure> {
        match self {
            Self::Battles => territory.battles,
            Self::Conquests => territory.conquests,
            // In percentage points.
            Self::Begins => territory.lift.map(|lift| Figure {
                value: 100.0 * lift.value,
                low: 100.0 * lift.low,
                high: 100.0 * lift.high,
            }),
        }
    }
}

impl Heat {
    /// Shades on either side of zero.
    pub const STEPS: i8 = 8;
    /// The least value of the deepest shade, in points, so that a fair map stays pale.
    const LEAST_POINTS: f64 = 5.0;

    /// The heat of all territories with known figures.
    pub fn of(figures: &Figures, layer: Layer) -> Self {
        let known = figures.section.territories.iter();
        let known = known.filter_map(|t| {
            let key = figures.territories.get(t.id)?;
            Some((*key, layer.figure(t)?))
        });
        let known: Vec<_> = known.collect();
        let sizes = known.iter().map(|(_, figure)| figure.value.abs());
        let most = sizes.fold(0.0, f64::max);
        let least = if layer.is_signed() {
            Self::LEAST_POINTS
        } else {
            f64::MIN_POSITIVE
        };
        let most = most.max(least);
        let mut reaches: Vec<f64> = known.iter().map(|(_, figure)| figure.reach()).collect();
        reaches.sort_by(f64::total_cmp);
        let reach = reaches.get(reaches.len() / 2).copied().unwrap_or_default();
        let values: Vec<Figure> = known.iter().map(|(_, figure)| *figure).collect();
        let counts = if layer.is_signed() {
            beyond_luck(&values)
        } else {
            vec![true; values.len()]
        };
        let shade = |figure: Figure, counts: bool| {
            if !counts {
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
        let shades = known.iter().zip(counts);
        let shades = shades.map(|((key, figure), counts)| (*key, shade(*figure, counts)));
        Self {
            layer,
            most,
            reach,
            is_old: false,
            shades: shades.collect(),
        }
    }

    pub fn shade(&self, key: TerritoryKey) -> Option<&Shade> {
        self.shades.get(&key)
    }
}

/// Formats a value in at most three characters: `3.4`, `12`, `+7`.
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
