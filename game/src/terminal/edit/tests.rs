use super::*;
use crate::terminal::complete::tests::completer;

fn typed(keys: &str) -> LineEditor {
    let mut editor = LineEditor::new(completer());
    for c in keys.chars() {
        editor.press(Key::Char(c));
    }
    editor
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
        (Key::Left, "attack egyp|t"),
        (Key::Backspace, "attack egy|t"),
        (Key::Delete, "attack egy|"),
        (Key::Delete, "attack egy|"),
        (Key::WordLeft, "attack |egy"),
        (Key::WordLeft, "|attack egy"),
        (Key::Backspace, "|attack egy"),
        (Key::Left, "|attack egy"),
        (Key::WordRight, "attack| egy"),
        (Key::End, "attack egy|"),
        (Key::Right, "attack egy|"),
        (Key::DeleteWord, "attack |"),
        (Key::Char('é'), "attack é|"),
        (Key::Char('\u{7}'), "attack é|"),
        (Key::Home, "|attack é"),
        (Key::Right, "a|ttack é"),
        (Key::DeleteToEnd, "a|"),
        (Key::DeleteToStart, "|"),
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
            editor.press(Key::Char(c));
        }
        assert_eq!(editor.press(Key::Enter), Edit::Done(line.to_owned()));
    }
    editor.press(Key::Char('n'));
    for (key, then) in [
        (Key::Up, "two|"),
        (Key::Up, "one|"),
        (Key::Up, "one|"),
        (Key::Down, "two|"),
        (Key::Down, "n|"),
        (Key::Down, "n|"),
    ] {
        editor.press(key);
        assert_eq!(look(&editor), then, "{key:?}");
    }
    // What was changed and not done is forgotten; what is done is new.
    editor.press(Key::Up);
    editor.press(Key::Char('!'));
    assert_eq!(editor.press(Key::Enter), Edit::Done("two!".to_owned()));
    editor.press(Key::Up);
    editor.press(Key::Up);
    assert_eq!(look(&editor), "two|");
}

#[test]
fn tab_completes_or_shows_what_fits() {
    let mut editor = typed("att");
    editor.press(Key::Tab);
    assert_eq!(look(&editor), "attack |");
    for c in "eas".chars() {
        editor.press(Key::Char(c));
    }
    editor.press(Key::Tab);
    assert_eq!(look(&editor), "attack East|");
    let choices = ["East Africa", "Eastern Australia"].map(str::to_owned);
    assert_eq!(editor.press(Key::Tab), Edit::Choices(choices.into()));
    assert_eq!(look(&editor), "attack East|");
    // Only what is before the cursor counts.
    editor.press(Key::Char('e'));
    editor.press(Key::Char('!'));
    editor.press(Key::Left);
    editor.press(Key::Tab);
    assert_eq!(look(&editor), "attack Eastern Australia |!");
    let mut nothing = typed("say x");
    assert_eq!(nothing.press(Key::Tab), Edit::Changed);
    assert_eq!(look(&nothing), "say x|");
}

#[test]
fn a_long_line_is_seen_around_the_cursor() {
    let mut editor = typed("0123456789");
    assert_eq!(editor.view(20), ("0123456789".to_owned(), 0));
    assert_eq!(editor.view(5), ("6789".to_owned(), 0));
    editor.press(Key::Home);
    assert_eq!(editor.view(5), ("0123".to_owned(), 4));
    assert_eq!(editor.view(0), (String::new(), 0));
    let wide = typed("日本語");
    assert_eq!(wide.view(6), ("本語".to_owned(), 0));
}
