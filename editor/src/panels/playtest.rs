//! The set-up of the next play-test.

use iced::widget::{column, container, row};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_game::conquest::bots::StrategyKind;
use marchland_game::gui;
use marchland_game::gui::view::{emblem, rules, seed};
use marchland_maps::MIN_PLAYERS;
use marchland_ui::palette;
use marchland_ui::parts::{across, body, by_word, caption, icon_button, keycap, labelled};
use marchland_ui::theme::{self, Mode, space as gap};

use crate::commands::Command;
use crate::playtest::{Message, PlayTest, Setup, shows_more};
use crate::texts;

/// `compact` if there is little room: the log is one line.
pub(crate) fn view(
    play: &PlayTest,
    mode: Mode,
    pixel_ratio: f32,
    compact: bool,
) -> Element<'_, Message> {
    let next = if shows_more(play) {
        next_game(play)
    } else {
        iced::widget::space().into()
    };
    let frame = gui::view::Frame {
        scale: None,
        mode,
        compact,
        pixel_ratio,
        leave: (texts::PLAY_STOP, texts::PLAY_STOP),
        more: Some((texts::PLAY_TAB_SETUP, next)),
    };
    gui::view::view(&play.table, frame, Message::Table)
}

fn next_game(play: &PlayTest) -> Element<'_, Message> {
    let setup = play.setup();
    let count = setup.players.len();
    let most = Setup::most_players(play.table.ground.map().len());
    let to = |count: usize, may: bool| may.then_some(Message::Players(count));
    let fewer = to(count - 1, count > usize::from(MIN_PLAYERS));
    let more = to(count + 1, count < most);
    let players = row![
        body(texts::PLAY_PLAYERS).width(Fill),
        icon_button(Icon::Minus, texts::PLAY_FEWER, "", fewer, false),
        container(body(count.to_string())).center_x(28),
        icon_button(Icon::Plus, texts::PLAY_MORE, "", more, false),
    ]
    .align_y(Center);
    let good = play.seed().parse::<u64>().is_ok();
    let start = labelled(
        Icon::Play,
        texts::PLAY_START,
        good.then_some(Message::Start),
        theme::primary,
    );
    column![
        players,
        seats(setup),
        across(),
        rules(setup.variants, count, Message::Rules),
        seed(play.seed(), Message::Seed, Message::Shuffle),
        start,
        row![caption(texts::PLAY_AGAIN), keycap(Command::PlayAgain.key())]
            .spacing(6)
            .align_y(Center),
    ]
    .spacing(gap::M)
    .into()
}

fn seats(setup: &Setup) -> Element<'_, Message> {
    let players: Vec<_> = std::iter::once(None)
        .chain(StrategyKind::ALL.map(Some))
        .collect();
    let word = |kind: Option<_>| kind.map_or(texts::PLAY_YOU, gui::strategy);
    let seats = setup.players.iter().enumerate().map(|(seat, &kind)| {
        let chosen = (setup.you != Some(seat)).then_some(kind);
        let pick = by_word(&players, word, Some(chosen), "", Fill, move |kind| {
            Message::Seat(seat, kind)
        });
        row![sign(seat), body(setup.name(seat)).width(56), pick]
            .spacing(gap::S)
            .align_y(Center)
            .into()
    });
    column(seats).spacing(gap::XS).into()
}

fn sign<'a>(seat: usize) -> Element<'a, Message> {
    emblem(seat, palette::player(seat, false), 18)
}
