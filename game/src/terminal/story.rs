//! What happens, told in few lines: a turn of another player is a paragraph,
//! a battle of many rounds a sentence.

use marchland_maps::TerritoryId;

use super::roster::{Roster, count, place};
use super::style::{Ink, Style};
use crate::client::Model;
use crate::conquest::Reply;
use crate::conquest::command::{ErrorCode, LogoutReason, To};
use crate::conquest::rules::{Phase, Player, Roll, State, Status};

/// Collects what happens until it is told.
#[derive(Debug, Default)]
pub(super) struct Story {
    /// Lines that are told to their end.
    done: Vec<String>,
    /// The turn of another player, or of oneself when the computer plays.
    turn: Option<Turn>,
    fight: Option<Fight>,
    /// What others claimed or placed at the start, by player.
    settled: Vec<(Player, Vec<(TerritoryId, u32)>)>,
    /// One's own placements that were told before they were sent.
    told: Vec<(TerritoryId, u32)>,
    /// A set was traded, and its units are awaited.
    traded: bool,
    /// Whether the dice of one's own battles are shown one by one.
    pub(super) show_dice: bool,
    pub(super) manner: Manner,
}

/// How much is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Manner {
    /// One's own turns as they are played, those of others in short.
    #[default]
    Player,
    /// All turns in short: the computer plays.
    Watcher,
    /// Only what decides the game.
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

/// A battle over one border, round after round.
#[derive(Debug)]
struct Fight {
    player: Player,
    from: TerritoryId,
    target: TerritoryId,
    victim: Option<Player>,
    lost: u32,
    killed: u32,
    taken: bool,
    /// Units that stand on both at last.
    left: (u32, u32),
}

/// What is needed to tell a reply.
struct Scene<'a> {
    model: &'a Model,
    roster: Roster,
    style: Style,
}

impl Scene<'_> {
    fn place(&self, territory: TerritoryId) -> String {
        place(self.model.map(), territory)
    }

    fn who(&self, player: Player) -> String {
        self.roster.subject(self.style, player)
    }

    fn whom(&self, player: Player) -> String {
        self.roster.object(self.style, player)
    }

    /// The verb that goes with a player's name, or with `You`.
    fn verb<'v>(&self, player: Player, third: &'v str, you: &'v str) -> &'v str {
        if self.roster.is_me(player) {
            you
        } else {
            third
        }
    }

    /// `Red takes`, `You take`.
    fn does(&self, player: Player, third: &str, you: &str) -> String {
        format!("{} {}", self.who(player), self.verb(player, third, you))
    }
}

impl Story {
    /// Takes notice of a reply; `model` is the game before it.
    pub(super) fn hear(&mut self, reply: &Reply, model: &Model, style: Style) {
        let scene = Scene {
            model,
            roster: Roster::new(model),
            style,
        };
        let same_fight = match reply {
            Reply::Attack(told) => self.fight.as_ref().is_some_and(|fight| {
                !fight.taken && (fight.from, fight.target) == (told.from, told.target)
            }),
            Reply::Transfer(told) => self.fight.as_ref().is_some_and(|fight| {
                fight.taken && (fight.from, fight.target) == (told.from, told.to)
            }),
            Reply::Defend(_) | Reply::DiceRoll(_) => true,
            // What ends a battle is told after it.
            _ => false,
        };
        if !same_fight {
            self.end_fight(&scene);
        }
        match reply {
            Reply::StartRound(told) => {
                self.end_turn(&scene);
                self.note_defeat(&scene);
                if self.is_outside(told.player, &scene) {
                    self.turn = Some(Turn {
                        player: told.player,
                        phase: model.state().and_then(State::phase),
                        gained: 0,
                        placed: Vec::new(),
                        lines: Vec::new(),
                    });
                }
            }
            Reply::StartPhase(told) => {
                self.end_turn(&scene);
                self.settle(&scene);
                if told.phase == Phase::Playing {
                    self.done.push(String::new());
                    self.done.push(style.rule("The game begins"));
                }
            }
            Reply::Reinforcements(told) => self.gains(told.player, told.units, &scene),
            Reply::Reinforce(told) => self.places(told.player, told.area, told.units, &scene),
            Reply::Attack(told) if !same_fight => {
                // Nothing says yet that the map has such a territory.
                let state = model.state();
                let target = state.and_then(|state| state.holdings().get(told.target.index()));
                self.fight = target.map(|target| Fight {
                    player: told.player,
                    from: told.from,
                    target: told.target,
                    victim: target.owner,
                    lost: 0,
                    killed: 0,
                    taken: false,
                    left: (0, 0),
                });
            }
            Reply::DiceRoll(told) => self.dice(told.0, &scene),
            Reply::Transfer(told) => match &mut self.fight {
                Some(fight) if same_fight => {
                    fight.left.0 = fight.left.0.saturating_sub(told.units);
                    fight.left.1 = fight.left.1.saturating_add(told.units);
                }
                _ => {
                    let moves = scene.verb(told.player, "moves", "move");
                    let (from, to) = (scene.place(told.from), scene.place(told.to));
                    let deed = format!("{moves} {} from {from} to {to}", told.units);
                    self.tell_of(told.player, &deed, &scene);
                }
            },
            _ => self.hear_other(reply, &scene),
        }
    }

    fn hear_other(&mut self, reply: &Reply, scene: &Scene<'_>) {
        match reply {
            Reply::CardsExchange(told) => {
                self.traded = true;
                let trades = scene.verb(told.player, "trades", "trade");
                self.tell_of(told.player, &format!("{trades} a set of cards"), scene);
            }
            Reply::CardsAcquired(told) => {
                let cards = told.cards;
                let what = match cards.len() {
                    1 => "a card".to_owned(),
                    n => format!("{n} cards"),
                };
                let mut text = format!("{} {what}", scene.verb(told.player, "gets", "get"));
                if scene.roster.is_me(told.player) {
                    let names: Vec<&str> = cards.iter().map(super::cards::name).collect();
                    text.push_str(": ");
                    text.push_str(&names.join(", "));
                }
                self.tell_of(told.player, &text, scene);
            }
            Reply::PlayerDefeated(told) => {
                let verb = if scene.roster.is_me(told.player) {
                    "are"
                } else {
                    "is"
                };
                let text = format!(
                    "{} {verb} defeated by {}",
                    scene.who(told.player),
                    scene.whom(told.by)
                );
                let text = scene.style.paint(Ink::Bold, &text);
                if self.manner == Manner::Brief {
                    self.done.push(text);
                } else {
                    self.tell(text);
                }
            }
            Reply::RegisteredPlayer(told) if scene.roster.is_me(told.player) => {}
            Reply::RegisteredPlayer(told) if scene.model.name(told.player).is_none() => {
                self.done.push(format!("{} sits down.", told.name));
            }
            Reply::RegisteredPlayer(told) if scene.model.is_absent(told.player) => {
                let text = format!("{} back.", scene.does(told.player, "comes", "come"));
                self.done.push(text);
            }
            Reply::Logout(told) => {
                let text = match told.reason {
                    LogoutReason::Left => scene.does(told.player, "leaves", "leave"),
                    LogoutReason::Kicked => {
                        format!("{} too long", scene.does(told.player, "takes", "take"))
                    }
                };
                self.end_turn(scene);
                let skipped = match scene.model.state() {
                    Some(_) => "; the turns are skipped.",
                    None => ".",
                };
                self.done.push(format!("{text}{skipped}"));
            }
            Reply::Order(order) => {
                let names: Vec<String> = order.0.iter().map(|p| scene.whom(p)).collect();
                self.done
                    .push(format!("Order of play: {}.", names.join(", ")));
            }
            Reply::Chat(chat) => {
                let to = match chat.to {
                    To::All => "",
                    To::One(_) => " (to you alone)",
                };
                let text = format!("{}{to}: {}", scene.who(chat.player), chat.message);
                self.done.push(text);
            }
            Reply::DebugArea(told) => {
                let text = format!(
                    "The debug console gives {} to {}, {}.",
                    scene.place(told.area),
                    scene.whom(told.owner),
                    count(told.units, "unit")
                );
                self.done.push(text);
            }
            Reply::Error(told) => {
                let does = if told.code == ErrorCode::Closing as u32 {
                    "closes the connection"
                } else {
                    "refuses"
                };
                let text = format!("The server {does}: {}.", told.text);
                self.done.push(scene.style.paint(Ink::Bad, &text));
            }
            _ => {}
        }
    }

    /// Whether a player's turn is told as a paragraph.
    fn is_outside(&self, player: Player, scene: &Scene<'_>) -> bool {
        self.manner != Manner::Player || !scene.roster.is_me(player)
    }

    fn gains(&mut self, player: Player, units: u32, scene: &Scene<'_>) {
        match &mut self.turn {
            Some(turn) if turn.player == player => {
                turn.gained = turn.gained.saturating_add(units);
            }
            _ => {
                // Those of the turn's start stand in the prompt.
                if std::mem::take(&mut self.traded) && scene.roster.is_me(player) {
                    self.tell(format!("You gain {}.", count(units, "unit")));
                }
            }
        }
    }

    /// Tells of units that one has placed and not sent yet.
    pub(super) fn placed(&mut self, area: TerritoryId, units: u32, text: String) {
        self.told.push((area, units));
        self.done.push(text);
    }

    /// Tells that they were taken back.
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

    fn dice(&mut self, roll: Roll, scene: &Scene<'_>) {
        let Some(state) = scene.model.state() else {
            return;
        };
        let (Some(battle), Some(fight)) = (state.battle(), &mut self.fight) else {
            return;
        };
        let (lost, killed) = roll.losses();
        fight.lost += lost;
        fight.killed += killed;
        let from = state.holding(battle.from).units.saturating_sub(lost);
        let target = state.holding(battle.target).units.saturating_sub(killed);
        fight.taken = target == 0;
        fight.left = if fight.taken {
            let moved = u32::from(battle.attackers).saturating_sub(lost);
            (from.saturating_sub(moved), moved)
        } else {
            (from, target)
        };
        let dice = |dice: &[u8]| {
            let thrown = dice.iter().filter(|&&die| die > 0).map(u8::to_string);
            thrown.collect::<Vec<_>>().join(" ")
        };
        if self.show_dice && self.turn.is_none() {
            let text = format!(
                "Dice {} against {}: you lose {lost}, they lose {killed}.",
                dice(&roll.attack()),
                dice(&roll.defence())
            );
            self.done.push(text);
        }
    }

    /// A line of the turn at hand, or by itself.
    fn tell(&mut self, text: String) {
        match &mut self.turn {
            Some(turn) => turn.lines.push(text),
            None => self.done.push(text),
        }
    }

    /// What a player does; in the paragraph of the player's own turn the name
    /// stands in the first line alone.
    fn tell_of(&mut self, player: Player, deed: &str, scene: &Scene<'_>) {
        let own = |turn: &Turn| turn.player == player && turn.phase == Some(Phase::Playing);
        if self.turn.as_ref().is_some_and(own) {
            self.tell(deed.to_owned());
        } else {
            self.tell(format!("{} {deed}", scene.who(player)));
        }
    }

    fn end_fight(&mut self, scene: &Scene<'_>) {
        let Some(fight) = self.fight.take() else {
            return;
        };
        let style = scene.style;
        let own = scene.roster.is_me(fight.player) && self.turn.is_none();
        let target = scene.place(fight.target);
        let losses = format!("{} lost, {} killed", fight.lost, fight.killed);
        let of = match fight.victim {
            Some(victim) if scene.roster.is_me(victim) => style.paint(Ink::Bad, "from you"),
            Some(victim) => format!("from {}", scene.who(victim)),
            None => String::new(),
        };
        let text = if own && fight.taken {
            let text = format!("{target} is taken");
            format!(
                "{} {of}: {losses}; {} there now.",
                style.paint(Ink::Good, &text),
                fight.left.1
            )
        } else if own {
            format!(
                "{target} holds: {losses}; {} against {} left.",
                fight.left.0, fight.left.1
            )
        } else if fight.taken {
            let takes = scene.verb(fight.player, "takes", "take");
            let deed = format!(
                "{takes} {target} {of}: {losses}, {} there now",
                fight.left.1
            );
            return self.tell_of(fight.player, &deed, scene);
        } else {
            let whose = match fight.victim {
                Some(victim) if scene.roster.is_me(victim) => "your".to_owned(),
                Some(victim) => format!("{}'s", scene.who(victim)),
                None => String::new(),
            };
            let attacks = scene.verb(fight.player, "attacks", "attack");
            let deed = format!("{attacks} {whose} {target} in vain: {losses}");
            return self.tell_of(fight.player, &deed, scene);
        };
        self.tell(text);
    }

    /// Ends the paragraph of a turn.
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
        let who = scene.who(turn.player);
        let gained = count(turn.gained, "unit");
        let head = format!("{who}, {gained}: {}", placed.join(", "));
        self.done.push(headed(scene, turn.player, &head));
        for line in turn.lines {
            self.done.push(scene.style.wrap(&format!("    {line}"), 6));
        }
    }

    /// Once the turn is told in which the player was defeated, little of those
    /// of the others is.
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

    /// Tells what was claimed and placed at the start since the last time.
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

    /// The player is asked: what was put together is told.
    pub(super) fn pause(&mut self, model: &Model, style: Style) {
        let scene = Scene {
            model,
            roster: Roster::new(model),
            style,
        };
        let mine = |fight: &Fight| scene.roster.is_me(fight.player);
        if self.fight.as_ref().is_some_and(mine) && self.turn.is_none() {
            self.end_fight(&scene);
        }
        self.settle(&scene);
    }

    /// All that has been told to its end so far.
    pub(super) fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.done)
    }

    /// Ends what is under way: the game is over, or interrupted.
    pub(super) fn finish(&mut self, model: &Model, style: Style) {
        let scene = Scene {
            model,
            roster: Roster::new(model),
            style,
        };
        self.end_fight(&scene);
        self.end_turn(&scene);
    }
}

/// A paragraph behind the player's mark.
fn headed(scene: &Scene<'_>, player: Player, text: &str) -> String {
    let mark = scene.roster.mark(Some(player)).to_string();
    let mark = scene.style.paint(scene.roster.ink(Some(player)), &mark);
    scene.style.wrap(&format!("{mark} {text}"), 4)
}

/// Units by territory, in the order in which the territories came first.
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
