//! Names on the map, and the legend of its continents.

mod leader;
mod legend;

use std::rc::Rc;

use tiny_skia::{LineJoin, Path, PathBuilder, Stroke};

use super::room::{Area, Room};
use super::routes::centre;
use super::{Plan, Shape, letters};
use crate::outlines::Grid;
use crate::{Draft, Names, Rgb, Territory};

/// Letter size of a label on a map 2400 pixels wide, in pixels.
const SIZE: f32 = 25.0;

/// Distance between a badge and its label, in pixels.
const MARGIN: f32 = 1.0;

/// Smallest letter size in pixels of the picture; nobody could read smaller ones.
const SMALLEST: f32 = 8.0;

const SIZES: [f32; 5] = [1.0, 0.88, 0.76, 0.66, 0.56];

const MOST_LINES: usize = 3;

/// Line height in ems.
const LEADING: f32 = 1.08;

const INK: Rgb = Rgb::new(0x20, 0x28, 0x30);
const HALO: Rgb = Rgb::WHITE;

/// Places names and a legend without overlaps with each other and the badges.
///
/// Whatever is placed first has first choice.
#[derive(Debug)]
pub struct Lettering<'a> {
    draft: &'a Draft,
    plan: &'a Plan,
    lang: Option<&'a str>,
    room: Room,
    /// [`SMALLEST`], in pixels of the mask.
    smallest: f32,
}

/// Why a territory or the legend has no lettering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unlabelled {
    /// It has no name.
    Nameless,
    /// It has no pivot, hence no position.
    Placeless,
    /// The typeface lacks some of the letters.
    Letters,
    /// There is not enough room.
    Room,
}

#[derive(Default)]
struct Arrangement {
    /// Labels and the centres of their positions.
    placed: Vec<(Label, [f32; 2])>,
    /// Lines from badges to distant labels.
    lines: Vec<[[f32; 2]; 2]>,
    /// Territories without a label, by index in the draft.
    omitted: Vec<(usize, Unlabelled)>,
}

struct Broken {
    lines: Rc<[String]>,
    /// Of the widest line, in ems.
    width: f32,
}

/// A name broken into lines, in one size.
#[derive(Clone)]
struct Label {
    lines: Rc<[String]>,
    size: f32,
    width: f32,
    height: f32,
}

impl<'a> Lettering<'a> {
    /// Lettering for a map whose plan's labels are the indices of the draft's territories plus one;
    /// names are translated into `lang` where possible, see [`Names::in_language`].
    pub fn new(draft: &'a Draft, plan: &'a Plan, lang: Option<&'a str>) -> Self {
        Self::scaled(draft, plan, lang, 1.0)
    }

    /// [`Lettering::new`] for a picture `scale` times as large as the mask: a larger one allows
    /// smaller letters.
    pub fn scaled(draft: &'a Draft, plan: &'a Plan, lang: Option<&'a str>, scale: f32) -> Self {
        let longer = plan.width().max(plan.height()) as f32;
        let cell = (longer * scale / 1200.0).clamp(1.0, 4.0) / scale;
        let mut room = Room::new(plan.width(), plan.height(), cell);
        let radius = badge_radius(draft) + MARGIN;
        for badge in draft.territories.iter().filter_map(badge_place) {
            room.take_disc(badge, radius);
        }
        // Names also avoid the pivots of other territories, where these are clicked.
        let dot = super::layers::pivot_radius(plan);
        for &pivot in draft.territories.iter().flat_map(|t| &t.pivots) {
            room.take_disc(centre(pivot), dot);
        }
        Self {
            draft,
            plan,
            lang,
            room,
            smallest: SMALLEST / scale,
        }
    }

    fn name(&self, names: &'a Names) -> Option<&'a str> {
        let name = match self.lang {
            Some(lang) => names.in_language(lang),
            None => names.text.as_deref(),
        };
        name.map(str::trim).filter(|name| !name.is_empty())
    }

    /// The name of every territory beside its badge, preferably on its own land; small territories
    /// choose first. Long names are broken into lines and shrunk; names without enough room move
    /// farther away, with a line to their badge. Also returns the territories left out, by index in
    /// the draft.
    pub fn labels(&mut self) -> (Vec<Shape>, Vec<(usize, Unlabelled)>) {
        let arrangement = self.arrange();
        let lines = arrangement.lines.iter().filter_map(|[from, to]| {
            let mut path = PathBuilder::new();
            path.move_to(from[0], from[1]);
            path.line_to(to[0], to[1]);
            path.finish()
        });
        let mut leaders = Vec::new();
        for path in lines {
            for (colour, opacity, width) in [(HALO, 0.85, 0.4), (INK, 0.9, 0.12)] {
                let stroke = Stroke {
                    width: width * self.smallest,
                    ..Stroke::default()
                };
                leaders.push(Shape::line(path.clone(), colour, opacity, stroke));
            }
        }
        let outlines = arrangement.placed.iter();
        let outlines: Vec<(Path, f32)> = outlines
            .filter_map(|(label, place)| Some((label.outline(*place)?, label.size)))
            .collect();
        let halos = outlines.iter().map(|(path, size)| {
            let halo = Stroke {
                width: size * 0.26,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            Shape::line(path.clone(), HALO, 0.85, halo)
        });
        let inks = outlines
            .iter()
            .map(|(path, _)| Shape::filled(path.clone(), INK, 1.0));
        leaders.extend(halos.chain(inks));
        (leaders, arrangement.omitted)
    }

    /// Finds and occupies positions for all labels, in the largest letters that leave room for all.
    fn arrange(&mut self) -> Arrangement {
        let areas = self.plan.areas(self.draft.territories.len());
        let mut order: Vec<usize> = (0..self.draft.territories.len()).collect();
        order.sort_by_key(|&i| areas[i + 1]);
        let full = self.full_size();
        let territories = self.draft.territories.iter();
        let ways: Vec<_> = territories.map(|territory| self.ways(territory)).collect();
        let free = self.room.clone();
        let mut best: Option<(usize, f32, Arrangement, Room)> = None;
        for share in [1.0, 0.8, 0.64, 0.5] {
            self.room = free.clone();
            let mut arrangement = Arrangement::default();
            for &at in &order {
                let placed = match &ways[at] {
                    Ok(ways) => self.place(at, ways, full * share),
                    Err(omission) => Err(*omission),
                };
                match placed {
                    Ok(placed) => arrangement.placed.push(placed),
                    Err(omission) => arrangement.omitted.push((at, omission)),
                }
            }
            let crowded = |o: &&(usize, Unlabelled)| o.1 == Unlabelled::Room;
            let lacking = arrangement.omitted.iter().filter(crowded).count();
            if best.as_ref().is_none_or(|(least, ..)| lacking < *least) {
                best = Some((lacking, full * share, arrangement, self.room.clone()));
            }
            if lacking == 0 || full * share <= self.smallest {
                break;
            }
        }
        let Some((_, size, mut arrangement, room)) = best else {
            return Arrangement::default();
        };
        self.room = room;
        for (at, omission) in std::mem::take(&mut arrangement.omitted) {
            let led = match &ways[at] {
                Ok(ways) if omission == Unlabelled::Room => self.led(at, ways, size),
                _ => None,
            };
            match led {
                Some(led) => {
                    arrangement.placed.push((led.label, led.place));
                    arrangement.lines.push(led.line);
                }
                None => arrangement.omitted.push((at, omission)),
            }
        }
        arrangement.omitted.sort_by_key(|&(at, _)| at);
        arrangement
    }

    fn size_by_map(&self) -> f32 {
        let longer = self.plan.width().max(self.plan.height()) as f32;
        SIZE * (longer / 2400.0).clamp(0.5, 4.0)
    }

    /// The ideal size of a label: by the map's size, smaller for small territories.
    fn full_size(&self) -> f32 {
        let mut areas = self.plan.areas(self.draft.territories.len());
        areas[1..].sort_unstable();
        let middle = areas.get(1 + (areas.len() - 1) / 2).copied().unwrap_or(0);
        let by_land = (middle as f32).sqrt() / 5.0;
        let by_map = self.size_by_map();
        by_map.min(by_land).max(self.smallest * 1.25)
    }

    /// The size of the legend's letters: hardly larger than names.
    fn legend_size(&self) -> f32 {
        self.size_by_map().min(1.2 * self.full_size())
    }

    /// The ways to break a territory's name into lines.
    fn ways(&self, territory: &'a Territory) -> Result<Vec<Broken>, Unlabelled> {
        let name = self.name(&territory.name).ok_or(Unlabelled::Nameless)?;
        if !letters::knows(name) {
            return Err(Unlabelled::Letters);
        }
        Ok(breaks(name))
    }

    /// The best way to write a name, and the centre of its position, which is then occupied.
    fn place(
        &mut self,
        at: usize,
        ways: &[Broken],
        full: f32,
    ) -> Result<(Label, [f32; 2]), Unlabelled> {
        let badge = badge_place(&self.draft.territories[at]).ok_or(Unlabelled::Placeless)?;
        // Shares no cell with the badge.
        let clear = badge_radius(self.draft) + MARGIN + self.room.cell() + 0.01;
        let mut best: Option<(f32, Label, [f32; 2])> = None;
        for share in SIZES {
            let size = (full * share).max(self.smallest);
            for way in ways {
                let label = Label::new(way, size);
                let effort = (1.0 - share) * 1.1 + 0.05 * (way.lines.len() - 1) as f32;
                for (place, cost) in around(badge, clear, &label) {
                    let least = best.as_ref().map_or(f32::MAX, |(least, ..)| *least);
                    let cost = effort + cost;
                    let area = label.area(place);
                    if cost >= least || !self.room.is_free(area) {
                        continue;
                    }
                    let cost = cost + self.strangeness(area, at);
                    if cost < least {
                        best = Some((cost, label.clone(), place));
                    }
                }
            }
        }
        let (_, label, place) = best.ok_or(Unlabelled::Room)?;
        self.room.take(label.area(place));
        Ok((label, place))
    }

    /// How much of a box covers land of others, plus a fraction of what covers the sea, which
    /// belongs to no territory.
    fn strangeness(&self, area: Area, own: usize) -> f32 {
        const ACROSS: usize = 12;
        const DOWN: usize = 4;
        let mut cost = 0.0;
        for row in 0..DOWN {
            let y = area.top + (row as f32 + 0.5) / DOWN as f32 * (area.bottom - area.top);
            let y = (y as usize).min(self.plan.height() - 1);
            for column in 0..ACROSS {
                let x =
                    area.left + (column as f32 + 0.5) / ACROSS as f32 * (area.right - area.left);
                let x = (x as usize).min(self.plan.width() - 1);
                cost += match self.plan.label(x, y) {
                    Grid::SEA => 0.25,
                    label if usize::from(label) == own + 1 => 0.0,
                    _ => 1.0,
                };
            }
        }
        cost / (ACROSS * DOWN) as f32
    }
}

impl Label {
    fn new(way: &Broken, size: f32) -> Self {
        let more = way.lines.len().saturating_sub(1) as f32;
        Self {
            lines: Rc::clone(&way.lines),
            size,
            width: way.width * size,
            height: size * (letters::ASCENT + letters::DESCENT + LEADING * more),
        }
    }

    /// The box of the label around `place`, and the width of its halo.
    fn area(&self, [x, y]: [f32; 2]) -> Area {
        let halo = self.size * 0.13;
        Area {
            left: x - self.width / 2.0 - halo,
            top: y - self.height / 2.0,
            right: x + self.width / 2.0 + halo,
            bottom: y + self.height / 2.0,
        }
    }

    fn outline(&self, [x, y]: [f32; 2]) -> Option<Path> {
        let mut path = PathBuilder::new();
        let first = y - self.height / 2.0 + self.size * letters::ASCENT;
        for (i, line) in self.lines.iter().enumerate() {
            let left = x - letters::width(line, self.size) / 2.0;
            let baseline = first + self.size * LEADING * i as f32;
            letters::outline(line, self.size, [left, baseline], &mut path);
        }
        path.finish()
    }
}

/// A name in one line, in two, and so on, each as narrow as possible.
fn breaks(name: &str) -> Vec<Broken> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let widths: Vec<f32> = words.iter().map(|word| letters::width(word, 1.0)).collect();
    let space = letters::width(" ", 1.0);
    let most = words.len().min(MOST_LINES);
    let ways = (1..=most).map(|lines| {
        let (firsts, width) = wrap(&widths, space, lines);
        let ends = firsts[1..].iter().copied().chain([words.len()]);
        let lines = firsts.iter().zip(ends);
        Broken {
            lines: lines.map(|(&from, to)| words[from..to].join(" ")).collect(),
            width,
        }
    });
    ways.collect()
}

/// The first words of a given number of lines such that the widest is as narrow as possible, and
/// its width. There are at least as many words as lines.
fn wrap(widths: &[f32], space: f32, lines: usize) -> (Vec<usize>, f32) {
    if lines <= 1 {
        let spaces = widths.len().saturating_sub(1) as f32 * space;
        return (vec![0], widths.iter().sum::<f32>() + spaces);
    }
    // At most three lines of a short name: few combinations.
    let ways = (1..=widths.len() + 1 - lines).map(|end| {
        let (_, first) = wrap(&widths[..end], space, 1);
        let (rest, width) = wrap(&widths[end..], space, lines - 1);
        let firsts = [0].into_iter().chain(rest.into_iter().map(|at| at + end));
        (firsts.collect(), first.max(width))
    });
    ways.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default()
}

/// Positions for the centre of a label whose box keeps `radius` from the centre of a badge, and the
/// deviation of each from the usual one, below.
fn around([x, y]: [f32; 2], radius: f32, label: &Label) -> impl Iterator<Item = ([f32; 2], f32)> {
    let area = label.area([0.0; 2]);
    let (dx, dy) = (radius + area.right, radius + area.bottom);
    let slant = radius * 0.5 + label.height / 2.0;
    [
        (0.0, dy, 0.0),
        (0.0, -dy, 0.03),
        (dx, 0.0, 0.06),
        (-dx, 0.0, 0.06),
        (dx * 0.55, dy, 0.08),
        (-dx * 0.55, dy, 0.08),
        (dx * 0.55, -dy, 0.1),
        (-dx * 0.55, -dy, 0.1),
        (dx, slant, 0.12),
        (-dx, slant, 0.12),
        (dx, -slant, 0.12),
        (-dx, -slant, 0.12),
    ]
    .into_iter()
    .map(move |(right, down, cost)| ([x + right, y + down], cost))
}

fn badge_radius(draft: &Draft) -> f32 {
    f32::from(draft.badge_size()) / 2.0
}

fn badge_place(territory: &Territory) -> Option<[f32; 2]> {
    territory.badge_place().map(centre)
}

#[cfg(test)]
mod tests;
