//! The lobby of a server: its tables and the joined one.

use iced::widget::{Column, column, container, row, space, text};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_maps::{MAX_PLAYERS, MIN_PLAYERS};
use marchland_ui::dialog;
use marchland_ui::focus::reachable;
use marchland_ui::palette;
use marchland_ui::parts::{
    across, bar_of, body, caption, changing, down, field, heading, icon, icon_button, input,
    keycap, labelled, list, nothing, row_button, worded,
};
use marchland_ui::theme::{self, size, space as gap};

use super::emblem::emblem;
use super::seats::LEVEL;
use super::{below, panel, pick};
use crate::conquest;
use crate::dots;
use crate::gui::app::{App, Closing, Leaving, LobbyMessage, Message};
use crate::gui::keys::Command;
use crate::gui::link::Order;
use crate::gui::retry::NAME;
use crate::gui::server_lobby::{Listing, ServerLobby, why_not};
use crate::gui::setup::board_name;
use crate::gui::table::Table;
use crate::gui::texts::{self, lobby as words};
use crate::gui::waiting_room::{Occupant, WaitingRoom};
use crate::play::Player;
use crate::protocol::command::Table as ListedTable;
use crate::protocol::{Name, Text};

/// Width of the tables, in logical pixels.
const SIDE: f32 = 360.0;

/// The lobby; `seat` is the joined table, if any.
pub(super) fn view<'a>(
    app: &'a App,
    lobby: &'a ServerLobby,
    seat: Option<&'a Table>,
) -> Element<'a, Message> {
    let leave = if seat.is_some() {
        texts::LEAVE
    } else {
        words::BACK
    };
    let title = words::title(&lobby.server.host, lobby.server.port);
    let bar = row![
        labelled(
            Icon::ArrowLeft,
            leave,
            Some(Message::Lobby(LobbyMessage::Leave)),
            theme::secondary
        ),
        container(changing(heading(title.clone()), &title))
            .padding([0.0, gap::S])
            .width(Fill)
            .clip(true),
        app.looks(),
    ]
    .spacing(gap::XS)
    .align_y(Center);
    let side = container(tables(app, lobby, seat.is_none()))
        .width(SIDE)
        .height(Fill);
    let rest: Element<'_, Message> = match seat {
        Some(table) => room(app, lobby, table),
        None => container(no_table(lobby))
            .center(Fill)
            .style(theme::ground)
            .into(),
    };
    column![bar_of(bar), across(), row![side, down(), rest].height(Fill)].into()
}

/// The selected table; or what to do if there is none.
fn no_table(lobby: &ServerLobby) -> Element<'_, Message> {
    let said = lobby.said.as_deref();
    match (&lobby.listing, lobby.table()) {
        (Listing::Failed(_), _) => {
            nothing(Icon::Unplug, words::AWAY, said.unwrap_or(words::AWAY_HINT))
        }
        // Whether there is one to join is not known yet.
        (Listing::Asked, None) => space().into(),
        (_, Some(table)) => chosen(lobby, table),
        _ => nothing(Icon::Users, words::NONE, said.unwrap_or(words::NO_SEAT)),
    }
}

/// A table that is not joined: what it plays, who sits there, and the rules.
fn chosen<'a>(lobby: &'a ServerLobby, table: &'a ListedTable) -> Element<'a, Message> {
    let game = table.game.as_ref().map_or(conquest::ID, Text::as_str);
    let started = table.started.0;
    let mut rows = column![
        heading(table.name.as_str()),
        body(board_name(game, table.setup.as_str())),
        caption(words::taken(table.seated, table.players, started)),
    ]
    .spacing(gap::S);
    if let Some(room) = lobby.look() {
        let seats = room
            .seats()
            .map(|(player, occupant)| line(room, !started, player, occupant, None));
        rows = rows.push(column(seats).spacing(2));
        if game == conquest::ID {
            rows = rows.push(rules(room, false));
        }
    }
    if let Some(said) = lobby.said_at(table) {
        rows = rows.push(caption(said).style(theme::warn));
    }
    let card = container(rows)
        .padding(gap::XL)
        .width(420)
        .style(theme::raised);
    list(container(card).center_x(Fill).padding(gap::XL), "table")
        .height(Fill)
        .into()
}

/// The tables of the server, and how to create or join one if none is joined.
fn tables<'a>(app: &'a App, lobby: &'a ServerLobby, free: bool) -> Element<'a, Message> {
    let (all, listed) = (lobby.tables(), lobby.listed());
    // Selecting a table that is not listed lists those around it.
    let more = |at: Option<usize>, count: usize| {
        let table = at.and_then(|at| all.get(at))?;
        let word = words::more_tables(count, at < Some(listed.start));
        let press = Message::Lobby(LobbyMessage::Choose(table.name.clone()));
        Some(worded(word, Some(press), theme::secondary))
    };
    let before = more(listed.start.checked_sub(1), listed.start);
    let after = more(Some(listed.end), all.len() - listed.end);
    let rows = all[listed.clone()].iter().map(|table| {
        let chosen = lobby.chosen.as_ref() == Some(&table.name);
        let dimmed: fn(&iced::Theme) -> text::Style = match why_not(table, &lobby.ground) {
            Some(_) if !lobby.has_seat(table) => theme::muted,
            _ => theme::plain_text,
        };
        let game = table.game.as_ref().map(Text::as_str);
        let game = game.filter(|&game| game != conquest::ID);
        let setup = table.setup.as_str();
        let about = words::about(
            game,
            &game.map_or_else(|| board_name(conquest::ID, setup), |_| setup.to_owned()),
            table.seated,
            table.players,
            table.started.0,
        );
        let face = row![
            container(body(table.name.as_str()).style(dimmed))
                .width(Fill)
                .clip(true),
            caption(about).wrapping(text::Wrapping::None),
        ]
        .spacing(gap::S)
        .align_y(Center)
        .height(Fill);
        let row = row_button(face, size::CONTROL, gap::S, chosen)
            .on_press(Message::Lobby(LobbyMessage::Choose(table.name.clone())));
        reachable(row, true)
    });
    let said: Element<'_, Message> = match &lobby.listing {
        Listing::Asked => caption(words::ASKED).into(),
        Listing::One => caption(words::OLD).into(),
        Listing::Failed(why) => caption(why).style(theme::bad).into(),
        Listing::Tables(..) => space().height(0).into(),
    };
    let rows = column(before).extend(rows).extend(after);
    let above = column![heading(words::TABLES), said, rows].spacing(gap::XS);
    let above = list(container(above).padding(gap::L), "tables").height(Fill);
    let mut all = column![above];
    if free {
        let new = column![across(), container(fresh(lobby)).padding([gap::M, gap::L])];
        all = all.push(new).push(across()).push(answers(app, lobby));
    }
    all.into()
}

/// The form for a new table.
fn fresh(lobby: &ServerLobby) -> Element<'_, Message> {
    let (name, players) = &lobby.fresh;
    let new = Message::Lobby(LobbyMessage::New);
    let may = lobby.created().is_ok().then(|| new.clone());
    let called = input(words::NEW_NAME, name, |name| {
        Message::Lobby(LobbyMessage::Called(name))
    })
    .on_submit(new);
    let counts: Vec<u8> = (MIN_PLAYERS..=MAX_PLAYERS).collect();
    let count = pick::by_word(&counts, words::players, Some(*players), "", 110, |count| {
        Message::Lobby(LobbyMessage::Players(count))
    });
    let why = match (lobby.created(), lobby.dots) {
        (Err(why), _) if matches!(lobby.listing, Listing::Tables(..)) => why,
        (_, Some(size)) => board_name(dots::ID, &size.to_string()),
        (_, None) => board_name(conquest::ID, lobby.ground.map().id()),
    };
    column![
        heading(words::NEW_TABLE),
        row![
            called,
            count,
            labelled(Icon::Plus, words::NEW, may, theme::secondary)
        ]
        .spacing(gap::XS)
        .align_y(Center),
        caption(why),
    ]
    .spacing(gap::XS)
    .into()
}

/// The player's name, and buttons to watch or join the selected table.
fn answers<'a>(app: &'a App, lobby: &'a ServerLobby) -> Element<'a, Message> {
    let you = input(texts::NAME, &app.settings.server.1, |name| {
        Message::Lobby(LobbyMessage::Name(name))
    });
    let you = you.id(NAME).on_submit(Message::Command(Command::Confirm));
    let you = row![caption(texts::NAME), you]
        .spacing(gap::S)
        .align_y(Center);
    let watch = lobby.watched().is_ok();
    let watch = watch.then_some(Message::Lobby(LobbyMessage::Watch));
    let joined = lobby.joined();
    let name = lobby.chosen.as_ref().map_or("", |name| name.as_str());
    // Why there are no tables is said above.
    let is_listed = !matches!(lobby.listing, Listing::Asked | Listing::Failed(_));
    let why: Element<'_, Message> = match &joined {
        Err(why) if is_listed => caption(why.clone()).into(),
        _ => space().into(),
    };
    let join = joined.is_ok().then_some(Message::Lobby(LobbyMessage::Join));
    let word = if lobby.comes_back() {
        words::come_back(name)
    } else {
        words::join(name)
    };
    // The name of a table needs the whole width.
    let buttons = if lobby.only_watches() {
        column![
            labelled(Icon::LogIn, texts::JOIN, None, theme::secondary),
            panel::filled(words::WATCH, watch),
        ]
    } else {
        column![
            labelled(Icon::Eye, words::WATCH, watch, theme::secondary),
            panel::filled(word, join),
        ]
    };
    let buttons = buttons.spacing(gap::S);
    container(column![you, why, buttons].spacing(gap::S))
        .padding([gap::M, gap::L])
        .into()
}

/// The question before a hosted server is closed.
pub(super) fn closing(closing: &Closing) -> Element<'_, Message> {
    let tables = closing
        .tables
        .iter()
        .map(|table| (table.name.as_str(), table.seated, table.started.0));
    let close = Some(Message::Lobby(LobbyMessage::Close));
    let stay = Message::Shut;
    let question = dialog::question(
        words::CLOSE_TITLE.to_owned(),
        words::close_hint(tables),
        Some(worded(words::CLOSE, close, theme::danger)),
        vec![worded(texts::CANCEL, Some(stay.clone()), theme::secondary)],
    );
    dialog::over(question, stay)
}

/// The question before a running game is left.
pub(super) fn leaving<'a>(leaving: &Leaving) -> Element<'a, Message> {
    let stay = Message::Shut;
    let hint = words::leave_hint(leaving.resigns, leaving.pencil);
    let resign = leaving.resigns.filter(|resigns| *resigns);
    let resign = resign.map(|_| worded(words::RESIGN, Some(Message::Resign), theme::danger));
    let (title, leave) = match (leaving.window, leaving.resigns) {
        (Some(_), _) => (words::CLOSE_WINDOW_TITLE, words::CLOSE_WINDOW),
        (None, Some(_)) => (words::LEAVE_TITLE, words::LEAVE_FOR_NOW),
        (None, None) => (words::LEAVE_TITLE, texts::LEAVE),
    };
    let answers = vec![
        worded(texts::CANCEL, Some(stay.clone()), theme::secondary),
        worded(leave, Some(Message::Leave), theme::primary),
    ];
    let question = dialog::question(title.to_owned(), hint, resign, answers);
    dialog::over(question, stay)
}

/// The joined table before its game.
fn room<'a>(app: &'a App, lobby: &'a ServerLobby, table: &'a Table) -> Element<'a, Message> {
    let session = &table.session;
    let here = &session.room;
    let plays = !session.watches();
    // Nothing reaches a server that is away.
    let reached = session.away().is_none();
    let name = here
        .name
        .as_ref()
        .map_or(texts::AT_TABLE, |name| name.as_str());
    let seats = here.seats().map(|(player, occupant)| {
        let away = occupant
            .map(|occupant| &occupant.name)
            .filter(|name| lobby.opened || session.has_seated(name))
            .filter(|_| reached && here.me() != Some(player));
        line(here, here.extended, player, occupant, away)
    });
    let mut seats = column![
        row![
            changing(heading(name), name).width(Fill),
            caption(table.name()).wrapping(text::Wrapping::None),
        ]
        .align_y(Center),
        column(seats).spacing(2),
    ]
    .spacing(gap::S);
    if plays && here.me().is_some() && here.free() > 0 {
        let level = pick::level(Some(app.level), "", LEVEL, |kind| {
            Message::Lobby(LobbyMessage::Level(kind))
        });
        let add = reached.then_some(Message::Lobby(LobbyMessage::Bot));
        let add = labelled(Icon::Plus, words::ADD_BOT, add, theme::secondary);
        seats = seats.push(row![level, add].spacing(gap::XS).align_y(Center));
    }
    let refused: Element<'_, Message> = match &here.refused {
        Some(why) => caption(texts::sentence(why)).style(theme::bad).into(),
        None => space().height(0).into(),
    };
    // Other servers tell their clock only during the game.
    let clock = app.clock().map(|clock| caption(words::clock(clock)));
    let top = row![
        container(seats).width(Fill),
        container(rules(here, reached && here.me().is_some()).push(clock)).width(270),
    ]
    .spacing(gap::XL);
    let above = column![top, refused].spacing(gap::S);
    let above = list(container(above).padding(gap::L), "seats").height(Fill);
    // As far from the edges as what stands above and below.
    let said = container(below::chat_of(table).map(Message::Table))
        .padding([0.0, gap::L - gap::M])
        .height(200);
    column![above, across(), said, across(), foot(table)].into()
}

/// A seat with its player, if any; `marks` if it is told who is ready, `away` if that player can
/// be removed.
fn line<'a>(
    room: &'a WaitingRoom,
    marks: bool,
    player: Player,
    occupant: Option<&'a Occupant>,
    away: Option<&Name>,
) -> Element<'a, Message> {
    let sign = emblem(player.index(), palette::player(player.index(), false), 22);
    let Some(occupant) = occupant else {
        let face = row![sign, body(words::FREE).style(theme::muted)];
        return face
            .spacing(gap::S)
            .height(size::CONTROL)
            .align_y(Center)
            .into();
    };
    let you = room.me() == Some(player);
    let name = occupant.name.to_string();
    let name = if you { words::you(&name) } else { name };
    let gone = match occupant {
        Occupant { away: true, .. } => Some(texts::GONE),
        Occupant { lost: true, .. } => Some(texts::LOST_CONNECTION),
        _ => None,
    };
    let mark: Element<'_, Message> = match (marks, occupant.ready) {
        _ if gone.is_some() => row![
            icon(Icon::Unplug).style(theme::warn),
            body(gone.unwrap_or_default())
        ]
        .spacing(gap::XS)
        .into(),
        (false, _) => space().into(),
        (true, true) => row![
            icon(Icon::Check).style(theme::good),
            body(words::READY_MARK)
        ]
        .spacing(gap::XS)
        .into(),
        (true, false) => body(words::WAITS).style(theme::muted).into(),
    };
    let away: Element<'_, Message> = match away {
        Some(name) => {
            let away = Message::order(Order::Unseat(name.clone()));
            icon_button(Icon::X, words::SEND_AWAY, "", Some(away), false)
        }
        None => space().width(size::CONTROL).into(),
    };
    row![
        sign,
        container(body(name).wrapping(text::Wrapping::None))
            .width(Fill)
            .clip(true),
        mark,
        away
    ]
    .spacing(gap::S)
    .height(size::CONTROL)
    .align_y(Center)
    .into()
}

/// The rules of a table; `may` if they can be changed here and now.
fn rules(room: &WaitingRoom, may: bool) -> Column<'_, Message> {
    let rule = |label, rule: usize, faces: [&'static str; 2]| -> Element<'_, Message> {
        let face = |variant: u32| faces.get(variant as usize).copied().unwrap_or("–");
        let chosen = room.rules[rule];
        if !may {
            return field(label, body(chosen.map_or("–", face)));
        }
        let pick = pick::by_word(&[0, 1], face, chosen, "–", Fill, move |variant| {
            Message::order(Order::Choose(rule as u32, variant))
        });
        field(label, pick)
    };
    let rows = column![
        heading(texts::RULES),
        rule(words::AREAS, 0, [words::CHOSEN, words::DEALT]),
        rule(words::SETS, 1, [words::GROWING, words::CONSTANT]),
    ]
    .spacing(gap::S);
    rows.push(may.then(|| caption(words::RULE_HINT)))
}

/// The primary button: ready, or the players waited for.
fn foot(table: &Table) -> Element<'_, Message> {
    let session = &table.session;
    let room = &session.room;
    let content: Element<'_, Message> = if session.watches() {
        caption(words::WATCHING).into()
    } else if let Some(tries) = session.away() {
        caption(texts::away(tries)).style(theme::warn).into()
    } else {
        let ready = room.me().is_some() && !room.is_ready();
        let word = if ready {
            words::READY.to_owned()
        } else if room.me().is_some() {
            let names: Vec<String> = room.awaited().map(ToString::to_string).collect();
            words::waiting(room.free(), &names)
        } else {
            words::COMING.to_owned()
        };
        let press = ready.then(|| Message::order(Order::Ready));
        row![
            space().width(Fill),
            ready.then(|| keycap("Enter")),
            worded(word, press, theme::primary)
        ]
        .spacing(gap::S)
        .align_y(Center)
        .into()
    };
    // What stands above does not move when a line takes the place of the button.
    container(container(content).center_y(size::CONTROL))
        .padding([gap::M, gap::L])
        .width(Fill)
        .into()
}
