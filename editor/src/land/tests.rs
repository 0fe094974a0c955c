use super::*;
use crate::sketch;

fn land(count: u16) -> Land {
    Land::new(Arc::new(sketch::mask(count)))
}

#[test]
fn borders_follow_the_draft() {
    let mut draft = sketch::row(3);
    let mut land = land(3);
    land.follow(&draft);
    let [a, b, c] = [0, 1, 2].map(|i: usize| draft.territories[i].key);
    assert_eq!(land.border(a, b), sketch::SIDE);
    assert_eq!(land.border(c, b), sketch::SIDE);
    assert_eq!(land.border(a, c), 0);
    draft.territories[1].colour = None;
    land.follow(&draft);
    assert_eq!(land.border(a, b), 0);
    assert!(land.parts_of(1).is_empty() && land.parts_of(2).len() == 1);
}

#[test]
fn centres_are_found_near_the_pointer() {
    let land = land(2);
    let centre = land.centre_of(RegionId(1));
    assert_eq!(land.centre_near(15.0, 5.0, 3.0), Some(centre));
    assert_eq!(land.centre_near(11.0, 6.0, 1.0), None);
    assert_eq!(land.colour_at(3.0, 3.0), Some(sketch::colour(0)));
    assert_eq!(land.colour_at(-1.0, 3.0), None);
}
