//! What the next game should be like, and how many of them would end.

use iced::widget::{column, container, progress_bar, row, text};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_game::conquest::bots::StrategyKind;
use marchland_game::conquest::rules::Player;
use marchland_game::statistics::wilson;
use marchland_ui::palette;
use marchland_ui::parts::{
    across, body, caption, choice, icon_button, input, keycap, labelled, list, swatch, tick, worded,
};
use marchland_ui::theme::{self, space as gap};

use crate::playtest::{Message, PlayTest, Series, Setup, Tally};
use crate::texts;

/// The next game's seed, by which the field is found.
const SEED: &str = "seed";

pub(super) fn view(play: &PlayTest) -> Element<'_, Message> {
    let setup = play.setup();
    let count = setup.players.len();
    let most = Setup::most_players(play.map().len());
    let least = Setup::fewest_players();
    let players = row![
        body(texts::PLAY_PLAYERS).width(Fill),
        icon_button(
            Icon::Minus,
            texts::PLAY_FEWER,
            "",
            (count > least).then_some(Message::Players(count - 1)),
            false
        ),
        container(body(count.to_string())).center_x(28),
        icon_button(
            Icon::Plus,
            texts::PLAY_MORE,
            "",
            (count < most).then_some(Message::Players(count + 1)),
            false
        ),
    ]
    .align_y(Center);
    let good = play.seed_is_good();
    let seed = input("", play.seed(), Message::Seed)
        .id(SEED)
        .style(if good {
            theme::input
        } else {
            theme::wrong_input
        });
    let seed = column![
        row![
            body(texts::PLAY_SEED).width(Fill),
            seed.width(150),
            icon_button(
                Icon::Dices,
                texts::PLAY_SHUFFLE,
                "",
                Some(Message::Shuffle),
                false
            ),
        ]
        .spacing(gap::XS)
        .align_y(Center),
        if good {
            caption(texts::PLAY_SEED_HINT)
        } else {
            caption(texts::PLAY_SEED_WRONG).style(theme::bad)
        },
    ]
    .spacing(2);
    let dealt = column![
        tick(
            texts::PLAY_DEALT,
            setup.dealt,
            text::Wrapping::default(),
            Message::Dealt
        ),
        caption(texts::PLAY_DEALT_HINT),
    ]
    .spacing(2);
    let start = labelled(
        Icon::Play,
        texts::PLAY_START,
        good.then_some(Message::Start),
        theme::primary,
    );
    let content = column![
        players,
        seats(setup),
        across(),
        dealt,
        seed,
        start,
        row![caption(texts::PLAY_AGAIN), keycap("Shift+F5")]
            .spacing(6)
            .align_y(Center),
        across(),
        series(play),
    ]
    .spacing(gap::M);
    list(container(content).padding(gap::M), "next-game")
        .height(Fill)
        .into()
}

fn strategy(kind: StrategyKind) -> String {
    texts::strategy(kind.name())
}

/// Who plays how.
fn seats(setup: &Setup) -> Element<'_, Message> {
    let seats = setup
        .players
        .iter()
        .zip(Player::first(setup.players.len()))
        .map(|(&kind, player)| {
            let names: Vec<String> = StrategyKind::ALL.into_iter().map(strategy).collect();
            let chosen = strategy(kind);
            let pick = choice(names, Some(chosen), "", Fill, move |name| {
                let found = StrategyKind::ALL.into_iter().find(|&k| strategy(k) == name);
                Message::Strategy(player.index(), found.unwrap_or(kind))
            });
            row![
                swatch(palette::player(player.index(), false), 12.0),
                body(texts::player_name(player.index(), false)).width(64),
                pick,
            ]
            .spacing(gap::S)
            .align_y(Center)
            .into()
        });
    column(seats).spacing(gap::XS).into()
}

/// Who wins how often.
fn series(play: &PlayTest) -> Element<'_, Message> {
    let running = play.series().is_some_and(Series::is_running);
    let start = labelled(
        Icon::ChartColumn,
        texts::play_many(Series::GAMES),
        (play.seed_is_good() && !running).then_some(Message::Series),
        theme::secondary,
    );
    let Some(series) = play.series() else {
        return column![start, caption(texts::PLAY_MANY_HINT)]
            .spacing(gap::XS)
            .into();
    };
    let tally = series.tally();
    let head: Element<'_, Message> = if running {
        let bar = progress_bar(0.0..=tally.of as f32, tally.games as f32)
            .girth(6)
            .style(theme::progress);
        row![
            column![caption(texts::games_of(tally.games, tally.of)), bar]
                .spacing(gap::XS)
                .width(Fill),
            worded(texts::CANCEL, Some(Message::StopSeries), theme::plain),
        ]
        .spacing(gap::S)
        .align_y(Center)
        .into()
    } else {
        start
    };
    let mut content = column![head].spacing(gap::S);
    if let Some(why) = series.failed() {
        content = content.push(body(texts::series_failed(why)).style(theme::bad));
    }
    if tally.games > 0 {
        content = content.push(wins(tally));
    }
    content.into()
}

/// The wins as a table, with the range the true share lies in.
fn wins(tally: &Tally) -> Element<'_, Message> {
    let seats = tally.setup.players.iter().zip(&tally.wins);
    let seats = seats.zip(Player::first(tally.wins.len()));
    let rows = seats.map(|((&kind, &wins), player)| {
        let (low, high) = wilson(wins.into(), tally.games.into());
        row![
            swatch(palette::player(player.index(), false), 12.0),
            body(texts::player_name(player.index(), false)).width(58),
            caption(strategy(kind)).width(Fill),
            body(texts::number(wins.into())),
            container(caption(texts::share(low, high))).align_right(96),
        ]
        .spacing(gap::S)
        .align_y(Center)
        .into()
    });
    column![
        row![
            caption(texts::PLAY_WINS).width(Fill),
            caption(texts::PLAY_SHARE)
        ],
        column(rows).spacing(gap::XS),
        caption(texts::series_rest(
            &tally.by_place,
            tally.drawn,
            tally.turns as f64 / f64::from(tally.games.max(1)),
            [0, tally.games.saturating_sub(1)].map(|nth| tally.setup.with_seed(nth).seed),
        )),
    ]
    .spacing(gap::XS)
    .into()
}
