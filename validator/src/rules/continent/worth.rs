//! The size and borders of a continent, which determine its appropriate bonus.

use std::collections::HashSet;

use marchland_maps::bonus::Extent;

use crate::graph::Link;
use crate::subject::Subject;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Worth {
    /// Numbers of its territories, and of those that can be entered from outside.
    pub(crate) extent: Extent,
    /// Number of territories from which it can be entered.
    pub(crate) entries: usize,
}

impl Worth {
    /// Counts like [`Extent::of`], in time linear in the links of the continent.
    pub(crate) fn of(subject: &Subject<'_>, continent: usize) -> Self {
        let members = &subject.members[continent];
        let mut entries = HashSet::new();
        let mut borders = 0;
        for &at in members {
            let outside = subject.graph.around(at).iter().copied();
            let into = outside.filter(|&other| {
                let link = subject.graph.link(other, at);
                let leads_in = |link: &Link| if link.a == at { link.back } else { link.there };
                subject.continent_of(other) != Some(continent) && link.is_some_and(leads_in)
            });
            let into: Vec<usize> = into.collect();
            borders += usize::from(!into.is_empty());
            entries.extend(into);
        }
        Self {
            extent: Extent {
                territories: members.len(),
                borders,
            },
            entries: entries.len(),
        }
    }
}
