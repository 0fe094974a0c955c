//! The shares of the players over the turns of a game, as bands; and where in it one is.

use iced::widget::canvas::{self, Action, Frame, Geometry, Path, Stroke};
use iced::{Element, Event, Fill, Point, Rectangle, Renderer, Size, Theme, mouse};
use marchland_maps::Rgb;
use marchland_ui::parts::to_color;
use marchland_ui::theme;

use crate::conquest::rules::State;
use crate::gui::history::History;
use crate::gui::sight::colour_of;

/// Pixels from one turn to the next at least where each has a tick.
const TICKS: f32 = 4.0;

/// The bands of a game; `at` is where one is in it, in steps, and dragging says where one
/// wants to be.
pub(super) fn bands<'a, M: Clone + 'a>(
    history: &'a History,
    state: &State,
    at: Option<usize>,
    height: f32,
    on_drag: Option<fn(usize) -> M>,
) -> Element<'a, M> {
    let colours = state.players().map(|player| colour_of(state, player));
    canvas::Canvas::new(Bands {
        history,
        colours: colours.collect(),
        at,
        on_drag,
    })
    .width(Fill)
    .height(height)
    .into()
}

struct Bands<'a, M> {
    history: &'a History,
    colours: Vec<Rgb>,
    at: Option<usize>,
    on_drag: Option<fn(usize) -> M>,
}

impl<M> Bands<'_, M> {
    /// Where in the width steps of the game lie, from 0 to 1: turns are as wide as each
    /// other, however much happens in them, and what comes before the first has no room.
    fn place(&self, at: usize) -> f32 {
        let turns = self.history.turns();
        let last = turns.len().saturating_sub(1).max(1) as f32;
        let begun = turns.partition_point(|turn| turn.at <= at);
        let Some(turn) = begun.checked_sub(1) else {
            return 0.0;
        };
        let within = turns.get(begun).map_or(0.0, |next| {
            let from = turns[turn].at;
            (at - from) as f32 / (next.at - from).max(1) as f32
        });
        ((turn as f32 + within) / last).min(1.0)
    }

    /// The steps at a place.
    fn steps(&self, place: f32) -> usize {
        let turns = self.history.turns();
        let last = turns.len().saturating_sub(1).max(1) as f32;
        let at = place.clamp(0.0, 1.0) * last;
        let turn = at as usize;
        let from = turns.get(turn).map_or(0, |turn| turn.at);
        let to = turns
            .get(turn + 1)
            .map_or(self.history.steps(), |turn| turn.at);
        from + ((to - from) as f32 * at.fract()) as usize
    }

    fn draw_bands(&self, frame: &mut Frame, theme: &Theme) {
        let (turns, size) = (self.history.turns(), frame.size());
        let last = turns.len().saturating_sub(1).max(1);
        // One sample a pixel is as fine as it gets.
        let samples = turns.len().min(size.width as usize).max(2);
        let sample = |nth: usize| {
            let turn = turns[(nth * (turns.len() - 1)) / (samples - 1)];
            let x = (nth * last / (samples - 1)) as f32 / last as f32 * size.width;
            (x, turn.shares)
        };
        let edge = theme::tokens(theme).panel;
        for (player, &colour) in self.colours.iter().enumerate() {
            // From the lower edge of the band up: what those before have lies above it.
            let edges = |upper: bool| {
                (0..samples).map(move |nth| {
                    let (x, shares) = sample(nth);
                    let all: u32 = shares.iter().sum();
                    let above: u32 = shares[..player + usize::from(!upper)].iter().sum();
                    Point::new(x, above as f32 / all.max(1) as f32 * size.height)
                })
            };
            let band = Path::new(|path| {
                for (nth, point) in edges(true)
                    .chain(edges(false).collect::<Vec<_>>().into_iter().rev())
                    .enumerate()
                {
                    if nth == 0 {
                        path.move_to(point);
                    } else {
                        path.line_to(point);
                    }
                }
                path.close();
            });
            frame.fill(&band, to_color(colour));
            frame.stroke(&band, Stroke::default().with_color(edge).with_width(1.0));
        }
    }
}

impl<M: Clone> canvas::Program<M> for Bands<'_, M> {
    type State = bool;

    fn update(
        &self,
        dragging: &mut bool,
        event: &Event,
        bounds: Rectangle,
        cursor: mouse::Cursor,
    ) -> Option<Action<M>> {
        let on_drag = self.on_drag?;
        let Event::Mouse(event) = event else {
            return None;
        };
        match event {
            mouse::Event::ButtonPressed(mouse::Button::Left) => {
                *dragging = cursor.is_over(bounds);
            }
            mouse::Event::ButtonReleased(mouse::Button::Left) => {
                *dragging = false;
                return None;
            }
            mouse::Event::CursorMoved { .. } => {}
            _ => return None,
        }
        let x = cursor.position().filter(|_| *dragging)?.x - bounds.x;
        let to = self.steps(x / bounds.width.max(1.0));
        Some(Action::publish(on_drag(to)).and_capture())
    }

    fn draw(
        &self,
        _dragging: &bool,
        renderer: &Renderer,
        theme: &Theme,
        bounds: Rectangle,
        _cursor: mouse::Cursor,
    ) -> Vec<Geometry> {
        let (mut frame, tokens) = (Frame::new(renderer, bounds.size()), theme::tokens(theme));
        let turns = self.history.turns();
        if turns.is_empty() {
            frame.fill_rectangle(Point::ORIGIN, bounds.size(), tokens.line);
            return vec![frame.into_geometry()];
        }
        self.draw_bands(&mut frame, theme);
        let apart = bounds.width / (turns.len().saturating_sub(1).max(1)) as f32;
        if apart >= TICKS {
            for nth in 0..turns.len() {
                let x = nth as f32 * apart;
                let tick = Size::new(1.0, 4.0);
                let at = Point::new(x.min(bounds.width - 1.0), bounds.height - tick.height);
                frame.fill_rectangle(at, tick, tokens.text.scale_alpha(0.6));
            }
        }
        for fall in self.history.falls() {
            let arm = 4.0;
            let x = self.place(fall.at) * bounds.width;
            let at = Point::new(x.clamp(arm, bounds.width - arm), arm + 2.0);
            let cross = Path::new(|path| {
                for (dx, dy) in [(arm, arm), (arm, -arm)] {
                    path.move_to(Point::new(at.x - dx, at.y - dy));
                    path.line_to(Point::new(at.x + dx, at.y + dy));
                }
            });
            // Seen on every colour.
            for (colour, width) in [(tokens.panel, 4.0), (tokens.text, 1.8)] {
                frame.stroke(
                    &cross,
                    Stroke::default().with_color(colour).with_width(width),
                );
            }
        }
        if let Some(at) = self.at {
            let x = (self.place(at) * bounds.width).clamp(1.0, bounds.width - 1.0);
            for (colour, width) in [(tokens.panel, 5.0), (tokens.text, 2.0)] {
                let line = Size::new(width, bounds.height);
                frame.fill_rectangle(Point::new(x - width / 2.0, 0.0), line, colour);
            }
        }
        vec![frame.into_geometry()]
    }

    fn mouse_interaction(
        &self,
        dragging: &bool,
        bounds: Rectangle,
        cursor: mouse::Cursor,
    ) -> mouse::Interaction {
        if self.on_drag.is_some() && (*dragging || cursor.is_over(bounds)) {
            mouse::Interaction::ResizingHorizontally
        } else {
            mouse::Interaction::default()
        }
    }
}
