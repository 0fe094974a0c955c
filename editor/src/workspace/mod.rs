//! The workspace, where a map is edited: its state and messages. [`crate::panels`] is its view.

mod balance;
mod context_menu;
mod divide;
mod drawing;
pub mod ids;
mod inspect;
mod intent;
mod issues;
mod marks;
mod menu_target;
mod message;
pub mod next_step;
mod odds;
mod offers;
mod outline;
mod painting;
mod pointer;
mod resize;
mod review;
mod search;
mod tidy;
mod tool_state;
mod trace;
mod trial;
mod view_state;
mod viewport;
mod why_not;

use marchland_board::{Picture, Rect, Scene};
use marchland_maps::divide::Style;
use marchland_maps::generate::complete;
use marchland_maps::redraw::{Division, Frame};
use marchland_maps::{Rgb, TerritoryKey};

pub use inspect::Shared;
pub use intent::{Dividing, Found, Intent, Listed, Tidying, Trial};
use marchland_ui::theme::Mode;
use marchland_ui::zoom::Zoom;
pub use menu_target::MenuTarget;
pub use message::{Change, Divide, Effect, Message, PivotChange, Resize, TraceChange, UseAs};
pub use outline::{Outline, Row};
pub use view_state::{Edge, Rows, Sizes, Tab, ViewState};

use self::drawing::Split;
use self::painting::Painting;
use self::review::Review;
use self::tool_state::ToolState;
use self::view_state::WHOLE;
use crate::balance::Balance;
use crate::commands::Command;
use crate::document::Document;
use crate::drawing::Queue;
use crate::findings::Findings;
use crate::history::State;
use crate::odds::Odds;
use crate::old_picture::Behind;
use crate::scenery::Props;
use crate::texts;
use crate::tools::{self, Adjust, Gesture, Spot, Tool, ToolKind};
use crate::trace::Trace;

/// The workspace of a map, without widgets.
#[derive(Debug)]
pub struct Workspace {
    /// The map with its history.
    pub document: Document,
    pub view: ViewState,
    tool_state: ToolState,
    review: Review,
    painting: Painting,
    outline: Outline,
    findings: Findings,
    /// The visible part for which findings in view were last listed.
    listed: Option<Rect>,
    odds: Odds,
    balance: Balance,
    /// Pending drawing operations.
    queue: Queue,
    intent: Option<Intent>,
    /// The last settings for dividing.
    division: Division,
    trace: Option<Trace>,
    /// Resized sheets: the states before and after, the size before, and the frame.
    resized: Vec<([State; 2], (u32, u32), Frame)>,
    split: Option<Split>,
    /// What was selected before operations that select their result, by the state after them.
    picked: Vec<(State, Vec<TerritoryKey>)>,
    /// The mask was drawn with this program, as far as its file tells: the land of a removed
    /// territory then becomes sea.
    pub is_ours: bool,
    /// Recovered: until it is saved, its sheet may differ from that of its file.
    pub is_recovered: bool,
    /// How far the map image is outdated, to be hatched.
    pub behind: Option<Behind>,
}

impl Workspace {
    pub fn new(document: Document, mode: Mode) -> Self {
        let mut workspace = Self {
            document,
            view: ViewState::default(),
            tool_state: ToolState::holding(ToolKind::Select),
            review: Review::default(),
            painting: Painting::new(mode.board()),
            outline: Outline::default(),
            findings: Findings::default(),
            listed: None,
            odds: Odds::default(),
            balance: Balance::default(),
            queue: Queue::default(),
            intent: None,
            division: Division {
                parts: 3,
                style: Style::Natural,
                seed: 1,
            },
            trace: None,
            resized: Vec::new(),
            split: None,
            picked: Vec::new(),
            is_ours: false,
            is_recovered: false,
            behind: None,
        };
        if !workspace.document.proposals().is_empty()
            && workspace.document.draft().links().next().is_none()
        {
            workspace.view.tab = Tab::Proposals;
        }
        workspace.paint(mode);
        workspace
    }

    pub fn tool(&self) -> &Tool {
        &self.tool_state.tool
    }

    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    pub fn scene(&self) -> &Scene {
        &self.painting.scene
    }

    pub fn set_picture(&mut self, picture: Option<Picture>) {
        self.painting.set_picture(picture);
    }

    pub fn has_picture(&self) -> bool {
        self.painting.picture().is_some()
    }

    /// The map image, unless Marchland drew it.
    pub fn own_picture(&self) -> Option<Picture> {
        self.painting
            .picture()
            .filter(|picture| !picture.is_drawn())
            .cloned()
    }

    /// The spot under the pointer.
    pub fn hovered(&self) -> Option<&Spot> {
        self.tool_state.hovered.as_ref()
    }

    /// The clicked stray colour, if it is still stray.
    pub fn stray(&self) -> Option<Rgb> {
        self.tool_state
            .stray
            .filter(|colour| self.is_stray(*colour))
    }

    /// The territory whose key colour the next click picks.
    pub fn picking(&self) -> Option<TerritoryKey> {
        self.tool_state.picking
    }

    /// Updates the scene and overlays after changes. Called after every message, so that `view`
    /// only reads.
    pub fn paint(&mut self, mode: Mode) {
        self.outline.follow(&self.document, &self.view);
        let seen = self.seen();
        if self.findings.filter().in_view && self.listed != seen {
            self.findings.list(seen);
            self.listed = seen;
        }
        let land = painting::Land {
            revision: self.document.revision(),
            layers: self.view.layers,
            mode,
            camps: self.camps(),
            heat: self.balance.heat().cloned(),
            tracing: self.tracing(),
        };
        let over = painting::Over {
            props: Props {
                asked: self.asked().map(|(_, proposal)| proposal),
                proposals: self.view.tab == Tab::Proposals
                    || self.tool_state.tool.kind() == ToolKind::Link,
                across: match self.view.tab {
                    Tab::Proposals => self.across().to_vec(),
                    Tab::Outline => Vec::new(),
                },
                drawing: self
                    .tool_state
                    .tool
                    .drawing()
                    .map(|(from, spot)| (from, spot.pixel())),
                camps: self.camps(),
                shown: self.issue_lines(),
            },
            selected: self.document.selection().territories().to_vec(),
            marks: self.marks(),
        };
        if self.painting.follow(&self.document, land, over)
            && let Some(land) = self.document.land()
        {
            self.tool_state.tool.follow(land.regions());
        }
        self.look_under_pointer();
        let washes = self.washes();
        self.painting.scene.set_washes(washes);
    }

    pub fn update(&mut self, message: Message) -> Vec<Effect> {
        // A click in a list must not scroll that list.
        let listed = matches!(message, Message::Select(_) | Message::Reveal(_));
        let before = self.document.selection().territories().last().copied();
        let mut effects = self.react(message);
        // Both panels share a place.
        if self.view.issues_open {
            self.balance.open = false;
        }
        self.follow_across();
        let picked = self.document.selection().territories().last().copied();
        let continent = self.document.selection().continent();
        self.view
            .wrong_bonus
            .take_if(|(of, _)| continent != Some(*of));
        if let Some(key) = picked.filter(|_| picked != before && !listed) {
            self.outline.follow(&self.document, &self.view);
            if let Some(y) = self.outline.offset_of(key) {
                self.view.outline_at = y;
                effects.push(Effect::Scroll(ids::OUTLINE, y));
            }
        }
        effects.extend(self.reckon());
        effects
    }

    fn react(&mut self, message: Message) -> Vec<Effect> {
        match message {
            Message::Board(event) => return self.on_board(event),
            Message::Do(command) => return self.on_command(command),
            Message::Minimap(event) => self.on_minimap(&event),
            Message::BoardSize(size) => self.view.board_size = size,
            Message::NameNext => {
                self.settle();
                self.document.selection_mut().clear();
                return self.start_naming();
            }
            Message::Select(key) => {
                self.settle();
                self.document.selection_mut().set([key]);
                self.tool_state.stray = None;
            }
            Message::Reveal(key) => {
                self.settle();
                self.document.selection_mut().set([key]);
                self.frame(&[key]);
            }
            Message::SelectContinent(key) => {
                self.settle();
                self.document.selection_mut().set_continent(key);
                self.tool_state.stray = None;
            }
            Message::Filter(text) => self.view.filter = text,
            Message::FilterDone => return self.take_first_match(),
            Message::Tab(tab) => {
                self.view.tab = tab;
                if tab != Tab::Proposals {
                    self.stop_review();
                }
            }
            Message::Fold(continent) => self.view.fold(continent),
            Message::Scrolled(Tab::Outline, to) => self.view.outline_at = to,
            Message::Scrolled(Tab::Proposals, to) => self.view.proposals_at = to,
            Message::Resize(edge, to) => {
                self.view.sizes.set(edge, to);
                return vec![Effect::Sizes(self.view.sizes)];
            }
            Message::Issue(message) => return self.on_issue(message),
            Message::Inspect(change) => return self.on_inspect(change),
            Message::Odds(message) => return self.on_odds(message),
            Message::Balance(message) => return self.on_balance(message),
            Message::Drawn(number, done) => return self.drawn(number, done.open()),
            Message::Tried(number, done) => return self.tried(number, done.open()),
            Message::Divide(change) => return self.divide(change),
            Message::Sheet(change) => self.resize(change),
            Message::Trace(change) => return self.change_trace(change),
            Message::Gaps(widest) => return self.look_for_clutter(widest),
            Message::Clutter(news) => self.found_clutter(news),
            Message::Brush(brush) => {
                self.view.brush = brush;
                if self.tool_state.tool.held_land().is_some() {
                    return self.feed(Gesture::Adjust(Adjust::Over));
                }
            }
            Message::Ask(effect) => return vec![effect],
            other => return self.on_proposals(&other),
        }
        Vec::new()
    }

    fn report(
        made: Result<(), marchland_maps::EditError>,
        message: impl FnOnce() -> Option<String>,
    ) -> Vec<Effect> {
        match made {
            Ok(()) => message().map(Effect::Say).into_iter().collect(),
            Err(error) => vec![Effect::Fail(texts::edit_failed(&error))],
        }
    }

    /// Ends typing in the inspector.
    pub fn settle(&mut self) {
        if let Some(key) = self.document.selection().territory() {
            // Cannot fail: the territory is in the draft.
            let _ = self.document.settle_name(key);
        }
        self.document.seal();
    }

    fn on_command(&mut self, command: Command) -> Vec<Effect> {
        if let Some(effects) = self.on_intent(command) {
            return effects;
        }
        if let Some(effects) = self.on_offers(command) {
            return effects;
        }
        if let Some(effects) = self.on_drawing(command) {
            return effects;
        }
        match command {
            Command::Confirm => return self.finish().unwrap_or_default(),
            Command::Tool(kind) => {
                self.take_tool(kind);
                if kind == ToolKind::Trace && self.trace.is_none() {
                    return vec![Effect::AskTrace];
                }
            }
            Command::Rename => return self.start_naming(),
            Command::NextIssue => return self.step_issue(1),
            Command::PreviousIssue => return self.step_issue(-1),
            Command::Fixes => return self.offer(),
            Command::ToggleIssues => self.view.issues_open = !self.view.issues_open,
            Command::ToggleBalance => self.show_balance(!self.balance.open),
            Command::Zoom(Zoom::Whole) => self.view.framing = WHOLE,
            Command::Zoom(step) => self.view.framing = self.viewport().after(step),
            Command::ShowSelection => self.show_selection(),
            Command::Nudge(x, y) if self.is_weighing() => self.odds.nudge((x, y)),
            Command::Nudge(x, 0) if self.asked().is_some() => self.skip(x > 0),
            Command::Nudge(x, y) => return self.nudge((x, y)),
            Command::Accept => self.decide(true),
            Command::Reject => self.decide(false),
            Command::AcceptAll => return self.accept_all(),
            Command::Delete if self.is_weighing() => return self.feed(Gesture::Cancel),
            Command::Delete => {
                return match self.tool_state.tool.chosen_pivot(self.document.draft()) {
                    Some((key, at)) => self.take_pivot(key, at),
                    None => self.delete(),
                };
            }
            Command::SelectAll => self.select_all(),
            Command::Find => {
                self.view.tab = Tab::Outline;
                return vec![Effect::Focus(ids::FILTER)];
            }
            Command::Cancel => {
                if self.tool_state.picking.take().is_some() {
                    return Vec::new();
                }
                if self.review.asked.is_some() {
                    self.stop_review();
                    return Vec::new();
                }
                if self.cancel_issue() {
                    return Vec::new();
                }
                self.tool_state.stray = None;
                return self.feed(Gesture::Cancel);
            }
            Command::NextStep => {
                return match next_step::message(&next_step::of(self)) {
                    Some(message) => self.react(message),
                    None => vec![Effect::Say(texts::NOTHING_LEFT.into())],
                };
            }
            Command::Ground(ground) => match self.why_not(command) {
                Some(why) => return vec![Effect::Say(why)],
                None => self.view.layers.ground = ground,
            },
            Command::Layer(layer) => match self.why_not(command) {
                Some(why) => return vec![Effect::Say(why)],
                None => self.view.layers.toggle(layer),
            },
            Command::LookAcross => return self.react(Message::LookAcross),
            Command::Walk(by, more) => self.walk(by.into(), more),
            Command::Group => {
                let made = self.inspect(Change::NewContinent);
                return made.unwrap_or_else(|error| vec![Effect::Fail(texts::edit_failed(&error))]);
            }
            Command::Complete => {
                let edit = complete(self.document.draft(), self.document.revision());
                if edit.is_empty() {
                    return vec![Effect::Say(texts::NOTHING_MISSING.into())];
                }
                let made = self.document.make(texts::COMPLETE, edit, None);
                return Self::report(made, || None);
            }
            _ if command.is_for_the_window() => {
                self.settle();
                return vec![Effect::App(command)];
            }
            _ => {}
        }
        Vec::new()
    }

    pub fn take_tool(&mut self, kind: ToolKind) {
        self.settle();
        self.hover_marks(None);
        self.tool_state.tool = Tool::new(kind);
        self.tool_state.loose = None;
        if kind == ToolKind::Continent
            && let Some(key) = self.document.selection().continent()
        {
            let continent = self.document.draft().continent(key);
            self.tool_state.tool.take_up(continent.and_then(|it| it.id));
        }
        if kind == ToolKind::Odds {
            self.begin_weighing();
        }
    }

    fn start_naming(&mut self) -> Vec<Effect> {
        let selection = self.document.selection();
        if selection.is_empty() || selection.territories().len() > 1 {
            let unnamed = || {
                let territories = self.document.draft().territories.iter();
                territories.filter(|t| t.name.text.is_none()).map(|t| t.key)
            };
            let picked = unnamed().find(|key| selection.contains(*key));
            let Some(key) = picked.or_else(|| unnamed().next()) else {
                return vec![Effect::Say(texts::ALL_NAMED.into())];
            };
            self.document.selection_mut().set([key]);
            self.frame(&[key]);
        }
        vec![Effect::Focus(ids::NAME)]
    }

    fn nudge(&mut self, by: (i32, i32)) -> Vec<Effect> {
        let Some(key) = self.document.selection().territory() else {
            return Vec::new();
        };
        let Some(action) = tools::nudge(self.document.draft(), key, by) else {
            return Vec::new();
        };
        let made = self.document.act(action).map(|_| ());
        Self::report(made, || None)
    }
}
