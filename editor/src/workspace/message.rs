//! Messages of the workspace and their effects.

use std::collections::HashSet;

use iced::{Point, Size};
use marchland_board as board;
use marchland_maps::divide::Style;
use marchland_maps::limits::MAX_NAME_CHARS;
use marchland_maps::{By, Card, ContinentId, ContinentKey, Rgb, TerritoryKey, Way, Wrap};
use marchland_validator::Waiver;

use super::intent::Found;
use super::menu_target::MenuTarget;
use super::view_state::{Edge, Sizes, Tab};
use crate::balance;
use crate::commands::Command;
use crate::drawing::{Brush, Done, Look};
use crate::files::Part;
use crate::findings;
use crate::jobs::{News, Parcel};
use crate::notices::NoticeChange;
use crate::odds;
use crate::proposals::Proposal;
use crate::sheets::Resizing;
use crate::trace::Place;

#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each names what was done, on which thing")]
pub enum Message {
    Board(board::Event),
    Do(Command),
    /// From the minimap.
    Minimap(board::Event),
    BoardSize(Size),
    NameNext,
    Select(TerritoryKey),
    /// Select and show.
    Reveal(TerritoryKey),
    SelectContinent(ContinentKey),
    Filter(String),
    FilterDone,
    Tab(Tab),
    Fold(Option<ContinentKey>),
    /// A list was scrolled to this offset, in logical pixels.
    Scrolled(Tab, f32),
    /// An edge between panels was moved: the new size of its panel, in logical pixels.
    Resize(Edge, f32),
    Issue(findings::Message),
    AcceptAll,
    /// Add the sea links that an author would add.
    AcceptLikely,
    Accept(Proposal),
    Reject(Proposal),
    Review(bool),
    LookAcross,
    Skip,
    ShowProposal(Proposal),
    Inspect(Change),
    /// The result of a drawing order, by number.
    Drawn(u64, Parcel<Done>),
    /// A preview, by the number of its request.
    Tried(u64, Parcel<Look>),
    Divide(Divide),
    Sheet(Resize),
    Trace(TraceChange),
    /// Sets the widest gap to be closed.
    Gaps(u16),
    /// From the search for specks and gaps.
    Clutter(News<Found>),
    Brush(Brush),
    Odds(odds::Message),
    Balance(balance::Message),
    /// Something for the application.
    Ask(Effect),
}

/// A change made in the inspector.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each names the field and its new value")]
pub enum Change {
    Name(TerritoryKey, String),
    /// Enter: go to the next unnamed territory.
    NameDone(TerritoryKey),
    Continent(Option<ContinentId>),
    Card(TerritoryKey, Option<Card>),
    /// The next click on the map picks the key colour.
    PickColour(TerritoryKey),
    Pivot(TerritoryKey, PivotChange),
    Part(TerritoryKey, TerritoryKey),
    Link(TerritoryKey, TerritoryKey, By, Way),
    OpenBorder(TerritoryKey, TerritoryKey),
    NeighbourFilter(String),
    NeighbourDone(TerritoryKey),
    Remove,
    NewContinent,
    ContinentName(ContinentKey, String),
    ContinentNameDone,
    Bonus(ContinentKey, String),
    ContinentColour(ContinentKey, Rgb),
    /// Select the continent tool with this continent.
    Paint(ContinentKey),
    /// Focus the map's name.
    NameMap,
    MapName(String),
    Author(String),
    Licence(String),
    Description(String),
    Wrap(Wrap),
    Gap(u16),
    BadgeDiameter(u16),
    /// Set the role of a stray colour.
    Use(Rgb, UseAs),
}

impl Change {
    /// Whether it is a name beyond the limit, which is cut.
    pub(super) fn is_too_long(&self) -> bool {
        match self {
            Self::Name(_, name) | Self::ContinentName(_, name) | Self::MapName(name) => {
                name.chars().count() > MAX_NAME_CHARS
            }
            _ => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TraceChange {
    Choose,
    Place(Place),
    /// Scale up if true, else down.
    Scale(bool),
    Fit,
    Remove,
}

/// A change of the resize settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resize {
    Set(Resizing),
    /// Crop to the land.
    Crop,
}

/// A change of the divide settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Divide {
    Parts(usize),
    Style(Style),
    Another,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PivotChange {
    /// Centre it in its region.
    Centre(usize),
    Remove(usize),
    /// Add one to each region without.
    Complete,
}

/// The role of a mask colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UseAs {
    Territory,
    Background,
    Separator,
}

/// Effects of a message outside the workspace.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Focus the field with this id, with its text selected.
    Focus(&'static str),
    /// Take the focus from all fields, so that keys reach the map.
    Unfocus,
    /// Scroll the list with this id to this offset, in logical pixels.
    Scroll(&'static str, f32),
    /// Write this waiver beside the map.
    Waive(Waiver),
    Unwaive(Waiver),
    /// Prepare these fixes: finding ids and fix titles.
    PrepareFixes(HashSet<(String, String)>),
    /// Remember these panel sizes.
    Sizes(Sizes),
    /// Show a toast.
    Say(String),
    /// Show an error toast.
    Fail(String),
    /// Show why something was not drawn, until something is.
    Refuse(String),
    /// Something was drawn: remove the toast of [`Effect::Refuse`].
    Drawn,
    /// A command for the application.
    App(Command),
    /// Open a context menu at this point of the window.
    ContextMenu(MenuTarget, Point),
    Notice(NoticeChange),
    /// Choose the file of a missing part.
    Locate(Part),
    /// Keep the mask in memory, though another program has changed the file.
    KeepMask,
    /// Open the map file as another program has written it.
    ReloadMap,
    /// Compare the map with its file.
    CompareFile,
    DrawPicture,
    KeepPicture,
    /// Search for links by sea.
    LookAcross,
    /// Choose a tracing picture.
    AskTrace,
    /// Start the queued drawing order in the background.
    Draw,
    /// Compute the preview in the background.
    Try,
    /// Search for specks and gaps in the background.
    LookForClutter,
    /// Compute odds in the background.
    Reckon(odds::Question),
}
