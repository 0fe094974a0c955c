use std::time::Instant;

use iced::futures::StreamExt;
use iced_runtime::Action;

use super::*;
use crate::sketch;

fn run(task: Task<Message>) -> Vec<Message> {
    let Some(stream) = iced_runtime::task::into_stream(task) else {
        return Vec::new();
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let actions: Vec<_> = runtime.block_on(stream.collect());
    let message = |action| match action {
        Action::Output(message) => Some(message),
        _ => None,
    };
    actions.into_iter().filter_map(message).collect()
}

fn driver() -> (Document, Home, Live) {
    let document = Document::new(sketch::row(3), None, true);
    (document, Home::made_of(None, Vec::new()), Live::default())
}

#[test]
fn the_first_check_is_immediate_and_the_next_delayed() {
    let (mut document, home, mut live) = driver();
    let mut messages = run(live.follow(&document, &home));
    assert!(live.looking);
    let found = live.update(messages.remove(0), &document, &home);
    assert!(
        matches!(found, CheckResult::Found(outcome) if outcome.revision == document.revision())
    );
    assert!(!live.looking);
    assert!(run(live.follow(&document, &home)).is_empty(), "nothing new");

    let key = document.draft().territories[0].key;
    document.rename(key, "Elm").unwrap();
    let before = Instant::now();
    let mut messages = run(live.follow(&document, &home));
    assert!(before.elapsed() >= PAUSE);
    assert!(matches!(messages[..], [Message::Due(_)]));
    let CheckResult::Working(task) = live.update(messages.remove(0), &document, &home) else {
        panic!("it is due");
    };
    let found = live.update(run(task).remove(0), &document, &home);
    assert!(
        matches!(found, CheckResult::Found(outcome) if outcome.revision == document.revision())
    );
}

#[test]
fn results_of_outdated_checks_are_dropped() {
    let (mut document, home, mut live) = driver();
    let key = document.draft().territories[0].key;
    let first = live.follow(&document, &home);
    document.rename(key, "El").unwrap();
    let second = live.follow(&document, &home);
    document.rename(key, "Elm").unwrap();
    let third = live.follow(&document, &home);
    // It was cancelled, perhaps too late to stop.
    let first = run(first).remove(0);
    assert!(matches!(first, Message::Looked(..)));
    assert!(matches!(
        live.update(first, &document, &home),
        CheckResult::Stale
    ));
    let second = run(second).remove(0);
    assert!(matches!(
        live.update(second, &document, &home),
        CheckResult::Stale
    ));
    let third = run(third).remove(0);
    assert!(matches!(
        live.update(third, &document, &home),
        CheckResult::Working(_)
    ));
}

#[test]
fn a_check_that_panics_is_told() {
    let (document, home, mut live) = driver();
    let [Message::Looked(number, _)] = run(live.follow(&document, &home))[..] else {
        panic!("a check");
    };
    let broken = Message::Looked(number, Parcel::empty());
    let told = live.update(broken, &document, &home);
    assert!(matches!(told, CheckResult::Broken));
    let preparing = run(live.prepare_fixes(&document, &home, HashSet::new()));
    let [Message::Prepared(number, _)] = preparing[..] else {
        panic!("fixes");
    };
    let broken = Message::Prepared(number, Parcel::empty());
    let told = live.update(broken, &document, &home);
    assert!(matches!(told, CheckResult::NotPrepared));
}

#[test]
fn fixes_for_another_state_are_dropped() {
    let (mut document, home, mut live) = driver();
    let mut messages = run(live.prepare_fixes(&document, &home, HashSet::new()));
    let key = document.draft().territories[0].key;
    document.rename(key, "Elm").unwrap();
    let news = live.update(messages.remove(0), &document, &home);
    assert!(matches!(news, CheckResult::Prepared(None)));
}
