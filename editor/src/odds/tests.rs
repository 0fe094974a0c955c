use marchland_maps::{Edit, Way, author};

use super::*;
use crate::sketch;

fn keys(draft: &Draft) -> Vec<TerritoryKey> {
    draft.territories.iter().map(|t| t.key).collect()
}

/// A battle from `0` to `1` with these units.
fn battle(draft: &Draft, attackers: usize, defenders: usize) -> Odds {
    let mut odds = Odds::default();
    for (at, units) in [attackers, defenders].into_iter().enumerate() {
        odds.click(draft, keys(draft)[at]).unwrap();
        let typed = Message::Units(at, units.to_string());
        odds.update(typed, draft).unwrap();
    }
    assert_eq!(odds.reckon(), None, "answered at once");
    odds
}

#[test]
fn one_unit_stays_behind() {
    let draft = sketch::row(3);
    let odds = battle(&draft, 11, 10);
    let exact = marchland_simulator::Battle::classic().odds(10, 10);
    let answer = odds.answer().unwrap();
    for (ours, theirs) in [
        (answer.win, exact.win),
        (answer.attackers_lost, exact.attackers_lost),
        (answer.defenders_lost, exact.defenders_lost),
        (answer.survivors, exact.survivors),
    ] {
        assert!((ours - theirs).abs() < 1e-12);
    }
    // A lone unit cannot attack.
    let odds = battle(&draft, 1, 1);
    let answer = odds.answer().unwrap();
    assert!(answer.win == 0.0 && answer.attackers_lost == 0.0);
}

#[test]
fn the_needed_units_include_the_one_that_stays() {
    let draft = sketch::row(3);
    let odds = battle(&draft, 2, 5);
    let (units, chance) = odds.answer().unwrap().need.unwrap();
    let win = |standing: usize| battle(&draft, standing, 5).answer().unwrap().win;
    assert!(win(units - 1) < 0.8 && win(units) >= 0.8);
    assert!((win(units) - chance).abs() < 1e-12);
}

#[test]
fn only_neighbours_are_attacked_and_one_way_links_count() {
    let mut draft = sketch::row(4);
    let all = keys(&draft);
    let ids: Vec<_> = draft.territories.iter().map(|t| t.id.unwrap()).collect();
    // 1 -> 2 is one-way; 2 and 3 have a closed border.
    let one_way = author::link(&draft, ids[1], ids[2], marchland_maps::By::Land, Way::One);
    draft.apply(Edit::batch([one_way])).unwrap();
    let shut = author::close_border(&draft, ids[2], ids[3]);
    draft.apply(shut).unwrap();

    let mut odds = Odds::default();
    odds.click(&draft, all[0]).unwrap();
    let (from, to) = (all[0], all[2]);
    assert_eq!(
        odds.click(&draft, all[2]),
        Err(Refusal::NoNeighbours { from, to })
    );
    assert_eq!(odds.targets(), [], "nothing has changed");
    odds.click(&draft, all[1]).unwrap();
    odds.click(&draft, all[2]).unwrap();
    assert_eq!(odds.targets(), [all[1], all[2]]);
    let (from, to) = (all[2], all[3]);
    assert_eq!(odds.click(&draft, to), Err(Refusal::Shut { from, to }));
    assert_eq!(odds.within_reach(&draft, &Graph::new(&draft)), []);

    odds.update(Message::Drop(0), &draft).unwrap();
    odds.click(&draft, all[2]).unwrap();
    let (from, to) = (all[2], all[1]);
    assert_eq!(odds.click(&draft, to), Err(Refusal::OneWay { from, to }));

    draft.territories[3].id = None;
    odds.update(Message::Drop(0), &draft).unwrap();
    odds.click(&draft, all[2]).unwrap();
    assert_eq!(odds.click(&draft, all[3]), Err(Refusal::NoId(all[3])));
}

#[test]
fn clicks_on_the_way_go_back_along_it() {
    let draft = sketch::row(5);
    let all = keys(&draft);
    let mut odds = Odds::default();
    for &key in &all[..4] {
        odds.click(&draft, key).unwrap();
    }
    odds.click(&draft, all[1]).unwrap();
    assert_eq!(odds.targets(), [all[1]]);
    odds.click(&draft, all[1]).unwrap();
    assert_eq!((odds.attacker(), odds.targets()), (Some(all[0]), &[][..]));
    assert_eq!(odds.within_reach(&draft, &Graph::new(&draft)), [all[1]]);
    odds.click(&draft, all[0]).unwrap();
    assert_eq!(odds.attacker(), None);
    assert!(!odds.back());
    // A drag starts a new battle; one from the end extends the path.
    odds.draw(&draft, all[1], all[2]).unwrap();
    odds.draw(&draft, all[2], all[3]).unwrap();
    assert_eq!(odds.targets(), &all[2..4]);
    odds.draw(&draft, all[1], all[0]).unwrap();
    assert_eq!(odds.targets(), [all[0]]);
}

#[test]
fn units_can_be_typed_stepped_and_are_remembered() {
    let draft = sketch::row(3);
    let mut odds = battle(&draft, 12, 7);
    odds.update(Message::Units(0, "1x5".into()), &draft)
        .unwrap();
    assert_eq!(odds.units(0), Some(15));
    odds.nudge((0, -10));
    assert_eq!(odds.units(0), Some(25));
    odds.nudge((1, 0));
    odds.nudge((5, 1));
    assert_eq!((odds.active(), odds.units(1)), (1, Some(6)));
    odds.nudge((0, 10));
    assert_eq!(odds.units(1), Some(1), "never none");
    for wrong in ["", "0", "1000", "99999999999999999999"] {
        odds.update(Message::Units(1, wrong.into()), &draft)
            .unwrap();
        assert_eq!((odds.units(1), odds.answer()), (None, None), "{wrong}");
        assert_eq!(odds.reckon(), None);
    }
    odds.nudge((0, -1));
    assert!(odds.units(1).is_some(), "out of it by a key");
    odds.update(Message::Units(1, "9".into()), &draft).unwrap();
    odds.back();
    odds.click(&draft, keys(&draft)[1]).unwrap();
    assert_eq!(odds.units(1), Some(9));
}

#[test]
fn removed_territories_leave_the_battle() {
    let mut draft = sketch::row(5);
    let all = keys(&draft);
    let mut odds = Odds::default();
    for &key in &all[..4] {
        odds.click(&draft, key).unwrap();
    }
    let id = |at: usize| draft.territories[at].id.unwrap();
    let part = author::unlink(&draft, id(1), id(2));
    draft.apply(part).unwrap();
    odds.follow(&draft);
    assert_eq!(odds.targets(), [all[1]]);
    let remove = author::remove_territory(&draft, all[0]);
    draft.apply(remove).unwrap();
    odds.follow(&draft);
    assert_eq!(odds.attacker(), None);
}

#[test]
fn bars_cover_all_likely_outcomes() {
    let draft = sketch::row(4);
    for (attackers, defenders) in [(4, 3), (30, 30), (400, 300)] {
        let odds = battle(&draft, attackers, defenders);
        let bars = odds.answer().unwrap().bars(40);
        assert!(bars.len() <= 42, "{}", bars.len());
        let sum: f64 = bars.iter().map(|bar| bar.chance).sum();
        assert!((0.9..1.0 + 1e-9).contains(&sum), "{attackers} {sum}");
        let won = bars.iter().filter(|b| matches!(b.end, End::Taken(_)));
        let won: f64 = won.map(|bar| bar.chance).sum();
        assert!((won - odds.answer().unwrap().win).abs() < 0.05);
    }
    let mut odds = battle(&draft, 12, 3);
    odds.click(&draft, keys(&draft)[2]).unwrap();
    odds.reckon();
    let answer = odds.answer().unwrap();
    let bars = answer.bars(40);
    assert_eq!(bars[1].end, End::Stopped(1));
    let sum: f64 = bars.iter().map(|bar| bar.chance).sum();
    assert!((sum - 1.0).abs() < 0.01);
    assert!((bars[0].chance - (1.0 - answer.legs[0].taken)).abs() < 1e-12);
}

#[test]
fn slow_questions_go_to_a_thread_one_at_a_time() {
    let draft = sketch::row(3);
    let mut odds = battle(&draft, 12, 7);
    let other = &DiceRules::PRESETS[1];
    odds.update(Message::Rules(other), &draft).unwrap();
    odds.update(Message::Units(0, "999".into()), &draft)
        .unwrap();
    odds.update(Message::Units(1, "99".into()), &draft).unwrap();
    let question = odds.reckon().expect("too much for a frame");
    assert!(odds.is_reckoning() && odds.reckon().is_none());
    odds.update(Message::Units(1, "98".into()), &draft).unwrap();
    assert_eq!(odds.reckon(), None, "one at a time");
    let answer = Parcel::new(question.reckon());
    odds.update(Message::Answered(answer), &draft).unwrap();
    assert!(odds.answer().is_none(), "it is of another question");
    let next = odds.reckon().expect("the question as it is now");
    assert_eq!(next.defenders, [98]);
    let answer = Parcel::new(next.reckon());
    odds.update(Message::Answered(answer), &draft).unwrap();
    assert!(odds.answer().is_some() && !odds.is_reckoning());
}

#[test]
fn presets_change_the_chance() {
    let draft = sketch::row(3);
    let mut odds = battle(&draft, 8, 7);
    let classic = odds.answer().unwrap().win;
    let ties = DiceRules::PRESETS
        .iter()
        .find(|preset| preset.name == "attacker-ties")
        .unwrap();
    odds.update(Message::Rules(ties), &draft).unwrap();
    assert!(odds.answer().is_none());
    odds.reckon();
    assert!(odds.answer().unwrap().win > classic);
    assert_eq!(odds.rules().name, "attacker-ties");
}
