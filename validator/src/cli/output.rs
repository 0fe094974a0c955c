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

/// Reports begin in many ways; what no report can be is a picture, or a map.
static REPORT: Kind = Kind {
    name: "a report",
    begins: |head| !head.contains(&0) && root_element(head) != Some("map"),
};

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
