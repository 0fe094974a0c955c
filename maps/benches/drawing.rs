//! How long changes of a map by drawing take, compared with rebuilding all regions and contacts
//! from the runs of the mask, as a program without partial updates does.
//!
//! `cargo bench -p marchland-maps --bench drawing [-- SIDE TERRITORIES]`: a mask of 8192 × 8192
//! pixels with 5,000 territories, or another. Times are processor time of one thread. Strokes
//! are drawn one after the other over the whole mask; the minimum and the median are reported.

#[expect(dead_code, reason = "what the mask's own benchmark needs besides")]
#[path = "../mask/benches/mask/clock.rs"]
mod clock;
#[expect(dead_code, reason = "what the mask's own benchmark needs besides")]
#[path = "../mask/benches/mask/generate.rs"]
mod generate;

use std::hint::black_box;
use std::ops::ControlFlow;

use marchland_maps::divide::Style;
use marchland_maps::mask::{
    Bounds, Contacts, Patch, PixelFormat, Recognition, Regions, Rgba, Sheet, Stretch, capsule,
};
use marchland_maps::propose::{self, Survey};
use marchland_maps::redraw::{self, Over, Paint, Redrawn, Rough, Seen, coast};
use marchland_maps::{Draft, Point, TerritoryKey, Wrap};

/// The goal of the design: milliseconds, and a multiple of the yardstick.
struct Goal(f64, f64);

#[derive(Clone)]
struct Drawn {
    draft: Draft,
    regions: Regions,
    sheet: Sheet,
    survey: Survey,
}

impl Drawn {
    /// With black lines between territories, or without.
    fn new(side: usize, territories: usize, lined: bool) -> Self {
        let picture = generate::mask(side, territories, lined);
        let side = picture.side as u32;
        let regions = Regions::from_pixels(side, side, &PixelFormat::RGB, &picture.rgb);
        let regions = regions.expect("a mask");
        let recognition = Recognition::of(&regions);
        let mut draft = propose::draft(&regions, &recognition, "mask.png", Wrap::default());
        let [r, g, b] = generate::SEA;
        let mask = draft.mask.get_or_insert_default();
        mask.background = vec![marchland_maps::Rgb::new(r, g, b)];
        mask.separator = if lined {
            vec![marchland_maps::Rgb::BLACK]
        } else {
            Vec::new()
        };
        Self {
            sheet: Sheet::of(&regions),
            survey: Survey::new(&regions, &draft),
            draft,
            regions,
        }
    }

    /// Applies a change, as the editor does on its main thread.
    fn follow(&self, mut redrawn: Redrawn) -> (Self, Patch) {
        redrawn.draw_on(&self.sheet).expect("it fits");
        let (sheet, patch) = redrawn.drawn.expect("one size");
        let mut draft = self.draft.clone();
        draft.apply(redrawn.edit).expect("it fits");
        let within = patch.bounds().expect("something has changed");
        let regions = redrawn.regions;
        let survey = redrawn.survey;
        let survey = survey.unwrap_or_else(|| self.surveyed(&regions, &draft, within));
        let drawn = Self {
            draft,
            regions,
            sheet,
            survey,
        };
        (drawn, patch)
    }

    fn surveyed(&self, regions: &Regions, draft: &Draft, within: Bounds) -> Survey {
        let before = (&self.survey, &self.regions, &self.draft);
        Survey::after(before, regions, draft, within)
    }

    fn seen(&self) -> Seen<'_> {
        Seen {
            regions: &self.regions,
            survey: Some(&self.survey),
        }
    }

    fn paint(&self, pixels: Vec<Stretch>, paint: Paint) -> Redrawn {
        self.paint_over(pixels, paint, Over::All)
    }

    fn paint_over(&self, pixels: Vec<Stretch>, paint: Paint, over: Over) -> Redrawn {
        let (draft, sheet) = (&self.draft, &self.sheet);
        let painted = redraw::paint(draft, self.seen(), sheet, pixels, paint, over);
        painted.expect("it can be painted")
    }

    /// Undoes or redoes a step.
    fn step(&self, patch: &Patch, draft: &Draft) -> Survey {
        let mut sheet = self.sheet.clone();
        sheet.apply(patch).expect("it fits");
        let regions = sheet.regions_after(&self.regions, patch.rows());
        let regions = regions.expect("a mask");
        let within = patch.bounds().expect("something has changed");
        self.surveyed(&regions, draft, within)
    }

    /// The map with a territory of at least this many pixels, merged from several if necessary, and
    /// its key.
    fn with_large(&self, pixels: u64) -> (Self, TerritoryKey) {
        let mut drawn = self.clone();
        let mut own = 0;
        while drawn.survey.parts().area(&drawn.regions, own) < pixels {
            let ends = drawn
                .survey
                .contacts()
                .filter(|&(a, b, _)| a == own || b == own);
            let longest = ends.max_by_key(|&(.., length)| length);
            let Some((a, b, _)) = longest else {
                own += 1;
                continue;
            };
            let other = if a == own { b } else { a };
            let [kept, gone] = [own, other].map(|at| drawn.draft.territories[at].key);
            let merged = redraw::merge(&drawn.draft, drawn.seen(), kept, gone);
            let merged = merged.expect("two neighbours");
            let key = merged.touched[0];
            drawn = drawn.follow(merged).0;
            own = drawn.draft.place_of(key).expect("it was kept");
        }
        let key = drawn.draft.territories[own].key;
        (drawn, key)
    }
}

/// Minimum, median and maximum of some rounds, in milliseconds.
fn times<T>(rounds: usize, mut work: impl FnMut(usize) -> T) -> [f64; 3] {
    let mut times: Vec<f64> = (0..rounds)
        .map(|round| 1e3 * clock::best(1, || black_box(work(round))))
        .collect();
    times.sort_by(f64::total_cmp);
    [times[0], times[rounds / 2], times[rounds - 1]]
}

fn tell(what: &str, [least, median, most]: [f64; 3], yardstick: f64, goal: Option<Goal>) {
    let goal = goal.map_or(String::new(), |Goal(time, share)| {
        format!("   goal {time} ms, {share:.2} Y")
    });
    println!(
        "  {least:8.2} {median:8.2} {most:8.2} ms  {:6.3} Y  {what}{goal}",
        median / yardstick
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --all-targets` runs this without `--bench`: nothing to test.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let numbers = arguments
        .iter()
        .filter_map(|argument| argument.parse().ok());
    let numbers: Vec<usize> = numbers.collect();
    let (side, territories) = match numbers[..] {
        [side, territories] => (side, territories),
        _ => (8192, 5000),
    };
    let map = Drawn::new(side, territories, false);
    let yardstick = whole(&map);
    strokes(&map, yardstick);
    lands(&map, yardstick);
    seas(&map, yardstick);
    memory(&map);
    drop(map);
    lines(&Drawn::new(side, territories, true), yardstick);
}

fn whole(map: &Drawn) -> f64 {
    println!(
        "{side} × {side} pixels, {} territories, {} regions, {} runs; least, median, most",
        map.draft.territories.len(),
        map.regions.len(),
        map.regions.run_count(),
        side = map.sheet.width()
    );
    let whole = times(9, |_| {
        let regions = map.sheet.regions().expect("a mask");
        let contacts = Contacts::touching(&regions).len();
        (regions, contacts)
    });
    tell(
        "regions and contacts rebuilt from runs, Y",
        whole,
        whole[1],
        None,
    );
    whole[1]
}

/// Places all over the mask, at least 200 pixels from its edges.
fn spot(map: &Drawn, round: usize) -> (f64, f64) {
    let room = map.sheet.width() - 400;
    let at = |n: usize| ((n as u32).wrapping_mul(2_654_435_761) >> 8) % room + 200;
    (f64::from(at(2 * round)), f64::from(at(2 * round + 1)))
}

fn sea() -> Rgba {
    let [r, g, b] = generate::SEA;
    Rgba::from(marchland_maps::Rgb::new(r, g, b))
}

/// A stroke of 64 px and 200 px long, in the colour of the land where it begins.
fn stroke(map: &Drawn, round: usize) -> (Vec<Stretch>, Paint) {
    let (x, y) = spot(map, round);
    let own = map.regions.region_at(x as u32, y as u32);
    let own = own.and_then(|id| map.survey.parts().territory_of(id));
    let paint = own.map_or(Paint::New, |at| Paint::Land(map.draft.territories[at].key));
    let to = (x + 150.0, y + 120.0);
    (capsule((x, y), to, 32.0, map.sheet.height()), paint)
}

fn strokes(map: &Drawn, y: f64) {
    let stamps = times(500, |round| {
        let at = spot(map, round);
        let mut drawn = map.sheet.clone();
        let patch = drawn.change(capsule(at, at, 32.0, drawn.height()), |_| sea());
        drawn.apply(&patch).expect("it fits")
    });
    tell("a stamp of 64 px", stamps, y, Some(Goal(1.0, 0.04)));
    for size in [64.0, 512.0] {
        let rough = Rough {
            much: Rough::MOST,
            seed: 1,
        };
        // A hand moves about a sixteenth of the width at a time.
        let steps = times(200, |round| {
            let (x, y) = spot(map, round);
            let to = (x + size / 16.0, y);
            let sheet = (map.sheet.width(), map.sheet.height());
            coast(((x, y), true), to, size / 2.0, rough, sheet)
        });
        tell(
            &format!("a step of a rough brush, {size} px"),
            steps,
            y,
            None,
        );
    }
    let released = times(41, |round| {
        let (pixels, paint) = stroke(map, round);
        map.follow(map.paint(pixels, paint))
    });
    tell("a stroke released", released, y, Some(Goal(30.0, 0.5)));
    let (pixels, paint) = stroke(map, 3);
    let (after, patch) = map.follow(map.paint(pixels, paint));
    let undone = times(11, |_| after.step(&patch.inverse(), &map.draft));
    tell("that taken back", undone, y, Some(Goal(30.0, 0.5)));
    let redone = times(11, |_| map.step(&patch, &after.draft));
    tell("and made again", redone, y, Some(Goal(30.0, 0.5)));
}

fn lands(map: &Drawn, y: f64) {
    let (large, key) = map.with_large(100_000);
    let at = large.draft.place_of(key).expect("it is there");
    let part = large.regions.get(large.survey.parts().of(at)[0]);
    let (area, bounds) = (part.area, part.bounds);
    let middle = bounds.top.midpoint(bounds.bottom);
    let across = [
        Point::new(bounds.left.saturating_sub(2), middle),
        Point::new((bounds.right + 2).min(map.sheet.width()), middle),
    ];
    let cut = times(11, |_| {
        let cut = redraw::cut_all(&large.draft, large.seen(), &across, &[key]);
        large.follow(cut.expect("it is crossed"))
    });
    tell(&format!("{area} px cut"), cut, y, Some(Goal(20.0, 0.5)));
    let divided = times(5, |round| {
        let mut on = |_| ControlFlow::Continue(());
        let how = redraw::Division {
            parts: 7,
            style: Style::Natural,
            seed: round as u64,
        };
        let forwards = (false, false);
        let seen = large.seen();
        let divided = redraw::divide(&large.draft, seen, key, how, forwards, &mut on);
        large.follow(divided.expect("it is large enough"))
    });
    let goal = Some(Goal(150.0, f64::NAN));
    tell(&format!("{area} px divided by 7"), divided, y, goal);
}

/// The worst case: the whole sea becomes land, and sea again.
fn seas(map: &Drawn, y: f64) {
    let widest = map
        .regions
        .iter()
        .filter(|(_, region)| region.colour == sea());
    let (widest, _) = widest.max_by_key(|(_, region)| region.area).expect("a sea");
    let runs = || -> Vec<Stretch> { map.regions.runs_of(widest).map(Stretch::from).collect() };
    let (filled, patch) = map.follow(map.paint(runs(), Paint::New));
    let goal = || Some(Goal(f64::NAN, 1.2));
    let first = times(5, |_| map.follow(map.paint(runs(), Paint::New)));
    tell("the sea filled", first, y, goal());
    let refilled = times(5, |_| filled.follow(filled.paint(runs(), Paint::Sea)));
    tell("the sea filled again", refilled, y, goal());
    let undone = times(5, |_| filled.step(&patch.inverse(), &map.draft));
    tell("its filling taken back", undone, y, goal());
    // Many seas become one land, and keep their edges.
    let (width, height) = (map.sheet.width(), map.sheet.height());
    let most = || {
        let rows = (8..height - 8).map(|y| Stretch {
            y,
            columns: 8..width - 8,
        });
        rows.collect()
    };
    let all = times(5, |_| {
        map.follow(map.paint_over(most(), Paint::New, Over::Sea))
    });
    tell("all seas filled but for a margin", all, y, None);
}

/// Dissolves drawn lines, and measures the part of it that runs on the thread of the window.
fn lines(map: &Drawn, y: f64) {
    let black = Rgba::opaque(marchland_maps::Rgb::BLACK);
    let lines = map.regions.iter().filter(|(_, of)| of.colour == black);
    let pixels: u64 = lines.map(|(_, of)| u64::from(of.area)).sum();
    let dissolve = || redraw::dissolve(&map.draft, &map.regions, &map.sheet).expect("lines");
    let dissolved = times(3, |_| map.follow(dissolve()));
    tell(
        &format!("{pixels} px of lines dissolved"),
        dissolved,
        y,
        None,
    );
    let copied = times(11, |_| map.draft.clone());
    tell("a draft copied to be worked on elsewhere", copied, y, None);
    let redrawn = dissolve();
    let (_, patch) = redrawn.drawn.as_ref().expect("a sheet was given");
    let made = times(11, |_| {
        let (mut draft, mut sheet) = (map.draft.clone(), map.sheet.clone());
        draft.apply(redrawn.edit.clone()).expect("it fits");
        sheet.apply(patch).expect("it fits");
        (draft, sheet)
    });
    tell("what came of it made", made, y, None);
}

/// The peak memory of a stroke and its undo above that of the opened map: the sheet, the new map
/// and all intermediate values. Only on systems that report it.
fn memory(map: &Drawn) {
    let status = |field: &str| -> Option<f64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find(|line| line.starts_with(field))?;
        let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kilobytes / 1024.0)
    };
    let before = status("VmRSS:");
    // The peak counts from here.
    let reset = std::fs::write("/proc/self/clear_refs", "5");
    let opened = Drawn {
        sheet: Sheet::of(&map.regions),
        draft: map.draft.clone(),
        regions: map.regions.clone(),
        survey: map.survey.clone(),
    };
    let (pixels, paint) = stroke(&opened, 3);
    let (after, patch) = opened.follow(opened.paint(pixels, paint));
    black_box(after.step(&patch.inverse(), &map.draft));
    if let (Ok(()), Some(before), Some(peak)) = (reset, before, status("VmHWM:")) {
        println!(
            "  {:.1} MiB at most for sheet, stroke and undo   goal 64 MiB",
            peak - before
        );
    }
}
