//! Repairs: which fixes fit together, and what is left after them.

use std::collections::{HashMap, HashSet};

use marchland_maps::{
    ContinentField, ContinentId, ContinentKey, Draft, Edit, Place, TerritoryField, TerritoryId,
    TerritoryKey,
};

use crate::check::{Report, check};
use crate::diagnostic::{Finding, Fix, Rewrite, Safety};
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
    /// Whether there was more to do when the rounds ran out; repairing again
    /// goes on with it.
    pub unfinished: bool,
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
    let mut unfinished = true;
    for _ in 0..ROUNDS {
        let before = applied.len();
        let mut touched = Touched::of(&draft);
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
            unfinished = false;
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
        unfinished,
    }
}

/// A text after its repair.
#[derive(Debug, Clone)]
pub struct Rewritten {
    /// The text.
    pub text: String,
    /// What was done, in order: the id of the finding, the title of the fix.
    pub applied: Vec<(String, String)>,
}

/// Repairs what no edit of a draft can say: changes the text itself, by the first
/// fix of each finding that `trust` allows and `choose` agrees to. `None` if
/// there is nothing to do. What the new text says has to be read and checked
/// again; then there may be more.
///
/// This comes before the repairs of the draft: they would add what a misspelt
/// line says already.
pub fn rewrite(
    input: &Input<'_>,
    trust: Safety,
    choose: &dyn Fn(&Finding, &Fix) -> bool,
) -> Option<Rewritten> {
    let text = input.text.filter(|text| !text.flaws().is_empty())?.as_str();
    let report = check(input);
    let mut applied = Vec::new();
    let mut changes: Vec<&Rewrite> = Vec::new();
    for finding in report.open() {
        let Some(fix) = finding.repair_at(trust) else {
            continue;
        };
        if !fix.rewrites.is_empty() && choose(finding, fix) {
            applied.push((finding.id.clone(), fix.title.clone()));
            changes.extend(&fix.rewrites);
        }
    }
    changes.sort_by_key(|change| change.bytes.start);
    let mut out = String::with_capacity(text.len() + changes.len());
    let mut done = 0;
    for change in changes {
        // Names do not overlap; if they did, the first would count.
        let Some(kept) = text.get(done..change.bytes.start) else {
            continue;
        };
        out += kept;
        out += &change.text;
        done = change.bytes.end;
    }
    out += text.get(done..)?;
    (!applied.is_empty()).then_some(Rewritten { text: out, applied })
}

/// What the fixes of one round change.
struct Touched {
    /// Of the draft before the round, and those given since.
    ids: Ids,
    change: Change,
}

/// Which ids mean something, and to whom they belong.
struct Ids {
    territories: HashSet<TerritoryId>,
    continents: HashSet<ContinentId>,
    /// Those without an id, or with one that means an earlier one.
    nameless: HashSet<TerritoryKey>,
    nameless_continents: HashSet<ContinentKey>,
}

#[derive(Default)]
struct Change {
    territories: HashSet<TerritoryKey>,
    continents: HashSet<ContinentKey>,
    map: bool,
    /// What ids mean.
    order: bool,
}

impl Touched {
    fn of(draft: &Draft) -> Self {
        let mut ids = Ids {
            territories: HashSet::new(),
            continents: HashSet::new(),
            nameless: HashSet::new(),
            nameless_continents: HashSet::new(),
        };
        for territory in &draft.territories {
            if !territory.id.is_some_and(|id| ids.territories.insert(id)) {
                ids.nameless.insert(territory.key);
            }
        }
        for continent in &draft.continents {
            if !continent.id.is_some_and(|id| ids.continents.insert(id)) {
                ids.nameless_continents.insert(continent.key);
            }
        }
        // Ids that nobody has, but links and members name, mean something too.
        for territory in &draft.territories {
            let neighbours = territory.neighbours.iter().map(|neighbour| neighbour.to);
            ids.territories.extend(neighbours);
            ids.territories.extend(&territory.closed);
            ids.continents.extend(territory.continent);
        }
        Self {
            ids,
            change: Change::default(),
        }
    }

    /// Whether the edits change nothing that is changed already; then they are
    /// added.
    fn add(&mut self, edits: &[Edit]) -> bool {
        let mut own = Change::default();
        for edit in edits {
            self.note(edit, &mut own);
        }
        let so_far = &mut self.change;
        let apart = own.territories.is_disjoint(&so_far.territories)
            && own.continents.is_disjoint(&so_far.continents)
            && !(own.map && so_far.map)
            && !(own.order && so_far.order)
            // An id given or taken changes what others mean by it.
            && !(own.order && !(so_far.territories.is_empty() && so_far.continents.is_empty()))
            && !(so_far.order && !(own.territories.is_empty() && own.continents.is_empty()));
        if apart {
            so_far.territories.extend(own.territories);
            so_far.continents.extend(own.continents);
            so_far.map |= own.map;
            so_far.order |= own.order;
        }
        apart
    }

    fn note(&mut self, edit: &Edit, own: &mut Change) {
        match edit {
            Edit::Map(_) | Edit::MapTranslations(_) | Edit::Setup { .. } => own.map = true,
            Edit::AddTerritory { territory, .. } => {
                own.order = true;
                own.territories.insert(territory.key);
            }
            Edit::RemoveTerritory(key) => {
                own.order = true;
                own.territories.insert(*key);
            }
            // Nobody means anything else by a new id of what had none.
            Edit::Territory(key, TerritoryField::Id(id)) => {
                let fresh = id.is_some_and(|id| self.ids.territories.insert(id));
                own.order |= !(fresh && self.ids.nameless.contains(key));
                own.territories.insert(*key);
            }
            Edit::Territory(key, _)
            | Edit::TerritoryTranslations(key, _)
            | Edit::Pivots(key, _)
            | Edit::Neighbours(key, _)
            | Edit::Closed(key, _) => {
                own.territories.insert(*key);
            }
            Edit::AddContinent { continent, .. } => {
                own.order = true;
                own.continents.insert(continent.key);
            }
            Edit::RemoveContinent(key) => {
                own.order = true;
                own.continents.insert(*key);
            }
            Edit::Continent(key, ContinentField::Id(id)) => {
                let fresh = id.is_some_and(|id| self.ids.continents.insert(id));
                own.order |= !(fresh && self.ids.nameless_continents.contains(key));
                own.continents.insert(*key);
            }
            Edit::Continent(key, _) | Edit::ContinentTranslations(key, _) => {
                own.continents.insert(*key);
            }
            Edit::Batch(edits) => edits.iter().for_each(|edit| self.note(edit, own)),
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
