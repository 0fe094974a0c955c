//! What is seen of the map while it is played on.

use iced::Size;
use marchland_board::{self as board, Badge, Framing, Line, LineKind, PlotIndex, Scene};
use marchland_maps::{Map, TerritoryId};
use marchland_ui::palette;
use marchland_ui::theme::Mode;
use marchland_ui::zoom::{self, Zoom};

use super::Now;
use crate::document::Document;
use crate::scenery;

/// What is seen of the map.
#[derive(Debug)]
pub struct Sight {
    /// Which part of the map is seen, and how large.
    pub framing: Framing,
    /// The size of the board.
    pub size: Size,
    /// Whether names are shown.
    pub names: bool,
    /// Whether links are shown.
    pub links: bool,
    scene: Scene,
    /// The territory of each plot, and the other way round.
    territories: Vec<Option<TerritoryId>>,
    plots: Vec<Option<PlotIndex>>,
    mode: Mode,
    /// How far the scene has been painted, and what it showed.
    painted: Option<(u64, Now)>,
    hovered: Option<TerritoryId>,
}

impl Sight {
    /// The map of a document, with nobody on it.
    pub fn new(document: &Document, framing: Framing, size: Size, mode: Mode) -> Self {
        let draft = document.draft();
        let territories: Vec<_> = draft.territories.iter().map(|t| t.id).collect();
        let count = territories.iter().flatten().map(|id| id.index() + 1);
        let mut plots = vec![None; count.max().unwrap_or(0)];
        for (plot, id) in territories.iter().enumerate() {
            if let Some(id) = id {
                plots[id.index()] = Some(plot);
            }
        }
        Self {
            framing,
            size,
            names: true,
            links: true,
            scene: scenery::battlefield(document, mode.board()),
            territories,
            plots,
            mode,
            painted: None,
            hovered: None,
        }
    }

    /// What the board shows.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The territory under the pointer.
    pub fn hovered(&self) -> Option<TerritoryId> {
        self.hovered
    }

    /// Brings the scene up to date: the owners' colours, the units, the attack.
    pub fn paint(&mut self, now: &Now, map: &Map, document: &Document, mode: Mode) {
        if self.mode != mode {
            self.mode = mode;
            self.scene = scenery::battlefield(document, mode.board());
            self.painted = None;
        }
        if self.painted.as_ref().is_some_and(|(actions, before)| {
            *actions == now.actions && before.holdings == now.holdings
        }) {
            return;
        }
        let before = self.painted.as_ref().map(|(_, before)| &before.holdings);
        let style = mode.board();
        let changed = now.holdings.iter().enumerate().filter_map(|(at, holding)| {
            let plot = (*self.plots.get(at)?)?;
            if before.and_then(|b| b.get(at)) == Some(holding) {
                return None;
            }
            let territory = map.territories().get(at)?;
            let colour = match holding.owner {
                Some(owner) => palette::player(owner.index(), now.is_neutral(owner)),
                None => palette::NEUTRAL,
            };
            let badge = holding.owner.map(|_| Badge {
                at: territory.badge,
                text: holding.units.to_string(),
                colour,
            });
            Some((plot, scenery::ground(colour, style), badge))
        });
        let changed: Vec<_> = changed.collect();
        let mut lines = Vec::new();
        let spot = |id: TerritoryId| map.territories().get(id.index()).map(|t| t.badge);
        if let Some((from, to)) = now.attack.and_then(|(a, b)| Some((spot(a)?, spot(b)?))) {
            lines.push(Line {
                from,
                to,
                kind: LineKind::Attack,
                one_way: true,
                strong: true,
            });
        }
        self.scene.repaint(changed);
        self.scene.set_overlay(lines, Vec::new());
        self.painted = Some((now.actions, now.clone()));
    }

    /// The pointer on the map: the board moves it by itself.
    pub(super) fn on_board(&mut self, event: board::Event) {
        match event {
            board::Event::Moved(framing) => self.framing = framing,
            board::Event::Hovered(pointer) => {
                let plot = pointer.and_then(|p| self.scene.plot_at(p.x, p.y));
                self.hovered = plot.and_then(|plot| *self.territories.get(plot)?);
            }
            board::Event::Pressed(..)
            | board::Event::Dragged(_)
            | board::Event::Released(_)
            | board::Event::Cancelled
            | board::Event::Secondary(_)
            | board::Event::Turned(..) => {}
        }
    }

    /// Closer, farther, or all of the map.
    pub(super) fn zoom(&mut self, step: Zoom) {
        let sight = zoom::Sight {
            framing: self.framing,
            map: self.scene.size(),
            view: self.size,
        };
        self.framing = sight.after(step);
    }
}
