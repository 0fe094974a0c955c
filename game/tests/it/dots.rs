//! Dots and Boxes beside conquest games on one server: everything but its rules comes from
//! the common part.

use std::time::Duration;

use marchland_game::dots::{DotsGame, Side};
use marchland_game::play::{Dice, Game, Player, SeededDice};
use marchland_game::protocol::{MAX_LINE, ServerMessage};

use crate::crowd::{Hand, TestLobby, dealt, lobby, token};
use crate::journals::open;
use crate::sketch;

/// A player who follows the game and draws at random.
struct Drawer {
    hand: Hand,
    me: Player,
    token: String,
    game: DotsGame,
    over: Option<String>,
}

impl Drawer {
    fn sit_down(lobby: &TestLobby, name: &str, opening: &str) -> Self {
        let mut hand = Hand::new();
        let said = hand.say(lobby, &format!("HELLO 0.3 t\n{opening}\nLOGIN {name}"));
        let ack = said
            .iter()
            .find_map(|line| line.strip_prefix("LOGIN-ACK OK "));
        let me = Player::new(ack.unwrap().parse().unwrap()).unwrap();
        let board = said
            .iter()
            .find_map(|line| line.strip_prefix("BOARD "))
            .unwrap();
        let words: Vec<&str> = board.split(' ').collect();
        let size = format!("{}x{}", words[0], words[1]).parse().unwrap();
        Self {
            token: token(&said),
            hand,
            me,
            game: DotsGame::new(size, words[2].parse().unwrap()),
            over: None,
        }
    }

    fn say(&mut self, lobby: &TestLobby, line: &str) {
        let told = self.hand.say(lobby, line);
        self.hear(told);
    }

    fn read(&mut self) {
        let told = self.hand.mail.take_all();
        self.hear(told);
    }

    fn hear(&mut self, told: Vec<String>) {
        for line in told {
            assert!(line.len() <= MAX_LINE);
            self.game
                .follow(&line)
                .unwrap_or_else(|why| panic!("{line}: {why}"));
            if line.starts_with("GAME-OVER") || line.starts_with("NO-WINNER") {
                self.over = Some(line);
            }
        }
    }

    /// Loses the connection and resumes the seat on another.
    fn reconnect(&mut self, lobby: &TestLobby) {
        self.hand.session.disconnect(Duration::ZERO);
        self.hand = Hand::new();
        let (me, token) = (self.me, self.token.clone());
        self.say(
            lobby,
            &format!("HELLO 0.3 t\nRESUME {me} {token}\nSTATE {me}"),
        );
    }

    fn draw(&mut self, lobby: &TestLobby, dice: &mut SeededDice) {
        let free: Vec<Side> = self.game.board().free().collect();
        let side = free[dice.below(free.len() as u32) as usize];
        let line = format!("DRAW {} {} {}", self.me, side.x, side.y);
        self.say(lobby, &line);
    }
}

/// Players at a table of their own, the game begun.
fn begun(lobby: &TestLobby, size: &str, players: usize) -> Vec<Drawer> {
    let create = format!("CREATE pit dots {size} {players}");
    let openings = std::iter::once(create.as_str()).chain(std::iter::repeat("JOIN pit"));
    let mut drawers: Vec<Drawer> = openings
        .take(players)
        .enumerate()
        .map(|(at, opening)| Drawer::sit_down(lobby, &format!("p{at}"), opening))
        .collect();
    for drawer in &mut drawers {
        let me = drawer.me;
        drawer.say(lobby, &format!("READY {me}"));
    }
    drawers.iter_mut().for_each(Drawer::read);
    drawers
}

#[test]
fn a_game_is_played_beside_one_of_conquest() {
    for (seed, size, players) in [(1, "2", 2), (2, "5x4", 2), (3, "3", 4), (4, "12", 6)] {
        let lobby = lobby(&sketch::ring(6), 2, dealt(), seed);
        let mut conquerors = [Hand::new(), Hand::new()];
        for (id, hand) in conquerors.iter_mut().enumerate() {
            hand.say(&lobby, &format!("HELLO 0.3 t\nLOGIN c{id}\nREADY {id}"));
        }
        let mut drawers = begun(&lobby, size, players);
        let listed = Hand::new().say(&lobby, "HELLO 0.3 t\nLIST");
        let size = drawers[0].game.board().size();
        assert_eq!(
            listed[1..],
            [
                "TABLE default a-sketch 2 2 1".to_owned(),
                format!("TABLE pit {size} {players} {players} 1 dots"),
                "TABLE-END".to_owned(),
            ]
        );
        let mut dice = SeededDice::new(seed);
        let mut draws = 0;
        while let Some(turn) = drawers[0].game.to_act() {
            let drawer = &mut drawers[turn.index()];
            if draws % 7 == 3 {
                drawer.reconnect(&lobby);
                assert_eq!(drawer.game.to_act(), Some(turn), "the whole state was told");
            }
            drawer.draw(&lobby, &mut dice);
            drawers.iter_mut().for_each(Drawer::read);
            draws += 1;
        }
        assert_eq!(draws, size.sides().count());
        let outcome = drawers[0].game.outcome().unwrap();
        let last = match outcome.winner {
            Some(winner) => format!("GAME-OVER {winner}"),
            None => "NO-WINNER".to_owned(),
        };
        for drawer in &mut drawers {
            assert_eq!(drawer.game.board(), drawer.game.board());
            assert_eq!(drawer.over.as_ref(), Some(&last));
        }
        let scores: Vec<String> = outcome.scores.iter().map(u32::to_string).collect();
        drawers[0].over = None;
        let me = drawers[0].me;
        let told = drawers[0].hand.say(&lobby, &format!("STATE {me}"));
        let end = [format!("SCORES {}", scores.join(" ")), last];
        assert_eq!(told[told.len() - 2..], end);
        // The other game is unaffected.
        for (id, hand) in conquerors.iter_mut().enumerate() {
            let said = hand.say(&lobby, &format!("DRAW {id} 1 0"));
            assert_eq!(said.last().unwrap(), "ERROR 2 there is no command DRAW");
        }
    }
}

#[test]
fn unplayable_setups_are_refused() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut ann = Hand::new();
    let said = ann.say(
        &lobby,
        "HELLO 0.3 t\nCREATE a dots 1 2\nCREATE a dots 13 2\nCREATE a dots 5 7\n\
         CREATE a chess 8 2\nCREATE a a-sketch 2\nJOIN default\nDRAW 0 1 0",
    );
    assert_eq!(
        said[1..],
        [
            "ERROR 7 a board has 2 to 12 boxes a side: 5, or 5x4",
            "ERROR 7 a board has 2 to 12 boxes a side: 5, or 5x4",
            "ERROR 7 this game takes 2 to 6 players",
            "ERROR 7 this server does not have that game",
            "TABLE a a-sketch 0 2 0",
            "TABLE default a-sketch 0 2 0",
            "ERROR 3 log in first",
        ]
    );
    let mut drawers = begun(&lobby, "2", 2);
    let turn = drawers[0].game.to_act().unwrap();
    let other = &mut drawers[1 - turn.index()];
    let me = other.me;
    let said = other.hand.say(
        &lobby,
        &format!("DRAW {me} 1 0\nDRAW {turn} 1 0\nDRAW {me}\nATTACK {me} 1 2 3\nAPPLY_RULE 0 0"),
    );
    let codes: Vec<&str> = said.iter().map(|line| &line[..7]).collect();
    assert_eq!(
        codes,
        ["ERROR 5", "ERROR 4", "ERROR 1", "ERROR 2", "ERROR 3"]
    );
}

#[test]
fn clock_and_departures_work_as_in_every_game() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut drawers = begun(&lobby, "3", 2);
    let turn = drawers[0].game.to_act().unwrap();
    // Silent for a whole turn and all extra time, the player becomes absent.
    lobby.tick(Duration::from_secs(1_200));
    let other = &mut drawers[1 - turn.index()];
    let told = other.hand.mail.take_all();
    let next = other.me;
    assert_eq!(
        told[..2],
        [format!("LOGOUT {turn} 0"), format!("START-ROUND {next}")]
    );
    assert_eq!(told[2], format!("CLOCK {next} 600 600"));
    // Any line brings the player back, and resigning ends the game.
    let late = &mut drawers[turn.index()];
    late.hand.say(&lobby, &format!("CHAT PUBLIC {turn} sorry"));
    let told = late.hand.say(&lobby, &format!("RESIGN {turn}"));
    assert_eq!(told.last().unwrap(), &format!("GAME-OVER {next}"));
}

#[test]
fn a_game_survives_a_server_restart() {
    let folder = tempfile::tempdir().unwrap();
    let (first, _, lock) = open(folder.path());
    let mut drawers = begun(&first, "4", 2);
    let mut dice = SeededDice::new(9);
    for _ in 0..20 {
        let turn = drawers[0].game.to_act().unwrap();
        drawers[turn.index()].draw(&first, &mut dice);
        drawers.iter_mut().for_each(Drawer::read);
    }
    let before = drawers[0].game.board().clone();
    drop((first, lock));
    let (again, found, _lock) = open(folder.path());
    assert_eq!(found.len(), 1, "{found:?}");
    for drawer in &mut drawers {
        drawer.game = DotsGame::new(before.size(), 2);
        drawer.hand = Hand::new();
        let (me, token) = (drawer.me, drawer.token.clone());
        drawer.say(
            &again,
            &format!("HELLO 0.3 t\nRESUME {me} {token}\nSTATE {me}"),
        );
        assert_eq!(drawer.game.board(), &before);
    }
    while let Some(turn) = drawers[0].game.to_act() {
        drawers[turn.index()].draw(&again, &mut dice);
        drawers.iter_mut().for_each(Drawer::read);
    }
    assert!(drawers.iter().all(|drawer| drawer.over.is_some()));
}

/// Common lines can be read without knowing the game.
#[test]
fn common_lines_are_the_same_at_every_table() {
    let lobby = lobby(&sketch::ring(6), 2, dealt(), 1);
    let mut hand = Hand::new();
    let said = hand.say(
        &lobby,
        "HELLO 0.3 t\nCREATE pit dots 3 2\nLIST\nLOGIN a\nREADY 0",
    );
    let own = |line: &&String| !line.starts_with("BOARD");
    for line in said.iter().filter(own) {
        let answer = ServerMessage::parse(line).unwrap_or_else(|why| panic!("{line}: {why}"));
        assert_eq!(&answer.to_string(), line);
    }
}

/// The whole program gives the same bytes on any number of threads and refuses invalid
/// options.
#[test]
fn a_tournament_counts_wins_draws_and_points() {
    use crate::program::{complaint, run, text};

    let folder = tempfile::tempdir().unwrap();
    let args = |more: &[&'static str]| {
        let args = ["tournament", "--games=40", "--seed=3"];
        let game: &[&str] = match more.last() {
            Some(&"--game=go") => &[],
            _ => &["--game=dots"],
        };
        run(folder.path(), &[&args[..], game, more].concat(), "")
    };
    let said = text(&args(&["--size=4", "--bots=chains,random", "--threads=2"]));
    assert!(said.starts_with("dots 4x4, seed 3\n"), "{said}");
    let row = |start: &str| said.lines().find(|line| line.starts_with(start)).unwrap();
    let number = |line: &str, at: usize| -> u32 {
        line.split_whitespace().nth(at).unwrap().parse().unwrap()
    };
    let drawn = number(row("    drawn"), 1);
    let wins = [number(row("0   chains"), 2), number(row("1   random"), 2)];
    assert_eq!(wins[0] + wins[1] + drawn, 40);
    assert!(wins[0] > 30, "{said}");
    let points = said
        .lines()
        .find_map(|line| line.strip_prefix("points a game, by bot: "));
    let points = points
        .unwrap()
        .split(", ")
        .map(|points| points.parse::<f64>().unwrap());
    assert!((points.sum::<f64>() - 16.0).abs() < 0.11, "{said}");
    let alone = text(&args(&["--size=4", "--bots=hard,random", "--threads=1"]));
    assert_eq!(alone, said);
    for (more, says) in [
        (
            &["--bots=chains,easy"][..],
            "dots has no computer player easy; choose one of: random, greedy (or normal), \
             chains (or hard)",
        ),
        (
            &["--bots=chains,random", "--size=13"],
            "2 to 12 boxes a side",
        ),
        (&["--bots=chains,random", "--map=world"], "not to dots"),
        (
            &["--bots=chains,random", "--game=go"],
            "choose one of: conquest, dots",
        ),
    ] {
        let refused = args(more);
        assert_eq!(refused.status.code(), Some(2));
        assert!(
            complaint(&refused).contains(says),
            "{}",
            complaint(&refused)
        );
    }
}
