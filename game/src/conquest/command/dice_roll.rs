//! `DICE-ROLL <ad1> <ad2> <ad3> <dd1> <dd2>`

use crate::protocol::command::Command;
use crate::protocol::{Args, ParseError, Token};
use crate::conquest::rules::Roll;

/// The dice of the battle at hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiceRoll(pub Roll);

impl Command for DiceRoll {
    const NAME: &'static str = "DICE-ROLL";

    fn parse(args: &mut Args<'_>) -> Result<Self, ParseError> {
        let said = args.ahead();
        let attack = [args.take()?, args.take()?, args.take()?];
        let defence = [args.take()?, args.take()?];
        let roll = Roll::new(attack, defence);
        let no_roll = |_| ParseError::bad(said, "a roll of dice, each side's highest first");
        roll.map(Self).map_err(no_roll)
    }

    fn write(&self, line: &mut String) {
        for die in self.0.attack().into_iter().chain(self.0.defence()) {
            line.push(' ');
            die.write(line);
        }
    }
}

#[cfg(test)]
impl crate::protocol::samples::Sample for DiceRoll {
    fn sample() -> proptest::strategy::BoxedStrategy<Self> {
        use proptest::prelude::*;
        let dice = || {
            (1..=6u8, 0..=6u8, 0..=6u8).prop_map(|(a, b, c)| {
                let mut dice = [a, b, c];
                dice.sort_unstable_by(|a, b| b.cmp(a));
                dice
            })
        };
        (dice(), dice())
            .prop_filter_map("a roll", |(a, [d, e, _])| Roll::new(a, [d, e]).ok())
            .prop_map(Self)
            .boxed()
    }
}
