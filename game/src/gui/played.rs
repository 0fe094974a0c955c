//! What the window needs of a game so that a person, or a computer for them, can play it at a
//! table.

use std::fmt;

use crate::client::{Follower, Knowledge, Model};
use crate::conquest::bots::StrategyKind;
use crate::conquest::rules::{Action, Status, Step};
use crate::play::{Outbox, Player, SeededDice, Standing};
use crate::protocol::Name;

/// A game that can be played in the window.
pub trait Played:
    Knowledge<
        Line: fmt::Debug + Clone + Send + Sync,
        Action: fmt::Debug + Send + Sync,
        Computer: Send,
    > + Send
    + Sync
    + 'static
{
    /// A kind of computer player.
    type Kind: fmt::Debug + Copy + PartialEq + Send + 'static;

    /// The name of a kind of computer player, in one word.
    fn kind_name(kind: Self::Kind) -> &'static str;

    /// The kind of computer player of that name.
    fn kind_named(&self, name: &str) -> Option<Self::Kind>;

    /// A computer player of a kind.
    fn computer(&self, kind: Self::Kind, seed: u64) -> Option<Self::Computer>;

    /// Whether the person is to act and the model is complete.
    fn can_act(&self) -> bool;

    /// Whether an action is legal now.
    fn allows(&self, action: &Self::Action) -> bool;

    /// The action done for a person who does not want to be asked, if others wait for it.
    fn unasked(&self) -> Option<Self::Action> {
        None
    }

    /// Whether a player takes part in the running game: neither away nor out.
    fn takes_part(&self, player: Player) -> bool;

    /// A player's name, if known.
    fn name_of(&self, player: Player) -> Option<&Name>;
}

impl Played for Model {
    type Kind = StrategyKind;

    fn kind_name(kind: StrategyKind) -> &'static str {
        kind.name()
    }

    fn kind_named(&self, name: &str) -> Option<StrategyKind> {
        name.parse().ok()
    }

    fn computer(&self, kind: StrategyKind, seed: u64) -> Option<Self::Computer> {
        Some(kind.player(seed))
    }

    fn can_act(&self) -> bool {
        self.can_act()
    }

    fn allows(&self, action: &Action) -> bool {
        let seat = self.state().zip(self.me());
        seat.is_some_and(|(state, me)| state.check(me, *action).is_ok())
    }

    /// As many units as can defend, so that nobody waits for the picture.
    fn unasked(&self) -> Option<Action> {
        let state = self.state()?;
        let Step::Defence(battle) = state.step() else {
            return None;
        };
        Some(Action::Defend {
            territory: battle.target,
            units: state.most_defenders(battle.target),
        })
    }

    fn takes_part(&self, player: Player) -> bool {
        let state = self.state();
        state.is_some_and(|state| state.seat(player).status == Status::Active)
    }

    fn name_of(&self, player: Player) -> Option<&Name> {
        self.name(player)
    }
}

impl Played for Follower {
    type Kind = &'static str;

    fn kind_name(kind: &'static str) -> &'static str {
        kind
    }

    fn kind_named(&self, name: &str) -> Option<&'static str> {
        self.rules().bot_called(name)
    }

    fn computer(&self, kind: &'static str, seed: u64) -> Option<Self::Computer> {
        self.rules().bot(kind, seed)
    }

    fn can_act(&self) -> bool {
        self.can_act()
    }

    fn allows(&self, action: &String) -> bool {
        let Some(me) = self.me() else { return false };
        let mut tried = self.game().duplicate();
        let done = tried.act(me, action, &mut SeededDice::new(0), &mut Outbox::default());
        done.is_ok()
    }

    fn takes_part(&self, player: Player) -> bool {
        self.game().has_begun() && self.game().standing(player) == Standing::Plays
    }

    fn name_of(&self, player: Player) -> Option<&Name> {
        self.name(player)
    }
}
