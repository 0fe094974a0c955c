//! What a person at a terminal sees, as snapshots, on bundled Czechia.
//! `INSTA_UPDATE=always` writes them anew.

use std::fmt::Write;
use std::sync::Arc;

use marchland_game::bots::StrategyKind;
use marchland_game::client::Model;
use marchland_game::protocol::{Reply, tell_state};
use marchland_game::rules::{Player, State, Variants};
use marchland_game::terminal::{Reaction, Style, Terminal};

use crate::program::bundled;
use crate::sketch;

const NAMES: [&str; 3] = ["You", "Red", "Green"];

/// A model of the first player that has been told a whole state.
fn model(state: &State) -> Model {
    let me = Player::new(0).unwrap();
    let mut model = Model::new(Arc::clone(state.map()), Some(me));
    let name = |player: Player| NAMES[player.index()].parse().unwrap();
    tell_state(&state.snapshot(Some(me)), Some(me), name, |reply| {
        model.follow(&reply).unwrap();
    });
    model
}

fn terminal(model: &Model, style: Style) -> Terminal {
    Terminal::new(model.map(), style, StrategyKind::Standard.player(1))
}

/// The game proper on Czechia, the first player's turn.
fn position(holdings: &str, hand: &str) -> State {
    let (_, _, map) = marchland_maps::folder::load(bundled("czechia")).unwrap();
    sketch::position(&Arc::new(map), 3, Variants::default(), holdings, &[hand])
}

/// Holdings of a game under way.
const HOLDINGS: &str = "0:5 0:3 1:2 1:1 1:1 2:4 2:1 0:1 0:2 1:12 2:1 2:3 0:1 2:2";

/// Types lines into a game that stands still; what is shown, and what would be
/// sent.
fn typed(model: &Model, lines: &[&str]) -> String {
    let mut terminal = terminal(model, Style::PLAIN);
    let mut out = String::new();
    let mut prompt = terminal.prompt(model).unwrap();
    out.push_str(&terminal.take_text(model));
    for line in lines {
        let _ = writeln!(out, "{prompt}{line}");
        let reaction = terminal.line(line, model);
        prompt = terminal.prompt(model).unwrap_or_default();
        out.push_str(&terminal.take_text(model));
        if reaction != Reaction::None {
            let _ = writeln!(out, "[{reaction:?}]");
            // The game stands still: as if it had not been said.
            terminal = self::terminal(model, Style::PLAIN);
            prompt = terminal.prompt(model).unwrap();
            terminal.take_text(model);
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
fn attacking() -> Model {
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
            "value",
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

#[test]
fn moving_and_ending() {
    insta::assert_snapshot!(typed(
        &attacking(),
        &[
            "fortify",
            "f prag cent",
            "f prag hradec 2",
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

/// Tells replies one after the other; the text that comes of it.
fn told(start: &Model, style: Style, replies: &[&str]) -> String {
    let mut model = start.clone();
    let mut terminal = terminal(&model, style);
    for line in replies {
        let reply = Reply::parse(line).unwrap();
        terminal.hear(&reply, &model);
        model.follow(&reply).unwrap();
    }
    let prompt = terminal.prompt(&model).unwrap_or_default();
    terminal.take_text(&model) + &prompt
}

const TURN_OF_RED: [&str; 24] = [
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
fn what_others_do_is_told_in_short() {
    insta::assert_snapshot!(told(&attacking(), Style::PLAIN, &TURN_OF_RED));
}

#[test]
fn narrow_and_coloured() {
    let style = Style {
        colour: true,
        width: 60,
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
    let most = Reaction::Act(marchland_game::rules::Action::Defend {
        territory: sketch::land(8),
        units: 2,
    });
    assert_eq!(terminal.line("3", &model), Reaction::None);
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

/// Words that mean something somewhere, and some that never do.
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
        let style = Style { colour: false, width };
        let mut terminal = terminal(&model, style);
        for words in lines {
            let _ = terminal.prompt(&model);
            let reaction = terminal.line(&words.join(" "), &model);
            let actions = match reaction {
                Reaction::Act(action) => Some(action),
                _ => terminal.next(&model),
            };
            if let Some(action) = actions {
                let legal = model.state().unwrap().check(me, action);
                proptest::prop_assert_eq!(legal, Ok(()), "{:?}: {:?}", words, action);
            }
            terminal.take_text(&model);
        }
    }
}
