//! Games played before: those that can be continued, and the records.

use iced::widget::{column, container, row, text};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_ui::cut::{cut_at, cut_short};
use marchland_ui::dialog;
use marchland_ui::focus::reachable;
use marchland_ui::parts::{caption, heading, icon_button, list, row_button, worded};
use marchland_ui::theme::{self, size, space as gap};

use crate::gui::app::{App, Message, PastRecord, StartMessage};
use crate::gui::texts::{self, past as words};
use crate::saved_game::SavedGame;

/// Height of a game in a list, in logical pixels.
const LINE: f32 = 42.0;

/// A game in a list: what it is, when it was, and a second line. `press` is missing where
/// nothing can be done with it.
fn line(
    title: String,
    when: &str,
    second: (String, fn(&iced::Theme) -> text::Style),
    press: Option<StartMessage>,
) -> Element<'_, Message> {
    let first = row![
        container(cut_short(title, theme::plain_text)).width(Fill),
        caption(when).wrapping(text::Wrapping::None),
    ]
    .spacing(gap::S)
    .align_y(Center);
    let words = column![first, cut_at(second.0, size::CAPTION, second.1)];
    let may = press.is_some();
    let button = row_button(container(words).center_y(Fill), LINE, gap::S, false)
        .on_press_maybe(press.map(Message::Start));
    reachable(button, may)
}

/// So many games are seen at once, so that the picture stays large; the others are scrolled to.
const SEEN: u8 = 3;

/// Height of the rows of [`kept`], in logical pixels.
fn rows_height(app: &App) -> f32 {
    // Half of the next one shows that there are more.
    LINE * (app.past_games.kept.len() as f32).min(f32::from(SEEN) + 0.5)
}

/// Height of [`kept`] with the room around it, in logical pixels.
pub(super) fn height(app: &App) -> f32 {
    const HEADING: f32 = 24.0;
    if app.past_games.kept.is_empty() {
        return 0.0;
    }
    rows_height(app) + HEADING + gap::XS + 2.0 * (gap::S + gap::M)
}

/// The games that were left; those that cannot be continued say why.
pub(super) fn kept(app: &App) -> Option<Element<'_, Message>> {
    let all: &[SavedGame] = &app.past_games.kept;
    if all.is_empty() {
        return None;
    }
    let rows = all.iter().map(|kept| {
        let game = match &kept.about {
            Ok(game) => {
                let second: (_, fn(&_) -> _) = match &game.hindrance {
                    Some(why) => (texts::sentence(why), theme::bad),
                    None => (game.against(), theme::muted),
                };
                let press = StartMessage::Continue(kept.name.clone());
                line(game.title(), &game.left, second, Some(press))
            }
            Err(why) => {
                let why = texts::sentence(why);
                line(kept.name.clone(), "", (why, theme::bad), None)
            }
        };
        let remove = StartMessage::AskRemoval(kept.name.clone());
        let remove = Some(Message::Start(remove));
        row![
            game,
            icon_button(Icon::Trash2, words::REMOVE, "", remove, false)
        ]
        .align_y(Center)
        .into()
    });
    let rows = column(rows);
    let rows: Element<'_, Message> = if all.len() > SEEN.into() {
        list(rows.padding(iced::padding::right(gap::M)), "kept")
            .height(rows_height(app))
            .into()
    } else {
        rows.into()
    };
    let card = column![heading(words::HEAD), rows].spacing(gap::XS);
    let card = container(card).width(460).padding([gap::S, gap::M]);
    Some(card.style(theme::raised).into())
}

/// The question whether a saved game is to be removed.
pub(super) fn removal(title: &str) -> Element<'_, Message> {
    let stay = Message::Shut;
    let remove = Some(Message::Start(StartMessage::Remove));
    let question = dialog::question(
        words::remove(title),
        words::REMOVE_HINT.to_owned(),
        Some(worded(words::REMOVE, remove, theme::danger)),
        vec![worded(texts::CANCEL, Some(stay.clone()), theme::secondary)],
    );
    dialog::over(question, stay)
}

/// The records, to choose the one to play back.
pub(super) fn records(all: &[PastRecord]) -> Element<'_, Message> {
    let close = icon_button(Icon::X, texts::CLOSE, "Esc", Some(Message::Shut), false);
    let rows = all.iter().map(|record| {
        let (title, style): (_, fn(&_) -> _) = match &record.title {
            Ok(title) => (title.clone(), theme::muted),
            Err(why) => (why.clone(), theme::bad),
        };
        let press = record.title.is_ok();
        let press = press.then(|| StartMessage::Replay(record.name.clone()));
        line(title, &record.when, (record.name.clone(), style), press)
    });
    let rows = column(rows).padding(iced::padding::right(gap::M));
    let head = row![heading(words::RECORDS).width(Fill), close].align_y(Center);
    let card = column![
        head,
        list(rows, "records").height(LINE * (all.len() as f32).min(9.5))
    ]
    .spacing(gap::S);
    dialog::over(card, Message::Shut)
}
