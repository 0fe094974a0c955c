//! Parameters of a generated map.

use std::fmt;
use std::ops::RangeInclusive;

use super::COMMAND;
use super::cells::SIDE;
use crate::chance::Chance;

/// The possible numbers of territories.
pub const TERRITORIES: RangeInclusive<u16> = 12..=500;

/// The possible shares of land, in percent.
pub const LAND: RangeInclusive<u8> = 25..=50;

/// Largest side of the sheet in pixels.
pub const MOST_PIXELS: u32 = 8_192;

/// Fewest territories of a continent.
const SMALLEST: u32 = 4;

/// Most territories of a continent on average.
const LARGEST: u16 = 40;

/// Least diameter of a territory in pixels: what badges and names need.
const LEAST_ACROSS: u64 = 40;

/// Usual ratio of width to height.
const ASPECT: (u64, u64) = (16, 9);

/// Parameters of a generated map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// Different seeds give different maps.
    pub seed: u64,
    /// Number of territories, see [`TERRITORIES`].
    pub territories: u16,
    /// Number of continents, see [`least_continents`] and [`most_continents`].
    pub continents: u16,
    /// Width and height in pixels. The same seed and aspect ratio give the same land at any size,
    /// only finer or coarser.
    pub size: (u32, u32),
    /// Approximate share of land in percent; see [`LAND`].
    pub land: u8,
}

/// Why a plan is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// Too few or too many territories.
    #[error(
        "a map is made of {least} to {most} territories, not of {0}",
        least = TERRITORIES.start(), most = TERRITORIES.end()
    )]
    Territories(u16),
    /// Too few or too many continents for the territories.
    #[error(
        "{1} territories make {least} to {most} continents, not {0}",
        least = least_continents(*.1), most = most_continents(*.1)
    )]
    Continents(u16, u16),
    /// Too much or too little land.
    #[error(
        "{least} to {most} % of a map are land, not {0} %",
        least = LAND.start(), most = LAND.end()
    )]
    Land(u8),
    /// The sheet is too large.
    #[error("{0}x{1} pixels are too many: a side has at most {MOST_PIXELS}")]
    TooLarge(u32, u32),
    /// The sheet is too elongated.
    #[error("{0}x{1} is not a shape for a map: one side is more than three times the other")]
    Shape(u32, u32),
    /// The sheet has no room for badges and names.
    #[error("{0}x{1} pixels are too few for {2} territories; take {3}x{4}, or more land")]
    TooSmall(u32, u32, u16, u32, u32),
}

/// The fewest continents for a number of territories.
pub fn least_continents(territories: u16) -> u16 {
    territories.div_ceil(LARGEST).max(2)
}

/// The most continents for a number of territories.
pub fn most_continents(territories: u16) -> u16 {
    territories / SMALLEST as u16
}

impl Plan {
    /// The usual plan for a number of territories: about as many continents as each has
    /// territories, slightly more than a third of land, and a sheet with room for names.
    pub fn new(seed: u64, territories: u16) -> Self {
        let most = most_continents(territories).max(1);
        let least = least_continents(territories).min(most);
        let mut plan = Self {
            seed,
            territories,
            continents: territories.isqrt().clamp(least, most),
            size: (0, 0),
            land: 36,
        };
        plan.size = plan.usual_size();
        plan
    }

    /// A suitable size for territories and land.
    pub fn usual_size(&self) -> (u32, u32) {
        // Fewer territories are drawn larger: 150 pixels across for 20, 100 for 300.
        let across = 90 + 1_200 / u64::from(self.territories.max(20));
        self.sheet_of(across, ASPECT)
    }

    /// A sheet on which territories measure this many pixels across, within the limits of masks;
    /// its sides are multiples of 16.
    fn sheet_of(&self, across: u64, (wide, high): (u64, u64)) -> (u32, u32) {
        let territories = u64::from(self.territories.max(*TERRITORIES.start()));
        let land = u64::from(self.land.clamp(*LAND.start(), *LAND.end()));
        let area = territories * across * across * 100 / land;
        let width = (area * wide / high).isqrt().next_multiple_of(16);
        let width = width.min(u64::from(MOST_PIXELS));
        let height = (width * high / wide).next_multiple_of(16).max(16);
        (width as u32, height.min(u64::from(MOST_PIXELS)) as u32)
    }

    /// Checks whether the plan is possible.
    ///
    /// # Errors
    /// [`PlanError`], with the possible values.
    pub fn check(&self) -> Result<(), PlanError> {
        if !TERRITORIES.contains(&self.territories) {
            return Err(PlanError::Territories(self.territories));
        }
        let continents = least_continents(self.territories)..=most_continents(self.territories);
        if !continents.contains(&self.continents) {
            return Err(PlanError::Continents(self.continents, self.territories));
        }
        if !LAND.contains(&self.land) {
            return Err(PlanError::Land(self.land));
        }
        let (width, height) = self.size;
        if width.max(height) > MOST_PIXELS {
            return Err(PlanError::TooLarge(width, height));
        }
        let (long, short) = (width.max(height), width.min(height));
        if short == 0 || long > 3 * short {
            return Err(PlanError::Shape(width, height));
        }
        if self.across() < LEAST_ACROSS {
            let shape = (width.into(), height.into());
            let (wide, high) = self.sheet_of(LEAST_ACROSS + 1, shape);
            return Err(PlanError::TooSmall(
                width,
                height,
                self.territories,
                wide,
                high,
            ));
        }
        Ok(())
    }

    /// Approximate diameter of a territory in pixels.
    fn across(&self) -> u64 {
        let pixels = u64::from(self.size.0) * u64::from(self.size.1);
        (pixels * u64::from(self.land) / 100 / u64::from(self.territories)).isqrt()
    }

    /// Columns and rows of the planning lattice; they depend on the aspect ratio, not on the size.
    pub(super) fn cells(&self) -> (usize, usize) {
        let side = SIDE as u64;
        let all = u64::from(self.territories) * side * side * 100 / u64::from(self.land);
        // Rounded to a hundredth, so that a preview's rounded size makes no difference.
        let shape = (200 * u64::from(self.size.0) / u64::from(self.size.1)).div_ceil(2);
        let width = (all * shape / 100).isqrt().max(1);
        (width as usize, (all / width) as usize)
    }

    pub(super) fn badge(&self) -> u16 {
        (self.across() * 2 / 9).clamp(8, 40) as u16
    }

    /// Least length of a border in pixel sides; a shorter one is a corner.
    pub(super) fn corner(&self) -> usize {
        (self.across() as usize * 3 / (2 * SIDE)).clamp(3, 8)
    }

    /// The number of territories of each continent.
    pub(super) fn members(&self, seed: u64) -> Vec<u32> {
        let mut chance = Chance::new(seed, 1);
        let count = usize::from(self.continents);
        let weights: Vec<usize> = (0..count).map(|_| 10 + chance.below(15)).collect();
        let all: usize = weights.iter().sum();
        let territories = u32::from(self.territories);
        let free = territories - SMALLEST * count as u32;
        let members = weights.iter();
        let members = members.map(|&weight| SMALLEST + free * weight as u32 / all as u32);
        let mut members: Vec<u32> = members.collect();
        let left = territories - members.iter().sum::<u32>();
        for at in 0..left as usize {
            members[at % count] += 1;
        }
        members
    }
}

impl fmt::Display for Plan {
    /// The command that generates the map.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            seed,
            territories,
            continents,
            size: (width, height),
            land,
        } = self;
        write!(
            f,
            "{COMMAND} --seed {seed} --territories {territories} \
             --continents {continents} --size {width}x{height} --land {land}%"
        )
    }
}
