//! Derives from the mask: pivots, whether a link is by land or by sea, closed borders, joined
//! edges.

use std::collections::{BTreeMap, BTreeSet};

use crate::mask::{Recognition, Regions, pivots};
use crate::propose::Survey;
use crate::{By, Draft, Neighbour, TerritoryId, Way, Wrap};

use super::flaw::Cause;
use super::map_file::MapFile;
use super::{ImportError, Importer};

impl Importer<'_> {
    /// Adds everything that depends on the mask.
    pub(super) fn look_at_mask(
        &mut self,
        source: &MapFile,
        mask: &Regions,
        draft: &mut Draft,
    ) -> Result<(), ImportError> {
        let numbers: Vec<usize> = source.countries.keys().copied().collect();
        let is_linked = |a: usize, b: usize| {
            let (a, b) = (numbers[a], numbers[b]);
            source.borders.contains_key(&(a, b)) || source.borders.contains_key(&(b, a))
        };
        let narrow = Recognition::of(mask).gap;
        self.reached(0.5)?;
        self.find_pivots(source, mask, draft);
        let mut gap = line_width(mask, draft, &is_linked).max(narrow);
        // However short the border is.
        let touching = Survey::with_gap(mask, draft, narrow.max(1));
        // They also touch for the map if linked countries are a pixel apart.
        if gap == 0 {
            let adjacent = Survey::with_gap(mask, draft, 0);
            let linked = touching.contacts().filter(|&(a, b, _)| is_linked(a, b));
            for (a, b, _) in linked.filter(|&(a, b, _)| adjacent.contact(a, b) == 0) {
                gap = 1;
                let [from, to] = [a, b].map(|at| label(draft, at));
                self.flaws.add(self.name, None, Cause::Near { from, to });
            }
        }
        if let Some(file) = &mut draft.mask {
            file.gap = Some(gap as u16);
        }
        self.find_wrap(mask, draft, gap, &is_linked)?;
        self.reached(0.9)?;
        let survey = Survey::with_gap(mask, draft, gap);
        let place: BTreeMap<usize, usize> = numbers.iter().copied().zip(0..).collect();

        let mut one_way = 0;
        for (&(from, to), &line) in &source.borders {
            let back = source.borders.contains_key(&(to, from));
            if back && from > to {
                continue;
            }
            if !back {
                one_way += 1;
                let label = |n: usize| label(draft, place[&n]);
                let cause = Cause::OneWay {
                    from: label(from),
                    to: label(to),
                };
                self.flaws.add(self.name, line, cause);
            }
            let (a, b) = (place[&from], place[&to]);
            let touch = touching.contact(a, b) > 0 || survey.contact(a, b) >= LEAST_BORDER;
            let neighbour = Neighbour {
                to: TerritoryId(place[&to] as u16),
                by: if touch { By::Land } else { By::Sea },
                way: if back { Way::Both } else { Way::One },
            };
            draft.territories[place[&from]].neighbours.push(neighbour);
        }
        if let Some(line) = source.test {
            self.flaws.add(self.name, line, Cause::BorderTest(one_way));
        }
        let told = source.borders.keys().map(|(from, _)| place[from]).collect();
        self.close(&survey, draft, &told);
        self.reached(1.0)
    }

    fn find_pivots(&mut self, source: &MapFile, mask: &Regions, draft: &mut Draft) {
        let survey = Survey::with_gap(mask, draft, 0);
        for (at, (&number, country)) in source.countries.iter().enumerate() {
            let parts = survey.parts_that_matter(mask, at).iter().copied();
            let found = pivots(mask, parts);
            let territory = &mut draft.territories[at];
            territory.pivots = found.into_iter().map(|pivot| pivot.at).collect();
            if territory.pivots.is_empty() {
                territory.pivots.extend(territory.badge);
                let cause = Cause::NoPixels {
                    number,
                    name: territory.name.text.clone().unwrap_or_default(),
                    badge: territory.badge.is_some(),
                };
                self.flaws.add(self.name, country.line, cause);
            }
        }
    }

    /// Joins the edges across which two linked countries touch that do not touch within the map, or
    /// are much nearer to each other than there.
    fn find_wrap(
        &mut self,
        mask: &Regions,
        draft: &mut Draft,
        gap: u32,
        is_linked: &dyn Fn(usize, usize) -> bool,
    ) -> Result<(), ImportError> {
        /// How many times as far it must be within the map.
        const NEARER: f64 = 4.0;
        let reach = f64::from(mask.width().max(mask.height())) / 6.0;
        let within = Survey::with_gap(mask, draft, gap);
        let mut joined = Wrap::default();
        for (horizontal, share) in [(true, 0.6), (false, 0.75)] {
            self.reached(share)?;
            let wrap = Wrap {
                horizontal,
                vertical: !horizontal,
            };
            draft.wrap = wrap;
            let survey = Survey::with_gap(mask, draft, gap);
            let touch = survey
                .contacts()
                .find(|&(a, b, _)| is_linked(a, b) && within.contact(a, b) == 0)
                .map(|(a, b, _)| [a, b]);
            let across = touch.or_else(|| {
                let links = survey.sea_links(mask, Some(reach));
                let mut across = links
                    .iter()
                    .filter(|link| link.wraps && is_linked(link.a, link.b))
                    .peekable();
                across.peek()?;
                let direct = within.sea_links(mask, Some(NEARER * reach));
                let link = across.find(|link| {
                    let mut direct = direct.iter();
                    let other = direct.find(|other| (other.a, other.b) == (link.a, link.b));
                    other.is_none_or(|other| other.distance >= NEARER * link.distance)
                })?;
                Some([link.a, link.b])
            });
            if let Some(ends) = across {
                let [from, to] = ends.map(|at| label(draft, at));
                self.flaws.add(self.name, None, Cause::Wraps { from, to });
                joined.horizontal |= horizontal;
                joined.vertical |= !horizontal;
            }
        }
        draft.wrap = joined;
        Ok(())
    }

    /// Closes the borders of territories that touch but are not linked. Nothing is known of
    /// countries other than `told`, which have no line of borders: the file may have been cut off.
    fn close(&mut self, survey: &Survey, draft: &mut Draft, told: &BTreeSet<usize>) {
        let linked: BTreeSet<(TerritoryId, TerritoryId)> = draft
            .links()
            .filter_map(|(from, link)| Some((from.id?, link.to)))
            .collect();
        let mut count = 0;
        let mut example = None;
        let known = survey.contacts();
        for (a, b, _) in known.filter(|(a, b, _)| told.contains(a) && told.contains(b)) {
            let (Some(from), Some(to)) = (draft.territories[a].id, draft.territories[b].id) else {
                continue;
            };
            if linked.contains(&(from, to)) || linked.contains(&(to, from)) {
                continue;
            }
            draft.territories[a].closed.push(to);
            count += 1;
            example.get_or_insert_with(|| (label(draft, a), label(draft, b)));
        }
        if let Some(example) = example {
            self.flaws
                .add(self.name, None, Cause::Closed { count, example });
        }
    }
}

/// Widest drawn line that is recognised, in pixels.
const WIDEST_LINE: u32 = 24;

/// Lines are recognised if at least one pixel of border in this many has their width.
const LINES: u64 = 25;

/// Countries with a shorter border across a line are only near each other.
const LEAST_BORDER: u32 = 3;

/// The widest lines across which linked countries touch, in pixels.
///
/// In this format lines and sea look alike, because neither belongs to a country. But lines have an
/// even width: along borders the same few distances recur, while coasts face each other at all
/// distances. So the borders between linked countries are counted by width; the greatest width that
/// a 25th of them and at least three pairs of countries have is that of the lines. On the maps of
/// `../shared/corpus` this distinguishes lines from straits correctly.
fn line_width(mask: &Regions, draft: &Draft, is_linked: &dyn Fn(usize, usize) -> bool) -> u32 {
    let mut survey = Survey::with_gap(mask, draft, 0);
    let mut lengths: BTreeMap<(usize, usize), u32> = BTreeMap::new();
    // By width: pixels of border, and number of pairs.
    let mut found = Vec::new();
    for gap in 0..=WIDEST_LINE {
        survey.set_gap(mask, gap);
        let (mut pixels, mut pairs) = (0, 0);
        for (a, b, length) in survey.contacts() {
            if is_linked(a, b) {
                let before = lengths.insert((a, b), length).unwrap_or(0);
                pixels += u64::from(length.saturating_sub(before));
                pairs += u32::from(length > before);
            }
        }
        found.push((gap, pixels, pairs));
    }
    let all: u64 = found.iter().map(|&(_, pixels, _)| pixels).sum();
    let mut widest_first = found.into_iter().rev();
    let drawn = widest_first.find(|&(_, pixels, pairs)| pixels * LINES >= all && pairs >= 3);
    drawn.map_or(0, |(gap, ..)| gap)
}

/// The name of a territory in flaws.
fn label(draft: &Draft, at: usize) -> String {
    draft.territories[at].name.text.clone().unwrap_or_default()
}
