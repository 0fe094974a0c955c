//! `marchland-game play` in a window.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use iced::Size;
use marchland_game::client::net::Recorder;
use marchland_game::conquest::rules::Variants;
use marchland_game::gui::game::OPPONENTS;
use marchland_game::gui::{self, Begin, Launch, Setup, Shown};
use marchland_game::protocol::Name;
use marchland_maps::Map;
use marchland_maps::files::{Output, PICTURE};
use marchland_ui::theme::Mode;

use super::local::Local;
use super::maps;
use super::playable::{OnMap, Playable};
use super::saved::{About, Left, Opponent, Saved};

/// How the window looks.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Looks {
    /// In a window, even if lines come from a pipe
    #[arg(long, conflicts_with = "terminal")]
    gui: bool,
    /// Size of the window in logical pixels
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size)]
    window_size: Size,
    /// Light or dark
    #[arg(long, value_enum, default_value = "light")]
    theme: ThemeName,
}

/// A picture of a record.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct ReplayShot {
    /// Draw the window into this PNG file instead of opening it
    #[arg(long, value_name = "OUT.png", conflicts_with = "terminal")]
    screenshot: Option<PathBuf>,
    /// The turn that --screenshot shows
    #[arg(
        long,
        value_name = "TURN",
        default_value_t = 1,
        requires = "screenshot"
    )]
    turn: u32,
}

impl Looks {
    /// Whether a window is asked for, or nothing speaks against one: there is a display,
    /// and no lines come from a pipe.
    pub(super) fn is_wanted(&self) -> bool {
        use std::io::IsTerminal;
        self.gui || (marchland_ui::display::is_there() && std::io::stdin().is_terminal())
    }

    fn mode(&self) -> Mode {
        match self.theme {
            ThemeName::Light => Mode::Light,
            ThemeName::Dark => Mode::Dark,
        }
    }
}

impl ReplayShot {
    /// Whether only a picture is asked for.
    pub(super) fn is_asked_for(&self) -> bool {
        self.screenshot.is_some()
    }
}

/// Plays a record back in the window.
pub(super) fn replay(
    looks: &Looks,
    shot: &ReplayShot,
    file: &Path,
    map: Option<PathBuf>,
) -> anyhow::Result<ExitCode> {
    let launch = Launch {
        at_once: false,
        resume: None,
        replay: Some((file.to_owned(), map)),
        begin: begin("You".parse()?, true),
        setup: Setup::new(gui::game::fresh_seed()),
        mode: looks.mode(),
        size: looks.window_size,
    };
    let done = match &shot.screenshot {
        Some(out) => {
            Output::at(out, &PICTURE, true)?.spare([file])?;
            gui::picture_of_record(launch, shot.turn, out)
        }
        None => gui::run(launch),
    };
    match done {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(why) => bail!("{why}"),
    }
}

/// The window in which a game is played.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    #[command(flatten)]
    looks: Looks,
    /// Draw the window into this PNG file instead of opening it, for documents and
    /// tests; needs no display, and keeps nothing of the game
    #[arg(long, value_name = "OUT.png", conflicts_with_all = ["terminal", "resume", "host"])]
    screenshot: Option<PathBuf>,
    /// What --screenshot shows, of a game that the computer plays for you
    #[arg(long, value_enum, default_value = "start", requires = "screenshot")]
    show: What,
    /// Your turn that --screenshot shows
    #[arg(
        long,
        value_name = "TURN",
        default_value_t = 1,
        requires = "screenshot"
    )]
    turn: u32,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum What {
    /// Where a game is set up
    Start,
    /// Your turn
    Turn,
    /// Units pencilled in
    Pencil,
    /// The odds of an attack, and how to make it
    Attack,
    /// How many follow a conquest
    Follow,
    /// The players
    Players,
    /// What positions are worth
    Values,
    /// The keys
    Keys,
    /// The end
    End,
}

impl From<What> for Shown {
    fn from(what: What) -> Self {
        match what {
            What::Start => Self::Start,
            What::Turn => Self::Turn,
            What::Pencil => Self::Pencil,
            What::Attack => Self::Attack,
            What::Follow => Self::Follow,
            What::Players => Self::Players,
            What::Values => Self::Values,
            What::Keys => Self::Keys,
            What::End => Self::End,
        }
    }
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum ThemeName {
    Light,
    Dark,
}

fn size(text: &str) -> Result<Size, String> {
    let parts = text.split_once(['x', 'X', '×']);
    let side = |text: &str| {
        text.trim()
            .parse::<u16>()
            .ok()
            .filter(|n| (200..=8192).contains(n))
    };
    let parsed = parts.and_then(|(width, height)| {
        Some(Size::new(f32::from(side(width)?), f32::from(side(height)?)))
    });
    parsed.ok_or_else(|| "write it as 1280x800, each side from 200 to 8192".to_owned())
}

/// The game that a window begins with.
pub(super) struct Game {
    pub(super) setup: Setup,
    /// Whether it was said what is to be played.
    pub(super) is_said: bool,
    /// A game that was left.
    pub(super) left: Option<Left>,
    pub(super) you: Name,
    pub(super) records: bool,
}

impl Args {
    /// Whether a window is asked for.
    pub(super) fn is_asked_for(&self) -> bool {
        self.looks.gui || self.screenshot.is_some()
    }

    /// Whether there can be one: there is a display, and no lines come from a pipe.
    pub(super) fn is_possible(&self) -> bool {
        self.looks.is_wanted()
    }

    /// Opens it.
    pub(super) fn open(&self, game: Game) -> anyhow::Result<ExitCode> {
        let resume = game.left.map(|left| -> gui::Opening {
            let records = game.records;
            Box::new(move || go_on(left, records).map_err(|error| format!("{error:#}")))
        });
        let records = game.records && self.screenshot.is_none();
        let launch = Launch {
            at_once: game.is_said,
            resume,
            replay: None,
            begin: begin(game.you, records),
            setup: game.setup,
            mode: self.looks.mode(),
            size: self.looks.window_size,
        };
        let done = match &self.screenshot {
            Some(out) => {
                let output = Output::at(out, &PICTURE, true)?;
                output.spare([&launch.setup.map])?;
                gui::picture(launch, self.show.into(), self.turn, out)
            }
            None => gui::run(launch),
        };
        match done {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(why) => bail!("{why}"),
        }
    }
}

/// How a game begins that is set up in the window.
fn begin(you: Name, records: bool) -> Begin {
    Arc::new(move |setup, ground| {
        let party = || {
            let map = Arc::clone(ground.map());
            let local = fresh(setup, map, &you, records)?;
            local.party(recorder(records)?)
        };
        party().map_err(|error: anyhow::Error| format!("{error:#}"))
    })
}

fn fresh(setup: &Setup, map: Arc<Map>, you: &Name, records: bool) -> anyhow::Result<Local<OnMap>> {
    let variants = setup.variants;
    let game = OnMap { map, variants };
    game.known(setup.bots.len() as u8 + 1)?;
    let names = OPPONENTS
        .into_iter()
        .filter(|name| !name.eq_ignore_ascii_case(you.as_str()));
    let bots = setup.bots.iter().zip(names).map(|(bot, name)| {
        Ok(Opponent {
            name: name.to_owned(),
            bot: game.full_name(bot)?,
        })
    });
    let about = About {
        map: Some(maps::anywhere(&setup.map)?),
        game: None,
        size: None,
        you: you.to_string(),
        seed: setup.seed,
        bots: bots.collect::<anyhow::Result<_>>()?,
    };
    let saved = if records { Saved::begin(&about)? } else { None };
    Ok(Local {
        game,
        about,
        saved,
        goes_on: false,
    })
}

/// A game that was left.
fn go_on(left: Left, records: bool) -> anyhow::Result<gui::Party> {
    let map = left.about.map.clone().unwrap_or_else(|| "world".into());
    let local = Local {
        game: OnMap {
            map: maps::load(&map)?,
            variants: Variants::default(),
        },
        about: left.about,
        saved: Some(left.saved),
        goes_on: true,
    };
    local.party(recorder(records)?)
}

fn recorder(records: bool) -> anyhow::Result<Option<Recorder>> {
    let recorder = records.then(|| Recorder::new(Path::new("replays")));
    recorder
        .transpose()
        .context("the folder replays cannot be made here; --no-record plays without")
}

/// The map of a game that was left.
pub(super) fn map_of(left: &Left) -> PathBuf {
    left.about.map.clone().unwrap_or_else(|| "world".into())
}
