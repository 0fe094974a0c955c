//! Snapshots of what a player at a terminal sees, on bundled Czechia.
//! `INSTA_UPDATE=always` rewrites them.

use std::fmt::Write;
use std::sync::Arc;

use marchland_game::client::{Intent, Knowledge, Model};
use marchland_game::conquest::bots::StrategyKind;
use marchland_game::conquest::rules::{Player, State, Variants};
use marchland_game::conquest::{Reply, tell_state};
use marchland_game::terminal::{Interface, Style, Terminal};

use crate::program::bundled;
use crate::sketch::{self, player};

const NAMES: [&str; 3] = ["You", "Red", "Green"];

/// The first player's model after a whole state.
fn model(state: &State) -> Model {
    let me = Player::new(0).unwrap();
    let mut model = Model::new(Arc::clone(state.map()), Some(me));
    let name = |player: Player| NAMES[player.index()].parse().unwrap();
    tell_state(&state.snapshot(Some(me)), Some(me), name, |reply| {
        model.follow(&reply.into()).unwrap();
    });
    model
}

pub(crate) fn terminal(model: &Model, style: Style) -> Terminal {
    Terminal::new(model.map(), style, StrategyKind::Standard.player(1))
}

/// The main phase of a game on Czechia, the first player on turn.
fn position(holdings: &str, hand: &str) -> State {
    let (_, _, map) = marchland_maps::folder::load(bundled("czechia")).unwrap();
    sketch::position(&Arc::new(map), 3, Variants::default(), holdings, &[hand])
}

/// Holdings of a game under way.
const HOLDINGS: &str = "0:5 0:3 1:2 1:1 1:1 2:4 2:1 0:1 0:2 1:12 2:1 2:3 0:1 2:2";

/// Types lines into a stopped game. Returns what is shown and what would be sent.
fn typed(model: &Model, lines: &[&str]) -> String {
    let mut terminal = terminal(model, Style::PLAIN);
    let mut out = String::new();
    let mut prompt = terminal.prompt(model).unwrap();
    out.push_str(&terminal.take_text());
    for line in lines {
        let _ = writeln!(out, "{prompt}{line}");
        let intent = terminal.line(line, model);
        prompt = terminal.prompt(model).unwrap_or_default();
        out.push_str(&terminal.take_text());
        if intent != Intent::Nothing {
            let _ = writeln!(out, "[{intent:?}]");
            // The game is stopped, so the line has no effect.
            terminal = self::terminal(model, Style::PLAIN);
            prompt = terminal.prompt(model).unwrap();
            terminal.take_text();
        }
    }
    out.push_str(&prompt);
    out
}

/// The game after events that the rules allow.
fn after(state: &State, replies: &[&str]) -> Model {
    let mut model = model(state);
    for line in replies {
        model.follow(&Reply::parse(line).unwrap()).unwrap();
    }
    model
}

/// All units placed, attacks to come.
pub(crate) fn attacking() -> Model {
    let told = ["REINFORCEMENTS 0 3", "REINFORCE 0 0 3"];
    after(&position(HOLDINGS, ""), &told)
}

#[test]
fn the_turn_begins_with_the_board() {
    let told = ["REINFORCEMENTS 0 3"];
    let model = after(&position(HOLDINGS, "iiiw"), &told);
    insta::assert_snapshot!(typed(
        &model,
        &[
            "",
            "place",
            "p prag",
            "p prag 4",
            "p prag 2 zlin 1",
            "undo",
            "undo",
            "undo",
            "p brno 1",
            "p plzen 1",
            "end",
            "attack",
            "trade",
            "trade 9",
            "trade 1",
        ]
    ));
}

#[test]
fn attacks_show_their_odds() {
    insta::assert_snapshot!(typed(
        &attacking(),
        &[
            "attack",
            "a prag central",
            "a cent usti",
            "2",
            "a 1 5",
            "n",
            "a 1 5 stop 2",
            "a 7 lib 1",
            "a zlin 13",
            "a cb sb",
            "a cent vys all",
            "a vys cent all",
            "a cent region",
            "odds 1 9",
            "odds 20 20",
            "odds 1 9 stop 2",
            "p prag 1",
        ]
    ));
}

#[test]
fn many_units_are_listed_whole() {
    let holdings = HOLDINGS.replace("0:3", "0:1234");
    let told = ["REINFORCEMENTS 0 3", "REINFORCE 0 0 3"];
    let shown = typed(&after(&position(&holdings, ""), &told), &["attack"]);
    let row = "  Central Bohemia       * 1234 > Plzeň Region          R    1 ";
    assert!(shown.contains(row), "{shown}");
}

#[test]
fn looking_around() {
    insta::assert_snapshot!(typed(
        &attacking(),
        &[
            "map moravia",
            "map atlantis",
            "look cent",
            "look vysocina",
            "look usit",
            "who",
            "log",
            "help fort",
            "defend ask",
            "say ahoj",
            "say čau",
            "fly",
            "atack",
        ]
    ));
}

/// Placements and moves are sent with the next action and can be taken back until then.
#[test]
fn placements_and_the_last_move_are_taken_back() {
    use marchland_game::conquest::rules::Action;
    let mut model = after(&position(HOLDINGS, ""), &["REINFORCEMENTS 0 3"]);
    let mut terminal = terminal(&model, Style::PLAIN);
    terminal.prompt(&model);
    terminal.take_text();
    let type_in = |terminal: &mut Terminal, model: &Model, line: &str| {
        let intent = terminal.line(line, model);
        let prompt = terminal.prompt(model).unwrap_or_default();
        (intent, terminal.take_text() + &prompt)
    };
    let (intent, text) = type_in(&mut terminal, &model, "p prag 2 zlin 1");
    assert_eq!(intent, Intent::Nothing);
    assert!(text.contains("2 placed on Prague: 7 there now."), "{text}");
    assert!(text.ends_with("attack, fortify, end> "), "{text}");
    let (_, text) = type_in(&mut terminal, &model, "undo");
    assert!(text.contains("Undone: 1 unit on Zlín Region."), "{text}");
    assert!(text.ends_with("place 1> "), "{text}");
    type_in(&mut terminal, &model, "p prag 1");
    let (intent, text) = type_in(&mut terminal, &model, "fortify prag central 3");
    assert_eq!(intent, Intent::Nothing);
    assert!(text.ends_with("end [Enter], undo> "), "{text}");
    type_in(&mut terminal, &model, "undo");
    type_in(&mut terminal, &model, "fortify prag central 4");
    // All is sent, in order, with the end of the turn.
    let mut sent = Vec::new();
    let mut action = match terminal.line("", &model) {
        Intent::Act(action) => Some(action),
        other => panic!("{other:?}"),
    };
    while let Some(next) = action {
        sent.push(next);
        if next == Action::EndTurn {
            break;
        }
        let request = marchland_game::conquest::Request {
            player: player(0),
            action: next,
        };
        let line = request.to_string();
        let echo = Reply::parse(&line).unwrap();
        terminal.hear(&echo, &model);
        model.follow(&echo).unwrap();
        action = terminal.next(&model);
    }
    let (prague, central) = (sketch::land(0), sketch::land(1));
    let reinforce = |units| Action::Reinforce {
        territory: prague,
        units,
    };
    let moved = Action::Transfer {
        from: prague,
        to: central,
        units: 4,
    };
    assert_eq!(sent, [reinforce(2), reinforce(1), moved, Action::EndTurn]);
    // They were confirmed when typed.
    assert!(!terminal.take_text().contains("placed on"));
    // What is lost with the turn is reported.
    let mut terminal = self::terminal(&model, Style::PLAIN);
    let mut model = after(&position(HOLDINGS, ""), &["REINFORCEMENTS 0 3"]);
    terminal.line("p prag 3", &model);
    let over = Reply::parse("START-ROUND 1").unwrap();
    terminal.hear(&over, &model);
    let _ = model.follow(&over);
    assert!(terminal.take_text().contains("was not sent"));
    assert!(terminal.line("undo", &model) == Intent::Nothing);
    assert!(terminal.take_text().contains("nothing to undo"));
}

/// A question stays open while the player looks around.
#[test]
fn a_question_stays_open_until_it_is_answered() {
    let model = attacking();
    let mut terminal = terminal(&model, Style::PLAIN);
    terminal.line("a cent usti", &model);
    let prompt = terminal.prompt(&model).unwrap();
    assert!(prompt.starts_with("units 1-2, all, stop N, no"), "{prompt}");
    for line in [
        "?",
        "help odds",
        "look usti",
        "map",
        "who",
        "nonsense",
        "quit",
        "n",
    ] {
        assert_eq!(terminal.line(line, &model), Intent::Nothing);
        if line == "quit" {
            let asked = terminal.prompt(&model).unwrap();
            assert!(asked.starts_with("Leave the game?"), "{asked}");
            assert_eq!(terminal.line("?", &model), Intent::Nothing);
            assert_eq!(terminal.prompt(&model).unwrap(), asked);
            continue;
        }
        assert_eq!(terminal.prompt(&model).unwrap(), prompt, "{line}");
    }
    assert!(matches!(terminal.line("1", &model), Intent::Act(_)));
    terminal.line("a cent usti", &model);
    terminal.line("fortify prag cent 1", &model);
    assert!(terminal.prompt(&model).unwrap().starts_with("end"));
}

/// The world fits into 24 rows of 80 columns, whoever plays.
#[test]
fn the_world_fits_into_a_small_terminal() {
    let (_, _, map) = marchland_maps::folder::load(bundled("world")).unwrap();
    let map = Arc::new(map);
    let all: Vec<String> = (0..42)
        .map(|area| format!("{}:{}", area % 6, 20 + area))
        .collect();
    let state = sketch::position(&map, 6, Variants::default(), &all.join(" "), &["iccaw"]);
    let me = Player::new(0);
    let mut model = Model::new(Arc::clone(&map), me);
    let name = |player: Player| format!("LongestNameOf16{player}").parse().unwrap();
    tell_state(&state.snapshot(me), me, name, |reply| {
        model.follow(&reply.into()).unwrap();
    });
    let gained = Reply::parse("REINFORCEMENTS 0 3").unwrap();
    model.follow(&gained).unwrap();
    let style = Style {
        height: 24,
        ..Style::PLAIN
    };
    let mut terminal = terminal(&model, style);
    let shown = |terminal: &mut Terminal, model: &Model| {
        let prompt = terminal.prompt(model).unwrap();
        let text = terminal.take_text() + &prompt;
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
        // What happened before may scroll away.
        let turn = text.find("── Your turn").unwrap_or_default();
        assert!(text[turn..].lines().count() <= 24, "{text}");
        text
    };
    // A set must be traded first; the board comes when it is.
    assert!(shown(&mut terminal, &model).contains("must trade"));
    assert!(matches!(terminal.line("1", &model), Intent::Act(_)));
    for line in ["CARDS-EXCHANGE 0 0 1 2", "REINFORCEMENTS 0 4"] {
        let reply = Reply::parse(line).unwrap();
        terminal.hear(&reply, &model);
        model.follow(&reply).unwrap();
    }
    let text = shown(&mut terminal, &model);
    assert!(text.contains("41 Eastern Austral"), "{text}");
    assert!(text.contains("terr./units/income/cards:"), "{text}");
    // Wider and higher, it is shown once more, with room.
    terminal.resize(120, 50);
    terminal.prompt(&model);
    let text = terminal.take_text();
    assert!(text.contains("whole continents"), "{text}");
}

#[test]
fn moving_and_ending() {
    insta::assert_snapshot!(typed(
        &attacking(),
        &[
            "fortify",
            "f prag cent",
            "f prag hradec 2",
            "undo",
            "f prag hradec 2",
            "undo",
            "f prag 7 9",
            "f prag zlin 1",
            "f vys prag 1",
            "end",
            "quit",
            "no",
            "quit",
            "y",
        ]
    ));
}

/// Hands over replies one after the other and returns the text.
pub(crate) fn told(start: &Model, style: Style, replies: &[&str]) -> String {
    let mut model = start.clone();
    let mut terminal = terminal(&model, style);
    for line in replies {
        let reply = Reply::parse(line).unwrap();
        terminal.hear(&reply, &model);
        model.follow(&reply).unwrap();
    }
    let prompt = terminal.prompt(&model).unwrap_or_default();
    terminal.take_text() + &prompt
}

pub(crate) const TURN_OF_RED: [&str; 24] = [
    "START-ROUND 1",
    "REINFORCEMENTS 1 3",
    "REINFORCE 1 9 1",
    "REINFORCE 1 9 2",
    "ATTACK 1 9 8 3",
    "DEFEND 0 8 2",
    "DICE-ROLL 6 5 1 5 5",
    "ATTACK 1 9 8 3",
    "DEFEND 0 8 1",
    "DICE-ROLL 6 5 1 3 0",
    "TRANSFER 1 9 8 4",
    "ATTACK 1 8 11 3",
    "DEFEND 2 11 2",
    "DICE-ROLL 5 4 1 6 6",
    "ATTACK 1 9 1 3",
    "DEFEND 0 1 2",
    "DICE-ROLL 6 5 4 2 1",
    "TRANSFER 1 9 3 1",
    "CARDS-ACQUIRED 1 1",
    "CHAT PUBLIC 1 sorry for that",
    "START-ROUND 2",
    "REINFORCEMENTS 2 3",
    "REINFORCE 2 5 3",
    "START-ROUND 0",
];

#[test]
fn actions_of_others_are_summarised() {
    insta::assert_snapshot!(told(&attacking(), Style::PLAIN, &TURN_OF_RED));
}

/// The same lines give the same text however many come at once.
#[test]
fn the_text_does_not_depend_on_timing() {
    let mut end = TURN_OF_RED[..20].to_vec();
    end.splice(
        0..0,
        ["DEBUG-AREA 0 2 1", "DEBUG-AREA 7 2 1", "DEBUG-AREA 12 2 1"],
    );
    end.extend(["START-ROUND 1", "REINFORCEMENTS 1 3", "REINFORCE 1 9 3"]);
    end.extend(["ATTACK 1 9 1 1", "DEFEND 0 1 1", "DICE-ROLL 6 0 0 1 0"]);
    end.extend(["PLAYER-DEFEATED 0 1", "CARDS-ACQUIRED 1 1", "START-ROUND 2"]);
    end.extend(["REINFORCEMENTS 2 3", "REINFORCE 2 2 3"]);
    let start = attacking();
    let by = |at_once: usize| {
        let mut model = start.clone();
        let mut terminal = terminal(&model, Style::PLAIN);
        let mut text = String::new();
        for lines in end.chunks(at_once) {
            for line in lines {
                let reply = Reply::parse(line).unwrap();
                terminal.hear(&reply, &model);
                // Some of these lines break the rules.
                let _ = model.follow(&reply);
            }
            let _ = terminal.next(&model);
            text.push_str(&terminal.take_text());
        }
        text
    };
    let one_by_one = by(1);
    assert!(
        one_by_one.contains("You are defeated by Red"),
        "{one_by_one}"
    );
    assert!(one_by_one.contains("You are out."), "{one_by_one}");
    for at_once in 2..=end.len() {
        assert_eq!(by(at_once), one_by_one, "{at_once} at once");
    }
}

#[test]
fn narrow_and_coloured() {
    let style = Style {
        colour: true,
        width: 60,
        ..Style::PLAIN
    };
    insta::assert_snapshot!(told(&attacking(), style, &TURN_OF_RED));
}

#[test]
fn a_defence_may_be_asked_for() {
    let mut model = attacking();
    let mut terminal = terminal(&model, Style::PLAIN);
    terminal.line("defend ask", &model);
    for line in &TURN_OF_RED[..5] {
        let reply = Reply::parse(line).unwrap();
        terminal.hear(&reply, &model);
        model.follow(&reply).unwrap();
    }
    let prompt = "Pardubice Region (2) is attacked from Vysočina with 3; defend with 1-2 [2]> ";
    assert_eq!(terminal.next(&model), None);
    assert_eq!(terminal.prompt(&model).as_deref(), Some(prompt));
    let most = Intent::Act(marchland_game::conquest::rules::Action::Defend {
        territory: sketch::land(8),
        units: 2,
    });
    assert_eq!(terminal.line("3", &model), Intent::Nothing);
    assert_eq!(terminal.line("", &model), most);
    assert_eq!(terminal.line("defend 2", &model), most);
}

#[test]
fn spoils_are_traded_before_anything_else() {
    let state = position(
        "0:9 2:1 0:1 0:1 0:1 0:1 0:1 0:1 0:1 0:1 0:1 0:1 0:1 1:1",
        "iiiia",
    );
    let told = ["REINFORCEMENTS 0 4"];
    let model = after(&state, &told);
    insta::assert_snapshot!(typed(&model, &["p prag 4", "1"]));
}

#[test]
fn territories_are_claimed_in_turn() {
    let (_, _, map) = marchland_maps::folder::load(bundled("czechia")).unwrap();
    let start = Model::new(Arc::new(map), Player::new(0));
    let replies = [
        "REGISTERED-PLAYER 0 You",
        "REGISTERED-PLAYER 1 Red",
        "REGISTERED-PLAYER 2 Green",
        "LOGOUT 2 1",
        "REGISTERED-PLAYER 2 Green",
        "STATE-RULES 0 0 1 0",
        "ORDER 0 1 2",
        "REINFORCEMENTS 0 12",
        "REINFORCEMENTS 1 12",
        "REINFORCEMENTS 2 12",
        "START-PHASE 0",
        "START-ROUND 0",
        "REINFORCE 0 9 1",
        "START-ROUND 1",
        "REINFORCE 1 0 1",
        "START-ROUND 2",
        "REINFORCE 2 13 1",
        "START-ROUND 0",
    ];
    insta::assert_snapshot!(told(&start, Style::PLAIN, &replies));
}

/// Words that have a meaning somewhere, and a few that have none.
fn word() -> impl proptest::strategy::Strategy<Value = String> {
    use proptest::prelude::*;
    let known = [
        "a",
        "attack",
        "p",
        "place",
        "f",
        "fortify",
        "e",
        "end",
        "t",
        "auto",
        "map",
        "look",
        "odds",
        "who",
        "log",
        "defend",
        "say",
        "mute",
        "unmute",
        "red",
        "resign",
        "help",
        "quit",
        "y",
        "n",
        "all",
        "stop",
        "to",
        "from",
        "game",
        "ask",
        "0",
        "1",
        "2",
        "3",
        "8",
        "13",
        "14",
        "99999999999",
        "4294967295",
        "-1",
        "prag",
        "cent",
        "vysocina",
        "usti",
        "region",
        "zlin",
        "moravia",
        "",
        "é",
        "…",
    ];
    prop_oneof![
        8 => prop::sample::select(known.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,6}",
    ]
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_is_typed_is_legal_or_refused(
        lines in proptest::collection::vec(proptest::collection::vec(word(), 0..6), 1..12),
        width in 40..120usize,
        hand in proptest::sample::select(&["", "iic", "iiiw", "iicca"][..]),
        placed in proptest::prelude::any::<bool>(),
    ) {
        let mut told = vec!["REINFORCEMENTS 0 3"];
        if placed && hand.len() < 5 {
            told.push("REINFORCE 0 0 3");
        }
        let model = after(&position(HOLDINGS, hand), &told);
        let me = Player::new(0).unwrap();
        let style = Style { width, ..Style::PLAIN };
        let mut terminal = terminal(&model, style);
        for words in lines {
            let _ = terminal.prompt(&model);
            let intent = terminal.line(&words.join(" "), &model);
            let actions = match intent {
                Intent::Act(action) => Some(action),
                _ => terminal.next(&model),
            };
            if let Some(action) = actions {
                let legal = model.state().unwrap().check(me, action);
                proptest::prop_assert_eq!(legal, Ok(()), "{:?}: {:?}", words, action);
            }
            terminal.take_text();
        }
    }
}
