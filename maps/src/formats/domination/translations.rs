//! Reads `NAME_LANG.properties`: names in other languages.

use std::collections::{BTreeMap, BTreeSet};

use crate::limits::{MAX_NAME_CHARS, MAX_TRANSLATIONS};
use crate::{Draft, Names, Translation};

use super::flaw::Cause;
use super::map_file::{MapFile, brief};
use super::text::readable;
use super::{Importer, MAX_TEXT_BYTES, properties, stem};

/// Adds the translations beside the map: names of territories and continents, by their names in the
/// map file. Only one file per language counts.
pub(super) fn add(importer: &mut Importer<'_>, source: &MapFile, draft: &mut Draft) {
    let names = match importer.files.names() {
        Ok(names) => names,
        Err(error) => {
            let cause = Cause::NoTranslations(error.to_string());
            importer.flaws.add(importer.name, None, cause);
            return;
        }
    };
    let deck = source.cards.as_ref().map(|entry| entry.name.as_str());
    let deck = deck.and_then(|deck| Some(deck.rsplit_once('.')?.0));
    if let Some(deck) = deck.filter(|deck| !deck.eq_ignore_ascii_case(stem(importer.name))) {
        for file in names.iter().filter(|file| language(file, deck).is_some()) {
            importer.flaws.add(file, None, Cause::MissionFile);
        }
    }
    let mut left = MAX_TRANSLATIONS;
    let mut last: Option<(String, &str)> = None;
    for (lang, named, file) in candidates(&names, stem(importer.name)) {
        if let Some((_, kept)) = last.as_ref().filter(|(known, _)| *known == lang) {
            let kept = (*kept).to_owned();
            let cause = Cause::LanguageTwice { lang, kept };
            importer.flaws.add(file, None, cause);
            continue;
        }
        if left == 0 {
            let limit = MAX_TRANSLATIONS;
            importer.flaws.add(
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
                importer.sources.push(file.to_owned());
                if file != named && file.eq_ignore_ascii_case(&named) {
                    let found = file.to_owned();
                    let cause = Cause::OtherCase { named, found };
                    importer.flaws.add(file, None, cause);
                }
                let text = importer.text(file, &bytes);
                let pairs = properties::parse(text.lines());
                let (missions, idle, cut) = translate(source, draft, &lang, &pairs);
                if missions > 0 {
                    let cause = Cause::MissionTexts(missions);
                    importer.flaws.add(file, None, cause);
                }
                for (found, kept) in cut {
                    importer
                        .flaws
                        .add(file, None, Cause::Renamed { found, kept });
                }
                if idle > 0 {
                    importer
                        .flaws
                        .add(file, None, Cause::IdleTranslations(idle));
                }
                last = Some((lang, file));
            }
            // May be a folder or a dangling link.
            Err(error) => importer
                .flaws
                .add(file, None, Cause::NoTranslation(error.to_string())),
        }
    }
}

/// The files of translations among `names`: their language, how the program calls
/// the file of that language, and their name. Sorted by language; of one language
/// the one that is called so comes first.
fn candidates<'n>(names: &'n [String], stem: &str) -> Vec<(String, String, &'n str)> {
    let found = names.iter().filter_map(|file| {
        let lang = language(file, stem)?;
        let usual = format!("{stem}_{}.properties", lang.replace('-', "_"));
        Some((lang, usual, file.as_str()))
    });
    let mut found: Vec<_> = found.collect();
    found.sort_by(|a, b| (&a.0, a.1 != a.2, a.2).cmp(&(&b.0, b.1 != b.2, b.2)));
    found
}

/// The language of a file of translations, as a tag in the usual case: `cs`,
/// `pt-BR`, `zh-Hant`.
pub(super) fn language(file: &str, stem: &str) -> Option<String> {
    let (start, rest) = file.split_at_checked(stem.len())?;
    let rest = rest.strip_prefix('_')?;
    let end = rest.len().checked_sub(".properties".len())?;
    let (lang, ending) = rest.split_at_checked(end)?;
    if !start.eq_ignore_ascii_case(stem) || !ending.eq_ignore_ascii_case(".properties") {
        return None;
    }
    let mut parts = lang.split(['_', '-']);
    let is_language =
        |part: &str| (2..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphabetic());
    let is_part = |part: &str| {
        (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    let sound = parts.next().is_some_and(is_language) && parts.all(is_part);
    if !sound || lang.len() > 24 {
        return None;
    }
    let in_case = |(at, part): (usize, &str)| match part.len() {
        2 if at > 0 => part.to_ascii_uppercase(),
        4 if at > 0 => part[..1].to_ascii_uppercase() + &part[1..].to_ascii_lowercase(),
        _ => part.to_ascii_lowercase(),
    };
    let parts: Vec<String> = lang.split(['_', '-']).enumerate().map(in_case).collect();
    Some(parts.join("-"))
}

/// Gives names in one language; returns the number of texts of missions, the number of
/// unused ones, and those that were too long, with what they became.
fn translate(
    source: &MapFile,
    draft: &mut Draft,
    lang: &str,
    pairs: &BTreeMap<String, String>,
) -> (usize, usize, Vec<(String, String)>) {
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
    let (missions, idle): (Vec<&String>, _) = unused.partition(|key| of_missions(key));
    (missions.len(), idle.len(), cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_of_files() {
        let lang = |file| language(file, "uk");
        assert_eq!(lang("uk_cs.properties").as_deref(), Some("cs"));
        assert_eq!(lang("uk_pt_BR.properties").as_deref(), Some("pt-BR"));
        assert_eq!(lang("UK_PT-br.Properties").as_deref(), Some("pt-BR"));
        assert_eq!(
            lang("uk_ZH_hant_tw.properties").as_deref(),
            Some("zh-Hant-TW")
        );
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
