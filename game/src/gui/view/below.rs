//! The panel below the map: order of play, log, chat.

use std::time::{Duration, Instant};

use iced::widget::{column, container, keyed_column, row, space, text, tooltip};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::cut::cut;
use marchland_ui::parts::{body, caption, icon, input, list, tab, tip, worded};
use marchland_ui::theme::{self, size, space as gap};
use marchland_ui::whole::whole;
use marchland_ui::words::words;

use super::emblem;
use crate::client::TimeLeft;
use crate::conquest::rules::Status;
use crate::gui::keys::Command;
use crate::gui::log::{Entry, called};
use crate::gui::session::{self, Below};
use crate::gui::table::{CHAT, Message, Table};
use crate::gui::texts;
use crate::protocol::command::Chat;

/// Height of the log, in logical pixels: six lines with the space below them.
pub(super) const HEIGHT: f32 = 6.0 * (18.0 + LEADING) + gap::S;
/// Between two lines of the log.
const LEADING: f32 = 4.0;
/// Height of the order of play.
pub(super) const STRIP: f32 = 34.0;
/// Height of a log of one line.
const LINE: f32 = 36.0;
/// What the order of play shows around a name, in logical pixels.
const AROUND: f32 = 58.0;
/// The sign of a player without connection, and the space before it.
const SIGN: f32 = 14.0;
const GAP: f32 = 6.0;
/// The mean width of a letter of a name.
const LETTER: f32 = 7.5;
/// The least room for a name.
const NARROW: f32 = 24.0;
/// Width of a tab.
const TABS: u32 = 84;

/// The order of play, and what the next set is worth.
pub(super) fn strip(table: &Table) -> Element<'_, Message> {
    let model = table.session.model();
    let Some(state) = model.state() else {
        return container(caption(texts::NOT_BEGUN))
            .padding([gap::S, gap::M])
            .height(STRIP)
            .width(Fill)
            .into();
    };
    let time = table.session.time(Instant::now());
    let names = state.order().iter();
    let names = names.map(|player| called(model, player).chars().count() as f32 * LETTER);
    let names: Vec<f32> = names.collect();
    let room = &table.session.room;
    let why = |player| match state.seat(player).status {
        Status::Defeated => None,
        status => texts::status(status, room.has_lost(player), room.was_slow(player)),
    };
    let signs = state.order().iter().filter_map(why).count();
    let width = table.map_view.size.width - around(names.len(), signs, time.is_some());
    let name = widest(names, width);
    let mut line = row![].spacing(gap::XS).align_y(Center);
    for (nth, player) in state.order().iter().enumerate() {
        if nth > 0 {
            line = line.push(icon(Icon::ChevronRight).size(12.0).style(theme::muted));
        }
        let out = state.seat(player).status == Status::Defeated;
        let on_turn = state.turn() == Some(player) && !table.session.is_finished();
        let style: fn(&iced::Theme) -> text::Style =
            if out { theme::muted } else { theme::plain_text };
        let face = row![
            emblem::of(state, player, 18),
            container(cut(called(model, player), style)).max_width(name),
            why(player).map(gone),
        ]
        .spacing(GAP)
        .align_y(Center);
        let style: fn(&_) -> _ = if on_turn {
            theme::picked
        } else {
            container::transparent
        };
        line = line.push(container(face).padding([2.0, 7.0]).style(style));
    }
    let content = row![
        container(line).width(Fill).clip(true),
        time.map_or_else(|| space().into(), clock),
        caption(texts::next_set(state)).wrapping(text::Wrapping::None),
    ]
    .spacing(gap::M)
    .align_y(Center);
    container(content)
        .padding([4.0, gap::M])
        .height(STRIP)
        .into()
}

/// The sign of a player who is away, took too long or has no connection, as the hint says.
pub(super) fn gone<'a, M: 'a>(hint: &'a str) -> Element<'a, M> {
    let symbol = if hint == texts::SLOW {
        Icon::TimerOff
    } else {
        Icon::Unplug
    };
    let sign = icon(symbol).size(SIGN).style(theme::warn);
    tip(sign, hint, "", tooltip::Position::Top)
}

/// The time left for the player on turn.
pub(super) fn clock<'a, M: 'a>(left: TimeLeft) -> Element<'a, M> {
    let scarce = left.all() < Duration::from_secs(30);
    let style = if scarce {
        theme::warn
    } else {
        theme::plain_text
    };
    let face = row![
        icon(Icon::Clock).style(style),
        body(texts::clock(left.turn, left.bank)).style(style)
    ];
    let face = face.spacing(gap::XS).align_y(Center);
    tip(face, texts::CLOCK_HINT, "", tooltip::Position::Top)
}

/// How much of the strip is not for the names of so many players, some of whom have a sign: beside
/// them stand the value of a set and perhaps a clock.
fn around(players: usize, signs: usize, clock: bool) -> f32 {
    let beside = if clock { 290.0 } else { 170.0 };
    beside + players as f32 * AROUND + signs as f32 * (SIGN + GAP)
}

/// How wide names of these widths may be to have room together: short names leave the rest of
/// theirs to long ones.
fn widest(mut names: Vec<f32>, room: f32) -> f32 {
    names.sort_by(f32::total_cmp);
    let (mut room, mut others) = (room, names.len());
    for name in names {
        let share = room / others as f32;
        if name > share {
            return share.max(NARROW);
        }
        room -= name;
        others -= 1;
    }
    f32::INFINITY
}

/// The height of log and chat.
#[cfg(feature = "net")]
pub(super) fn height(table: &Table, compact: bool) -> f32 {
    let session = &table.session;
    let is_line = session.below == Below::Log && compact && !session.log_is_open;
    if is_line { LINE } else { HEIGHT }
}

/// The log and the chat. The log is its newest line alone if `compact`, until it is opened.
pub(super) fn view(table: &Table, compact: bool) -> Element<'_, Message> {
    let session = &table.session;
    let to = |below| Message::Session(session::Message::Do(Command::Below(below)));
    let chat = match session.stage.log.unread() {
        unread if unread > 0 && session.below != Below::Chat => texts::unread(unread),
        _ => texts::CHAT.to_owned(),
    };
    let tabs = [
        tab(texts::LOG, session.below == Below::Log, to(Below::Log)),
        tab(chat, session.below == Below::Chat, to(Below::Chat)),
    ];
    let tabs: Element<'_, Message> = if compact {
        row(tabs).width(2 * TABS).into()
    } else {
        column(tabs).width(TABS).into()
    };
    let content = match session.below {
        Below::Log if compact && !session.log_is_open => {
            let newest = log_lines(table, 1);
            return row![tabs, newest].height(LINE).into();
        }
        Below::Log => log(table),
        Below::Chat => chat_of(table),
    };
    container(row![tabs, content]).height(HEIGHT).into()
}

pub(super) fn log(table: &Table) -> Element<'_, Message> {
    /// Lines that are shown.
    const SHOWN: usize = 80;
    log_lines(table, SHOWN)
}

/// The last lines of the log.
fn log_lines(table: &Table, count: usize) -> Element<'_, Message> {
    let log = &table.session.stage.log;
    let skipped = log.entries().len().saturating_sub(count);
    let entries = log.entries().skip(skipped);
    lines(table, entries, "log", texts::NOTHING_YET)
}

fn lines<'a>(
    table: &'a Table,
    entries: impl DoubleEndedIterator<Item = &'a Entry> + Clone,
    id: &'static str,
    hint: &'static str,
) -> Element<'a, Message> {
    let Some(newest) = entries.clone().next_back() else {
        return container(caption(hint))
            .padding(gap::M)
            .width(Fill)
            .height(Fill)
            .into();
    };
    let state = table.session.stage.state();
    let rows = entries.map(|entry| {
        let mark = entry.player.zip(state);
        let mark = mark.map(|(player, state)| emblem::of(state, player, 14));
        let style = if entry.is_turn {
            theme::plain_text
        } else {
            theme::muted
        };
        let words = words(&entry.text, size::CAPTION + 0.5, style);
        (entry.number, line(mark, words))
    });
    // Keyed by number, so that a new line leaves the layout of the others alone.
    let rows = container(keyed_column(rows).spacing(LEADING)).padding([gap::S, gap::M]);
    list(whole(rows, (newest.number, &newest.text)), id)
        .anchor_bottom()
        .height(Fill)
        .into()
}

/// A line of a log: the sign of a player, or room for it, and a sentence.
pub(super) fn line<'a, M: 'a>(
    sign: Option<Element<'a, M>>,
    sentence: impl Into<Element<'a, M>>,
) -> Element<'a, M> {
    let sign = sign.unwrap_or_else(|| space().into());
    // As high as a line of text.
    let sign = container(sign).padding([2.0, 0.0]).width(14).height(18);
    row![sign, sentence.into()].spacing(gap::S).into()
}

/// The chat, and a field to write in.
pub(super) fn chat_of(table: &Table) -> Element<'_, Message> {
    let session = &table.session;
    let log = &session.stage.log;
    let said = lines(table, log.chat(), "said", texts::NOTHING_SAID);
    if session.watches() {
        let only = container(caption(texts::ONLY_PLAYERS_WRITE)).padding([gap::XS, gap::M]);
        return column![said, only].height(Fill).into();
    }
    let say = Message::Session(session::Message::Say);
    let may = Chat::sendable(&session.draft).is_some();
    let field = input(texts::SAY, &session.draft, |draft| {
        Message::Session(session::Message::Draft(draft))
    })
    .id(CHAT)
    .on_submit(say.clone());
    let line = row![
        field,
        worded(texts::SEND, may.then_some(say), theme::secondary)
    ]
    .spacing(gap::S)
    .align_y(Center);
    let line = column![unsayable(&session.draft), line].spacing(gap::XS);
    column![said, container(line).padding([gap::XS, gap::M])]
        .height(Fill)
        .into()
}

/// Why a draft cannot be sent, or how it will be spelled; without height if it is sent as it is,
/// or empty.
///
/// Always a widget: one that comes and goes would move the field below it in the tree, and the
/// field would lose the focus while somebody types in it.
pub(super) fn unsayable<'a, M: 'a>(draft: &str) -> Element<'a, M> {
    let draft = draft.trim();
    let hint = match Chat::sendable(draft) {
        _ if draft.is_empty() => None,
        None => Some(caption(texts::UNSAYABLE).style(theme::bad)),
        Some(sent) => (sent != draft).then(|| caption(texts::sent_as(&sent))),
    };
    container(hint).into()
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use iced::keyboard::{self, Key, Location, Modifiers, key};
    use iced::mouse::{self, Cursor};
    use iced::{Event, Point, Size};
    use marchland_ui::headless::Camera;
    use marchland_ui::hotkeys::hotkeys;
    use marchland_ui::theme::Mode;

    use super::*;
    use crate::gui::game::{Setup, start};
    use crate::gui::ground::Ground;
    use crate::gui::keys::Command;

    fn pressed(letter: &str) -> Event {
        let key = Key::Character(letter.into());
        Event::Keyboard(keyboard::Event::KeyPressed {
            modified_key: key.clone(),
            key,
            physical_key: key::Physical::Unidentified(key::NativeCode::Unidentified),
            location: Location::Standard,
            modifiers: Modifiers::empty(),
            text: Some(letter.into()),
            repeat: false,
        })
    }

    fn show(table: &Table) -> Element<'_, Message> {
        let shortcut = |key: &Key, held| Command::from_key(key, held).map(Message::Command);
        hotkeys(chat_of(table), |_, _| None, |_, _| None, shortcut)
    }

    #[test]
    fn names_are_cut_only_where_there_is_no_room() {
        assert!(widest(vec![120.0, 30.0, 50.0], 200.0) >= 120.0, "all fit");
        // The short one leaves 170 to the others.
        let cut = widest(vec![120.0, 30.0, 120.0], 200.0);
        assert!((cut - 85.0).abs() < 1e-3, "{cut}");
        assert!((widest(vec![99.0; 7], 0.0) - NARROW).abs() < 1e-3);
        // The signs of lost connections take their room from the names.
        let six = |signs| widest(vec![120.0; 6], 980.0 - around(6, signs, true));
        let lost = six(0) - six(3);
        assert!((lost - 3.0 * (SIGN + GAP) / 6.0).abs() < 1e-3, "{lost}");
    }

    #[test]
    fn a_chat_message_that_cannot_be_sent_keeps_the_focus() {
        let ground = Arc::new(Ground::read(Path::new("czechia")).unwrap());
        let setup = Setup {
            you: Some(0),
            ..Setup::new(ground.map().len(), 3)
        };
        let (link, _heard) = start(Arc::clone(ground.map()), setup.clone());
        let model = setup.model(ground.map());
        let mut table = Table::new(ground, link, model, false, Mode::Light);
        let mut camera = Camera::new(Size::new(600.0, 200.0)).unwrap();
        let at = Cursor::Available(Point::new(60.0, 180.0));
        let click = [
            Event::Mouse(mouse::Event::ButtonPressed(mouse::Button::Left)),
            Event::Mouse(mouse::Event::ButtonReleased(mouse::Button::Left)),
        ];
        camera.act(show(&table), &click, at, &mut Vec::new());
        let written = "e".repeat(99) + "\u{fc}e\u{fc}eoe";
        let mut hints = 0;
        for letter in written.chars() {
            let mut messages = Vec::new();
            camera.act(
                show(&table),
                &[pressed(&letter.to_string())],
                at,
                &mut messages,
            );
            for message in messages {
                assert!(
                    matches!(message, Message::Session(session::Message::Draft(_))),
                    "{message:?}"
                );
                table.update(message);
            }
            hints += usize::from(Chat::sendable(&table.session.draft).is_none());
        }
        assert_eq!(table.session.draft, written);
        assert!(hints > 3, "the hint appeared: {hints}");
    }
}
