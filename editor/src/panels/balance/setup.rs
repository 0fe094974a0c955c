//! Set-up of the games and the heat map.

use iced::widget::{button, column, container, progress_bar, row, tooltip};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_game::gui;
use marchland_maps::{MAX_PLAYERS, MIN_PLAYERS};
use marchland_ui::focus::pressable;
use marchland_ui::leaving::upon_leaving;
use marchland_ui::parts::{body, by_word, caption, input, labelled, list, tip, worded};
use marchland_ui::theme::{self, size, space as gap};

use super::say;
use crate::balance::{Layer, Message as Do, Setup};
use crate::texts;
use crate::workspace::{Message, Workspace};

pub(super) fn view(workspace: &Workspace) -> Element<'_, Message> {
    let balance = workspace.balance();
    let setup = balance.setup();
    let bot = by_word(
        &Setup::BOTS,
        gui::strategy,
        Some(setup.bot),
        "",
        Fill,
        |bot| say(Do::Bot(bot)),
    );
    let seed = input("", &balance.seed(), |text| say(Do::Seed(text)))
        .id(crate::workspace::ids::BALANCE_SEED)
        .on_submit(say(Do::SeedEntered))
        .style(theme::checked_input(!balance.is_seed()));
    let seed = upon_leaving(seed, say(Do::SeedLeft));
    let wrong =
        (!balance.is_seed()).then(|| caption(texts::balance_seed_wrong()).style(theme::bad));
    let layers: Vec<_> = std::iter::once(None).chain(Layer::ALL.map(Some)).collect();
    let word = |layer: Option<_>| layer.map_or(texts::BALANCE_NOTHING, texts::balance_layer);
    let layer = by_word(&layers, word, Some(balance.layer()), "", Fill, |layer| {
        say(Do::Layer(layer))
    });
    let content = column![
        field(texts::BALANCE_PLAYERS, players(setup)),
        field(texts::BALANCE_BOTS, bot),
        field(texts::BALANCE_SEED, seed),
        wrong,
        field(texts::BALANCE_MAP, layer),
        bonuses(workspace),
    ]
    .spacing(6);
    list(container(content).padding(gap::M), "balance-setup")
        .height(Fill)
        .into()
}

/// A label beside its control; the panel has no room for the usual width of labels.
fn field<'a>(label: &'a str, content: impl Into<Element<'a, Message>>) -> Element<'a, Message> {
    let label = container(body(label).style(theme::muted)).width(54);
    let content = container(content).width(Fill);
    row![label, content].spacing(gap::S).align_y(Center).into()
}

fn players<'a>(setup: Setup) -> Element<'a, Message> {
    let choices = (MIN_PLAYERS..=MAX_PLAYERS).map(|players| {
        let face = container(body(players.to_string())).center(Fill);
        let button = button(face)
            .width(Fill)
            .height(size::CONTROL)
            .padding(0)
            .style(theme::chosen(players == setup.players));
        pressable(button, Some(say(Do::Players(players))))
    });
    row(choices).spacing(2).into()
}

/// The button for the search, or its progress.
fn bonuses(workspace: &Workspace) -> Element<'_, Message> {
    let balance = workspace.balance();
    if let Some(steps) = balance.seeking() {
        let (step, of) = steps;
        let bar = progress_bar(0.0..=of.max(1) as f32, step as f32)
            .girth(6)
            .style(theme::progress);
        let text = caption(texts::balance_seeking(steps));
        return row![
            column![text, bar].spacing(gap::XS).width(Fill),
            worded(texts::CANCEL, Some(say(Do::Leave)), theme::plain),
        ]
        .spacing(gap::S)
        .align_y(Center)
        .into();
    }
    let ready = balance.shown().is_some() && balance.trouble().is_empty();
    let button = labelled(
        Icon::WandSparkles,
        texts::BALANCE_PROPOSE,
        ready.then(|| say(Do::Propose)),
        theme::secondary,
    );
    let offered = balance.offer(workspace.document.revision()).is_some();
    if offered || balance.stopped().is_some() {
        // The pointer may still be where it pressed the button, and the tooltip would lie over what
        // was asked for.
        return button;
    }
    tip(
        button,
        texts::BALANCE_PROPOSE_HINT,
        "",
        tooltip::Position::Top,
    )
}
