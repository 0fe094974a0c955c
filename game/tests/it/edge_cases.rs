//! Moments of the game that are easy to get wrong.

use marchland_game::conquest::rules::{
    Action, AreaVariant, Event, Illegal, Phase, SeededDice, SetVariant, StartError, State, Status,
    Step, Variants,
};

use crate::sketch::{self, Loaded, cards, land, player, position, set};

const TWO: Variants = Variants {
    neutral: false,
    areas: AreaVariant::Chosen,
    sets: SetVariant::Growing,
};

/// Plays with dice that let the attacker win, and returns the events.
fn win(state: &mut State, seat: u8, action: Action) -> Vec<Event> {
    let mut events = Vec::new();
    // Attackers throw first; three sixes, then two ones.
    let mut dice = match action {
        Action::Defend { .. } => {
            let attackers = state.battle().unwrap().attackers;
            let mut throws = vec![6; attackers.into()];
            throws.extend([1, 1]);
            Loaded::new(&throws)
        }
        _ => Loaded::new(&[1]),
    };
    state
        .play(player(seat), action, &mut dice, &mut events)
        .unwrap();
    events
}

fn refused(state: &State, seat: u8, action: Action) -> Illegal {
    state.check(player(seat), action).unwrap_err()
}

fn attack(from: u16, target: u16, units: u8) -> Action {
    Action::Attack {
        from: land(from),
        target: land(target),
        units,
    }
}

fn defend(territory: u16, units: u8) -> Action {
    Action::Defend {
        territory: land(territory),
        units,
    }
}

fn transfer(from: u16, to: u16, units: u32) -> Action {
    Action::Transfer {
        from: land(from),
        to: land(to),
        units,
    }
}

fn reinforce(territory: u16, units: u32) -> Action {
    Action::Reinforce {
        territory: land(territory),
        units,
    }
}

#[test]
fn a_defeated_player_next_in_order_is_skipped() {
    let map = sketch::ring(4);
    let mut state = position(&map, 3, TWO, "0:5 1:1 2:3 2:3", &[]);
    win(&mut state, 0, attack(0, 1, 3));
    let events = win(&mut state, 1, defend(1, 1));
    assert!(events.contains(&Event::Defeated {
        player: player(1),
        by: player(0)
    }));
    let events = win(&mut state, 0, Action::EndTurn);
    assert!(events.contains(&Event::TurnStarted(player(2))));
    assert!(!state.legal().any(|a| matches!(a, Action::Attack { .. })));
}

#[test]
fn the_last_opponent_falls_with_cards_in_hand() {
    let map = sketch::ring(6);
    let mut state = position(&map, 2, TWO, "0:5 1:1 0:2 0:1 0:1 0:1", &["ic", "iaaw"]);
    win(&mut state, 0, attack(0, 1, 3));
    let events = win(&mut state, 1, defend(1, 1));
    assert_eq!(state.winner(), Some(player(0)));
    assert_eq!(
        events.last(),
        Some(&Event::CardsAcquired {
            player: player(0),
            cards: cards("iaaw")
        })
    );
    assert_eq!(state.seat(player(0)).cards, cards("iciaaw"));
    assert!(!state.must_trade());
    assert_eq!(
        refused(&state, 0, Action::EndTurn),
        Illegal::Over(player(0))
    );
}

#[test]
fn five_cards_force_a_trade_at_the_start_of_a_turn() {
    let map = sketch::grid(3, 3);
    let mut state = position(
        &map,
        2,
        TWO,
        "0:5 1:1 0:2 1:1 1:1 1:1 1:1 1:1 1:1",
        &["iiica"],
    );
    for action in [attack(0, 1, 1), transfer(0, 2, 1), Action::EndTurn] {
        assert_eq!(refused(&state, 0, action), Illegal::MustTrade(5));
    }
    let events = win(&mut state, 0, Action::Trade(set("iii")));
    assert_eq!(
        events[1],
        Event::UnitsGained {
            player: player(0),
            units: 4
        }
    );
    // The set traded before cannot be traded again.
    assert_eq!(
        refused(&state, 0, Action::Trade(set("iii"))),
        Illegal::NotHeld
    );
    assert_eq!(refused(&state, 0, attack(0, 1, 1)), Illegal::MustPlace(4));
    win(&mut state, 0, reinforce(0, 4));
    win(&mut state, 0, attack(0, 1, 1));
}

#[test]
fn a_defeat_that_lifts_the_hand_above_five_forces_trades_at_once() {
    let map = sketch::grid(4, 3);
    let lands = "0:9 1:1 2:1 2:1 2:1 2:1 2:1 2:1 2:1 2:1 2:1 2:1";
    let mut state = position(&map, 3, TWO, lands, &["iic", "acciaw"]);
    assert!(!state.must_trade());
    win(&mut state, 0, attack(0, 1, 3));
    win(&mut state, 1, defend(1, 1));
    assert_eq!(state.seat(player(0)).cards.len(), 9);
    assert!(state.must_trade());
    assert_eq!(refused(&state, 0, attack(0, 4, 3)), Illegal::MustTrade(9));
    assert_eq!(refused(&state, 0, Action::EndTurn), Illegal::MustTrade(9));
    // The survivors' companions may still follow before the trade.
    win(&mut state, 0, transfer(0, 1, 2));
    win(&mut state, 0, Action::Trade(set("iii")));
    assert!(state.must_trade(), "six are still too many");
    win(&mut state, 0, Action::Trade(set("ccc")));
    assert_eq!(state.seat(player(0)).cards.len(), 3);
    assert_eq!(
        refused(&state, 0, Action::Trade(set("aaw"))),
        Illegal::WrongMoment("sets are traded before attacks")
    );
    assert_eq!(refused(&state, 0, attack(1, 2, 1)), Illegal::MustPlace(10));
    win(&mut state, 0, reinforce(1, 10));
    assert_eq!(state.step(), Step::Attack);
    win(&mut state, 0, attack(1, 2, 3));
}

#[test]
fn a_defeat_that_lifts_the_hand_to_five_forces_nothing() {
    let map = sketch::grid(3, 2);
    let mut state = position(&map, 3, TWO, "0:9 1:1 2:1 2:1 2:1 2:1", &["ic", "iaw"]);
    win(&mut state, 0, attack(0, 1, 3));
    win(&mut state, 1, defend(1, 1));
    assert_eq!(state.seat(player(0)).cards.len(), 5);
    assert!(!state.must_trade());
    win(&mut state, 0, Action::EndTurn);
    // The card for the conquest makes six, which the next turn begins with.
    assert_eq!(state.seat(player(0)).cards.len(), 6);
}

#[test]
fn an_empty_deck_is_refilled_from_the_discard_pile() {
    let map = sketch::ring(3);
    // Five cards in all: i, c, a and two wild ones.
    let mut state = position(&map, 2, TWO, "0:9 1:2 1:2", &["ica", "ww"]);
    assert!(state.deck().is_empty());
    win(&mut state, 0, Action::Trade(set("ica")));
    win(&mut state, 0, reinforce(0, 4));
    win(&mut state, 0, attack(0, 1, 3));
    win(&mut state, 1, defend(1, 2));
    let events = win(&mut state, 0, Action::EndTurn);
    assert_eq!(
        events[0],
        Event::CardsAcquired {
            player: player(0),
            cards: cards("i")
        }
    );
    assert_eq!((state.deck(), state.discard()), (cards("ca"), cards("")));
}

#[test]
fn no_card_is_left_to_acquire() {
    let map = sketch::ring(3);
    let mut state = position(&map, 2, TWO, "0:9 1:2 1:2", &["ic", "aww"]);
    win(&mut state, 0, attack(0, 1, 3));
    win(&mut state, 1, defend(1, 2));
    let events = win(&mut state, 0, Action::EndTurn);
    assert_eq!(events[0], Event::TurnStarted(player(1)));
}

#[test]
fn everybody_can_claim_a_share_of_the_map() {
    for (count, players) in [(2, 2), (3, 2), (4, 2), (5, 2), (7, 6), (11, 4), (40, 6)] {
        let mut state = State::new(sketch::ring(count), players, Variants::default());
        let mut dice = SeededDice::new(u64::from(count));
        let mut events = Vec::new();
        state.start(&mut dice, &mut events).unwrap();
        while state.phase() != Some(Phase::Playing) {
            let action = state.legal().last().unwrap();
            let actor = state.to_act().unwrap();
            state.play(actor, action, &mut dice, &mut events).unwrap();
        }
        for p in state.players() {
            assert!(state.seat(p).territories > 0, "{count} for {players}");
            assert_eq!(
                state.seat(p).status == Status::Neutral,
                p.index() == 2 && players == 2
            );
        }
    }
}

/// A map may state too few units to hold its territories.
#[test]
fn fewer_units_than_territories_are_raised_to_as_many() {
    for (players, stated) in [(2, 1), (3, 2), (4, 0), (6, 1)] {
        for areas in [AreaVariant::Dealt, AreaVariant::Chosen] {
            for neutral in [false, true] {
                let map = sketch::ring_stating(13, players, stated);
                let variants = Variants {
                    areas,
                    neutral,
                    sets: SetVariant::Growing,
                };
                let mut state = State::new(map, players, variants);
                let mut dice = SeededDice::new(u64::from(players));
                let mut events = Vec::new();
                state.start(&mut dice, &mut events).unwrap();
                let hands = state.players().len() as u32;
                let gains = events.iter().filter_map(|event| match event {
                    Event::UnitsGained { units, .. } => Some(*units),
                    _ => None,
                });
                // As many as the largest share of thirteen.
                let gains: Vec<u32> = gains.take(hands as usize).collect();
                assert_eq!(gains, vec![13u32.div_ceil(hands); hands as usize]);
                while state.phase() != Some(Phase::Playing) {
                    let action = state.legal().next().unwrap();
                    let actor = state.to_act().unwrap();
                    state.play(actor, action, &mut dice, &mut events).unwrap();
                }
                assert!(state.holdings().iter().all(|holding| holding.units > 0));
                let left = |p| state.seat(p).unplaced;
                let income = state.income(state.turn().unwrap());
                assert_eq!(state.players().map(left).sum::<u32>(), income);
            }
        }
    }
}

#[test]
fn more_players_than_territories_cannot_start() {
    let mut state = State::new(sketch::ring(4), 5, Variants::default());
    assert_eq!(
        state.start(&mut SeededDice::new(1), &mut Vec::new()),
        Err(StartError::TooManyPlayers {
            players: 5,
            territories: 4
        })
    );
}

#[test]
fn a_continent_of_one_territory_pays() {
    let map = sketch::map("0-1 1-2 2-3", "0:7 1,2,3:5");
    let state = position(&map, 2, TWO, "0:1 1:1 1:1 1:1", &[]);
    assert_eq!(state.income(player(0)), 3 + 7);
    assert_eq!(state.income(player(1)), 3 + 5);
}

#[test]
fn income_is_a_third_of_the_territories() {
    let lands = vec!["0:1"; 14].join(" ");
    let state = position(&sketch::ring(15), 2, TWO, &format!("{lands} 1:1"), &[]);
    // Fourteen territories, and the whole first continent.
    assert_eq!(state.income(player(0)), 4 + 2);
}

#[test]
fn one_way_links_lead_one_way() {
    let map = sketch::map("0>1 1-2 2-3 3-0", "0,1:1 2,3:1");
    let mut state = position(&map, 2, TWO, "0:5 1:5 1:5 0:5", &[]);
    assert!(state.check(player(0), attack(0, 1, 1)).is_ok());
    state.apply(Event::TurnStarted(player(1))).unwrap();
    assert_eq!(
        refused(&state, 1, attack(1, 0, 1)),
        Illegal::NotNeighbours(land(1), land(0))
    );
    // A transfer follows the links too: there would be a path the long way round.
    let state = position(&map, 2, TWO, "0:5 0:5 1:5 1:5", &[]);
    assert!(state.check(player(0), transfer(0, 1, 4)).is_ok());
    assert_eq!(
        refused(&state, 0, transfer(1, 0, 4)),
        Illegal::NoPath(land(1), land(0))
    );
}

#[test]
fn two_units_attack_with_one() {
    let map = sketch::ring(4);
    let mut state = position(&map, 2, TWO, "0:2 1:1 1:1 0:1", &[]);
    assert_eq!(
        refused(&state, 0, attack(0, 1, 2)),
        Illegal::TooManyUnits(1)
    );
    assert_eq!(
        refused(&state, 0, attack(3, 2, 1)),
        Illegal::TooManyUnits(0)
    );
    win(&mut state, 0, attack(0, 1, 1));
    win(&mut state, 1, defend(1, 1));
    assert_eq!(state.holding(land(0)).units, 1);
    assert_eq!(state.holding(land(1)).units, 1);
    assert_eq!(
        refused(&state, 0, transfer(0, 1, 1)),
        Illegal::TooManyUnits(0)
    );
    win(&mut state, 0, Action::EndTurn);
}

#[test]
fn a_defender_never_uses_more_than_stand_there() {
    let map = sketch::ring(3);
    let mut state = position(&map, 2, TWO, "0:9 1:1 1:4", &[]);
    win(&mut state, 0, attack(0, 1, 3));
    assert_eq!(refused(&state, 1, defend(1, 2)), Illegal::TooManyUnits(1));
    assert_eq!(
        refused(&state, 1, defend(2, 1)),
        Illegal::NotAttacked(land(1))
    );
    assert_eq!(
        refused(&state, 0, attack(0, 2, 1)),
        Illegal::NotYourTurn(player(1))
    );
}

#[test]
fn fortifying_is_the_last_action_of_a_turn() {
    let map = sketch::ring(4);
    let mut state = position(&map, 2, TWO, "0:6 0:1 1:1 0:1", &[]);
    assert_eq!(
        refused(&state, 0, transfer(0, 1, 6)),
        Illegal::TooManyUnits(5)
    );
    win(&mut state, 0, transfer(0, 1, 5));
    let legal: Vec<_> = state.legal().collect();
    assert_eq!(legal, [Action::EndTurn]);
}

#[test]
fn a_follow_up_is_not_the_fortification() {
    let map = sketch::ring(4);
    let mut state = position(&map, 2, TWO, "0:9 1:1 1:1 0:1", &[]);
    win(&mut state, 0, attack(0, 1, 3));
    win(&mut state, 1, defend(1, 1));
    win(&mut state, 0, transfer(0, 1, 3));
    assert_eq!(state.holding(land(1)).units, 6);
    // One more of the same is the fortification.
    win(&mut state, 0, transfer(0, 1, 1));
    assert_eq!(state.step(), Step::Fortified);
}

#[test]
fn beating_the_other_player_wins_although_the_neutral_force_stands() {
    let map = sketch::ring(6);
    let mut state = position(&map, 2, Variants::default(), "0:9 1:1 2:2 2:2 2:2 0:1", &[]);
    win(&mut state, 0, attack(0, 1, 3));
    win(&mut state, 1, defend(1, 1));
    assert_eq!(state.winner(), Some(player(0)));
}

#[test]
fn the_neutral_force_defends_with_the_most_and_can_be_wiped_out() {
    let map = sketch::ring(6);
    let mut state = position(&map, 2, Variants::default(), "0:9 2:2 1:2 1:2 1:2 0:1", &[]);
    let mut events = Vec::new();
    let mut dice = Loaded::new(&[6, 6, 6, 1, 1]);
    state
        .play(player(0), attack(0, 1, 3), &mut dice, &mut events)
        .unwrap();
    assert!(events.contains(&Event::Defended {
        player: player(2),
        territory: land(1),
        units: 2
    }));
    assert!(events.contains(&Event::Defeated {
        player: player(2),
        by: player(0)
    }));
    assert_eq!(state.winner(), None);
}

#[test]
fn absent_players_are_passive_until_they_return() {
    let map = sketch::ring(6);
    let mut state = position(&map, 3, TWO, "0:9 1:2 1:2 2:2 2:2 0:1", &[]);
    let mut events = Vec::new();
    let mut dice = Loaded::new(&[6, 6, 6, 1, 1]);
    state.leave(player(1), &mut dice, &mut events);
    state
        .play(player(0), attack(0, 1, 3), &mut dice, &mut events)
        .unwrap();
    assert_eq!(state.battle(), None, "the server defends");
    win(&mut state, 0, Action::EndTurn);
    assert_eq!(state.turn(), Some(player(2)));
    state.come_back(player(1), &mut dice, &mut events);
    state.leave(player(2), &mut dice, &mut events);
    assert_eq!(state.turn(), Some(player(0)));
    state.leave(player(0), &mut dice, &mut events);
    assert_eq!(state.turn(), Some(player(1)));
    // With nobody left the game stops until a player returns.
    state.leave(player(1), &mut dice, &mut events);
    state.come_back(player(2), &mut dice, &mut events);
    assert_eq!(state.to_act(), Some(player(2)));
}

#[test]
fn an_attacker_who_leaves_has_the_battle_fought() {
    let map = sketch::ring(6);
    let mut state = position(&map, 3, TWO, "0:9 1:2 1:2 2:2 2:2 0:1", &[]);
    win(&mut state, 0, attack(0, 1, 3));
    let mut dice = Loaded::new(&[6, 6, 6, 1, 1]);
    state.leave(player(0), &mut dice, &mut Vec::new());
    assert_eq!(state.holding(land(1)).owner, Some(player(0)));
    assert_eq!(state.turn(), Some(player(1)));
    // The conquest brought its card.
    assert_eq!(state.seat(player(0)).cards.len(), 1);
}

#[test]
fn players_who_leave_before_claiming_are_given_a_territory() {
    let variants = Variants {
        neutral: false,
        ..Variants::default()
    };
    let mut state = State::new(sketch::map("0-1", "0,1:2"), 2, variants);
    let (mut dice, mut events) = (SeededDice::new(1), Vec::new());
    state.start(&mut dice, &mut events).unwrap();
    let first = state.turn().unwrap();
    state.leave(first, &mut dice, &mut events);
    assert_eq!(state.seat(first).territories, 1);
    assert_ne!(state.turn(), Some(first));
}
