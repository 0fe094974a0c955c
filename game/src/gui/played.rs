//! What the window must know of a game to let a person, or a computer in their stead, play
//! it at a table.

use std::fmt;

use crate::client::{Follower, Knowledge, Model, ServerLine};
use crate::conquest::Reply;
use crate::conquest::bots::StrategyKind;
use crate::conquest::rules::{Action, Step};
use crate::play::{Outbox, Player, SeededDice};
use crate::protocol::{Name, ServerMessage};

/// A game that is played in the window.
pub trait Played:
    Knowledge<
        Line: fmt::Debug + Clone + Send + Sync,
        Action: fmt::Debug + Send + Sync,
        Computer: Send,
    > + Send
    + Sync
    + 'static
{
    /// Which computer player.
    type Kind: fmt::Debug + Copy + PartialEq + Send + 'static;

    /// A computer player, if there is such.
    fn computer(&self, kind: Self::Kind, seed: u64) -> Option<Self::Computer>;

    /// Whether the person is to act, and all that was told is complete.
    fn can_act(&self) -> bool;

    /// Whether the rules allow something now.
    fn allows(&self, action: &Self::Action) -> bool;

    /// What is done for a person who does not want to be asked, if others wait for it.
    fn unasked(&self) -> Option<Self::Action> {
        None
    }

    /// A player's name, as far as it was told.
    fn name_of(&self, player: Player) -> Option<&Name>;

    /// What a line of the server says if it is one of every table.
    fn answer(line: &Self::Line) -> Option<&ServerMessage>;
}

impl Played for Model {
    type Kind = StrategyKind;

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

    /// As many as can defend: nobody waits for a picture.
    fn unasked(&self) -> Option<Action> {
        let state = self.state()?;
        let Step::Defence(battle) = state.step() else {
            return None;
        };
        Some(Action::Defend {
            territory: battle.target,
            units: state.holding(battle.target).units.min(2) as u8,
        })
    }

    fn name_of(&self, player: Player) -> Option<&Name> {
        self.name(player)
    }

    fn answer(line: &Reply) -> Option<&ServerMessage> {
        match line {
            Reply::ServerMessage(answer) => Some(answer),
            _ => None,
        }
    }
}

impl Played for Follower {
    type Kind = &'static str;

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

    fn name_of(&self, player: Player) -> Option<&Name> {
        self.name(player)
    }

    fn answer(line: &ServerLine) -> Option<&ServerMessage> {
        line.answer.as_ref()
    }
}
