//! The legend of the heat map.

use iced::widget::{column, container, row, space};
use iced::{Center, Element};
use lucide_icons::Icon;
use marchland_ui::parts::{body, caption, icon, to_color};
use marchland_ui::theme::{self, Mode, space as gap};

use crate::balance::Heat;
use crate::workspace::Message;
use crate::{scenery, texts};

/// Width from which its texts take several lines, in logical pixels: it covers little of the map.
const WIDTH: f32 = 172.0;

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
        let colour = to_color(scenery::heat(step, heat.is_old, mode.board()));
        let patch = container(space()).width(5).height(12);
        patch
            .style(move |_| container::Style::default().background(colour))
            .into()
    });
    let [from, to] = texts::balance_ends(heat);
    let (what, sure) = texts::balance_legend(heat);
    let scale = row![body(from), row(shades), body(to)]
        .spacing(gap::S)
        .align_y(Center);
    let old = heat.is_old.then(|| {
        let sign = icon(Icon::History).size(14.0).style(theme::warn);
        let words = caption(texts::BALANCE_OLD).style(theme::warn);
        row![sign, words].spacing(gap::XS).align_y(Center)
    });
    container(column![old, body(what), scale, caption(sure)].spacing(gap::XS))
        .padding([6.0, 10.0])
        .max_width(WIDTH)
        .style(theme::raised)
        .into()
}
