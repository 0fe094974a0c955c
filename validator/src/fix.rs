//! Repairs: which fixes fit together, and what is left after them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use marchland_maps::{
    ContinentField, ContinentId, ContinentKey, Draft, Edit, ListChange, Place, TerritoryField,
    TerritoryId, TerritoryKey,
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

/// Rounds beyond the number of findings at the beginning. A round settles at least
/// one finding or ends the work, and no fix is made again unless there are fewer
/// findings of its kind than the time before; this is for what nobody thought of.
const SPARE_ROUNDS: usize = 256;

/// Repairs a draft: applies the best fix of each finding that `trust` allows,
/// checks again, and goes on until none is left. Waived findings are left
/// alone.
///
/// What keeps the author's meaning is done first, guesses only when nothing of
/// that kind is left: an id that is given back may be the very one that a guess
/// would take for unknown. In one round only fixes that change different things
/// are applied, since each was made for the draft as it stood.
pub fn repair(input: &Input<'_>, trust: Safety) -> Outcome {
    repair_chosen(input, trust, &|_, _| true)
}

/// As [`repair`], but only those fixes that `choose` agrees to.
pub fn repair_chosen(
    input: &Input<'_>,
    trust: Safety,
    choose: &dyn Fn(&Finding, &Fix) -> bool,
) -> Outcome {
    let mut repair = Repair {
        draft: input.draft.clone(),
        applied: Vec::new(),
        edits: Vec::new(),
        tried: HashMap::new(),
        choose,
    };
    let mut report = check(input);
    let mut rounds = report.findings.len() + SPARE_ROUNDS;
    while rounds > 0
        && (repair.round(&report, Safety::Safe)
            || trust == Safety::Unsafe && repair.round(&report, Safety::Unsafe))
    {
        rounds -= 1;
        report = check(&Input {
            draft: &repair.draft,
            ..input.clone()
        });
    }
    Outcome {
        draft: repair.draft,
        applied: repair.applied,
        edits: repair.edits,
        report,
        unfinished: rounds == 0,
    }
}

struct Repair<'a> {
    draft: Draft,
    applied: Vec<(String, String)>,
    edits: Vec<Edit>,
    /// By finding and fix: how many findings its rule had when it was made last.
    tried: HashMap<(String, String), usize>,
    choose: &'a dyn Fn(&Finding, &Fix) -> bool,
}

impl Repair<'_> {
    /// Applies what fits together; whether there was anything.
    fn round(&mut self, report: &Report, trust: Safety) -> bool {
        let before = self.applied.len();
        let mut touched = Touched::of(&self.draft);
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for finding in report.open() {
            *counts.entry(finding.rule.code).or_default() += 1;
        }
        for finding in report.open() {
            let fix = finding.fix_at(trust);
            let Some(fix) = fix.filter(|fix| (self.choose)(finding, fix)) else {
                continue;
            };
            // A fix that was made before and left as many findings of its rule
            // as there were is none.
            let step = (finding.id.clone(), fix.title.clone());
            let left = counts[finding.rule.code];
            if self.tried.get(&step).is_some_and(|&before| left >= before) {
                continue;
            }
            let Some(edits) = touched.add(&fix.edits) else {
                continue;
            };
            let edit = Edit::batch(edits);
            if self.draft.apply(edit.clone()).is_ok() {
                self.applied.push(step.clone());
                self.edits.push(edit);
            }
            self.tried.insert(step, left);
        }
        self.applied.len() > before
    }
}

/// A text after its repair.
#[derive(Debug, Clone)]
pub struct Rewritten {
    /// The file with the repairs made.
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
    /// What is taken out of lists, by its place before the round: others may take
    /// out what stands beside it.
    removed: BTreeMap<(TerritoryKey, List), BTreeSet<usize>>,
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

    /// The edits as they fit the draft by now, if they change nothing that is
    /// changed already; then they are noted.
    fn add(&mut self, edits: &[Edit]) -> Option<Vec<Edit>> {
        if let Some(edits) = self.add_removals(edits) {
            return Some(edits);
        }
        let mut own = Change::default();
        for edit in edits {
            self.note(edit, &mut own);
        }
        let so_far = &mut self.change;
        let trimmed = so_far.removed.keys();
        let none_so_far = so_far.territories.is_empty()
            && so_far.continents.is_empty()
            && so_far.removed.is_empty();
        let apart = own.territories.is_disjoint(&so_far.territories)
            && trimmed.map(|(key, _)| key).all(|key| !own.territories.contains(key))
            && own.continents.is_disjoint(&so_far.continents)
            && !(own.map && so_far.map)
            && !(own.order && so_far.order)
            // An id given or taken changes what others mean by it.
            && (!own.order || none_so_far)
            && !(so_far.order && !(own.territories.is_empty() && own.continents.is_empty()));
        if !apart {
            return None;
        }
        so_far.territories.extend(own.territories);
        so_far.continents.extend(own.continents);
        so_far.map |= own.map;
        so_far.order |= own.order;
        Some(edits.to_vec())
    }

    /// As [`Touched::add`], for edits that do nothing but take entries out of lists
    /// of territories, one of each list.
    fn add_removals(&mut self, edits: &[Edit]) -> Option<Vec<Edit>> {
        let mut own = BTreeMap::new();
        let mut shifted = Vec::with_capacity(edits.len());
        for edit in flat(edits) {
            let mut edit = edit.clone();
            let (key, list, at) = removal(&mut edit)?;
            let gone = self.change.removed.get(&(key, list));
            let is_gone = gone.is_some_and(|gone| gone.contains(at));
            if self.change.order
                || self.change.territories.contains(&key)
                || is_gone
                || own.insert((key, list), *at).is_some()
            {
                return None;
            }
            *at -= gone.map_or(0, |gone| gone.range(..*at).count());
            shifted.push(edit);
        }
        for (place, at) in own {
            self.change.removed.entry(place).or_default().insert(at);
        }
        Some(shifted)
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum List {
    Neighbours,
    Closed,
    Pivots,
    Translations,
}

/// Of an edit that takes an entry out of a territory's list: of which, and where.
fn removal(edit: &mut Edit) -> Option<(TerritoryKey, List, &mut usize)> {
    fn at<T>(change: &mut ListChange<T>) -> Option<&mut usize> {
        match change {
            ListChange::Remove { at, .. } => Some(at),
            ListChange::Insert { .. } | ListChange::Replace { .. } => None,
        }
    }
    Some(match edit {
        Edit::Neighbours(key, change) => (*key, List::Neighbours, at(change)?),
        Edit::Closed(key, change) => (*key, List::Closed, at(change)?),
        Edit::Pivots(key, change) => (*key, List::Pivots, at(change)?),
        Edit::TerritoryTranslations(key, change) => (*key, List::Translations, at(change)?),
        _ => return None,
    })
}

/// The edits with those of batches in the place of the batches.
fn flat(edits: &[Edit]) -> Vec<&Edit> {
    let parts = edits.iter().map(|edit| match edit {
        Edit::Batch(edits) => flat(edits),
        edit => vec![edit],
    });
    parts.flatten().collect()
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
