//! A new map out of a mask that somebody has painted.

use crate::mask::{Recognition, Regions, Rgba, Role};
use crate::propose::{Proposals, Survey};
use crate::{By, Draft, EditError, MaskFile, Wrap};

/// Makes a draft of a mask: sea and lines as recognised, a territory with its
/// pivots for each key colour, land links where two touch. Names, continents
/// and links by sea are left to the author.
///
/// `file` is the mask's file in the map's folder; `gap` the widest line across
/// which territories touch, estimated if `None`. Time: linear in the runs.
///
/// # Errors
/// None in fact: proposals fit the draft that they were made for.
pub fn from_mask(
    regions: &Regions,
    file: &str,
    gap: Option<u16>,
    wrap: Wrap,
) -> Result<Draft, EditError> {
    let recognition = Recognition::of(regions);
    let of_role = |role| {
        let colours = recognition.of_role(role).map(|guess| guess.colour);
        let opaque = colours.filter(|colour| colour.alpha() == 255);
        opaque
            .map(Rgba::rgb)
            .take(crate::limits::MAX_KEY_COLOURS)
            .collect()
    };
    let mut draft = Draft::new();
    draft.wrap = wrap;
    draft.mask = Some(MaskFile {
        file: file.to_owned(),
        background: of_role(Role::Background),
        separator: of_role(Role::Separator),
        gap,
    });
    let survey = Survey::new(regions, &draft);
    for territory in Proposals::new(regions, &draft, &survey).territories {
        let edit = territory.edit(&mut draft);
        draft.apply(edit)?;
    }
    let survey = Survey::new(regions, &draft);
    let proposals = Proposals::new(regions, &draft, &survey);
    for link in proposals.land.iter().filter(|link| link.by() == By::Land) {
        let edit = link.edit(&draft);
        draft.apply(edit)?;
    }
    Ok(draft)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::PixelFormat;
    use crate::{Rgb, TerritoryId};

    #[test]
    fn territories_pivots_and_links_from_pixels() {
        let (red, green, blue, sea) = (
            Rgb::new(200, 30, 30),
            Rgb::new(30, 160, 30),
            Rgb::new(30, 30, 200),
            Rgb::WHITE,
        );
        // Red and green touch; blue is an island.
        let pixel = |x: u32, y: u32| match (x, y) {
            (10..30, 10..50) => red,
            (30..50, 10..50) => green,
            (70..90, 20..40) => blue,
            _ => sea,
        };
        let bytes: Vec<u8> = (0..60)
            .flat_map(|y| (0..100).flat_map(move |x| pixel(x, y).0))
            .collect();
        let regions = Regions::from_pixels(100, 60, &PixelFormat::RGB, &bytes).expect("regions");
        let draft = from_mask(&regions, "mask.png", None, Wrap::default()).expect("a draft");
        assert_eq!(
            draft.mask.as_ref().map(|mask| mask.background.clone()),
            Some(vec![sea])
        );
        assert_eq!(draft.territories.len(), 3);
        assert!(draft.territories.iter().all(|t| t.pivots.len() == 1));
        let id = |colour| {
            draft
                .territory_by_colour(colour)
                .and_then(|t| t.id)
                .expect("a territory")
        };
        assert_eq!(draft.can_go(id(red), id(green)), Some(By::Land));
        assert_eq!(draft.links().count(), 1);
        assert_eq!(draft.free_territory_id(), TerritoryId(3));
    }
}
