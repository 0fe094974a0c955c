//! Adds and removes waivers in the text of a settings file.

use crate::settings::{Settings, SettingsError, Waiver};

/// Adds a waiver to the text of a settings file, preserving comments, order and
/// spaces.
///
/// # Errors
/// [`SettingsError`] if the text is invalid.
pub fn with_waiver(text: &str, waiver: &Waiver) -> Result<String, SettingsError> {
    Settings::parse(text)?;
    let mut table = toml_edit::Table::new();
    table.insert("rule", toml_edit::value(&waiver.rule));
    if !waiver.about.is_empty() {
        let tags: toml_edit::Array = waiver.about.iter().collect();
        table.insert("about", toml_edit::value(tags));
    }
    table.insert("reason", toml_edit::value(&waiver.reason));
    let mut document = editable(text)?;
    let list = document
        .entry("waiver")
        .or_insert_with(|| toml_edit::ArrayOfTables::new().into());
    match list.as_array_of_tables_mut() {
        Some(list) => list.push(table),
        None => return Err(inline_waivers()),
    }
    Ok(document.to_string())
}

/// Removes the first equal waiver from the text of a settings file, preserving
/// everything else. `None` if there is no equal waiver.
///
/// # Errors
/// [`SettingsError`] if the text is invalid.
pub fn without_waiver(text: &str, waiver: &Waiver) -> Result<Option<String>, SettingsError> {
    let settings = Settings::parse(text)?;
    let same = |other: &Waiver| {
        (&other.rule, &other.about, &other.reason) == (&waiver.rule, &waiver.about, &waiver.reason)
    };
    let Some(at) = settings.waivers.iter().position(same) else {
        return Ok(None);
    };
    let mut document = editable(text)?;
    let list = document.get_mut("waiver");
    let Some(list) = list.and_then(toml_edit::Item::as_array_of_tables_mut) else {
        return Err(inline_waivers());
    };
    list.remove(at);
    Ok(Some(document.to_string()))
}

fn editable(text: &str) -> Result<toml_edit::DocumentMut, SettingsError> {
    text.parse()
        .map_err(|error: toml_edit::TomlError| SettingsError::Toml {
            line: 1,
            column: 1,
            message: error.message().to_owned(),
        })
}

/// The error for `waiver = [{ … }]` instead of tables.
fn inline_waivers() -> SettingsError {
    SettingsError::Toml {
        line: 1,
        column: 1,
        message: "cannot edit inline waivers; write each as a [[waiver]] table".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# ours\n[rules]\nBAL = \"off\"\n\n[[waiver]]\nrule = \"ADJ008\"\nabout = [\"territory:3\"]\nreason = \"the Alps\"\n";

    fn example() -> Waiver {
        Waiver {
            rule: "CON008".into(),
            about: vec!["continent:2".into()],
            reason: "meant".into(),
            span: 0..0,
        }
    }

    #[test]
    fn adding_a_waiver_preserves_the_rest() {
        let waiver = example();
        let text = with_waiver(TEXT, &waiver).unwrap();
        assert!(text.starts_with(TEXT));
        let again = Settings::parse(&text).unwrap();
        assert_eq!(again.waivers.len(), 2);
        assert_eq!(again.waivers[1].about, waiver.about);
        assert_eq!(
            Settings::parse(&with_waiver("", &waiver).unwrap())
                .unwrap()
                .waivers
                .len(),
            1
        );
    }

    #[test]
    fn removing_a_waiver_preserves_the_rest() {
        let waiver = example();
        let text = with_waiver(TEXT, &waiver).unwrap();
        assert_eq!(without_waiver(&text, &waiver).unwrap().unwrap(), TEXT);
        assert_eq!(without_waiver(TEXT, &waiver).unwrap(), None);
        let first = Settings::parse(TEXT).unwrap().waivers.remove(0);
        let rest = without_waiver(&text, &first).unwrap().unwrap();
        assert_eq!(Settings::parse(&rest).unwrap().waivers.len(), 1);
        assert!(rest.starts_with("# ours\n[rules]\n"));
        assert!(without_waiver("waiver = 3", &waiver).is_err());
        let inline = "waiver = [{ rule = 'CON008', about = ['continent:2'], reason = 'meant' }]";
        assert!(without_waiver(inline, &waiver).is_err());
    }
}
