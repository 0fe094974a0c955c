//! The words of a line that only this game knows.

use marchland_maps::TerritoryId;

use super::rules::{AreaVariant, Card, Phase, SetVariant};
use crate::protocol::{Token, number, put};

impl Token for TerritoryId {
    const WHAT: &'static str = "an area id, 0 to 65535";

    fn read(word: &str) -> Option<Self> {
        number(word).map(Self)
    }

    fn write(&self, line: &mut String) {
        put(line, self);
    }
}

/// A token that is one of a few numbers, from 0.
macro_rules! enumerated {
    ($type:ty, $what:literal, $($value:path),+) => {
        impl Token for $type {
            const WHAT: &'static str = $what;

            fn read(word: &str) -> Option<Self> {
                let index: usize = number(word)?;
                [$($value),+].get(index).copied()
            }

            fn write(&self, line: &mut String) {
                put(line, *self as u8);
            }
        }
    };
}

enumerated!(
    Card,
    "a card, 0 to 3",
    Card::Infantry,
    Card::Cavalry,
    Card::Artillery,
    Card::Wild
);
enumerated!(
    Phase,
    "a phase, 0 to 2",
    Phase::Claiming,
    Phase::Reinforcing,
    Phase::Playing
);
enumerated!(
    AreaVariant,
    "a variant, 0 or 1",
    AreaVariant::Chosen,
    AreaVariant::Dealt
);
enumerated!(
    SetVariant,
    "a variant, 0 or 1",
    SetVariant::Growing,
    SetVariant::Constant
);

#[cfg(test)]
mod samples {
    use proptest::prelude::*;

    use super::*;
    use crate::protocol::samples::sample;

    sample! {
        TerritoryId => any::<u16>().prop_map(TerritoryId);
        Card => prop::sample::select(&Card::ALL[..]);
        Phase => prop::sample::select(&[Phase::Claiming, Phase::Reinforcing, Phase::Playing][..]);
        AreaVariant => prop::sample::select(&[AreaVariant::Chosen, AreaVariant::Dealt][..]);
        SetVariant => prop::sample::select(&[SetVariant::Growing, SetVariant::Constant][..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_four_kinds_of_cards() {
        assert_eq!(Card::read("3"), Some(Card::Wild));
        assert_eq!(Card::read("4"), None);
    }
}
