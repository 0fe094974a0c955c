use super::*;
use crate::mask::{Guess, PixelFormat};
use crate::{By, author};

const SEA: u8 = 250;

/// Two rows of three squares of 20 pixels in a sea, the last one across a
/// strait of five; the second has an islet of four pixels.
fn mask() -> Regions {
    let (width, height) = (140_u32, 80_u32);
    let mut pixels = vec![SEA; (width * height) as usize];
    let mut fill = |left: u32, top: u32, side: u32, value: u8| {
        for y in top..top + side {
            for x in left..left + side {
                pixels[(y * width + x) as usize] = value;
            }
        }
    };
    for (i, value) in [40, 10, 30, 20, 60, 50].into_iter().enumerate() {
        let i = i as u32;
        let strait = if i % 3 == 2 { 5 } else { 0 };
        fill(20 + i % 3 * 20 + strait, 20 + i / 3 * 20, 20, value);
    }
    fill(130, 5, 2, 10);
    Regions::from_pixels(width, height, &PixelFormat::grey(8, None), &pixels).unwrap()
}

fn proposed(regions: &Regions) -> Draft {
    draft(
        regions,
        &Recognition::of(regions),
        "mask.png",
        Wrap::default(),
    )
}

fn over_water(regions: &Regions, draft: &Draft) -> Vec<NewLink> {
    let survey = Survey::new(regions, draft);
    let mut on = |_| ControlFlow::Continue(());
    across(regions, draft, &survey, None, &mut on).unwrap()
}

fn ids(links: &[NewLink]) -> Vec<(u16, u16)> {
    links.iter().map(|link| (link.from.0, link.to.0)).collect()
}

#[test]
fn a_draft_from_a_bare_mask() {
    let regions = mask();
    let draft = proposed(&regions);
    let greys: Vec<u8> = draft
        .territories
        .iter()
        .map(|t| t.colour.unwrap().0[0])
        .collect();
    assert_eq!(greys, [40, 10, 30, 20, 60, 50]);
    for (i, territory) in draft.territories.iter().enumerate() {
        assert_eq!(territory.id, Some(TerritoryId(i as u16)));
        assert_eq!(
            (territory.name.text.as_ref(), territory.pivots.len()),
            (None, 1)
        );
    }
    let links: Vec<_> = draft
        .links()
        .map(|(t, n)| (t.id.unwrap().0, n.to.0))
        .collect();
    assert_eq!(links, [(0, 1), (0, 3), (1, 4), (2, 5), (3, 4)]);
    let mask = draft.mask.as_ref().unwrap();
    assert_eq!(
        (&*mask.background, mask.gap),
        (&[Rgb([SEA; 3])][..], Some(0))
    );

    assert_eq!(ids(&over_water(&regions, &draft))[..2], [(1, 2), (4, 5)]);
}

/// Each key was lost on reading the file again.
#[test]
fn a_draft_stays_within_the_limits_of_its_file() {
    let regions = mask();
    let mut recognition = Recognition::of(&regions);
    let sea = recognition
        .of_role(Role::Background)
        .next()
        .unwrap()
        .clone();
    for grey in 100..200 {
        recognition.guesses.push(Guess {
            colour: Rgba::opaque(Rgb([grey; 3])),
            ..sea.clone()
        });
    }
    recognition.gap = 1_000;
    let wrap = Wrap {
        horizontal: true,
        ..Wrap::default()
    };
    let draft = draft(&regions, &recognition, "mask.png", wrap);
    assert_eq!(
        draft.mask.as_ref().unwrap().background.len(),
        MAX_KEY_COLOURS
    );
    let again = crate::xml::read(crate::xml::write(&draft).as_bytes());
    assert_eq!(again.flaws, []);
    assert!(again.draft.same_content(&draft));
    assert!(again.draft.wrap.horizontal);
}

/// A territory may declare no more neighbours than the format has; those
/// beyond declare it.
#[test]
fn a_territory_around_very_many_islands_is_linked_to_all() {
    // The lake of every ninth pixel is a territory of its own.
    let (width, height) = (300_u32, 300_u32);
    let pixel = |x: u32, y: u32| {
        let island = (x % 6 < 3 && y % 6 < 3).then_some(y / 6 * 50 + x / 6 + 1);
        Rgb::from_u32(island.unwrap_or(0) * 97 + 5).0
    };
    let bytes: Vec<u8> = (0..height)
        .flat_map(|y| (0..width).flat_map(move |x| pixel(x, y)))
        .collect();
    let regions = Regions::from_pixels(width, height, &PixelFormat::RGB, &bytes).unwrap();
    let mut recognition = Recognition::of(&regions);
    for guess in &mut recognition.guesses {
        guess.role = Role::Territory;
    }
    recognition.gap = 0;
    let draft = draft(&regions, &recognition, "mask.png", Wrap::default());
    assert_eq!(
        (draft.territories.len(), draft.links().count()),
        (2_501, 2_500)
    );
    let again = crate::xml::read(crate::xml::write(&draft).as_bytes());
    assert_eq!(again.flaws, []);
    assert!(again.draft.same_content(&draft));
}

#[test]
fn drafting_reports_progress_and_can_be_cancelled() {
    let regions = mask();
    let recognition = Recognition::of(&regions);
    let mut shares = Vec::new();
    let mut watch = |share| {
        shares.push(share);
        ControlFlow::Continue(())
    };
    let wrap = Wrap::default();
    let draft = draft_watched(&regions, &recognition, "mask.png", wrap, &mut watch).unwrap();
    let survey = Survey::new(&regions, &draft);
    assert_eq!(shares.len(), 7);
    assert!(shares.is_sorted() && (shares[6] - 1.0).abs() < 1e-12);
    shares.clear();
    let mut watch = |share| {
        shares.push(share);
        ControlFlow::Continue(())
    };
    let sea = across(&regions, &draft, &survey, None, &mut watch).unwrap();
    assert_eq!(sea, over_water(&regions, &draft));
    assert!(shares.is_sorted() && shares.len() == 6 && shares[5] < 1.0);
    let mut stop = |share| {
        if share > 0.4 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let none = draft_watched(&regions, &recognition, "mask.png", wrap, &mut stop);
    assert_eq!(none, None);
    assert_eq!(across(&regions, &draft, &survey, None, &mut stop), None);
}

/// A full territory spoilt the acceptance of all links.
#[test]
fn the_other_declares_the_link_of_a_full_territory() {
    let regions = mask();
    let mut draft = proposed(&regions);
    let links = over_water(&regions, &draft);
    let fill = |draft: &mut Draft, at: usize| {
        let other = Neighbour::land(TerritoryId(9_999));
        draft.territories[at]
            .neighbours
            .resize(MAX_NEIGHBOURS, other);
    };
    fill(&mut draft, 1);
    let pair = (links[0].from, links[0].to, By::Sea);
    let edit = author::link_all(&draft, [pair]);
    draft.apply(edit).unwrap();
    let said = draft.territories[2].neighbours.last();
    assert_eq!(said, Some(&Neighbour::sea(TerritoryId(1))));
    fill(&mut draft, 2);
    assert!(author::link_all(&draft, [pair]).is_empty());
}

#[test]
fn the_gap_can_be_changed() {
    let regions = mask();
    let draft = proposed(&regions);
    let mut survey = Survey::new(&regions, &draft);
    assert_eq!(survey.contact(1, 2), 0);
    survey.set_gap(&regions, 5);
    assert_eq!((survey.gap(), survey.contact(2, 1)), (5, 20));
}
