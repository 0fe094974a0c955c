//! A canvas that produces SVG.

use std::fmt::{Display, Write as _};

use super::Picture;

/// Shared colours.
pub(super) const INK: &str = "#1f2933";
pub(super) const FAINT_INK: &str = "#616e7c";
pub(super) const GRID: &str = "#e4e7eb";
pub(super) const PAPER: &str = "#ffffff";
pub(super) const ATTACKER: &str = "#2f6fb0";
pub(super) const DEFENDER: &str = "#c8553d";
pub(super) const UNDECIDED: &str = "#7b8794";

/// The part of a text that its point marks.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Copy)]
pub(super) struct TextStyle {
    pub(super) size: f64,
    pub(super) bold: bool,
    pub(super) colour: &'static str,
    pub(super) anchor: Anchor,
}

impl TextStyle {
    pub(super) const fn new(size: f64, colour: &'static str, anchor: Anchor) -> Self {
        Self {
            size,
            bold: false,
            colour,
            anchor,
        }
    }

    pub(super) const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }
}

pub(super) struct Canvas {
    svg: String,
}

impl Canvas {
    pub(super) fn new(width: f64, height: f64, description: &str) -> Self {
        let mut canvas = Self { svg: String::new() };
        canvas.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"Inter, 'Fira Sans', 'Helvetica Neue', Arial, sans-serif\" \
             role=\"img\"><title>{}</title>",
            escape(description)
        ));
        canvas.rect(0.0, 0.0, width, height, PAPER);
        canvas
    }

    pub(super) fn finish(mut self) -> Picture {
        self.svg.push_str("</svg>\n");
        Picture { svg: self.svg }
    }

    pub(super) fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, fill: impl Display) {
        let (x, y, width, height) = (Short(x), Short(y), Short(width), Short(height));
        self.put(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
        ));
    }

    /// An unfilled rectangle.
    pub(super) fn frame(&mut self, x: f64, y: f64, width: f64, height: f64, colour: &str) {
        let (x, y, width, height) = (Short(x), Short(y), Short(width), Short(height));
        self.put(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"{colour}\"/>"
        ));
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
        let (x1, y1, x2, y2) = (Short(from.0), Short(from.1), Short(to.0), Short(to.1));
        self.put(format_args!(
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
        ));
    }

    /// A line through points; `dash` is the SVG dash pattern, empty for a solid line.
    pub(super) fn polyline(&mut self, points: &[(f64, f64)], colour: &str, width: f64, dash: &str) {
        let mut path = String::new();
        for (index, (x, y)) in points.iter().enumerate() {
            let command = if index == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{command}{} {}", Short(*x), Short(*y));
        }
        let dash = if dash.is_empty() {
            String::new()
        } else {
            format!(" stroke-dasharray=\"{dash}\"")
        };
        self.put(format_args!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
             stroke-linejoin=\"round\" stroke-linecap=\"round\"{dash}/>"
        ));
    }

    /// A text with its baseline at `y`.
    pub(super) fn text(&mut self, x: f64, y: f64, text: &str, style: TextStyle) {
        self.text_with(x, y, text, style, "");
    }

    /// A text, reduced in size if it would be wider than `room`.
    pub(super) fn text_within(&mut self, x: f64, y: f64, text: &str, style: TextStyle, room: f64) {
        // The mean width of a letter in the two fonts, rounded up.
        let letter = if style.bold { 0.57 } else { 0.5 };
        let fits = room / (letter * text.chars().count() as f64);
        let size = (style.size.min(fits) * 10.0).floor() / 10.0;
        self.text(x, y, text, TextStyle { size, ..style });
    }

    /// A text that reads upwards.
    pub(super) fn upright_text(&mut self, x: f64, y: f64, text: &str, style: TextStyle) {
        self.text_with(
            x,
            y,
            text,
            style,
            &format!(" transform=\"rotate(-90 {} {})\"", Short(x), Short(y)),
        );
    }

    /// A text with an outline of `colour`, legible on top of lines.
    pub(super) fn outlined_text(
        &mut self,
        x: f64,
        y: f64,
        text: &str,
        style: TextStyle,
        colour: &str,
    ) {
        let outline = format!(
            " stroke=\"{colour}\" stroke-width=\"5\" stroke-linejoin=\"round\" paint-order=\"stroke\""
        );
        self.text_with(x, y, text, style, &outline);
    }

    fn text_with(&mut self, x: f64, y: f64, text: &str, style: TextStyle, more: &str) {
        let anchor = match style.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let weight = if style.bold {
            " font-weight=\"700\""
        } else {
            ""
        };
        self.put(format_args!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"{weight}{anchor}{more}>{}</text>",
            Short(x),
            Short(y),
            style.size,
            style.colour,
            escape(text)
        ));
    }

    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.svg, "{element}");
    }
}

/// A coordinate rounded to two decimals.
struct Short(f64);

impl Display for Short {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", (self.0 * 100.0).round() / 100.0)
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// The smallest step of 1, 2 or 5 times a power of ten that divides `range` into at
/// most `most` parts.
pub(super) fn step(range: f64, most: f64) -> f64 {
    let rough = range / most;
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= rough * 0.999)
        .unwrap_or(rough)
}

#[cfg(test)]
mod tests;
