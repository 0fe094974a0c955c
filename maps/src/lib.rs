//! What a Marchland map is: no drawing, no play, no network.
//!
//! Two types stand at the centre. A [`Draft`] is whatever an author may have
//! so far: names missing, ids twice, borders to nowhere. A [`Map`] is checked
//! and frozen: dense ids, every neighbour known, every territory reachable.
//! A map is made only from a draft, and a draft that is not a map yet is
//! refused with *all* reasons ([`Problem`]), not the first alone.
//!
//! Every change of a draft is a value, an [`Edit`]; applying one gives back
//! its inverse. The editor's undo, the validator's fixes and the importers are
//! built from the same edits.

pub mod author;
pub mod bundled;
pub mod canonical;
mod check;
mod colour;
pub mod create;
mod draft;
mod edit;
pub mod files;
pub mod folder;
pub mod formats;
mod ids;
pub mod info;
pub mod keys;
pub mod limits;
mod map;
pub mod mask;
pub mod outlines;
pub mod picture;
mod problem;
pub mod propose;
mod setup;
pub mod xml;

pub use colour::{ParseRgbError, Rgb};
pub use draft::{
    By, Card, Continent, Draft, FORMAT, MaskFile, Names, Neighbour, Point, Territory, Translation,
    Way, Wrap,
};
pub use edit::{ContinentField, Edit, EditError, ListChange, MapField, TerritoryField};
pub use ids::{ContinentId, ContinentKey, TerritoryId, TerritoryKey};
pub use map::{Link, Map, MapContinent, MapTerritory};
pub use problem::{Place, Problem};
pub use setup::{MAX_PLAYERS, MIN_PLAYERS, Setup};
