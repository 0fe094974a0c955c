//! `marchland-game play` in a window.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use iced::Size;
use marchland_game::client::Model;
use marchland_game::client::net::Recorder;
use marchland_game::client::net::TableChoice;
use marchland_game::conquest::rules::Variants;
use marchland_game::gui::game::OPPONENTS;
use marchland_game::gui::{
    self, Begin, Join, Keeps, Kept, Launch, Place, Setup, Shown, Stream, There,
};
use marchland_game::protocol::Name;
use marchland_game::server::net::DEFAULT_PORT;
use marchland_maps::Map;
use marchland_maps::files::{Output, PICTURE};
use marchland_ui::theme::Mode;

use super::local::Local;
use super::maps;
use super::playable::{OnMap, Playable};
use super::saved::{self, About, Left, Opponent, Saved};
use super::wire::Wire;

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

    /// As they are where nobody says otherwise.
    pub(super) fn usual() -> Self {
        Self {
            gui: true,
            window_size: Size::new(1280.0, 800.0),
            theme: ThemeName::Light,
        }
    }

    /// A window that begins where a game is set up.
    fn launch(&self, setup: Setup, you: Name, records: bool) -> Launch {
        Launch {
            at_once: false,
            resume: None,
            replay: None,
            join: join(records),
            keeps: keeps(records),
            begin: begin(you, records),
            setup,
            mode: match self.theme {
                ThemeName::Light => Mode::Light,
                ThemeName::Dark => Mode::Dark,
            },
            size: self.window_size,
        }
    }
}

impl ReplayShot {
    /// The picture that is asked for instead of the window, and its turn.
    pub(super) fn asked(&self) -> Option<(&Path, u32)> {
        Some((self.screenshot.as_deref()?, self.turn))
    }
}

/// Plays a record back in the window, or draws it into a picture.
pub(super) fn replay(
    looks: &Looks,
    shot: Option<(&Path, u32)>,
    file: &Path,
    map: Option<PathBuf>,
) -> anyhow::Result<ExitCode> {
    let setup = Setup::new(gui::game::fresh_seed());
    let launch = Launch {
        replay: Some((file.to_owned(), map)),
        ..looks.launch(setup, "You".parse()?, true)
    };
    match shot {
        Some((out, turn)) => {
            Output::at(out, &PICTURE, true)?.spare([file])?;
            done(gui::picture_of_record(launch, turn, out))
        }
        None => done(gui::run(launch)),
    }
}

/// Plays at a server in the window, on a map.
pub(super) fn at_server(
    map: PathBuf,
    wire: Wire,
    you: &Name,
    table: TableChoice,
    records: bool,
) -> anyhow::Result<ExitCode> {
    let there = there(wire, you.clone(), table, maps::load(&map)?, records)?;
    let mut setup = Setup::new(gui::game::fresh_seed());
    setup.map = map;
    let opening: gui::Opening = Box::new(move || Ok(Place::There(Box::new(there))));
    done(gui::run(Launch {
        resume: Some((opening, false)),
        ..Looks::usual().launch(setup, you.clone(), records)
    }))
}

fn done(done: Result<(), String>) -> anyhow::Result<ExitCode> {
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
    /// A table of a server.
    pub(super) there: Option<There>,
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
        let left = game.left.map(|left| -> gui::Opening {
            let records = game.records;
            Box::new(move || {
                let party = go_on(left, records).map_err(|error| format!("{error:#}"))?;
                Ok(Place::Own(Box::new(party)))
            })
        });
        let there = game
            .there
            .map(|there| -> gui::Opening { Box::new(move || Ok(Place::There(Box::new(there)))) });
        let resume = there.map(|opening| (opening, false));
        let resume = resume.or(left.map(|opening| (opening, true)));
        let records = game.records && self.screenshot.is_none();
        let launch = Launch {
            at_once: game.is_said,
            resume,
            ..self.looks.launch(game.setup, game.you, records)
        };
        match &self.screenshot {
            Some(out) => {
                let output = Output::at(out, &PICTURE, true)?;
                output.spare([&launch.setup.map])?;
                done(gui::picture(launch, self.show.into(), self.turn, out))
            }
            None => done(gui::run(launch)),
        }
    }
}

/// The games that were left, for the window.
fn keeps(records: bool) -> Keeps {
    let about = |known: anyhow::Result<(String, Option<PathBuf>)>| match known {
        Ok((about, Some(map))) => Ok((about, map)),
        Ok((_, None)) => Err("only conquest is played in the window yet".to_owned()),
        Err(why) => Err(format!("damaged: {why:#}")),
    };
    Keeps {
        list: Arc::new(move || {
            let known = saved::known().into_iter();
            let kept = known.map(|(name, known)| Kept {
                name,
                about: about(known),
            });
            kept.collect()
        }),
        open: Arc::new(move |name| {
            let party = saved::find(name).and_then(|left| go_on(left, records));
            party.map_err(|error| format!("{error:#}"))
        }),
    }
}

/// How one sits down at a server whose address is typed in the window.
fn join(records: bool) -> Join {
    Arc::new(move |address, name, ground| {
        let (host, port) = match address.trim().rsplit_once(':') {
            Some((host, port)) => {
                let port = port
                    .parse()
                    .map_err(|_| format!("{address} is no address."))?;
                (host, port)
            }
            None => (address.trim(), DEFAULT_PORT),
        };
        let name = name.parse().map_err(|error| format!("{error}"))?;
        let map = Arc::clone(ground.map());
        let wire = Wire::plain(host, port);
        let there = there(wire, name, TableChoice::Default, map, records);
        there.map_err(|error| format!("{error:#}"))
    })
}

/// A table of a server, for the window.
pub(super) fn there(
    wire: Wire,
    you: Name,
    table: TableChoice,
    map: Arc<Map>,
    records: bool,
) -> anyhow::Result<There> {
    Ok(There {
        server: (wire.host.clone(), wire.port),
        dial: Box::new(move || {
            let wire = wire.clone();
            Box::pin(async move { Ok(Box::new(wire.dial().await?) as Box<dyn Stream>) })
        }),
        table,
        game: Model::new(map, None),
        you,
        recorder: recorder(records)?,
        seed: gui::game::fresh_seed(),
    })
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
