//! What is being drawn: a brush, a line, a lasso.

use iced::widget::canvas::{Frame, LineDash, Path, Stroke};
use iced::{Point, Rectangle, Size};

use crate::camera::Camera;
use crate::style::Style;

/// What is drawn over everything else, in pixels of the mask.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sketch {
    /// The brush: its middle and its radius.
    pub brush: Option<(f64, f64, f64)>,
    /// Corners of a line.
    pub line: Vec<(f64, f64)>,
    /// Whether the line is closed.
    pub closed: bool,
    /// Axes of symmetry, each with its ends.
    pub axes: Vec<[(f64, f64); 2]>,
}

/// The bounds of all that is drawn; `None` if nothing is.
pub(crate) fn around(camera: Camera, sketch: &Sketch) -> Option<Rectangle> {
    let brush = sketch.brush.map(|(x, y, radius)| {
        let reach = (radius * camera.scale).max(1.5) as f32;
        let middle = Rectangle::new(camera.to_screen(x, y), Size::ZERO);
        middle.expand(reach)
    });
    let axes = sketch.axes.iter().flatten();
    let corners = sketch.line.iter().chain(axes).map(|&(x, y)| {
        let corner = camera.to_screen(x, y);
        Rectangle::new(corner, Size::ZERO)
    });
    let around = brush.into_iter().chain(corners);
    // Mitred corners reach four times half of the wider stroke.
    Some(around.reduce(|a, b| a.union(&b))?.expand(7.0))
}

/// Draws it in two strokes, so that it shows on any ground.
pub(crate) fn draw(frame: &mut Frame, style: &Style, camera: Camera, sketch: &Sketch) {
    let thin = |colour, width: f32| Stroke::default().with_color(colour).with_width(width);
    let strokes = [thin(style.halo, 3.0), thin(style.accent, 1.5)];
    let dashed = || Stroke {
        line_dash: LineDash {
            segments: &[5.0, 5.0],
            offset: 0,
        },
        ..thin(style.accent, 1.5)
    };
    for &[from, to] in &sketch.axes {
        let axis = Path::line(
            camera.to_screen(from.0, from.1),
            camera.to_screen(to.0, to.1),
        );
        frame.stroke(&axis, dashed());
    }
    if let Some((x, y, radius)) = sketch.brush {
        let circle = Path::circle(
            camera.to_screen(x, y),
            (radius * camera.scale).max(1.5) as f32,
        );
        for stroke in strokes {
            frame.stroke(&circle, stroke);
        }
    }
    let corners: Vec<Point> = sketch
        .line
        .iter()
        .map(|&(x, y)| camera.to_screen(x, y))
        .collect();
    let Some((&first, others)) = corners.split_first() else {
        return;
    };
    let line = Path::new(|path| {
        path.move_to(first);
        for &corner in others {
            path.line_to(corner);
        }
    });
    for stroke in strokes {
        frame.stroke(&line, stroke);
    }
    if sketch.closed
        && let Some(&last) = others.last()
    {
        // The closing line is not drawn yet.
        let back = Path::line(last, first);
        frame.stroke(&back, dashed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawing_stays_within_the_redrawn_area() {
        let camera = Camera {
            left: 10.0,
            top: 0.0,
            scale: 2.0,
        };
        let mut sketch = Sketch::default();
        assert_eq!(around(camera, &sketch), None);
        sketch.brush = Some((20.0, 20.0, 5.0));
        let brush = around(camera, &sketch).expect("a brush");
        assert!(brush.contains(Point::new(11.0, 40.0)));
        sketch.axes = vec![[(100.0, 0.0), (100.0, 80.0)]];
        let axis = around(camera, &sketch).expect("an axis, too");
        assert!(axis.contains(Point::new(180.0, 159.0)) && axis.contains(brush.center()));
    }
}
