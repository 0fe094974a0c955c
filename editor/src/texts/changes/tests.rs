use super::*;
use crate::sketch;

#[test]
fn equal_drafts_have_no_changes() {
    let draft = sketch::row(3);
    assert_eq!(changes(&draft, &draft), [] as [String; 0]);
}

#[test]
fn changed_fields_are_listed_in_file_order() {
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
            "The map: author is set to “Ada”",
            "The map: wrap left and right edges off becomes on",
            "The map: units for 3 players is set to 35",
            "West is removed",
            "East: bonus 2 becomes 7",
            "Land 2 is removed",
        ]
    );
}
