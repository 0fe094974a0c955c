//! Reasons why a draft is not a map as findings: the rule of each [`Problem`], its
//! entities and its fixes.
//!
//! Unreachable territories have rules of their own, since
//! [`Map::try_from`](marchland_maps::Map) does not look for them if there are other
//! problems.

use std::cell::OnceCell;

use marchland_maps::{
    ContinentId, ContinentKey, MaskFile, Named, Problem, Rgb, TerritoryId, TerritoryKey,
};

use crate::rule::Safety;
use crate::rules::continent::majority::majority;
use crate::rules::continent::worth::Worth;
use crate::rules::file::named::may_be_mask;
use crate::rules::image::orphans::{orphan_at_pivot, orphans, recolour};
use crate::rules::pivot::parts::centres;
use crate::rules::prelude::*;

/// The rule for a problem.
fn code(problem: &Problem) -> Option<&'static str> {
    Some(match problem {
        Problem::NoMapName => "MAP001",
        Problem::MapId(_) => "MAP002",
        Problem::NoMask => "MAP003",
        Problem::TooFewTerritories(_) => "MAP004",
        Problem::TooMany { .. } => "MAP005",
        Problem::NoContinents => "CON010",
        Problem::NoTerritoryId(_) => "NET003",
        Problem::TerritoryIdTwice { .. } => "NET002",
        Problem::TerritoryIdGap { .. } => "NET001",
        Problem::NoTerritoryName(_) => "TER001",
        Problem::TerritoryNameTwice { .. } => "TER002",
        Problem::NoColour(_) => "TER008",
        Problem::ColourTwice { .. } => "IMG005",
        Problem::ColourIsNoLand { .. } => "IMG014",
        Problem::NoPivot(_) => "PIV001",
        Problem::NoContinent(_) => "CON002",
        Problem::UnknownContinent { .. } => "CON001",
        Problem::UnknownNeighbour { .. } => "ADJ001",
        Problem::SelfNeighbour { .. } => "ADJ002",
        Problem::LinkTwice { .. } => "ADJ003",
        Problem::LinkDiffers { .. } => "ADJ004",
        Problem::UnknownClosed { .. } => "ADJ018",
        Problem::LinkedAndClosed { .. } => "ADJ019",
        Problem::NoContinentId(_) => "CON013",
        Problem::ContinentIdTwice { .. } => "CON012",
        Problem::ContinentIdGap { .. } => "CON011",
        Problem::NoContinentName(_) => "CON014",
        Problem::ContinentNameTwice { .. } => "CON006",
        Problem::NoBonus(_) => "CON005",
        Problem::EmptyContinent(_) => "CON003",
        Problem::Unreachable { .. } => return None,
    })
}

/// The findings of `rule`.
pub(crate) fn of(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let own = subject.problems.iter();
    let own: Vec<_> = own.filter(|p| code(p) == Some(rule.code)).collect();
    if own.is_empty() {
        return Vec::new();
    }
    let mut repairs = Repairs::new(subject, own.len() == 1);
    let findings = own.into_iter().map(|problem| {
        let place = problem.place();
        let finding = rule
            .finding(problem.to_string())
            .about(about(subject, problem));
        Finding {
            attribute: problem.attribute(),
            spot: subject.spot_of(place),
            help: help(subject, problem),
            fixes: repairs.of(problem),
            ..finding.at(place)
        }
    });
    findings.collect()
}

/// The entities that a problem is about or that distinguish it from similar ones.
fn about(subject: &Subject<'_>, problem: &Problem) -> Vec<Entity> {
    let territory = |one: &Named<TerritoryKey>| subject.at(one.key).map(|at| subject.entity(at));
    let continent = |one: &Named<ContinentKey>| {
        let at = subject.continent_at(one.key);
        at.map(|at| subject.continent_entity(at))
    };
    let detail = |text: &dyn ToString| Some(Entity::Detail(text.to_string()));
    let both = match problem {
        Problem::NoMapName
        | Problem::MapId(_)
        | Problem::NoMask
        | Problem::TooFewTerritories(_)
        | Problem::NoContinents
        | Problem::Unreachable { .. } => [None, None],
        Problem::TooMany { what, .. } => [detail(what), None],
        Problem::NoTerritoryId(one)
        | Problem::NoTerritoryName(one)
        | Problem::NoColour(one)
        | Problem::NoPivot(one)
        | Problem::NoContinent(one)
        | Problem::UnknownContinent { territory: one, .. }
        | Problem::SelfNeighbour { of: one, .. } => [territory(one), None],
        Problem::TerritoryIdTwice { first, second, .. }
        | Problem::ColourTwice { first, second, .. }
        | Problem::TerritoryNameTwice {
            second: first,
            first: second,
            ..
        }
        | Problem::LinkTwice {
            from: first,
            to: second,
            ..
        }
        | Problem::LinkDiffers {
            from: first,
            to: second,
            ..
        }
        | Problem::LinkedAndClosed {
            from: first,
            to: second,
            ..
        } => [territory(first), territory(second)],
        Problem::UnknownNeighbour { from, to, .. } | Problem::UnknownClosed { from, to, .. } => {
            [territory(from), detail(to)]
        }
        Problem::ColourIsNoLand {
            colour,
            territory: one,
        } => [territory(one), Some(Entity::Colour(*colour))],
        Problem::TerritoryIdGap { missing, .. } => [detail(missing), None],
        Problem::ContinentIdGap { missing, .. } => [detail(missing), None],
        Problem::NoContinentId(one)
        | Problem::NoContinentName(one)
        | Problem::NoBonus(one)
        | Problem::EmptyContinent(one) => [continent(one), None],
        Problem::ContinentIdTwice { first, second, .. }
        | Problem::ContinentNameTwice {
            second: first,
            first: second,
            ..
        } => [continent(first), continent(second)],
    };
    both.into_iter().flatten().collect()
}

/// Which other one has the same name, or how two declarations of a link differ.
fn help(subject: &Subject<'_>, problem: &Problem) -> Option<String> {
    match problem {
        Problem::TerritoryNameTwice { first, .. } => {
            let id = subject.territory(subject.at(first.key)?).id?;
            Some(format!("the other has the id {id}"))
        }
        Problem::ContinentNameTwice { first, .. } => {
            let at = subject.continent_at(first.key)?;
            let id = subject.draft.continents[at].id?;
            Some(format!("the other has the id {id}"))
        }
        Problem::LinkDiffers { from, to, at } => declarations(subject, from, to, *at),
        _ => None,
    }
}

/// The two declarations of a link.
fn declarations(
    subject: &Subject<'_>,
    from: &Named<TerritoryKey>,
    to: &Named<TerritoryKey>,
    at: usize,
) -> Option<String> {
    let (here, there) = both_ends(subject, from, to, at)?;
    let says = |n: Neighbour| match (n.by, n.way) {
        (By::Land, Way::Both) => "two-way by land",
        (By::Land, Way::One) => "one-way by land",
        (By::Sea, Way::Both) => "two-way by sea",
        (By::Sea, Way::One) => "one-way by sea",
    };
    let (here, there) = (says(here), says(there));
    Some(format!(
        "{to} declares it {there}, {from} declares it {here}"
    ))
}

/// The neighbour at an index of `from`, and the declaration of the same link by `to`.
fn both_ends(
    subject: &Subject<'_>,
    from: &Named<TerritoryKey>,
    to: &Named<TerritoryKey>,
    at: usize,
) -> Option<(Neighbour, Neighbour)> {
    let territory = |one: &Named<TerritoryKey>| Some(subject.territory(subject.at(one.key)?));
    let (from, to) = (territory(from)?, territory(to)?);
    let back = to.neighbours.iter().find(|n| Some(n.to) == from.id)?;
    Some((*from.neighbours.get(at)?, *back))
}

/// Makes fixes for the problems of a rule. Each free id is used once.
struct Repairs<'s, 'a> {
    subject: &'s Subject<'a>,
    territory_ids: Box<dyn Iterator<Item = TerritoryId>>,
    continent_ids: Box<dyn Iterator<Item = ContinentId>>,
    /// The unassigned colour of the mask, if there is exactly one.
    orphan: OnceCell<Option<Rgb>>,
    /// Whether this is the only problem of its kind.
    alone: bool,
    /// Whether a territory has no id.
    id_lost: bool,
}

impl<'s, 'a> Repairs<'s, 'a> {
    fn new(subject: &'s Subject<'a>, alone: bool) -> Self {
        let id_lost = subject.territories().any(|(_, one)| one.id.is_none());
        Self {
            subject,
            territory_ids: Box::new(subject.draft.free_territory_ids()),
            continent_ids: Box::new(subject.draft.free_continent_ids()),
            orphan: OnceCell::new(),
            alone,
            id_lost,
        }
    }

    /// Fixes for a problem, the best first.
    fn of(&mut self, problem: &Problem) -> Vec<Fix> {
        let subject = self.subject;
        if let Problem::LinkedAndClosed { from, to, .. } = problem {
            return linked_or_closed(subject, from, to).unwrap_or_default();
        }
        let at = |one: &Named<TerritoryKey>| subject.at(one.key);
        let gaps = "Move the highest ids into the gaps";
        let fix = match problem {
            Problem::NoMapName => self.folder_as_name(),
            Problem::MapId(_) => Some(Fix::guess(
                "Remove the id, so that it is made from the name",
                [Edit::Map(MapField::Id(None))],
            )),
            Problem::NoMask => self.mask_in_folder(),
            Problem::NoContinents => self.one_continent(),
            Problem::NoTerritoryId(one) => self.territory_id(one, Safety::Safe),
            Problem::TerritoryIdTwice { second, .. } => self.territory_id(second, Safety::Unsafe),
            Problem::TerritoryIdGap { .. } => {
                Some(Fix::guess(gaps, [author::close_gaps(subject.draft)]))
            }
            Problem::NoTerritoryName(one) => at(one).map(|at| {
                let number = subject.territory(at).id.map_or(at + 1, TerritoryId::index);
                let name = format!("Territory {number}");
                let title = format!("Name it “{name}” for now");
                self.set(at, title, TerritoryField::Name(Some(name)))
            }),
            Problem::NoColour(one) => at(one).and_then(|at| {
                let only = self.orphan().filter(|_| self.alone);
                let colour = orphan_at_pivot(subject, at).or(only)?;
                Some(recolour(subject, at, colour))
            }),
            Problem::ColourTwice { first, second, .. } => at(first)
                .zip(at(second))
                .and_then(|(first, second)| self.better_colour(first, second)),
            Problem::ColourIsNoLand { colour, .. } => self.land_alone(*colour),
            Problem::NoPivot(one) => at(one).and_then(|at| self.pivots(at)),
            Problem::NoContinent(one) | Problem::UnknownContinent { territory: one, .. } => {
                at(one).and_then(|at| majority(subject, at))
            }
            Problem::UnknownNeighbour { from, to, at } => {
                let title = format!("Remove {to} from {from}'s neighbours");
                self.without(from, *at, Safety::Unsafe, title)
            }
            Problem::SelfNeighbour { of, at } => {
                let title = format!("Remove {of} from {of}'s neighbours");
                self.without(of, *at, Safety::Safe, title)
            }
            Problem::LinkTwice {
                from,
                to,
                at,
                alike,
            } => {
                let title = format!("Remove the second {to} from {from}'s neighbours");
                let safety = if *alike { Safety::Safe } else { Safety::Unsafe };
                self.without(from, *at, safety, title)
            }
            Problem::LinkDiffers { from, to, at } => one_link(subject, from, to, *at),
            Problem::UnknownClosed { from, to, at } => {
                // A territory without an id may have had this one.
                let safety = if self.id_lost {
                    Safety::Unsafe
                } else {
                    Safety::Safe
                };
                let change = ListChange::Remove { at: *at, item: *to };
                let title = format!("Remove {to} from {from}'s closed borders");
                Some(Fix::new(safety, title, [Edit::Closed(from.key, change)]))
            }
            Problem::NoContinentId(one) => self.continent_id(one, Safety::Safe),
            Problem::ContinentIdTwice { second, .. } => self.continent_id(second, Safety::Unsafe),
            Problem::ContinentIdGap { .. } => Some(Fix::safe(
                gaps,
                [author::close_continent_gaps(subject.draft)],
            )),
            Problem::NoBonus(one) => subject.continent_at(one.key).map(|at| {
                let bonus = Worth::of(subject, at).extent.suitable();
                let field = ContinentField::Bonus(Some(bonus));
                let title = format!("Set the bonus of {one} to {bonus}");
                Fix::guess(title, [Edit::Continent(one.key, field)])
            }),
            Problem::EmptyContinent(one) => Some(Fix::guess(
                format!("Delete {one}"),
                [author::remove_continent(subject.draft, one.key)],
            )),
            _ => None,
        };
        fix.into_iter().collect()
    }

    fn orphan(&self) -> Option<Rgb> {
        *self
            .orphan
            .get_or_init(|| match orphans(self.subject).as_slice() {
                [only] => Some(only.colour),
                _ => None,
            })
    }

    fn folder_as_name(&self) -> Option<Fix> {
        let name = self.subject.folder?.name.clone()?;
        let title = format!("Name it “{name}”");
        Some(Fix::guess(title, [Edit::Map(MapField::Name(Some(name)))]))
    }

    fn mask_in_folder(&self) -> Option<Fix> {
        let files = &self.subject.folder?.files;
        let is_mask = |file: &&String| may_be_mask(file) && file.to_lowercase().contains("mask");
        let file = files.iter().find(is_mask)?;
        let mask = MaskFile {
            file: file.clone(),
            ..MaskFile::default()
        };
        let title = format!("Use {file} as the mask");
        Some(Fix::guess(title, [Edit::Map(MapField::Mask(Some(mask)))]))
    }

    fn one_continent(&self) -> Option<Fix> {
        let draft = self.subject.draft;
        if draft.territories.is_empty() {
            return None;
        }
        let id = draft.free_continent_id();
        let mut continent = draft.clone().fresh_continent();
        continent.id = Some(id);
        continent.name.text = Some("All lands".to_owned());
        continent.bonus = Some(0);
        let continent = Box::new(continent);
        let all = draft.territories.iter().map(|territory| territory.key);
        Some(Fix::guess(
            "Put all territories into one continent",
            [
                Edit::AddContinent { at: 0, continent },
                author::move_to_continent(draft, all, Some(id)),
            ],
        ))
    }

    fn set(&self, at: usize, title: String, field: TerritoryField) -> Fix {
        let key = self.subject.territory(at).key;
        Fix::guess(title, [Edit::Territory(key, field)])
    }

    fn territory_id(&mut self, one: &Named<TerritoryKey>, safety: Safety) -> Option<Fix> {
        let id = self.territory_ids.next()?;
        let edit = Edit::Territory(one.key, TerritoryField::Id(Some(id)));
        Some(Fix::new(safety, format!("Give {one} the id {id}"), [edit]))
    }

    fn continent_id(&mut self, one: &Named<ContinentKey>, safety: Safety) -> Option<Fix> {
        let id = self.continent_ids.next()?;
        let edit = Edit::Continent(one.key, ContinentField::Id(Some(id)));
        Some(Fix::new(safety, format!("Give {one} the id {id}"), [edit]))
    }

    /// Of two territories with the same colour, changes the one whose pivot lies on an
    /// unassigned colour.
    fn better_colour(&self, first: usize, second: usize) -> Option<Fix> {
        let under_pivot = |at| Some((at, orphan_at_pivot(self.subject, at)?));
        let (at, colour) = under_pivot(second)
            .or_else(|| under_pivot(first))
            .or(self.orphan().map(|colour| (second, colour)))?;
        Some(recolour(self.subject, at, colour))
    }

    fn land_alone(&self, colour: Rgb) -> Option<Fix> {
        let mut mask = self.subject.draft.mask.clone()?;
        mask.background.retain(|&c| c != colour);
        mask.separator.retain(|&c| c != colour);
        let title = format!("Remove {colour} from background and separators");
        Some(Fix::guess(title, [Edit::Map(MapField::Mask(Some(mask)))]))
    }

    fn pivots(&self, at: usize) -> Option<Fix> {
        let (survey, land) = self.subject.mask()?;
        let key = self.subject.territory(at).key;
        let points = centres(self.subject, survey, land, at)
            .into_iter()
            .enumerate();
        let insert = |(at, item)| Edit::Pivots(key, ListChange::Insert { at, item });
        let edits: Vec<_> = points.map(insert).collect();
        let title = format!("Set a pivot in the middle of {}", self.subject.name(at));
        (!edits.is_empty()).then(|| Fix::safe(title, edits))
    }

    /// Removes the neighbour at an index.
    fn without(
        &self,
        of: &Named<TerritoryKey>,
        at: usize,
        safety: Safety,
        title: String,
    ) -> Option<Fix> {
        let territory = self.subject.territory(self.subject.at(of.key)?);
        let &item = territory.neighbours.get(at)?;
        let edit = Edit::Neighbours(of.key, ListChange::Remove { at, item });
        Some(Fix::new(safety, title, [edit]))
    }
}

/// Replaces two different declarations by one link, by land if the territories touch.
fn one_link(
    subject: &Subject<'_>,
    from: &Named<TerritoryKey>,
    to: &Named<TerritoryKey>,
    at: usize,
) -> Option<Fix> {
    let (_, there) = both_ends(subject, from, to, at)?;
    let (a, b) = (subject.at(from.key)?, subject.at(to.key)?);
    let by = match subject.mask() {
        Some((_, land)) if land.contact(b, a) > 0 => By::Land,
        Some(_) => By::Sea,
        None => there.by,
    };
    let pair = subject.pair(b, a);
    let edit = author::link(&pair, subject.own_id(b)?, subject.own_id(a)?, by, Way::Both);
    let title = format!("Keep one two-way link between {to} and {from}");
    Some(Fix::guess(title, [edit]))
}

fn linked_or_closed(
    subject: &Subject<'_>,
    from: &Named<TerritoryKey>,
    to: &Named<TerritoryKey>,
) -> Option<Vec<Fix>> {
    let (a, b) = (subject.at(from.key)?, subject.at(to.key)?);
    let pair = subject.pair(a, b);
    let (id, other) = (subject.own_id(a)?, subject.own_id(b)?);
    Some(vec![
        Fix::guess(
            format!("Keep {from} and {to} linked"),
            [author::open_border(&pair, id, other)],
        ),
        Fix::guess(
            format!("Keep the border between {from} and {to} closed"),
            [author::unlink(&pair, id, other)],
        ),
    ])
}
