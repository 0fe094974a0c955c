//! The workbench: the screen on which a map is edited. State and what changes
//! it; what it looks like stands in [`crate::panels`].

mod inspect;
mod message;
mod view_state;

use marchland_board::{self as board, Framing, Picture, Pointer, Rect, Scene};
use marchland_maps::{Place, Point, Rgb, TerritoryKey};

pub use message::{Change, Effect, Message, PivotChange, Tab, UseAs};
pub use view_state::ViewState;

use crate::commands::Command;
use crate::document::Document;
use crate::findings::{self, Finding};
use crate::proposals::{self, Proposal};
use crate::scenery::{self, Props};
use crate::texts;
use crate::theme::Mode;
use crate::tools::{Action, Gesture, Scope, Spot, Tool, ToolKind};

/// The workbench.
#[derive(Debug)]
pub struct Bench {
    /// The map.
    pub document: Document,
    /// What is shown and how.
    pub view: ViewState,
    tool: Tool,
    picture: Option<Picture>,
    scene: Scene,
    painted: Option<Painted>,
    hovered: Option<Spot>,
    /// The colour of a region that was clicked and is no territory's.
    stray: Option<Rgb>,
    /// The next click on the map gives this territory its key colour.
    picking: Option<TerritoryKey>,
    /// The proposal that is being asked about.
    review: Option<Proposal>,
    across: Vec<Proposal>,
    /// What was shown before the review began.
    before_review: Option<Framing>,
    finding: Option<usize>,
    findings: Vec<Finding>,
}

/// What the scene was made from.
#[derive(Debug, Clone, PartialEq)]
struct Painted {
    revision: u64,
    layers: scenery::Layers,
    mode: Mode,
    props: Props,
    selected: Vec<TerritoryKey>,
}

impl Bench {
    /// Logical pixels within which a pivot is grasped.
    const PIVOT_REACH: f64 = 9.0;
    /// Links by sea that are proposed at most.
    const MOST_ACROSS: usize = 60;
    /// Logical pixels within which a pivot snaps.
    const SNAP_REACH: f64 = 9.0;

    /// Puts a map on the workbench.
    pub fn new(document: Document, picture: Option<Picture>, mode: Mode) -> Self {
        let view = ViewState::default();
        let mut bench = Self {
            scene: Scene::new(None, Vec::new(), &[], &[], mode.board()),
            findings: findings::of(&document),
            document,
            view,
            tool: Tool::new(ToolKind::Select),
            picture,
            painted: None,
            hovered: None,
            stray: None,
            picking: None,
            review: None,
            across: Vec::new(),
            before_review: None,
            finding: None,
        };
        if !bench.document.proposals().is_empty() && bench.document.draft().links().next().is_none()
        {
            bench.view.tab = Tab::Proposals;
        }
        bench.paint(mode);
        bench
    }

    /// The tool in hand.
    pub fn tool(&self) -> &Tool {
        &self.tool
    }

    /// What the board shows.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Takes the picture for players, once it is read.
    pub fn set_picture(&mut self, picture: Picture) {
        self.picture = Some(picture);
        self.painted = None;
    }

    /// Whether the map has a picture for players.
    pub fn has_picture(&self) -> bool {
        self.picture.is_some()
    }

    /// Where the pointer is.
    pub fn hovered(&self) -> Option<&Spot> {
        self.hovered.as_ref()
    }

    /// The colour of a region that was clicked and is no territory's.
    pub fn stray(&self) -> Option<Rgb> {
        self.stray
    }

    /// The territory whose key colour the next click chooses.
    pub fn picking(&self) -> Option<TerritoryKey> {
        self.picking
    }

    /// The proposal that is being asked about, and its place in the list.
    /// Links by sea have no place.
    pub fn asked(&self) -> Option<(Option<usize>, Proposal)> {
        let asked = self.review?;
        let place = self.place_of(asked);
        (place.is_some() || self.across.contains(&asked)).then_some((place, asked))
    }

    /// Links by sea that were looked for and not decided on yet.
    pub fn across(&self) -> &[Proposal] {
        &self.across
    }

    /// What is wrong with the map.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The finding that was gone to last.
    pub fn finding(&self) -> Option<usize> {
        self.finding
    }

    /// Makes the scene anew if anything in it has changed. Called after every
    /// message, so that `view` only looks.
    pub fn paint(&mut self, mode: Mode) {
        let props = Props {
            asked: self.asked().map(|(_, proposal)| proposal),
            proposals: self.view.tab == Tab::Proposals || self.tool.kind() == ToolKind::Link,
            across: match self.view.tab {
                Tab::Proposals => self.across.clone(),
                Tab::Outline => Vec::new(),
            },
            drawing: self.tool.drawing().map(|(from, spot)| (from, spot.pixel())),
        };
        let now = Painted {
            revision: self.document.revision(),
            layers: self.view.layers,
            mode,
            props,
            selected: self.document.selection().territories().to_vec(),
        };
        if self.painted.as_ref() == Some(&now) {
            return;
        }
        if self
            .painted
            .as_ref()
            .is_none_or(|p| p.revision != now.revision)
        {
            self.findings = findings::of(&self.document);
            self.finding = self.finding.filter(|&at| at < self.findings.len());
        }
        self.scene = scenery::scene(
            &self.document,
            now.layers,
            &now.props,
            self.picture.as_ref(),
            mode.board(),
        );
        self.painted = Some(now);
    }

    /// Changes the state; what concerns more than the workbench comes back.
    pub fn update(&mut self, message: Message) -> Vec<Effect> {
        match message {
            Message::Board(event) => self.on_board(event),
            Message::Do(command) => self.on_command(command),
            Message::BoardSize(size) => {
                self.view.board_size = size;
                Vec::new()
            }
            Message::NameNext => {
                self.document.selection_mut().clear();
                self.start_naming()
            }
            Message::Select(key) => {
                self.settle();
                self.document.selection_mut().set([key]);
                self.stray = None;
                Vec::new()
            }
            Message::Reveal(key) => {
                self.document.selection_mut().set([key]);
                self.reveal(key);
                Vec::new()
            }
            Message::SelectContinent(key) => {
                self.settle();
                self.document.selection_mut().set_continent(key);
                self.stray = None;
                Vec::new()
            }
            Message::Filter(text) => {
                self.view.filter = text;
                Vec::new()
            }
            Message::FilterDone => self.take_first_match(),
            Message::Tab(tab) => {
                self.view.tab = tab;
                if tab != Tab::Proposals {
                    self.stop_review();
                }
                Vec::new()
            }
            Message::Fold(continent) => {
                self.view.fold(continent);
                Vec::new()
            }
            Message::Layers(layers) => {
                self.view.layers = layers;
                Vec::new()
            }
            Message::Finding(at) => {
                self.go_to_finding(at);
                Vec::new()
            }
            Message::Inspect(change) => {
                let made = self.inspect(change);
                match made {
                    Ok(effects) => effects,
                    Err(error) => vec![Effect::Fail(texts::edit_failed(&error))],
                }
            }
            other => self.on_proposals(&other),
        }
    }

    /// Messages about proposed neighbours.
    fn on_proposals(&mut self, message: &Message) -> Vec<Effect> {
        match *message {
            Message::AcceptAll => {
                let all = self.document.proposals().to_vec();
                let edit = proposals::accept_all(self.document.draft(), &all);
                self.review = None;
                let count = all.len();
                let made = self.document.make(texts::link_all(count), edit, None);
                self.settle_review();
                return Self::report(made, || Some(texts::linked_all(count)));
            }
            Message::Accept(proposal) => {
                self.answer(proposal, true);
            }
            Message::Reject(proposal) => {
                self.answer(proposal, false);
            }
            Message::Review(on) => {
                let first = self.document.proposals().first();
                self.review = first.copied().filter(|_| on);
                self.show_asked();
                if !on {
                    self.stop_review();
                }
            }
            Message::LookAcross => {
                let document = &self.document;
                self.across = document.land().map_or_else(Vec::new, |land| {
                    proposals::by_sea(document.draft(), land, Self::MOST_ACROSS)
                });
                if self.across.is_empty() {
                    return vec![Effect::Say(texts::NOTHING_ACROSS.into())];
                }
            }
            Message::Skip => {
                let list = self.document.proposals();
                let at = self.asked().and_then(|(place, _)| place);
                let next = at.map_or(0, |at| (at + 1) % list.len().max(1));
                self.review = list.get(next).copied();
                self.show_asked();
            }
            Message::ShowProposal(proposal) => {
                self.review = Some(proposal);
                self.show_asked();
            }
            _ => {}
        }
        Vec::new()
    }

    fn report(
        made: Result<(), marchland_maps::EditError>,
        said: impl FnOnce() -> Option<String>,
    ) -> Vec<Effect> {
        match made {
            Ok(()) => said().map(Effect::Say).into_iter().collect(),
            Err(error) => vec![Effect::Fail(texts::edit_failed(&error))],
        }
    }

    fn answer(&mut self, proposal: Proposal, yes: bool) {
        let draft = self.document.draft();
        let (a, b) = (proposal.a, proposal.b);
        let [a, b] = [a, b].map(|key| texts::territory_name(draft, key));
        let (name, edit) = if yes {
            (
                texts::link(&a, &b, proposal.by),
                proposals::accept(draft, &proposal),
            )
        } else {
            (texts::shut(&a, &b), proposals::reject(draft, &proposal))
        };
        let place = self.place_of(proposal);
        let reviewing = self.review.is_some();
        self.across.retain(|other| *other != proposal);
        // A proposal is of this draft, so its edit fits.
        if self.document.make(name, edit, None).is_ok() && reviewing {
            // On to the one that has moved up to its place.
            let list = self.document.proposals();
            let next = place.map(|at| at.min(list.len().saturating_sub(1)));
            self.review = next.and_then(|at| list.get(at)).copied();
            self.show_asked();
        }
        self.settle_review();
    }

    /// Goes back to where the review began, once it is over, and to the
    /// outline, once nothing is left to decide on.
    fn settle_review(&mut self) {
        if self.review.is_none() {
            if let Some(framing) = self.before_review.take() {
                self.view.framing = framing;
            }
            if self.document.proposals().is_empty() && self.across.is_empty() {
                self.view.tab = Tab::Outline;
            }
        }
    }

    fn place_of(&self, proposal: Proposal) -> Option<usize> {
        self.document
            .proposals()
            .iter()
            .position(|other| *other == proposal)
    }

    fn stop_review(&mut self) {
        self.review = None;
        if let Some(framing) = self.before_review.take() {
            self.view.framing = framing;
        }
    }

    fn show_asked(&mut self) {
        if let Some((_, proposal)) = self.asked() {
            self.before_review.get_or_insert(self.view.framing);
            self.frame(&[proposal.a, proposal.b]);
        }
    }

    /// Brings territories into sight.
    fn frame(&mut self, keys: &[TerritoryKey]) {
        let plots = scenery::plots_of(self.document.draft(), keys);
        let mut around: Option<Rect> = None;
        for bounds in plots
            .into_iter()
            .filter_map(|plot| self.scene.bounds_of(plot))
        {
            around = Some(around.map_or(bounds, |a| {
                let right = (a.left + a.width).max(bounds.left + bounds.width);
                let bottom = (a.top + a.height).max(bounds.top + bounds.height);
                let (left, top) = (a.left.min(bounds.left), a.top.min(bounds.top));
                Rect {
                    left,
                    top,
                    width: right - left,
                    height: bottom - top,
                }
            }));
        }
        if let Some(around) = around {
            self.view.framing = Framing::Around(around);
        }
    }

    fn reveal(&mut self, key: TerritoryKey) {
        self.frame(&[key]);
    }

    fn spot(&self, pointer: &Pointer) -> Spot {
        let order = &self.document.draft().territories;
        let key = |plot: usize| order.get(plot).map(|t| t.key);
        let reach = |pixels: f64| pixels / pointer.scale;
        let pivot = self
            .scene
            .pivot_at(pointer.x, pointer.y, reach(Self::PIVOT_REACH))
            .and_then(|(plot, at)| Some((key(plot)?, at)));
        let snap = reach(Self::SNAP_REACH);
        Spot {
            x: pointer.x,
            y: pointer.y,
            scale: pointer.scale,
            over: self.scene.plot_at(pointer.x, pointer.y).and_then(key),
            pivot,
            centre: self
                .document
                .land()
                .and_then(|land| land.centre_near(pointer.x, pointer.y, snap)),
            shift: pointer.modifiers.shift,
            command: pointer.modifiers.command,
            alt: pointer.modifiers.alt,
        }
    }

    fn on_board(&mut self, event: board::Event) -> Vec<Effect> {
        let gesture = match event {
            board::Event::Moved(framing) => {
                self.view.framing = framing;
                return Vec::new();
            }
            board::Event::Hovered(pointer) => {
                self.hovered = pointer.map(|p| self.spot(&p));
                let Some(spot) = self.hovered else {
                    return Vec::new();
                };
                Gesture::Hover(spot)
            }
            board::Event::Pressed(pointer, clicks) => {
                let spot = self.spot(&pointer);
                self.settle();
                if let Some(key) = self.picking.take() {
                    return self.pick(key, &spot);
                }
                self.stray = self.stray_at(&spot);
                Gesture::Press(spot, clicks)
            }
            board::Event::Dragged(pointer) => {
                let spot = self.spot(&pointer);
                self.hovered = Some(spot);
                Gesture::Drag(spot)
            }
            board::Event::Released(pointer) => Gesture::Release(self.spot(&pointer)),
            board::Event::Menu(_) => Gesture::Cancel,
        };
        let before = self.document.selection().territory();
        let mut effects = self.feed(gesture);
        let picked = self.document.selection().territory();
        if let Some(key) = picked.filter(|_| picked != before)
            && let Some(y) = crate::panels::offset_of(self, key)
        {
            effects.push(Effect::ShowInOutline(y));
        }
        effects
    }

    /// The colour under the pointer, if it is neither a territory's nor
    /// declared to be none.
    fn stray_at(&self, spot: &Spot) -> Option<Rgb> {
        if spot.over.is_some() {
            return None;
        }
        let colour = self.document.land()?.colour_at(spot.x, spot.y)?;
        let mask = self.document.draft().mask.as_ref();
        let declared = mask.is_some_and(|mask| {
            mask.background.contains(&colour) || mask.separator.contains(&colour)
        });
        (!declared).then_some(colour)
    }

    fn feed(&mut self, gesture: Gesture) -> Vec<Effect> {
        let land = self.document.land();
        let touching = |a, b| land.is_some_and(|land| land.border(a, b) > 0);
        let scope = Scope {
            draft: self.document.draft(),
            selection: self.document.selection(),
            touching: &touching,
        };
        let actions = self.tool.feed(gesture, scope);
        let mut effects = Vec::new();
        for action in actions {
            match self.document.act(action) {
                Ok(Some(Action::Rename(_))) => effects.push(Effect::FocusName),
                Ok(Some(Action::NewContinent(_))) => {
                    let made = self.document.selection().continent();
                    let id = made.and_then(|key| self.document.draft().continent(key)?.id);
                    if let Tool::Continent(tool) = &mut self.tool {
                        tool.take_up(id);
                    }
                    effects.push(Effect::FocusName);
                }
                Ok(Some(Action::Say(text))) => effects.push(Effect::Say(text)),
                Ok(_) => {}
                Err(error) => effects.push(Effect::Fail(texts::edit_failed(&error))),
            }
        }
        if matches!(gesture, Gesture::Press(..))
            && let Some(continent) = self
                .tool
                .brush()
                .and_then(|id| self.document.draft().continent_by_id(id))
        {
            let key = continent.key;
            self.document.selection_mut().set_continent(key);
        }
        effects
    }

    /// Ends what was being typed about the selected territory.
    fn settle(&mut self) {
        if let Some(key) = self.document.selection().territory() {
            // The territory is in the draft, so this cannot fail.
            let _ = self.document.settle_name(key);
        }
        self.document.seal();
    }

    fn on_command(&mut self, command: Command) -> Vec<Effect> {
        match command {
            Command::Undo => {
                let name = self.document.undo();
                return vec![Effect::Say(
                    name.map_or(texts::NOTHING_TO_UNDO.into(), |n| texts::undone(&n)),
                )];
            }
            Command::Redo => {
                let name = self.document.redo();
                return vec![Effect::Say(
                    name.map_or(texts::NOTHING_TO_REDO.into(), |n| texts::redone(&n)),
                )];
            }
            Command::Tool(kind) => self.take_tool(kind),
            Command::Rename => return self.start_naming(),
            Command::NextProblem => self.step_finding(1),
            Command::PreviousProblem => self.step_finding(-1),
            Command::ToggleProblems => self.view.problems_open = !self.view.problems_open,
            Command::ShowAll => self.view.framing = Framing::Whole,
            Command::ActualSize => self.zoom_to(1.0),
            Command::ZoomIn => self.zoom_by(1.25),
            Command::ZoomOut => self.zoom_by(0.8),
            Command::ShowSelection => self.show_selection(),
            Command::Nudge(x, y) => return self.nudge((x, y)),
            Command::Accept => {
                if let Some((_, proposal)) = self.asked() {
                    self.answer(proposal, true);
                }
            }
            Command::Reject => {
                if let Some((_, proposal)) = self.asked() {
                    self.answer(proposal, false);
                }
            }
            Command::Delete => return self.delete(),
            Command::SelectAll => {
                let keys: Vec<_> = self
                    .document
                    .draft()
                    .territories
                    .iter()
                    .map(|t| t.key)
                    .collect();
                self.document.selection_mut().set(keys);
            }
            Command::Find => {
                self.view.tab = Tab::Outline;
                return vec![Effect::Focus(crate::panels::FILTER)];
            }
            Command::Cancel => {
                if self.picking.take().is_some() {
                    return Vec::new();
                }
                if self.review.is_some() {
                    self.stop_review();
                    return Vec::new();
                }
                self.stray = None;
                return self.feed(Gesture::Cancel);
            }
            Command::New
            | Command::Open
            | Command::Save
            | Command::SaveAs
            | Command::ToggleTheme => {
                self.settle();
                return vec![Effect::App(command)];
            }
        }
        Vec::new()
    }

    /// Takes up another tool.
    pub fn take_tool(&mut self, kind: ToolKind) {
        self.settle();
        self.tool = Tool::new(kind);
        if kind == ToolKind::Continent
            && let Some(key) = self.document.selection().continent()
            && let Tool::Continent(tool) = &mut self.tool
        {
            tool.take_up(self.document.draft().continent(key).and_then(|c| c.id));
        }
    }

    fn start_naming(&mut self) -> Vec<Effect> {
        if self.document.selection().is_empty() {
            let unnamed = self
                .document
                .draft()
                .territories
                .iter()
                .find(|t| t.name.text.is_none());
            let Some(key) = unnamed.map(|t| t.key) else {
                return vec![Effect::Say(texts::ALL_NAMED.into())];
            };
            self.document.selection_mut().set([key]);
            self.reveal(key);
        }
        vec![Effect::FocusName]
    }

    fn camera_centre(&self) -> Option<(f64, f64)> {
        // The middle of what is shown is known once the widget has a size; the
        // view hands it back with every camera.
        let (width, height) = self.scene.size();
        let camera = self
            .view
            .framing
            .camera(width, height, self.view.board_size);
        let half = |length: f32| f64::from(length) / 2.0 / camera.scale;
        (width > 0).then(|| {
            (
                camera.left + half(self.view.board_size.width),
                camera.top + half(self.view.board_size.height),
            )
        })
    }

    fn zoom_to(&mut self, scale: f64) {
        if let Some((x, y)) = self.camera_centre() {
            self.view.framing = Framing::Centred { x, y, scale };
        }
    }

    fn zoom_by(&mut self, factor: f64) {
        self.zoom_to(self.zoom() * factor);
    }

    /// Logical pixels for one pixel of the mask.
    pub fn zoom(&self) -> f64 {
        let (width, height) = self.scene.size();
        self.view
            .framing
            .camera(width, height, self.view.board_size)
            .scale
    }

    fn show_selection(&mut self) {
        let selection = self.document.selection();
        let mut keys = selection.territories().to_vec();
        let draft = self.document.draft();
        if let Some(id) = selection
            .continent()
            .and_then(|key| draft.continent(key)?.id)
        {
            let members = draft.territories.iter().filter(|t| t.continent == Some(id));
            keys.extend(members.map(|t| t.key));
        }
        if keys.is_empty() {
            self.view.framing = Framing::Whole;
        } else {
            self.frame(&keys);
        }
    }

    fn nudge(&mut self, by: (i32, i32)) -> Vec<Effect> {
        let Some(key) = self.document.selection().territory() else {
            return Vec::new();
        };
        let scope = Scope {
            draft: self.document.draft(),
            selection: self.document.selection(),
            touching: &|_, _| false,
        };
        let Some(action) = crate::tools::nudge(scope, key, by) else {
            return Vec::new();
        };
        let made = self.document.act(action).map(|_| ());
        Self::report(made, || None)
    }

    fn take_first_match(&mut self) -> Vec<Effect> {
        let first = self
            .document
            .draft()
            .territories
            .iter()
            .find(|t| {
                self.view
                    .matches(&texts::territory_name(self.document.draft(), t.key))
            })
            .map(|t| t.key);
        if let Some(key) = first {
            self.document.selection_mut().set([key]);
            self.reveal(key);
        }
        Vec::new()
    }

    fn step_finding(&mut self, by: isize) {
        let count = self.findings.len() as isize;
        if count == 0 {
            return;
        }
        let at = match self.finding {
            Some(at) => (at as isize + by).rem_euclid(count),
            None if by > 0 => 0,
            None => count - 1,
        };
        self.view.problems_open = true;
        self.go_to_finding(at as usize);
    }

    fn go_to_finding(&mut self, at: usize) {
        let Some(finding) = self.findings.get(at) else {
            return;
        };
        self.finding = Some(at);
        match finding.place {
            Place::Map => self.document.selection_mut().clear(),
            Place::Territory(key)
            | Place::Pivot(key, _)
            | Place::Neighbour(key, _)
            | Place::Closed(key, _) => {
                self.document.selection_mut().set([key]);
                self.reveal(key);
            }
            Place::Continent(key) => self.document.selection_mut().set_continent(key),
        }
    }

    /// A colour under the pointer becomes the key colour of a territory.
    fn pick(&mut self, key: TerritoryKey, spot: &Spot) -> Vec<Effect> {
        let colour = self
            .document
            .land()
            .and_then(|land| land.colour_at(spot.x, spot.y));
        let Some(colour) = colour else {
            return vec![Effect::Say(texts::NO_COLOUR_THERE.into())];
        };
        let made = self.set_key_colour(key, colour);
        Self::report(made, || None)
    }

    /// The point of the mask under the pointer, for the status bar.
    pub fn pointer_pixel(&self) -> Option<(Point, Option<Rgb>)> {
        let spot = self.hovered?;
        let (width, height) = self.scene.size();
        let inside = spot.x >= 0.0
            && spot.y >= 0.0
            && spot.x < f64::from(width)
            && spot.y < f64::from(height);
        inside.then(|| {
            let land = self.document.land();
            (
                spot.pixel(),
                land.and_then(|land| land.colour_at(spot.x, spot.y)),
            )
        })
    }
}
