//! `--output-file`: reports written into files.

use std::path::PathBuf;

use clap::ValueEnum;
use marchland_maps::files::{Kind, Output, root_element};
use marchland_maps::folder::MAP_FILE;

use crate::SETTINGS_FILE;
use crate::load::Loaded;
use crate::render::{self, Results};

use super::args::{Check, Format};
use super::shown;

impl Format {
    pub(crate) fn render(self, results: &Results<'_>) -> String {
        match self {
            Self::Human => render::human(results),
            Self::Short => render::short(results),
            Self::Json => render::json(results),
            Self::Sarif => render::sarif(results),
            Self::Github => render::github(results),
            Self::Gitlab => render::gitlab(results),
            Self::Junit => render::junit(results),
            Self::Markdown => render::markdown(results),
        }
    }
}

static REPORT: Kind = Kind {
    name: "a report",
    begins: is_report,
};

/// Whether a file begins as a report of any format, so that notes or another program's
/// results that happen to have its name stay.
fn is_report(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start();
    match text.as_bytes().first() {
        Some(b'{') => ["marchland-validator", "sarif-2.1.0"]
            .iter()
            .any(|own| text.contains(own)),
        Some(b'[') => text.starts_with("[]") || text.contains("\"check_name\""),
        Some(b'<') => root_element(head) == Some("testsuites"),
        _ => is_line_of_a_report(text.lines().next().unwrap_or_default()),
    }
}

/// Whether a report for people, or one of lines, begins with it.
fn is_line_of_a_report(line: &str) -> bool {
    let named = |severity: &str| {
        let is_one = |at: usize| line[..at].is_empty() || line[..at].ends_with(": ");
        line.find(&format!("{severity}[")).is_some_and(is_one)
    };
    let mut words = line.split_whitespace();
    let counted = words.next().is_some_and(|word| word.parse::<u64>().is_ok())
        && words.next().is_some_and(is_code);
    line.starts_with("::")
        || line.starts_with("## Map check")
        || line.starts_with("no map was checked")
        || (line.contains(" checked: ") || line.contains(" checked, "))
        || ["error", "warning", "info"].into_iter().any(named)
        || counted
}

/// Whether it looks like the code of a rule, as `NET001`.
fn is_code(word: &str) -> bool {
    let (family, number) = word.split_at_checked(3).unwrap_or_default();
    family.bytes().all(|b| b.is_ascii_uppercase())
        && number.len() == 3
        && number.bytes().all(|b| b.is_ascii_digit())
}

/// The files that reports go to, and those that must not be written over.
#[derive(Debug)]
pub(crate) struct Outputs {
    /// Whether one of them takes the place of standard output.
    instead: bool,
    files: Vec<(Format, Output)>,
    read: Vec<PathBuf>,
}

impl Outputs {
    /// What `--output-file` says.
    pub(crate) fn new(options: &Check) -> Result<Self, String> {
        if options.statistics
            && !matches!(options.format, Format::Human | Format::Short | Format::Json)
        {
            return Err("--statistics is printed as human, short or json".to_owned());
        }
        let mut outputs = Self {
            instead: false,
            files: Vec::new(),
            read: Vec::new(),
        };
        for word in &options.output_file {
            let named = match word.split_once('=') {
                Some((format, path)) => match Format::from_str(format, true) {
                    Ok(format) => Some((format, PathBuf::from(path))),
                    // A folder's name may have the sign, too.
                    Err(_) if format.contains(['/', '\\', '.']) => None,
                    Err(_) => {
                        return Err(format!(
                            "--output-file: there is no format `{format}`; a file of that name is \
                             ./{word}"
                        ));
                    }
                },
                None => None,
            };
            outputs.instead |= named.is_none();
            let (format, path) = named.unwrap_or_else(|| (options.format, PathBuf::from(word)));
            let name = path.file_name().unwrap_or_default();
            if name.is_empty() {
                return Err(format!("--output-file: `{word}` names no file"));
            }
            if name == MAP_FILE || name == SETTINGS_FILE {
                let path = shown(&path);
                return Err(format!("--output-file: {path} is no name for a report"));
            }
            if outputs.files.iter().any(|(_, other)| other.path() == path) {
                return Err(format!("--output-file: {} is given twice", shown(&path)));
            }
            let output = Output::at(&path, &REPORT, true);
            let output = output.map_err(|error| format!("--output-file: {error}"))?;
            outputs.files.push((format, output));
        }
        let baselines = options.baseline.iter().chain(&options.write_baseline);
        outputs.read.extend(baselines.cloned());
        Ok(outputs)
    }

    /// Whether nothing is printed because a file takes it.
    pub(crate) fn instead(&self) -> bool {
        self.instead
    }

    /// Notes the files of a map, none of which is written over.
    pub(crate) fn note_read(&mut self, loaded: &Loaded) {
        let Some(folder) = &loaded.home else { return };
        self.read.push(loaded.file.clone());
        let names = loaded.folder.iter().flat_map(|folder| &folder.files);
        for name in names {
            let path = folder.path().join(name);
            let is_named = |file: Option<&str>| file == Some(name);
            if name == SETTINGS_FILE
                || is_named(loaded.draft.mask.as_ref().map(|mask| &*mask.file))
                || is_named(loaded.draft.image.as_deref())
            {
                self.read.push(path);
            }
        }
    }

    /// Writes all reports; what goes wrong with the first that cannot be written.
    pub(crate) fn write(&self, results: &Results<'_>) -> Result<(), String> {
        for (format, output) in &self.files {
            let spared = output.spare(&self.read);
            spared.map_err(|error| format!("--output-file: {error}"))?;
            let report = format.render(results);
            let report = anstream::adapter::strip_str(&report).to_string();
            output
                .write(|out| out.write_all(report.as_bytes()))
                .map_err(|error| format!("{}: cannot be written: {error}", shown(output.path())))?;
        }
        Ok(())
    }
}
