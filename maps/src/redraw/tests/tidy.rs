//! Specks and gaps.

use std::ops::ControlFlow;

use super::*;
use crate::mask::Sheet;

const CLUTTERED: [&str; 10] = [
    "....................",
    ".aaaaaaaaa...c......",
    ".aaaabaaaa..........",
    ".aaaaaaaaa..bbbbbb..",
    ".aa..aaaaa..bbbbbb..",
    ".aa..aaaaa..bb..bb..",
    ".aaaaaaaaa..bb..bb..",
    ".aaaaaaaaa..bbbbbb..",
    ".aaaaaaaaa..bbbbbb..",
    "....................",
];

fn clutter_of(draft: &Draft, regions: &Regions, gap: u32) -> Result<Clutter, RedrawError> {
    Clutter::of(draft, regions, gap, &mut |_| ControlFlow::Continue(()))
}

#[test]
fn specks_and_gaps_join_what_lies_around_them() {
    let (mut draft, regions) = map(&CLUTTERED);
    // The only pixel of `c` stays: it is all that it has.
    let clutter = clutter_of(&draft, &regions, 0).unwrap();
    assert_eq!((clutter.specks.len(), clutter.gaps.len()), (1, 0));
    let clutter = clutter_of(&draft, &regions, 2).unwrap();
    assert_eq!((clutter.specks.len(), clutter.gaps.len()), (1, 2));
    let cancelled = Clutter::of(&draft, &regions, 2, &mut |_| ControlFlow::Break(()));
    assert!(matches!(
        cancelled,
        Err(RedrawError::Mask(MaskError::Cancelled))
    ));
    let sheet = Sheet::of(&regions);
    let tidied = tidy(&draft, &regions, &sheet, 2).unwrap();
    apply(&mut draft, &tidied);
    check(&draft, &tidied.regions);
    let areas = |colour: Rgb| -> Vec<u32> {
        let of = tidied.regions.iter();
        let own = of.filter(|(_, region)| region.colour == colour.into());
        own.map(|(_, region)| region.area).collect()
    };
    let colours: Vec<Rgb> = draft
        .territories
        .iter()
        .map(|t| t.colour.unwrap())
        .collect();
    assert_eq!(areas(colours[0]), [72]);
    assert_eq!(areas(colours[1]), [36]);
    assert_eq!(areas(colours[2]), [1]);
    assert_eq!(draft.territories[1].pivots.len(), 1);
    let none = tidy(&draft, &tidied.regions, &Sheet::of(&tidied.regions), 2);
    assert!(matches!(none, Err(RedrawError::Unchanged)));
}

#[test]
fn pixels_of_nobodys_colour_are_specks() {
    let (mut draft, regions) = map(&CLUTTERED);
    draft
        .territories
        .retain(|territory| territory.name.text.as_deref() != Some("c"));
    let clutter = clutter_of(&draft, &regions, 0).unwrap();
    assert_eq!(clutter.specks.len(), 2);
}
