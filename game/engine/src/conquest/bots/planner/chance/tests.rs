use super::*;

#[test]
fn campaigns_are_the_simulators() {
    let law = Law::classic();
    let battle = Battle::classic();
    for (attackers, defenders) in [
        (1, vec![1]),
        (5, vec![3]),
        (12, vec![2, 3, 1]),
        (40, vec![20, 1, 1, 5]),
        (64, vec![50]),
        (3, vec![1, 1, 1, 1]),
    ] {
        let theirs = battle.campaign(attackers, &defenders, 1);
        let units = defenders.iter().map(|&d| d as u32);
        let ours = law.campaign(attackers as u32, units, 0.0);
        let near = |a: f32, b: f64| (f64::from(a) - b).abs() < 1e-3;
        assert!(near(ours.chance, theirs.win), "{ours:?} {theirs:?}");
        assert!(near(ours.standing, theirs.standing), "{ours:?} {theirs:?}");
    }
}

#[test]
fn large_battles_are_scaled() {
    let law = Law::classic();
    let campaign = law.campaign(300, [100, 50, 3], 0.0);
    assert!(campaign.chance > 0.99, "{campaign:?}");
    assert!((100.0..250.0).contains(&campaign.standing), "{campaign:?}");
    assert!(law.win(100, 300) < 0.01);
    assert!(law.campaign(0, [1], 0.0).chance < 1e-9);
}

#[test]
fn several_battles_are_looked_up_as_one() {
    let law = Law::classic();
    let stacks = [
        0.0, 0.9, 1.0, 1.5, 5.2, 62.5, 63.4, 63.5, 63.9, 64.0, 64.6, 127.7, 200.0, 9e6, 1e9,
    ];
    for attackers in stacks {
        for defenders in [1, 2, 3, 40, 63, 64, 65, 300, 1_000_000_000] {
            let cells = Law::cells([attackers, 3.7], [defenders, 2]);
            let wins = cells.map(|cell| law.at(cell).to_bits());
            let alone = [
                law.win(attackers as u32, defenders).to_bits(),
                law.win(3, 2).to_bits(),
            ];
            assert_eq!(wins, alone, "{attackers} against {defenders}");
        }
    }
}
