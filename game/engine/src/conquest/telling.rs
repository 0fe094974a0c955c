//! Converts events and whole states to lines, and lines back to a state.

use marchland_maps::TerritoryId;

use super::lines::{
    MOST_CARDS, Open, StateArea, StateBegin, StateCards, StateDiscard, StateEnd, StateLine,
    StateMoment, StateOrder, StatePlayer, StateRules, StateStep, StateTurn, StateUnplaced,
};
use super::rules::{Battle, Card, Cards, Event, Holding, Player, Seat, Snapshot, Step};
use crate::protocol::{Flag, Name};

/// Splits an event into events of one line each: cards that do not fit into one line are
/// spread over several. Nothing for players leaving or returning, which the table announces.
pub fn tell(event: Event, mut out: impl FnMut(Event)) {
    match event {
        Event::Left(_) | Event::Returned(_) => {}
        Event::CardsAcquired { player, cards } => {
            for cards in lines_of(cards) {
                out(Event::CardsAcquired { player, cards });
            }
        }
        event => out(event),
    }
}

/// Cards in portions that fit into a line; face-down cards need no more than their number.
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
    open.chunks(MOST_CARDS)
        .map(|chunk| chunk.iter().copied().collect())
        .collect()
}

/// Emits the lines of a whole state for `viewer`; `name` gives the players' names.
pub fn tell_state(
    snapshot: &Snapshot,
    viewer: Option<Player>,
    name: impl Fn(Player) -> Name,
    mut out: impl FnMut(StateLine),
) {
    out(StateBegin {}.into());
    out(StateRules::of(snapshot.variants, snapshot.sets_traded).into());
    if !snapshot.order.is_empty() {
        out(StateOrder {
            order: snapshot.order,
        }
        .into());
    }
    let seats = || Player::first(snapshot.seats.len()).zip(&snapshot.seats);
    for (player, seat) in seats() {
        out(StatePlayer {
            player,
            name: name(player),
            cards: seat.cards.len(),
            status: seat.status,
        }
        .into());
    }
    for (area, holding) in (0..).map(TerritoryId).zip(&snapshot.holdings) {
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
                out(StateCards { cards: Open(cards) }.into());
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
        from: TerritoryId(0),
        target: TerritoryId(0),
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
    /// A collector for a state on a map of `territories`, sent to `viewer`.
    pub fn new(territories: usize, viewer: Option<Player>) -> Self {
        Self {
            snapshot: Snapshot {
                holdings: vec![Holding::default(); territories],
                ..Snapshot::default()
            },
            viewer,
            names: Vec::new(),
            step: StateStep::Idle,
        }
    }

    /// Adds a line of the state. Numbers out of range are dropped: the resulting state will
    /// be rejected.
    pub fn take(&mut self, line: &StateLine) {
        let snapshot = &mut self.snapshot;
        match line {
            StateLine::StateRules(rules) => {
                snapshot.variants = rules.variants();
                snapshot.sets_traded = rules.traded;
            }
            StateLine::StateOrder(told) => snapshot.order = told.order,
            StateLine::StatePlayer(told) if told.player.index() == snapshot.seats.len() => {
                let own = self.viewer == Some(told.player);
                let cards = if own { 0 } else { told.cards };
                snapshot.seats.push(Seat {
                    status: told.status,
                    unplaced: 0,
                    cards: Cards::hidden(cards.min(u16::MAX.into()) as u16),
                    territories: 0,
                });
                self.names.push(told.name.clone());
            }
            StateLine::StateArea(told) => {
                if let Some(holding) = snapshot.holdings.get_mut(told.area.index()) {
                    holding.owner = Some(told.owner);
                    holding.units = told.units;
                }
            }
            StateLine::StateUnplaced(told) => {
                if let Some(seat) = snapshot.seats.get_mut(told.player.index()) {
                    seat.unplaced = told.units;
                }
            }
            StateLine::StateCards(told) => {
                let me = self.viewer.map(Player::index);
                if let Some(seat) = me.and_then(|me| snapshot.seats.get_mut(me)) {
                    let both = seat.cards.iter().chain(told.cards.0.iter());
                    seat.cards = both.collect();
                }
            }
            StateLine::StateDiscard(told) => {
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
            StateLine::StateTurn(told) => {
                snapshot.phase = Some(told.phase);
                snapshot.turn = Some(told.player);
                self.step = told.step;
            }
            StateLine::StateMoment(told) => {
                snapshot.conquered = told.conquered.0;
                snapshot.spoils = told.spoils.0;
                snapshot.step = step(self.step, told);
            }
            StateLine::StatePlayer(_) | StateLine::StateBegin(_) | StateLine::StateEnd(_) => {}
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
