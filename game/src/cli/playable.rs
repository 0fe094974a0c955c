//! A game as `play` and `client` need it, whichever it is.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use marchland_files::plain;
use marchland_game::client::{Follower, Knowledge, Model};
use marchland_game::conquest::Conquest;
use marchland_game::conquest::bots::StrategyKind;
use marchland_game::conquest::rules::Variants;
use marchland_game::play::{RuleSet, SetupError};
use marchland_game::terminal::{BoardTerminal, Completer, Interface, Style, Terminal};
use marchland_maps::Map;

use super::bots::Named;
use super::games::OnBoard;
use super::maps;

/// A game that can be played at a terminal and by computer players.
pub(super) trait Playable: Clone + 'static {
    /// The client's view of it.
    type Known: Knowledge<Computer: Send, Action: Send + Sync> + Send + Sync + 'static;
    /// Its terminal interface.
    type Interface: Interface<Self::Known>;

    fn title(&self) -> String;

    fn rules(&self) -> Arc<dyn RuleSet>;

    /// The set-up, where the rules know several.
    fn setup(&self) -> Option<String>;

    /// The client's view before anything is known of the game.
    ///
    /// # Errors
    /// If the game cannot be played by this many.
    fn known(&self, players: u8) -> Result<Self::Known, SetupError>;

    /// The default number of players.
    fn usual_players(&self) -> u8;

    /// The strongest computer player.
    fn best(&self) -> &'static str;

    /// The full name of a computer player, which means the same in any folder.
    ///
    /// # Errors
    /// If there is no computer player of this name.
    fn full_name(&self, name: &str) -> anyhow::Result<String>;

    /// Creates a computer player as named on the command line.
    ///
    /// # Errors
    /// If there is no such player, or its settings cannot be read.
    fn computer(
        &self,
        name: &str,
        seed: u64,
    ) -> anyhow::Result<<Self::Known as Knowledge>::Computer>;

    /// Creates the terminal interface; `kept` is what the player is told about the game when
    /// leaving.
    fn interface(&self, style: Style, seed: u64, kept: &str) -> anyhow::Result<Self::Interface>;

    /// Creates the completer for Tab.
    fn completer(&self) -> Completer;
}

#[derive(Clone)]
pub(super) struct OnMap {
    pub(super) map: Arc<Map>,
    pub(super) variants: Variants,
}

impl OnMap {
    /// The game on a map: a folder or file, or the name of a bundled map.
    pub(super) fn load(map: &Path, variants: Variants) -> anyhow::Result<Self> {
        let map = maps::load(map)?;
        Ok(Self { map, variants })
    }
}

impl Playable for OnMap {
    type Known = Model;
    type Interface = Terminal;

    fn title(&self) -> String {
        plain(self.map.name().text.as_deref().unwrap_or(self.map.id())).into_owned()
    }

    fn rules(&self) -> Arc<dyn RuleSet> {
        Arc::new(Conquest {
            maps: vec![Arc::clone(&self.map)],
            variants: self.variants,
        })
    }

    fn setup(&self) -> Option<String> {
        None
    }

    fn known(&self, players: u8) -> Result<Model, SetupError> {
        if self.map.len() < players.into() {
            let (id, len) = (plain(self.map.id()), self.map.len());
            let why = format!("{players} players cannot play on {id}, which has {len} territories");
            return Err(SetupError(why));
        }
        Ok(Model::new(Arc::clone(&self.map), None))
    }

    fn usual_players(&self) -> u8 {
        3
    }

    fn best(&self) -> &'static str {
        StrategyKind::Planner.name()
    }

    fn full_name(&self, name: &str) -> anyhow::Result<String> {
        Ok(name.parse::<Named>()?.absolute().to_string())
    }

    fn computer(&self, name: &str, seed: u64) -> anyhow::Result<<Model as Knowledge>::Computer> {
        Ok(name.parse::<Named>()?.load(&self.map)?.player(seed))
    }

    fn interface(&self, style: Style, seed: u64, kept: &str) -> anyhow::Result<Terminal> {
        let computer = StrategyKind::Planner.player(seed);
        Ok(Terminal::new(&self.map, style, computer).keeping(kept))
    }

    fn completer(&self) -> Completer {
        Completer::new(&self.map)
    }
}

impl Playable for OnBoard {
    type Known = Follower;
    type Interface = BoardTerminal;

    fn title(&self) -> String {
        self.game.text_view.title().to_owned()
    }

    fn rules(&self) -> Arc<dyn RuleSet> {
        Arc::clone(&self.game.rules)
    }

    fn setup(&self) -> Option<String> {
        self.size.clone()
    }

    fn known(&self, players: u8) -> Result<Follower, SetupError> {
        Follower::new(
            self.rules(),
            self.game.text_view,
            self.size.as_deref(),
            players,
        )
    }

    fn usual_players(&self) -> u8 {
        2
    }

    fn best(&self) -> &'static str {
        self.game.best()
    }

    fn full_name(&self, name: &str) -> anyhow::Result<String> {
        Ok(self.game.bot_called(name)?.to_owned())
    }

    fn computer(&self, name: &str, seed: u64) -> anyhow::Result<<Follower as Knowledge>::Computer> {
        let bot = self.game.rules.bot(self.game.bot_called(name)?, seed);
        bot.with_context(|| format!("there is no computer player {name}"))
    }

    fn interface(&self, style: Style, seed: u64, kept: &str) -> anyhow::Result<BoardTerminal> {
        Ok(BoardTerminal::new(
            style,
            self.computer(self.best(), seed)?,
            kept,
        ))
    }

    fn completer(&self) -> Completer {
        BoardTerminal::completer()
    }
}
