use super::*;

#[test]
fn every_preset_is_valid_and_found_by_name() {
    for preset in DiceRules::PRESETS {
        preset.rules.check().unwrap();
        assert_eq!(DiceRules::preset(preset.name), Some(preset.rules));
        let name = preset.rules.description();
        assert!(name.starts_with(&format!("{} rules, ", preset.name)));
    }
    assert_eq!(DiceRules::preset("no such rules"), None);
}

#[test]
fn out_of_range_numbers_are_refused() {
    let classic = DiceRules::CLASSIC;
    assert!(matches!(
        DiceRules {
            attacker_dice: 0,
            ..classic
        }
        .check(),
        Err(RulesError::Dice { given: 0, .. })
    ));
    assert!(matches!(
        DiceRules {
            defender_dice: 11,
            ..classic
        }
        .check(),
        Err(RulesError::Dice { given: 11, .. })
    ));
    assert!(matches!(
        DiceRules {
            sides: 1,
            ..classic
        }
        .check(),
        Err(RulesError::Sides { given: 1 })
    ));
    assert!(matches!(
        DiceRules {
            sides: 101,
            ..classic
        }
        .check(),
        Err(RulesError::Sides { given: 101 })
    ));
    let weighed = DiceRules {
        attacker_dice: 10,
        defender_dice: 10,
        sides: 100,
        defence: Defence::Seen,
        ..classic
    };
    assert!(matches!(
        weighed.check(),
        Err(RulesError::TooManyThrows { .. })
    ));
}
