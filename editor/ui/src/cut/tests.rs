use super::*;
use iced::advanced::renderer::Headless;

fn renderer() -> Renderer {
    let font = iced::Font::with_name("Fira Sans");
    let made = <Renderer as Headless>::new(font, Pixels(16.0), Some("tiny-skia"));
    iced::futures::executor::block_on(made).expect("a renderer")
}

fn fit(content: &str, room: f32) -> (f32, bool) {
    fit_at(content, room, Place::End)
}

fn fit_at(content: &str, room: f32, place: Place) -> (f32, bool) {
    let cut = Cut {
        content: content.to_owned(),
        size: size::BODY,
        style: theme::plain_text,
        place,
        shortened: Rc::default(),
    };
    let (line, is_cut) = cut.fit(room, &renderer());
    (line.min_bounds().width, is_cut)
}

#[test]
fn long_text_is_cut_to_the_available_width() {
    let long = "The united provinces of the river mouths and the islands before them";
    let (width, is_cut) = fit(long, 120.0);
    assert!(is_cut && width <= 120.0 && width > 90.0, "{width}");
    let (whole, is_cut) = fit(long, 2000.0);
    assert!(!is_cut && whole > 250.0, "{whole}");
    assert!(!fit("Ural", 100.0).1);
    assert!(fit("first\nsecond", 500.0).1, "a second line is not shown");
    assert!(fit("דרום האזור שמעבר לנהר הגדול והרחב", 60.0).0 <= 60.0);
    assert!(fit("Ural", 0.0).1);
    assert!(!fit("", 10.0).1);
}

#[test]
fn a_text_cut_in_the_middle_keeps_its_end() {
    let names = [
        "The most serene dominion of Aaa",
        "The most serene dominion of Iiiiii",
    ];
    let [a, i] = names.map(|name| fit_at(name, 100.0, Place::Middle));
    assert!(a.1 && i.1 && a.0 <= 100.0 && i.0 <= 100.0 && a.0 > 80.0);
    assert!((a.0 - i.0).abs() > f32::EPSILON, "they look different");
    assert!(!fit_at("Ural", 100.0, Place::Middle).1);
    assert!(fit_at("Ural", 0.0, Place::Middle).1);
    assert!(fit_at("Ural", 24.0, Place::Middle).0 <= 24.0);
    assert!(fit_at("first\nsecond", 500.0, Place::Middle).1);
}
