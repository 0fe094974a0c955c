//! Tables of a server, as chosen on the command line.

use anyhow::bail;
use marchland_game::client::net::{ClientError, Inquiry, Server, TableChoice};
use marchland_game::protocol::command::Table;
use marchland_game::protocol::{Name, ServerMessage};

use super::games::BoardGame;
use super::say;

/// The maximum number of tables whose players are named; each is asked over a connection of its own.
const MOST_NAMED: usize = 20;

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

/// Prints the tables of a server, and who sits there.
pub(super) async fn list(server: &Server) -> Result<(), ClientError> {
    let tables = Inquiry::new(server.reach().await?).tables().await?;
    let played = |table: &Table| {
        let game = table.game.as_ref();
        let game = game.map_or(String::new(), |game| format!("{} ", game.as_str()));
        game + table.setup.as_str()
    };
    let names = tables.iter().map(|table| table.name.as_str().len());
    let maps = tables.iter().map(|table| played(table).len());
    let (width, maps) = (names.fold(5, usize::max), maps.fold(3, usize::max));
    say(&format!("{:<width$}  {:<maps$}  players", "table", "map"));
    let mut unnamed = MOST_NAMED;
    for table in &tables {
        let mut names = String::new();
        if table.seated > 0 && unnamed > 0 {
            let told = seated(server, table).await;
            // One that does not answer is not asked again.
            unnamed = told.as_ref().map_or(0, |_| unnamed - 1);
            names = told.unwrap_or_default();
        }
        let state = match (table.started.0, table.seated < table.players) {
            (true, _) => "the game has begun",
            (false, true) => "has room",
            (false, false) => "is full",
        };
        say(&format!(
            "{:<width$}  {:<maps$}  {} of {}, {state}{names}",
            table.name.as_str(),
            played(table),
            table.seated,
            table.players,
        ));
    }
    Ok(())
}

/// `: ada, bob`; empty if nobody is there.
async fn seated(server: &Server, table: &Table) -> Result<String, ClientError> {
    let mut inquiry = Inquiry::new(server.reach().await?);
    let told = inquiry.look_at(table.name.clone()).await?;
    let names = present(&told, table.players);
    Ok(if names.is_empty() {
        String::new()
    } else {
        format!(": {}", names.join(", "))
    })
}

/// The players of a table, except for those whom the game counts as absent and for a neutral
/// force, by what a spectator is told.
fn present(told: &[String], players: u8) -> Vec<String> {
    let is_away = |player: &str| {
        told.iter().any(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            matches!(words[..], ["STATE-PLAYER", who, .., "absent"] if who == player)
        })
    };
    let names = told
        .iter()
        .filter_map(|line| match ServerMessage::parse(line) {
            Ok(ServerMessage::RegisteredPlayer(told)) => {
                let plays = told.player.index() < players.into();
                let there = plays && !is_away(&told.player.to_string());
                there.then(|| told.name.to_string())
            }
            _ => None,
        });
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_left_and_the_neutral_force_are_not_there() {
        let told = [
            "MAP world 42 64962fa9af6f242a2cd0d5bbf670d3c2",
            "REGISTERED-PLAYER 0 ada",
            "REGISTERED-PLAYER 1 bob",
            "REGISTERED-PLAYER 2 Neutral",
            "STATE-PLAYER 0 ada 0 active",
            "STATE-PLAYER 1 bob 0 absent",
            "STATE-PLAYER 2 Neutral 0 neutral",
        ];
        let told = told.map(str::to_owned);
        assert_eq!(present(&told, 2), ["ada"]);
        assert_eq!(present(&told[..3], 2), ["ada", "bob"], "before the game");
    }
}
