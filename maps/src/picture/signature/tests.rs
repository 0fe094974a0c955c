use std::ops::ControlFlow;

use super::*;
use crate::mask::Regions;
use crate::picture::{self, Drawing};
use crate::{By, Draft, Rgb, bundled, mask, xml};

fn czechia() -> (Draft, Regions) {
    let map = bundled::find("czechia").expect("a bundled map");
    let regions = mask::read(map.mask).expect("a mask");
    (xml::read(map.xml).draft, regions)
}

fn origin(draft: &Draft, regions: &Regions) -> Origin {
    let plan = Plan::new(draft, regions);
    Drawing::new(draft, &plan).origin()
}

#[test]
fn a_drawn_picture_names_its_map_until_it_is_touched() {
    let (draft, regions) = czechia();
    let plan = Plan::new(&draft, &regions);
    let mut png = Vec::new();
    let mut on = |_: f64| ControlFlow::Continue(());
    picture::write(&draft, &plan, &mut png, &mut on).unwrap();
    let from = origin(&draft, &regions);
    assert_eq!(drawn_from(&*png), Some(from));
    // Whatever an author does to the picture makes it the author's.
    for at in [40, png.len() / 2, png.len() - 250, png.len() - 80] {
        let mut touched = png.clone();
        touched[at] ^= 1;
        assert_ne!(drawn_from(&*touched), Some(from), "{at}");
    }
    let again = image::load_from_memory(&png).unwrap();
    let mut anew = io::Cursor::new(Vec::new());
    again.write_to(&mut anew, image::ImageFormat::Png).unwrap();
    assert_eq!(drawn_from(&**anew.get_ref()), None);
    // Cut off before the last chunk, which says no more than that it is the last.
    for end in (0..png.len() - 12).step_by(997) {
        assert_eq!(drawn_from(&png[..end]), None, "{end}");
    }
    let endless = b"\x89PNG\r\n\x1a\n\xff\xff\xff\xfftEXt";
    assert_eq!(drawn_from(&endless[..]), None);
}

#[test]
fn bundled_pictures_name_their_maps() {
    for map in &bundled::ALL {
        let draft = xml::read(map.xml).draft;
        let regions = mask::read(map.mask).expect("a mask");
        let from = origin(&draft, &regions);
        assert_eq!(drawn_from(map.image), Some(from), "{}", map.name);
        assert_eq!(drawn_from(map.mask), None);
    }
}

#[test]
fn the_origin_changes_exactly_with_the_picture() {
    let (draft, regions) = czechia();
    let before = origin(&draft, &regions);
    let with = |change: &dyn Fn(&mut Draft)| {
        let mut draft = draft.clone();
        change(&mut draft);
        origin(&draft, &regions)
    };
    // What nobody sees in it.
    let unseen: [&dyn Fn(&mut Draft); 4] = [
        &|draft| draft.territories[3].name.text = Some("Elsewhere".to_owned()),
        &|draft| draft.continents[0].bonus = Some(7),
        &|draft| draft.continents.reverse(),
        &|draft| draft.author = Some("Ada".to_owned()),
    ];
    for (at, change) in unseen.iter().enumerate() {
        assert_eq!(with(change), before, "{at}");
    }
    // What is seen, on the same land.
    let seen: [&dyn Fn(&mut Draft); 4] = [
        &|draft| draft.continents[0].colour = Some(Rgb::new(1, 2, 3)),
        &|draft| draft.territories[3].continent = None,
        &|draft| {
            let link = draft
                .territories
                .iter_mut()
                .find_map(|t| t.neighbours.first_mut());
            link.expect("a link").by = By::Sea;
        },
        &|draft| {
            let other = draft.territories[0].neighbours[0].to;
            draft.territories[0].closed.push(other);
        },
    ];
    for (at, change) in seen.iter().enumerate() {
        let now = with(change);
        assert!(now != before && now.has_land_of(&before), "{at}");
    }
    let less = with(&|draft| {
        draft.territories.remove(5);
    });
    assert!(!less.has_land_of(&before));
    // A shade is chosen by the order of the file; the land is not.
    let turned = with(&|draft| {
        draft.territories = draft.territories.iter().rev().cloned().collect();
    });
    assert!(turned.has_land_of(&before));
}
