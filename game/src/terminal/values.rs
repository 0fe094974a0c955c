//! The values of positions as a table.

use std::fmt::Write;

use super::show::Show;
use super::style::Ink;
use crate::conquest::bots::standard::{Config, evaluate};
use crate::conquest::rules::{Player, Status};

/// The value of each player's position as the strategy *standard* sees it, part by part.
pub(super) fn values(show: Show<'_>) -> String {
    let head = format!(
        "  {:<18}{:>7}{:>12}{:>11}{:>8}{:>8}{:>8}",
        "player", "lands", "continents", "connected", "border", "inland", "value"
    );
    let mut out = show.style.paint(Ink::Dim, &head);
    let config = Config::default();
    let plays = |player: &Player| show.state.seat(*player).status != Status::Defeated;
    for player in show.state.in_order().filter(plays) {
        let value = evaluate(&config, show.state, player);
        let name = show.player(player, "");
        // Avoid `-0.0`.
        let inner = value.inner + 0.0;
        let _ = write!(
            out,
            "\n{name}{:>7.1}{:>12.1}{:>11.1}{:>8.1}{inner:>8.1}{:>8.1}",
            value.areas,
            value.continents,
            value.component,
            value.border,
            value.total()
        );
    }
    out
}
