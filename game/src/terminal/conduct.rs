//! What players can do besides playing, in every game: resign, and mute each other.

use super::page::{Page, Question};
use crate::client::Intent;
use crate::play::{MAX_SEATS, Player};
use crate::protocol::Name;

/// The names of the players by their seats.
type NameOf<'n, 'a> = &'n dyn Fn(Player) -> Option<&'a Name>;

impl Page {
    /// Asks whether to resign, once the game has begun.
    pub(super) fn ask_to_resign(&mut self, has_begun: bool) {
        if self.resigned {
            self.refuse("You have already resigned.");
        } else if has_begun {
            self.question = Some(Question::Resign);
        } else {
            self.refuse("The game has not begun yet. `quit` leaves it.");
        }
    }

    /// Notes that the server did not accept what was requested last.
    pub(super) fn refused(&mut self) {
        self.resigned = false;
    }

    /// Shows why an intent was not carried out.
    pub(super) fn decline(&mut self, why: &str) {
        self.refused();
        self.refuse(why);
    }

    /// Mutes a player, or unmutes it, given a typed name.
    pub(super) fn mute<A>(
        &mut self,
        typed: &str,
        mutes: bool,
        me: Option<Player>,
        name: NameOf<'_, '_>,
    ) -> Intent<A> {
        match (other(typed, me, name), mutes) {
            (Ok(player), true) => Intent::Mute(player),
            (Ok(player), false) => Intent::Unmute(player),
            (Err(why), _) => {
                self.refuse(&why);
                Intent::Nothing
            }
        }
    }
}

/// Finds another player by the name or its beginning, in upper or lower case.
fn other(typed: &str, me: Option<Player>, name: NameOf<'_, '_>) -> Result<Player, String> {
    let others: Vec<(Player, &str)> = Player::first(MAX_SEATS)
        .filter(|&player| Some(player) != me)
        .filter_map(|player| Some((player, name(player)?.as_str())))
        .collect();
    let names: Vec<&str> = others.iter().map(|(_, name)| *name).collect();
    let names = names.join(", ");
    if others.is_empty() {
        return Err("No other player is here.".to_owned());
    }
    if typed.is_empty() {
        return Err(format!("Whom? Give a name: {names}."));
    }
    let exact = others
        .iter()
        .find(|(_, name)| name.eq_ignore_ascii_case(typed));
    let begins = |name: &str| {
        name.get(..typed.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(typed))
    };
    let mut beginning = others.iter().filter(|(_, name)| begins(name));
    match (exact, beginning.next(), beginning.next()) {
        (Some(&(player, _)), ..) | (None, Some(&(player, _)), None) => Ok(player),
        (None, None, _) => Err(format!("No other player is called {typed}: {names}.")),
        (None, Some(_), Some(_)) => Err(format!("{typed} is not unique: {names}.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_found_by_the_beginning_of_their_names() {
        let names: Vec<Name> = ["ann", "Ben", "Bert", "be"]
            .map(|name| name.parse().unwrap())
            .into();
        let player = |seat| Player::new(seat).unwrap();
        let find = |typed| {
            let name = |player: Player| names.get(player.index());
            other(typed, Some(player(0)), &name)
        };
        assert_eq!(find("ben"), Ok(player(1)));
        assert_eq!(find("BER"), Ok(player(2)));
        // A whole name is not ambiguous, even if another begins with it.
        assert_eq!(find("be"), Ok(player(3)));
        let all = "Ben, Bert, be";
        assert_eq!(find("b"), Err(format!("b is not unique: {all}.")));
        // Nobody mutes themselves.
        assert_eq!(
            find("ann"),
            Err(format!("No other player is called ann: {all}."))
        );
        assert_eq!(find(""), Err(format!("Whom? Give a name: {all}.")));
        assert_eq!(
            find("é"),
            Err(format!("No other player is called é: {all}."))
        );
        assert_eq!(
            other("ann", None, &|_| None),
            Err("No other player is here.".to_owned())
        );
    }
}
