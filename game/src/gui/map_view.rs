//! The map as seen during a game.

use std::collections::HashMap;

use iced::{Point, Size};
use marchland_board::{self as board, Badge, Framing, Line, LineKind, PlotIndex, Scene};
use marchland_maps::{self as maps, TerritoryId};
use marchland_ui::palette;
use marchland_ui::theme::Mode;
use marchland_ui::zoom::{self, Zoom};

use super::ground::{Ground, claimable, tint};
use super::session::{Prompt, Session};
use super::texts;
use crate::conquest::rules::{Holding, Player, State, Status};

/// The map as seen during a game.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each switches one layer")]
pub struct MapView {
    /// The visible part of the map.
    pub framing: Framing,
    /// The size of the board, in logical pixels.
    pub size: Size,
    /// Whether names are shown.
    pub names: bool,
    /// Whether links are shown.
    pub links: bool,
    /// Whether land is hatched by player.
    pub hatched: bool,
    /// Whether the map's image is shown, if it has one.
    pub image: bool,
    scene: Scene,
    mode: Mode,
    /// What each badge shows: the holding, pencilled units, whether it is the player's own.
    painted: HashMap<PlotIndex, (Holding, u32, bool)>,
}

impl MapView {
    /// The map without owners.
    pub(super) fn new(ground: &Ground, mode: Mode) -> Self {
        Self {
            framing: Framing::Whole,
            size: Size::ZERO,
            names: true,
            links: true,
            hatched: false,
            image: true,
            scene: ground.scene(mode),
            mode,
            painted: HashMap::new(),
        }
    }

    /// The scene that the board shows.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The territory under a pointer event.
    pub(super) fn under(&self, event: &board::Event) -> Option<TerritoryId> {
        let pointer = match event {
            board::Event::Pressed(pointer, _)
            | board::Event::Dragged(pointer)
            | board::Event::Released(pointer)
            | board::Event::Secondary(pointer, _)
            | board::Event::Turned(pointer, _) => pointer,
            board::Event::Hovered(pointer) => pointer.as_ref()?,
            board::Event::Moved(_) | board::Event::Cancelled => return None,
        };
        let plot = self.scene.plot_at(pointer.x, pointer.y)?;
        Some(TerritoryId(plot as u16))
    }

    /// The place of a territory's badge on the board.
    pub(super) fn place_of(&self, ground: &Ground, territory: TerritoryId) -> Point {
        let at = ground.map().territory(territory).badge;
        let (width, height) = self.scene.size();
        let camera = self.framing.camera(width, height, self.size);
        camera.to_screen(f64::from(at.x) + 0.5, f64::from(at.y) + 0.5)
    }

    /// Updates the scene from the game and the attack under consideration, by origin and target.
    pub(super) fn paint(
        &mut self,
        session: &Session,
        attack: Option<(TerritoryId, TerritoryId)>,
        ground: &Ground,
        mode: Mode,
    ) {
        let state = session.stage.state();
        // The record may have been rewound to before the game.
        if self.mode != mode || (state.is_none() && !self.painted.is_empty()) {
            self.mode = mode;
            self.scene = ground.scene(mode);
            self.painted.clear();
        }
        self.scene
            .set_picture(ground.picture().filter(|_| self.image));
        let Some(state) = state else {
            return;
        };
        let mut changed = Vec::new();
        for (id, &holding) in ground.map().ids().zip(state.holdings()) {
            let own = holding.owner.is_some() && holding.owner == session.me();
            let (units, pencil) = session.shown_units(id, holding.units);
            let holding = Holding { units, ..holding };
            let shows = (holding, pencil, own);
            if self.painted.get(&id.index()) == Some(&shows) {
                continue;
            }
            self.painted.insert(id.index(), shows);
            let badge = holding.owner.map(|owner| Badge {
                at: ground.map().territory(id).badge,
                text: texts::badge(holding.units, shows.1),
                colour: colour_of(state, owner),
                seat: (!is_neutral(state, owner)).then_some(owner.index() as u8),
                own,
            });
            let land = badge.as_ref().map(|badge| tint(badge.colour, mode));
            let free = || claimable(ground.map().territory(id), mode);
            changed.push((id.index(), land.unwrap_or_else(free), badge));
        }
        if !changed.is_empty() {
            self.scene.repaint(changed);
        }
        self.scene.set_hatched(self.hatched);
        self.scene
            .set_overlay(lines(session, attack, ground), Vec::new());
    }

    /// Moves the map so that a territory is well in sight.
    pub(super) fn show(&mut self, ground: &Ground, territory: TerritoryId) {
        const MARGIN: f32 = 48.0;
        let at = self.place_of(ground, territory);
        let (across, down) = (self.size.width - MARGIN, self.size.height - MARGIN);
        let seen = (MARGIN..across).contains(&at.x) && (MARGIN..down).contains(&at.y);
        if !seen && self.size != Size::ZERO {
            let (width, height) = self.scene.size();
            let scale = self.framing.camera(width, height, self.size).scale;
            let at = ground.map().territory(territory).badge;
            let (x, y) = (f64::from(at.x), f64::from(at.y));
            self.framing = Framing::Centred { x, y, scale };
        }
    }

    /// Zoom.
    pub(super) fn zoom(&mut self, step: Zoom) {
        let sight = zoom::Viewport {
            framing: self.framing,
            map: self.scene.size(),
            view: self.size,
        };
        self.framing = sight.after(step);
    }
}

/// A player's colour.
pub(super) fn colour_of(state: &State, player: Player) -> maps::Rgb {
    palette::player(player.index(), is_neutral(state, player))
}

pub(super) fn is_neutral(state: &State, player: Player) -> bool {
    state.seat(player).status == Status::Neutral
}

/// The lines of the move whose number is being chosen, of the shown attack, of the one under
/// consideration and of a drag.
fn lines(
    session: &Session,
    attack: Option<(TerritoryId, TerritoryId)>,
    ground: &Ground,
) -> Vec<Line> {
    let spot = |id: TerritoryId| ground.map().territory(id).badge;
    let line = |from, to, kind| Line {
        from,
        to,
        kind,
        one_way: true,
        strong: true,
    };
    let mut lines = Vec::new();
    if let Some(&Prompt::Move { from, to, .. }) = session.prompt() {
        lines.push(line(spot(from), spot(to), LineKind::Drawn));
    } else if let Some(clash) = session.stage.clash() {
        lines.push(line(spot(clash.from), spot(clash.target), LineKind::Attack));
    } else if let Some((from, target)) = attack {
        lines.push(line(spot(from), spot(target), LineKind::Attack));
        return lines;
    }
    if let Some(drag) = session.drag() {
        let at = |n: f64| n.max(0.0) as u32;
        let to = maps::Point::new(at(drag.at.0), at(drag.at.1));
        lines.push(line(spot(drag.from), to, LineKind::Drawn));
    }
    lines
}
