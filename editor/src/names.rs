//! Names for many territories at once, from a list that was copied elsewhere.

use marchland_maps::limits::MAX_NAME_CHARS;
use marchland_maps::{Draft, Edit, Rgb, Territory, TerritoryField, TerritoryId, TerritoryKey};

use crate::selection::Selection;

/// Bytes of a list at most.
const LONGEST: usize = 1 << 20;

/// A list as it was read: whom it names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listed {
    /// Territories with the names that they get, as far as those are others than before.
    pub names: Vec<(TerritoryKey, String)>,
    /// Lines for which there is no territory.
    pub left: usize,
}

/// Reads a list, a name a line. With more than one column the first says which territory
/// it is, by id, key colour or present name; names by themselves go to the territories that
/// are selected, in the order in which they were picked, or else to those that have none, in
/// the order of the map. `None` if the list is longer than any map needs.
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
    let mut listed = Listed::default();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let columns = columns(line);
        let named = match &columns[..] {
            [of, name, ..] if !name.is_empty() => {
                territory(draft, of).map(|territory| (territory.key, name.clone()))
            }
            _ => None,
        };
        // A comma in a name makes no columns.
        let whole = || {
            let name = match &columns[..] {
                [name] => name.clone(),
                _ => line.to_owned(),
            };
            free.next().map(|key| (key, name))
        };
        match named.or_else(whole) {
            Some((key, name)) => {
                let name: String = name.chars().take(MAX_NAME_CHARS).collect();
                listed.names.retain(|(named, _)| *named != key);
                listed.names.push((key, name));
            }
            None => listed.left += 1,
        }
    }
    listed.names.retain(|(key, name)| {
        let was = draft.territory(*key).and_then(|t| t.name.text.as_ref());
        was != Some(name)
    });
    Some(listed)
}

impl Listed {
    /// The change of the map, one step of undo.
    pub fn edit(&self) -> Edit {
        let names = self.names.iter();
        Edit::batch(
            names
                .map(|(key, name)| Edit::Territory(*key, TerritoryField::Name(Some(name.clone())))),
        )
    }
}

/// The territory that a column names.
fn territory<'a>(draft: &'a Draft, column: &str) -> Option<&'a Territory> {
    if column.is_empty() {
        return None;
    }
    let id = column.parse().ok().map(TerritoryId);
    let colour: Option<Rgb> = column.parse().ok();
    let mut all = draft.territories.iter();
    all.find(|territory| {
        let by_id = id.is_some() && territory.id == id;
        let by_colour = colour.is_some() && territory.colour == colour;
        by_id || by_colour || territory.name.text.as_deref() == Some(column)
    })
}

/// The columns of a line, as spreadsheets write them: set apart by tabs, else by semicolons,
/// else by commas; what is between quotation marks is one.
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
        after.apply(listed.edit()).unwrap();
        let names = listed.names.into_iter().map(|(key, name)| {
            let territory = after.territory(key).unwrap();
            assert_eq!(territory.name.text.as_deref(), Some(&*name));
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
    fn names_go_to_whoever_has_none_or_is_selected() {
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
        // A name that is there already is no change.
        assert_eq!(named("1,Elm", &draft, &[]), (Vec::new(), 0));
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
