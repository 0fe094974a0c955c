//! `NAME_LANG.properties`: names in other languages.

use std::collections::{BTreeMap, BTreeSet};

use crate::limits::{MAX_NAME_CHARS, MAX_TRANSLATIONS};
use crate::{Draft, Names, Translation};

use super::map_file::{MapFile, brief};
use super::remark::Cause;
use super::text::readable;
use super::{Importer, MAX_TEXT_BYTES, properties};

/// Adds the translations that stand beside the map: names of territories and
/// continents by the word that the map file has for them.
pub(super) fn add(importer: &mut Importer<'_>, source: &MapFile, draft: &mut Draft) {
    let stem = importer.name.strip_suffix(".map").unwrap_or(importer.name);
    let names = importer.files.names().unwrap_or_default();
    let mut left = MAX_TRANSLATIONS;
    for file in &names {
        let Some(lang) = language(file, stem) else {
            continue;
        };
        if left == 0 {
            let limit = MAX_TRANSLATIONS;
            importer.remarks.add(
                file,
                None,
                Cause::TooMany {
                    what: "translations",
                    limit,
                },
            );
            return;
        }
        left -= 1;
        match importer.files.read(file, MAX_TEXT_BYTES) {
            Ok(bytes) => {
                let text = importer.text(file, &bytes);
                let pairs = properties::parse(text.lines());
                let (idle, cut) = translate(source, draft, &lang, &pairs);
                for (found, kept) in cut {
                    importer
                        .remarks
                        .add(file, None, Cause::Renamed { found, kept });
                }
                if idle > 0 {
                    importer
                        .remarks
                        .add(file, None, Cause::IdleTranslations(idle));
                }
            }
            Err(error) => importer
                .remarks
                .add(file, None, Cause::Unreadable(error.to_string())),
        }
    }
}

/// The language of a file of translations, as a tag: `cs`, `pt-BR`.
fn language(file: &str, stem: &str) -> Option<String> {
    let lang = file
        .strip_prefix(stem)?
        .strip_prefix('_')?
        .strip_suffix(".properties")?;
    let mut parts = lang.split(['_', '-']);
    let is_language =
        |part: &str| (2..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphabetic());
    let is_part = |part: &str| {
        (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    let sound = parts.next().is_some_and(is_language) && parts.all(is_part);
    (sound && lang.len() <= 24).then(|| lang.replace('_', "-"))
}

/// Gives names in one language; returns how many there was no use for, and which
/// were too long, with what they became.
fn translate(
    source: &MapFile,
    draft: &mut Draft,
    lang: &str,
    pairs: &BTreeMap<String, String>,
) -> (usize, Vec<(String, String)>) {
    let mut used = BTreeSet::new();
    let mut cut = Vec::new();
    let mut give = |token: &str, names: &mut Names| {
        let Some((key, text)) = pairs.get_key_value(token) else {
            return;
        };
        used.insert(key.as_str());
        let whole = readable(text);
        let text: String = whole.chars().take(MAX_NAME_CHARS).collect();
        let text = text.trim_end().to_owned();
        if text != whole {
            cut.push((brief(&whole), text.clone()));
        }
        if !text.is_empty() {
            let lang = lang.to_owned();
            names.translations.push(Translation { lang, text });
        }
    };
    for (country, territory) in source.countries.values().zip(&mut draft.territories) {
        give(&country.token, &mut territory.name);
    }
    for (line, continent) in source.continents.iter().zip(&mut draft.continents) {
        give(&line.token, &mut continent.name);
    }
    if let Some(name) = &source.name {
        give(name, &mut draft.name);
    }
    // The missions of a deck of the same name are translated in the same file.
    let of_missions =
        |key: &str| key.starts_with(|c: char| c.is_ascii_digit()) && key.contains('-');
    let unused = pairs.keys().filter(|key| !used.contains(key.as_str()));
    (unused.filter(|key| !of_missions(key)).count(), cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_of_files() {
        let lang = |file| language(file, "uk");
        assert_eq!(lang("uk_cs.properties").as_deref(), Some("cs"));
        assert_eq!(lang("uk_pt_BR.properties").as_deref(), Some("pt-BR"));
        for file in [
            "uk.properties",
            "uk_.properties",
            "uk_map.gif",
            "ukx_cs.properties",
            "uk_a1.properties",
        ] {
            assert_eq!(lang(file), None, "{file}");
        }
    }
}
