//! Checks for every drawing that was read.

use marchland_maps::create::{self, Options};
use marchland_maps::outlines::{Outlines, SheetOptions};
use marchland_maps::xml;

/// Drawings with more points only take longer.
const MAX_POINTS: usize = 20_000;

/// Makes a map of the outlines, which may be refused. Its mask and links refer to existing
/// territories, and it can be written.
pub fn becomes_a_map(outlines: Outlines) {
    if outlines.points() > MAX_POINTS {
        return;
    }
    let shapes = outlines.shapes.len();
    let options = Options {
        sheet: SheetOptions {
            size: 64,
            margin: 2,
            ..SheetOptions::default()
        },
        ..Options::default()
    };
    let Ok(created) = create::from_outlines(outlines, &options) else {
        return;
    };
    let draft = &created.draft;
    assert_eq!(draft.territories.len(), shapes);
    assert!(
        created
            .grid
            .cells()
            .iter()
            .all(|&cell| usize::from(cell) <= shapes)
    );
    assert!(
        draft
            .links()
            .all(|(_, link)| usize::from(link.to.0) < shapes)
    );
    let again = xml::read(xml::write(draft).as_bytes());
    assert!(again.is_as_meant(), "{:?}", again.flaws);
    assert!(again.draft.same_content(draft));
}
