//! Pending operations, which are previewed before they are applied.

use std::collections::BTreeMap;
use std::sync::Arc;

use marchland_board::{Cover, Style, Tint, Wash};
use marchland_maps::TerritoryKey;
use marchland_maps::mask::{Rgba, Stretch};
use marchland_maps::redraw::Division;

use crate::drawing::{DrawOp, Ready};
use crate::jobs::Job;
use crate::scenery;
use crate::sheets::Resizing;

/// A pending operation; there is at most one.
#[derive(Debug)]
pub enum Intent {
    Divide(Dividing),
    /// Reshape a border.
    Bend(Trial),
    /// Remove separators; with the links that would change.
    Dissolve(Trial, Vec<String>),
    Resize(Resizing),
    /// Remove specks and gaps.
    Tidy(Tidying),
}

impl Intent {
    /// Its preview.
    pub fn trial(&self) -> Option<&Trial> {
        match self {
            Self::Divide(dividing) => Some(&dividing.trial),
            Self::Bend(trial) | Self::Dissolve(trial, _) => Some(trial),
            Self::Resize(_) | Self::Tidy(_) => None,
        }
    }

    pub(super) fn trial_mut(&mut self) -> Option<&mut Trial> {
        match self {
            Self::Divide(dividing) => Some(&mut dividing.trial),
            Self::Bend(trial) | Self::Dissolve(trial, _) => Some(trial),
            Self::Resize(_) | Self::Tidy(_) => None,
        }
    }

    /// Whether it can be applied.
    pub fn is_ready(&self) -> bool {
        match self {
            Self::Resize(wish) => wish.frame().is_some(),
            Self::Tidy(tidying) => tidying.has_found(),
            _ => self.trial().is_some_and(Trial::is_ready),
        }
    }

    /// Whether it has its own card; a border's answers are beside the tool.
    pub fn has_card(&self) -> bool {
        !matches!(self, Self::Bend(_))
    }

    /// Whether its preview is still being computed.
    pub fn is_open(&self) -> bool {
        match self {
            Self::Tidy(tidying) => tidying.job.is_some(),
            _ => self.trial().is_some_and(Trial::is_open),
        }
    }
}

/// An operation with its preview.
#[derive(Debug)]
pub struct Trial {
    pub(super) op: DrawOp,
    /// The number of the latest request.
    pub(super) asked: u64,
    /// Why it is impossible.
    pub refused: Option<String>,
    /// Apply it as soon as the result is known.
    pub at_once: bool,
    /// The result, with the document revision it belongs to.
    pub(super) ready: Option<(u64, Box<Ready>)>,
    /// The changed pixels by new colour. The previous preview is shown until these are known.
    pub(super) pixels: BTreeMap<Rgba, Arc<[Stretch]>>,
}

impl Trial {
    pub(super) fn new(op: DrawOp) -> Self {
        Self {
            op,
            asked: 0,
            refused: None,
            at_once: false,
            ready: None,
            pixels: BTreeMap::new(),
        }
    }

    /// Whether the result is known.
    pub fn is_ready(&self) -> bool {
        self.ready.is_some()
    }

    pub(super) fn is_open(&self) -> bool {
        !self.is_ready() && self.refused.is_none()
    }

    /// Its display; `tint` takes the index and the new colour.
    pub(super) fn washes(&self, tint: impl Fn(usize, Rgba) -> Tint) -> Vec<Wash> {
        let all = self.pixels.iter().enumerate();
        let wash = |(at, (&colour, pixels)): (usize, (&Rgba, &Arc<[Stretch]>))| Wash {
            pixels: vec![Arc::clone(pixels)],
            tint: tint(at, colour),
            over: Cover::All,
        };
        all.map(wash).collect()
    }
}

/// A territory to be divided.
#[derive(Debug)]
pub struct Dividing {
    pub key: TerritoryKey,
    pub how: Division,
    pub trial: Trial,
}

impl Dividing {
    /// The most parts in the editor; the command line allows more.
    pub const MOST: usize = 64;

    pub(super) fn op(&self) -> DrawOp {
        DrawOp::Divide {
            key: self.key,
            how: self.how,
        }
    }
}

/// The search for specks and gaps.
#[derive(Debug)]
pub struct Tidying {
    /// Widest gap in pixels.
    pub gap: u16,
    /// The last result; `None` before the first.
    pub found: Option<Found>,
    /// The running search.
    pub job: Option<Job>,
}

/// What was found, or why the search failed.
pub type Found = Result<Listed, String>;

/// The specks and gaps found.
#[derive(Debug)]
pub struct Listed {
    /// Descriptions of the first ones.
    pub lines: Vec<String>,
    /// Their total number.
    pub count: usize,
    /// Pixels of specks, and of gaps.
    pub(super) pixels: [Arc<[Stretch]>; 2],
}

impl Tidying {
    /// The widest gap on offer, in pixels.
    pub const WIDEST: u16 = 32;

    pub(super) fn has_found(&self) -> bool {
        let is_some = |found: &Found| found.as_ref().is_ok_and(|found| found.count > 0);
        self.job.is_none() && self.found.as_ref().is_some_and(is_some)
    }

    pub(super) fn washes(&self, style: Style) -> Vec<Wash> {
        let found = self.found.iter().flatten();
        let wash = |(at, pixels): (usize, &Arc<[Stretch]>)| Wash {
            pixels: vec![Arc::clone(pixels)],
            tint: Tint::Land(scenery::part(at, style)),
            over: Cover::All,
        };
        found
            .flat_map(|found| found.pixels.iter().enumerate().map(wash))
            .collect()
    }
}
