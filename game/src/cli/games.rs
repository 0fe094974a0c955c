//! The games of this program.

use std::str::FromStr;
use std::sync::Arc;

use anyhow::{Context, bail};
use marchland_game::conquest::rules::Variants;
use marchland_game::conquest::{self, Conquest};
use marchland_game::dots::{Dots, DotsTextView};
use marchland_game::play::{RuleSet, TextView};
use marchland_maps::Map;

/// The games besides conquest. Add new ones here.
pub(super) fn board_games() -> Vec<BoardGame> {
    vec![BoardGame {
        rules: Arc::new(Dots),
        text_view: &DotsTextView,
        #[cfg(feature = "gui")]
        window: Some(WindowBoard::Dots),
    }]
}

/// All games of a server: conquest on these maps, which is that of the default table, and the
/// others.
pub(super) fn all(maps: Vec<Arc<Map>>, variants: Variants) -> Vec<Arc<dyn RuleSet>> {
    let mut games: Vec<Arc<dyn RuleSet>> = vec![Arc::new(Conquest { maps, variants })];
    games.extend(board_games().into_iter().map(|game| game.rules));
    games
}

#[derive(Clone)]
pub(super) struct BoardGame {
    pub(super) rules: Arc<dyn RuleSet>,
    pub(super) text_view: &'static dyn TextView,
    /// The window's board for it; without one it is played at the terminal.
    #[cfg(feature = "gui")]
    pub(super) window: Option<WindowBoard>,
}

/// The boards of the window besides the map.
#[cfg(feature = "gui")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WindowBoard {
    Dots,
}

/// The game and its set-up.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    #[arg(long, default_value = conquest::ID, help = help())]
    game: GameName,
    /// Board size for games without a map: 5, or 5x4 for columns and rows
    /// [dots: 2 to 12 boxes a side; default: 3]
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
}

/// The help of `--game`.
fn help() -> String {
    let others = board_games().into_iter();
    let others = others.map(|game| format!("{} ({})", game.rules.id(), game.text_view.title()));
    let others = others.collect::<Vec<_>>().join(", ");
    format!("The game: {}, or {others}", conquest::ID)
}

#[derive(Debug, Clone)]
pub(super) struct GameName(String);

impl FromStr for GameName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let games = board_games();
        let mut names = vec![conquest::ID];
        names.extend(games.iter().map(|game| game.rules.id()));
        if names.contains(&name) {
            return Ok(Self(name.to_owned()));
        }
        Err(format!("unknown game; choose one of: {}", names.join(", ")))
    }
}

/// A board game with its set-up.
#[derive(Clone)]
pub(super) struct OnBoard {
    pub(super) game: BoardGame,
    pub(super) size: Option<String>,
}

impl OnBoard {
    /// The game of that name.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn named(id: &str, size: Option<String>) -> anyhow::Result<Self> {
        let game = find(id).with_context(|| format!("this program does not play {id}"))?;
        Ok(Self { game, size })
    }
}

/// The game that the options select.
pub(super) enum Chosen {
    Conquest,
    Board(OnBoard),
}

impl Args {
    /// Whether the options select another game than conquest.
    pub(super) fn is_given(&self) -> bool {
        self.game.0 != conquest::ID || self.size.is_some()
    }

    /// The selected game; `of_conquest` says whether an option was given that only conquest
    /// has.
    ///
    /// # Errors
    /// If the options do not fit one game.
    pub(super) fn chosen(&self, of_conquest: bool) -> anyhow::Result<Chosen> {
        match (find(&self.game.0), self.size.clone()) {
            (None, Some(_)) => {
                let others = board_games();
                let others: Vec<&str> = others.iter().map(|game| game.rules.id()).collect();
                bail!(
                    "conquest is played on a map; --size is for --game {}",
                    others.join(" or ")
                )
            }
            (None, None) => Ok(Chosen::Conquest),
            (Some(_), _) if of_conquest => bail!(
                "a map, --choose-areas, --no-neutral and --sets apply to conquest, not to {}",
                self.game.0
            ),
            (Some(game), size) => Ok(Chosen::Board(OnBoard { game, size })),
        }
    }
}

/// Finds a game besides conquest by its name.
pub(super) fn find(id: &str) -> Option<BoardGame> {
    board_games().into_iter().find(|game| game.rules.id() == id)
}

impl BoardGame {
    /// The strongest computer player.
    pub(super) fn best(&self) -> &'static str {
        self.rules.bots().last().copied().unwrap_or_default()
    }

    /// The name of the computer player of a name or level.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn bot_called(&self, name: &str) -> anyhow::Result<&'static str> {
        self.rules.bot_called(name).with_context(|| {
            let (id, all) = (self.rules.id(), self.bots());
            format!("{id} has no computer player {name}; choose one of: {all}")
        })
    }

    /// The names of its computer players, each with its level.
    pub(super) fn bots(&self) -> String {
        let levels = self.rules.levels();
        let all = self.rules.bots().iter().map(|&bot| {
            let level = levels.iter().find(|(_, of)| *of == bot);
            level.map_or(bot.to_owned(), |(level, _)| format!("{bot} (or {level})"))
        });
        all.collect::<Vec<_>>().join(", ")
    }
}
