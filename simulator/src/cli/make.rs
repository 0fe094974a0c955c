//! Commands that write tables and pictures.

use std::{
    io::{self, IsTerminal as _, Write},
    num::NonZero,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};
use marchland_files::PICTURE;
use marchland_files::{Kind, Output, plain_path};
use marchland_simulator::plot::Picture;
use marchland_simulator::{
    Battle, DEFAULT_DECIMALS, Format, Job, Method, Progress, SampleError, Table, sample,
};

use super::busy::{Busy, catch_interrupt, compute, interrupted};
use super::{ConvertArguments, FormatArguments, FormatName, Interrupted, TableArguments};

static TABLE: Kind = Kind {
    name: "a table of odds",
    begins: Table::begins,
};

/// Computes a table and writes it.
pub(super) fn table(arguments: &TableArguments) -> anyhow::Result<()> {
    let units = arguments.max_units.context("MAX-UNITS is missing")?;
    let (iterations, output) = iterations_and_output(arguments)?;
    let format = format(&arguments.format, &output)?;
    let force = arguments.force.force;
    // Refuse a bad output before the work, not after it.
    let output = Output::at(&output, &TABLE, force)?;
    let plot = arguments.plot.as_deref();
    let plot = plot.map(|plot| picture_at(plot, force)).transpose()?;
    let battle = arguments.rules.battle_of(units)?;
    let started = Instant::now();
    catch_interrupt();
    let (battle, table) = match iterations {
        None => compute(
            format!("{units}×{units} battles, exact"),
            arguments.quiet,
            move || {
                let table = battle.table(units);
                (battle, table)
            },
        )?,
        Some(iterations) => {
            let job = Job {
                units,
                iterations,
                seed: arguments.seed,
                sampling: arguments.method,
                threads: arguments.threads.and_then(|n| NonZero::new(n.into())),
            };
            let table = sample_with_progress(&battle, &job, arguments.quiet)?;
            (battle, table)
        }
    };
    write(&table, &output, format, arguments.quiet)?;
    if let Some(plot) = &plot {
        plot.spare([output.path()])?;
        draw(&marchland_simulator::plot::heat_map(&table), plot)?;
    }
    if !arguments.quiet && !output.is_standard() {
        let summary = summary(&table, &battle, output.path(), started.elapsed());
        // Standard error may be closed, but the table is written.
        let _ = writeln!(io::stderr(), "{summary}");
    }
    Ok(())
}

/// Writes a table file in another format.
pub(super) fn convert(arguments: &ConvertArguments) -> anyhow::Result<()> {
    let format = format(&arguments.format, &arguments.output)?;
    let output = Output::at(&arguments.output, &TABLE, arguments.force.force)?;
    output.spare([&arguments.input])?;
    let table = read(&arguments.input)?;
    if arguments.format.standard_errors && !table.has_errors() {
        bail!(
            "{} has no standard errors, so --standard-errors cannot add them",
            plain_path(&arguments.input)
        );
    }
    catch_interrupt();
    write(&table, &output, format, false)
}

/// Draws the heat map of a table file.
pub(super) fn plot(arguments: &super::PlotArguments) -> anyhow::Result<()> {
    let output = picture_at(&arguments.output, arguments.force.force)?;
    output.spare([&arguments.input])?;
    let table = read(&arguments.input)?;
    draw(&marchland_simulator::plot::heat_map(&table), &output)
}

pub(super) fn picture_at(path: &Path, force: bool) -> anyhow::Result<Output> {
    Picture::format_of(path)?;
    Ok(Output::at(path, &PICTURE, force)?)
}

pub(super) fn draw(picture: &Picture, output: &Output) -> anyhow::Result<()> {
    picture
        .save(output.path())
        .with_context(|| format!("cannot draw {}", plain_path(output.path())))
}

fn read(path: &Path) -> anyhow::Result<Table> {
    if path.as_os_str() == "-" {
        return Table::read_from(io::stdin().lock()).context("cannot read standard input");
    }
    Table::read(path).with_context(|| format!("cannot read {}", plain_path(path)))
}

/// The battles per cell, `None` for the exact method, and the file to write.
fn iterations_and_output(arguments: &TableArguments) -> anyhow::Result<(Option<u64>, PathBuf)> {
    let words = arguments.iterations_and_output.as_slice();
    match words {
        [output] if arguments.exact => Ok((None, output.into())),
        [iterations, _] if arguments.exact => bail!(
            "--exact computes all battles and takes no NUM-ITERATIONS: leave out '{}'",
            iterations.display()
        ),
        [iterations, output] => {
            let most = i128::from(Job::MAX_ITERATIONS);
            let digits = iterations.to_string_lossy().replace(['_', ','], "");
            let count = digits.parse::<i128>().ok();
            let Some(count) = count.filter(|count| (1..=most).contains(count)) else {
                bail!(
                    "invalid value '{}' for NUM-ITERATIONS, the battles for each pair: give a whole number from 1 to {most}",
                    iterations.display()
                );
            };
            Ok((Some(count as u64), output.into()))
        }
        _ => bail!(
            "OUTPUT-FILE is missing: marchland-simulator <MAX-UNITS> <NUM-ITERATIONS> <OUTPUT-FILE>"
        ),
    }
}

/// The format that is asked for, or that the extension of the output names.
fn format(arguments: &FormatArguments, output: &Path) -> anyhow::Result<Format> {
    let ending = output.extension().unwrap_or_default().to_string_lossy();
    let named = match &*ending.to_ascii_lowercase() {
        "csv" => Some(FormatName::Csv),
        "json" => Some(FormatName::Json),
        "prob" => Some(FormatName::Matrix),
        "png" | "svg" => bail!(
            "{} is the name of a picture; a table has one of --format matrix, csv and json, and \
             --plot or `plot` draws it",
            plain_path(output)
        ),
        "html" | "xls" | "xlsx" | "ods" => bail!(
            "{} is the name of a file of another format; a table has one of --format matrix, csv \
             and json",
            plain_path(output)
        ),
        _ => None,
    };
    let format = match (arguments.format, named) {
        (Some(asked), Some(named)) if asked != named => bail!(
            "{} is the name of a file of another format than --format says; leave out one of the \
             two",
            plain_path(output)
        ),
        (asked, named) => asked.or(named).unwrap_or(FormatName::Matrix),
    };
    if format != FormatName::Matrix && arguments.decimals.is_some() {
        bail!("--decimals is for the plain matrix; the other formats keep every digit");
    }
    Ok(match format {
        FormatName::Matrix => Format::Matrix {
            decimals: arguments.decimals.map_or(DEFAULT_DECIMALS, usize::from),
            errors: arguments.standard_errors,
        },
        FormatName::Csv => Format::Csv,
        FormatName::Json => Format::Json,
    })
}

/// Writes the table to standard output or, all or nothing, to a file.
fn write(table: &Table, output: &Output, format: Format, quiet: bool) -> anyhow::Result<()> {
    let what = format!("writing {}", plain_path(output.path()));
    let busy = Busy::with(what, quiet || output.is_standard());
    let result = output.write(|out| table.write(&mut Interruptible { out, busy }, format));
    if interrupted() {
        return Err(Interrupted.into());
    }
    result.with_context(|| format!("cannot write {}", plain_path(output.path())))
}

fn sample_with_progress(battle: &Battle, job: &Job, quiet: bool) -> anyhow::Result<Table> {
    let progress = Progress::default();
    let done = AtomicBool::new(false);
    let result = std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let bar = (!quiet && io::stderr().is_terminal()).then(|| bar(job));
            while !done.load(Ordering::Relaxed) {
                if interrupted() {
                    progress.cancel();
                }
                if let Some(bar) = &bar {
                    bar.set_position((progress.fraction() * BAR_STEPS as f64) as u64);
                    let elapsed = bar.elapsed().as_secs_f64().max(1e-3);
                    let rate = in_words(progress.battles() as f64 / elapsed);
                    bar.set_message(format!("{rate} battles/s"));
                }
                std::thread::park_timeout(Duration::from_millis(50));
            }
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
        });
        let result = sample(battle, job, &progress);
        done.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        result
    });
    match result {
        Err(SampleError::Cancelled) => Err(Interrupted.into()),
        other => Ok(other?),
    }
}

const BAR_STEPS: u64 = 10_000;

fn bar(job: &Job) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{prefix} [{bar:24}] {percent:>3} %  {msg}, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .progress_chars("=> ");
    let bar = ProgressBar::new(BAR_STEPS).with_style(style);
    bar.set_prefix(format!("{0}×{0}", job.units));
    bar
}

/// A large number in words, such as `12.3 million`.
fn in_words(number: f64) -> String {
    match number {
        1e9.. => format!("{:.1} billion", number / 1e9),
        1e6.. => format!("{:.1} million", number / 1e6),
        1e3.. => format!("{:.0} thousand", number / 1e3),
        _ => format!("{number:.0}"),
    }
}

/// One line about the table and its precision.
fn summary(table: &Table, battle: &Battle, output: &Path, elapsed: Duration) -> String {
    let units = table.units();
    let what = format!(
        "{}: {units}×{units} battles, {}, {}",
        plain_path(output),
        battle.rules().description(),
        time_taken(elapsed),
    );
    let Method::Sampled { iterations, .. } = table.method() else {
        return format!("{what}, exact");
    };
    // Means of a few wins are left out: their errors would exceed all others.
    let (mut win, mut survivors) = (0.0_f64, None::<f64>);
    for (_, _, cell) in table.cells() {
        if let Some(errors) = cell.errors {
            win = win.max(errors.win);
            if cell.win * iterations as f64 >= 100.0 {
                survivors = Some(survivors.unwrap_or(0.0).max(errors.survivors));
            }
        }
    }
    let survivors = survivors.map_or_else(
        || "none for e because no cell has 100 wins".to_owned(),
        |error| {
            let error = to_two_digits(error, 4);
            format!("{error} in e (cells with at least 100 wins)")
        },
    );
    let win = to_two_digits(win, 5);
    format!("{what}; standard errors up to {win} in p, {survivors}")
}

/// With so many decimals, or more if fewer than two digits would be left.
fn to_two_digits(error: f64, decimals: usize) -> String {
    let needed = (1.0 - error.log10().floor()).max(0.0) as usize;
    let decimals = if error > 0.0 {
        decimals.max(needed)
    } else {
        decimals
    };
    format!("{error:.decimals$}")
}

/// `122.60 ms`.
fn time_taken(time: Duration) -> String {
    let text = format!("{time:.2?}");
    let unit = text.find(char::is_alphabetic).unwrap_or(text.len());
    format!("{} {}", &text[..unit], &text[unit..])
}

/// A writer that fails after Ctrl-C, so that the temporary file is removed.
struct Interruptible<'w> {
    out: &'w mut dyn Write,
    busy: Busy,
}

impl Write for Interruptible<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if interrupted() {
            return Err(io::Error::other(Interrupted));
        }
        self.busy.tick();
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
