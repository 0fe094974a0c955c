//! Events as replies and back, and a whole state as replies.

use crate::conquest::rules::{
    Action, Battle, Card, Cards, Event, Holding, Player, Seat, Snapshot, Step, TurnOrder, Variants,
};

use super::command::{
    Attack, CardsAcquired, CardsExchange, DebugArea, Defend, DiceRoll, EndRound, Logout,
    LogoutReason, Order, PlayerDefeated, Reinforce, Reinforcements, StartPhase, StartRound,
    StateArea, StateBegin, StateCards, StateDiscard, StateEnd, StateMoment, StateOrder,
    StatePlayer, StateRules, StateStatus, StateStep, StateTurn, StateUnplaced, Transfer,
};
use super::{Reply, Request};
use crate::protocol::{Flag, Name};

/// Tells an event: one reply, several for more cards than fit into one line.
///
/// Nothing for a player's return: that is told with the player's name.
pub fn tell(event: Event, mut out: impl FnMut(Reply)) {
    match event {
        Event::OrderDrawn(order) => out(Order(order).into()),
        Event::PhaseStarted(phase) => out(StartPhase { phase }.into()),
        Event::TurnStarted(player) => out(StartRound { player }.into()),
        Event::UnitsGained { player, units } => out(Reinforcements { player, units }.into()),
        Event::Reinforced {
            player,
            territory,
            units,
        } => out(Reinforce {
            player,
            area: territory,
            units,
        }
        .into()),
        Event::SetTraded { player, set } => out(CardsExchange { player, set }.into()),
        Event::Attacked {
            player,
            from,
            target,
            units,
        } => out(Attack {
            player,
            from,
            target,
            units,
        }
        .into()),
        Event::Defended {
            player,
            territory,
            units,
        } => out(Defend {
            player,
            area: territory,
            units,
        }
        .into()),
        Event::Rolled(roll) => out(DiceRoll(roll).into()),
        Event::Transferred {
            player,
            from,
            to,
            units,
        } => out(Transfer {
            player,
            from,
            to,
            units,
        }
        .into()),
        Event::CardsAcquired { player, cards } => {
            for cards in lines_of(cards) {
                out(CardsAcquired { player, cards }.into());
            }
        }
        Event::Defeated { player, by } => out(PlayerDefeated { player, by }.into()),
        Event::Left(player) => out(Logout {
            player,
            reason: LogoutReason::Left,
        }
        .into()),
        Event::Returned(_) => {}
        Event::AreaSet {
            territory,
            owner,
            units,
        } => out(DebugArea {
            area: territory,
            owner,
            units,
        }
        .into()),
    }
}

/// Cards in portions that fit into a line; those face down all at once.
fn lines_of(cards: Cards) -> Vec<Cards> {
    if cards.face_down() > 0 {
        let most = u16::from(u8::MAX);
        let full = usize::from(cards.face_down() / most);
        let rest = Some(cards.face_down() % most).filter(|&rest| rest > 0);
        return std::iter::repeat_n(most, full)
            .chain(rest)
            .map(Cards::hidden)
            .collect();
    }
    let open: Vec<Card> = cards.iter().collect();
    open.chunks(CardsAcquired::MOST)
        .map(|chunk| chunk.iter().copied().collect())
        .collect()
}

/// The event that a reply tells, if it tells one.
///
/// `REGISTERED-PLAYER` is the return of a player, which changes nothing for
/// one who was never away.
pub fn event(reply: &Reply) -> Option<Event> {
    Some(match *reply {
        Reply::Order(Order(order)) => Event::OrderDrawn(order),
        Reply::StartPhase(StartPhase { phase }) => Event::PhaseStarted(phase),
        Reply::StartRound(StartRound { player }) => Event::TurnStarted(player),
        Reply::Reinforcements(Reinforcements { player, units }) => {
            Event::UnitsGained { player, units }
        }
        Reply::Reinforce(Reinforce {
            player,
            area,
            units,
        }) => Event::Reinforced {
            player,
            territory: area,
            units,
        },
        Reply::CardsExchange(CardsExchange { player, set }) => Event::SetTraded { player, set },
        Reply::Attack(Attack {
            player,
            from,
            target,
            units,
        }) => Event::Attacked {
            player,
            from,
            target,
            units,
        },
        Reply::Defend(Defend {
            player,
            area,
            units,
        }) => Event::Defended {
            player,
            territory: area,
            units,
        },
        Reply::DiceRoll(DiceRoll(roll)) => Event::Rolled(roll),
        Reply::Transfer(Transfer {
            player,
            from,
            to,
            units,
        }) => Event::Transferred {
            player,
            from,
            to,
            units,
        },
        Reply::CardsAcquired(CardsAcquired { player, cards }) => {
            Event::CardsAcquired { player, cards }
        }
        Reply::PlayerDefeated(PlayerDefeated { player, by }) => Event::Defeated { player, by },
        Reply::Logout(Logout { player, .. }) => Event::Left(player),
        Reply::RegisteredPlayer(ref registered) => Event::Returned(registered.player),
        Reply::DebugArea(DebugArea { area, owner, units }) => Event::AreaSet {
            territory: area,
            owner,
            units,
        },
        _ => return None,
    })
}

/// Tells a whole state to `viewer`; `name` gives the players' names.
pub fn tell_state(
    snapshot: &Snapshot,
    viewer: Option<Player>,
    name: impl Fn(Player) -> Name,
    mut out: impl FnMut(Reply),
) {
    out(StateBegin {}.into());
    out(StateRules {
        areas: snapshot.variants.areas,
        sets: snapshot.variants.sets,
        neutral: Flag(snapshot.variants.neutral),
        traded: snapshot.sets_traded,
    }
    .into());
    if !snapshot.order.is_empty() {
        out(StateOrder(snapshot.order).into());
    }
    let seats = || Player::first(snapshot.seats.len()).zip(&snapshot.seats);
    for (player, seat) in seats() {
        out(StatePlayer {
            player,
            name: name(player),
            cards: seat.cards.len(),
            status: StateStatus(seat.status),
        }
        .into());
    }
    for (area, holding) in (0..)
        .map(marchland_maps::TerritoryId)
        .zip(&snapshot.holdings)
    {
        if let Some(owner) = holding.owner {
            out(StateArea {
                area,
                owner,
                units: holding.units,
            }
            .into());
        }
    }
    for (player, seat) in seats() {
        if seat.unplaced > 0 {
            out(StateUnplaced {
                player,
                units: seat.unplaced,
            }
            .into());
        }
        if Some(player) == viewer && !seat.cards.is_empty() {
            for cards in lines_of(seat.cards) {
                out(StateCards(cards).into());
            }
        }
    }
    let discarded = |card| snapshot.discard.count(card).into();
    out(StateDiscard {
        infantry: discarded(Card::Infantry),
        cavalry: discarded(Card::Cavalry),
        artillery: discarded(Card::Artillery),
        wild: discarded(Card::Wild),
    }
    .into());
    if let (Some(phase), Some(player)) = (snapshot.phase, snapshot.turn) {
        let (step, moment) = step_and_moment(snapshot);
        let seat = seats().find(|(p, _)| *p == player);
        out(StateTurn {
            phase,
            player,
            unplaced: seat.map_or(0, |(_, seat)| seat.unplaced),
            step,
        }
        .into());
        out(moment.into());
    }
    out(StateEnd {}.into());
}

fn step_and_moment(snapshot: &Snapshot) -> (StateStep, StateMoment) {
    let mut moment = StateMoment {
        conquered: Flag(snapshot.conquered),
        spoils: Flag(snapshot.spoils),
        from: marchland_maps::TerritoryId(0),
        target: marchland_maps::TerritoryId(0),
        attackers: 0,
        defenders: 0,
    };
    let step = match snapshot.step {
        Step::Idle => StateStep::Idle,
        Step::Claim => StateStep::Claim,
        Step::Claimed => StateStep::Claimed,
        Step::Settle { placed: false } => StateStep::Settle,
        Step::Settle { placed: true } => StateStep::Settled,
        Step::Place => StateStep::Place,
        Step::Attack => StateStep::Attack,
        Step::Defence(battle) => {
            moment.from = battle.from;
            moment.target = battle.target;
            moment.attackers = battle.attackers;
            moment.defenders = battle.defenders.unwrap_or(0);
            StateStep::Defend
        }
        Step::Occupy { from, to } => {
            moment.from = from;
            moment.target = to;
            StateStep::Occupy
        }
        Step::Spoils => StateStep::Spoils,
        Step::Fortified => StateStep::Fortified,
    };
    (step, moment)
}

/// Collects the lines of a state until it is complete.
#[derive(Debug, Clone)]
pub struct StateCollector {
    snapshot: Snapshot,
    viewer: Option<Player>,
    names: Vec<Name>,
    step: StateStep,
}

impl StateCollector {
    /// Ready for a state of a game on a map of `territories`, told to `viewer`.
    pub fn new(territories: usize, viewer: Option<Player>) -> Self {
        Self {
            snapshot: Snapshot {
                variants: Variants::default(),
                sets_traded: 0,
                order: TurnOrder::default(),
                seats: Vec::new(),
                holdings: vec![Holding::default(); territories],
                discard: Cards::NONE,
                phase: None,
                turn: None,
                step: Step::Idle,
                conquered: false,
                spoils: false,
            },
            viewer,
            names: Vec::new(),
            step: StateStep::Idle,
        }
    }

    /// Takes a line of the state; other replies are passed over. Numbers that
    /// fit nowhere are dropped: the state put together will not be accepted.
    pub fn take(&mut self, reply: &Reply) {
        let snapshot = &mut self.snapshot;
        match reply {
            Reply::StateRules(rules) => {
                snapshot.variants = Variants {
                    areas: rules.areas,
                    sets: rules.sets,
                    neutral: rules.neutral.0,
                };
                snapshot.sets_traded = rules.traded;
            }
            Reply::StateOrder(StateOrder(order)) => snapshot.order = *order,
            Reply::StatePlayer(told) if told.player.index() == snapshot.seats.len() => {
                let own = self.viewer == Some(told.player);
                let cards = if own { 0 } else { told.cards };
                snapshot.seats.push(Seat {
                    status: told.status.0,
                    unplaced: 0,
                    cards: Cards::hidden(cards.min(u16::MAX.into()) as u16),
                    territories: 0,
                });
                self.names.push(told.name.clone());
            }
            Reply::StateArea(told) => {
                if let Some(holding) = snapshot.holdings.get_mut(told.area.index()) {
                    holding.owner = Some(told.owner);
                    holding.units = told.units;
                }
            }
            Reply::StateUnplaced(told) => {
                if let Some(seat) = snapshot.seats.get_mut(told.player.index()) {
                    seat.unplaced = told.units;
                }
            }
            Reply::StateCards(StateCards(cards)) => {
                let seat = self
                    .viewer
                    .and_then(|me| snapshot.seats.get_mut(me.index()));
                if let Some(seat) = seat {
                    let both = seat.cards.iter().chain(cards.iter());
                    seat.cards = both.collect();
                }
            }
            Reply::StateDiscard(told) => {
                let pile = [
                    (Card::Infantry, told.infantry),
                    (Card::Cavalry, told.cavalry),
                    (Card::Artillery, told.artillery),
                    (Card::Wild, told.wild),
                ];
                let cards = |(card, count): (Card, u32)| {
                    std::iter::repeat_n(card, count.min(u16::MAX.into()) as usize)
                };
                snapshot.discard = pile.into_iter().flat_map(cards).collect();
            }
            Reply::StateTurn(told) => {
                snapshot.phase = Some(told.phase);
                snapshot.turn = Some(told.player);
                self.step = told.step;
            }
            Reply::StateMoment(told) => {
                snapshot.conquered = told.conquered.0;
                snapshot.spoils = told.spoils.0;
                snapshot.step = step(self.step, told);
            }
            _ => {}
        }
    }

    /// The state and the names of the players, by seat.
    pub fn finish(self) -> (Snapshot, Vec<Name>) {
        (self.snapshot, self.names)
    }
}

fn step(step: StateStep, moment: &StateMoment) -> Step {
    match step {
        StateStep::Idle => Step::Idle,
        StateStep::Claim => Step::Claim,
        StateStep::Claimed => Step::Claimed,
        StateStep::Settle => Step::Settle { placed: false },
        StateStep::Settled => Step::Settle { placed: true },
        StateStep::Place => Step::Place,
        StateStep::Attack => Step::Attack,
        StateStep::Defend => Step::Defence(Battle {
            from: moment.from,
            target: moment.target,
            attackers: moment.attackers,
            defenders: Some(moment.defenders).filter(|&n| n > 0),
        }),
        StateStep::Occupy => Step::Occupy {
            from: moment.from,
            to: moment.target,
        },
        StateStep::Spoils => Step::Spoils,
        StateStep::Fortified => Step::Fortified,
    }
}

/// A player's action as the request that asks for it.
pub fn request(player: Player, action: Action) -> Request {
    match action {
        Action::Reinforce { territory, units } => Reinforce {
            player,
            area: territory,
            units,
        }
        .into(),
        Action::Trade(set) => CardsExchange { player, set }.into(),
        Action::Attack {
            from,
            target,
            units,
        } => Attack {
            player,
            from,
            target,
            units,
        }
        .into(),
        Action::Defend { territory, units } => Defend {
            player,
            area: territory,
            units,
        }
        .into(),
        Action::Transfer { from, to, units } => Transfer {
            player,
            from,
            to,
            units,
        }
        .into(),
        Action::EndTurn => EndRound { player }.into(),
    }
}

/// The player's action that a request asks for, with the player it names.
pub fn action(request: &Request) -> Option<(Player, Action)> {
    Some(match *request {
        Request::Reinforce(Reinforce {
            player,
            area,
            units,
        }) => (
            player,
            Action::Reinforce {
                territory: area,
                units,
            },
        ),
        Request::CardsExchange(CardsExchange { player, set }) => (player, Action::Trade(set)),
        Request::Attack(Attack {
            player,
            from,
            target,
            units,
        }) => (
            player,
            Action::Attack {
                from,
                target,
                units,
            },
        ),
        Request::Defend(Defend {
            player,
            area,
            units,
        }) => (
            player,
            Action::Defend {
                territory: area,
                units,
            },
        ),
        Request::Transfer(Transfer {
            player,
            from,
            to,
            units,
        }) => (player, Action::Transfer { from, to, units }),
        Request::EndRound(EndRound { player }) => (player, Action::EndTurn),
        _ => return None,
    })
}
