//! A client's view of any game, kept by the same rules as the server's.

use std::fmt;
use std::sync::Arc;

use super::{Knowledge, OtherGame, Over, PlayerNames, common, sentences};
use crate::play::{Bot, Game, MAX_SEATS, Misfit, Player, RuleSet, SetupError, Standing, TextView};
use crate::protocol::command::{ErrorCode, Table};
use crate::protocol::{Name, ParseError, ServerMessage};
use crate::replay::Header;

/// A game without hidden information, updated by the server's lines.
#[derive(Clone)]
pub struct Follower {
    rules: Arc<dyn RuleSet>,
    text_view: &'static dyn TextView,
    game: Box<dyn Game>,
    me: Option<Player>,
    names: [Option<Name>; MAX_SEATS],
    /// The whole state was requested and has not arrived.
    asked: bool,
    /// The lines of the state are arriving.
    telling: bool,
    /// The action sent, until the server echoes it.
    waits: Option<String>,
    /// How the game ended, if the server has said so.
    ended: Option<Over>,
}

impl fmt::Debug for Follower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = self.game.setup();
        f.debug_tuple("Follower")
            .field(&self.rules.id())
            .field(&setup)
            .finish()
    }
}

/// A line of the server: a common message or a line of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerLine {
    /// The parsed message, if it is a common one.
    pub answer: Option<ServerMessage>,
    /// The line itself.
    pub text: String,
}

impl Follower {
    /// A game of which nothing is known yet; the set-up and the number of players are
    /// replaced by those of the table once it names them.
    ///
    /// # Errors
    /// If the set-up is invalid.
    pub fn new(
        rules: Arc<dyn RuleSet>,
        text_view: &'static dyn TextView,
        setup: Option<&str>,
        players: u8,
    ) -> Result<Self, SetupError> {
        Ok(Self {
            game: rules.open(setup, players)?,
            rules,
            text_view,
            me: None,
            names: Default::default(),
            asked: false,
            telling: false,
            waits: None,
            ended: None,
        })
    }

    /// The game according to the lines received.
    pub fn game(&self) -> &dyn Game {
        self.game.as_ref()
    }

    /// The rules of the game.
    pub fn rules(&self) -> &dyn RuleSet {
        self.rules.as_ref()
    }

    /// The text interface of the game.
    pub fn text_view(&self) -> &'static dyn TextView {
        self.text_view
    }

    /// A player's name, if known.
    pub fn name(&self, player: Player) -> Option<&Name> {
        self.names[player.index()].as_ref()
    }

    /// Whether it is this player's move, and no message is pending.
    pub fn can_act(&self) -> bool {
        let complete = !self.asked && !self.telling && self.waits.is_none();
        complete && self.me.is_some() && self.game.to_act() == self.me
    }

    /// The same game, before its beginning, with another set-up.
    fn opened(&self, setup: &str, players: u8) -> Result<Self, OtherGame> {
        let (rules, id) = (Arc::clone(&self.rules), self.rules.id());
        let opened = Self::new(rules, self.text_view, Some(setup), players);
        opened.map_err(|_| OtherGame::Rules {
            theirs: format!("{id} {}", marchland_files::plain(setup)),
            ours: id.to_owned(),
        })
    }
}

impl Knowledge for Follower {
    type Line = ServerLine;
    type Action = String;
    type Computer = Box<dyn Bot>;

    fn parse(line: &str) -> Result<ServerLine, ParseError> {
        let answer = match ServerMessage::parse(line) {
            Ok(answer) => Some(answer),
            Err(ParseError::UnknownCommand) => None,
            Err(why) => return Err(why),
        };
        let text = line.to_owned();
        Ok(ServerLine { answer, text })
    }

    fn fresh(&self) -> Self {
        let again = self.opened(&self.game.setup(), self.game.players());
        // This set-up was opened before.
        again.unwrap_or_else(|_| self.clone())
    }

    fn header(&self, _: u8) -> Header {
        self.game.header()
    }

    fn meet(&mut self, line: &ServerLine) -> Result<(), OtherGame> {
        let Some(ServerMessage::Table(table)) = &line.answer else {
            return Ok(());
        };
        let theirs = table
            .game
            .as_ref()
            .map_or(Table::USUAL, |game| game.as_str());
        OtherGame::unless(theirs, self.rules.id())?;
        *self = self.opened(table.setup.as_str(), table.players)?;
        Ok(())
    }

    fn of_record(&self, header: &Header) -> Result<Self, OtherGame> {
        OtherGame::unless(&header.game, self.rules.id())?;
        self.opened(&header.setup, header.players)
    }

    fn me(&self) -> Option<Player> {
        self.me
    }

    fn introduce(&mut self, player: Player, name: Name) {
        self.names[player.index()] = Some(name);
    }

    fn has_begun(&self) -> bool {
        self.game.has_begun()
    }

    fn over(&self) -> Option<Over> {
        self.ended
            .or_else(|| Some(Over(self.game.outcome()?.winner)))
    }

    fn is_event(line: &ServerLine) -> bool {
        line.answer.is_none()
    }

    fn follow(&mut self, line: &ServerLine) -> Result<(), Misfit> {
        match &line.answer {
            Some(ServerMessage::LoginAck(ack)) => {
                if let Ok(player) = ack.seat {
                    // Returned to the seat: events in between were missed.
                    self.asked |= self.me.replace(player).is_some();
                }
                return Ok(());
            }
            Some(ServerMessage::Error(error)) if !error.is_about_journal() => {
                self.waits = None;
                // The server has no state to send.
                self.asked &= error.code != ErrorCode::OutOfPlace as u32;
                return Ok(());
            }
            Some(ServerMessage::RegisteredPlayer(told)) => {
                self.introduce(told.player, told.name.clone());
            }
            Some(ServerMessage::Logout(told)) if !self.has_begun() => {
                self.names[told.player.index()] = None;
            }
            Some(ServerMessage::GameOver(told)) => self.ended = Some(Over(Some(told.winner))),
            Some(ServerMessage::NoWinner(_)) => self.ended = Some(Over(None)),
            Some(ServerMessage::Logout(_)) | None => {}
            Some(_) => return Ok(()),
        }
        let mut words = line.text.split(' ');
        let command = words.next();
        let telling = self.telling || command == Some("STATE-BEGIN");
        if self.asked && !telling {
            return Ok(());
        }
        self.game.follow(&line.text)?;
        self.telling = telling;
        if command == Some("STATE-PLAYER") {
            let player = words
                .next()
                .and_then(|seat| Player::new(seat.parse().ok()?));
            let name = words.next().and_then(|name| name.parse().ok());
            if let Some((player, name)) = player.zip(name) {
                self.introduce(player, name);
            }
        }
        let whole = line.text == "STATE-END";
        if whole {
            (self.asked, self.telling) = (false, false);
        }
        // Older lines may still arrive: only the echo or another player's turn confirms the
        // action.
        let back = self.waits.as_deref() == Some(&line.text);
        if whole || back || self.game.to_act() != self.me {
            self.waits = None;
        }
        Ok(())
    }

    fn ask(&mut self) -> bool {
        self.telling = false;
        !std::mem::replace(&mut self.asked, true)
    }

    fn is_asked(&self) -> bool {
        self.asked
    }

    fn request(_: Player, action: &String) -> String {
        action.clone()
    }

    fn echo(_: Player, action: &String) -> Option<ServerLine> {
        Self::parse(action).ok()
    }

    fn sent(&mut self, action: &String) {
        self.waits = Some(action.clone());
    }

    fn acted(&mut self, action: &String) -> Result<(), Misfit> {
        self.game.follow(action)
    }

    fn decide(&self, computer: &mut Box<dyn Bot>) -> Option<String> {
        let me = self.me.filter(|_| self.can_act())?;
        computer.act(self.game.as_ref(), me)
    }

    fn narrate(&self, line: &ServerLine) -> Option<String> {
        let own = |player| self.me == Some(player);
        let cast = PlayerNames {
            called: &|player| sentences::subject(player, self.name(player), own(player)),
            second: &|player| sentences::is_addressed(self.name(player), own(player)),
            here: &|player| self.name(player).is_some(),
            // Until the whole state arrives, the server introduces those who are away, too.
            absent: &|player| !self.asked && self.game.standing(player) == Standing::Absent,
            begun: self.has_begun(),
        };
        match &line.answer {
            Some(answer) => common(answer, &cast),
            None if self.asked || self.telling => None,
            None => cast.turns(&line.text).or_else(|| {
                let does = |player, third: &str, you: &str| cast.does(player, third, you);
                self.text_view.narrate(&line.text, self.game(), &does)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dots::{Dots, DotsTextView};

    #[test]
    fn only_the_player_called_you_is_addressed() {
        let told = |me: &str| {
            let known = Follower::new(Arc::new(Dots), &DotsTextView, None, 2);
            let mut known = known.unwrap();
            for line in [me, "REGISTERED-PLAYER 0 You", "REGISTERED-PLAYER 1 Red"] {
                known.follow(&Follower::parse(line).unwrap()).unwrap();
            }
            known.narrate(&Follower::parse("START-ROUND 0").unwrap())
        };
        assert_eq!(told("LOGIN-ACK OK 0").as_deref(), Some("-- Your turn"));
        let other = told("LOGIN-ACK OK 1");
        assert_eq!(other.as_deref(), Some("-- player You's turn"));
    }

    #[test]
    fn news_of_the_journal_refuses_no_action() {
        let known = Follower::new(Arc::new(Dots), &DotsTextView, None, 2);
        let mut known = known.unwrap();
        let hear = |known: &mut Follower, line: &str| {
            known.follow(&Follower::parse(line).unwrap()).unwrap();
        };
        known.sent(&"DRAW 0 1 1 R".to_owned());
        hear(&mut known, "ERROR 10 the game's journal cannot be written");
        assert!(known.waits.is_some(), "the action is still on its way");
        hear(&mut known, "ERROR 5 the line is drawn already");
        assert_eq!(known.waits, None);
    }
}
