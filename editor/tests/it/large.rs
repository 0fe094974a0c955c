//! Maps of ten thousand territories: frames do not get larger with them.

use marchland_editor::app::Message;
use marchland_editor::commands::Command;
use marchland_editor::workspace;

use crate::session::Session;
use crate::squares;

/// An editor with a map of this many territories.
fn of(count: u32) -> Session {
    let place = tempfile::tempdir().expect("a folder");
    squares::write(place.path(), count, 1_000);
    Session::new(Some(place.path()))
}

/// As [`of`], without names, continents and links.
fn unfinished(count: u32) -> Session {
    let place = tempfile::tempdir().expect("a folder");
    squares::write_unfinished(place.path(), count, 1_000);
    Session::new(Some(place.path()))
}

/// Sends a message without checking the map again.
fn tell(session: &mut Session, message: workspace::Message) {
    let _ = session.app.update(Message::Workspace(message));
}

#[test]
fn views_of_ten_thousand_territories_build_no_more_than_those_of_a_thousand() {
    let (mut few, mut many) = (of(1_000), of(10_000));
    assert_eq!(many.workspace().document.draft().territories.len(), 10_000);
    let states: [fn(&mut Session); 5] = [
        |_| {},
        |session| tell(session, workspace::Message::Do(Command::SelectAll)),
        |session| {
            let key = session.workspace().document.draft().territories[7].key;
            tell(session, workspace::Message::Select(key));
        },
        |session| tell(session, workspace::Message::Do(Command::ToggleIssues)),
        |session| tell(session, workspace::Message::Filter("square 9".into())),
    ];
    for (nth, state) in states.into_iter().enumerate() {
        state(&mut few);
        state(&mut many);
        let (few, many) = (few.texts(), many.texts());
        assert!(few.len() > 20, "state {nth}: {few:?}");
        // The larger map has more about the selection, such as issues.
        let most = few.len() + 40;
        assert!(many.len() <= most, "state {nth}: {few:?}, but {many:?}");
    }
}

#[test]
fn the_last_of_ten_thousand_territories_is_found_and_listed() {
    let mut session = of(10_000);
    assert!(session.shows("Square 0/0") && !session.shows("Square 99/99"));
    tell(
        &mut session,
        workspace::Message::Filter("square 99/99".into()),
    );
    tell(&mut session, workspace::Message::FilterDone);
    assert!(session.shows("Square 99/99"));
    tell(&mut session, workspace::Message::Filter(String::new()));
    let last = session.workspace().document.draft().territories[9_999].key;
    assert_eq!(
        session.workspace().document.selection().territory(),
        Some(last)
    );
    assert!(session.shows("Square 99/99"), "in the list of all, too");
}

#[test]
fn an_unfinished_map_of_ten_thousand_territories_can_be_worked_on() {
    let mut session = unfinished(10_000);
    let workspace = session.workspace();
    let to_do = workspace.findings().all().iter();
    let to_do = to_do
        .filter(|finding| workspace.findings().is_to_do(finding))
        .count();
    assert!(to_do > 10_000, "only {to_do}");
    let list = workspace.document.checklist().expect("a checklist");
    assert_eq!((list.named, list.grouped), ((0, 10_000), (0, 10_000)));
    assert_eq!((list.linked, list.pieces), ((0, 19_800), 10_000));
    // Every message paints the marks, and every view shows the issues of the selection; the time per finding must not depend on the map.
    let keys: Vec<_> = workspace
        .document
        .draft()
        .territories
        .iter()
        .map(|t| t.key)
        .collect();
    for key in &keys[..30] {
        tell(&mut session, workspace::Message::Select(*key));
    }
    tell(&mut session, workspace::Message::Do(Command::SelectAll));
    assert!(session.shows("10,000 territories"));
    let found = session.workspace().of_selection();
    assert!(found.len() > 10_000 && found.is_sorted_by_key(|f| std::cmp::Reverse(f.severity)));
    let ids: std::collections::HashSet<_> = found.iter().map(|finding| &finding.id).collect();
    assert_eq!(ids.len(), found.len());
    let change = workspace::Change::Name(keys[0], "Elm".to_owned());
    tell(&mut session, workspace::Message::Inspect(change));
    let list = session.workspace().document.checklist();
    assert_eq!(list.expect("a checklist").named, (1, 10_000));
}
