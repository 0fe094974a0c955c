//! What a client says, what the server says: the lines of every table and those of
//! the game.

use std::fmt;

use super::command::{self, Command};
use crate::protocol::message::declare_direction;
use crate::protocol::{Args, ParseError};

declare_direction! {
    /// What a client says.
    Request:
    Hello(Hello),
    List(List),
    Create(Create),
    Join(Join),
    Login(Login),
    Resume(Resume),
    Spectate(Spectate),
    ApplyRule(ApplyRule),
    Ready(Ready),
    Reinforce(Reinforce),
    CardsExchange(CardsExchange),
    Attack(Attack),
    Defend(Defend),
    Transfer(Transfer),
    EndRound(EndRound),
    Chat(Chat),
    Mute(Mute),
    Unmute(Unmute),
    Kick(Kick),
    Resign(Resign),
    State(AskState),
    Ping(Ping),
    Pong(Pong),
}

declare_direction! {
    /// What the server says.
    Reply:
    Hello(Hello),
    Map(Map),
    Table(Table),
    TableEnd(TableEnd),
    LoginAck(LoginAck),
    Token(PlayerToken),
    RegisteredPlayer(RegisteredPlayer),
    Logout(Logout),
    ApplyRule(ApplyRule),
    Ready(Ready),
    Unready(Unready),
    Clock(Clock),
    Resign(Resign),
    Mute(Mute),
    Unmute(Unmute),
    Order(Order),
    StartPhase(StartPhase),
    StartRound(StartRound),
    Reinforcements(Reinforcements),
    Reinforce(Reinforce),
    CardsExchange(CardsExchange),
    Attack(Attack),
    Defend(Defend),
    DiceRoll(DiceRoll),
    Transfer(Transfer),
    CardsAcquired(CardsAcquired),
    PlayerDefeated(PlayerDefeated),
    GameOver(GameOver),
    NoWinner(NoWinner),
    Scores(Scores),
    Chat(Chat),
    DebugArea(DebugArea),
    Error(Error),
    Ping(Ping),
    Pong(Pong),
    StateBegin(StateBegin),
    StateRules(StateRules),
    StateOrder(StateOrder),
    StatePlayer(StatePlayer),
    StateArea(StateArea),
    StateUnplaced(StateUnplaced),
    StateCards(StateCards),
    StateDiscard(StateDiscard),
    StateTurn(StateTurn),
    StateMoment(StateMoment),
    StateEnd(StateEnd),
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::protocol::MAX_LINE;
    use crate::protocol::samples::Sample;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

        #[test]
        fn requests_survive_the_wire(request in Request::sample()) {
            let line = request.to_string();
            prop_assert!(line.len() <= MAX_LINE, "{}: {line}", line.len());
            prop_assert_eq!(Request::parse(&line), Ok(request.clone()));
            let spaced = format!("  {}   ", line.replacen(' ', "    ", 1));
            prop_assert_eq!(Request::parse(&spaced), Ok(request));
        }

        #[test]
        fn replies_survive_the_wire(reply in Reply::sample()) {
            let line = reply.to_string();
            prop_assert!(line.len() <= MAX_LINE, "{}: {line}", line.len());
            prop_assert_eq!(Reply::parse(&line), Ok(reply));
        }

        #[test]
        fn garbage_is_refused_or_understood(line in "[ -~]{0,127}") {
            if let Ok(request) = Request::parse(&line) {
                prop_assert_eq!(Request::parse(&request.to_string()), Ok(request));
            }
            if let Ok(reply) = Reply::parse(&line) {
                prop_assert_eq!(Reply::parse(&reply.to_string()), Ok(reply));
            }
        }

        #[test]
        fn near_misses_are_refused_or_understood(
            reply in Reply::sample(),
            at in 0..127usize,
            with in "[ -~]{0,3}",
        ) {
            let mut line = reply.to_string();
            let at = at.min(line.len());
            line.replace_range(at..(at + 1).min(line.len()), &with);
            if let Ok(reply) = Reply::parse(&line) {
                prop_assert_eq!(Reply::parse(&reply.to_string()), Ok(reply));
            }
        }
    }

    #[test]
    fn refusals() {
        let refused = |line, error| assert_eq!(Request::parse(line), Err(error), "{line}");
        refused("", ParseError::Empty);
        refused("   ", ParseError::Empty);
        refused("FLY 1", ParseError::UnknownCommand);
        refused("ready 1", ParseError::UnknownCommand);
        refused("READY", ParseError::Missing("a player id, 0 to 6"));
        refused("READY one", ParseError::bad("one", "a player id, 0 to 6"));
        refused("READY 1 2", ParseError::TooMany);
        refused("SPECTATE 1", ParseError::TooMany);
        refused(
            "CARDS-EXCHANGE 1 0 0 1",
            ParseError::bad("0 0 1", "a set: three alike or three different"),
        );
        refused("CHAT PUBLIC 1", ParseError::Missing("the message"));
        refused("APPLY_RULE 2 0", ParseError::bad("2", "a rule, 0 or 1"));
        refused("START-ROUND 1", ParseError::UnknownCommand);
    }

    #[test]
    fn every_command_has_its_own_file() {
        let folders = ["src/protocol/command", "src/conquest/command"];
        let files: Vec<_> = folders
            .into_iter()
            .flat_map(|folder| std::fs::read_dir(folder).unwrap())
            .map(|file| file.unwrap().path())
            .map(|path| std::fs::read_to_string(path).unwrap())
            .collect();
        for name in Request::NAMES.iter().chain(Reply::NAMES) {
            let starts = |text: &&String| {
                let rest = text.strip_prefix(&format!("//! `{name}"));
                rest.is_some_and(|rest| rest.starts_with([' ', '`']))
            };
            assert_eq!(files.iter().filter(starts).count(), 1, "{name}");
        }
    }
}
