//! The commands of the game, one file each, beside those of every table.

use crate::protocol::command::declare_all;

pub use crate::protocol::command::*;

declare_all! {
    apply_rule: ApplyRule, RuleChoice;
    attack: Attack;
    cards_acquired: CardsAcquired;
    cards_exchange: CardsExchange;
    debug_area: DebugArea;
    defend: Defend;
    dice_roll: DiceRoll;
    end_round: EndRound;
    map: Map;
    order: Order;
    player_defeated: PlayerDefeated;
    reinforce: Reinforce;
    reinforcements: Reinforcements;
    start_phase: StartPhase;
    start_round: StartRound;
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
    transfer: Transfer;
}
