use super::*;

fn begun(size: &str, seed: u64) -> (DotsGame, SeededDice, Vec<String>) {
    let mut game = DotsGame::new(size.parse().unwrap(), 2);
    let mut dice = SeededDice::new(seed);
    let mut out = Outbox::default();
    game.begin(&mut dice, &mut out).unwrap();
    (game, dice, lines(&out))
}

fn lines(out: &Outbox) -> Vec<String> {
    out.lines().map(|line| line.text.to_owned()).collect()
}

fn state(game: &DotsGame) -> Vec<String> {
    let mut lines = Vec::new();
    let name = |_: Player| Name::nobody();
    game.state(None, &name, &mut |line| lines.push(line.to_owned()));
    lines
}

/// What is told, and what the whole state tells, give the same game.
#[test]
fn a_game_can_be_followed_and_come_back_to() {
    for seed in 0..20 {
        let (mut game, mut dice, told) = begun("4x3", seed);
        let mut follower = DotsGame::new(game.board.size(), 2);
        let mut moves = 0;
        for line in &told {
            follower.follow(line).unwrap();
        }
        while let Some(player) = game.to_act() {
            let free: Vec<Side> = game.board.free().collect();
            let side = free[dice.below(free.len() as u32) as usize];
            let mut out = Outbox::default();
            let line = format!("DRAW {player} {} {}", side.x, side.y);
            game.act(player, &line, &mut dice, &mut out).unwrap();
            assert!(game.act(player, &line, &mut dice, &mut out).is_err());
            for line in out.lines().filter(|line| line.journalled) {
                follower.follow(line.text).unwrap();
                assert_eq!(follower.to_act(), game.to_act(), "after each line");
            }
            assert_eq!(state(&follower), state(&game));
            let mut again = DotsGame::new(game.board.size(), 2);
            for line in state(&game) {
                again.follow(&line).unwrap();
            }
            assert_eq!(again.board, game.board);
            assert_eq!(again.turn(), game.turn());
            moves += 1;
        }
        assert_eq!(moves, 31);
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.scores.iter().sum::<u32>(), 12);
        let draw = outcome.scores[0] == outcome.scores[1];
        assert_eq!(outcome.winner.is_none(), draw);
    }
}

#[test]
fn illegal_lines_are_refused() {
    let (mut game, mut dice, told) = begun("2", 1);
    let mut out = Outbox::default();
    let turn = game.to_act().unwrap();
    let other = Player::first(2).find(|player| *player != turn).unwrap();
    assert_eq!(told[1], format!("START-ROUND {turn}"));
    let mut refused = |by: Player, line: &str| {
        let refused = game.act(by, line, &mut dice, &mut out).unwrap_err();
        assert!(out.is_empty());
        refused.to_string()
    };
    assert_eq!(refused(turn, "ATTACK 0 1"), "there is no such command");
    assert!(refused(turn, &format!("DRAW {turn} 0 0")).starts_with("no side is at 0 0"));
    assert!(refused(turn, &format!("DRAW {turn} 9 0")).starts_with("no side is at"));
    assert!(refused(turn, &format!("DRAW {turn} 256 0")).starts_with("256 is not"));
    assert!(refused(turn, &format!("DRAW {other} 1 0")).starts_with("you are not"));
    assert!(refused(other, &format!("DRAW {other} 1 0")).starts_with("it is not your turn"));
}

#[test]
fn absent_players_are_skipped_and_late_turns_give_little_away() {
    let (mut game, mut dice, _) = begun("2", 1);
    let mut out = Outbox::default();
    let turn = game.to_act().unwrap();
    assert!(game.leave(turn, &mut dice, &mut out));
    assert_ne!(game.to_act(), Some(turn));
    assert!(!game.leave(turn, &mut dice, &mut out));
    let other = game.to_act().unwrap();
    game.end_turn(&mut dice, &mut out);
    assert_eq!(game.to_act(), Some(other), "nobody else is there");
    assert!(game.come_back(turn, &mut dice, &mut out));
    game.end_turn(&mut dice, &mut out);
    assert_eq!(game.to_act(), Some(turn));
    // Late for ever, the game comes to its end all the same.
    for _ in 0..20 {
        game.end_turn(&mut dice, &mut out);
    }
    assert!(game.outcome().is_some());
}
