//! The debug console: changes a running game by hand.

use std::time::Duration;

use marchland_maps::TerritoryId;
use thiserror::Error;

use super::{Peer, Table};
use crate::protocol::{Args, MAX_LINE, ParseError};
use crate::rules::{ChangeError, Player};

/// Why a line of the debug console is refused; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ConsoleError {
    /// The game could not go on with it.
    #[error(transparent)]
    Change(#[from] ChangeError),
    /// The arguments are not what the command takes.
    #[error("{0}")]
    Arguments(#[from] ParseError),
    /// Neither a command of the console nor a line of the protocol.
    #[error("a line has at most {MAX_LINE} printable ASCII characters")]
    Line,
}

impl<P: Peer> Table<P> {
    /// Does a line of the debug console:
    ///
    /// ```text
    /// SET OWNER <new-owner> <area>...
    /// SET UNITS <area> <units>
    /// DESTROY PLAYER <player> <new-owner>
    /// XCHG OWNER <area> <area>
    /// ```
    ///
    /// Anything else is sent to all clients as it is.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn console(&mut self, line: &str, now: Duration) -> Result<(), ConsoleError> {
        let line = line.trim();
        let mut args = Args::new(line);
        let command = (args.word(), args.word());
        let mut changes = Vec::new();
        match command {
            (Some("SET"), Some("OWNER")) => {
                let owner = args.take()?;
                changes.push(self.new_owner(args.take()?, owner)?);
                while args.end().is_err() {
                    changes.push(self.new_owner(args.take()?, owner)?);
                }
            }
            (Some("SET"), Some("UNITS")) => {
                let (area, units) = (args.take()?, args.take()?);
                let (owner, _) = self.owner_and_units(area)?;
                changes.push((area, owner, units));
            }
            (Some("DESTROY"), Some("PLAYER")) => {
                let (player, owner): (Player, Player) = (args.take()?, args.take()?);
                let game = self.game().ok_or(ChangeError::TooEarly)?;
                if game.territories(player).next().is_none() {
                    return Err(ChangeError::NoPlayer(player).into());
                }
                // All but the first.
                let lost: Vec<TerritoryId> = game.territories(player).skip(1).collect();
                for area in lost {
                    changes.push(self.new_owner(area, owner)?);
                }
            }
            (Some("XCHG"), Some("OWNER")) => {
                let (one, other) = (args.take()?, args.take()?);
                let owners = (self.owner_and_units(one)?.0, self.owner_and_units(other)?.0);
                changes.push(self.new_owner(one, owners.1)?);
                changes.push(self.new_owner(other, owners.0)?);
            }
            (None, _) => return Ok(()),
            _ => {
                let printable = line.bytes().all(|byte| (0x20..=0x7e).contains(&byte));
                if !printable || line.len() > MAX_LINE {
                    return Err(ConsoleError::Line);
                }
                self.send_raw(line);
                return Ok(());
            }
        }
        args.end()?;
        Ok(self.set_areas(&changes, now)?)
    }

    fn owner_and_units(&self, area: TerritoryId) -> Result<(Player, u32), ChangeError> {
        let game = self.game().ok_or(ChangeError::TooEarly)?;
        let holding = game.known_for_change(area)?;
        let owner = holding.owner.ok_or(ChangeError::TooEarly)?;
        Ok((owner, holding.units))
    }

    fn new_owner(
        &self,
        area: TerritoryId,
        owner: Player,
    ) -> Result<(TerritoryId, Player, u32), ChangeError> {
        let (_, units) = self.owner_and_units(area)?;
        Ok((area, owner, units))
    }
}
