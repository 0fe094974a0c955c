use marchland_maps::mask::PixelFormat;

use super::*;
use crate::files::Held;
use crate::land::Land;
use crate::sketch;

#[test]
fn the_survey_is_cached_until_the_mask_changes() {
    let land = Land::new(Arc::new(sketch::mask(3)));
    let mut document = Document::new(sketch::row(3), Some(land), true);
    let home = Home::made_of(None, Vec::new());
    let mut kept = CheckCache::default();
    let go_on = || true;
    let survey = |kept: &CheckCache| Arc::clone(kept.survey.as_ref().unwrap());

    let outcome = kept.look(&Snapshot::of(&document, &home), &go_on).unwrap();
    assert_eq!(outcome.report.counts().errors, 0, "{:?}", outcome.report);
    let first = survey(&kept);
    let key = document.draft().territories[1].key;
    document.rename(key, "").unwrap();
    let outcome = kept.look(&Snapshot::of(&document, &home), &go_on).unwrap();
    assert!(outcome.report.counts().errors > 0);
    assert_eq!(outcome.revision, document.revision());
    assert!(Arc::ptr_eq(&first, &survey(&kept)));

    let mut mask = document.draft().mask.clone().unwrap();
    mask.gap = Some(7);
    let edit = Edit::Map(marchland_maps::MapField::Mask(Some(mask)));
    document.make("gap", edit, None).unwrap();
    kept.look(&Snapshot::of(&document, &home), &go_on).unwrap();
    assert!(!Arc::ptr_eq(&first, &survey(&kept)));
}

#[test]
fn a_cancelled_check_ends() {
    let document = Document::new(sketch::row(3), None, true);
    let home = Home::made_of(None, Vec::new());
    let looked = CheckCache::default().look(&Snapshot::of(&document, &home), &|| false);
    assert!(looked.is_none());
}

/// Read from the folder, the saved mask would lack what was undone or drawn since.
#[test]
fn a_new_map_is_checked_with_the_mask_in_memory_after_it_was_saved() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().join("map");
    let regions = Arc::new(sketch::mask(3));
    let land = Land::new(Arc::clone(&regions));
    let document = Document::new(sketch::row(3), Some(land), false);
    let mut home = Home::made_of(None, Vec::new());
    let held = Held {
        regions,
        filed: None,
        draw_picture: false,
    };
    home.save_as(document.draft(), &folder, Some(&held))
        .unwrap();
    let name = Part::Mask.file(document.draft()).unwrap();
    let mut file = std::fs::File::create(folder.join(name)).unwrap();
    let sea = vec![255; 3 * held.regions.width() as usize * held.regions.height() as usize];
    let size = (held.regions.width(), held.regions.height());
    let empty = Regions::from_pixels(size.0, size.1, &PixelFormat::RGB, &sea).unwrap();
    empty.write_png(&mut file).unwrap();

    let mut kept = CheckCache::default();
    let outcome = kept
        .look(&Snapshot::of(&document, &home), &|| true)
        .unwrap();
    assert_eq!(outcome.report.counts().errors, 0, "{:?}", outcome.report);
}
