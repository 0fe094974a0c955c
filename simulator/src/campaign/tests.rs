use super::*;
use crate::rules::Defence;

#[test]
fn one_territory_is_one_battle() {
    let battle = Battle::classic();
    let (campaign, odds) = (battle.campaign(9, &[7], 1), battle.odds(9, 7));
    assert_eq!(
        (campaign.win, campaign.standing, &campaign.rest),
        (odds.win, odds.survivors, &odds.won)
    );
}

#[test]
fn an_attacked_territory_is_either_taken_or_held() {
    let campaign = Battle::classic().campaign(9, &[3, 4], 1);
    let [first, second] = &campaign.legs[..] else {
        panic!("two territories");
    };
    assert_eq!(first.held, Battle::classic().odds(9, 3).lost);
    assert_eq!(second.held.len(), 5);
    for leg in [first, second] {
        let (held, _) = chance_and_sum(&leg.held);
        assert!((leg.taken + held - leg.attacked).abs() < 1e-14);
    }
}

#[test]
fn two_territories_by_hand() {
    // Two attack one, then those that may go on attack one again.
    let battle = Battle::classic();
    let first = battle.odds(2, 1);
    // Of two survivors one stays and the other attacks; a single survivor stays.
    let through = first.won[2] * 15.0 / 36.0;
    let campaign = battle.campaign(2, &[1, 1], 1);
    assert!((campaign.win - through).abs() < 1e-15);
    assert!((campaign.legs[1].attacked - first.won[2]).abs() < 1e-15);
    assert!((campaign.legs[0].taken - first.win).abs() < 1e-15);
    assert_eq!(battle.campaign(2, &[1, 1], 2).win, 0.0);
}

#[test]
fn losses_are_the_sum_over_all_battles() {
    let battle = Battle::classic();
    let (campaign, odds) = (battle.campaign(9, &[7], 1), battle.odds(9, 7));
    assert!((campaign.attackers_lost - odds.attackers_lost).abs() < 1e-12);
    assert!((campaign.legs[0].defenders_lost - odds.defenders_lost).abs() < 1e-12);
    // Three territories, following every course of the campaign separately.
    for garrison in [0, 1, 2] {
        let path = [3, 1, 4];
        let campaign = battle.campaign(8, &path, garrison);
        let mut attackers_lost = 0.0;
        let mut defenders_lost = [0.0; 3];
        let mut courses = vec![(8, 0, 1.0)];
        while let Some((attackers, leg, chance)) = courses.pop() {
            let odds = battle.odds(attackers, path[leg]);
            attackers_lost += chance * odds.attackers_lost;
            defenders_lost[leg] += chance * odds.defenders_lost;
            if leg + 1 < path.len() {
                for left in garrison + 1..=attackers {
                    courses.push((left - garrison, leg + 1, chance * odds.won[left]));
                }
            }
        }
        assert!((campaign.attackers_lost - attackers_lost).abs() < 1e-12);
        for (leg, lost) in campaign.legs.iter().zip(defenders_lost) {
            assert!((leg.defenders_lost - lost).abs() < 1e-12, "{garrison}");
        }
    }
}

#[test]
fn need_is_the_first_number_that_reaches_the_chance() {
    for defence in [Defence::All, Defence::Seen] {
        let battle = Battle::new(DiceRules {
            defence,
            ..DiceRules::CLASSIC
        })
        .unwrap();
        for (territories, chance) in [
            (&[5][..], 0.8),
            (&[3, 1, 4], 0.5),
            (&[1], 0.1),
            (&[20, 2], 0.999),
        ] {
            let need = battle.need(territories, 1, chance).unwrap();
            let enough = battle.campaign(need.attackers, territories, 1).win;
            let short = battle.campaign(need.attackers - 1, territories, 1).win;
            assert!(
                short < chance && chance <= enough,
                "{territories:?}: {need:?}"
            );
            assert!(
                (need.chance - enough).abs() < 1e-13
                    && (need.chance_with_one_less - short).abs() < 1e-13
            );
        }
    }
    assert_eq!(Battle::classic().need(&[10], 1, 1.1), None);
}
