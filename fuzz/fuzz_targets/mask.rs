//! Arbitrary bytes as a picture: a mask that is read is consistent (runs and regions cover
//! it), and every operation on masks works.

#![no_main]

use std::io::Cursor;
use std::ops::ControlFlow;

use libfuzzer_sys::fuzz_target;
use marchland_maps::mask::{self, Contacts, Recognition, RepairOptions, pivots};
use marchland_maps::propose::{self, Survey};
use marchland_maps::{Wrap, xml};

/// Few bytes can encode many pixels; larger masks take long and reveal nothing new.
const MAX_PIXELS: u64 = 1 << 18;

fuzz_target!(|bytes: &[u8]| {
    let Ok(regions) = mask::read(bytes) else {
        return;
    };
    let pixels = u64::from(regions.width()) * u64::from(regions.height());
    if pixels > MAX_PIXELS {
        return;
    }
    let area: u64 = regions
        .iter()
        .map(|(_, region)| u64::from(region.area))
        .sum();
    assert_eq!(area, pixels, "regions cover the mask");
    let covered: u64 = regions.runs().map(|run| u64::from(run.len())).sum();
    assert_eq!(covered, pixels, "runs cover the mask");
    let outlines = Contacts::touching(&regions);
    assert!(
        outlines
            .iter()
            .all(|contact| contact.a < contact.b && contact.length > 0)
    );

    let recognition = Recognition::of(&regions);
    if !recognition.calls_for_repair() {
        for (pivot, (id, _)) in pivots(&regions, regions.iter().map(|(id, _)| id))
            .iter()
            .zip(regions.iter())
        {
            assert_eq!(regions.region_at(pivot.at.x, pivot.at.y), Some(id));
        }
        let draft = propose::draft(&regions, &recognition, "mask.png", Wrap::default());
        let again = xml::read(xml::write(&draft).as_bytes());
        assert!(again.is_as_meant() && again.draft.same_content(&draft));
        let survey = Survey::new(&regions, &draft);
        survey.sea_links(&regions, None);
    }
    let options = RepairOptions::default();
    let repaired = mask::repair(Cursor::new(bytes), &options, &mut |_| {
        ControlFlow::Continue(())
    });
    if let Ok(repair) = repaired {
        assert_eq!(repair.mask.width(), regions.width());
        let mut png = Vec::new();
        repair.mask.write_png(&mut png).expect("writing to memory");
        let again = mask::read(&png).expect("a written mask is readable");
        assert!(again.runs().eq(repair.mask.runs()));
    }
});
