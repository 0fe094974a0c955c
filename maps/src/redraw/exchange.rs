//! Exchanges land between territories, and assigns new key colours.

use std::collections::HashMap;

use super::{RedrawError, Redrawn, colour_of, data};
use crate::mask::{Regions, Rgba};
use crate::{Draft, Edit, MaskFile, TerritoryField, TerritoryKey, keys};

/// Two territories exchange their land: each keeps its id, name, colour, card and continent, and
/// takes over the other's pivots, badge, links and closed borders. After a cut, this lets another
/// part keep the data of the whole.
///
/// # Errors
/// [`RedrawError`].
pub fn exchange(
    draft: &Draft,
    regions: &Regions,
    a: TerritoryKey,
    b: TerritoryKey,
) -> Result<Redrawn, RedrawError> {
    if a == b {
        return Err(RedrawError::Same);
    }
    let place = |key| draft.place_of(key).ok_or(RedrawError::NoTerritory);
    let (first, second) = (place(a)?, place(b)?);
    let [one, other] = [colour_of(draft, first)?, colour_of(draft, second)?].map(Rgba::opaque);
    let has_land = |colour| regions.iter().any(|(_, region)| region.colour == colour);
    if !(has_land(one) && has_land(other)) {
        return Err(RedrawError::NoLand);
    }
    let exchanged = regions.recoloured(|_, region| match region.colour {
        colour if colour == one => other,
        colour if colour == other => one,
        colour => colour,
    })?;
    let edit = data::exchanged(draft, first, second);
    let whole = (exchanged, regions.bounds());
    Ok(Redrawn::new(whole, (edit, vec![a, b]), None))
}

/// Gives all territories new key colours, as far from each other and from the sea as possible.
/// Nothing else changes.
///
/// # Errors
/// [`RedrawError`]; [`RedrawError::SharedColour`] if two territories have the same colour.
pub fn new_colours(draft: &Draft, regions: &Regions) -> Result<Redrawn, RedrawError> {
    let mut own: HashMap<Rgba, usize> = HashMap::new();
    for (at, territory) in draft.territories.iter().enumerate() {
        if let Some(colour) = territory.colour
            && own.insert(colour.into(), at).is_some()
        {
            return Err(RedrawError::SharedColour);
        }
    }
    // Colours that belong to no territory stay, and the new ones must differ from them.
    let seen = regions.colours();
    let others = seen.iter().map(|seen| seen.colour);
    let others = others.filter(|colour| !own.contains_key(colour));
    let mut taken: Vec<_> = others.map(Rgba::rgb).collect();
    taken.extend(draft.mask.iter().flat_map(MaskFile::no_land));
    let colours = keys::distinct(draft.territories.len(), &taken);
    if colours.len() < draft.territories.len() {
        return Err(RedrawError::NoColour);
    }
    let recoloured = regions.recoloured(|_, region| {
        let at = own.get(&region.colour);
        at.map_or(region.colour, |&at| colours[at].into())
    })?;
    let with_colour = draft.territories.iter().zip(&colours);
    let edits = with_colour.filter(|(territory, _)| territory.colour.is_some());
    let edits = edits.map(|(territory, &colour)| {
        Edit::Territory(territory.key, TerritoryField::Colour(Some(colour)))
    });
    let whole = (recoloured, regions.bounds());
    Ok(Redrawn::new(whole, (Edit::batch(edits), Vec::new()), None))
}
