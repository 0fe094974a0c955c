use super::Card::{Artillery, Cavalry, Infantry, Wild};
use super::*;

#[test]
fn sets() {
    assert_eq!(Set::new([Infantry, Infantry, Cavalry]), Err(SetError));
    assert!(Set::new([Cavalry, Wild, Infantry]).is_ok());
    assert!(Set::new([Cavalry, Infantry, Artillery]).is_ok());
    // 3 alike, 1 of each, 6 pairs with a wild one, 3 + 1 with two or three.
    assert_eq!(Set::all().count(), 3 + 1 + 6 + 3 + 1);
}

#[test]
fn growing_worth() {
    let set = Set::new([Infantry; 3]).unwrap();
    let worth: Vec<_> = (0..16).map(|n| set.worth(SetVariant::Growing, n)).collect();
    assert_eq!(
        worth,
        [4, 6, 8, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 60, 60]
    );
}

#[test]
fn constant_worth() {
    let worth = |cards| Set::new(cards).unwrap().worth(SetVariant::Constant, 7);
    assert_eq!(worth([Infantry; 3]), 3);
    assert_eq!(worth([Cavalry; 3]), 5);
    assert_eq!(worth([Artillery; 3]), 7);
    assert_eq!(worth([Infantry, Cavalry, Artillery]), 9);
    assert_eq!(worth([Wild, Cavalry, Cavalry]), 5);
    assert_eq!(worth([Wild, Cavalry, Artillery]), 9);
    assert_eq!(worth([Wild, Wild, Infantry]), 9);
}

#[test]
fn taking_from_hidden_cards() {
    let mut hand = Cards::hidden(3);
    assert!(hand.take([Infantry, Infantry].into_iter().collect()));
    assert_eq!(hand, Cards::hidden(1));
    let mut hand: Cards = [Infantry, Wild].into_iter().collect();
    assert!(!hand.take([Cavalry].into_iter().collect()));
    assert!(hand.take(Cards::hidden(2)));
    assert!(hand.is_empty());
}
