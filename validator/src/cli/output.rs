//! `--output-file`: writes reports to files.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::PossibleValue;
use marchland_maps::files::{Kind, Output, root_element};
use marchland_maps::folder::MAP_FILE;

use crate::load::Loaded;
use crate::render::{self, Results};
use crate::{SETTINGS_FILE, Severity, rule};

use super::args::{Check, Format};
use super::shown;

impl Format {
    pub(crate) fn render(self, results: &Results) -> String {
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

    /// The format of a report file: the one that is asked for, or that its extension names.
    ///
    /// # Errors
    /// If the two contradict each other.
    fn of_file(asked: Option<Self>, path: &Path) -> Result<Self, String> {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        // The usual one first.
        let named: &[Self] = match &*ending.to_ascii_lowercase() {
            "sarif" => &[Self::Sarif],
            "json" => &[Self::Json, Self::Sarif, Self::Gitlab],
            "xml" => &[Self::Junit],
            "md" | "markdown" => &[Self::Markdown],
            "png" | "svg" | "html" | "csv" | "xls" | "xlsx" | "ods" | "pdf" => {
                return Err(format!(
                    "--output-file: {} is the name of a file of another format than a report; give \
                     it .txt, .md, .json, .sarif or .xml",
                    shown(path)
                ));
            }
            _ => &[],
        };
        match asked {
            Some(asked) if !named.is_empty() && !named.contains(&asked) => {
                let asked = asked.to_possible_value();
                let asked = asked.as_ref().map_or("", PossibleValue::get_name);
                Err(format!(
                    "--output-file: {} is the name of a file of another format than `{asked}`; \
                     leave out one of the two",
                    shown(path)
                ))
            }
            Some(asked) => Ok(asked),
            None => Ok(named.first().copied().unwrap_or(Self::Human)),
        }
    }
}

static REPORT: Kind = Kind {
    name: "a report",
    begins: is_report,
};

/// Whether a file begins like a report in any format. No other file is overwritten.
fn is_report(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start();
    match text.as_bytes().first() {
        Some(b'{') => ["marchland-validator", "sarif-2.1.0"]
            .iter()
            .any(|own| text.contains(own)),
        Some(b'[') => {
            let is_row = |field| text.contains(field);
            text.starts_with("[]") || ["\"check_name\"", "\"fixable\""].into_iter().any(is_row)
        }
        Some(b'<') => root_element(head) == Some("testsuites"),
        _ => is_line_of_a_report(text.lines().next().unwrap_or_default()),
    }
}

/// Whether a text format (human, short, github, markdown or statistics) can begin with
/// this line.
fn is_line_of_a_report(line: &str) -> bool {
    let has_finding = |severity: &str| {
        let is_start = |at: usize| line[..at].is_empty() || line[..at].ends_with(": ");
        line.find(&format!("{severity}[")).is_some_and(is_start)
    };
    let mut words = line.split_whitespace();
    let is_count = words.next().is_some_and(|word| word.parse::<u64>().is_ok())
        && words.next().is_some_and(|word| rule(word).is_some());
    line.starts_with("::")
        || line.starts_with("## Map check")
        || line.starts_with("no map was checked")
        || (line.contains(" checked: ") || line.contains(" checked, "))
        || Severity::ALL
            .map(Severity::word)
            .into_iter()
            .any(has_finding)
        || is_count
}

/// The report files, and the files that must not be overwritten.
#[derive(Debug)]
pub(crate) struct Outputs {
    /// What `--format` and `--statistics` ask for.
    report: Report,
    /// Whether a file replaces standard output.
    instead: bool,
    files: Vec<(Report, Output)>,
    read: Vec<PathBuf>,
}

/// What a report shows.
#[derive(Debug, Clone, Copy)]
enum Report {
    /// The findings.
    Findings(Format),
    /// Their number for each rule.
    Statistics { as_json: bool },
}

impl Report {
    /// What the options ask for, in this format.
    fn of(options: &Check, format: Format) -> Result<Self, String> {
        if !options.statistics {
            return Ok(Self::Findings(format));
        }
        match format {
            Format::Human | Format::Short => Ok(Self::Statistics { as_json: false }),
            Format::Json => Ok(Self::Statistics { as_json: true }),
            Format::Sarif | Format::Github | Format::Gitlab | Format::Junit | Format::Markdown => {
                Err("--statistics needs --format human, short or json".to_owned())
            }
        }
    }

    fn render(self, results: &Results) -> String {
        match self {
            Self::Findings(format) => format.render(results),
            Self::Statistics { as_json } => render::statistics(results, as_json),
        }
    }
}

impl Outputs {
    /// Reads the options `--output-file`.
    pub(crate) fn new(options: &Check) -> Result<Self, String> {
        let mut outputs = Self {
            report: Report::of(options, options.format.unwrap_or(Format::Human))?,
            instead: false,
            files: Vec::new(),
            read: Vec::new(),
        };
        for word in &options.output_file {
            let named = match word.split_once('=') {
                Some((format, path)) => match Format::from_str(format, true) {
                    Ok(format) => Some((format, PathBuf::from(path))),
                    // A path may contain `=`, too.
                    Err(_) if format.contains(['/', '\\', '.']) => None,
                    Err(_) => {
                        return Err(format!(
                            "--output-file: there is no format `{format}`; for a file of that \
                             name, write ./{word}"
                        ));
                    }
                },
                None => None,
            };
            outputs.instead |= named.is_none();
            let (report, path) = if let Some((format, path)) = named {
                let format = Format::of_file(Some(format), &path)?;
                (Report::Findings(format), path)
            } else {
                let path = PathBuf::from(word);
                let format = Format::of_file(options.format, &path)?;
                (Report::of(options, format)?, path)
            };
            let name = path.file_name().unwrap_or_default();
            if name.is_empty() {
                return Err(format!("--output-file: `{word}` is not a file name"));
            }
            if name == MAP_FILE || name == SETTINGS_FILE {
                let path = shown(&path);
                return Err(format!("--output-file: a report cannot be named {path}"));
            }
            // `report.json` and `./report.json` are one file.
            let place = |path: &Path| std::path::absolute(path).ok();
            let is_same = |other: &Path| place(other) == place(&path);
            if outputs.files.iter().any(|(_, other)| is_same(other.path())) {
                return Err(format!("--output-file: {} is given twice", shown(&path)));
            }
            let output = Output::at(&path, &REPORT, true);
            let output = output.map_err(|error| format!("--output-file: {error}"))?;
            outputs.files.push((report, output));
        }
        let baselines = options.baseline.iter().chain(&options.write_baseline);
        outputs.read.extend(baselines.cloned());
        Ok(outputs)
    }

    /// The report for standard output; empty if it goes to a file instead.
    pub(crate) fn printed(&self, results: &Results) -> String {
        if self.instead {
            return String::new();
        }
        self.report.render(results)
    }

    /// Protects the files of a map from being overwritten.
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

    /// Writes all reports.
    pub(crate) fn write(&self, results: &Results) -> Result<(), String> {
        for (report, output) in &self.files {
            let spared = output.spare(&self.read);
            spared.map_err(|error| format!("--output-file: {error}"))?;
            let report = report.render(results);
            let report = anstream::adapter::strip_str(&report).to_string();
            output
                .write(|out| out.write_all(report.as_bytes()))
                .map_err(|error| format!("{}: cannot be written: {error}", shown(output.path())))?;
        }
        Ok(())
    }
}
