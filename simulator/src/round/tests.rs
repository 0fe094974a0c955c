use super::*;
use crate::rules::Defence;

/// The counts by listing every throw.
fn listed(x: u8, y: u8, sides: u8, ties: Ties) -> Vec<f64> {
    let pairs = usize::from(x.min(y));
    let mut ways = vec![0.0; pairs + 1];
    let dice = u32::from(x + y);
    for code in 0..u32::from(sides).pow(dice) {
        let mut rest = code;
        let mut throw: Vec<u32> = Vec::new();
        for _ in 0..dice {
            throw.push(rest % u32::from(sides));
            rest /= u32::from(sides);
        }
        let (attack, defence) = throw.split_at_mut(usize::from(x));
        attack.sort_unstable_by(|a, b| b.cmp(a));
        defence.sort_unstable_by(|a, b| b.cmp(a));
        let lost = attack
            .iter()
            .zip(defence.iter())
            .filter(|(a, d)| match ties {
                Ties::Defender => a <= d,
                Ties::Attacker => a < d,
            })
            .count();
        ways[lost] += 1.0;
    }
    ways
}

#[test]
fn counting_agrees_with_listing_every_throw() {
    for ties in [Ties::Defender, Ties::Attacker] {
        for sides in [2, 3, 6] {
            for x in 1..=4 {
                for y in 1..=3 {
                    let law = RoundLaw::of_dice(x, y, sides, ties);
                    assert_eq!(
                        law.ways(),
                        listed(x, y, sides, ties),
                        "{x}v{y} d{sides} {ties:?}"
                    );
                    assert_eq!(law.total(), f64::from(sides).powi(i32::from(x + y)));
                }
            }
        }
    }
}

#[test]
fn big_dice_still_sum_to_one() {
    let law = RoundLaw::of_dice(10, 10, 100, Ties::Defender);
    assert_eq!(law.pairs(), 10);
    assert!((law.chances().iter().sum::<f64>() - 1.0).abs() < 1e-14);
    assert!((law.total() / 100f64.powi(20) - 1.0).abs() < 1e-13);
}

#[test]
fn seen_throws_average_to_the_round_law() {
    let rules = DiceRules {
        defence: Defence::Seen,
        ..DiceRules::CLASSIC
    };
    for attacking in 1..=3 {
        let throws = seen_throws(attacking, rules);
        assert_eq!(throws.len(), if attacking == 1 { 6 } else { 21 });
        assert!((throws.iter().map(|throw| throw.chance).sum::<f64>() - 1.0).abs() < 1e-15);
        for y in 1..=2 {
            let law = RoundLaw::of_dice(attacking, y, 6, Ties::Defender);
            for (k, chance) in law.chances().iter().enumerate() {
                let mean: f64 = throws
                    .iter()
                    .map(|throw| throw.chance * throw.laws[usize::from(y) - 1].chances()[k])
                    .sum();
                assert!((mean - chance).abs() < 1e-15, "{attacking}v{y}, {k} lost");
            }
        }
    }
}
