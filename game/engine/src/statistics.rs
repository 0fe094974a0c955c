//! Shares and means with their uncertainty.
//!
//! Counts are whole numbers ([`Moments`], [`Ratio`]), so that the counts of several machines
//! add up to the same bits in any order; floating point begins where a figure is shown. The
//! interval after a predetermined number of games is [`wilson`] or [`Estimate::interval`];
//! for figures that are looked at while games are played use a [`Sequence`] or
//! [`Estimate::at_any_time`]; [`discoveries`] says which of many differences are significant.

mod anytime;
mod discovery;
mod distributions;
mod moments;
mod sequence;

pub use anytime::ever_above;
pub use discovery::{above, discoveries};
pub use distributions::{t95, tail};
pub use moments::{Estimate, LEAST, Moments, Ratio};
pub use sequence::Sequence;

/// The quantile of the normal distribution with 2.5 % above it.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The 95 % interval of a share of `wins` among `games`, after Wilson (1927).
pub fn wilson(wins: u64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let n = games as f64;
    let share = wins as f64 / n;
    let middle = share + Z95 * Z95 / (2.0 * n);
    let half = Z95 * (share * (1.0 - share) / n + Z95 * Z95 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z95 * Z95 / n;
    let (low, high) = ((middle - half) / scale, (middle + half) / scale);
    // Anything not quite 0 or 1 here is a rounding error.
    let low = if wins == 0 { 0.0 } else { low.max(0.0) };
    let high = if wins == games { 1.0 } else { high.min(1.0) };
    (low, high)
}

#[cfg(test)]
mod tests;
