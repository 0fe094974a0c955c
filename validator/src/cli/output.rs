//! `--output-file`: reports written into files.

use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use marchland_maps::files;
use marchland_maps::folder::MAP_FILE;

use crate::SETTINGS_FILE;
use crate::load::Loaded;
use crate::render::{self, Results};

use super::args::{Check, Format};
use super::shown;

impl Format {
    /// The report in this format.
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

/// The files that reports go to, and those that must not be written over.
#[derive(Debug)]
pub(crate) struct Outputs {
    /// Whether one of them takes the place of standard output.
    instead: bool,
    files: Vec<(Format, PathBuf)>,
    read: HashSet<PathBuf>,
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
            read: HashSet::new(),
        };
        for word in &options.output_file {
            let named = word.split_once('=').and_then(|(format, path)| {
                Some((Format::from_str(format, true).ok()?, PathBuf::from(path)))
            });
            outputs.instead |= named.is_none();
            let (format, path) = named.unwrap_or_else(|| (options.format, PathBuf::from(word)));
            if path.as_os_str().is_empty() {
                return Err(format!("--output-file: `{word}` names no file"));
            }
            if outputs.files.iter().any(|(_, other)| *other == path) {
                return Err(format!("--output-file: {} is given twice", shown(&path)));
            }
            outputs.files.push((format, path));
        }
        for path in options.baseline.iter().chain(&options.write_baseline) {
            outputs.note(path);
        }
        Ok(outputs)
    }

    /// Whether nothing is printed because a file takes it.
    pub(crate) fn instead(&self) -> bool {
        self.instead
    }

    /// Notes the files of a map, none of which is written over.
    pub(crate) fn note_read(&mut self, loaded: &Loaded) {
        let Some(folder) = &loaded.home else { return };
        self.note(&loaded.file);
        let names = loaded.folder.iter().flat_map(|folder| &folder.files);
        for name in names {
            let path = folder.path().join(name);
            let is_named = |file: Option<&str>| file == Some(name);
            if name == SETTINGS_FILE
                || is_named(loaded.draft.mask.as_ref().map(|mask| &*mask.file))
                || is_named(loaded.draft.image.as_deref())
            {
                self.note(&path);
            }
        }
    }

    fn note(&mut self, path: &Path) {
        self.read.extend(path.canonicalize());
    }

    /// Writes all reports; what goes wrong with the first that cannot be written.
    pub(crate) fn write(&self, results: &Results<'_>) -> Result<(), String> {
        for (format, path) in &self.files {
            let refused = path
                .canonicalize()
                .is_ok_and(|path| self.read.contains(&path))
                || is_of_another_kind(path);
            if refused {
                return Err(format!(
                    "--output-file: {} is not a report and is not written over; take another name",
                    shown(path)
                ));
            }
            let report = format.render(results);
            let report = anstream::adapter::strip_str(&report).to_string();
            files::replace(path, report.as_bytes())
                .map_err(|error| format!("{}: cannot be written: {}", shown(path), error))?;
        }
        Ok(())
    }
}

/// Whether there is a file that no report can be: a picture, a map, settings.
fn is_of_another_kind(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    let mut start = Vec::new();
    let is_file = path.is_file();
    if is_file {
        // What cannot be read is found to be so when it is written.
        let file = File::open(path);
        let _ = file.and_then(|file| file.take(1_024).read_to_end(&mut start));
    }
    is_file
        && (name == MAP_FILE
            || name == SETTINGS_FILE
            || start.contains(&0)
            || start
                .windows(5)
                .any(|five| five == b"<map " || five == b"<map>"))
}
