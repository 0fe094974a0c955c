//! The sign of a seat: its colour and its shape, so that players are told apart in grey.

use iced::Element;
use iced::advanced::image::Handle;
use iced::widget::{image, space};
use marchland_board::Sign;
use marchland_maps::Rgb;
use marchland_ui::palette;

use crate::conquest::rules::{Player, State};
use crate::gui::map_view::is_neutral;

/// The sign of a seat, so many logical pixels wide and high.
pub fn emblem<'a, M: 'a>(seat: usize, colour: Rgb, side: u16) -> Element<'a, M> {
    image(drawn(seat, colour, side))
        .width(u32::from(side))
        .height(u32::from(side))
        .into()
}

/// The sign of a player of a game: a disc for a neutral force, as on the map.
pub(super) fn of<'a, M: 'a>(state: &State, player: Player, side: u16) -> Element<'a, M> {
    let neutral = is_neutral(state, player);
    let seat = if neutral { 0 } else { player.index() };
    emblem(seat, palette::player(player.index(), neutral), side)
}

/// The sign of an owner, or an equal gap without one.
pub(super) fn owner<'a, M: 'a>(state: &State, owner: Option<Player>, side: u16) -> Element<'a, M> {
    match owner {
        Some(owner) => of(state, owner, side),
        None => space().width(u32::from(side)).into(),
    }
}

/// The same as an image.
pub(super) fn drawn(seat: usize, colour: Rgb, side: u16) -> Handle {
    let (seat, own) = (seat as u8, false);
    Sign { seat, colour, own }.emblem(side)
}
