//! Names over the map: where each stands so that it covers neither another nor a
//! pivot, and how it is written.

use iced::advanced::graphics::text::Paragraph;
use iced::advanced::text::{Paragraph as _, Wrapping};
use iced::alignment::Vertical;
use iced::widget::canvas::{Frame, Text};
use iced::widget::text::Alignment;
use iced::{Point, Rectangle, Size, Vector};

use crate::camera::Camera;
use crate::overlay::{Emphasis, FONT, badge_radius, middle, near};
use crate::scene::{PlotIndex, Scene};

/// Size of names, in logical pixels.
const NAME: f32 = 13.0;

/// Where names stand: the middle of each, with its plot. Those that are picked
/// out come first, then the largest plots. A name stands below its pivot, or
/// above or beside it if another's pivot would be covered below; one that would
/// cover another name, or is much wider than its plot, is left out until there
/// is room.
fn place_names(
    scene: &Scene,
    camera: Camera,
    size: Size,
    emphasis: &Emphasis,
) -> Vec<(PlotIndex, Point)> {
    // Numbers that are to be read are not written over.
    let radius = badge_radius(scene, camera) - 1.0;
    let badges = scene.plots.iter().filter_map(|plot| plot.badge.as_ref());
    let mut taken: Vec<Rectangle> = badges
        .filter(|_| scene.readable_badges)
        .map(|badge| middle(camera, badge.at))
        .filter(|at| near(size, *at, radius))
        .map(|at| {
            let corner = Point::new(at.x - radius, at.y - radius);
            Rectangle::new(corner, Size::new(radius * 2.0, radius * 2.0))
        })
        .collect();
    let pivots = scene.plots.iter().filter(|_| emphasis.pivots);
    let pivots = pivots.filter_map(|plot| Some(middle(camera, *plot.pivots.first()?)));
    let pivots: Vec<Point> = pivots.filter(|at| near(size, *at, 80.0)).collect();
    let picked = emphasis.plots.iter().filter(|_| emphasis.plots.len() <= 64);
    let others = scene.by_area.iter().filter(|p| !emphasis.plots.contains(p));
    let mut names = Vec::new();
    for (first, &index) in picked.map(|p| (true, p)).chain(others.map(|p| (false, p))) {
        let Some(plot) = scene.plots.get(index).filter(|p| !p.label.is_empty()) else {
            continue;
        };
        let Some(&pivot) = plot.pivots.first() else {
            continue;
        };
        let at = middle(camera, pivot);
        if !near(size, at, 80.0) {
            continue;
        }
        let badge = plot
            .badge
            .as_ref()
            .map_or(0.0, |_| badge_radius(scene, camera));
        let width = width_of(&plot.label, NAME);
        let room = scene
            .bounds_of(index)
            .map_or(0.0, |b| b.width * camera.scale) as f32;
        if !first && width > room * 2.2 && camera.scale < 4.0 {
            continue;
        }
        let covers = |middle: Point| {
            Rectangle::new(
                Point::new(middle.x - width / 2.0 - 2.0, middle.y - NAME / 2.0 - 1.0),
                Size::new(width + 4.0, NAME + 2.0),
            )
        };
        let down = (badge + 13.0).max(15.0);
        let aside = badge.max(4.0) + 7.0 + width / 2.0;
        let ways = [(0.0, down), (0.0, -down), (aside, 0.0), (-aside, 0.0)];
        let places = ways.map(|(x, y)| Point::new(at.x + x, at.y + y));
        // What is picked out is named even so; no other name is cut by the edge.
        let is_free = |middle: &Point| {
            let covers = covers(*middle);
            let whole = covers.x >= 0.0 && covers.x + covers.width <= size.width;
            (whole || first) && !taken.iter().any(|other| other.intersects(&covers))
        };
        let hides_none = |middle: &Point| {
            let reach = covers(*middle).expand(3.0);
            !pivots.iter().any(|p| *p != at && reach.contains(*p))
        };
        let place = places
            .into_iter()
            .find(|place| is_free(place) && hides_none(place))
            .or_else(|| places.into_iter().find(is_free))
            .or(first.then_some(places[0]));
        if let Some(place) = place {
            taken.push(covers(place));
            names.push((index, place));
        }
    }
    names
}

/// Writes the names.
pub(crate) fn draw(
    frame: &mut Frame,
    scene: &Scene,
    camera: Camera,
    size: Size,
    emphasis: &Emphasis,
) {
    let style = &scene.style;
    for (index, middle) in place_names(scene, camera, size, emphasis) {
        let text = centred(Text {
            content: scene.plots[index].label.clone(),
            position: middle,
            color: style.label,
            size: NAME.into(),
            font: FONT,
            align_y: Vertical::Center,
            ..Text::default()
        });
        for (dx, dy) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
            frame.fill_text(Text {
                position: text.position + Vector::new(dx, dy),
                color: style.halo,
                ..text.clone()
            });
        }
        frame.fill_text(text);
    }
}

/// A text in the middle of its position. One that runs from right to left is
/// placed by its own measure: iced 0.14 sets a centred one at the end of its
/// line, and lines on a canvas have no end.
fn centred(text: Text) -> Text {
    if text.content.chars().any(runs_leftwards) {
        let paragraph = Paragraph::with_text(iced::advanced::Text {
            content: &*text.content,
            bounds: Size::INFINITE,
            size: text.size,
            line_height: text.line_height,
            font: text.font,
            align_x: Alignment::Default,
            align_y: text.align_y,
            shaping: text.shaping,
            wrapping: Wrapping::None,
        });
        let position = text.position - Vector::new(paragraph.min_width() / 2.0, 0.0);
        Text { position, ..text }
    } else {
        let align_x = Alignment::Center;
        Text { align_x, ..text }
    }
}

/// Whether a letter belongs to a script that is written from right to left:
/// Unicode keeps blocks of their own for these.
fn runs_leftwards(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}'
        | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}' | '\u{200F}' | '\u{202B}'
        | '\u{202E}' | '\u{2067}')
}

/// About how wide a text is, in logical pixels; wide scripts count double.
fn width_of(text: &str, size: f32) -> f32 {
    let ems: f32 = text
        .chars()
        .map(|c| match c {
            'i' | 'l' | 'j' | 't' | 'f' | '.' | ',' | '\'' | ' ' | 'I' => 0.3,
            'm' | 'w' | 'M' | 'W' => 0.85,
            c if c >= '\u{1100}' => 1.0,
            c if c.is_uppercase() => 0.66,
            _ => 0.55,
        })
        .sum();
    ems * size
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::tests::strip;
    use marchland_maps::Point as Pixel;

    #[test]
    fn names_leave_pivots_and_one_another_alone() {
        let mut scene = strip();
        let camera = Camera {
            left: 0.0,
            top: 0.0,
            scale: 10.0,
        };
        let size = Size::new(400.0, 100.0);
        let emphasis = Emphasis {
            pivots: true,
            ..Emphasis::default()
        };
        scene.plots[0].label = "Elm".into();
        scene.plots[1].label = "Fir".into();
        let at = middle(camera, scene.plots[0].pivots[0]);
        let names = |scene: &Scene| place_names(scene, camera, size, &emphasis);
        let below = (0, Point::new(at.x, at.y + 15.0));
        assert_eq!(names(&scene)[0], below);
        // The other's pivot comes to lie where the name stood.
        scene.plots[1].pivots = vec![Pixel::new(5, 6)];
        scene.plots[1].label.clear();
        let above = (0, Point::new(at.x, at.y - 15.0));
        assert_eq!(names(&scene), [above]);
        // Both names are shown, and neither covers the other.
        scene.plots[1].pivots = vec![Pixel::new(6, 5)];
        scene.plots[1].label = "Fir".into();
        let both = names(&scene);
        assert_eq!(both.len(), 2);
        let apart = both[0].1.distance(both[1].1);
        assert!(apart > NAME, "{both:?}");
    }

    #[test]
    fn names_from_right_to_left_are_placed_by_their_measure() {
        let place = |content: &str| {
            let position = Point::new(100.0, 40.0);
            centred(Text {
                content: content.into(),
                position,
                ..Text::default()
            })
        };
        let latin = place("Prague");
        assert_eq!(latin.align_x, Alignment::Center);
        assert!((latin.position.x - 100.0).abs() < f32::EPSILON);
        for name in [
            "\u{5E2}\u{5D1}\u{5E8}\u{5D9}\u{5EA}",
            "\u{645}\u{635}\u{631}",
            "Praha \u{5D0}",
        ] {
            let set = place(name);
            assert_eq!(set.align_x, Alignment::Default, "{name}");
            let half = 100.0 - set.position.x;
            assert!((1.0..60.0).contains(&half), "{name}: {half}");
        }
    }
}
