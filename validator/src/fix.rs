//! Repairs: applies fixes that are compatible, until none is left.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use marchland_maps::{
    ContinentField, ContinentId, ContinentKey, Draft, Edit, ListChange, TerritoryField,
    TerritoryId, TerritoryKey,
};

use crate::check::{Report, check};
use crate::diagnostic::{Finding, Fix, Rewrite};
use crate::input::Input;
use crate::rule::Safety;

/// The result of a repair.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The repaired draft.
    pub draft: Draft,
    /// The applied fixes in order: the id of the finding, the title of the fix.
    pub applied: Vec<(String, String)>,
    /// The applied edits in order, to be undone in one step.
    pub edits: Vec<Edit>,
    /// The remaining findings.
    pub report: Report,
    /// Whether the limit of rounds was reached; another repair continues.
    pub unfinished: bool,
}

/// Maximum number of rounds beyond the initial number of findings. Each round settles
/// a finding or is the last, and a fix is only repeated if its rule has fewer findings
/// than the time before, so this is a safety margin.
const SPARE_ROUNDS: usize = 256;

/// Repairs a draft: applies the best fix of each finding that `trust` allows, checks
/// again, and repeats until no fix is left. Waived findings are ignored.
///
/// Safe fixes come first and guesses only once no safe fix is left, since a safe fix
/// may restore an id that a guess would treat as unknown. The fixes of a round must
/// change different things, because each was made for the draft before the round.
pub fn repair(input: &Input<'_>, trust: Safety) -> Outcome {
    repair_chosen(input, trust, &|_, _| true)
}

/// Like [`repair`], but applies only fixes that `choose` accepts.
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
    /// By finding and fix: the number of findings of the rule when it was last applied.
    tried: HashMap<(String, String), usize>,
    choose: &'a dyn Fn(&Finding, &Fix) -> bool,
}

impl Repair<'_> {
    /// Applies compatible fixes; `false` if there are none.
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
            // Skip a fix that did not reduce the findings of its rule last time.
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

/// A repaired text.
#[derive(Debug, Clone)]
pub struct Rewritten {
    /// The new text of the file.
    pub text: String,
    /// The applied fixes in order: the id of the finding, the title of the fix.
    pub applied: Vec<(String, String)>,
}

/// Applies fixes that change the text rather than the draft: for each finding the best
/// fix that `trust` allows, if `choose` accepts it. `None` if there are none. The new
/// text may have further findings once it is read and checked.
///
/// Do this before repairing the draft, which would add what a misspelt line already
/// says.
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
        // Rewrites do not overlap; if they did, the first would win.
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

/// What the fixes of a round change.
struct Touched {
    ids: Ids,
    change: Change,
}

/// The ids in use before the round, and those assigned since.
struct Ids {
    territories: HashSet<TerritoryId>,
    continents: HashSet<ContinentId>,
    /// Ids that links and territories refer to, which may be those of nothing.
    named: HashSet<TerritoryId>,
    continents_named: HashSet<ContinentId>,
    /// Territories without an id, or with the id of an earlier territory.
    without: HashSet<TerritoryKey>,
    /// Continents without an id, or with the id of an earlier continent.
    continents_without: HashSet<ContinentKey>,
    /// Continents that no territory refers to.
    continents_empty: HashSet<ContinentKey>,
}

#[derive(Default)]
struct Change {
    territories: HashSet<TerritoryKey>,
    /// Indices removed from lists, as before the round. Several fixes may remove
    /// entries of the same list.
    removed: BTreeMap<(TerritoryKey, List), BTreeSet<usize>>,
    continents: HashSet<ContinentKey>,
    map: bool,
    meaning: Meaning,
}

/// Whether ids change their meaning, so that fixes made before may no longer be right.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Meaning {
    #[default]
    Same,
    /// Only of ids that stand for nothing before or afterwards. Several fixes may change such ids.
    Void,
    Other,
}

impl Change {
    /// Notes an id for something without one: whether anything refers to this id already; `None` if
    /// it is another change of an id.
    fn note_id(&mut self, is_named: Option<bool>) {
        self.meaning = self.meaning.max(match is_named {
            Some(false) => Meaning::Same,
            Some(true) => Meaning::Void,
            None => Meaning::Other,
        });
    }
}

impl Touched {
    fn of(draft: &Draft) -> Self {
        let mut ids = Ids {
            territories: HashSet::new(),
            continents: HashSet::new(),
            named: HashSet::new(),
            continents_named: HashSet::new(),
            without: HashSet::new(),
            continents_without: HashSet::new(),
            continents_empty: HashSet::new(),
        };
        for territory in &draft.territories {
            if !territory.id.is_some_and(|id| ids.territories.insert(id)) {
                ids.without.insert(territory.key);
            }
            let neighbours = territory.neighbours.iter().map(|neighbour| neighbour.to);
            ids.named.extend(neighbours);
            ids.named.extend(&territory.closed);
            ids.continents_named.extend(territory.continent);
        }
        for continent in &draft.continents {
            let is_first = continent.id.is_some_and(|id| ids.continents.insert(id));
            if !is_first {
                ids.continents_without.insert(continent.key);
            }
            let is_named = |id: ContinentId| ids.continents_named.contains(&id);
            if !(is_first && continent.id.is_some_and(is_named)) {
                ids.continents_empty.insert(continent.key);
            }
        }
        Self {
            ids,
            change: Change::default(),
        }
    }

    /// Notes the edits and returns them adapted to the draft as changed so far; `None`
    /// if they conflict with earlier ones.
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
            // A change of an id affects all that refer to it.
            && match (own.meaning, so_far.meaning) {
                (Meaning::Same, Meaning::Same) | (Meaning::Void, Meaning::Void) => true,
                (Meaning::Same, _) => own.territories.is_empty() && own.continents.is_empty(),
                (_, so_far) => so_far == Meaning::Same && none_so_far,
            };
        if !apart {
            return None;
        }
        so_far.territories.extend(own.territories);
        so_far.continents.extend(own.continents);
        so_far.map |= own.map;
        so_far.meaning = so_far.meaning.max(own.meaning);
        Some(edits.to_vec())
    }

    /// [`Touched::add`] for edits that only remove entries from lists of territories,
    /// at most one per list.
    fn add_removals(&mut self, edits: &[Edit]) -> Option<Vec<Edit>> {
        let mut own = BTreeMap::new();
        let mut shifted = Vec::with_capacity(edits.len());
        for edit in flat(edits) {
            let mut edit = edit.clone();
            let (key, list, at) = removal(&mut edit)?;
            let gone = self.change.removed.get(&(key, list));
            let is_gone = gone.is_some_and(|gone| gone.contains(at));
            if self.change.meaning != Meaning::Same
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
                own.meaning = Meaning::Other;
                own.territories.insert(territory.key);
            }
            Edit::RemoveTerritory(key) => {
                own.meaning = Meaning::Other;
                own.territories.insert(*key);
            }
            Edit::Territory(key, TerritoryField::Id(id)) => {
                let fresh = id.filter(|&id| self.ids.territories.insert(id));
                let fresh = fresh.filter(|_| self.ids.without.contains(key));
                own.note_id(fresh.map(|id| self.ids.named.contains(&id)));
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
                own.meaning = Meaning::Other;
                own.continents.insert(continent.key);
            }
            Edit::RemoveContinent(key) => {
                own.meaning = own.meaning.max(if self.ids.continents_empty.contains(key) {
                    Meaning::Void
                } else {
                    Meaning::Other
                });
                own.continents.insert(*key);
            }
            Edit::Continent(key, ContinentField::Id(id)) => {
                let fresh = id.filter(|&id| self.ids.continents.insert(id));
                let fresh = fresh.filter(|_| self.ids.continents_without.contains(key));
                own.note_id(fresh.map(|id| self.ids.continents_named.contains(&id)));
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

/// The list and index of an edit that removes an entry from a territory's list.
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

/// The edits with batches flattened.
fn flat(edits: &[Edit]) -> Vec<&Edit> {
    let parts = edits.iter().map(|edit| match edit {
        Edit::Batch(edits) => flat(edits),
        edit => vec![edit],
    });
    parts.flatten().collect()
}
