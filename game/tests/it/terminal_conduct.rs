//! Resigning and muting at a terminal.

use marchland_game::client::{Intent, Model};
use marchland_game::conquest::Reply;
use marchland_game::terminal::{Interface, Style, Terminal};

use crate::sketch::player;
use crate::terminal_text::{attacking, terminal};

/// Resigning is confirmed once, and only a yes resigns; afterwards no input is expected.
#[test]
fn resigning_needs_a_yes() {
    let model = attacking();
    let mut terminal = terminal(&model, Style::PLAIN);
    let usual = terminal.prompt(&model);
    for no in ["n", "", "who", "resign"] {
        assert_eq!(terminal.line("resign", &model), Intent::Nothing);
        assert_eq!(terminal.prompt(&model).as_deref(), Some("Resign? y/n> "));
        terminal.take_text();
        assert_eq!(terminal.line(no, &model), Intent::Nothing);
        assert_eq!(terminal.take_text(), "You keep playing.\n");
        assert_eq!(terminal.prompt(&model), usual);
    }
    // A question of the game stays open.
    terminal.line("a cent usti", &model);
    let question = terminal.prompt(&model);
    assert_ne!(question, usual);
    terminal.line("resign", &model);
    terminal.line("n", &model);
    assert_eq!(terminal.prompt(&model), question);
    terminal.line("no", &model);

    // The computer does not play on between the request and its echo.
    terminal.line("auto game", &model);
    terminal.line("resign", &model);
    assert_eq!(terminal.line("y", &model), Intent::Resign);
    assert_eq!(terminal.next(&model), None);
    assert_eq!(terminal.prompt(&model), None);
    terminal.take_text();
    assert_eq!(terminal.line("resign", &model), Intent::Nothing);
    assert_eq!(terminal.take_text(), "You have already resigned.\n");
    let quit = terminal.line("quit", &model);
    assert_eq!(quit, Intent::Nothing);
    assert_eq!(terminal.line("y", &model), Intent::Leave);
}

#[test]
fn a_refused_resignation_lets_the_player_play_on() {
    let model = attacking();
    let mut terminal = terminal(&model, Style::PLAIN);
    let usual = terminal.prompt(&model);
    for refuse in [
        (|terminal: &mut Terminal, _: &Model| terminal.decline("Not there.")) as fn(&mut _, &_),
        |terminal, model| {
            let error = Reply::parse("ERROR 1 you have resigned").unwrap();
            terminal.hear(&error, model);
        },
    ] {
        terminal.line("resign", &model);
        assert_eq!(terminal.line("y", &model), Intent::Resign);
        assert_eq!(terminal.prompt(&model), None);
        refuse(&mut terminal, &model);
        assert_eq!(terminal.prompt(&model), usual);
    }
    let text = terminal.take_text();
    assert!(text.contains("Not there."), "{text}");
}

#[test]
fn others_are_muted_by_their_names() {
    let model = attacking();
    let mut terminal = terminal(&model, Style::PLAIN);
    terminal.prompt(&model);
    assert_eq!(terminal.line("mute red", &model), Intent::Mute(player(1)));
    assert_eq!(terminal.line("unmute G", &model), Intent::Unmute(player(2)));
    terminal.take_text();
    for (typed, says) in [
        ("mute", "Whom? Give a name: Red, Green."),
        ("unmute", "Whom? Give a name: Red, Green."),
        ("mute you", "No other player is called you: Red, Green."),
    ] {
        assert_eq!(terminal.line(typed, &model), Intent::Nothing, "{typed}");
        assert_eq!(terminal.take_text(), format!("{says}\n"));
    }
    for (line, says) in [
        ("MUTE 0 1", "Red is muted."),
        ("UNMUTE 0 1", "Red is no longer muted."),
        ("RESIGN 1", "Red has resigned."),
    ] {
        terminal.hear(&Reply::parse(line).unwrap(), &model);
        assert_eq!(terminal.take_text(), format!("{says}\n"));
    }
    // The resignation is reported once.
    for line in ["RESIGN 0", "LOGOUT 0 1"] {
        terminal.hear(&Reply::parse(line).unwrap(), &model);
    }
    assert_eq!(terminal.take_text(), "You have resigned.\n");
}
