//! The commands, one file each, parsing and formatting side by side.
//!
//! Most are a name and a list of fields: the `command!` declaration is both
//! the parser and the formatter, so that neither can drift from the other.

use super::token::{Args, ParseError};

/// A command of the protocol.
pub trait Command: Sized {
    /// Its first word.
    const NAME: &'static str;

    /// Reads the arguments.
    ///
    /// # Errors
    /// If one is missing or cannot be what it should be. What is left over
    /// need not be looked at.
    fn parse(args: &mut Args<'_>) -> Result<Self, ParseError>;

    /// Appends the arguments, a space before each.
    fn write(&self, line: &mut String);
}

/// Declares a command that is a list of words.
macro_rules! command {
    (
        $(#[$meta:meta])*
        $name:literal $type:ident {
            $($(#[$field_meta:meta])* $field:ident: $field_type:ty),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $type {
            $($(#[$field_meta])* pub $field: $field_type),*
        }

        impl $crate::protocol::command::Command for $type {
            const NAME: &'static str = $name;

            fn parse(
                args: &mut $crate::protocol::Args<'_>,
            ) -> Result<Self, $crate::protocol::ParseError> {
                let _ = &args;
                Ok(Self { $($field: args.take()?),* })
            }

            fn write(&self, line: &mut String) {
                let _ = &line;
                $(
                    line.push(' ');
                    $crate::protocol::Token::write(&self.$field, line);
                )*
            }
        }

        #[cfg(test)]
        impl $crate::protocol::samples::Sample for $type {
            fn sample() -> proptest::strategy::BoxedStrategy<Self> {
                use proptest::strategy::{Just, Strategy};
                let fields = (Just(()), $(<$field_type as $crate::protocol::samples::Sample>::sample()),*);
                fields.prop_map(|((), $($field),*)| Self { $($field),* }).boxed()
            }
        }
    };
}

/// Declares the modules of the commands.
macro_rules! commands {
    ($($module:ident: $($type:ident),+;)+) => {
        $(
            mod $module;
            pub use $module::{$($type),+};
        )+
    };
}

pub(crate) use {command as declare, commands as declare_all};

commands! {
    chat: Chat, To;
    choose_rule: ChooseRule;
    clock: Clock;
    create: Create;
    error: Error, ErrorCode;
    game_over: GameOver;
    hello: Hello;
    join: Join;
    kick: Kick;
    list: List;
    login: Login;
    login_ack: LoginAck, LoginError;
    logout: Logout, LogoutReason;
    mute: Mute;
    no_winner: NoWinner;
    ping: Ping;
    pong: Pong;
    ready: Ready;
    registered_player: RegisteredPlayer;
    resign: Resign;
    resume: Resume;
    scores: Scores;
    spectate: Spectate;
    state: AskState;
    table: Table;
    table_end: TableEnd;
    token: PlayerToken;
    unmute: Unmute;
    unready: Unready;
}

/// The line of a command, without its end.
pub fn line<C: Command>(command: &C) -> String {
    let mut line = C::NAME.to_owned();
    command.write(&mut line);
    line
}
