//! The board widget's settings.

use iced::advanced::widget::Id;
use iced::{Size, mouse};

use crate::camera::{Camera, Framing};
use crate::emphasis::Emphasis;
use crate::event::Event;
use crate::highlight::Highlight;
use crate::scene::{PlotIndex, Scene};
use crate::sketch::Sketch;

type OnEvent<'a, M> = Box<dyn Fn(Event) -> M + 'a>;

/// The widget that shows a [`Scene`].
///
/// The wheel zooms at the pointer; two-finger scrolling, the middle button and
/// space with the left button pan; two fingers on a touch screen do both.
pub struct Board<'a, M> {
    pub(crate) scene: &'a Scene,
    pub(crate) framing: Framing,
    pub(crate) highlights: Vec<Highlight>,
    pub(crate) emphasis: Emphasis,
    pub(crate) pixel_ratio: f32,
    pub(crate) interaction: mouse::Interaction,
    pub(crate) pans: bool,
    pub(crate) counts: bool,
    pub(crate) both: bool,
    pub(crate) id: Id,
    pub(crate) on_event: OnEvent<'a, M>,
}

impl<'a, M> Board<'a, M> {
    /// Shows `scene`, all layers on, the whole map in sight.
    pub fn new(scene: &'a Scene, on_event: impl Fn(Event) -> M + 'a) -> Self {
        Self {
            scene,
            framing: Framing::Whole,
            highlights: Vec::new(),
            emphasis: Emphasis {
                names: true,
                links: true,
                pivots: true,
                ..Emphasis::default()
            },
            pixel_ratio: 1.0,
            interaction: mouse::Interaction::Idle,
            pans: false,
            counts: false,
            both: false,
            id: Id::new("board"),
            on_event: Box::new(on_event),
        }
    }

    /// Which part of the map is shown.
    #[must_use]
    pub fn framing(mut self, framing: Framing) -> Self {
        self.framing = framing;
        self
    }

    /// Highlighted plots; later ones cover earlier ones.
    #[must_use]
    pub fn highlights(mut self, highlights: Vec<Highlight>) -> Self {
        self.highlights = highlights;
        self
    }

    /// Plots whose names and pivots come first, and the pivot that is held.
    #[must_use]
    pub fn emphasis(mut self, plots: Vec<PlotIndex>, pivot: Option<(PlotIndex, usize)>) -> Self {
        self.emphasis.plots = plots;
        self.emphasis.pivot = pivot;
        self
    }

    /// Which layers are drawn.
    #[must_use]
    pub fn layers(mut self, names: bool, links: bool, pivots: bool) -> Self {
        self.emphasis.names = names;
        self.emphasis.links = links;
        self.emphasis.pivots = pivots;
        self
    }

    /// Hides the marks.
    #[must_use]
    pub fn unmarked(mut self) -> Self {
        self.emphasis.unmarked = true;
        self
    }

    /// Shows the number of hidden names at the lower left, after these words.
    #[must_use]
    pub fn hidden_names(mut self, words: &'static str) -> Self {
        self.emphasis.hidden = Some(words);
        self
    }

    /// Shows the further pivots of every plot, not only of those selected.
    #[must_use]
    pub fn all_pivots(mut self, all: bool) -> Self {
        self.emphasis.all_pivots = all;
        self
    }

    /// A rectangle that is being drawn: left, top, right and bottom in pixels
    /// of the mask.
    #[must_use]
    pub fn band(mut self, band: Option<[f64; 4]>) -> Self {
        self.emphasis.band = band;
        self
    }

    /// What is being drawn, over everything else.
    #[must_use]
    pub fn sketch(mut self, sketch: Sketch) -> Self {
        self.emphasis.sketch = sketch;
        self
    }

    /// The right button draws like the left one with Alt held.
    #[must_use]
    pub fn both_buttons(mut self, both: bool) -> Self {
        self.both = both;
        self
    }

    /// Physical pixels for one logical pixel.
    #[must_use]
    pub fn pixel_ratio(mut self, ratio: f32) -> Self {
        self.pixel_ratio = ratio;
        self
    }

    /// The pointer's shape when nothing else decides it.
    #[must_use]
    pub fn interaction(mut self, interaction: mouse::Interaction) -> Self {
        self.interaction = interaction;
        self
    }

    /// The left button, or one finger, moves the map: for boards without anything to click or
    /// drag.
    #[must_use]
    pub fn pans(mut self) -> Self {
        self.pans = true;
        self
    }

    /// If `counts`, the wheel sends [`Event::Turned`] and zooms only with the command key: for
    /// pointers on something that can be counted up and down.
    #[must_use]
    pub fn counts(mut self, counts: bool) -> Self {
        self.counts = counts;
        self
    }

    /// The widget's name for tests and operations; `board` unless changed.
    #[must_use]
    pub fn id(mut self, id: impl Into<Id>) -> Self {
        self.id = id.into();
        self
    }

    pub(crate) fn camera(&self, view: Size) -> Camera {
        let (width, height) = self.scene.size();
        self.framing.camera(width, height, view)
    }
}
