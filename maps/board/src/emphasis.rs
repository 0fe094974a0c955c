//! What of a scene is drawn, and what of it with more weight.

use crate::scene::PlotIndex;
use crate::sketch::Sketch;

/// What is drawn, and what with more weight than the rest.
#[expect(clippy::struct_excessive_bools, reason = "each switches one layer")]
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Emphasis {
    /// Those that come first, in this order.
    pub(crate) plots: Vec<PlotIndex>,
    pub(crate) pivot: Option<(PlotIndex, usize)>,
    pub(crate) names: bool,
    pub(crate) links: bool,
    pub(crate) pivots: bool,
    /// Marks are left out.
    pub(crate) unmarked: bool,
    /// Further pivots of plots, too.
    pub(crate) all_pivots: bool,
    /// A rectangle that is being drawn: left, top, right, bottom.
    pub(crate) band: Option<[f64; 4]>,
    pub(crate) sketch: Sketch,
    /// What is said before the number of names that have no room.
    pub(crate) hidden: Option<&'static str>,
}

impl Emphasis {
    /// As much of it as pivots, badges and names depend on.
    pub(crate) fn of_plots(&self) -> Self {
        Self {
            links: false,
            unmarked: false,
            band: None,
            sketch: Sketch::default(),
            ..self.clone()
        }
    }
}
