//! Repairs: which fixes fit together, and what is left after them.

use std::collections::{HashMap, HashSet};

use marchland_maps::{ContinentKey, Draft, Edit, Place, TerritoryKey};

use crate::check::{Report, check};
use crate::diagnostic::{Finding, Fix, Safety};
use crate::input::Input;

/// What repairing led to.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The repaired draft.
    pub draft: Draft,
    /// What was done, in order: the id of the finding, the title of the fix.
    pub applied: Vec<(String, String)>,
    /// The changes that did it, in order: one step for an undo.
    pub edits: Vec<Edit>,
    /// What is still found.
    pub report: Report,
}

/// Rounds of repairing and looking again. Each round settles at least one
/// finding or ends the work; a fix that brings forth what another takes away
/// must not run for ever.
const ROUNDS: usize = 256;

/// Repairs a draft: applies the best fix of each finding that `trust` allows,
/// checks again, and goes on until none is left. Waived findings are left
/// alone.
///
/// In one round only fixes that change different things are applied, since
/// each was made for the draft as it stood.
pub fn repair(input: &Input<'_>, trust: Safety) -> Outcome {
    repair_chosen(input, trust, &|_, _| true)
}

/// As [`repair`], but only those fixes that `choose` agrees to.
pub fn repair_chosen(
    input: &Input<'_>,
    trust: Safety,
    choose: &dyn Fn(&Finding, &Fix) -> bool,
) -> Outcome {
    let mut draft = input.draft.clone();
    let mut applied = Vec::new();
    let mut edits = Vec::new();
    let mut tried: HashMap<(String, String), usize> = HashMap::new();
    let mut report = check(&Input {
        draft: &draft,
        ..input.clone()
    });
    for _ in 0..ROUNDS {
        let before = applied.len();
        let mut touched = Touched::default();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for finding in report.open() {
            *counts.entry(finding.rule.code).or_default() += 1;
        }
        for finding in report.open() {
            let fix = finding.fix_at(trust).filter(|fix| choose(finding, fix));
            let Some(fix) = fix else {
                continue;
            };
            // A fix that was made before and left as many findings of its rule
            // as there were is none.
            let step = (finding.id.clone(), fix.title.clone());
            let left = counts[finding.rule.code];
            if tried.get(&step).is_some_and(|&before| left >= before) || !touched.add(&fix.edits) {
                continue;
            }
            if draft.apply(fix.edit()).is_ok() {
                applied.push(step.clone());
                edits.push(fix.edit());
            }
            tried.insert(step, left);
        }
        if applied.len() == before {
            break;
        }
        report = check(&Input {
            draft: &draft,
            ..input.clone()
        });
    }
    Outcome {
        draft,
        applied,
        edits,
        report,
    }
}

/// What the fixes of one round change.
#[derive(Default)]
struct Touched {
    territories: HashSet<TerritoryKey>,
    continents: HashSet<ContinentKey>,
    map: bool,
    order: bool,
}

impl Touched {
    /// Whether the edits change nothing that is changed already; then they are
    /// added.
    fn add(&mut self, edits: &[Edit]) -> bool {
        let mut own = Self::default();
        for edit in edits {
            own.note(edit);
        }
        let apart = own.territories.is_disjoint(&self.territories)
            && own.continents.is_disjoint(&self.continents)
            && !(own.map && self.map)
            && !(own.order && self.order)
            // An id given or taken changes what others mean by it.
            && !(own.order && !(self.territories.is_empty() && self.continents.is_empty()))
            && !(self.order && !(own.territories.is_empty() && own.continents.is_empty()));
        if apart {
            self.territories.extend(own.territories);
            self.continents.extend(own.continents);
            self.map |= own.map;
            self.order |= own.order;
        }
        apart
    }

    fn note(&mut self, edit: &Edit) {
        use marchland_maps::{ContinentField, TerritoryField};
        match edit {
            Edit::Map(_) | Edit::MapTranslations(_) | Edit::Setup { .. } => self.map = true,
            Edit::AddTerritory { territory, .. } => {
                self.order = true;
                self.territories.insert(territory.key);
            }
            Edit::RemoveTerritory(key) | Edit::Territory(key, TerritoryField::Id(_)) => {
                self.order = true;
                self.territories.insert(*key);
            }
            Edit::Territory(key, _)
            | Edit::TerritoryTranslations(key, _)
            | Edit::Pivots(key, _)
            | Edit::Neighbours(key, _)
            | Edit::Closed(key, _) => {
                self.territories.insert(*key);
            }
            Edit::AddContinent { continent, .. } => {
                self.order = true;
                self.continents.insert(continent.key);
            }
            Edit::RemoveContinent(key) | Edit::Continent(key, ContinentField::Id(_)) => {
                self.order = true;
                self.continents.insert(*key);
            }
            Edit::Continent(key, _) | Edit::ContinentTranslations(key, _) => {
                self.continents.insert(*key);
            }
            Edit::Batch(edits) => edits.iter().for_each(|edit| self.note(edit)),
        }
    }
}

/// How many findings have a fix that may be applied unseen, and how many only
/// one that needs a look.
pub fn fixable(report: &Report) -> (usize, usize) {
    let count = |trust| {
        let open = report.open();
        open.filter(|finding: &&Finding| finding.fix_at(trust).is_some())
            .count()
    };
    let safe = count(Safety::Safe);
    (safe, count(Safety::Unsafe) - safe)
}

/// The territory that a finding is about first, for an editor to select.
pub fn selected(finding: &Finding) -> Option<TerritoryKey> {
    match finding.place {
        Place::Territory(key)
        | Place::Pivot(key, _)
        | Place::Neighbour(key, _)
        | Place::Closed(key, _) => Some(key),
        Place::Map | Place::Continent(_) => None,
    }
}
