//! The most common continent among a territory's neighbours.

use std::collections::BTreeMap;

use marchland_maps::{Edit, TerritoryField};

use crate::diagnostic::Fix;
use crate::subject::Subject;

/// The fix that moves a territory to that continent, the first of equally common ones.
/// `None` if no neighbour has a continent.
pub(crate) fn majority(subject: &Subject<'_>, at: usize) -> Option<Fix> {
    let mut votes: BTreeMap<usize, usize> = BTreeMap::new();
    for &other in subject.graph.around(at) {
        if let Some(continent) = subject.continent_of(other) {
            *votes.entry(continent).or_default() += 1;
        }
    }
    let (&winner, _) = votes
        .iter()
        .max_by_key(|&(&continent, &count)| (count, std::cmp::Reverse(continent)))?;
    let id = subject.continent(winner).id?;
    Some(Fix::guess(
        format!(
            "Put {} into {}",
            subject.name(at),
            subject.continent_name(winner)
        ),
        [Edit::Territory(
            subject.territory(at).key,
            TerritoryField::Continent(Some(id)),
        )],
    ))
}
