//! How long a computer player thinks.

use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// How long an [`Expert`](super::Expert) thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Thought {
    /// A fixed number of playouts that takes about 0.2 seconds a turn, fewer on larger maps and with
    /// more players. The same seed gives the same game.
    #[default]
    Usual,
    /// This many playouts a turn, however long they take. The same seed gives the same game.
    Playouts(u32),
    /// About this long a turn.
    Time(Duration),
}

/// A text that is not a [`Thought`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "an expert thinks for a time a turn, 0.001s to 10s, or for so many playouts, 1 to 10000; \
     {0} is neither"
)]
pub struct NoThought(String);

impl Thought {
    const MOST: u32 = 10_000;
    /// The least and the most seconds of a turn.
    const SECONDS: std::ops::RangeInclusive<f64> = 0.001..=10.0;
}

impl FromStr for Thought {
    type Err = NoThought;

    /// `0.5s`, or `400`.
    fn from_str(text: &str) -> Result<Self, NoThought> {
        let thought = if let Some(seconds) = text.strip_suffix('s') {
            let seconds = seconds.parse::<f64>().ok();
            let seconds = seconds.filter(|seconds| Self::SECONDS.contains(seconds));
            seconds.map(|seconds| Self::Time(Duration::from_secs_f64(seconds)))
        } else {
            let playouts = text.parse().ok();
            let playouts = playouts.filter(|playouts| (1..=Self::MOST).contains(playouts));
            playouts.map(Self::Playouts)
        };
        thought.ok_or_else(|| NoThought(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_are_read_within_limits() {
        for (text, thought) in [
            ("400", Thought::Playouts(400)),
            ("10000", Thought::Playouts(10_000)),
            ("0.5s", Thought::Time(Duration::from_millis(500))),
            ("10s", Thought::Time(Duration::from_secs(10))),
        ] {
            assert_eq!(text.parse(), Ok(thought));
        }
        for text in [
            "",
            "s",
            "0",
            "0s",
            "-1",
            "-1s",
            "NaNs",
            "infs",
            "1e9s",
            "11s",
            "10001",
            "1000000000",
            "tuned.xml",
        ] {
            let error = text.parse::<Thought>().unwrap_err().to_string();
            assert!(error.contains(&format!("; {text} is neither")), "{error}");
        }
    }
}
