//! `marchland-editor`: the map editor.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::{Parser, ValueEnum};
use iced::Size;
use marchland_editor::app::{App, Launch};
use marchland_editor::frames;
use marchland_editor::remembered::Remembered;
use marchland_editor::state_folder::{self, VARIABLE};
use marchland_maps::files::{Output, PICTURE};
use marchland_maps::folder::Folder;
use marchland_ui::display;
use marchland_ui::headless::Camera;
use marchland_ui::scale;
use marchland_ui::theme::{FONT, Mode};

/// Draw and edit Marchland maps.
#[derive(Debug, Parser)]
#[command(name = "marchland-editor", version, after_help = EXIT_CODES)]
struct Arguments {
    /// A map to open (its folder or its map.xml), or a file to make a new map from: a
    /// mask (PNG, GIF, BMP, WebP, TIFF or JPEG), a GeoJSON, an SVG, or the .map file of
    /// a Domination map. Without it, the start screen is shown.
    path: Option<PathBuf>,

    /// Draw the window into this PNG file instead of opening it. Needs no display.
    #[arg(long, value_name = "OUT.png")]
    screenshot: Option<PathBuf>,

    /// Replace an existing picture.
    #[arg(long, requires = "screenshot")]
    force: bool,

    /// Window size in logical pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size)]
    size: Size,

    /// Light or dark [default: as last time].
    #[arg(long, value_enum)]
    theme: Option<ThemeName>,

    /// Print how long the first picture of the map took, then end.
    #[arg(long, requires = "path")]
    time_first_picture: bool,

    /// Print how long frames take, then end. Times N frames each while the pointer
    /// moves over the map, and while the map is moved, zoomed, and moved at four times
    /// the size. A frame is timed from the mouse event to the last pixel, drawn in
    /// software where the window differs from the previous frame. Needs no display.
    #[arg(long, value_name = "N", requires = "path", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    time_frames: Option<u16>,
}

impl Arguments {
    /// Whether the program runs without a user.
    fn is_for_measuring(&self) -> bool {
        self.screenshot.is_some() || self.time_first_picture || self.time_frames.is_some()
    }
}

const EXIT_CODES: &str = "\
Exit codes: 0 the window was closed or the picture written, 2 wrong usage, no \
display, or a file that cannot be read or written.

Environment: MARCHLAND_STATE names the folder for copies of unsaved work and the list \
of recent maps. If it is set but empty, nothing is kept.";

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ThemeName {
    Light,
    Dark,
}

fn size(text: &str) -> Result<Size, String> {
    let parts = text.split_once(['x', 'X', '×']);
    let parsed = parts.and_then(|(width, height)| {
        let side = |text: &str| {
            text.trim()
                .parse::<u16>()
                .ok()
                .filter(|n| (200..=8192).contains(n))
        };
        Some(Size::new(f32::from(side(width)?), f32::from(side(height)?)))
    });
    parsed.ok_or_else(|| "write it as 1280x800, each side from 200 to 8192".to_owned())
}

fn main() -> ExitCode {
    let started = Instant::now();
    let arguments = Arguments::parse();
    match run(&arguments, started) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error may be closed.
            let _ = writeln!(std::io::stderr(), "error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments, started: Instant) -> anyhow::Result<()> {
    let launch = Launch {
        path: arguments.path.clone(),
        mode: arguments.theme.map(|theme| match theme {
            ThemeName::Light => Mode::Light,
            ThemeName::Dark => Mode::Dark,
        }),
        // Screenshots ignore the user's state, unless asked to show it.
        state: if arguments.is_for_measuring() && std::env::var_os(VARIABLE).is_none() {
            None
        } else {
            state_folder::find()
        },
        stopwatch: arguments.time_first_picture.then_some(started),
    };
    if let Some(path) = &launch.path
        && !path.exists()
    {
        anyhow::bail!("{} does not exist", path.display());
    }
    if let Some(out) = &arguments.screenshot {
        let output = Output::at(out, &PICTURE, arguments.force)?;
        output.spare(&launch.path)?;
        if let Some(Ok((folder, reading))) = launch.path.as_ref().map(Folder::open) {
            let mask = reading.draft.mask.map(|mask| mask.file);
            let files = mask.into_iter().chain(reading.draft.image);
            output.spare(files.map(|file| folder.path().join(file)))?;
        }
        let mut app = App::at_once(&launch).map_err(anyhow::Error::msg)?;
        app.show_unscaled();
        let mut camera = Camera::new(arguments.size)?;
        // Widgets learn their sizes in the first picture; the second uses them.
        let mut messages = Vec::new();
        camera.take(app.view(), &app.theme(), &mut messages);
        for message in messages {
            let _ = app.update(message);
        }
        let rgba = camera.take(app.view(), &app.theme(), &mut Vec::new());
        camera.save(&rgba, out)?;
        return Ok(());
    }
    if let Some(count) = arguments.time_frames {
        let mut app = App::at_once(&launch).map_err(anyhow::Error::msg)?;
        app.show_unscaled();
        for frames in frames::time(&mut app, arguments.size, usize::from(count))? {
            println!("{frames}");
        }
        return Ok(());
    }
    let is_open = display::require("marchland-editor", "--screenshot");
    let is_open = is_open.map_err(anyhow::Error::msg)?;
    let remembered = launch.state.as_deref().map(Remembered::read);
    let remembered = remembered.unwrap_or_default();
    let boot = move || {
        is_open.store(true, Ordering::Relaxed);
        App::launch(&launch)
    };
    iced::application(boot, App::update, App::view)
        .title(App::title)
        .subscription(App::subscription)
        .theme(App::theme)
        .scale_factor(App::scale)
        .default_font(FONT)
        .font(lucide_icons::LUCIDE_FONT_BYTES)
        .window(iced::window::Settings {
            size: remembered.scale.first_size(arguments.size),
            min_size: Some(scale::SMALLEST),
            exit_on_close_request: false,
            ..iced::window::Settings::default()
        })
        .antialiasing(true)
        .run()?;
    Ok(())
}
