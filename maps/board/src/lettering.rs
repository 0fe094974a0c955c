//! Names and counts as pictures.
//!
//! In software, iced 0.14 clears a mask of the whole window for each text that reaches beyond a
//! redrawn part, and a name over its halo would be five texts: among many names most of a frame
//! would go there. A picture needs no such mask.

use std::collections::HashMap;
use std::sync::PoisonError;

use iced::advanced::graphics::text::cosmic_text::{Buffer, Color as Ink, Metrics, SwashCache};
use iced::advanced::graphics::text::{font_system, measure, to_attributes, to_shaping};
use iced::advanced::image::Handle;
use iced::advanced::text::{LineHeight, Shaping};
use iced::{Color, Point, Rectangle, Size};

use crate::style::FONT;

/// How far a halo reaches beyond the letters, to each corner, in logical pixels.
const HALO: f32 = 1.0;

/// The most pictures; then all are dropped.
const MOST: usize = 1 << 12;

/// A picture, and its place in logical pixels.
pub(crate) type Lettering = (Handle, Rectangle);

/// Colours of letters and, if they have one, of their halo.
pub(crate) type Colours = (Color, Option<Color>);

#[derive(PartialEq, Eq, Hash)]
struct Key {
    text: String,
    /// The bits of its size in physical pixels, and those of a logical one.
    size: [u32; 2],
    colours: ([u8; 4], Option<[u8; 4]>),
}

/// Pictures of texts that were drawn before.
pub(crate) struct Letterings {
    drawn: HashMap<Key, (Handle, Size<u32>)>,
    glyphs: SwashCache,
}

impl Default for Letterings {
    fn default() -> Self {
        let (drawn, glyphs) = (HashMap::new(), SwashCache::new());
        Self { drawn, glyphs }
    }
}

impl Letterings {
    /// A line of text, its size in logical pixels, of which each is `ratio` physical ones, centred
    /// on a place.
    pub(crate) fn centred(
        &mut self,
        (text, size): (&str, f32),
        at: Point,
        colours: Colours,
        ratio: f32,
    ) -> Lettering {
        if self.drawn.len() >= MOST {
            self.drawn.clear();
        }
        let key = Key {
            text: text.to_owned(),
            size: [size * ratio, ratio].map(f32::to_bits),
            colours: (colours.0.into_rgba8(), colours.1.map(Color::into_rgba8)),
        };
        let glyphs = &mut self.glyphs;
        let drawn = self.drawn.entry(key);
        let drawn = drawn.or_insert_with(|| draw(text, size, colours, ratio, glyphs));
        let (handle, size) = (drawn.0.clone(), drawn.1);
        let size = Size::new(size.width as f32, size.height as f32);
        // At whole pixels, to which the renderer truncates: a quarter is far from both ends.
        let corner = |at: f32, side: f32| ((at * ratio - side / 2.0).round() + 0.25) / ratio;
        let corner = Point::new(corner(at.x, size.width), corner(at.y, size.height));
        let size = Size::new(size.width / ratio, size.height / ratio);
        (handle, Rectangle::new(corner, size))
    }
}

fn draw(
    text: &str,
    size: f32,
    (colour, halo): Colours,
    ratio: f32,
    glyphs: &mut SwashCache,
) -> (Handle, Size<u32>) {
    let mut fonts = font_system()
        .write()
        .unwrap_or_else(PoisonError::into_inner);
    let fonts = fonts.raw();
    let size = size * ratio;
    let height = LineHeight::default().to_absolute(size.into());
    let mut buffer = Buffer::new(fonts, Metrics::new(size, height.0));
    buffer.set_size(fonts, None, None);
    let shaping = to_shaping(Shaping::Advanced, text);
    buffer.set_text(fonts, text, &to_attributes(FONT), shaping, None);
    buffer.shape_until_scroll(fonts, false);

    let reach = (HALO * ratio).round().max(1.0) as i32;
    // Room for the halo, and for letters that reach beyond their box.
    let margin = if halo.is_some() { 3 * reach } else { reach };
    // The baseline is truncated to a pixel below.
    let baseline = buffer.layout_runs().next().map_or(0.0, |run| run.line_y);
    let top = margin + (baseline.round() - baseline.trunc()) as i32;
    let (room, _) = measure(&buffer);
    let around = |long: f32| long.ceil() as usize + 2 * margin as usize;
    let (width, height) = (around(room.width), around(room.height));
    let place = |x: i32, y: i32| {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        (x < width && y < height).then_some(y * width + x)
    };
    let mut letters = vec![Color::TRANSPARENT; width * height];
    let [r, g, b, a] = colour.into_rgba8();
    buffer.draw(fonts, glyphs, Ink::rgba(r, g, b, a), |x, y, _, _, ink| {
        if let Some(at) = place(x + margin, y + top) {
            let [r, g, b, a] = ink.as_rgba();
            let ink = Color::from_rgba8(r, g, b, f32::from(a) / 255.0);
            letters[at] = over(ink, letters[at]);
        }
    });
    let corners = [
        (-reach, -reach),
        (reach, -reach),
        (-reach, reach),
        (reach, reach),
    ];
    let ground = |x: i32, y: i32| {
        let near = corners.iter().filter_map(|(dx, dy)| place(x - dx, y - dy));
        let shadows = near.filter_map(|at| Some(halo?.scale_alpha(letters[at].a)));
        shadows.fold(Color::TRANSPARENT, |ground, shadow| over(shadow, ground))
    };
    let columns = || 0..width as i32;
    let places = (0..height as i32).flat_map(|y| columns().map(move |x| (x, y)));
    let pixels = letters.iter().zip(places);
    let pixels = pixels.flat_map(|(&own, (x, y))| over(own, ground(x, y)).into_rgba8());
    let pixels: Vec<u8> = pixels.collect();
    let size = Size::new(width as u32, height as u32);
    (Handle::from_rgba(size.width, size.height, pixels), size)
}

/// A colour over another (Porter and Duff 1984).
fn over(a: Color, b: Color) -> Color {
    let rest = b.a * (1.0 - a.a);
    let alpha = a.a + rest;
    if alpha <= 0.0 {
        return Color::TRANSPARENT;
    }
    let mix = |a_part: f32, b_part: f32| (a_part * a.a + b_part * rest) / alpha;
    Color::from_rgba(mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b), alpha)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Colours = (Color::BLACK, None);
    const HALOED: Colours = (Color::BLACK, Some(Color::WHITE));

    #[test]
    fn a_text_lies_around_its_middle_at_whole_pixels() {
        let mut letterings = Letterings::default();
        let at = Point::new(100.3, 40.7);
        for ratio in [1.0, 1.25, 2.0] {
            for text in ["7", "Kamchatka and the Isles", "\u{5E2}\u{5D1}\u{5E8}"] {
                let (_, place) = letterings.centred((text, 13.0), at, HALOED, ratio);
                assert!(place.center().distance(at) < 1.5 / ratio, "{text}");
                let pixel = place.x * ratio;
                assert!(
                    (pixel - pixel.floor() - 0.25).abs() < 0.01,
                    "{text}: {pixel}"
                );
            }
        }
    }

    /// Lightness and opacity of each pixel, by row, and the width.
    fn pixels(text: &str, colours: Colours) -> (Vec<[u8; 2]>, usize) {
        let (handle, size) = draw(text, 13.0, colours, 1.0, &mut SwashCache::new());
        let Handle::Rgba { pixels, .. } = handle else {
            panic!("not made of pixels");
        };
        let pixels = pixels.chunks_exact(4).map(|of| [of[0], of[3]]).collect();
        (pixels, size.width as usize)
    }

    #[test]
    fn letters_stand_on_their_halo_and_nothing_is_cut_off() {
        for text in ["\u{C5}ngstr\u{F6}m jy", "42"] {
            let (haloed, width) = pixels(text, HALOED);
            assert!(haloed.contains(&[255, 255]), "halo of {text}");
            let dark = |of: &[[u8; 2]]| of.iter().filter(|of| of[1] > 200 && of[0] < 60).count();
            let plain = pixels(text, PLAIN).0;
            assert!(dark(&plain) > 5 && !plain.iter().any(|of| of[0] > 0));
            assert!(dark(&haloed) >= dark(&plain), "{text}");
            let rows: Vec<_> = haloed.chunks(width).collect();
            let ends = rows.iter().flat_map(|row| [row[0], row[width - 1]]);
            let edge = ends.chain([rows[0], rows[rows.len() - 1]].concat());
            assert!(edge.into_iter().all(|of| of[1] == 0), "room around {text}");
        }
    }

    #[test]
    fn a_text_is_drawn_once_for_each_look() {
        let mut letterings = Letterings::default();
        let mut id = |size, colours, ratio| {
            let drawn = letterings.centred(("Iceland", size), Point::ORIGIN, colours, ratio);
            drawn.0.id()
        };
        let first = id(13.0, PLAIN, 1.0);
        assert_eq!(first, id(13.0, PLAIN, 1.0));
        for other in [
            id(13.0, HALOED, 1.0),
            id(26.0, PLAIN, 1.0),
            id(13.0, PLAIN, 2.0),
        ] {
            assert_ne!(first, other);
        }
    }
}
