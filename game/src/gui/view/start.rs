//! Where a game against the computer is set up.

use std::path::Path;

use iced::widget::{button, column, container, row, space, text, tooltip};
use iced::{Center, Element, Fill, Padding};
use lucide_icons::Icon;
use marchland_board::Board;
use marchland_files::plain;
use marchland_maps::bundled;
use marchland_ui::focus::reachable;
use marchland_ui::parts::{
    across, body, caption, down, heading, icon, icon_button, input, keycap, labelled, list,
    nothing, row_button, sized, tick, tip,
};
use marchland_ui::theme::{self, size, space as gap};

use super::rules::{rules, seed};
use super::seats::{self, LEVEL};
use super::{dots, past, pick};
use crate::gui::app::{App, Message, Preview, SelectedMap, StartMessage};
use crate::gui::host::Reach;
use crate::gui::retry::NAME;
use crate::gui::setup::{SETTINGS, Setup, map_name};
use crate::gui::texts::{self, dots as dot_words, lobby as words};

/// Width of the settings, in logical pixels.
const SIDE: f32 = 380.0;

pub(super) fn view<'a>(app: &'a App, selected: &'a SelectedMap) -> Element<'a, Message> {
    let preview = selected.preview();
    let head = row![
        column![
            sized(texts::PRODUCT, size::DISPLAY),
            body(texts::TAGLINE).style(theme::muted),
        ]
        .width(Fill),
        app.looks(),
    ]
    .spacing(gap::XS);
    let (variants, players) = (
        app.settings.conquest.variants,
        app.settings.conquest.bots.len() + 1,
    );
    let what: Element<'_, Message> = if app.settings.plays_dots {
        dots::set_up(&app.settings.dots).map(|setup| Message::Start(StartMessage::Dots(setup)))
    } else {
        column![
            maps(app),
            across(),
            seats(app, preview),
            across(),
            rules(variants, players, |variants| Message::Start(
                StartMessage::Rules(variants)
            )),
        ]
        .spacing(gap::L)
        .into()
    };
    let settings = column![
        head,
        games(app),
        what,
        seed(
            &app.seed,
            |seed| Message::Start(StartMessage::Seed(seed)),
            Message::Start(StartMessage::Shuffle),
        ),
        across(),
        server(app, preview.is_some()),
    ]
    .spacing(gap::L);
    let settings = list(container(settings).padding(gap::XL), SETTINGS).height(Fill);
    let side = container(column![settings, across(), foot(app, preview.is_some())])
        .width(SIDE)
        .height(Fill);
    row![side, down(), land(app, selected)].into()
}

/// Where messages cover no button: on the picture.
pub(super) fn beside_buttons(app: &App) -> Padding {
    iced::padding::left(SIDE).bottom(24.0 + past::height(app))
}

/// The buttons to play back a record and to play; `ready` is whether the map is read.
fn foot(app: &App, ready: bool) -> Element<'_, Message> {
    let good =
        app.seed.parse::<u64>().is_ok() && (app.settings.plays_dots || app.is_unread() || ready);
    let play = Message::Start(StartMessage::Play);
    let enter: Element<'_, Message> = if good && app.enters.is_none() {
        keycap("Enter")
    } else {
        space().into()
    };
    let play = row![
        enter,
        labelled(
            Icon::Play,
            texts::PLAY,
            good.then_some(play),
            theme::primary
        ),
    ]
    .spacing(gap::S)
    .align_y(Center);
    let records = !app.past_games.records.is_empty();
    let records = records.then_some(Message::Start(StartMessage::Records));
    let replay = labelled(Icon::History, texts::REPLAY, records, theme::secondary);
    let play = row![replay, space().width(Fill), play].align_y(Center);
    let foot = container(play).padding([gap::M, gap::XL]);
    foot.align_right(Fill).into()
}

/// The map or board that is chosen, and the games to continue.
fn land<'a>(app: &'a App, selected: &'a SelectedMap) -> Element<'a, Message> {
    let board: Element<'_, Message> = if app.settings.plays_dots {
        dots::empty(app.settings.dots.size).map(Message::Dots)
    } else {
        match selected {
            SelectedMap::Reading => space().into(),
            SelectedMap::Read(preview) => map(app, preview),
            SelectedMap::Refused(why) => {
                container(nothing(Icon::ImageOff, texts::NOT_PLAYABLE, why))
                    .center_y(Fill)
                    .into()
            }
        }
    };
    // Below the picture, not over it.
    let kept = past::kept(app).map(|kept| container(kept).padding([gap::M, gap::L]));
    let board = container(board).width(Fill).height(Fill);
    container(column![board, kept]).style(theme::ground).into()
}

fn map<'a>(app: &'a App, preview: &'a Preview) -> Element<'a, Message> {
    let map = preview.ground.map();
    let name = plain(map.name().text.as_deref().unwrap_or(map.id())).into_owned();
    let board = Board::new(&preview.scene, |_| Message::Start(StartMessage::Pointer))
        .pixel_ratio(app.physical())
        .layers(true, false, false);
    let about = column![
        heading(name),
        caption(texts::territories(map.len(), map.continents().len())),
        app.hides_image(&preview.ground)
            .then(|| caption(texts::IMAGE_HIDDEN)),
    ]
    .spacing(2);
    // Above the picture, not over it.
    let about = container(about).padding(iced::padding::all(gap::L).bottom(0));
    column![about, board].into()
}

/// Which game.
fn games(app: &App) -> Element<'_, Message> {
    let game = |word, dots| {
        let face = container(body(word)).center_x(Fill).center_y(Fill);
        let game = button(face)
            .width(Fill)
            .height(size::CONTROL)
            .padding(0)
            .style(theme::chosen(app.settings.plays_dots == dots))
            .on_press(Message::Start(StartMessage::Game(dots)));
        reachable(game, true)
    };
    row![game(texts::CONQUEST, false), game(dot_words::TITLE, true)]
        .spacing(gap::XS)
        .into()
}

/// The maps to choose from.
fn maps(app: &App) -> Element<'_, Message> {
    let known = bundled::ALL.iter().map(|map| {
        let chosen = app.map() == Path::new(map.name);
        let name = map_name(map);
        let face = row![icon(Icon::Map), body(name)]
            .spacing(gap::S)
            .align_y(Center);
        let button = row_button(
            container(face).center_y(Fill),
            size::CONTROL,
            gap::S,
            chosen,
        )
        .on_press(Message::Start(StartMessage::Map(map.name.into())));
        reachable(button, true)
    });
    let other = !bundled::ALL
        .iter()
        .any(|map| app.map() == Path::new(map.name));
    let typed = if app.path.is_empty() && other {
        app.map().display().to_string()
    } else {
        app.path.clone()
    };
    // Not with the text of this view: more may be typed before the next one.
    let open = Message::Start(StartMessage::OpenTyped);
    let may = !typed.is_empty();
    let path = row![
        input(texts::MAP_PATH, &typed, |path| Message::Start(
            StartMessage::Path(path)
        ))
        .on_submit(Message::Start(StartMessage::EnterPath)),
        icon_button(
            Icon::FolderOpen,
            texts::OTHER_MAP,
            "",
            may.then_some(open),
            false
        ),
    ]
    .spacing(gap::XS)
    .align_y(Center);
    let mut rows = column![heading(texts::MAP)].spacing(gap::XS);
    let mut pair = row![].spacing(gap::XS);
    for (nth, map) in known.enumerate() {
        pair = pair.push(map);
        if nth % 2 == 1 {
            rows = rows.push(std::mem::replace(&mut pair, row![].spacing(gap::XS)));
        }
    }
    rows.push(path).into()
}

/// A server to play at, on the map that is chosen.
fn server(app: &App, ready: bool) -> Element<'_, Message> {
    let (address, name) = &app.settings.server;
    let why_not_host = app.why_no_host(ready);
    let why_not_join = app.why_no_join(ready);
    let field = |hint, text, on: fn(String) -> StartMessage| {
        input(hint, text, move |text| Message::Start(on(text)))
            .on_submit(Message::Start(StartMessage::Join))
    };
    let button = |symbol, word, hint, why_not: Option<&'static str>, press| {
        let press = why_not.is_none().then_some(Message::Start(press));
        let button = labelled(symbol, word, press, theme::secondary);
        tip(button, why_not.unwrap_or(hint), "", tooltip::Position::Top)
    };
    let open = tick(
        words::OPEN_TO_NETWORK,
        app.reach == Reach::Network,
        text::Wrapping::Word,
        |open| {
            let reach = if open { Reach::Network } else { Reach::Here };
            Message::Start(StartMessage::Reach(reach))
        },
    );
    column![
        heading(texts::AT_SERVER),
        field(texts::ADDRESS, address, StartMessage::Server),
        row![
            field(texts::NAME, name, StartMessage::Name).id(NAME),
            button(
                Icon::LogIn,
                texts::JOIN,
                words::JOIN_HINT,
                why_not_join,
                StartMessage::Join
            ),
            button(
                Icon::Server,
                words::HOST,
                words::HOST_HINT,
                why_not_host,
                StartMessage::Host
            ),
        ]
        .spacing(gap::XS)
        .align_y(Center),
        app.name_flaw().map(|why| caption(why).style(theme::bad)),
        tip(open, words::OPEN_HINT, "", tooltip::Position::Top),
    ]
    .spacing(gap::XS)
    .into()
}

/// Who plays.
fn seats<'a>(app: &'a App, preview: Option<&Preview>) -> Element<'a, Message> {
    let (setup, count) = (&app.settings.conquest, app.settings.conquest.bots.len());
    let most = preview.map_or(count, |preview| {
        Setup::most_bots(preview.ground.map().len())
    });
    let level = |at: usize| {
        pick::level(setup.strategy(at), &setup.bots[at], LEVEL, move |kind| {
            Message::Start(StartMessage::Bot(at, kind.name()))
        })
    };
    let remove = |at| Message::Start(StartMessage::Unseat(at));
    let add = Message::Start(StartMessage::Seat);
    seats::seats(count, most, level, remove, add)
}
