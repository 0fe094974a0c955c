//! The continent that most neighbours of a territory belong to.

use std::collections::BTreeMap;

use marchland_maps::{Edit, TerritoryField};

use crate::diagnostic::Fix;
use crate::subject::Subject;

/// The fix that moves a territory there; of equal ones the first of the file.
/// `None` if no neighbour belongs to any.
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
