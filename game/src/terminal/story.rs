//! Reports events in few lines: a turn of another player is a paragraph, a battle of many
//! rounds a sentence.

use marchland_maps::TerritoryId;

use super::clock::SKIPPED;
use super::roster::Roster;
use super::style::{Ink, Style};
use crate::client::{Model, is_time_up, narrate_to};
use crate::conquest::Reply;
use crate::conquest::narrator::{Cast, Fight, deed, place, sentence, units as count_units};
use crate::conquest::rules::{Event, Phase, Player, Roll, State, Status};
use crate::protocol::ServerMessage;
use crate::protocol::command::LogoutReason;

/// Collects events until they are reported.
#[derive(Debug, Default)]
pub(super) struct Story {
    /// Finished lines.
    done: Vec<String>,
    /// The current turn of another player, or of the person while the computer plays.
    turn: Option<Turn>,
    fight: Option<Fight>,
    /// The units left on both sides of its border.
    left: (u32, u32),
    /// What others claimed or placed at the start, by player.
    settled: Vec<(Player, Vec<(TerritoryId, u32)>)>,
    /// Own placements reported before they were sent.
    told: Vec<(TerritoryId, u32)>,
    /// A set was traded, and its units have not arrived.
    traded: bool,
    /// Whether the dice of own battles are shown roll by roll.
    pub(super) show_dice: bool,
    pub(super) manner: Manner,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Manner {
    /// Own turns in full, those of others in short.
    #[default]
    Player,
    /// All turns in short, while the computer plays.
    Watcher,
    /// Only decisive events.
    Brief,
}

#[derive(Debug)]
struct Turn {
    player: Player,
    phase: Option<Phase>,
    gained: u32,
    placed: Vec<(TerritoryId, u32)>,
    lines: Vec<String>,
}

/// The context for reporting a reply.
struct Scene<'a> {
    model: &'a Model,
    roster: Roster,
    style: Style,
}

impl<'a> Scene<'a> {
    fn new(model: &'a Model, style: Style) -> Self {
        Self {
            model,
            roster: Roster::new(model),
            style,
        }
    }
}

impl Cast for Scene<'_> {
    fn is_you(&self, player: Player) -> bool {
        self.roster.is_me(player)
    }

    fn subject(&self, player: Player) -> String {
        self.roster.subject(self.style, player)
    }

    fn object(&self, player: Player) -> String {
        self.roster.object(self.style, player)
    }

    fn place(&self, territory: TerritoryId) -> String {
        place(self.model.map(), territory)
    }
}

impl Story {
    /// Processes a reply; `model` is the game before it.
    pub(super) fn hear(&mut self, reply: &Reply, model: &Model, style: Style) {
        let scene = Scene::new(model, style);
        let event = match reply {
            Reply::Event(event) => Some(event),
            _ => None,
        };
        let same_fight = match (&self.fight, event) {
            (Some(fight), Some(event)) => fight.goes_on(event),
            _ => false,
        };
        if !same_fight {
            // The event that ends a battle is reported after it.
            self.end_fight(&scene);
        }
        match reply {
            Reply::Event(event) => self.hear_event(event, same_fight, &scene),
            Reply::ServerMessage(answer) => self.hear_answer(answer, reply, &scene),
            Reply::Map(_) | Reply::StateLine(_) => {}
        }
    }

    fn hear_event(&mut self, event: &Event, same_fight: bool, scene: &Scene<'_>) {
        let model = scene.model;
        match *event {
            Event::TurnStarted(player) => {
                self.end_turn(scene);
                self.note_defeat(scene);
                if self.is_outside(player, scene) {
                    self.turn = Some(Turn {
                        player,
                        phase: model.state().and_then(State::phase),
                        gained: 0,
                        placed: Vec::new(),
                        lines: Vec::new(),
                    });
                }
            }
            Event::PhaseStarted(phase) => {
                self.end_turn(scene);
                self.settle(scene);
                if phase == Phase::Playing {
                    self.done.push(String::new());
                    self.done.push(scene.style.rule("The game begins"));
                }
            }
            Event::UnitsGained { player, units } => self.gains(player, units, event, scene),
            Event::Reinforced {
                player,
                territory,
                units,
            } => self.places(player, territory, units, scene),
            Event::Attacked { .. } if !same_fight => {
                let holdings = model.state().map(State::holdings).unwrap_or_default();
                self.fight = Fight::begin(event, holdings);
            }
            Event::Attacked { .. } | Event::Defended { .. } => {}
            Event::Rolled(roll) => self.dice(roll, event, scene),
            Event::Transferred { units, .. } if same_fight => {
                self.left.0 = self.left.0.saturating_sub(units);
                self.left.1 = self.left.1.saturating_add(units);
            }
            Event::Defeated { .. } => {
                let text = sentence(event, scene);
                let text = scene.style.paint(Ink::Bold, text.trim_end_matches('.'));
                if self.manner == Manner::Brief {
                    self.done.push(text);
                } else {
                    self.tell(text);
                }
            }
            _ => {
                self.traded |= matches!(event, Event::SetTraded { .. });
                match deed(event, scene) {
                    Some((player, deed)) => self.tell_of(player, &deed, scene),
                    None => self.done.push(sentence(event, scene)),
                }
            }
        }
    }

    fn hear_answer(&mut self, answer: &ServerMessage, reply: &Reply, scene: &Scene<'_>) {
        let Some(text) = narrate_to(scene, reply, scene.model) else {
            return;
        };
        match answer {
            ServerMessage::RegisteredPlayer(told)
                if scene.is_you(told.player) && !scene.model.is_absent(told.player) => {}
            // The player has resigned, which was just reported.
            ServerMessage::Logout(told)
                if scene.is_you(told.player) && told.reason == LogoutReason::Left => {}
            // The end of the game is reported when leaving it.
            ServerMessage::GameOver(_) => {}
            ServerMessage::Logout(_)
                if scene.model.state().is_some() && is_time_up(answer, scene.model.me()) =>
            {
                self.end_turn(scene);
                self.done.push(scene.style.paint(Ink::Bad, SKIPPED));
            }
            ServerMessage::Logout(_) => {
                self.end_turn(scene);
                let skipped = match scene.model.state() {
                    Some(_) => " The turns are skipped.",
                    None => "",
                };
                self.done.push(format!("{text}{skipped}"));
            }
            ServerMessage::Error(_) => self.done.push(scene.style.paint(Ink::Bad, &text)),
            _ => self.done.push(text),
        }
    }

    /// Whether a player's turn is reported as a paragraph.
    fn is_outside(&self, player: Player, scene: &Scene<'_>) -> bool {
        self.manner != Manner::Player || !scene.roster.is_me(player)
    }

    fn gains(&mut self, player: Player, units: u32, event: &Event, scene: &Scene<'_>) {
        match &mut self.turn {
            Some(turn) if turn.player == player => {
                turn.gained = turn.gained.saturating_add(units);
            }
            _ => {
                // The units at the start of a turn are shown in the prompt.
                if std::mem::take(&mut self.traded) && scene.roster.is_me(player) {
                    self.tell(sentence(event, scene));
                }
            }
        }
    }

    /// Reports a staged placement.
    pub(super) fn placed(&mut self, area: TerritoryId, units: u32, text: String) {
        self.told.push((area, units));
        self.done.push(text);
    }

    /// What was reported and not done is to be reported again when it is.
    pub(super) fn forget_placed(&mut self) {
        self.told.clear();
    }

    pub(super) fn taken_back(&mut self, area: TerritoryId, units: u32, text: String) {
        if let Some(at) = self.told.iter().rposition(|told| *told == (area, units)) {
            self.told.remove(at);
        }
        self.done.push(text);
    }

    fn places(&mut self, player: Player, area: TerritoryId, units: u32, scene: &Scene<'_>) {
        if scene.roster.is_me(player)
            && let Some(at) = self.told.iter().position(|told| *told == (area, units))
        {
            self.told.remove(at);
            return;
        }
        match &mut self.turn {
            Some(turn) if turn.player == player => turn.placed.push((area, units)),
            _ => {
                let turn = scene.model.state().and_then(State::turn);
                if scene.roster.is_me(player) && turn == Some(player) {
                    let holdings = scene.model.state().map(State::holdings);
                    let there = holdings.and_then(|all| all.get(area.index()));
                    let before = there.map_or(0, |holding| holding.units);
                    let text = match scene.model.state().and_then(State::phase) {
                        Some(Phase::Claiming) => format!("You claim {}.", scene.place(area)),
                        _ => format!(
                            "{units} placed on {}: {} there now.",
                            scene.place(area),
                            before.saturating_add(units)
                        ),
                    };
                    self.tell(text);
                }
            }
        }
    }

    fn dice(&mut self, roll: Roll, event: &Event, scene: &Scene<'_>) {
        let Some(state) = scene.model.state() else {
            return;
        };
        let (Some(battle), Some(fight)) = (state.battle(), &mut self.fight) else {
            return;
        };
        let (lost, killed) = roll.losses();
        let defenders = state.holding(battle.target).units;
        fight.round(roll, defenders);
        let from = state.holding(battle.from).units.saturating_sub(lost);
        self.left = if fight.taken {
            let moved = u32::from(battle.attackers).saturating_sub(lost);
            (from.saturating_sub(moved), moved)
        } else {
            (from, defenders.saturating_sub(killed))
        };
        if self.show_dice && self.turn.is_none() {
            self.done.push(sentence(event, scene));
        }
    }

    /// Adds a line to the current turn, or by itself.
    fn tell(&mut self, text: String) {
        match &mut self.turn {
            Some(turn) => turn.lines.push(text),
            None => self.done.push(text),
        }
    }

    /// Reports a player's deed; in the paragraph of the player's own turn only the first line
    /// names the player.
    fn tell_of(&mut self, player: Player, deed: &str, scene: &Scene<'_>) {
        let own = |turn: &Turn| turn.player == player && turn.phase == Some(Phase::Playing);
        if self.turn.as_ref().is_some_and(own) {
            self.tell(deed.to_owned());
        } else {
            self.tell(format!("{} {deed}", scene.subject(player)));
        }
    }

    fn end_fight(&mut self, scene: &Scene<'_>) {
        let Some(fight) = self.fight.take() else {
            return;
        };
        let (here, there) = self.left;
        let own = scene.is_you(fight.player) && self.turn.is_none();
        if !own {
            let deed = fight.deed(scene);
            let deed = if fight.taken {
                format!("{deed}, {there} there now")
            } else {
                deed
            };
            return self.tell_of(fight.player, &deed, scene);
        }
        let (target, losses) = (scene.place(fight.target), fight.losses());
        let text = if fight.taken {
            let taken = scene.style.paint(Ink::Good, &format!("{target} is taken"));
            let from = fight.victim.map(|victim| scene.object(victim));
            let from = from.unwrap_or_default();
            format!("{taken} from {from}: {losses}; {there} there now.")
        } else {
            format!("{target} holds: {losses}; {here} against {there} left.")
        };
        self.tell(text);
    }

    fn end_turn(&mut self, scene: &Scene<'_>) {
        let Some(turn) = self.turn.take() else { return };
        if self.manner == Manner::Brief {
            return;
        }
        if turn.phase != Some(Phase::Playing) {
            self.note_settled(turn);
            return;
        }
        let placed: Vec<(TerritoryId, u32)> = sum(&turn.placed);
        let placed: Vec<String> = placed
            .iter()
            .map(|&(area, units)| format!("{} +{units}", scene.place(area)))
            .collect();
        let who = scene.subject(turn.player);
        let gained = count_units(turn.gained);
        let head = format!("{who}, {gained}: {}", placed.join(", "));
        self.done.push(headed(scene, turn.player, &head));
        for line in turn.lines {
            self.done.push(scene.style.wrap(&format!("    {line}"), 6));
        }
    }

    /// After the turn in which the person was defeated, only decisive events are reported.
    fn note_defeat(&mut self, scene: &Scene<'_>) {
        let (me, state) = (scene.model.me(), scene.model.state());
        let defeated = me.zip(state).is_some_and(|(me, state)| {
            state.seat(me).status == Status::Defeated && state.winner().is_none()
        });
        if defeated && self.manner != Manner::Brief {
            self.manner = Manner::Brief;
            let text = "You are out. The others play on; `quit` leaves.";
            self.done.push(text.to_owned());
        }
    }

    fn note_settled(&mut self, turn: Turn) {
        let known = self
            .settled
            .iter()
            .position(|(player, _)| *player == turn.player);
        match known {
            Some(at) => self.settled[at].1.extend(turn.placed),
            None => self.settled.push((turn.player, turn.placed)),
        }
        self.done.extend(turn.lines);
    }

    /// Reports what was claimed and placed at the start since the last time.
    fn settle(&mut self, scene: &Scene<'_>) {
        let claiming = scene.model.state().and_then(State::phase) == Some(Phase::Claiming);
        for (player, placed) in std::mem::take(&mut self.settled) {
            if placed.is_empty() {
                continue;
            }
            let text = |&(area, units): &(TerritoryId, u32)| {
                if claiming {
                    scene.place(area)
                } else {
                    format!("{} +{units}", scene.place(area))
                }
            };
            let placed: Vec<String> = sum(&placed).iter().map(text).collect();
            let does = if claiming {
                scene.does(player, "claims", "claim")
            } else {
                scene.does(player, "places", "place")
            };
            let text = format!("{does} {}", placed.join(", "));
            self.done.push(headed(scene, player, &text));
        }
    }

    /// Reports what was collected so far, because the player is asked for input.
    pub(super) fn pause(&mut self, model: &Model, style: Style) {
        let scene = Scene::new(model, style);
        let mine = |fight: &Fight| scene.roster.is_me(fight.player);
        if self.fight.as_ref().is_some_and(mine) && self.turn.is_none() {
            self.end_fight(&scene);
        }
        self.settle(&scene);
    }

    /// Takes the finished lines.
    pub(super) fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.done)
    }

    /// Finishes what is in progress: the game is over, or interrupted.
    pub(super) fn finish(&mut self, model: &Model, style: Style) {
        let scene = Scene::new(model, style);
        self.end_fight(&scene);
        self.end_turn(&scene);
    }
}

/// A paragraph after the player's mark.
fn headed(scene: &Scene<'_>, player: Player, text: &str) -> String {
    let mark = scene.roster.mark(Some(player)).to_string();
    let mark = scene.style.paint(scene.roster.ink(Some(player)), &mark);
    scene.style.wrap(&format!("{mark} {text}"), 4)
}

/// Units by territory, in the order of first occurrence.
fn sum(placed: &[(TerritoryId, u32)]) -> Vec<(TerritoryId, u32)> {
    let mut out: Vec<(TerritoryId, u32)> = Vec::new();
    for &(area, units) in placed {
        match out.iter_mut().find(|(known, _)| *known == area) {
            Some((_, sum)) => *sum = sum.saturating_add(units),
            None => out.push((area, units)),
        }
    }
    out
}
