//! Names on the map, and the legend of its continents.

mod leader;
mod legend;

use std::rc::Rc;

use tiny_skia::{LineJoin, Path, PathBuilder, Stroke};

use super::room::{Area, Room};
use super::{Plan, Shape, letters};
use crate::outlines::Grid;
use crate::{Draft, Map, Names, Point, Rgb, Territory};

/// Letters of a label on a map 2400 pixels wide, in pixels.
const SIZE: f32 = 25.0;

/// Between a badge and what is written, in pixels.
const MARGIN: f32 = 1.0;

/// Letters are never smaller, in pixels of the picture: nobody could read them.
const SMALLEST: f32 = 8.0;

/// What sizes are tried.
const SIZES: [f32; 5] = [1.0, 0.88, 0.76, 0.66, 0.56];

/// Most lines of a label.
const MOST_LINES: usize = 3;

/// From one baseline to the next, in ems.
const LEADING: f32 = 1.08;

const INK: Rgb = Rgb::new(0x20, 0x28, 0x30);
const HALO: Rgb = Rgb::WHITE;

/// Names and a legend that keep out of each other's way and off the badges.
///
/// Whatever is painted first has first choice.
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
    /// It has no pivot, hence no place.
    Placeless,
    /// The typeface lacks some of the letters.
    Letters,
    /// There is no free room.
    Room,
}

/// Where the labels stand.
#[derive(Default)]
struct Arrangement {
    /// Labels and the middles of their places.
    placed: Vec<(Label, [f32; 2])>,
    /// Lines from badges to labels that are away from them.
    lines: Vec<[[f32; 2]; 2]>,
    /// Territories without one, by their place in the draft.
    omitted: Vec<(usize, Unlabelled)>,
}

/// A name in lines.
struct Broken {
    lines: Rc<[String]>,
    /// Of the widest line, in ems.
    width: f32,
}

/// A name in lines, in one size.
#[derive(Clone)]
struct Label {
    lines: Rc<[String]>,
    size: f32,
    width: f32,
    height: f32,
}

impl<'a> Lettering<'a> {
    /// Lettering for a map whose plan has the draft's territories in their
    /// order, plus one, as labels; names in the language `lang` where there are
    /// translations, see [`Names::in_language`].
    pub fn new(draft: &'a Draft, plan: &'a Plan, lang: Option<&'a str>) -> Self {
        Self::scaled(draft, plan, lang, 1.0)
    }

    /// [`Lettering::new`] for a picture that is `scale` times as large as the mask:
    /// smaller letters can be read there.
    pub fn scaled(draft: &'a Draft, plan: &'a Plan, lang: Option<&'a str>, scale: f32) -> Self {
        let longer = plan.width().max(plan.height()) as f32;
        let cell = (longer * scale / 1200.0).clamp(1.0, 4.0) / scale;
        let mut room = Room::new(plan.width(), plan.height(), cell);
        let radius = badge_radius(draft) + MARGIN;
        for [x, y] in draft.territories.iter().filter_map(badge_place) {
            room.take_disc([x, y], radius);
        }
        // Nor does a name stand where another territory is clicked.
        let dot = super::layers::pivot_radius(plan);
        for &Point { x, y } in draft.territories.iter().flat_map(|t| &t.pivots) {
            room.take_disc([x as f32 + 0.5, y as f32 + 0.5], dot);
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

    /// The name of every territory beside its badge, in its own land as far as
    /// possible; small territories choose first. Long names are broken into lines
    /// and shrunk; what then has no room goes farther away, with a line to its badge.
    /// Beside the lettering the territories left out, by their place in
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

    /// Finds places for all labels, in letters as large as there is room for
    /// all of them; takes the places.
    fn arrange(&mut self) -> Arrangement {
        let areas = self.plan.areas(self.draft.territories.len());
        let mut order: Vec<usize> = (0..self.draft.territories.len()).collect();
        order.sort_by_key(|&i| areas[i + 1]);
        let full = self.full_size(&order, &areas);
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

    /// The size of a label with enough room: by the map's size, less if its
    /// territories are small. `order` sorts them by area.
    fn full_size(&self, order: &[usize], areas: &[u64]) -> f32 {
        let by_map = self.size_by_map();
        let middle = order.get(order.len() / 2).map_or(0, |&at| areas[at + 1]);
        let by_land = (middle as f32).sqrt() / 5.0;
        by_map.min(by_land).max(self.smallest * 1.25)
    }

    /// The ways to write a territory's name.
    fn ways(&self, territory: &'a Territory) -> Result<Vec<Broken>, Unlabelled> {
        let name = self.name(&territory.name).ok_or(Unlabelled::Nameless)?;
        if !letters::knows(name) {
            return Err(Unlabelled::Letters);
        }
        Ok(breaks(name))
    }

    /// The best of the ways to write a name, and the middle of its place; takes
    /// it.
    fn place(
        &mut self,
        at: usize,
        ways: &[Broken],
        full: f32,
    ) -> Result<(Label, [f32; 2]), Unlabelled> {
        let badge = badge_place(&self.draft.territories[at]).ok_or(Unlabelled::Placeless)?;
        // What touches no cell in common with the badge.
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

    /// How much of a box lies on land of others, and a little of what lies on
    /// the sea, which is nobody's.
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

    /// The box of the label around `place`, and the halo's width.
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

/// A name in one line, in two, and so on, each as narrow as it goes.
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

/// The first words of so many lines, of which the widest is as narrow as
/// possible, and its width. There are at least as many words as lines.
fn wrap(widths: &[f32], space: f32, lines: usize) -> (Vec<usize>, f32) {
    if lines <= 1 {
        let spaces = widths.len().saturating_sub(1) as f32 * space;
        return (vec![0], widths.iter().sum::<f32>() + spaces);
    }
    // At most three lines of a name of limited length: all ways are few.
    let ways = (1..=widths.len() + 1 - lines).map(|end| {
        let (_, first) = wrap(&widths[..end], space, 1);
        let (rest, width) = wrap(&widths[end..], space, lines - 1);
        let firsts = [0].into_iter().chain(rest.into_iter().map(|at| at + end));
        (firsts.collect(), first.max(width))
    });
    ways.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default()
}

/// Places for the middle of a label whose box keeps `radius` from the middle of
/// a badge, and how far from the usual one, below, each is.
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
    f32::from(draft.badge_diameter.unwrap_or(Map::DEFAULT_BADGE_DIAMETER)) / 2.0
}

fn badge_place(territory: &Territory) -> Option<[f32; 2]> {
    let place = territory.badge.or(territory.pivots.first().copied());
    place.map(|Point { x, y }| [x as f32 + 0.5, y as f32 + 0.5])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chequerboard of territories of `side` pixels, a badge in the middle of
    /// each.
    fn board(columns: u32, rows: u32, side: u32, names: &[&str]) -> (Draft, Plan) {
        let mut draft = Draft::new();
        draft.badge_diameter = Some(12);
        for i in 0..columns * rows {
            let mut territory = draft.fresh_territory();
            let name = names[i as usize % names.len()];
            if !name.is_empty() {
                territory.name = Names::plain(name);
            }
            let [x, y] = [i % columns, i / columns].map(|at| at * side + side / 2);
            territory.pivots.push(Point { x, y });
            draft.territories.push(territory);
        }
        let (width, height) = (columns * side, rows * side);
        let cells = (0..width * height)
            .map(|at| (at % width / side + at / width / side * columns + 1) as u16)
            .collect();
        let grid = Grid::from_cells(width, height, false, cells);
        (draft, Plan::of_grid(&grid))
    }

    fn apart(a: Area, b: Area) -> bool {
        a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
    }

    #[test]
    fn labels_keep_off_each_other_and_off_all_badges() {
        let names = ["Bosnia and Herzegovina", "Peru", "Západní Austrálie"];
        let (draft, plan) = board(9, 7, 100, &names);
        let mut lettering = Lettering::new(&draft, &plan, None);
        let arrangement = lettering.arrange();
        assert_eq!(arrangement.omitted, []);
        let placed = arrangement.placed.iter();
        let placed: Vec<Area> = placed.map(|(label, place)| label.area(*place)).collect();
        for (i, &one) in placed.iter().enumerate() {
            assert!(one.left >= 0.0 && one.right <= 900.0);
            assert!(one.top >= 0.0 && one.bottom <= 700.0);
            assert!(placed[..i].iter().all(|&other| apart(one, other)));
            for [x, y] in draft.territories.iter().filter_map(badge_place) {
                let (dx, dy) = (
                    x - x.clamp(one.left, one.right),
                    y - y.clamp(one.top, one.bottom),
                );
                assert!(dx.hypot(dy) >= 6.0, "a badge is covered");
            }
        }
    }

    #[test]
    fn what_has_no_label_is_told() {
        let (mut draft, plan) = board(5, 1, 60, &["A", "日本", "", "B", "C"]);
        draft.territories[3].pivots.clear();
        let mut lettering = Lettering::new(&draft, &plan, None);
        assert_eq!(
            lettering.labels().1,
            [
                (1, Unlabelled::Letters),
                (2, Unlabelled::Nameless),
                (3, Unlabelled::Placeless)
            ]
        );
        // Twelve pixels for every name of sixty letters.
        let long = "A name far longer than the land it should be written upon";
        let (draft, plan) = board(10, 10, 12, &[long]);
        let mut lettering = Lettering::new(&draft, &plan, None);
        let omitted = lettering.labels().1;
        assert!(omitted.len() > 90 && omitted.iter().all(|o| o.1 == Unlabelled::Room));
    }

    /// Four small lands in a wide sea: beside the badges there is room for no name.
    #[test]
    fn names_without_room_are_led_to_their_badges() {
        let names = ["Gondwana the Great", "Laurasia", "Pangaea", "Rodinia"];
        let (mut draft, _) = board(2, 2, 14, &names);
        let mut cells = vec![Grid::SEA; 400 * 300];
        for (at, territory) in draft.territories.iter_mut().enumerate() {
            let [x, y] = [190 + at as u32 % 2 * 14, 140 + at as u32 / 2 * 14];
            territory.pivots = vec![Point { x: x + 7, y: y + 7 }];
            for row in y..y + 14 {
                let start = (row * 400 + x) as usize;
                cells[start..start + 14].fill(at as u16 + 1);
            }
        }
        let plan = Plan::of_grid(&Grid::from_cells(400, 300, false, cells));
        let mut lettering = Lettering::new(&draft, &plan, None);
        // Nothing may stand right beside them.
        for side in [
            Area {
                left: 170.0,
                top: 120.0,
                right: 238.0,
                bottom: 138.0,
            },
            Area {
                left: 170.0,
                top: 170.0,
                right: 238.0,
                bottom: 190.0,
            },
        ] {
            lettering.room.take(side);
        }
        let arrangement = lettering.arrange();
        assert_eq!(arrangement.omitted, []);
        assert_eq!(arrangement.placed.len(), 4);
        assert!(!arrangement.lines.is_empty());
        let placed = arrangement.placed.iter();
        let placed: Vec<Area> = placed.map(|(label, place)| label.area(*place)).collect();
        for (i, &one) in placed.iter().enumerate() {
            assert!(placed[..i].iter().all(|&other| apart(one, other)));
        }
        for [from, to] in arrangement.lines {
            for step in 1..=20_u8 {
                let at = [0, 1].map(|i| from[i] + (to[i] - from[i]) * f32::from(step) / 20.0);
                for [x, y] in draft.territories.iter().filter_map(badge_place) {
                    assert!((at[0] - x).hypot(at[1] - y) > 5.9, "through a badge");
                }
            }
        }
    }

    #[test]
    fn a_larger_picture_has_room_for_more_names() {
        let long = "A name far longer than its land";
        let (draft, plan) = board(10, 10, 40, &[long]);
        let omitted = |scale| {
            Lettering::scaled(&draft, &plan, None, scale)
                .labels()
                .1
                .len()
        };
        let [small, large] = [1.0, 4.0].map(omitted);
        assert!(large < small / 2, "{small}, {large}");
    }

    #[test]
    fn long_names_are_broken_where_that_makes_them_narrow() {
        let ways = breaks("Bosnia and Herzegovina");
        let lines: Vec<_> = ways.iter().map(|way| &way.lines[..]).collect();
        assert_eq!(lines[0], ["Bosnia and Herzegovina"]);
        assert_eq!(lines[1], ["Bosnia and", "Herzegovina"]);
        assert_eq!(lines[2], ["Bosnia", "and", "Herzegovina"]);
        assert!(ways[1].width < ways[0].width / 1.6);
        for way in &ways {
            let widths = way.lines.iter().map(|line| letters::width(line, 1.0));
            assert!((way.width - widths.fold(0.0, f32::max)).abs() < 1e-3);
        }
        assert_eq!(breaks("Peru").len(), 1);
    }
}
