//! A game that is watched: the board, the players, what happens, and how fast.

mod next_game;

use iced::widget::{button, column, container, row, sensor, space, stack, text, tooltip};
use iced::{Center, Element, Fill, mouse};
use lucide_icons::Icon;
use marchland_board::Board;
use marchland_game::conquest::rules::{Player, Status};
use marchland_ui::palette;
use marchland_ui::parts::{
    self, across, bar_of, body, caption, divider, down, heading, icon, icon_button, labelled, list,
    nothing, swatch, theme_button, tip,
};
use marchland_ui::theme::{self, Mode, size, space as gap};

use crate::commands::Command;
use crate::playtest::{Ending, Message, Pace, PlayTest, Standing, Tab};
use crate::texts;

/// The whole screen.
pub(crate) fn view(
    play: &PlayTest,
    mode: Mode,
    pixel_ratio: f32,
    width: f32,
) -> Element<'_, Message> {
    column![
        bar(play, mode),
        across(),
        row![board(play, pixel_ratio), down(), side(play).width(width)].height(Fill),
    ]
    .into()
}

/// The bar at the top: what it is, and how fast it goes.
fn bar(play: &PlayTest, mode: Mode) -> Element<'_, Message> {
    let over = play.ending().is_some();
    let running = !play.is_paused() && !over;
    let name = play.map().name().text.as_deref();
    let title = row![
        body(texts::play_title(name)).wrapping(text::Wrapping::None),
        caption(texts::play_seed(play.playing().seed)).wrapping(text::Wrapping::None),
    ]
    .spacing(gap::S)
    .align_y(Center);
    let leave = labelled(
        Icon::ArrowLeft,
        texts::PLAY_STOP,
        Some(Message::Leave),
        theme::secondary,
    );
    let (symbol, what) = if running {
        (Icon::Pause, texts::PLAY_PAUSE)
    } else {
        (Icon::Play, texts::PLAY_GO_ON)
    };
    let when = |message| (!over).then_some(message);
    let controls = row![
        icon_button(symbol, what, "Space", when(Message::Pause), false),
        icon_button(
            Icon::StepForward,
            texts::PLAY_STEP,
            "→",
            when(Message::Step),
            false
        ),
        icon_button(
            Icon::SkipForward,
            texts::PLAY_TURN,
            "Shift+→",
            when(Message::Turn),
            false
        ),
        icon_button(
            Icon::RotateCcw,
            texts::PLAY_AGAIN,
            "Shift+F5",
            Some(Message::Again),
            false
        ),
    ];
    let paces = Pace::ALL.into_iter().zip(["1", "2", "3", "4", "5"]);
    let paces = paces.map(|(pace, key)| {
        let face = container(body(texts::pace(pace.rate()))).center_y(Fill);
        let button = button(face)
            .height(size::CONTROL)
            .padding([0.0, 8.0])
            .style(theme::chosen(running && pace == play.pace()))
            .on_press_maybe(when(Message::Pace(pace)));
        tip(button, texts::PLAY_SPEED, key, tooltip::Position::Bottom)
    });
    let content = row![
        tip(leave, texts::PLAY_STOP, "Esc", tooltip::Position::Bottom),
        container(title)
            .padding([0.0, gap::S])
            .width(Fill)
            .clip(true),
        controls,
        divider(),
        row(paces),
        caption(texts::PLAY_A_SECOND).wrapping(text::Wrapping::None),
        divider(),
        layers(play, mode),
    ]
    .spacing(gap::XS)
    .align_y(Center);
    bar_of(content)
}

/// What is shown of the map.
fn layers(play: &PlayTest, mode: Mode) -> Element<'_, Message> {
    let sight = &play.sight;
    row![
        icon_button(
            Icon::Type,
            texts::LAYER_NAMES,
            "",
            Some(Message::Names(!sight.names)),
            sight.names
        ),
        icon_button(
            Icon::Spline,
            texts::LAYER_LINKS,
            "",
            Some(Message::Links(!sight.links)),
            sight.links
        ),
        theme_button(mode, texts::TOGGLE_THEME, Message::Do(Command::ToggleTheme)),
    ]
    .into()
}

fn board(play: &PlayTest, pixel_ratio: f32) -> Element<'_, Message> {
    let sight = &play.sight;
    if sight.scene().size().0 == 0 {
        return container(nothing(Icon::ImageOff, texts::NO_MASK, texts::NO_MASK_HINT))
            .center(Fill)
            .style(theme::ground)
            .into();
    }
    let board = Board::new(sight.scene(), Message::Board)
        .framing(sight.framing)
        .pixel_ratio(pixel_ratio)
        .layers(sight.names, sight.links, false)
        .pans()
        .interaction(mouse::Interaction::Grab);
    let board = sensor(board)
        .on_show(Message::BoardSize)
        .on_resize(Message::BoardSize);
    let over: Element<'_, Message> = match (banner(play), sight.hovered()) {
        (Some(banner), _) => banner,
        (None, Some(territory)) => {
            let of = play.map().territories().get(territory.index());
            let name = of.and_then(|t| t.name.text.clone()).unwrap_or_default();
            let holding = play.now().holdings.get(territory.index());
            let owner = holding.and_then(|h| Some((name_of(play, h.owner?), h.units)));
            let owner = owner.as_ref().map(|(name, units)| (&**name, *units));
            card(row![body(texts::play_owner(&name, owner))])
        }
        (None, None) => space().into(),
    };
    stack![board, container(over).padding(gap::M)].into()
}

fn card(content: iced::widget::Row<'_, Message>) -> Element<'_, Message> {
    container(content.spacing(gap::S).align_y(Center))
        .padding([6.0, 10.0])
        .max_width(520)
        .style(theme::raised)
        .into()
}

/// How the game ended.
fn banner(play: &PlayTest) -> Option<Element<'_, Message>> {
    let ending = play.ending()?;
    let (symbol, style): (_, fn(&iced::Theme) -> text::Style) = match ending {
        Ending::Won(_) => (Icon::Trophy, theme::accent),
        Ending::Drawn => (Icon::Hourglass, theme::warn),
        Ending::NoStart(_) | Ending::Crashed(_) => (Icon::TriangleAlert, theme::bad),
    };
    let mut line = row![icon(symbol).style(style)];
    if let Ending::Won(player) = *ending {
        line = line.push(dot(play, player));
    }
    let said = ending.said(|player| name_of(play, player));
    Some(card(line.push(body(said))))
}

fn name_of(play: &PlayTest, player: Player) -> String {
    texts::player_name(player.index(), play.now().is_neutral(player))
}

fn dot<'a>(play: &PlayTest, player: Player) -> Element<'a, Message> {
    let neutral = play.now().is_neutral(player);
    swatch(palette::player(player.index(), neutral), 12.0)
}

fn side(play: &PlayTest) -> iced::widget::Container<'_, Message> {
    let tab = |tab, word| parts::tab(word, play.tab == tab, Message::Tab(tab));
    let content = match play.tab {
        Tab::Game => game(play),
        Tab::Setup => next_game::view(play),
    };
    let panel = column![
        row![
            tab(Tab::Game, texts::PLAY_TAB_GAME),
            tab(Tab::Setup, texts::PLAY_TAB_SETUP)
        ],
        across(),
        content,
    ];
    container(panel).height(Fill).style(theme::panel)
}

/// The players, and what has happened lately.
fn game(play: &PlayTest) -> Element<'_, Message> {
    let now = play.now();
    let moment = row![
        heading(texts::moment(now.phase, now.turns)).width(Fill),
        head(Icon::Map, texts::PLAY_TERRITORIES),
        head(Icon::Users, texts::PLAY_UNITS),
        head(Icon::Layers, texts::PLAY_CARDS),
        head(Icon::Plus, texts::PLAY_INCOME),
    ]
    .align_y(Center);
    let players = now.standings.iter().map(|standing| player(play, standing));
    let log = play.log().entries().map(|entry| {
        let mark: Element<'_, Message> = match entry.player {
            Some(player) => container(dot(play, player)).padding([2.0, 0.0]).into(),
            None => space().width(12).into(),
        };
        let words = text(&entry.text).size(size::CAPTION + 0.5);
        let words = if entry.is_turn {
            words
        } else {
            words.style(theme::muted)
        };
        row![mark, words.width(Fill)].spacing(gap::S).into()
    });
    column![
        container(column![moment, column(players).spacing(1)].spacing(gap::S)).padding(gap::M),
        across(),
        container(caption(texts::PLAY_LOG)).padding([gap::S, gap::M]),
        list(
            container(column(log).spacing(3))
                .padding(iced::padding::horizontal(gap::M).bottom(gap::M)),
            "log"
        )
        .height(Fill),
    ]
    .height(Fill)
    .into()
}

const COLUMN: f32 = 34.0;

fn head(symbol: Icon, what: &str) -> Element<'_, Message> {
    let face = container(icon(symbol).size(14.0).style(theme::muted)).center_x(COLUMN);
    tip(face, what, "", tooltip::Position::Bottom)
}

fn player<'a>(play: &'a PlayTest, standing: &Standing) -> Element<'a, Message> {
    let of = standing.player;
    let out = texts::status(standing.status);
    let on_turn = play.ending().is_none() && play.now().turn == Some(of);
    let figure = |n: u64| container(body(texts::number(n))).center_x(COLUMN);
    let strategy = play.playing().players.get(of.index());
    let strategy = strategy.filter(|_| standing.status != Status::Neutral);
    let strategy = strategy
        .map(|&kind| texts::strategy(kind.name()))
        .unwrap_or_default();
    let mut line = row![
        dot(play, of),
        row![
            body(name_of(play, of)).wrapping(text::Wrapping::None),
            container(caption(strategy).wrapping(text::Wrapping::None)).clip(true),
        ]
        .spacing(6)
        .align_y(Center)
        .width(Fill),
    ]
    .spacing(gap::S)
    .align_y(Center)
    .height(26);
    line = match out {
        Some(out) => line.push(caption(out)),
        None => line.push(row![
            figure(standing.territories.into()),
            figure(standing.units),
            figure(standing.cards.into()),
            figure(standing.income.into()),
        ]),
    };
    container(line)
        .padding([0.0, 4.0])
        .style(move |theme| {
            if on_turn {
                theme::well(theme)
            } else {
                container::Style::default()
            }
        })
        .into()
}
