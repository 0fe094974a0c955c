//! On small and strange maps, every strategy keeps to the rules and uses only what its
//! player may know.

use std::sync::Arc;

use marchland_game::conquest::bots::{
    Attack, Expert, Strategy as Bot, StrategyKind, Thought, View, decide,
};
use marchland_game::conquest::rules::{AreaVariant, Dice, SeededDice, State, Variants};
use marchland_maps::Map;
use proptest::prelude::*;

use crate::sketch::{self, variants};

/// A ring with chords, some of them one way, and two to four continents.
fn tangle(seed: u64) -> Arc<Map> {
    let mut dice = SeededDice::new(seed);
    let count = 2 + dice.below(13) as u16;
    let mut ends: Vec<(u16, u16)> = (1..count).map(|t| (t - 1, t)).collect();
    let mut links: Vec<String> = ends.iter().map(|(a, b)| format!("{a}-{b}")).collect();
    for _ in 0..dice.below(u32::from(count) + 1) {
        let one = dice.below(count.into()) as u16;
        let other = dice.below(count.into()) as u16;
        let known = ends.contains(&(one, other)) || ends.contains(&(other, one));
        if one != other && !known {
            ends.push((one, other));
            let way = if dice.below(2) == 0 { '-' } else { '>' };
            links.push(format!("{one}{way}{other}"));
        }
    }
    let parts = 1 + dice.below(u32::from(count).min(4)) as u16;
    let continents: Vec<String> = (0..parts)
        .map(|part| {
            let members: Vec<String> = (0..count)
                .filter(|t| t % parts == part)
                .map(|t| t.to_string())
                .collect();
            format!("{}:{}", members.join(","), dice.below(6))
        })
        .collect();
    sketch::map(&links.join(" "), &continents.join(" "))
}

/// A computer player; an expert gets little time.
fn player(kind: StrategyKind, seed: u64) -> Box<dyn Bot> {
    match kind {
        StrategyKind::Expert => Box::new(Expert::thinking(seed, Thought::Playouts(40))),
        kind => kind.player(seed),
    }
}

/// Plays a game and checks every decision.
fn play(map: &Arc<Map>, kinds: &[StrategyKind], variants: Variants, seed: u64) {
    let mut dice = SeededDice::new(seed);
    let mut state = State::new(Arc::clone(map), kinds.len() as u8, variants);
    let mut bots: Vec<Box<dyn Bot>> = kinds.iter().map(|&kind| player(kind, seed)).collect();
    let mut twins: Vec<Box<dyn Bot>> = kinds.iter().map(|&kind| player(kind, seed)).collect();
    if state.start(&mut dice, &mut Vec::new()).is_err() {
        return;
    }
    for _ in 0..300 {
        let Some(actor) = state.to_act() else { break };
        let at = actor.index();
        let action = decide(bots[at].as_mut(), &View::new(&state, actor)).unwrap();
        // Another player of its kind and seed, from whom the cards of others are hidden, does the
        // same.
        let table = state.seen_by(Some(actor));
        let twin = decide(twins[at].as_mut(), &View::new(&table, actor));
        assert_eq!(twin, Some(action), "{state:?}");
        let events = &mut Vec::new();
        let done = state.play(actor, action, &mut dice, events);
        assert_eq!(done, Ok(()), "{action:?} on {state:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_strategy_keeps_to_the_rules_and_repeats(
        map in any::<u64>(),
        seed in any::<u64>(),
        players in 2usize..=6,
        shift in 0..StrategyKind::ALL.len(),
        variants in variants(),
    ) {
        let map = tangle(map);
        let kinds: Vec<StrategyKind> = (0..players)
            .map(|seat| StrategyKind::ALL[(seat + shift) % StrategyKind::ALL.len()])
            .collect();
        play(&map, &kinds, variants, seed);
    }

    #[test]
    fn planners_among_themselves(
        map in any::<u64>(),
        seed in any::<u64>(),
        players in 2usize..=6,
        variants in variants(),
    ) {
        play(&tangle(map), &vec![StrategyKind::Planner; players], variants, seed);
    }
}

#[test]
fn each_level_is_stronger_than_the_one_below() {
    use marchland_game::conquest::Tournament;
    use marchland_game::conquest::bots::Stop;

    let (map, stop) = (sketch::grid(5, 4), Stop::default());
    // Measuring the gain of an expert takes more games than a test can play.
    let all = StrategyKind::ALL.into_iter();
    let measured: Vec<_> = all.filter(|kind| *kind != StrategyKind::Expert).collect();
    for pair in measured.windows(2) {
        let tournament = Tournament {
            map: Arc::clone(&map),
            bots: vec![pair[1].into(), pair[0].into()],
            variants: Variants {
                areas: AreaVariant::Dealt,
                ..Variants::default()
            },
            games: 60,
            seed: 1,
            most_turns: 500,
        };
        let tally = tournament.run(1, &stop, || ()).unwrap();
        assert!(tally.wins[0] > 36, "{pair:?}: {tally:?}");
        // The result does not depend on the number of threads.
        assert_eq!(tournament.run(3, &stop, || ()).unwrap(), tally);
    }
}

#[test]
fn the_evaluator_adds_up_its_parts() {
    use marchland_game::conquest::bots::standard::{Config, evaluate};

    // Two continents, 0 to 2 and 3 to 5; the first player's three territories are connected.
    let map = sketch::ring(6);
    let variants = Variants {
        neutral: false,
        ..Variants::default()
    };
    let state = sketch::position(&map, 2, variants, "0:3 0:4 1:2 1:1 1:9 0:2", &[]);
    let me = sketch::player(0);
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} is not {b}");
    let value = evaluate(&Config::default(), &state, me);
    close(value.areas, 3.0);
    close(value.continents, 8.0 * (4.0 / 9.0 + 1.0 / 9.0));
    close(value.component, 0.5 * 3.0);
    close(value.border, 0.1 * (4.0 + 2.0));
    close(value.inner, -0.5 * 0.1 * 3.0);
    close(value.total(), 3.0 + 40.0 / 9.0 + 1.5 + 0.6 - 0.15);
    // With a file that gives some territories and continents a higher value.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("standard.xml");
    let text = r#"<strategy>
        <area id="1" value="1.3"/> <continent id="1" value="5"/>
        <param key="area_coeff" value="2"/> <param key="continent_coeff" value="9"/>
        <param key="component_size" value="0"/>
        <param key="army_value_modifier_size" value="1"/>
        <param key="border_area_coeff" value="3"/> <param key="inner_area_coeff" value="0.25"/>
    </strategy>"#;
    std::fs::write(&file, text).unwrap();
    let (config, warnings) = Config::read(&file, state.map()).unwrap();
    assert!(warnings.is_empty());
    let value = evaluate(&config, &state, me);
    close(value.areas, 2.0 * 3.3);
    close(value.continents, 9.0 * (4.0 / 9.0 + 5.0 / 9.0));
    close(value.component, 0.0);
    close(value.border, 18.0);
    close(value.inner, -0.75);
    // Never negative.
    let text = r#"<s><param key="inner_area_coeff" value="1000"/></s>"#;
    std::fs::write(&file, text).unwrap();
    let (config, _) = Config::read(&file, state.map()).unwrap();
    close(evaluate(&config, &state, me).total(), 0.0);
}

#[test]
fn advice_shows_what_the_planner_sees() {
    use marchland_game::conquest::bots::planner::{Goal, Weights, advise};

    // A ring of seven in two continents, 0 to 2 and 3 to 6; ten spare units beside the last
    // territory of the first.
    let map = sketch::ring(7);
    let variants = Variants {
        neutral: false,
        ..Variants::default()
    };
    let holdings = "0:1 0:11 1:1 1:3 1:3 1:3 1:3";
    let state = sketch::position(&map, 2, variants, holdings, &["", ""]);
    let me = sketch::player(0);
    let advice = advise(&View::new(&state, me), &Weights::default());
    // It takes 2 and goes on into the rival's continent.
    assert_eq!(advice.goal, Goal::Break, "{advice:?}");
    let attack = (sketch::land(1), sketch::land(2));
    assert_eq!(advice.attacks.first(), Some(&attack), "{advice:?}");
    assert!(advice.chance > 0.9 && advice.promise > advice.value);
    assert_eq!(advice.strengths.len(), 2);
    // More units, but the rival holds the whole continent.
    let [own, rival] = [0, 1].map(|at| advice.strengths[at].1);
    assert!(own.units > rival.units, "{advice:?}");
    assert!(own.continents < rival.continents, "{advice:?}");
}

/// A threat depends on who moves first and on the set that a rival can trade. The former
/// planner ignored both.
#[test]
fn planner_sees_whose_turn_is_next_and_who_can_trade() {
    use marchland_game::conquest::bots::planner::{Weights, advise};

    // A ring of seven in two continents, each whole, the own stack beside the rival's.
    let map = sketch::ring(7);
    let variants = Variants {
        neutral: false,
        ..Variants::default()
    };
    let seen = |hands: &[&str], weights: &Weights| {
        let holdings = "0:4 0:4 0:12 1:6 1:3 1:3 1:6";
        let state = sketch::position(&map, 2, variants, holdings, hands);
        let advice = advise(&View::new(&state, sketch::player(0)), weights);
        [0, 1].map(|at| advice.strengths[at].1)
    };
    let (now, former) = (Weights::default(), Weights::FORMER);
    let poor = &["", ""];
    let rich = &["", "iicca"];
    // The rival collects its bonus before the own stack can break its continent.
    let lost = |weights: &Weights| {
        let alone = Weights {
            loss_continent: 0.0,
            ..*weights
        };
        seen(poor, &alone)[1].continents - seen(poor, weights)[1].continents
    };
    assert!(
        lost(&now) > 0.0 && 2.0 * lost(&now) < lost(&former),
        "{} {}",
        lost(&now),
        lost(&former)
    );
    // The units that it may trade for threaten the own continent.
    assert!(seen(rich, &now)[0].continents < seen(poor, &now)[0].continents);
    let [rich, poor] = [rich, poor].map(|hands| seen(hands, &former)[0].continents);
    assert!((rich - poor).abs() < 1e-6);
}

/// Territories count by the units that they bring in a turn: the first nine bring three together,
/// others a third each.
#[test]
fn planner_counts_the_income_from_territories() {
    use marchland_game::conquest::bots::planner::{Weights, advise};

    let map = sketch::ring(24);
    let alone = Variants {
        neutral: false,
        ..Variants::default()
    };
    // Only counted, nothing feared.
    let weights = Weights {
        territory: 0.5,
        income: 2.0,
        loss_territory: 0.0,
        ..Weights::default()
    };
    for (own, expected) in [(3, 1.5 + 6.0), (9, 4.5 + 6.0), (15, 7.5 + 10.0)] {
        let holdings: Vec<&str> = (0..24)
            .map(|t| if t < own { "0:2" } else { "1:2" })
            .collect();
        let state = sketch::position(&map, 2, alone, &holdings.join(" "), &["", ""]);
        let advice = advise(&View::new(&state, sketch::player(0)), &weights);
        let found = advice.strengths[0].1.territories;
        assert!((found - expected).abs() < 1e-5, "{own}: {found}");
    }
}

/// Three stacks of the same size can hold each other off for a thousand turns: whoever attacks
/// one loses to the third. Between *planners* that does not last.
#[test]
fn planners_end_a_stand_off() {
    use std::ops::ControlFlow;

    use marchland_game::conquest::bots::{Match, Planner, Stop};

    let map = sketch::grid(5, 4);
    let holdings: Vec<String> = (0..20)
        .map(|t| match t {
            0 => "0:300".to_owned(),
            4 => "1:300".to_owned(),
            17 => "2:300".to_owned(),
            t => format!("{}:1", t % 3),
        })
        .collect();
    let game = Match {
        map: Arc::clone(&map),
        variants: Variants::default(),
        most_turns: 150,
    };
    let ended = |patient: bool| {
        let play = |seed: &u64| {
            let state =
                sketch::position(&map, 3, game.variants, &holdings.join(" "), &["", "", ""]);
            let planner = || {
                if patient {
                    Planner::new().patient()
                } else {
                    Planner::new()
                }
            };
            let mut bots: Vec<Box<dyn Bot>> = (0..3).map(|_| Box::new(planner()) as _).collect();
            let mut dice = SeededDice::new(*seed);
            let mut watch = |_: &State, _: &[_]| ControlFlow::Continue(());
            let stop = Stop::default();
            let outcome = game.play_on(state, Vec::new(), &mut bots, &mut dice, &stop, &mut watch);
            outcome.winner.is_some()
        };
        (0..2).filter(play).count()
    };
    assert_eq!(ended(false), 2);
    assert!(ended(true) < 2, "these games end without boldness, too");
}

/// A turn does not end without a card while a neighbour is likely to fall,
/// and units that were just placed are not moved on unless they have fought.
#[test]
fn planner_takes_its_card_and_leaves_what_it_placed() {
    use marchland_game::conquest::bots::planner::Weights;
    use marchland_game::conquest::bots::{Planner, odds};
    use marchland_game::conquest::rules::{Action, Phase, Step};
    let map = sketch::grid(6, 4);
    // These settings are cautious and six players have few units each, so some turns end without a
    // conquest.
    let timid = Arc::new(Weights {
        gate_one: 0.9,
        gate_two: 0.9,
        gate_more: 0.9,
        ..Weights::default()
    });
    let mut ends = 0;
    for seed in 0..24 {
        let mut dice = SeededDice::new(seed);
        let mut state = State::new(Arc::clone(&map), 6, crate::crowd::dealt());
        let mut events = Vec::new();
        state.start(&mut dice, &mut events).unwrap();
        let mut bots: Vec<_> = (0..6)
            .map(|_| match seed % 2 {
                0 => Planner::new(),
                _ => Planner::weighted(Arc::clone(&timid)),
            })
            .collect();
        let mut placed = vec![0; map.len()];
        for _ in 0..3_000 {
            let Some(actor) = state.to_act() else { break };
            let view = View::new(&state, actor);
            let action = decide(&mut bots[actor.index()], &view).unwrap();
            let playing = state.phase() == Some(Phase::Playing);
            let step = state.step();
            match action {
                Action::Reinforce { territory, units } if playing => {
                    placed[territory.index()] += units;
                }
                Action::Attack { from, .. } => placed[from.index()] = 0,
                Action::Transfer { from, units, .. } if !matches!(step, Step::Occupy { .. }) => {
                    let rest = state.holding(from).units - units;
                    assert!(rest > placed[from.index()], "{action:?}, seed {seed}");
                }
                _ => {}
            }
            let done = matches!(action, Action::Transfer { .. } | Action::EndTurn);
            if done && matches!(step, Step::Place | Step::Attack) && !view.conquered() {
                let easy = view.attacks().find(|attack| {
                    let attackers = view.holding(attack.from()).units - 1;
                    odds(attackers, view.holding(attack.target()).units).win > 0.71
                });
                assert_eq!(easy, None, "seed {seed}");
                ends += 1;
            }
            if action == Action::EndTurn {
                placed.fill(0);
            }
            events.clear();
            state.play(actor, action, &mut dice, &mut events).unwrap();
        }
    }
    assert!(ends > 0, "every turn conquered something");
}

/// Against a single rival, a turn does not end while a territory of the rival is likely to fall. A
/// neutral force, which takes nothing back, may be left alone once there is a card.
#[test]
fn planner_takes_what_is_easy_from_a_single_rival_but_spares_a_neutral_force() {
    use marchland_game::conquest::bots::{Planner, odds};
    use marchland_game::conquest::rules::{Action, Status, Step};

    let map = sketch::grid(6, 4);
    let variants = Variants {
        neutral: true,
        ..crate::crowd::dealt()
    };
    let (mut ends, mut spared) = (0, 0);
    for seed in 0..8 {
        let mut dice = SeededDice::new(seed);
        let mut state = State::new(Arc::clone(&map), 2, variants);
        let mut events = Vec::new();
        state.start(&mut dice, &mut events).unwrap();
        let mut bots = [Planner::new(), Planner::new()];
        for _ in 0..3_000 {
            let Some(actor) = state.to_act() else { break };
            let view = View::new(&state, actor);
            let action = decide(&mut bots[actor.index()], &view).unwrap();
            let done = matches!(action, Action::Transfer { .. } | Action::EndTurn);
            if done && state.step() == Step::Attack && view.conquered() {
                let easy = view.attacks().filter(|attack| {
                    let attackers = view.holding(attack.from()).units - 1;
                    odds(attackers, view.holding(attack.target()).units).win > 0.71
                });
                let of_rival = |attack: &Attack<'_>| {
                    let owner = view.holding(attack.target()).owner.unwrap();
                    view.status(owner) == Status::Active
                };
                let (rival, neutral): (Vec<_>, Vec<_>) = easy.partition(of_rival);
                assert_eq!(rival, [], "seed {seed}");
                spared += neutral.len();
                ends += 1;
            }
            events.clear();
            state.play(actor, action, &mut dice, &mut events).unwrap();
        }
    }
    assert!(ends > 0 && spared > 0, "{ends} turns, {spared} spared");
}
