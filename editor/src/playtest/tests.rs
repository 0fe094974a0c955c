use marchland_board::Framing;
use marchland_game::conquest::Tournament;
use marchland_game::conquest::bots::{Attack, Bot, Free, Own, Stop, Strategy, Transfer, View};
use marchland_game::conquest::rules::{SeededDice, Set};

use super::*;
use crate::document::Document;
use crate::land::Land;
use crate::sketch;

fn map(territories: u16) -> Arc<Map> {
    Arc::new(Map::try_from(&sketch::row(territories)).unwrap())
}

fn setup(players: usize, seed: u64) -> Setup {
    Setup {
        players: vec![StrategyKind::Standard; players],
        dealt: true,
        seed,
    }
}

fn document(territories: u16) -> Document {
    let land = Land::new(Arc::new(sketch::mask(territories)));
    Document::new(sketch::row(territories), Some(land), true)
}

fn sight(document: &Document) -> Sight {
    let size = Size::new(400.0, 300.0);
    Sight::new(document, Framing::Whole, size, Mode::Light)
}

/// A game from its beginning to its end.
fn game(map: &Arc<Map>, setup: &Setup) -> (Vec<Frame>, Ending) {
    let mut frames = Vec::new();
    let mut tell = |frame| {
        frames.push(frame);
        true
    };
    let ending = game::play(map, setup, game::seated, &Stop::default(), &mut tell).unwrap();
    (frames, ending.unwrap())
}

/// Lets time pass until something holds.
fn until(play: &mut PlayTest, holds: impl Fn(&PlayTest) -> bool) {
    while !holds(play) {
        play.update(Message::Tick(Instant::now()));
        std::thread::yield_now();
    }
}

#[test]
fn the_same_set_up_is_the_same_game() {
    let map = map(8);
    let (frames, ending) = game(&map, &setup(3, 7));
    assert!(matches!(ending, Ending::Won(_)), "{ending:?}");
    assert_eq!(game(&map, &setup(3, 7)), (frames.clone(), ending));
    assert_ne!(frames, game(&map, &setup(3, 8)).0);
}

#[test]
fn it_is_the_first_game_of_a_tournament() {
    let map = map(9);
    for seed in 0..6 {
        let setup = setup(3, seed);
        let tournament = Tournament {
            map: Arc::clone(&map),
            bots: setup.players.iter().copied().map(Bot::from).collect(),
            variants: setup.on(&map).variants,
            games: 1,
            seed,
            most_turns: Setup::MOST_TURNS,
        };
        let tally = tournament.run(1).unwrap();
        match game(&map, &setup).1 {
            Ending::Won(player) => assert_eq!(tally.wins[player.index()], 1, "seed {seed}"),
            _ => assert_eq!(tally.drawn, 1, "seed {seed}"),
        }
    }
}

#[test]
fn frames_tell_all_that_changes() {
    let map = map(8);
    for players in [2, 4] {
        let mut holdings = vec![Holding::default(); map.len()];
        for frame in game(&map, &setup(players, 5)).0 {
            for (id, holding) in frame.changed {
                assert_ne!(holdings[id.index()], holding, "told though nothing changed");
                holdings[id.index()] = holding;
            }
            for standing in frame.standings {
                let own = holdings.iter().filter(|h| h.owner == Some(standing.player));
                let units: u64 = own.clone().map(|h| u64::from(h.units)).sum();
                let told = (standing.territories as usize, standing.units);
                assert_eq!(told, (own.count(), units));
            }
        }
    }
}

#[test]
fn a_game_is_shown_step_by_step_turn_by_turn_and_at_a_pace() {
    let map = map(8);
    let (frames, ending) = game(&map, &setup(3, 3));
    let document = document(8);
    let mut play = PlayTest::new(Arc::clone(&map), setup(3, 3), sight(&document));
    play.update(Message::Pause);
    assert!(play.is_paused() && play.wants_ticks().is_none());

    for actions in 1..=3 {
        play.update(Message::Step);
        until(&mut play, |play| play.now().actions == actions);
        assert_eq!(play.wants_ticks(), None, "nothing is due any more");
    }
    assert_eq!(play.now().standings, frames[2].standings);

    play.update(Message::Turn);
    until(&mut play, |play| play.wants_ticks().is_none());
    let starts = |event: &Event| matches!(event, Event::TurnStarted(_));
    let first = frames
        .iter()
        .skip(3)
        .position(|f| f.events.iter().any(starts));
    assert_eq!(play.now().actions, first.unwrap() as u64 + 4);

    // Ten a second: half a second is five, a hung screen makes up for nothing.
    let before = play.now().actions;
    play.update(Message::Pace(Pace::Ten));
    let start = Instant::now();
    play.update(Message::Tick(start));
    let later = start + Duration::from_millis(200);
    play.update(Message::Tick(later));
    while play.now().actions < before + 2 {
        play.update(Message::Tick(later));
        std::thread::yield_now();
    }
    play.update(Message::Tick(later));
    assert_eq!(play.now().actions, before + 2);
    play.update(Message::Tick(later + Duration::from_secs(3600)));
    assert!(play.now().actions <= before + 8);

    play.update(Message::Pace(Pace::All));
    until(&mut play, |play| play.ending().is_some());
    assert_eq!(play.ending(), Some(&ending));
    assert_eq!(play.now().actions as usize, frames.len());
    assert_eq!(play.wants_ticks(), None);
    let attacks: Vec<_> = play.log().entries().map(|e| &e.text).collect();
    let attacks = attacks.windows(2).filter(|pair| {
        let upto = |text: &str| text.split(": ").next().map(str::to_owned);
        pair[0].contains(" attacks ") && upto(pair[0]) == upto(pair[1])
    });
    assert_eq!(attacks.count(), 0, "rounds of one battle are one line");
    let last = play.log().entries().next().unwrap();
    assert!(last.text.ends_with("has won."), "{}", last.text);

    // The same game again, then another one.
    play.update(Message::Again);
    assert!(play.ending().is_none() && play.now().actions == 0);
    until(&mut play, |play| play.ending().is_some());
    assert_eq!(play.ending(), Some(&ending));
    play.update(Message::Players(2));
    play.update(Message::Strategy(1, StrategyKind::Random));
    play.update(Message::Seed("x12y".into()));
    play.update(Message::Start);
    assert_eq!(play.playing().seed, 12);
    let players = [StrategyKind::Standard, StrategyKind::Random];
    assert_eq!(play.playing().players, players);
    play.update(Message::Seed(String::new()));
    play.update(Message::Start);
    assert_eq!(play.playing().seed, 12, "no seed, no game");
}

#[test]
fn the_board_shows_owners_and_units() {
    let document = document(6);
    let map = map(6);
    let mut play = PlayTest::new(Arc::clone(&map), setup(3, 1), sight(&document));
    until(&mut play, |play| play.now().actions > 0);
    play.paint(&document, Mode::Light);
    let check = |play: &PlayTest| {
        for (plot, holding) in play.sight.scene().plots().iter().zip(&play.now().holdings) {
            let owner = holding.owner.unwrap();
            let badge = plot.badge.as_ref().unwrap();
            assert_eq!(badge.text, holding.units.to_string());
            let colour = marchland_ui::palette::player(owner.index(), false);
            assert_eq!(badge.colour, colour);
        }
    };
    check(&play);
    until(&mut play, |play| play.now().actions > 20);
    play.paint(&document, Mode::Light);
    check(&play);
    let light = play.sight.scene().plots()[0].colour;
    play.paint(&document, Mode::Dark);
    check(&play);
    assert_ne!(play.sight.scene().plots()[0].colour, light);
}

/// Plays like another, but something befalls it at its tenth attack.
struct Troubled {
    player: Box<dyn Strategy>,
    attacks: u32,
    trouble: fn(&View<'_>),
}

impl Troubled {
    fn seat(
        trouble: fn(&View<'_>),
        setup: &Setup,
        dice: &mut SeededDice,
    ) -> Vec<Box<dyn Strategy>> {
        let troubled = |player| {
            Box::new(Self {
                player,
                attacks: 0,
                trouble,
            }) as Box<dyn Strategy>
        };
        let players = game::seated(setup, dice);
        players.into_iter().map(troubled).collect()
    }
}

impl Strategy for Troubled {
    fn name(&self) -> &'static str {
        "troubled"
    }

    fn claim<'v>(&mut self, view: &'v View<'_>) -> Option<Free<'v>> {
        self.player.claim(view)
    }

    fn place<'v>(&mut self, view: &'v View<'_>) -> Option<(Own<'v>, u32)> {
        self.player.place(view)
    }

    fn trade(&mut self, view: &View<'_>) -> Option<Set> {
        self.player.trade(view)
    }

    fn attack<'v>(&mut self, view: &'v View<'_>) -> Option<(Attack<'v>, u8)> {
        self.attacks += 1;
        if self.attacks == 10 {
            (self.trouble)(view);
        }
        self.player.attack(view)
    }

    fn occupy(&mut self, view: &View<'_>, most: u32) -> u32 {
        self.player.occupy(view, most)
    }

    fn fortify<'v>(&mut self, view: &'v View<'_>) -> Option<(Transfer<'v>, u32)> {
        self.player.fortify(view)
    }
}

#[test]
fn a_game_that_breaks_down_says_so_and_the_rest_goes_on() {
    let document = document(8);
    let map = map(8);
    let run = Run::with(Arc::clone(&map), setup(3, 1), |setup, dice| {
        Troubled::seat(|_| panic!("no more attacks"), setup, dice)
    });
    let mut play = PlayTest::watching(map, setup(3, 1), sight(&document), run);
    play.update(Message::Pace(Pace::All));
    until(&mut play, |play| play.ending().is_some());
    let Some(Ending::Crashed(why)) = play.ending() else {
        panic!("{:?}", play.ending());
    };
    assert_eq!(why, "no more attacks");
    assert!(play.now().actions > 10, "shown up to there");
    play.update(Message::Start);
    assert!(play.ending().is_none());
    until(&mut play, |play| play.ending().is_some());
    assert!(matches!(play.ending(), Some(Ending::Won(_))));
}

#[test]
fn many_games_are_counted() {
    let map = map(8);
    let document = document(8);
    let mut play = PlayTest::new(Arc::clone(&map), setup(3, 1), sight(&document));
    play.update(Message::Pause);
    play.update(Message::Seed("20".into()));
    play.update(Message::Series);
    assert!(play.wants_ticks().is_some());
    until(&mut play, |play| !play.series().unwrap().is_running());
    let tally = play.series().unwrap().tally().clone();
    assert_eq!((tally.games, tally.of), (Series::GAMES, Series::GAMES));
    let sum = |wins: &[u32]| wins.iter().sum::<u32>() + tally.drawn;
    assert_eq!(sum(&tally.wins), Series::GAMES);
    assert_eq!(sum(&tally.by_place), Series::GAMES);
    assert!(tally.turns > u64::from(Series::GAMES));
    assert_eq!(play.wants_ticks(), None, "nothing more to come");
    // Its games are those one can watch, by their seeds.
    let mut wins = vec![0; 3];
    for after in 0..Series::GAMES {
        if let Ending::Won(player) = game(&map, &setup(3, 20).with_seed(after)).1 {
            wins[player.index()] += 1;
        }
    }
    assert_eq!(tally.wins, wins);

    play.update(Message::Series);
    play.update(Message::StopSeries);
    assert!(!play.series().unwrap().is_running());
    assert!(play.series().unwrap().tally().games <= Series::GAMES);
}

#[test]
fn a_series_without_room_says_why() {
    let document = document(4);
    let mut play = PlayTest::new(map(4), setup(6, 1), sight(&document));
    play.update(Message::Series);
    until(&mut play, |play| !play.series().unwrap().is_running());
    assert!(play.series().unwrap().failed().is_some());
}

#[test]
fn a_game_that_nobody_watches_ends() {
    let map = map(8);
    let run = Run::start(Arc::clone(&map), setup(3, 1));
    drop(run);
    // The thread lets go of the map.
    while Arc::strong_count(&map) > 1 {
        std::thread::yield_now();
    }
}

#[test]
fn a_player_that_thinks_for_ever_stops_when_nobody_watches() {
    let map = map(8);
    let document = document(8);
    let run = Run::with(Arc::clone(&map), setup(3, 1), |setup, dice| {
        let think = |view: &View<'_>| {
            while !view.is_stopped() {
                std::thread::yield_now();
            }
        };
        Troubled::seat(think, setup, dice)
    });
    let mut play = PlayTest::watching(Arc::clone(&map), setup(3, 1), sight(&document), run);
    play.update(Message::Pace(Pace::All));
    until(&mut play, |play| play.now().actions > 10);
    let counted = Arc::strong_count(&map);
    drop(play);
    assert!(counted > 1, "it is being played");
    while Arc::strong_count(&map) > 1 {
        std::thread::yield_now();
    }
}

#[test]
fn a_game_without_room_cannot_begin() {
    let document = document(4);
    let mut crowd = setup(6, 1);
    let mut play = PlayTest::new(map(4), crowd.clone(), sight(&document));
    until(&mut play, |play| play.ending().is_some());
    assert!(matches!(play.ending(), Some(Ending::NoStart(_))));
    crowd.seat(6, 4);
    assert_eq!(crowd.players.len(), 4);
    crowd.seat(0, 4);
    assert_eq!(crowd.players.len(), 2);
    assert_eq!(Setup::new(3, 1).players.len(), 3);
}
