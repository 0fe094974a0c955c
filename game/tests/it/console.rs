//! The debug console at a table.

use std::time::Duration;

use marchland_game::client::Knowledge as _;
use marchland_game::conquest::bots::StrategyKind;

use crate::crowd::StateOf as _;
use crate::crowd::{crowd, dealt, lobby};
use crate::sketch::{self, player};

#[test]
fn the_debug_console_changes_the_game_for_all() {
    let map = sketch::grid(4, 3);
    let lobby = lobby(&map, 3, dealt(), 9);
    let mut bots = crowd(&map, &[true, true, true], StrategyKind::Standard);
    for bot in &mut bots {
        bot.login(&lobby, Duration::ZERO);
    }
    let now = Duration::ZERO;
    while bots[0]
        .model
        .state()
        .is_none_or(|s| s.phase() < Some(marchland_game::conquest::rules::Phase::Playing))
    {
        for bot in &mut bots {
            bot.step(&lobby, now);
        }
    }
    for bot in &mut bots {
        while let Some(line) = bot.hand.mail.take() {
            bot.model
                .follow(&marchland_game::conquest::Reply::parse(&line).unwrap())
                .unwrap();
        }
    }
    let table = lobby.default_table();
    let console = |line: &str| table.lock().console(line, now).map_err(|e| e.to_string());
    assert!(table.lock().state().unwrap().battle().is_none());
    console("SET UNITS 3 17").unwrap();
    console("DESTROY PLAYER 1 2").unwrap();
    assert_eq!(
        console("SET UNITS 99 1").unwrap_err(),
        "the map has no territory 99, only 0 to 11"
    );
    assert_eq!(
        console("SET UNITS 3 0").unwrap_err(),
        "a territory has 1 to 1000000 units"
    );
    console("START-PHASE 0").unwrap();
    let last = bots[1].hand.mail.take_all();
    assert_eq!(last.last().unwrap(), "START-PHASE 0");
    for line in &last[..last.len() - 1] {
        bots[1]
            .model
            .follow(&marchland_game::conquest::Reply::parse(line).unwrap())
            .unwrap();
    }
    let state = bots[1].model.state().unwrap();
    assert_eq!(state.holding(sketch::land(3)).units, 17);
    assert_eq!(state.seat(player(1)).territories, 1);
}
