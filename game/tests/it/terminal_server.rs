//! What the terminal makes of a server's clock, and of its restart.

use marchland_game::client::Knowledge as _;
use marchland_game::conquest::Reply;
use marchland_game::terminal::{Interface, Style};

use crate::terminal_text::{TURN_OF_RED, attacking, terminal, told};

#[test]
fn the_clock_is_told_when_the_turn_begins() {
    let title = |clocks: &[&str]| {
        let replies = [&TURN_OF_RED[..], clocks].concat();
        let text = told(&attacking(), Style::PLAIN, &replies);
        let title = text.lines().find(|line| line.contains("Your turn"));
        title.unwrap().trim_matches(['─', ' ']).to_owned()
    };
    let clock = ["REINFORCEMENTS 0 3", "CLOCK 0 120 60"];
    assert_eq!(title(&clock), "Your turn 1: 2:00, and 1:00 in reserve");
    // Those of others are not told, and not every turn has a clock.
    assert_eq!(
        title(&["CLOCK 1 120 60", "REINFORCEMENTS 0 3"]),
        "Your turn 1"
    );
    let next = [&clock[..], &["START-ROUND 0", "REINFORCEMENTS 0 3"]].concat();
    assert_eq!(title(&next), "Your turn 2");
}

#[test]
fn whoever_is_skipped_learns_how_to_come_back() {
    let text = told(&attacking(), Style::PLAIN, &["LOGOUT 0 0"]);
    assert!(text.contains("skipped until you write"), "{text}");
    let text = told(&attacking(), Style::PLAIN, &["LOGOUT 1 0"]);
    assert!(
        text.contains("Red took too long. The turns are skipped."),
        "{text}"
    );
}

#[test]
fn who_is_back_is_told_so_and_who_acts() {
    let mut model = attacking();
    let mut heard = |line: &str| {
        let mut terminal = terminal(&model, Style::PLAIN);
        let reply = Reply::parse(line).unwrap();
        terminal.hear(&reply, &model);
        let _ = model.follow(&reply);
        terminal.back(&model);
        terminal.take_text()
    };
    let text = heard("LOGOUT 0 0");
    assert!(text.contains("The connection is back.\n"), "{text}");
    let text = heard("REGISTERED-PLAYER 0 Blue");
    assert!(text.contains("You are back."), "{text}");
    let text = heard("START-ROUND 1");
    assert!(
        text.contains("The connection is back. It is Red's turn."),
        "{text}"
    );
}

#[test]
fn the_computer_plays_on_when_the_server_has_restarted() {
    let model = attacking();
    for (error, plays) in [
        ("ERROR 9 the server is stopping", true),
        ("ERROR 5 no", false),
    ] {
        let mut terminal = terminal(&model, Style::PLAIN);
        terminal.line("auto game", &model);
        terminal.hear(&Reply::parse(error).unwrap(), &model);
        assert_eq!(terminal.next(&model).is_some(), plays, "{error}");
    }
}
