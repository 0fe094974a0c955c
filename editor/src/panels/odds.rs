//! The battle odds panel.

use iced::widget::{button, column, container, row, space, text, tooltip};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_maps::TerritoryKey;
use marchland_simulator::{DiceRules, Preset};
use marchland_ui::cut::cut;
use marchland_ui::parts::{
    across, body, by_word, caption, heading, icon, icon_button, input, list, sized, tip,
};
use marchland_ui::theme::{self, space as gap};

use super::press;
use crate::commands::Command;
use crate::odds::{self, Answer, End, Odds};
use crate::texts;
use crate::tools::ToolKind;
use crate::workspace::{Message, Workspace};

/// Ids of the unit fields: the attacker's, then the targets'.
const UNITS: [&str; Odds::MOST_TARGETS + 1] = [
    "units", "units-1", "units-2", "units-3", "units-4", "units-5", "units-6", "units-7",
    "units-8", "units-9", "units-10", "units-11", "units-12",
];
/// The most bars side by side.
const MOST_BARS: usize = 40;
const BARS_HIGH: f32 = 84.0;

pub(super) fn view(workspace: &Workspace) -> Element<'_, Message> {
    let odds = workspace.odds();
    let head = row![
        heading(texts::ODDS).width(Fill),
        press(
            Icon::X,
            texts::CLOSE_ODDS,
            Command::Tool(ToolKind::Select),
            true
        ),
    ]
    .align_y(Center);
    let mut content = column![head, camps(workspace)].spacing(gap::M);
    if odds.attacker().is_some() {
        content = content.push(next(workspace));
    }
    content = content.push(across()).push(dice(odds));
    if let Some(answer) = odds.answer() {
        content = content.push(across()).push(outcome(workspace, answer));
    } else if odds.is_reckoning() {
        content = content.push(caption(texts::ODDS_RECKONING));
    }
    list(container(content).padding(gap::M), "odds")
        .height(Fill)
        .into()
}

fn name(workspace: &Workspace, key: TerritoryKey) -> String {
    texts::territory_name(workspace.document.draft(), key)
}

/// The territories in the battle, with their units.
fn camps(workspace: &Workspace) -> Element<'_, Message> {
    let odds = workspace.odds();
    if odds.attacker().is_none() {
        return column![
            body(texts::ODDS_PICK_ATTACKER),
            caption(texts::ODDS_PICK_ATTACKER_HINT),
        ]
        .spacing(2)
        .into();
    }
    let rows = odds.camps().enumerate().map(|(at, camp)| {
        let attacks = at == 0;
        let (symbol, style): (_, fn(&iced::Theme) -> text::Style) = if attacks {
            (Icon::Swords, theme::accent)
        } else {
            (Icon::Shield, theme::bad)
        };
        let wrong = odds.units(at).is_none();
        let below = if wrong {
            caption(texts::odds_units_wrong(Odds::MOST_UNITS)).style(theme::bad)
        } else if attacks {
            caption(texts::odds_may_attack(odds.units(at).unwrap_or(1)))
        } else if let Some(leg) = odds.answer().filter(|a| a.legs.len() > 1) {
            caption(texts::odds_leg(
                leg.legs.get(at - 1).map_or(0.0, |leg| leg.taken),
            ))
        } else {
            caption(texts::ODDS_TARGET)
        };
        let step = |symbol, what, by| {
            let message = Message::Odds(odds::Message::Step(at, by));
            icon_button(
                symbol,
                what,
                Command::Nudge(0, -by).key(),
                Some(message),
                false,
            )
        };
        let typed = input("", &camp.units, move |text| {
            Message::Odds(odds::Message::Units(at, text))
        })
        .id(UNITS[at.min(UNITS.len() - 1)])
        .align_x(Center)
        .width(48)
        .style(theme::checked_input(wrong));
        let line = row![
            icon(symbol).style(style),
            column![
                cut(name(workspace, camp.key), theme::plain_text),
                below.wrapping(text::Wrapping::None),
            ]
            .spacing(1)
            .width(Fill),
            row![
                step(Icon::Minus, texts::ODDS_FEWER, -1),
                typed,
                step(Icon::Plus, texts::ODDS_MORE, 1),
            ]
            .align_y(Center),
            icon_button(
                Icon::X,
                texts::ODDS_DROP,
                "",
                Some(Message::Odds(odds::Message::Drop(at))),
                false
            ),
        ]
        .spacing(6)
        .align_y(Center);
        let marked = at == odds.active();
        container(line)
            .padding([2.0, 4.0])
            .style(move |theme| {
                if marked {
                    theme::well(theme)
                } else {
                    container::Style::default()
                }
            })
            .into()
    });
    column(rows).spacing(2).into()
}

/// The possible next targets, as an alternative to the map.
fn next(workspace: &Workspace) -> Element<'_, Message> {
    let odds = workspace.odds();
    let near = odds.within_reach(workspace.document.draft(), workspace.document.graph());
    if near.is_empty() {
        return if odds.targets().is_empty() {
            caption(texts::ODDS_NOWHERE).into()
        } else {
            space().height(0).into()
        };
    }
    let title = if odds.targets().is_empty() {
        texts::ODDS_NEXT
    } else {
        texts::ODDS_NEXT_ON
    };
    let choices = near.into_iter().map(|key| {
        button(sized(name(workspace, key), theme::size::CAPTION))
            .padding([3.0, 7.0])
            .style(theme::secondary)
            .on_press(Message::Odds(odds::Message::Click(key)))
            .into()
    });
    column![
        caption(title),
        row(choices)
            .spacing(gap::XS)
            .wrap()
            .vertical_spacing(gap::XS)
    ]
    .spacing(gap::XS)
    .into()
}

fn dice(odds: &Odds) -> Element<'_, Message> {
    let presets: Vec<&Preset> = DiceRules::PRESETS.iter().collect();
    let word = |preset: &Preset| texts::odds_dice(preset.name);
    let pick = by_word(&presets, word, Some(odds.rules()), "", Fill, |preset| {
        Message::Odds(odds::Message::Rules(preset))
    });
    let about = texts::sentence(odds.rules().about);
    row![
        body(texts::ODDS_DICE).style(theme::muted).width(44),
        tip(pick, about, "", tooltip::Position::Bottom),
    ]
    .spacing(gap::S)
    .align_y(Center)
    .into()
}

fn outcome<'a>(workspace: &'a Workspace, answer: &'a Answer) -> Element<'a, Message> {
    let odds = workspace.odds();
    let question = answer.question();
    let targets: Vec<String> = odds
        .targets()
        .iter()
        .map(|&key| name(workspace, key))
        .collect();
    let attacker = odds
        .attacker()
        .map(|key| name(workspace, key))
        .unwrap_or_default();
    let what = if targets.len() > 1 {
        texts::ODDS_CHANCE_THROUGH
    } else {
        texts::ODDS_CHANCE
    };
    let style: fn(&iced::Theme) -> text::Style = if answer.win >= 0.5 {
        theme::good
    } else {
        theme::bad
    };
    let chance = row![
        sized(texts::per_cent(answer.win), theme::size::DISPLAY).style(style),
        body(what).style(theme::muted),
    ]
    .spacing(gap::S)
    .align_y(Center);
    let loss = |who, lost, of| {
        row![
            body(who).style(theme::muted).width(84),
            body(texts::odds_losses_of(lost, of))
        ]
    };
    let defenders = question.defenders.iter().sum();
    let attackers = question.standing - 1;
    let losses = column![
        body(texts::ODDS_LOSSES),
        loss(texts::ODDS_ATTACKER_LOSES, answer.attackers_lost, attackers),
        loss(texts::ODDS_DEFENDERS_LOSE, answer.defenders_lost, defenders),
    ]
    .spacing(2);
    let mut content = column![chance, losses].spacing(gap::M);
    if answer.win > 0.0 {
        let taken = targets.last().cloned().unwrap_or_default();
        content = content.push(body(texts::odds_survivors(answer.survivors, &taken)));
    }
    content =
        content.push(column![body(texts::ODDS_ENDS), bars(answer, &targets)].spacing(gap::XS));
    let chances = Odds::CHANCES.into_iter().map(|percent| {
        button(sized(texts::odds_wanted(percent), theme::size::CAPTION))
            .padding([3.0, 6.0])
            .style(theme::chosen(percent == odds.wanted()))
            .on_press(Message::Odds(odds::Message::Wanted(percent)))
            .into()
    });
    content
        .push(
            column![
                body(texts::ODDS_NEED),
                row(chances).spacing(2),
                body(texts::odds_need(answer.need, &attacker)),
            ]
            .spacing(gap::XS),
        )
        .into()
}

/// A bar for each group of outcomes: red for failure, green for success.
fn bars<'a>(answer: &'a Answer, targets: &[String]) -> Element<'a, Message> {
    let bars = answer.bars(MOST_BARS);
    let highest = bars
        .iter()
        .map(|bar| bar.chance)
        .fold(f64::MIN_POSITIVE, f64::max);
    let columns = bars.iter().map(|bar| {
        let high = (bar.chance / highest) as f32 * BARS_HIGH;
        let good = matches!(bar.end, End::Taken(_));
        let bar_itself = container(space()).width(Fill).height(high.max(1.0)).style(
            move |theme: &iced::Theme| {
                let tokens = theme::tokens(theme);
                let colour = if good { tokens.good } else { tokens.bad };
                container::Style::default().background(colour)
            },
        );
        let column = container(bar_itself)
            .width(Fill)
            .height(BARS_HIGH)
            .align_bottom(BARS_HIGH);
        let says = match &bar.end {
            End::Taken(units) => texts::odds_won(units, bar.chance),
            End::Held(units) => texts::odds_lost(units, bar.chance),
            End::Stopped(leg) => {
                let before = targets.get(*leg).map_or("?", String::as_str);
                texts::odds_stopped(before, bar.chance)
            }
        };
        tip(column, says, "", tooltip::Position::Top)
    });
    let label = |bar: Option<&odds::Bar>| {
        caption(match bar.map(|bar| &bar.end) {
            Some(End::Taken(units)) => texts::odds_left(*units.end()),
            Some(End::Held(units)) => texts::odds_defending(*units.end()),
            Some(End::Stopped(_)) => texts::ODDS_STOPPED.to_owned(),
            None => String::new(),
        })
    };
    column![
        container(row(columns).spacing(1))
            .width(Fill)
            .height(BARS_HIGH),
        across(),
        row![label(bars.first()), space().width(Fill), label(bars.last()),],
    ]
    .spacing(2)
    .into()
}
