//! `SCORES <points> ...`

use super::Command;
use crate::protocol::token::{Args, ParseError, Token};

/// The points of all players, by the number of their seats, at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scores(pub Vec<u32>);

impl Command for Scores {
    const NAME: &'static str = "SCORES";

    fn parse(args: &mut Args<'_>) -> Result<Self, ParseError> {
        let mut points = vec![args.take()?];
        while args.end().is_err() {
            points.push(args.take()?);
        }
        Ok(Self(points))
    }

    fn write(&self, line: &mut String) {
        for points in &self.0 {
            line.push(' ');
            points.write(line);
        }
    }
}

#[cfg(test)]
impl crate::protocol::samples::Sample for Scores {
    fn sample() -> proptest::strategy::BoxedStrategy<Self> {
        use proptest::prelude::*;
        prop::collection::vec(any::<u32>(), 1..8).prop_map(Self).boxed()
    }
}
