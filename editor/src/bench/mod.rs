//! The workbench: the screen on which a map is edited. State and what changes
//! it; what it looks like stands in [`crate::panels`].

mod balance;
mod checklist;
mod divide;
mod easel;
mod hand;
pub mod ids;
mod inspect;
mod intent;
mod issues;
mod marks;
mod message;
pub mod next_step;
mod odds;
mod offers;
mod outline;
mod painting;
mod pointer;
mod resize;
mod review;
mod seek;
mod sight;
mod things;
mod tidy;
mod trace;
mod trial;
mod view_state;

use marchland_board::{Picture, Rect, Scene};
use marchland_maps::divide::Style;
use marchland_maps::generate::complete;
use marchland_maps::redraw::{Division, Frame};
use marchland_maps::{Rgb, TerritoryKey};

pub use checklist::Checklist;
pub use inspect::Shared;
pub use intent::{Dividing, Found, Intent, Listed, Tidying, Trial};
use marchland_ui::theme::Mode;
use marchland_ui::zoom::Zoom;
pub use message::{Change, Divide, Effect, Message, PivotChange, Resize, TraceChange, UseAs};
pub use outline::{Outline, Row};
pub use view_state::{Edge, Rows, Sizes, Tab, ViewState};

use self::easel::Split;
use self::hand::Hand;
use self::painting::Painting;
use self::review::Review;
use self::view_state::WHOLE;
use crate::balance::Balance;
use crate::commands::Command;
use crate::document::Document;
use crate::drawing::Queue;
use crate::findings::Findings;
use crate::history::State;
use crate::odds::Odds;
use crate::old_picture::Behind;
use crate::scenery::{Ground, Props};
use crate::texts;
use crate::tools::{Adjust, Gesture, Scope, Spot, Tool, ToolKind};
use crate::trace::Trace;

/// The screen on which a map is edited, without its widgets.
#[derive(Debug)]
pub struct Bench {
    /// The map that is edited, with its history.
    pub document: Document,
    /// What is shown and how.
    pub view: ViewState,
    hand: Hand,
    review: Review,
    painting: Painting,
    outline: Outline,
    findings: Findings,
    /// The part of the map for which findings in view were listed last.
    listed: Option<Rect>,
    odds: Odds,
    balance: Balance,
    /// What was drawn and is not in the map yet.
    easel: Queue,
    intent: Option<Intent>,
    /// How a territory was divided last.
    division: Division,
    trace: Option<Trace>,
    /// Sheets of other sizes: the states of the map before and after, the size before, and
    /// what the new sheet showed of the old one.
    resized: Vec<([State; 2], (u32, u32), Frame)>,
    split: Option<Split>,
    /// How often something was tried.
    looks: u64,
    /// How far the picture for players is behind the map.
    behind: Option<Behind>,
}

impl Bench {
    /// Puts a map on the workbench.
    pub fn new(document: Document, picture: Option<Picture>, mode: Mode) -> Self {
        let mut bench = Self {
            document,
            view: ViewState::default(),
            hand: Hand::holding(ToolKind::Select),
            review: Review::default(),
            painting: Painting::new(picture, mode.board()),
            outline: Outline::default(),
            findings: Findings::default(),
            listed: None,
            odds: Odds::default(),
            balance: Balance::default(),
            easel: Queue::default(),
            intent: None,
            division: Division {
                parts: 3,
                style: Style::Natural,
                seed: 1,
            },
            trace: None,
            resized: Vec::new(),
            split: None,
            looks: 0,
            behind: None,
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
        &self.hand.tool
    }

    /// The rows of the outline.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// What the board shows.
    pub fn scene(&self) -> &Scene {
        &self.painting.scene
    }

    /// Takes the picture for players, once it is read.
    pub fn set_picture(&mut self, picture: Picture) {
        self.painting.set_picture(picture);
    }

    /// Takes how far the picture for players is behind the map, which is hatched on it.
    pub fn set_behind(&mut self, behind: Option<Behind>) {
        self.behind = behind;
    }

    /// How far the picture for players is known to be behind the map.
    pub fn behind(&self) -> Option<&Behind> {
        self.behind.as_ref()
    }

    /// Whether the map has a picture for players.
    pub fn has_picture(&self) -> bool {
        self.painting.has_picture()
    }

    /// Where the pointer is.
    pub fn hovered(&self) -> Option<&Spot> {
        self.hand.hovered.as_ref()
    }

    /// The colour of a region that was clicked and is not a territory's, nor has
    /// become one's since.
    pub fn stray(&self) -> Option<Rgb> {
        self.hand.stray.filter(|colour| self.is_stray(*colour))
    }

    /// The territory whose key colour the next click chooses.
    pub fn picking(&self) -> Option<TerritoryKey> {
        self.hand.picking
    }

    /// Makes the scene anew, or what lies over it, if anything there has
    /// changed. Called after every message, so that `view` only looks.
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
                    || self.hand.tool.kind() == ToolKind::Link,
                across: match self.view.tab {
                    Tab::Proposals => self.across().to_vec(),
                    Tab::Outline => Vec::new(),
                },
                drawing: self
                    .hand
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
            self.hand.tool.follow(land.regions());
        }
        self.look_under_pointer();
        let washes = self.washes();
        self.painting.wash(washes);
    }

    /// Changes the state; what concerns more than the workbench comes back.
    pub fn update(&mut self, message: Message) -> Vec<Effect> {
        // What is clicked in a list stays where it is in that list.
        let listed = matches!(message, Message::Select(_) | Message::Reveal(_));
        let before = self.document.selection().territories().last().copied();
        let mut effects = self.react(message);
        // They stand in one place.
        if self.view.issues_open {
            self.balance.show(false);
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
                effects.push(Effect::ShowInOutline(y));
            }
        }
        effects.extend(self.reckon());
        effects
    }

    fn react(&mut self, message: Message) -> Vec<Effect> {
        match message {
            Message::Board(event) => self.on_board(event),
            Message::Do(command) => self.on_command(command),
            Message::Minimap(event) => {
                self.on_minimap(&event);
                Vec::new()
            }
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
                self.hand.stray = None;
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
                self.hand.stray = None;
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
            Message::Scrolled(tab, to) => {
                match tab {
                    Tab::Outline => self.view.outline_at = to,
                    Tab::Proposals => self.view.proposals_at = to,
                }
                Vec::new()
            }
            Message::Layers(layers) => {
                self.view.layers = layers;
                Vec::new()
            }
            Message::Resize(edge, to) => {
                self.view.sizes.set(edge, to);
                vec![Effect::Sizes(self.view.sizes)]
            }
            Message::Issue(message) => self.on_issue(message),
            Message::Inspect(change) => {
                let made = self.inspect(change);
                match made {
                    Ok(effects) => effects,
                    Err(error) => vec![Effect::Fail(texts::edit_failed(&error))],
                }
            }
            Message::Odds(message) => self.on_odds(message),
            Message::Balance(message) => self.on_balance(message),
            Message::Drawn(number, done) => self.drawn(number, done.open()),
            Message::Tried(number, done) => self.tried(number, done.open()),
            Message::Divide(change) => self.divide(change),
            Message::Sheet(change) => {
                self.resize(change);
                Vec::new()
            }
            Message::Trace(change) => self.change_trace(change),
            Message::Gaps(widest) => self.look_for_clutter(widest),
            Message::Clutter(news) => {
                self.found_clutter(news);
                Vec::new()
            }
            Message::Brush(brush) => {
                self.view.brush = brush;
                match self.hand.tool.held_land() {
                    Some(_) => self.adjust(Adjust::Over),
                    None => Vec::new(),
                }
            }
            Message::Locate(part) => vec![Effect::Locate(part)],
            Message::KeepMask => vec![Effect::KeepMask],
            Message::DrawPicture => vec![Effect::DrawPicture],
            Message::KeepPicture => vec![Effect::KeepPicture],
            other => self.on_proposals(&other),
        }
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

    /// Ends what was being typed about the selected territory.
    pub fn settle(&mut self) {
        if let Some(key) = self.document.selection().territory() {
            // The territory is in the draft, so this cannot fail.
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
            Command::NextProblem => return self.step_issue(1),
            Command::PreviousProblem => return self.step_issue(-1),
            Command::Fixes => return self.offer(),
            Command::ToggleProblems => self.view.issues_open = !self.view.issues_open,
            Command::ToggleBalance => self.show_balance(!self.balance.is_open()),
            Command::Zoom(Zoom::Whole) => self.view.framing = WHOLE,
            Command::Zoom(step) => self.view.framing = self.sight().after(step),
            Command::ShowSelection => self.show_selection(),
            Command::Nudge(x, y) if self.is_weighing() => self.nudge_odds((x, y)),
            Command::Nudge(x, 0) if self.asked().is_some() => self.skip(x > 0),
            Command::Nudge(x, y) => return self.nudge((x, y)),
            Command::Accept => self.decide(true),
            Command::Reject => self.decide(false),
            Command::AcceptAll => return self.accept_all(),
            Command::Delete if self.is_weighing() => return self.feed(Gesture::Cancel),
            Command::Delete => {
                return match self.hand.tool.chosen_pivot(self.document.draft()) {
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
                if self.hand.picking.take().is_some() {
                    return Vec::new();
                }
                if self.review.asked.is_some() {
                    self.stop_review();
                    return Vec::new();
                }
                if self.cancel_issue() {
                    return Vec::new();
                }
                self.hand.stray = None;
                return self.feed(Gesture::Cancel);
            }
            Command::NextStep => {
                return match next_step::message(&next_step::of(self)) {
                    Some(message) => self.react(message),
                    None => vec![Effect::Say(texts::NOTHING_LEFT.into())],
                };
            }
            Command::Ground(ground) if ground != Ground::Picture || self.has_picture() => {
                self.view.layers.ground = ground;
            }
            Command::Layer(layer) => self.view.layers.toggle(layer),
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

    /// Takes up another tool.
    pub fn take_tool(&mut self, kind: ToolKind) {
        self.settle();
        self.hover_marks(None);
        self.hand.tool = Tool::new(kind);
        self.hand.loose = None;
        if kind == ToolKind::Continent
            && let Some(key) = self.document.selection().continent()
            && let Tool::Continent(tool) = &mut self.hand.tool
        {
            tool.take_up(self.document.draft().continent(key).and_then(|c| c.id));
        }
        if kind == ToolKind::Odds {
            self.begin_weighing();
        }
    }

    fn start_naming(&mut self) -> Vec<Effect> {
        if self.document.selection().territories().len() > 1 {
            return vec![Effect::Say(texts::NAME_ONE.into())];
        }
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

    fn nudge(&mut self, by: (i32, i32)) -> Vec<Effect> {
        let Some(key) = self.document.selection().territory() else {
            return Vec::new();
        };
        let scope = Scope {
            draft: self.document.draft(),
            selection: self.document.selection(),
            touching: &|_, _| false,
            land: None,
            brush: self.view.brush,
            size: self.painting.scene.size(),
        };
        let Some(action) = crate::tools::nudge(scope, key, by) else {
            return Vec::new();
        };
        let made = self.document.act(action).map(|_| ());
        Self::report(made, || None)
    }
}
