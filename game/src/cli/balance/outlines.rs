//! Outlines of territories for a page.

use std::fmt::Write;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use marchland_maps::picture::Plan;
use marchland_maps::{bundled, folder, mask, xml};

/// Maximum columns or rows of the grid on which outlines are traced.
const CELLS: usize = 240;
/// Units of the paths in a cell.
const PARTS: f64 = 2.0;

#[derive(Debug)]
pub(super) struct Outlines {
    /// The unit of the paths in pixels of the mask.
    pub(super) unit: f64,
    /// The width and height of the mask in pixels.
    pub(super) size: [f64; 2],
    /// By territory: an SVG path; empty if the territory is too small for a cell.
    pub(super) paths: Vec<String>,
}

impl Outlines {
    /// The outlines in the mask beside a map, given the text of its file, or in that of a bundled
    /// map; `None` if no mask can be read.
    pub(super) fn read(path: &Path, text: &str) -> Option<Self> {
        let draft = xml::read(text.as_bytes()).draft;
        let known = path.to_str().and_then(bundled::find);
        let regions = if let Some(bundled) = known.filter(|_| !path.exists()) {
            mask::read(bundled.mask)
        } else {
            let (folder, _) = folder::Folder::open(path).ok()?;
            let file = File::open(folder.resolve(&draft.mask.as_ref()?.file).ok()?).ok()?;
            mask::read_from(BufReader::new(file))
        };
        let plan = Plan::new(&draft, &regions.ok()?);
        let traced = plan.coarse_outlines(draft.territories.len(), CELLS);
        let mut paths = vec![String::new(); draft.territories.len()];
        for (territory, rings) in draft.territories.iter().zip(&traced.rings) {
            let path = territory.id.and_then(|id| paths.get_mut(id.index()))?;
            for ring in rings {
                write_ring(path, ring);
            }
        }
        Some(Self {
            unit: traced.cell as f64 / PARTS,
            size: [plan.width() as f64, plan.height() as f64],
            paths,
        })
    }
}

/// Adds a closed line to a path, unless it is too small to be seen.
fn write_ring(path: &mut String, ring: &[[f32; 2]]) {
    let whole = |at: f32| (PARTS * f64::from(at)).round() as i32;
    let mut points: Vec<[i32; 2]> = ring.iter().map(|point| point.map(whole)).collect();
    points.dedup();
    if points.len() < 3 {
        return;
    }
    let mut last = [0, 0];
    for (at, [x, y]) in points.into_iter().enumerate() {
        let letter = ["M", "l", " "][at.min(2)];
        // Writing to a string cannot fail.
        let _ = write!(path, "{letter}{} {}", x - last[0], y - last[1]);
        last = [x, y];
    }
    path.push('z');
}
