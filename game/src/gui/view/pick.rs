//! Choices of values that are shown by a word each.

use iced::widget::tooltip;
use iced::{Element, Length};
pub(super) use marchland_ui::parts::by_word;
use marchland_ui::parts::tip;
use marchland_ui::scale::Scale;

use crate::conquest::bots::StrategyKind;
use crate::gui::keys::Command;
use crate::gui::phrases;
use crate::gui::stage::Pace;
use crate::gui::texts;

/// The level of a computer player.
pub(super) fn level<'a, M: Clone + 'a>(
    chosen: Option<StrategyKind>,
    hint: &'a str,
    width: impl Into<Length>,
    on_pick: impl Fn(StrategyKind) -> M + 'a,
) -> Element<'a, M> {
    let kinds = &StrategyKind::ALL;
    by_word(kinds, texts::strategy, chosen, hint, width, on_pick)
}

/// How fast a game is shown.
pub(super) fn pace<'a, M: Clone + 'a>(
    paces: &[Pace],
    chosen: Pace,
    width: u32,
    on_pick: impl Fn(Pace) -> M + 'a,
) -> Element<'a, M> {
    by_word(paces, phrases::pace, Some(chosen), "", width, on_pick)
}

/// The size of the interface: the chosen one, and its factor in this window.
pub(super) fn scale<'a>((chosen, factor): (Scale, f32)) -> Element<'a, Command> {
    let word = |scale: Scale| texts::percent(scale.percent());
    let list = by_word(&Scale::ALL, word, Some(chosen), "", 92, Command::Scale);
    let hint = if factor < chosen.factor() {
        texts::no_room_for_scale((factor * 100.0).round() as u16)
    } else {
        texts::SCALE.to_owned()
    };
    // Not below it, where the list opens.
    tip(list, hint, "", tooltip::Position::Left)
}

#[cfg(test)]
mod tests {
    use iced::keyboard::{self, Key, Location, Modifiers, key};
    use iced::mouse::{self, Cursor};
    use iced::{Event, Point, Size};
    use marchland_ui::headless::Camera;
    use marchland_ui::hotkeys::hotkeys;

    use super::*;

    #[derive(Debug, Clone, PartialEq)]
    enum Said {
        Chosen(u8),
        Main,
    }

    fn show<'a>() -> Element<'a, Said> {
        let word = |value: u8| value.to_string();
        let list = by_word(&[1, 2, 3], word, Some(1), "", 200, Said::Chosen);
        let main = |key: &Key, _| (*key == Key::Named(key::Named::Enter)).then_some(Said::Main);
        hotkeys(list, |_, _| None, |_, _| None, main)
    }

    fn pressed(key: key::Named) -> Event {
        Event::Keyboard(keyboard::Event::KeyPressed {
            modified_key: Key::Named(key),
            key: Key::Named(key),
            physical_key: key::Physical::Unidentified(key::NativeCode::Unidentified),
            location: Location::Standard,
            modifiers: Modifiers::empty(),
            text: None,
            repeat: false,
        })
    }

    #[test]
    fn an_open_list_takes_the_keyboard_from_the_main_button() {
        let mut camera = Camera::new(Size::new(300.0, 200.0)).unwrap();
        let mut act = |events: &[Event]| {
            let at = Cursor::Available(Point::new(60.0, 10.0));
            let mut said = Vec::new();
            camera.act(show(), events, at, &mut said);
            said
        };
        let enter = pressed(key::Named::Enter);
        assert_eq!(act(std::slice::from_ref(&enter)), [Said::Main]);
        let click = [
            Event::Mouse(mouse::Event::ButtonPressed(mouse::Button::Left)),
            Event::Mouse(mouse::Event::ButtonReleased(mouse::Button::Left)),
        ];
        assert_eq!(act(&click), []);
        assert_eq!(act(&[pressed(key::Named::ArrowDown)]), [Said::Chosen(2)]);
        assert_eq!(act(std::slice::from_ref(&enter)), [], "it closes the list");
        assert_eq!(act(&[enter]), [Said::Main]);
    }
}
