//! What one is about to do, one thing at a time: it is seen before it is decided on.

use std::collections::BTreeMap;
use std::sync::Arc;

use marchland_board::{Cover, Style, Tint, Wash};
use marchland_maps::TerritoryKey;
use marchland_maps::mask::{Rgba, Stretch};
use marchland_maps::redraw::Division;

use crate::drawing::{Deed, Ready};
use crate::jobs::Job;
use crate::scenery;
use crate::sheets::Resizing;

/// Something that is about to be done, one thing at a time.
#[derive(Debug)]
pub enum Intent {
    /// Divide a territory.
    Divide(Dividing),
    /// Give a border another course.
    Bend(Trial),
    /// Let drawn lines dissolve: the links that come or go with them.
    Dissolve(Trial, Vec<String>),
    /// Put the map onto a sheet of another size.
    Resize(Resizing),
    /// Tidy up specks and gaps.
    Tidy(Tidying),
}

impl Intent {
    /// What is tried for it.
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

    /// Whether it can be done as it is.
    pub fn is_ready(&self) -> bool {
        match self {
            Self::Resize(wish) => wish.frame().is_some(),
            Self::Tidy(tidying) => tidying.has_found(),
            _ => self.trial().is_some_and(Trial::is_ready),
        }
    }

    /// Whether it is asked on a card of its own; a border has its answers beside the tool.
    pub fn has_card(&self) -> bool {
        !matches!(self, Self::Bend(_))
    }

    /// Whether it is still being looked at what would come of it.
    pub fn is_open(&self) -> bool {
        match self {
            Self::Tidy(tidying) => tidying.job.is_some(),
            _ => self.trial().is_some_and(Trial::is_open),
        }
    }
}

/// A deed of which it is seen what would come of it.
#[derive(Debug)]
pub struct Trial {
    pub(super) deed: Deed,
    /// The number of the look at it that was asked for last.
    pub(super) asked: u64,
    /// Why it cannot be done.
    pub refused: Option<String>,
    /// What would come of it, and of which state of the document.
    pub(super) ready: Option<(u64, Box<Ready>)>,
    /// The pixels that change, by what they become. Those of the deed before are seen until
    /// these are known.
    pub(super) pixels: BTreeMap<Rgba, Arc<[Stretch]>>,
}

impl Trial {
    pub(super) fn new(deed: Deed) -> Self {
        Self {
            deed,
            asked: 0,
            refused: None,
            ready: None,
            pixels: BTreeMap::new(),
        }
    }

    /// Whether it is known what would come of it.
    pub fn is_ready(&self) -> bool {
        self.ready.is_some()
    }

    pub(super) fn is_open(&self) -> bool {
        !self.is_ready() && self.refused.is_none()
    }

    /// What is seen of it, with the tint for each new colour and its number.
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

/// A territory that is about to be divided.
#[derive(Debug)]
pub struct Dividing {
    /// Which.
    pub key: TerritoryKey,
    /// How.
    pub how: Division,
    /// What it would become.
    pub trial: Trial,
}

impl Dividing {
    /// Parts that are made at most by hand; more are for the command line.
    pub const MOST: usize = 64;

    pub(super) fn deed(&self) -> Deed {
        Deed::Divide {
            key: self.key,
            how: self.how,
        }
    }
}

/// What would be tidied up.
#[derive(Debug)]
pub struct Tidying {
    /// Pixels that a gap has across at most.
    pub gap: u16,
    /// What was found last; `None` before that.
    pub found: Option<Found>,
    /// The look for it, while that is under way.
    pub job: Option<Job>,
}

/// What there is to tidy up, or why it cannot be.
pub type Found = Result<Listed, String>;

/// What there is to tidy up.
#[derive(Debug)]
pub struct Listed {
    /// A line for each of the first.
    pub lines: Vec<String>,
    /// How many there are in all.
    pub count: usize,
    /// The pixels of specks, and those of gaps.
    pub(super) pixels: [Arc<[Stretch]>; 2],
}

impl Tidying {
    /// Pixels that a gap can be said to have at most.
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
