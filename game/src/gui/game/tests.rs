use std::time::{Duration, Instant};

use super::*;
use crate::conquest::Tournament;
use crate::conquest::bots::{Attack, Bot, Free, Own, Stop, Transfer};
use crate::conquest::rules::Set;
use crate::gui::ground::Ground;
use crate::gui::keys::Command;
use crate::gui::session::{Message, Session};
use crate::gui::stage::Pace;

fn map() -> Arc<Map> {
    let ground = Ground::read(std::path::Path::new("czechia")).unwrap();
    Arc::clone(ground.map())
}

fn setup(players: usize, seed: u64) -> Setup {
    Setup {
        players: vec![StrategyKind::Standard; players],
        ..Setup::new(14, seed)
    }
}

/// All that is told of a game, and how it ends.
fn heard(news: &Receiver<Vec<News>>) -> (Vec<Step>, Result<Ending, Failure>) {
    let mut steps = Vec::new();
    loop {
        for news in news.recv().unwrap() {
            match news {
                News::Step(step) => steps.push(step),
                News::Ended(ended) => return (steps, ended),
                other => panic!("{other:?}"),
            }
        }
    }
}

fn lines(steps: &[Step]) -> Vec<String> {
    steps
        .iter()
        .map(|step| format!("{:?}", step.line))
        .collect()
}

#[test]
fn the_same_set_up_is_the_same_game_and_the_first_of_a_tournament() {
    let map = map();
    for (players, seed) in [(2, 4), (3, 7)] {
        let setup = setup(players, seed);
        let (link, news) = start(Arc::clone(&map), setup.clone());
        let (steps, ended) = heard(&news);
        drop(link);
        assert!(ended.unwrap().over);
        let (_link, news) = start(Arc::clone(&map), setup.clone());
        assert_eq!(lines(&steps), lines(&heard(&news).0));
        let (_link, news) = start(Arc::clone(&map), setup.with_seed(1));
        assert_ne!(lines(&steps), lines(&heard(&news).0));
        let tournament = Tournament {
            map: Arc::clone(&map),
            bots: setup.players.iter().copied().map(Bot::from).collect(),
            variants: setup.variants,
            games: 1,
            seed,
            most_turns: Setup::MOST_TURNS,
        };
        let tally = tournament.run(1, &Stop::default(), || ()).unwrap();
        match steps.last().unwrap().after.state().unwrap().winner() {
            Some(winner) => assert_eq!(tally.wins[winner.index()], 1, "seed {seed}"),
            None => assert_eq!(tally.drawn, 1, "seed {seed}"),
        }
    }
}

#[test]
fn the_model_is_that_of_the_seated_player() {
    let map = map();
    let watched = setup(3, 2);
    let played = Setup {
        you: Some(1),
        ..watched.clone()
    };
    assert_eq!(watched.model(&map).me(), None);
    assert_eq!(played.model(&map).me().map(Player::index), Some(1));
    let names = |setup: &Setup| (0..3).map(|seat| setup.name(seat)).collect::<Vec<_>>();
    assert_eq!(names(&watched), ["Ada", "Ben", "Cleo"]);
    assert_eq!(names(&played), ["Ada", "You", "Cleo"]);
    let two = setup(2, 1).model(&map);
    let neutral = two.name(Player::new(2).unwrap());
    assert_eq!(neutral.unwrap().as_str(), "Neutral");
    let (_link, news) = start(Arc::clone(&map), watched);
    for step in heard(&news).0 {
        if let Reply::Event(Event::CardsAcquired { cards, .. }) = step.line {
            assert_eq!(
                u32::from(cards.face_down()),
                cards.len(),
                "nobody shows a spectator cards"
            );
        }
    }
}

#[test]
fn a_person_plays_by_orders() {
    let map = map();
    let setup = Setup {
        you: Some(0),
        players: vec![StrategyKind::Random; 3],
        ..setup(3, 5)
    };
    let model = setup.model(&map);
    let (mut link, news) = start(Arc::clone(&map), setup);
    let mut session = Session::new(model, false);
    session.stage.pace = Pace::None;
    session.stands_in(StrategyKind::Standard);
    session.update(Message::Autoplay(true));
    let mut asked = 0;
    while session.ending().is_none() {
        session.hear(news.recv().unwrap(), Instant::now());
        for order in session.take_orders() {
            asked += 1;
            assert!(link.send(order));
        }
        session.handed_over(link.sent());
    }
    assert!(asked > 20, "{asked}");
    assert!(session.ending().unwrap().is_ok());
    assert!(session.stage.state().unwrap().winner().is_some());
}

#[test]
fn watched_games_keep_their_pace_and_can_be_stepped() {
    let (_link, news) = start(map(), setup(3, 3));
    let mut session = Session::new(setup(3, 3).model(&map()), true);
    session.update(Message::Do(Command::Pause));
    let start = Instant::now();
    for _ in 0..60 {
        session.hear(news.recv().unwrap(), start);
    }
    let before = session.stage.waiting();
    assert!(before > 0 && session.stage.wants(start).is_none());
    session.stage.step(false);
    session.tick(start);
    let one = session.stage.waiting();
    assert!(
        one < before && session.stage.wants(start).is_none(),
        "one, and no more"
    );
    let turns = session.stage.log.turns();
    session.stage.step(true);
    session.tick(start);
    assert!(session.stage.waiting() < one && session.stage.log.turns() <= turns + 1);
    // A screen that hung owes little.
    let shown = |session: &mut Session, at: u64| {
        let rolls = |session: &Session| session.stage.waiting();
        let before = rolls(session);
        session.tick(start + Duration::from_millis(at));
        before - rolls(session)
    };
    session.update(Message::Pace(Pace::Fifty));
    let first = shown(&mut session, 1_000);
    let hung = shown(&mut session, 3_600_000);
    let all = session.stage.waiting();
    assert!(all > 0, "{first} {hung}: an hour is not made up for");
    session.update(Message::Pace(Pace::None));
    session.tick(start + Duration::from_secs(3_700));
    assert!(session.stage.is_current());
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
        setup.seated(dice).into_iter().map(troubled).collect()
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
fn a_game_that_breaks_down_says_so() {
    let (_link, news) = start_with(map(), setup(3, 1), |setup, dice| {
        Troubled::seat(|_| panic!("no more attacks"), setup, dice)
    });
    let (steps, ended) = heard(&news);
    assert!(ended.unwrap_err().why.contains("(no more attacks)"));
    assert!(steps.len() > 10, "told up to there");
}

#[test]
fn a_game_without_room_cannot_begin() {
    let crowd = Setup {
        players: vec![StrategyKind::Random; 9],
        ..setup(3, 1)
    };
    let (_link, news) = start(map(), crowd);
    assert!(heard(&news).1.is_ok(), "a game has six seats");
    let mut crowd = setup(6, 1);
    crowd.you = Some(5);
    crowd.seat(6, 4);
    assert_eq!((crowd.players.len(), crowd.you), (4, None));
    crowd.seat(0, 4);
    assert_eq!(crowd.players.len(), 2);
    assert_eq!(Setup::new(3, 1).players.len(), 3);
}

/// Waits until the thread of a game has let go of its map.
fn is_over(map: &Arc<Map>) {
    let started = Instant::now();
    while Arc::strong_count(map) > 1 {
        assert!(started.elapsed() < Duration::from_secs(60), "it plays on");
        std::thread::yield_now();
    }
}

#[test]
fn a_game_that_nobody_watches_ends() {
    let map = map();
    drop(start(Arc::clone(&map), setup(3, 1)));
    is_over(&map);
    // Nor does one wait for a person who has gone.
    let played = Setup {
        you: Some(0),
        ..setup(3, 1)
    };
    let (link, news) = start(Arc::clone(&map), played);
    while !matches!(news.recv().unwrap()[..], [News::Now { .. }]) {}
    drop(link);
    drop(news);
    is_over(&map);
}

#[test]
fn a_player_that_never_decides_stops_when_nobody_watches() {
    let map = map();
    let (link, news) = start_with(Arc::clone(&map), setup(3, 1), |setup, dice| {
        let think = |view: &View<'_>| {
            while !view.is_stopped() {
                std::thread::yield_now();
            }
        };
        Troubled::seat(think, setup, dice)
    });
    for _ in 0..10 {
        news.recv().unwrap();
    }
    assert!(Arc::strong_count(&map) > 1, "it is being played");
    drop(link);
    drop(news);
    is_over(&map);
}
