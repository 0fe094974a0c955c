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
        impl $crate::protocol::token::samples::Sample for $type {
            fn sample() -> proptest::strategy::BoxedStrategy<Self> {
                use proptest::strategy::{Just, Strategy};
                let fields = (Just(()), $(<$field_type as $crate::protocol::token::samples::Sample>::sample()),*);
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

commands! {
    apply_rule: ApplyRule, RuleChoice;
    attack: Attack;
    cards_acquired: CardsAcquired;
    cards_exchange: CardsExchange;
    chat: Chat, To;
    clock: Clock;
    create: Create;
    debug_area: DebugArea;
    defend: Defend;
    dice_roll: DiceRoll;
    end_round: EndRound;
    error: Error, ErrorCode;
    game_over: GameOver;
    hello: Hello;
    join: Join;
    kick: Kick;
    list: List;
    login: Login;
    login_ack: LoginAck, LoginError;
    logout: Logout, LogoutReason;
    map: Map;
    mute: Mute;
    order: Order;
    ping: Ping;
    player_defeated: PlayerDefeated;
    pong: Pong;
    ready: Ready;
    registered_player: RegisteredPlayer;
    reinforce: Reinforce;
    reinforcements: Reinforcements;
    resign: Resign;
    resume: Resume;
    spectate: Spectate;
    start_phase: StartPhase;
    start_round: StartRound;
    state: AskState;
    state_area: StateArea;
    state_begin: StateBegin;
    state_cards: StateCards;
    state_discard: StateDiscard;
    state_end: StateEnd;
    state_moment: StateMoment;
    state_order: StateOrder;
    state_player: StatePlayer, StateStatus;
    state_rules: StateRules;
    state_turn: StateTurn, StateStep;
    state_unplaced: StateUnplaced;
    table: Table;
    table_end: TableEnd;
    token: PlayerToken;
    transfer: Transfer;
    unmute: Unmute;
    unready: Unready;
}
