//! Names for many territories, from a list on the clipboard.

use std::collections::{BTreeSet, HashMap, HashSet};

use marchland_maps::{
    Draft, Edit, ListChange, Rgb, Territory, TerritoryField, TerritoryId, TerritoryKey, Translation,
};

use crate::selection::Selection;

/// The longest list, in bytes.
const LONGEST: usize = 1 << 20;

/// A parsed list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listed {
    /// The names that would change something.
    pub names: Vec<Named>,
    /// Lines without a territory.
    pub left: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub key: TerritoryKey,
    /// Its language; `None` for the main name.
    pub lang: Option<String>,
    pub name: String,
}

/// Parses a list with one name per line. With several columns the first identifies the territory
/// by id, key colour or current name. Names alone go to the selected territories in selection
/// order, or else to the unnamed ones in map order. A header row with languages from the third
/// column on adds translations. `None` if the list is too long.
pub fn read(text: &str, draft: &Draft, selection: &Selection) -> Option<Listed> {
    if text.len() > LONGEST {
        return None;
    }
    let picked: Vec<TerritoryKey> = if selection.territories().is_empty() {
        let unnamed = draft.territories.iter().filter(|t| t.name.text.is_none());
        unnamed.map(|territory| territory.key).collect()
    } else {
        selection.territories().to_vec()
    };
    let mut free = picked.into_iter();
    let known = Known::of(draft);
    let mut listed = Listed::default();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut lines = lines.peekable();
    let languages = lines.peek().and_then(|line| languages(line, &known));
    if languages.is_some() {
        lines.next();
    }
    let is_table = languages.is_some();
    let languages = languages.unwrap_or_default();
    for line in lines {
        let columns = columns(line);
        let whose = columns.first().filter(|_| columns.len() > 1);
        let whose = whose.and_then(|of| known.find(of));
        let whose = whose.map(|at| draft.territories[at].key);
        if let Some(key) = whose.filter(|_| is_table || !columns[1].is_empty()) {
            let rest = columns.iter().skip(1);
            let all = std::iter::once(None).chain(languages.iter().cloned().map(Some));
            for (lang, name) in all.zip(rest).filter(|(_, name)| !name.is_empty()) {
                listed.name(key, lang, name);
            }
            continue;
        }
        // A comma inside a name makes no columns.
        let name = match &columns[..] {
            [name] => name.as_str(),
            _ => line,
        };
        match free.next().filter(|_| !is_table) {
            Some(key) => listed.name(key, None, name),
            None => listed.left += 1,
        }
    }
    // Of several names the last counts.
    let mut seen = HashSet::new();
    listed.names.reverse();
    listed
        .names
        .retain(|of| seen.insert((of.key, of.lang.clone())));
    listed.names.reverse();
    listed.names.retain(|of| {
        let was = draft.territory(of.key);
        was.and_then(|was| called(was, of.lang.as_deref())) != Some(&of.name)
    });
    Some(listed)
}

impl Listed {
    fn name(&mut self, key: TerritoryKey, lang: Option<String>, name: &str) {
        let name = crate::document::cut(name);
        self.names.push(Named { key, lang, name });
    }

    /// How many territories get a name.
    pub fn territories(&self) -> usize {
        let keys: BTreeSet<TerritoryKey> = self.names.iter().map(|of| of.key).collect();
        keys.len()
    }

    /// The edit, as one undo step.
    pub fn edit(&self, draft: &Draft) -> Edit {
        let mut added: HashMap<TerritoryKey, usize> = HashMap::new();
        let names = self.names.iter().map(|Named { key, lang, name }| {
            let Some(lang) = lang else {
                return Edit::Territory(*key, TerritoryField::Name(Some(name.clone())));
            };
            let new = Translation {
                lang: lang.clone(),
                text: name.clone(),
            };
            let known = draft.territory(*key).map(|of| &of.name.translations[..]);
            let known = known.unwrap_or_default();
            let at = known.iter().position(|of| of.lang == *lang);
            let change = if let Some(at) = at {
                let old = known[at].clone();
                ListChange::Replace { at, old, new }
            } else {
                let before = added.entry(*key).or_default();
                *before += 1;
                ListChange::Insert {
                    at: known.len() + *before - 1,
                    item: new,
                }
            };
            Edit::TerritoryTranslations(*key, change)
        });
        Edit::batch(names)
    }
}

/// A territory's name in a language, or its main name.
fn called<'a>(territory: &'a Territory, lang: Option<&str>) -> Option<&'a String> {
    let Some(lang) = lang else {
        return territory.name.text.as_ref();
    };
    let mut translations = territory.name.translations.iter();
    translations.find(|of| of.lang == lang).map(|of| &of.text)
}

/// The languages of a header row, from its third column on; `None` for any other line.
fn languages(line: &str, known: &Known<'_>) -> Option<Vec<String>> {
    let is_language = |column: &String| {
        let mut parts = column.split('-');
        let short = |part: &str| (2..=3).contains(&part.len());
        let is_part = |part: &str| {
            (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
        };
        parts
            .next()
            .is_some_and(|part| short(part) && part.bytes().all(|b| b.is_ascii_alphabetic()))
            && parts.all(is_part)
    };
    let mut columns = columns(line);
    let is_head = columns.len() > 2
        && columns[2..].iter().all(is_language)
        && known.find(&columns[0]).is_none();
    is_head.then(|| columns.split_off(2))
}

/// The index of the first territory with each id, key colour and name.
struct Known<'a> {
    ids: HashMap<TerritoryId, usize>,
    colours: HashMap<Rgb, usize>,
    names: HashMap<&'a str, usize>,
}

impl<'a> Known<'a> {
    fn of(draft: &'a Draft) -> Self {
        // The first of several is inserted last.
        let all = || draft.territories.iter().enumerate().rev();
        let colours = all().filter_map(|(at, t)| Some((t.colour?, at)));
        let names = all().filter_map(|(at, t)| Some((t.name.text.as_deref()?, at)));
        Self {
            ids: draft.places_by_id(),
            colours: colours.collect(),
            names: names.filter(|(name, _)| !name.is_empty()).collect(),
        }
    }

    /// The first territory that a column identifies.
    fn find(&self, column: &str) -> Option<usize> {
        let id = column.parse().ok().map(TerritoryId);
        let colour = column.parse().ok();
        let places = [
            id.and_then(|id| self.ids.get(&id)),
            colour.and_then(|colour: Rgb| self.colours.get(&colour)),
            self.names.get(column),
        ];
        places.into_iter().flatten().min().copied()
    }
}

/// Splits a line as spreadsheets do: by tabs, else semicolons, else commas; quoted text is one
/// column.
fn columns(line: &str) -> Vec<String> {
    let by = ['\t', ';', ','].into_iter().find(|by| line.contains(*by));
    let mut columns = vec![String::new()];
    let mut letters = line.chars().peekable();
    let mut quoted = false;
    while let Some(letter) = letters.next() {
        let last = columns.len() - 1;
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                columns[last].push('"');
            }
            '"' if quoted || columns[last].trim().is_empty() => quoted = !quoted,
            _ if Some(letter) == by && !quoted => columns.push(String::new()),
            _ => columns[last].push(letter),
        }
    }
    columns
        .iter()
        .map(|column| column.trim().to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use marchland_maps::TerritoryId;

    use marchland_maps::limits::MAX_NAME_CHARS;

    use super::*;

    fn draft(names: &[Option<&str>]) -> Draft {
        let mut draft = Draft::new();
        for (id, name) in (0..).zip(names) {
            let mut territory = draft.fresh_territory();
            territory.id = Some(TerritoryId(id));
            territory.colour = Some(Rgb([id as u8 + 1, 2, 3]));
            territory.name.text = name.map(str::to_owned);
            draft.territories.push(territory);
        }
        draft
    }

    fn named(text: &str, draft: &Draft, picked: &[usize]) -> (Vec<(u16, String)>, usize) {
        let mut selection = Selection::default();
        selection.set(picked.iter().map(|&at| draft.territories[at].key));
        let listed = read(text, draft, &selection).unwrap();
        let mut after = draft.clone();
        after.apply(listed.edit(draft)).unwrap();
        let names = listed.names.into_iter().map(|Named { key, lang, name }| {
            let territory = after.territory(key).unwrap();
            assert_eq!(called(territory, lang.as_deref()), Some(&name));
            (territory.id.unwrap().0, name)
        });
        (names.collect(), listed.left)
    }

    fn all(names: &[(u16, &str)]) -> Vec<(u16, String)> {
        names
            .iter()
            .map(|(id, name)| (*id, (*name).to_owned()))
            .collect()
    }

    #[test]
    fn names_go_to_selected_or_unnamed_territories() {
        let draft = draft(&[None, Some("Elm"), None]);
        let two = named("Ash\n\n  Birch \nCedar, the old\n", &draft, &[]);
        assert_eq!(two, (all(&[(0, "Ash"), (2, "Birch")]), 1));
        let picked = named("Ash\nBirch", &draft, &[2, 1]);
        assert_eq!(picked, (all(&[(2, "Ash"), (1, "Birch")]), 0));
    }

    #[test]
    fn a_first_column_says_whose_name_it_is() {
        let draft = draft(&[None, Some("Elm"), None]);
        let by_id = named("2;Ash\r\n0;\"Birch; old\"\r\n7;Nobody", &draft, &[0]);
        assert_eq!(by_id.0[0], (2, "Ash".to_owned()));
        assert_eq!(
            by_id.0[1].1, "7;Nobody",
            "it is nobody's, and the selected one's"
        );
        let by_name = named("Elm\tJilm \"malý\"\n#030203,Fir", &draft, &[1]);
        assert_eq!(by_name.0, all(&[(1, "Jilm \"malý\""), (2, "Fir")]));
        // An unchanged name is no change, and of several the last counts.
        assert_eq!(named("1,Elm", &draft, &[]), (Vec::new(), 0));
        let twice = named("2;Ash\n0;Birch\n2;Cedar", &draft, &[]);
        assert_eq!(twice.0, all(&[(0, "Birch"), (2, "Cedar")]));
    }

    #[test]
    fn the_head_of_a_table_says_in_which_languages() {
        let mut draft = draft(&[None, Some("Elm"), None]);
        let table = "id;name;cs;pt-BR\n0;Ash;Jasan;\nElm;;Jilm;Olmo\n7;Yew;Tis;";
        let (names, left) = named(table, &draft, &[]);
        let expected = all(&[(0, "Ash"), (0, "Jasan"), (1, "Jilm"), (1, "Olmo")]);
        assert_eq!((names, left), (expected, 1));
        let listed = read(table, &draft, &Selection::default()).unwrap();
        assert_eq!(listed.territories(), 2);
        let back = draft.apply(listed.edit(&draft)).unwrap();
        // Unchanged names are no change; others are replaced.
        let again = "id;name;cs\n1;Elm;Jilm\n0;;Jesen";
        assert_eq!(named(again, &draft, &[]).0, all(&[(0, "Jesen")]));
        draft.apply(back).unwrap();
        assert!(draft.territories[0].name.translations.is_empty());
        // Without a header the first line holds no languages.
        assert_eq!(named("0;Ash;cs", &draft, &[]).0, all(&[(0, "Ash")]));
    }

    #[test]
    fn long_lists_and_names_are_cut_short() {
        let draft = draft(&[None]);
        let long = named(&"x".repeat(500), &draft, &[]);
        assert_eq!(long.0[0].1.chars().count(), MAX_NAME_CHARS);
        let endless = "a\n".repeat(LONGEST);
        assert_eq!(read(&endless, &draft, &Selection::default()), None);
    }
}
