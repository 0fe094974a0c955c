use std::collections::HashMap;

use super::coins::{Coins, lengths, worth};
use super::*;
use crate::dots::{Dots, Size};
use crate::play::{RuleSet, play_out};
use crate::tournament::{Played, Series, Tally};

fn series(bots: [&str; 2], size: &str, games: u32, threads: usize) -> Tally {
    let series = Series {
        players: 2,
        games,
        seed: 1,
    };
    let played = series.run(threads, |seats, dice| {
        let names: Vec<&str> = seats.iter().map(|&bot| bots[bot]).collect();
        let game = play_out(&Dots, Some(size), &names, dice)?;
        Ok::<_, crate::play::BotGameError>(Some(Played::of(game.as_ref())))
    });
    played.unwrap()
}

#[test]
fn each_player_is_stronger_than_the_one_before() {
    // The share of `chains` against `greedy` on 5x5 is 97 % (docs/strategies.md).
    for (bots, size, least) in [
        (["greedy", "random"], "4", 95),
        (["chains", "greedy"], "5", 90),
        (["chains", "random"], "3", 85),
    ] {
        let played = series(bots, size, 100, 2);
        assert!(played.wins[0] >= least, "{bots:?}: {played:?}");
        assert_eq!(played, series(bots, size, 100, 1), "threads change nothing");
        let boxes = size.parse::<Size>().unwrap().boxes() as u64;
        assert_eq!(played.points.iter().sum::<u64>(), 100 * boxes);
    }
}

/// On every size of board, with any number of players: what is chosen may be
/// drawn, the same seed draws the same, and no board is too large to wait for.
#[test]
fn choices_are_legal_and_reproducible() {
    for (seed, name) in (0..9).zip(Dots.bots().iter().cycle()) {
        let large = if seed < 3 { "12x7" } else { "3" };
        for size in ["2", "2x12", large] {
            let game = |seed| {
                let names = vec![*name; 2 + seed as usize % 5];
                let game = play_out(&Dots, Some(size), &names, &mut SeededDice::new(seed));
                let game = game.unwrap_or_else(|why| panic!("{name} on {size}: {why}"));
                game.as_any()
                    .downcast_ref::<DotsGame>()
                    .unwrap()
                    .board()
                    .clone()
            };
            let board = game(seed);
            assert!(board.is_full());
            assert!(board == game(seed), "{name} on {size}");
        }
    }
}

#[test]
fn players_of_other_games_have_nothing_to_say() {
    let unknown = play_out(&Dots, None, &["chains", "hard"], &mut SeededDice::new(1));
    assert_eq!(
        unknown.err().unwrap().to_string(),
        "there is no computer player hard"
    );
    assert!(Dots.bot("chains ", 1).is_none());
    let full = play_out(&Dots, Some("2"), &["random"; 2], &mut SeededDice::new(1)).unwrap();
    let me = Player::new(0).unwrap();
    assert_eq!(Dots.bot("chains", 1).unwrap().act(full.as_ref(), me), None);
}

/// What the end is worth, against a search of all games on boards that are chains and
/// rings alone.
#[test]
fn ends_are_worth_what_perfect_play_makes_of_them() {
    fn best(board: &Board, known: &mut HashMap<Vec<Side>, i32>) -> i32 {
        let free: Vec<Side> = board.free().collect();
        if let Some(value) = known.get(&free) {
            return *value;
        }
        let values = free.iter().map(|&side| {
            let mut next = board.clone();
            let closed = next.draw(0, side).unwrap() as i32;
            let rest = best(&next, known);
            if closed > 0 { closed + rest } else { -rest }
        });
        let value = values.max().unwrap_or(0);
        known.insert(free, value);
        value
    }
    let mut dice = SeededDice::new(5);
    let mut looked_at = 0;
    while looked_at < 20 {
        let mut board = Board::new("3".parse().unwrap());
        loop {
            let coins = Coins::new(&board);
            let safe: Vec<usize> = coins.open().filter(|&s| coins.is_safe(s)).collect();
            let Some(&string) = safe.get(dice.below(safe.len().max(1) as u32) as usize) else {
                break;
            };
            board.draw(0, coins.side(string)).unwrap();
        }
        let open = |row: u8| (0..3).map(move |column| (column, row));
        if (0..3)
            .flat_map(open)
            .any(|(column, row)| board.sides_of(column, row) < 2)
        {
            continue;
        }
        looked_at += 1;
        assert_eq!(
            Coins::new(&board).end(),
            best(&board, &mut HashMap::new()),
            "{board:?}"
        );
    }
}

#[test]
fn double_crosses_keep_the_upper_hand() {
    // Alone, all of a chain is lost.
    assert_eq!(worth(&[5], &[]), -5);
    assert_eq!(worth(&[2], &[]), -2);
    // Of the first of two long ones two are left, and the second taken whole:
    // 3 + 5 against 2.
    assert_eq!(worth(&[5, 5], &[]), -(3 - 2 + 5));
    // One is given away, and three are got for it.
    assert_eq!(worth(&[1, 3], &[]), 3 - 1);
    // Of a ring four are left, and be it all of it.
    assert_eq!(worth(&[], &[4, 6]), -(6 - 4));
    assert_eq!(worth(&[], &[8, 8]), -8);
    assert_eq!(worth(&[], &[]), 0);
}

#[test]
fn chains_and_rings_are_found() {
    // Three rows of one chain each, no side between them.
    let mut board = Board::new("3".parse().unwrap());
    for side in board.size().sides().collect::<Vec<_>>() {
        if side.y % 2 == 0 {
            board.draw(0, side).unwrap();
        }
    }
    let coins = Coins::new(&board);
    assert_eq!(lengths(&coins.chains(), false), [3, 3, 3]);
    assert!(coins.chains().iter().all(|chain| chain.strings.len() == 4));
    assert!(coins.runs().is_empty());
    // The outline and nothing else: four boxes in a ring.
    let mut board = Board::new("2".parse().unwrap());
    for side in board.size().sides().collect::<Vec<_>>() {
        if [0, 4].contains(&side.x) || [0, 4].contains(&side.y) {
            board.draw(0, side).unwrap();
        }
    }
    let coins = Coins::new(&board);
    assert_eq!(lengths(&coins.chains(), true), [4]);
    assert_eq!(coins.chains()[0].strings.len(), 4);
    board.draw(0, Side { x: 2, y: 1 }).unwrap();
    let runs = Coins::new(&board).runs();
    assert_eq!((runs.len(), runs[0].coins, runs[0].both), (1, 4, true));
    assert_eq!(runs[0].strings.len(), 3);
}

#[test]
fn a_computer_player_is_named_by_its_strategy_or_its_level() {
    for name in Dots.bots() {
        assert_eq!(Dots.bot_called(name), Some(*name));
    }
    assert_eq!(Dots.bot_called("normal"), Some("greedy"));
    assert_eq!(Dots.bot_called("hard"), Some("chains"));
    assert_eq!(Dots.bot_called("easy"), None);
}
