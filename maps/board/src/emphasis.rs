//! Which parts of a scene are drawn, and which are emphasised.

use crate::scene::PlotIndex;
use crate::sketch::Sketch;

/// Which parts are drawn, and which are emphasised.
#[expect(clippy::struct_excessive_bools, reason = "each switches one layer")]
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Emphasis {
    /// The plots that come first, in this order.
    pub(crate) plots: Vec<PlotIndex>,
    pub(crate) pivot: Option<(PlotIndex, usize)>,
    pub(crate) names: bool,
    pub(crate) links: bool,
    pub(crate) pivots: bool,
    /// Whether marks are left out.
    pub(crate) unmarked: bool,
    /// Whether the further pivots of all plots are shown.
    pub(crate) all_pivots: bool,
    /// A rectangle that is being drawn: left, top, right, bottom.
    pub(crate) band: Option<[f64; 4]>,
    pub(crate) sketch: Sketch,
    /// The label before the number of hidden names.
    pub(crate) hidden: Option<&'static str>,
}

impl Emphasis {
    /// The part on which pivots, badges and names depend.
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
