//! Tables of a server, as chosen on the command line.

use anyhow::bail;
use marchland_game::client::net::{ClientError, Inquiry, Server, TableChoice};
use marchland_game::protocol::Name;
use marchland_game::protocol::command::Table;

use super::games::BoardGame;
use super::say;

/// The table to join.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// List the server's tables and do nothing else
    #[arg(long)]
    pub(super) list: bool,
    /// Join this table instead of the default one
    #[arg(long, value_name = "NAME", conflicts_with = "create")]
    pub(super) table: Option<Name>,
    /// Open a table with this name for --players players, and join it
    #[arg(long, value_name = "NAME")]
    pub(super) create: Option<Name>,
}

impl Args {
    /// Whether any of these options was given.
    pub(super) fn is_given(&self) -> bool {
        self.list || self.table.is_some() || self.create.is_some()
    }

    /// Refuses the default table, which plays conquest, for another game.
    ///
    /// # Errors
    /// If no table is chosen.
    pub(super) fn must_choose(&self, game: &BoardGame) -> anyhow::Result<()> {
        if self.table.is_none() && self.create.is_none() {
            let id = game.rules.id();
            bail!(
                "{id} is not played at the default table: open a table with --create NAME, or join one with --table (--list shows all)"
            );
        }
        Ok(())
    }

    pub(super) fn choice(&self, players: u8) -> TableChoice {
        match (&self.table, &self.create) {
            (Some(table), _) => TableChoice::Join(table.clone()),
            (None, Some(table)) => TableChoice::Create(table.clone(), players),
            (None, None) => TableChoice::Default,
        }
    }
}

/// Prints the tables of a server.
pub(super) async fn list(server: &Server) -> Result<(), ClientError> {
    let tables = Inquiry::new(server.reach().await?).tables().await?;
    let played = |table: &Table| {
        let game = table.game.as_ref();
        let game = game.map_or(String::new(), |game| format!("{} ", game.as_str()));
        game + table.setup.as_str()
    };
    let names = tables.iter().map(|table| table.name.as_str().len());
    let maps = tables.iter().map(|table| played(table).len());
    let (names, maps) = (names.fold(5, usize::max), maps.fold(3, usize::max));
    say(&format!("{:<names$}  {:<maps$}  players", "table", "map"));
    for table in &tables {
        let state = match (table.started.0, table.seated < table.players) {
            (true, _) => "the game has begun",
            (false, true) => "has room",
            (false, false) => "is full",
        };
        say(&format!(
            "{:<names$}  {:<maps$}  {} of {}, {state}",
            table.name.as_str(),
            played(table),
            table.seated,
            table.players,
        ));
    }
    Ok(())
}
