use super::*;
use crate::terminal::complete::tests::completer;

fn typed(keys: &str) -> LineEditor {
    let mut editor = LineEditor::new(completer());
    for c in keys.chars() {
        editor.press(KeyCode::Char(c).into());
    }
    editor
}

fn with(modifiers: KeyModifiers, code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, modifiers)
}

fn look(editor: &LineEditor) -> String {
    let (before, after) = editor.text.split_at(editor.cursor);
    let before: String = before.iter().collect();
    before + "|" + &after.iter().collect::<String>()
}

#[test]
fn keys_do_what_they_say() {
    let mut editor = typed("attack egypt");
    for (key, then) in [
        (KeyCode::Left.into(), "attack egyp|t"),
        (KeyCode::Backspace.into(), "attack egy|t"),
        (KeyCode::Delete.into(), "attack egy|"),
        (KeyCode::Delete.into(), "attack egy|"),
        (with(KeyModifiers::CONTROL, KeyCode::Left), "attack |egy"),
        (with(KeyModifiers::CONTROL, KeyCode::Left), "|attack egy"),
        (KeyCode::Backspace.into(), "|attack egy"),
        (KeyCode::Left.into(), "|attack egy"),
        (with(KeyModifiers::ALT, KeyCode::Char('f')), "attack| egy"),
        (KeyCode::End.into(), "attack egy|"),
        (KeyCode::Right.into(), "attack egy|"),
        (with(KeyModifiers::ALT, KeyCode::Backspace), "attack |"),
        (KeyCode::Char('é').into(), "attack é|"),
        (KeyCode::Char('\u{7}').into(), "attack é|"),
        (KeyCode::Home.into(), "|attack é"),
        (KeyCode::Right.into(), "a|ttack é"),
        (with(KeyModifiers::CONTROL, KeyCode::Char('k')), "a|"),
        (with(KeyModifiers::CONTROL, KeyCode::Char('u')), "|"),
    ] {
        assert_eq!(editor.press(key), Edit::Changed);
        assert_eq!(look(&editor), then, "{key:?}");
    }
    assert!(editor.is_empty());
}

#[test]
fn lines_are_remembered() {
    let mut editor = typed("");
    for line in ["one", "two", "two", " "] {
        for c in line.chars() {
            editor.press(KeyCode::Char(c).into());
        }
        assert_eq!(
            editor.press(KeyCode::Enter.into()),
            Edit::Done(line.to_owned())
        );
    }
    editor.press(KeyCode::Char('n').into());
    for (key, then) in [
        (KeyCode::Up.into(), "two|"),
        (KeyCode::Up.into(), "one|"),
        (KeyCode::Up.into(), "one|"),
        (KeyCode::Down.into(), "two|"),
        (KeyCode::Down.into(), "n|"),
        (KeyCode::Down.into(), "n|"),
    ] {
        editor.press(key);
        assert_eq!(look(&editor), then, "{key:?}");
    }
    // What was changed and not done is forgotten; what is done is new.
    editor.press(KeyCode::Up.into());
    editor.press(KeyCode::Char('!').into());
    assert_eq!(
        editor.press(KeyCode::Enter.into()),
        Edit::Done("two!".to_owned())
    );
    editor.press(KeyCode::Up.into());
    editor.press(KeyCode::Up.into());
    assert_eq!(look(&editor), "two|");
}

#[test]
fn tab_completes_or_shows_what_fits() {
    let mut editor = typed("att");
    editor.press(KeyCode::Tab.into());
    assert_eq!(look(&editor), "attack |");
    for c in "eas".chars() {
        editor.press(KeyCode::Char(c).into());
    }
    editor.press(KeyCode::Tab.into());
    assert_eq!(look(&editor), "attack East|");
    let choices = ["East Africa", "Eastern Australia"].map(str::to_owned);
    assert_eq!(
        editor.press(KeyCode::Tab.into()),
        Edit::Choices(choices.into())
    );
    assert_eq!(look(&editor), "attack East|");
    // Only what is before the cursor counts.
    editor.press(KeyCode::Char('e').into());
    editor.press(KeyCode::Char('!').into());
    editor.press(KeyCode::Left.into());
    editor.press(KeyCode::Tab.into());
    assert_eq!(look(&editor), "attack Eastern Australia |!");
    let mut nothing = typed("say x");
    assert_eq!(nothing.press(KeyCode::Tab.into()), Edit::Changed);
    assert_eq!(look(&nothing), "say x|");
}

#[test]
fn a_long_line_is_seen_around_the_cursor() {
    let mut editor = typed("0123456789");
    assert_eq!(editor.view(20), ("0123456789".to_owned(), 0));
    assert_eq!(editor.view(5), ("6789".to_owned(), 0));
    editor.press(KeyCode::Home.into());
    assert_eq!(editor.view(5), ("0123".to_owned(), 4));
    assert_eq!(editor.view(0), (String::new(), 0));
    let wide = typed("日本語");
    assert_eq!(wide.view(6), ("本語".to_owned(), 0));
}
