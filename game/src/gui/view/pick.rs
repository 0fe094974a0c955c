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

/// The size of the interface: the chosen one, and the largest factor that this window has room
/// for. The list shows what is used, and offers what has room.
pub(super) fn scale<'a>((chosen, most): (Scale, f32)) -> Element<'a, Command> {
    let (used, sizes) = sizes(chosen, most);
    let list = by_word(&sizes, texts::percent, Some(used), "", 92, move |size| {
        Command::Scale(Scale::of(size).unwrap_or(chosen))
    });
    let hint = if used < chosen.percent() {
        texts::no_room_for_scale(used)
    } else {
        texts::SCALE.to_owned()
    };
    // Not below it, where the list opens.
    tip(list, hint, "", tooltip::Position::Left)
}

/// The size that is used and those to choose from, in per cent.
fn sizes(chosen: Scale, most: f32) -> (u16, Vec<u16>) {
    let most = (most * 100.0).round() as u16;
    let used = chosen.percent().min(most);
    let sizes = Scale::ALL.map(Scale::percent).into_iter();
    let mut sizes: Vec<u16> = sizes.filter(|&size| size <= most).collect();
    if !sizes.contains(&used) {
        // As large as the window allows.
        sizes.push(used);
    }
    (used, sizes)
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
    fn sizes_without_room_are_not_offered() {
        let largest = Scale::of(200).unwrap();
        assert_eq!(
            sizes(largest, 1.25),
            (125, vec![80, 90, 100, 110, 125]),
            "what is used is shown"
        );
        assert_eq!(sizes(largest, 0.95), (95, vec![80, 90, 95]));
        assert_eq!(sizes(largest, 2.0).1.len(), Scale::ALL.len());
        assert_eq!(sizes(Scale::default(), 1.25).0, 100);
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
