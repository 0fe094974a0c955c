//! What so many games could not have shown.

use marchland_game::conquest::balance::{BEGUN, Figure, SEAT, Section, TERRITORY};
use marchland_game::list;

/// How large effects must be for games that show nothing to have shown them, in a sentence. They must
/// exceed what counts as one that matters by more than the error, and more where much is tested.
pub(super) fn unseen(sections: &[Section]) -> Option<String> {
    let places = sections.iter().flat_map(|section| &section.places);
    let continents = sections.iter().flat_map(|section| &section.continents);
    let territories = sections.iter().flat_map(|section| &section.territories);
    let effects = [
        (
            "for a place in the order of play",
            least(SEAT, places.map(|place| place.beyond_world)),
        ),
        (
            "for each territory of a continent",
            least(BEGUN, continents.map(|continent| continent.lift_begun)),
        ),
        (
            "for a territory alone",
            least(TERRITORY, territories.map(|territory| territory.lift)),
        ),
    ];
    let effects = effects
        .into_iter()
        .filter_map(|(of, points)| Some(format!("{:.0} points {of}", (100.0 * points?).ceil())));
    let effects: Vec<String> = effects.collect();
    let from =
        "From so many games, smaller effects on the chance to win than these would hardly show";
    (!effects.is_empty()).then(|| format!("{from}: {}.", list(&effects)))
}

/// The bound of what matters and half of the widest interval.
fn least(bound: f64, figures: impl Iterator<Item = Option<Figure>>) -> Option<f64> {
    let halves = figures
        .flatten()
        .map(|figure| (figure.high - figure.low) / 2.0);
    halves.reduce(f64::max).map(|half| bound + half)
}
