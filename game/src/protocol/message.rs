//! What a client says, what the server says.

use std::fmt;

use super::command::{self, Command};
use super::token::{Args, ParseError};

/// Declares the sum of commands that go one way.
macro_rules! direction {
    ($(#[$meta:meta])* $name:ident: $($variant:ident($type:ident)),+ $(,)?) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each variant is the command of its name")]
        pub enum $name {
            $($variant(command::$type)),+
        }

        impl $name {
            /// Reads a line.
            ///
            /// # Errors
            /// Why it is no command that goes this way.
            pub fn parse(line: &str) -> Result<Self, ParseError> {
                let mut args = Args::new(line);
                let args = &mut args;
                let parsed = match args.word().ok_or(ParseError::Empty)? {
                    $(<command::$type as Command>::NAME => {
                        Self::$variant(Command::parse(args)?)
                    })+
                    _ => return Err(ParseError::UnknownCommand),
                };
                args.end()?;
                Ok(parsed)
            }

            /// Appends the line, without its end.
            pub fn write(&self, line: &mut String) {
                match self {
                    $(Self::$variant(command) => {
                        line.push_str(<command::$type as Command>::NAME);
                        command.write(line);
                    })+
                }
            }

            /// The names of all its commands.
            pub const NAMES: &'static [&'static str] =
                &[$(<command::$type as Command>::NAME),+];
        }

        $(impl From<command::$type> for $name {
            fn from(command: command::$type) -> Self {
                Self::$variant(command)
            }
        })+

        impl fmt::Display for $name {
            /// The line, without its end.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut line = String::new();
                self.write(&mut line);
                f.write_str(&line)
            }
        }

        #[cfg(test)]
        impl crate::protocol::token::samples::Sample for $name {
            fn sample() -> proptest::strategy::BoxedStrategy<Self> {
                use proptest::strategy::{Strategy, Union};
                Union::new([
                    $(<command::$type as crate::protocol::token::samples::Sample>::sample().prop_map(Self::$variant).boxed()),+
                ])
                .boxed()
            }
        }
    };
}

direction! {
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

direction! {
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
    use crate::protocol::token::samples::Sample;

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
        let files: Vec<_> = std::fs::read_dir("src/protocol/command")
            .unwrap()
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
