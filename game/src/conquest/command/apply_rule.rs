//! `APPLY_RULE <rule-id> <variant-id>`

use crate::protocol::command::Command;
use crate::protocol::{Args, ParseError, Token};
use crate::conquest::rules::{AreaVariant, SetVariant};

/// The client chooses a rule's variant before the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplyRule(pub RuleChoice);

/// A rule and its variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleChoice {
    /// Rule 0.
    Areas(AreaVariant),
    /// Rule 1.
    Sets(SetVariant),
}

impl Command for ApplyRule {
    const NAME: &'static str = "APPLY_RULE";

    fn parse(args: &mut Args<'_>) -> Result<Self, ParseError> {
        match args.take::<u32>()? {
            0 => Ok(Self(RuleChoice::Areas(args.take()?))),
            1 => Ok(Self(RuleChoice::Sets(args.take()?))),
            other => Err(ParseError::bad(other.to_string(), "a rule, 0 or 1")),
        }
    }

    fn write(&self, line: &mut String) {
        match self.0 {
            RuleChoice::Areas(variant) => {
                line.push_str(" 0 ");
                variant.write(line);
            }
            RuleChoice::Sets(variant) => {
                line.push_str(" 1 ");
                variant.write(line);
            }
        }
    }
}

#[cfg(test)]
impl crate::protocol::samples::Sample for ApplyRule {
    fn sample() -> proptest::strategy::BoxedStrategy<Self> {
        use proptest::prelude::*;
        prop_oneof![
            AreaVariant::sample().prop_map(RuleChoice::Areas),
            SetVariant::sample().prop_map(RuleChoice::Sets),
        ]
        .prop_map(Self)
        .boxed()
    }
}
