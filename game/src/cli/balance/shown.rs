//! Where a report goes, and in which format.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use marchland_maps::files::{Kind, Output, plain_path};

use super::report::Report;
use super::show::{self, Format};
use super::{part, words};
use crate::cli::complain;
use crate::cli::output::width;

/// How the report is shown.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Shown {
    /// Output format [default: by the ending of FILE: .html, .json, .csv or .md; else human]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write the report to this file; may be repeated, for several formats of one run
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Replace these files if they are reports
    #[arg(long, requires = "output")]
    force: bool,
}

pub(super) static REPORT: Kind = Kind {
    name: "a report of balance",
    begins: |head| show::begins(head),
};
pub(super) static PART: Kind = Kind {
    name: "a part of a run of balance",
    begins: |head| head.starts_with(part::BEGINS.as_bytes()),
};

/// A file, or standard output, and the format of what is written there.
struct Sink {
    format: Format,
    output: Option<Output>,
}

/// Everywhere that a report goes.
pub(super) struct Sinks(Vec<Sink>);

impl Shown {
    /// Checks all files that are to be written, before anything is played.
    ///
    /// # Errors
    /// If a file cannot be written, or its name says another format.
    pub(super) fn sinks(&self, kind: &Kind) -> anyhow::Result<Sinks> {
        let sinks = self.output.iter().enumerate().map(|(at, path)| {
            if self.output[..at].contains(path) {
                bail!("{} is named twice; give each file once", plain_path(path));
            }
            // Found out after an hour of games, it would be too late.
            if let Some(folder) = path
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty())
                && !folder.try_exists().unwrap_or(true)
            {
                bail!("there is no folder {}; create it first", plain_path(folder));
            }
            Ok(Sink {
                format: self.format(path)?,
                output: Some(Output::at(path, kind, self.force)?),
            })
        });
        let mut sinks: Vec<Sink> = sinks.collect::<anyhow::Result<_>>()?;
        if sinks.is_empty() {
            sinks.push(Sink {
                format: self.format.unwrap_or(Format::Human),
                output: None,
            });
        }
        Ok(Sinks(sinks))
    }

    /// The format that is asked for, or that the name of the file says.
    ///
    /// # Errors
    /// If the two contradict each other, or a report has no format of that name.
    fn format(&self, path: &Path) -> anyhow::Result<Format> {
        let ending = path.extension();
        let is = |other: &str| ending.is_some_and(|ending| ending.eq_ignore_ascii_case(other));
        if ["png", "svg", "xml", "xls", "xlsx", "ods", "pdf"]
            .into_iter()
            .any(is)
        {
            bail!(
                "{} is the name of a file of another format than a report; give it .txt, .md, .html, \
                 .json or .csv",
                plain_path(path)
            );
        }
        match (self.format, Format::of_name(path)) {
            (Some(asked), Some(named)) if asked != named => bail!(
                "{} is the name of a file of another format than --format says; leave out one \
                 of the two",
                plain_path(path)
            ),
            (asked, named) => Ok(asked.or(named).unwrap_or(Format::Human)),
        }
    }
}

impl Sink {
    fn write(&self, text: &str) -> anyhow::Result<()> {
        let Some(output) = &self.output else {
            let mut out = std::io::stdout().lock();
            let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            return match written {
                // The reader has read enough.
                Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
                written => written.context("the report cannot be written"),
            };
        };
        output
            .write(|out| out.write_all(text.as_bytes()))
            .with_context(|| format!("{} cannot be written", plain_path(output.path())))
    }

    /// The columns of the report.
    fn width(&self) -> usize {
        let is_seen = self.output.is_none() && std::io::stdout().is_terminal();
        if is_seen { width() } else { 80 }
    }

    /// Whether whoever started the command reads the report there.
    fn is_read(&self) -> bool {
        self.output.is_none() && matches!(self.format, Format::Human | Format::Markdown)
    }
}

impl Sinks {
    /// Whether something is written in this format.
    pub(super) fn have(&self, format: Format) -> bool {
        self.0.iter().any(|sink| sink.format == format)
    }

    /// Whether this is one file that may hold a part of a run.
    pub(super) fn suit_part(&self) -> bool {
        matches!(&*self.0, [one] if matches!(one.format, Format::Human | Format::Json))
    }

    /// # Errors
    /// If one of these files would be overwritten.
    pub(super) fn spare(&self, sources: &[impl AsRef<Path>]) -> anyhow::Result<()> {
        let outputs = self.0.iter().filter_map(|sink| sink.output.as_ref());
        for output in outputs {
            output.spare(sources)?;
        }
        Ok(())
    }

    /// Writes a text everywhere; if that fails in one place, nevertheless in the others.
    fn write(&self, text: impl Fn(&Sink) -> anyhow::Result<String>) -> anyhow::Result<()> {
        let written = self.0.iter().map(|sink| sink.write(&text(sink)?));
        let written: Vec<anyhow::Result<()>> = written.collect();
        written.into_iter().collect()
    }

    /// Writes a part of a run.
    pub(super) fn write_part(&self, text: &str) -> anyhow::Result<()> {
        self.write(|_| Ok(text.to_owned()))
    }

    /// Writes the report, and returns the exit code that its limits decide.
    pub(super) fn show(&self, report: &Report) -> anyhow::Result<ExitCode> {
        self.write(|sink| show::text(report, sink.format, sink.width()))?;
        if !self.0.iter().any(Sink::is_read) {
            // The log of a job would not say why it failed.
            for sentence in words::verdicts(&report.limits).0 {
                complain(&sentence.replace('\u{a0}', " "));
            }
        }
        Ok(ExitCode::from(u8::from(report.fails())))
    }
}
