//! Maps of ten thousand territories: what is built for a frame does not grow with them.

use marchland_editor::app::Message;
use marchland_editor::bench;
use marchland_editor::commands::Command;

use crate::glass::Glass;
use crate::squares;

/// An editor with a map of so many territories.
fn of(count: u32) -> Glass {
    let place = tempfile::tempdir().expect("a folder");
    squares::write(place.path(), count, 1_000);
    Glass::new(Some(place.path()))
}

/// Tells the workbench, without looking for issues again.
fn tell(glass: &mut Glass, message: bench::Message) {
    let _ = glass.app.update(Message::Bench(message));
}

#[test]
fn views_of_ten_thousand_territories_build_no_more_than_those_of_a_thousand() {
    let (mut few, mut many) = (of(1_000), of(10_000));
    assert_eq!(many.bench().document.draft().territories.len(), 10_000);
    let states: [fn(&mut Glass); 5] = [
        |_| {},
        |glass| tell(glass, bench::Message::Do(Command::SelectAll)),
        |glass| {
            let key = glass.bench().document.draft().territories[7].key;
            tell(glass, bench::Message::Select(key));
        },
        |glass| tell(glass, bench::Message::Do(Command::ToggleProblems)),
        |glass| tell(glass, bench::Message::Filter("square 9".into())),
    ];
    for (nth, state) in states.into_iter().enumerate() {
        state(&mut few);
        state(&mut many);
        let (few, many) = (few.texts(), many.texts());
        assert!(few.len() > 20, "state {nth}: {few:?}");
        // Those of the larger map are about more: issues beside what is selected.
        let most = few.len() + 40;
        assert!(many.len() <= most, "state {nth}: {few:?}, but {many:?}");
    }
}

#[test]
fn the_last_of_ten_thousand_territories_is_found_and_listed() {
    let mut glass = of(10_000);
    assert!(glass.shows("Square 0/0") && !glass.shows("Square 99/99"));
    tell(&mut glass, bench::Message::Filter("square 99/99".into()));
    tell(&mut glass, bench::Message::FilterDone);
    assert!(glass.shows("Square 99/99"));
    tell(&mut glass, bench::Message::Filter(String::new()));
    let last = glass.bench().document.draft().territories[9_999].key;
    assert_eq!(glass.bench().document.selection().territory(), Some(last));
    assert!(glass.shows("Square 99/99"), "in the list of all, too");
}
