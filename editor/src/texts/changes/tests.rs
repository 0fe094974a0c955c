use super::*;
use crate::sketch;

#[test]
fn nothing_changed_is_nothing_said() {
    let draft = sketch::row(3);
    assert_eq!(changes(&draft, &draft), [] as [String; 0]);
}

#[test]
fn every_field_of_the_map_is_told() {
    let before = sketch::row(3);
    let mut after = before.clone();
    after.author = Some("Ada".into());
    after.wrap.horizontal = true;
    after.setup.units.insert(3, 35);
    after.continents[1].bonus = Some(7);
    after.continents.remove(0);
    after.territories.pop();
    assert_eq!(
        changes(&before, &after),
        [
            "The map: author becomes “Ada”",
            "The map: left and right edge apart becomes joined",
            "The map: units for 3 players becomes 35",
            "West goes",
            "East: bonus 2 becomes 7",
            "Land 2 goes",
        ]
    );
}
