use super::*;
use Step::{Insert, Keep, Remove};
use proptest::prelude::*;

#[test]
fn related_items_change_in_place() {
    let same_letter = |a: &&str, b: &&str| a[..1] == b[..1];
    let steps = align(&["a1", "b1", "c1"], &["b2", "c1"], same_letter);
    assert_eq!(steps, [Remove(0), Keep(1, 0), Keep(2, 1)]);
    let steps = align(&["a", "c"], &["a", "b", "c"], same_letter);
    assert_eq!(steps, [Keep(0, 0), Insert(1), Keep(1, 2)]);
    let steps = align(&["a", "x"], &["a", "y"], same_letter);
    assert_eq!(steps, [Keep(0, 0), Keep(1, 1)]);
}

#[test]
fn the_longest_increasing_subsequence_is_found() {
    assert_eq!(longest_ascending(&[3, 0, 1, 2]), [1, 2, 3]);
    assert_eq!(longest_ascending(&[]), [0; 0]);
}

proptest! {
    #[test]
    fn every_item_is_accounted_for_in_order(
        old in prop::collection::vec(0..4_u8, 0..9),
        new in prop::collection::vec(0..4_u8, 0..9),
    ) {
        let (mut i, mut j) = (0, 0);
        for step in align(&old, &new, |_, _| false) {
            match step {
                Keep(a, b) => {
                    prop_assert_eq!((a, b), (i, j));
                    (i, j) = (i + 1, j + 1);
                }
                Remove(a) => {
                    prop_assert_eq!(a, i);
                    i += 1;
                }
                Insert(b) => {
                    prop_assert_eq!(b, j);
                    j += 1;
                }
            }
        }
        prop_assert_eq!((i, j), (old.len(), new.len()));
    }
}
