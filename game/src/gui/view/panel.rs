//! The right panel: own turn, players, values.

use std::time::Instant;

use iced::widget::{column, container, row, space, text, tooltip};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::cut::{cut, cut_at};
use marchland_ui::palette;
use marchland_ui::parts::{
    across, body, caption, heading, icon, keycap, list, sized, tab, tick, tip, worded,
};
use marchland_ui::theme::{self, size, space as gap};

use super::emblem::{self, emblem};
use super::selected::selected;
use super::{pick, players};
use crate::conquest::rules::{Card, MAX_SEATS, Player, State, Step};
use crate::gui::keys::Command;
use crate::gui::log::called;
use crate::gui::phrases;
use crate::gui::session::{self, PrimaryAction, Session, Tab, TurnAction};
use crate::gui::table::{Message, Table};
use crate::gui::texts;

pub(super) fn view<'a, M: Clone + 'a>(
    table: &'a Table,
    more: Option<(&'a str, Element<'a, M>)>,
    to: fn(Message) -> M,
) -> Element<'a, M> {
    let session = &table.session;
    let (more, content_of_more) = more.unzip();
    let tabs = [
        (Tab::General, (!session.watches()).then_some(texts::GENERAL)),
        (Tab::Players, Some(texts::EVERYBODY)),
        (Tab::Debug, Some(texts::DEBUG)),
        (Tab::More, more),
    ];
    let tabs = tabs.into_iter().filter_map(|(of, word)| {
        let message = Message::Session(session::Message::Do(Command::Tab(of)));
        Some(tab(word?, session.tab == of, to(message)))
    });
    let content = match (session.tab, content_of_more) {
        (Tab::More, Some(content)) => content,
        (Tab::General | Tab::More, _) => general(session).map(to),
        (Tab::Players, _) => players::view(table).map(to),
        (Tab::Debug, _) => players::debug(table).map(to),
    };
    // A log scrolls by itself.
    let content: Element<'_, M> = if session.tab == Tab::More && table.replay.is_some() {
        container(content).height(Fill).into()
    } else {
        let content = container(content).padding(gap::M).width(Fill);
        list(content, "panel").height(Fill).into()
    };
    let mut all = column![row(tabs), across(), content];
    if !session.watches() || session.ending().is_some() {
        // The way back to how the game ended.
        let result = (session.ending().is_some() && table.looks)
            .then(|| worded(texts::RESULT, Some(Message::Result), theme::secondary).map(to));
        let filled = column(result)
            .push(if table.session.ending().is_some() && !table.looks {
                // The end has a filled button of its own.
                space().height(PRIMARY).into()
            } else {
                next_thing(table).map(to)
            })
            .spacing(gap::S);
        all = all.push(across()).push(container(filled).padding(gap::M));
    }
    all.height(Fill).into()
}

/// Height of the primary button, in logical pixels.
const PRIMARY: f32 = 38.0;

/// The primary button.
fn next_thing(table: &Table) -> Element<'_, Message> {
    let session = &table.session;
    let sensible = session.primary_action();
    let model = session.model();
    let (after, next) = table.after_end();
    let word = phrases::primary_action(&sensible, session.map(), &|player| called(model, player));
    let word = match sensible {
        PrimaryAction::Over => after.to_owned(),
        PrimaryAction::Wait(_) if session.away().is_some() => texts::NO_CONNECTION.to_owned(),
        PrimaryAction::Wait(Some(_)) => match session.waited(Instant::now()) {
            Some(waited) => texts::waiting(&word, waited),
            None => word,
        },
        _ => word,
    };
    let press = match sensible {
        PrimaryAction::Begin
        | PrimaryAction::Wait(_)
        | PrimaryAction::Claim(None)
        | PrimaryAction::Place { on: None, .. } => None,
        PrimaryAction::Over => session.ending().map(|_| Message::Wish(next)),
        _ => Some(Message::Session(session::Message::Do(Command::Confirm))),
    };
    filled(word, press)
}

/// The primary button.
pub(super) fn filled<'a, M: Clone + 'a>(
    word: impl Into<String>,
    press: Option<M>,
) -> Element<'a, M> {
    type Style = fn(&iced::Theme) -> text::Style;
    let may = press.is_some();
    // Also the label of one that cannot be pressed must be legible: it says what to do or whom to
    // wait for.
    let style: Style = if may { text::default } else { theme::muted };
    let enter = may.then(|| body("⏎"));
    let face = row![container(cut(word, style)).width(Fill), enter]
        .spacing(gap::S)
        .align_y(Center);
    let button = iced::widget::button(container(face).center_y(Fill))
        .width(Fill)
        .height(PRIMARY)
        .padding([0.0, gap::M])
        .style(theme::primary)
        .on_press_maybe(press);
    marchland_ui::focus::reachable(button, may)
}

fn general(session: &Session) -> Element<'_, Message> {
    let model = session.model();
    let (Some(state), Some(me)) = (model.state(), model.me()) else {
        return gathering(session);
    };
    let planned = session.planned();
    let left = planned.state().map_or(0, |state| state.seat(me).unplaced);
    let you = row![
        emblem::of(state, me, 26),
        container(cut_at(called(model, me), size::HEADING, theme::plain_text)).width(Fill),
        column![
            sized(left.to_string(), size::TITLE),
            caption(texts::UNPLACED),
        ]
        .align_x(iced::alignment::Horizontal::Right),
    ]
    .spacing(gap::S)
    .align_y(Center);
    column![
        you,
        selected(session, state),
        dice(session),
        across(),
        deeds(session),
        across(),
        autoplay(session),
        across(),
        // The last, since its height changes.
        hand(session, state),
    ]
    .spacing(gap::M)
    .into()
}

/// The players at a table before its game.
fn gathering(session: &Session) -> Element<'_, Message> {
    let (model, room) = (session.model(), &session.room);
    let seated = room.seats().count() - room.free();
    let players = Player::first(MAX_SEATS).filter_map(|player| {
        let name = cut(model.name(player)?.to_string(), theme::plain_text);
        let mark = room.readiness(player).map(|ready| {
            let (word, style): (_, fn(&iced::Theme) -> text::Style) = if ready {
                (texts::READY_MARK, theme::good)
            } else {
                (texts::NOT_READY, theme::warn)
            };
            caption(word).style(style)
        });
        let line = row![
            emblem(player.index(), palette::player(player.index(), false), 18),
            container(name).width(Fill),
            mark,
        ];
        Some(line.spacing(gap::S).align_y(Center).into())
    });
    let rules = (0..).zip(room.rules);
    let rules = rules.filter_map(|(rule, variant)| texts::rules::rule(rule, variant?));
    let rules = rules.map(|rule| caption(rule).into());
    let mut rules: Vec<Element<'_, Message>> = rules.collect();
    if !rules.is_empty() {
        rules.insert(0, heading(texts::RULES).into());
    }
    column![
        heading(texts::AT_TABLE),
        column(players).spacing(gap::XS),
        caption(texts::gathering(seated, room.wanted)),
    ]
    .extend(rules)
    .spacing(gap::S)
    .into()
}

/// The last dice.
fn dice(session: &Session) -> Element<'_, Message> {
    let mut line = row![caption(texts::DICE).width(44)]
        .spacing(gap::XS)
        .align_y(Center)
        .height(24);
    let Some(roll) = session.stage.roll() else {
        return line.push(caption("–")).into();
    };
    let die = |value: u8, attacks: bool| -> Element<'_, Message> {
        let faces = [
            Icon::Dice1,
            Icon::Dice2,
            Icon::Dice3,
            Icon::Dice4,
            Icon::Dice5,
            Icon::Dice6,
        ];
        let face = faces[usize::from(value.clamp(1, 6)) - 1];
        let style = if attacks { theme::bad } else { theme::accent };
        icon(face).size(22.0).style(style).into()
    };
    for value in roll.attack().into_iter().filter(|&die| die > 0) {
        line = line.push(die(value, true));
    }
    line = line.push(caption(texts::AGAINST));
    for value in roll.defence().into_iter().filter(|&die| die > 0) {
        line = line.push(die(value, false));
    }
    let (lost, killed) = roll.losses();
    let losses = caption(texts::losses(lost, killed));
    line.push(space().width(Fill))
        .push(tip(losses, texts::LOSSES_HINT, "", tooltip::Position::Left))
        .into()
}

/// The actions of a turn with their keys; disabled ones say why.
fn deeds(session: &Session) -> Element<'_, Message> {
    let claims = session
        .stage
        .state()
        .is_some_and(|state| state.step() == Step::Claim);
    let place = if claims {
        texts::CLAIM
    } else {
        texts::REINFORCE
    };
    let deed = |of| {
        let (word, key, symbol, command) = match of {
            TurnAction::Attack => (texts::ATTACK, "A", Icon::Swords, Command::Attack),
            TurnAction::Reinforce => (place, "R", Icon::Plus, Command::Reinforce),
            TurnAction::Transfer => (texts::TRANSFER, "T", Icon::MoveRight, Command::Transfer),
            TurnAction::Trade => (texts::TRADE, "X", Icon::Layers, Command::Trade),
            TurnAction::EndTurn => (texts::END_TURN, "E", Icon::Flag, Command::EndTurn),
        };
        let why = session.why_not(of);
        let face = row![icon(symbol), container(body(word)).width(Fill), keycap(key)]
            .spacing(6)
            .align_y(Center)
            .height(Fill);
        let button = iced::widget::button(face)
            .width(Fill)
            .height(32)
            .padding([0.0, gap::S])
            .style(theme::secondary)
            .on_press_maybe(why.is_none().then_some(Message::Command(command)));
        let button = marchland_ui::focus::reachable(button, why.is_none());
        match why {
            Some(why) => tip(button, why, "", tooltip::Position::Left),
            None => button,
        }
    };
    let (attack, reinforce) = (deed(TurnAction::Attack), deed(TurnAction::Reinforce));
    let (transfer, trade) = (deed(TurnAction::Transfer), deed(TurnAction::Trade));
    column![
        row![attack, reinforce].spacing(gap::XS),
        row![transfer, trade].spacing(gap::XS),
        deed(TurnAction::EndTurn),
    ]
    .spacing(gap::XS)
    .into()
}

/// The cards in the hand, and the sets among them.
fn hand<'a>(session: &'a Session, state: &'a State) -> Element<'a, Message> {
    let hand = session.me().map(|me| state.seat(me).cards);
    let mut rows = column![caption(texts::CARDS)].spacing(gap::XS);
    let Some(hand) = hand.filter(|hand| !hand.is_empty()) else {
        return rows.push(caption(texts::NO_CARDS)).into();
    };
    let counted = Card::ALL.into_iter().filter(|&card| hand.count(card) > 0);
    let counted: Vec<String> = counted
        .map(|card| texts::cards(card, hand.count(card)))
        .collect();
    rows = rows.push(body(counted.join(", ")));
    let may = session.why_not(TurnAction::Trade).is_none();
    for (set, worth) in session.sets() {
        let press = may.then_some(Message::Session(session::Message::Trade(set)));
        rows = rows.push(worded(texts::set(set, worth), press, theme::secondary));
    }
    rows.into()
}

fn autoplay(session: &Session) -> Element<'_, Message> {
    let (on, strategy) = session.autoplay();
    let wrapping = text::Wrapping::default();
    let box_ = tick(texts::AUTOPLAY, on, wrapping, |on| {
        Message::Session(session::Message::Autoplay(on))
    });
    let pick = pick::level(Some(strategy), "", 104, |kind| {
        Message::Session(session::Message::Strategy(kind))
    });
    let ask = tick(
        texts::ASK_DEFENCE,
        session.asks_defence(),
        wrapping,
        |ask| Message::Session(session::Message::AskDefence(ask)),
    );
    let all = tick(
        texts::ALL_FOLLOW,
        session.lets_all_follow(),
        wrapping,
        |all| Message::Session(session::Message::AllFollow(all)),
    );
    column![
        row![
            tip(box_, texts::AUTOPLAY_HINT, "O", tooltip::Position::Left),
            space().width(Fill),
            pick,
        ]
        .align_y(Center),
        tip(ask, texts::ASK_DEFENCE_HINT, "", tooltip::Position::Left),
        tip(all, texts::ALL_FOLLOW_HINT, "", tooltip::Position::Left),
    ]
    .spacing(gap::S)
    .into()
}
