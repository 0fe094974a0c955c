//! The legend of the heat map.

use iced::widget::{column, container, row, space};
use iced::{Center, Element};
use marchland_ui::parts::{body, caption, to_color};
use marchland_ui::theme::{self, Mode, space as gap};

use crate::balance::Heat;
use crate::workspace::Message;
use crate::{scenery, texts};

/// The scale and its unit; empty without a heat map.
pub(in crate::panels) fn legend<'a>(heat: Option<&Heat>, mode: Mode) -> Element<'a, Message> {
    let Some(heat) = heat else {
        return space().into();
    };
    let least = if heat.layer.is_signed() {
        -Heat::STEPS
    } else {
        0
    };
    let shades = (least..=Heat::STEPS).map(|step| {
        let colour = to_color(scenery::heat(step, mode.board()));
        let patch = container(space()).width(10).height(12);
        patch
            .style(move |_| container::Style::default().background(colour))
            .into()
    });
    let [from, to] = texts::balance_ends(heat);
    let (what, sure) = texts::balance_legend(heat);
    let scale = row![body(from), row(shades), body(to)]
        .spacing(gap::S)
        .align_y(Center);
    container(column![body(what), scale, caption(sure)].spacing(gap::XS))
        .padding([6.0, 10.0])
        .style(theme::raised)
        .into()
}
