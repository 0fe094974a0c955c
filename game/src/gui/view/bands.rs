//! The shares of the players over the turns of a game, as bands; and where in it one is.

use std::cell::RefCell;

use iced::widget::canvas::{self, Action, Cache, Frame, Geometry, Path, Stroke};
use iced::{Color, Element, Event, Fill, Point, Rectangle, Renderer, Size, Theme, mouse};
use marchland_maps::Rgb;
use marchland_ui::parts::to_color;
use marchland_ui::theme;

use crate::conquest::rules::State;
use crate::gui::history::{Defeat, History, Turn};
use crate::gui::map_view::colour_of;

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

/// What the bands look like, but for where one is.
#[derive(Debug, PartialEq)]
struct Look {
    turns: Vec<Turn>,
    defeats: Vec<Defeat>,
    colours: Vec<Rgb>,
    text: Color,
}

/// What of the bands is kept from one picture to the next.
#[derive(Default)]
struct Kept {
    dragging: bool,
    cache: Cache,
    of: RefCell<Option<Look>>,
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

    /// The bands, a tick for each turn, and a cross where somebody fell.
    fn draw_history(&self, frame: &mut Frame, theme: &Theme) {
        let (tokens, size) = (theme::tokens(theme), frame.size());
        let turns = self.history.turns();
        if turns.is_empty() {
            frame.fill_rectangle(Point::ORIGIN, size, tokens.line);
            return;
        }
        self.draw_bands(frame, theme);
        let apart = size.width / (turns.len().saturating_sub(1).max(1)) as f32;
        if apart >= TICKS {
            for nth in 0..turns.len() {
                let x = nth as f32 * apart;
                let tick = Size::new(1.0, 4.0);
                let at = Point::new(x.min(size.width - 1.0), size.height - tick.height);
                frame.fill_rectangle(at, tick, tokens.text.scale_alpha(0.6));
            }
        }
        for defeat in self.history.defeats() {
            let arm = 4.0;
            let x = self.place(defeat.at) * size.width;
            // With its edge, at the ends too.
            let reach = arm + 2.0;
            let at = Point::new(x.clamp(reach, size.width - reach), reach);
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
    type State = Kept;

    fn update(
        &self,
        kept: &mut Kept,
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
                kept.dragging = cursor.is_over(bounds);
            }
            mouse::Event::ButtonReleased(mouse::Button::Left) => {
                kept.dragging = false;
                return None;
            }
            mouse::Event::CursorMoved { .. } => {}
            _ => return None,
        }
        let x = cursor.position().filter(|_| kept.dragging)?.x - bounds.x;
        let to = self.steps(x / bounds.width.max(1.0));
        Some(Action::publish(on_drag(to)).and_capture())
    }

    fn draw(
        &self,
        kept: &Kept,
        renderer: &Renderer,
        theme: &Theme,
        bounds: Rectangle,
        _cursor: mouse::Cursor,
    ) -> Vec<Geometry> {
        let tokens = theme::tokens(theme);
        let look = Some(Look {
            turns: self.history.turns().to_vec(),
            defeats: self.history.defeats().to_vec(),
            colours: self.colours.clone(),
            text: tokens.text,
        });
        if *kept.of.borrow() != look {
            kept.cache.clear();
            *kept.of.borrow_mut() = look;
        }
        let bands = kept.cache.draw(renderer, bounds.size(), |frame| {
            self.draw_history(frame, theme);
        });
        let mut all = vec![bands];
        if let Some(at) = self.at.filter(|_| !self.history.turns().is_empty()) {
            let x = (self.place(at) * bounds.width).clamp(1.0, bounds.width - 1.0);
            let mut frame = Frame::new(renderer, bounds.size());
            for (colour, width) in [(tokens.panel, 5.0), (tokens.text, 2.0)] {
                let line = Size::new(width, bounds.height);
                frame.fill_rectangle(Point::new(x - width / 2.0, 0.0), line, colour);
            }
            all.push(frame.into_geometry());
        }
        all
    }

    fn mouse_interaction(
        &self,
        kept: &Kept,
        bounds: Rectangle,
        cursor: mouse::Cursor,
    ) -> mouse::Interaction {
        if self.on_drag.is_some() && (kept.dragging || cursor.is_over(bounds)) {
            mouse::Interaction::ResizingHorizontally
        } else {
            mouse::Interaction::default()
        }
    }
}
