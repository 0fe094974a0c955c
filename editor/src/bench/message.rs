//! What can happen on the workbench, and what comes of it outside.

use std::collections::HashSet;

use iced::{Point, Size};
use marchland_board as board;
use marchland_maps::divide::Style;
use marchland_maps::{By, Card, ContinentId, ContinentKey, Rgb, TerritoryKey, Way};
use marchland_validator::Waiver;

use super::intent::Found;
use super::view_state::{Edge, Sizes, Tab};
use crate::balance;
use crate::commands::Command;
use crate::drawing::{Brush, Done, Look};
use crate::files::Part;
use crate::findings;
use crate::jobs::{News, Parcel};
use crate::odds;
use crate::proposals::Proposal;
use crate::scenery::Layers;
use crate::selection::Thing;
use crate::sheets::Resizing;
use crate::trace::Place;

/// Something that happened on the workbench.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each names what was done, on which thing")]
pub enum Message {
    Board(board::Event),
    Do(Command),
    /// Something that happened on the whole map in small.
    Minimap(board::Event),
    /// The board came to have this size.
    BoardSize(Size),
    /// Name the next territory that has no name.
    NameNext,
    Select(TerritoryKey),
    /// Select, and bring into sight.
    Reveal(TerritoryKey),
    SelectContinent(ContinentKey),
    Filter(String),
    FilterDone,
    Tab(Tab),
    Fold(Option<ContinentKey>),
    /// The list of a tab was scrolled so far, in logical pixels.
    Scrolled(Tab, f32),
    Layers(Layers),
    /// An edge between panels was moved: how large the panel beside it is to be,
    /// in logical pixels.
    Resize(Edge, f32),
    /// Something that happened to the findings.
    Issue(findings::Message),
    AcceptAll,
    Accept(Proposal),
    Reject(Proposal),
    Review(bool),
    /// Look for territories across water from each other.
    LookAcross,
    Skip,
    ShowProposal(Proposal),
    Inspect(Change),
    /// What came of an order to draw, by its number.
    Drawn(u64, Parcel<Done>),
    /// What would come of the deed that is tried, by the number of the look at it.
    Tried(u64, Parcel<Look>),
    /// About the territory that is to be divided.
    Divide(Divide),
    /// About the sheet of another size that is asked for.
    Sheet(Resize),
    /// About the picture that one draws after.
    Trace(TraceChange),
    /// Gaps of up to so many pixels are to be tidied up, too.
    Gaps(u16),
    /// News of the look for what there is to tidy up.
    Clutter(News<Found>),
    /// How strokes are drawn.
    Brush(Brush),
    /// About the battle that is weighed.
    Odds(odds::Message),
    /// About how the map plays.
    Balance(balance::Message),
    /// Choose the file of the map that is missing.
    Locate(Part),
    /// Keep the mask that is held here.
    KeepMask,
    /// Draw the picture for players anew.
    DrawPicture,
    /// Leave it as its author made it.
    KeepPicture,
}

/// A change made in the inspector.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each names the field and its new value")]
pub enum Change {
    Name(TerritoryKey, String),
    /// Enter: settled, on to the next unnamed.
    NameDone(TerritoryKey),
    Continent(Option<ContinentId>),
    Card(TerritoryKey, Option<Card>),
    /// The next click on the map chooses the key colour.
    PickColour(TerritoryKey),
    Pivot(TerritoryKey, PivotChange),
    Part(TerritoryKey, TerritoryKey),
    Link(TerritoryKey, TerritoryKey, By, Way),
    OpenBorder(TerritoryKey, TerritoryKey),
    NeighbourFilter(String),
    /// Enter: link the first that fits.
    NeighbourDone(TerritoryKey),
    Remove,
    NewContinent,
    ContinentName(ContinentKey, String),
    ContinentNameDone(ContinentKey),
    Bonus(ContinentKey, String),
    ContinentColour(ContinentKey, Rgb),
    /// Take up the continent tool with this continent.
    Paint(ContinentKey),
    /// Put the cursor into the map's name.
    NameMap,
    MapName(String),
    Author(String),
    Licence(String),
    Description(String),
    WrapHorizontal(bool),
    WrapVertical(bool),
    Gap(u16),
    BadgeDiameter(u16),
    /// Declare what a colour is that was not a territory's.
    Use(Rgb, UseAs),
}

/// What is done to the picture that one draws after.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TraceChange {
    /// Choose one.
    Choose,
    /// Put it there.
    Place(Place),
    /// Make it larger, or smaller.
    Scale(bool),
    /// All of it on the sheet, as large as there is room for.
    Fit,
    /// Take it away.
    Remove,
}

/// What sheet is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resize {
    /// This one.
    Set(Resizing),
    /// One that is no larger than the land.
    Crop,
}

/// How a territory is to be divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Divide {
    /// So many parts.
    Parts(usize),
    /// Parts that look like this.
    Style(Style),
    /// Other parts of the same kind.
    Another,
}

/// What to do with a pivot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PivotChange {
    /// Put it into the middle of its region.
    Centre(usize),
    /// Take it away.
    Remove(usize),
    /// One for each region that has none.
    Complete,
}

/// What a colour of the mask can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UseAs {
    /// A new territory.
    Territory,
    /// Sea, lake, frame.
    Background,
    /// A line between territories.
    Separator,
}

/// What comes of a message outside of the workbench.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Put the cursor into the field with this name.
    Focus(&'static str),
    /// Scroll the outline so far down, in logical pixels.
    ShowInOutline(f32),
    /// Scroll the list of findings so far down, in logical pixels.
    ShowInIssues(f32),
    /// Write this waiver beside the map.
    Waive(Waiver),
    /// Take this waiver out of what is written beside the map.
    Unwaive(Waiver),
    /// Work these repairs out: ids of findings with titles of repairs.
    Mend(HashSet<(String, String)>),
    /// Put the cursor into the name of what is selected, all of it selected.
    FocusName,
    /// Keep these sizes of panels for the maps that follow.
    Sizes(Sizes),
    /// Tell the user.
    Say(String),
    /// Tell the user that something went wrong.
    Fail(String),
    /// A command that concerns the whole application.
    App(Command),
    /// Offer what can be done with a thing, which was pointed at there in the window.
    Things(Thing, Point),
    /// Choose the file of the map that is missing.
    Locate(Part),
    /// Keep the mask that is held here, though another program has painted on it.
    KeepMask,
    /// Draw the picture for players anew.
    DrawPicture,
    /// Leave it as its author made it.
    KeepPicture,
    /// Look for territories across water from each other.
    LookAcross,
    /// Choose the picture that one draws after.
    AskTrace,
    /// Work out what was drawn, in the background.
    Draw,
    /// Work out what would come of the deed that is tried, in the background.
    Try,
    /// Look for what there is to tidy up, in the background.
    LookForClutter,
    /// Work the odds out in the background.
    Reckon(odds::Question),
}
