//! The board's scene and the state it was built from.

use std::sync::Arc;

use marchland_board::{Mark, Picture, Scene, Style, Tracing};
use marchland_maps::TerritoryKey;
use marchland_ui::theme::Mode;

use crate::balance::Heat;
use crate::document::Document;
use crate::odds::Camp;
use crate::scenery::{self, Layers, Props, Shown};

/// The scene, rebuilt only where it changes.
#[derive(Debug)]
pub(super) struct Painting {
    pub(super) scene: Scene,
    picture: Option<Picture>,
    land: Option<Land>,
    over: Option<Over>,
}

/// Inputs of the scene besides the document.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Land {
    pub(super) revision: u64,
    pub(super) layers: Layers,
    pub(super) mode: Mode,
    pub(super) camps: Vec<Camp>,
    pub(super) heat: Option<Arc<Heat>>,
    pub(super) tracing: Option<Tracing>,
}

/// Inputs of the overlay.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Over {
    pub(super) props: Props,
    pub(super) selected: Vec<TerritoryKey>,
    pub(super) marks: Vec<Mark>,
}

impl Painting {
    pub(super) fn new(style: Style) -> Self {
        Self {
            scene: Scene::new(None, Vec::new(), &[], &[], style),
            picture: None,
            land: None,
            over: None,
        }
    }

    pub(super) fn set_picture(&mut self, picture: Option<Picture>) {
        self.picture = picture;
        self.land = None;
    }

    pub(super) fn picture(&self) -> Option<&Picture> {
        self.picture.as_ref()
    }

    /// Updates what has changed; returns whether the map has.
    pub(super) fn follow(&mut self, document: &Document, land: Land, over: Over) -> bool {
        let is_new = self.land.as_ref() != Some(&land);
        let before = self.land.as_ref().map(|land| land.revision);
        let has_changed = before != Some(land.revision);
        if is_new {
            let shown = Shown {
                camps: &land.camps,
                heat: land.heat.as_deref(),
            };
            let (picture, style) = (self.picture.as_ref(), land.mode.board());
            let scene = scenery::scene(document, land.layers, &shown, picture, style);
            self.scene = scene.with_tracing(land.tracing.clone());
            self.land = Some(land);
        }
        if is_new || self.over.as_ref() != Some(&over) {
            let lines = scenery::over(document, &over.props);
            self.scene.set_overlay(lines, over.marks.clone());
            self.over = Some(over);
        }
        has_changed
    }
}
