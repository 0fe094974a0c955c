//! `STATE-ORDER <id> ... <id>`

use super::{Command, order};
use crate::protocol::{Args, ParseError};
use crate::conquest::rules::TurnOrder;

/// The order of play, as `ORDER` told it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateOrder(pub TurnOrder);

impl Command for StateOrder {
    const NAME: &'static str = "STATE-ORDER";

    fn parse(args: &mut Args<'_>) -> Result<Self, ParseError> {
        order::read(args).map(Self)
    }

    fn write(&self, line: &mut String) {
        order::write(self.0, line);
    }
}

#[cfg(test)]
impl crate::protocol::samples::Sample for StateOrder {
    fn sample() -> proptest::strategy::BoxedStrategy<Self> {
        use proptest::strategy::Strategy;
        order::sample::order().prop_map(Self).boxed()
    }
}
