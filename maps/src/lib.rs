//! The Marchland map model, without drawing on screen, play or network.
//!
//! Two types are central. A [`Draft`] is a map in the making: names may be missing, ids duplicate,
//! neighbours unknown. A [`Map`] is checked and frozen: ids are dense, every neighbour is known,
//! every territory reachable. A map is made only from a draft, and a draft that is not yet a map is
//! refused with *all* reasons ([`Problem`]).
//!
//! Every change of a draft is a value, an [`Edit`]; applying one returns its inverse. The editor's
//! undo, the validator's fixes and the importers are all built from edits.
//!
//! ```
//! use marchland_maps::folder::Folder;
//! use marchland_maps::{Edit, Map, TerritoryField};
//!
//! // 1. Open a map: a draft, the file it came from, and what is wrong with that.
//! let world = concat!(env!("CARGO_MANIFEST_DIR"), "/world");
//! let (_, reading) = Folder::open(world)?;
//! assert!(reading.is_as_meant());
//!
//! // 2. Edit it. Only the line that has to change does, and undo is an edit, too.
//! let mut draft = reading.draft;
//! let name = TerritoryField::Name(Some("New Alaska".to_owned()));
//! let undo = draft.apply(Edit::Territory(draft.territories[0].key, name))?;
//! let text = reading.source.render(&draft);
//! let old = reading.source.text();
//! assert_eq!(text.lines().zip(old.lines()).filter(|(a, b)| a != b).count(), 1);
//! draft.apply(undo)?;
//! assert_eq!(reading.source.render(&draft), old);
//!
//! // 3. Freeze it, and play.
//! let map = Map::try_from(&draft).expect("all reasons why not");
//! let neighbours = map.neighbours(map.ids().next().unwrap());
//! assert_eq!((map.len(), neighbours.len()), (42, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`mask`] reads masks, [`propose`] drafts a map from one, [`create`] builds one from outlines,
//! [`generate`] invents one, [`divide`] splits land, [`redraw`] redraws territories, [`formats`]
//! imports and exports, [`picture`] draws.

pub mod author;
pub mod bonus;
pub mod bundled;
pub mod canonical;
mod chance;
mod check;
pub mod create;
pub mod diff;
pub mod divide;
mod draft;
mod edit;
mod file_name;
pub mod folder;
pub mod formats;
pub mod generate;
pub mod hues;
mod ids;
pub mod info;
pub mod keys;
pub mod limits;
mod map;
pub mod originals;
pub mod outlines;
pub mod picture;
mod problem;
pub mod propose;
pub mod redraw;
mod setup;
mod severity;
pub mod xml;

pub use marchland_files as files;

pub use draft::{
    By, Card, Continent, Draft, FORMAT, MaskFile, Names, Neighbour, Territories, Territory,
    Translation, Way,
};
pub use edit::{ContinentField, Edit, EditError, ListChange, MapField, TerritoryField};
pub use ids::{ContinentId, ContinentKey, TerritoryId, TerritoryKey};
pub use map::{Link, Map, MapContinent, MapTerritory, Renumbered};
pub use marchland_mask as mask;
pub use mask::{ParseRgbError, Point, Rgb, Wrap};
pub use problem::{Named, Place, Problem, in_groups};
pub use setup::{MAX_PLAYERS, MIN_PLAYERS, Setup};
pub use severity::Severity;
