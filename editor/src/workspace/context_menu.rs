//! Context menus.

use marchland_board::{LineKind, Pointer};
use marchland_maps::Territory;

use super::menu_target::MenuTarget;
use super::{Effect, Workspace};
use crate::tools::Spot;

impl Workspace {
    /// Logical pixels within which a link is hit.
    const LINK_REACH: f64 = 5.0;

    /// Selects the territory under the pointer, unless selected, and opens its context menu.
    pub(super) fn open_context_menu(&mut self, pointer: &Pointer, at: iced::Point) -> Vec<Effect> {
        let spot = self.spot(pointer);
        self.settle();
        self.intent = None;
        self.tool_state.stray = None;
        let target = self.target_at(&spot);
        if let MenuTarget::Territory(key) | MenuTarget::Pivot(key, _) = target
            && !self.document.selection().contains(key)
        {
            self.document.selection_mut().set([key]);
        }
        vec![Effect::ContextMenu(target, at)]
    }

    fn target_at(&self, spot: &Spot) -> MenuTarget {
        if let Some((key, at)) = spot.pivot {
            return MenuTarget::Pivot(key, at);
        }
        if let Some(link) = self.link_at(spot) {
            return link;
        }
        spot.over.map_or(MenuTarget::Sea, MenuTarget::Territory)
    }

    /// The link or closed border under the pointer, if links are shown.
    fn link_at(&self, spot: &Spot) -> Option<MenuTarget> {
        if !self.view.layers.links {
            return None;
        }
        let reach = Self::LINK_REACH / spot.scale;
        let line = self.scene().link_at(spot.x, spot.y, reach)?;
        let draft = self.document.draft();
        let whose = |pivot| {
            let mut all = draft.territories.iter();
            all.find(|territory| territory.pivots.first() == Some(&pivot))
        };
        let (from, to) = (whose(line.from)?, whose(line.to)?);
        if line.kind == LineKind::Shut {
            return Some(MenuTarget::Closed(from.key, to.key));
        }
        let declared = |a: &Territory, b: &Territory| {
            let mut there = a.neighbours.iter().filter(|it| Some(it.to) == b.id);
            there.next().map(|it| (a.key, b.key, it.by, it.way))
        };
        let (from, to, by, way) = declared(from, to).or_else(|| declared(to, from))?;
        Some(MenuTarget::Link(from, to, by, way))
    }
}
