//! What a player asks of the server.

use super::{Conversation, Notice, Outgoing};
use crate::client::net::ClientError;
use crate::client::{Intent, Knowledge};
use crate::protocol::command::{self, To};

impl<K: Knowledge> Conversation<K> {
    /// Sends `READY`, unless the game has begun.
    pub(super) fn ready(&self, answers: &mut Outgoing) {
        if let (Some(player), false, false) = (self.player, self.model.has_begun(), self.resumed) {
            answers.say(command::Ready { player });
        }
    }

    /// Asks the server for what a participant wants besides actions of the game. Without a seat,
    /// only a rule can be chosen.
    pub(in crate::client::net) fn ask<A>(&self, intent: Intent<A>, answers: &mut Outgoing) {
        match (intent, self.player) {
            (Intent::Choose(rule, variant), _) => {
                answers.say(command::ApplyRule { rule, variant });
            }
            (Intent::Ready, _) => self.ready(answers),
            (Intent::Say(message), Some(player)) => {
                let to = To::All;
                answers.say(command::Chat {
                    player,
                    to,
                    message,
                });
            }
            (Intent::Kick(other), Some(player)) => answers.say(command::Kick { player, other }),
            (Intent::Resign, Some(player)) => answers.say(command::Resign { player }),
            (Intent::Mute(other), Some(player)) => answers.say(command::Mute { player, other }),
            (Intent::Unmute(other), Some(player)) => answers.say(command::Unmute { player, other }),
            _ => {}
        }
    }

    /// Tells the server that the player leaves. Before the game begins this gives up the seat,
    /// so that others can have it.
    pub(in crate::client::net) fn part(&self, answers: &mut Outgoing) {
        let Some(player) = self.player.filter(|_| self.is_extended()) else {
            return;
        };
        if self.model.has_begun() || self.resumed {
            answers.say(command::Leave { player });
        } else {
            // Servers that do not know LEAVE free the seat, too.
            answers.say(command::Resign { player });
        }
    }

    /// Sends an action. A server of version 0.2 sends no echo, so the model is updated at
    /// once and the listener notified.
    ///
    /// # Errors
    /// If the action is illegal (version 0.2 only), or cannot be recorded.
    pub fn act(
        &mut self,
        action: &K::Action,
        answers: &mut Outgoing,
        listener: &mut dyn FnMut(Notice<'_, K>),
    ) -> Result<(), ClientError> {
        let Some(player) = self.player else {
            return Ok(());
        };
        let line = K::request(player, action);
        answers.line(&line);
        if self.is_extended() {
            self.model.sent(action);
            return Ok(());
        }
        if let Some(echo) = K::echo(player, action) {
            if let Some(recorder) = &mut self.recorder {
                recorder.note(&line).map_err(ClientError::Record)?;
            }
            listener(Notice::Reply(&echo, &self.model));
        }
        let acted = self.model.acted(action);
        acted.map_err(|why| ClientError::Unfit { line, why })
    }
}
