//! Frame times and redrawn areas.

use std::fmt;
use std::time::Duration;

/// How long frames took.
#[derive(Debug, Clone)]
pub struct Frames {
    what: &'static str,
    /// The shortest time first.
    took: Vec<Duration>,
    /// Sum of the redrawn shares, each from 0 to 1.
    drawn: f32,
}

/// The time of a frame and its redrawn share.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    /// How long it took.
    pub took: Duration,
    /// The redrawn share of the window, from 0 to 1.
    pub drawn: f32,
}

impl Frames {
    /// Measurements of frames with the same cause.
    pub fn of(what: &'static str, frames: impl Iterator<Item = Frame>) -> Self {
        let mut drawn = 0.0;
        let took = frames
            .inspect(|frame| drawn += frame.drawn)
            .map(|frame| frame.took);
        let mut took: Vec<_> = took.collect();
        took.sort_unstable();
        Self { what, took, drawn }
    }

    /// The fastest frame: its cost on an idle machine.
    pub fn fastest(&self) -> Duration {
        self.took.first().copied().unwrap_or_default()
    }

    /// The median.
    pub fn median(&self) -> Duration {
        let middle = self.took.get(self.took.len() / 2);
        middle.copied().unwrap_or_default()
    }

    /// The 99th percentile.
    pub fn slow(&self) -> Duration {
        let at = (self.took.len() * 99).div_ceil(100).saturating_sub(1);
        self.took.get(at).copied().unwrap_or_default()
    }

    /// The slowest frame.
    pub fn worst(&self) -> Duration {
        self.took.last().copied().unwrap_or_default()
    }
}

impl fmt::Display for Frames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        write!(
            f,
            "{}: {} frames, fastest {:.1} ms, median {:.1} ms, 99 % within {:.1} ms, worst {:.1} ms, \
             {:.1} % drawn",
            self.what,
            self.took.len(),
            ms(self.fastest()),
            ms(self.median()),
            ms(self.slow()),
            ms(self.worst()),
            self.drawn * 100.0 / self.took.len().max(1) as f32
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle_and_the_worst_at_the_end() {
        let frames = [9, 1, 4, 2, 30].map(|took| Frame {
            took: Duration::from_millis(took),
            drawn: 0.1,
        });
        let frames = Frames::of("moving", frames.into_iter());
        assert_eq!(frames.median(), Duration::from_millis(4));
        assert_eq!(frames.worst(), Duration::from_millis(30));
        assert_eq!(
            frames.to_string(),
            "moving: 5 frames, fastest 1.0 ms, median 4.0 ms, 99 % within 30.0 ms, worst 30.0 ms, \
             10.0 % drawn"
        );
    }
}
