//! A map with the regions of its mask, from which boards are painted.

use std::collections::HashMap;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use marchland_board::{Line, LineKind, Picture, Plot, Scene, mix};
use marchland_files::{plain, plain_path};
use marchland_maps::bundled;
use marchland_maps::folder::{self, Folder};
use marchland_maps::mask::{self, RegionId, Regions};
use marchland_maps::picture::drawn_from;
use marchland_maps::{By, Map, MapTerritory, Rgb, TerritoryId, xml};
use marchland_ui::palette;
use marchland_ui::theme::Mode;

use super::texts;
use crate::conquest::narrator::place;

/// A map with the regions of its mask.
#[derive(Debug)]
pub struct Ground {
    map: Arc<Map>,
    regions: Arc<Regions>,
    /// By territory; none is empty.
    parts: Vec<Vec<RegionId>>,
    /// The map's image, if its author made it. One drawn from the mask shows nothing that the board
    /// does not show itself.
    picture: Option<Picture>,
    /// Why the map's image is not shown, in a sentence.
    unpictured: Option<String>,
}

/// How much of a territory's colour covers the map's image.
const TINT: f32 = 0.7;

impl Ground {
    /// Reads a map: a folder, a file, or the name of a bundled map; an existing folder takes
    /// precedence.
    ///
    /// # Errors
    /// Why it cannot be played on a board, in a sentence: as `marchland_maps` says, or since its
    /// mask cannot be read or lacks a territory.
    pub fn read(name: &Path) -> Result<Self, String> {
        let known = name.to_str().and_then(bundled::find);
        let refused = |why: &str| texts::not_playable(&plain_path(name), why);
        if let Some(bundled) = known.filter(|_| !name.exists()) {
            let map = Map::try_from(&xml::read(bundled.xml).draft);
            let map = map.map_err(|_| refused(""))?;
            let regions = mask::read(bundled.mask).map_err(|error| refused(&error.to_string()))?;
            return Self::of(Arc::new(map), Arc::new(regions));
        }
        let (folder, _, map) = folder::load(name).map_err(|error| refused(&error.to_string()))?;
        let file = &map.mask().file;
        let read = || -> Result<Regions, String> {
            let path = folder.resolve(file).map_err(|error| error.to_string())?;
            let file = marchland_files::open(&path).map_err(|error| error.to_string())?;
            mask::read_from(BufReader::new(file)).map_err(|error| error.to_string())
        };
        let regions = read().map_err(|error| refused(&format!("{}: {error}", plain(file))))?;
        let mut ground = Self::of(Arc::new(map), Arc::new(regions))?;
        let Some(image) = ground.map.image() else {
            return Ok(ground);
        };
        match picture(&folder, image) {
            Ok(picture) => ground.picture = picture,
            Err(why) => ground.unpictured = Some(texts::without_image(&plain(image), &why)),
        }
        Ok(ground)
    }

    /// A map with the regions of its mask.
    ///
    /// # Errors
    /// Which territories are not in the mask, in a sentence: nobody could click them.
    pub fn of(map: Arc<Map>, regions: Arc<Regions>) -> Result<Self, String> {
        let mut parts = vec![Vec::new(); map.len()];
        let colours: HashMap<Rgb, usize> = map
            .territories()
            .iter()
            .map(|t| t.colour)
            .zip(0..)
            .collect();
        for (id, region) in regions.iter() {
            let opaque = region.colour.alpha() == u8::MAX;
            if let Some(&at) = colours.get(&region.colour.rgb()).filter(|_| opaque) {
                parts[at].push(id);
            }
        }
        let mut absent = map.ids().zip(&parts).filter(|(_, parts)| parts.is_empty());
        if let Some((one, _)) = absent.next() {
            return Err(texts::not_in_mask(&place(&map, one), absent.count()));
        }
        Ok(Self {
            map,
            regions,
            parts,
            picture: None,
            unpictured: None,
        })
    }

    /// With the map's image.
    #[must_use]
    pub fn with_picture(self, picture: Option<Picture>) -> Self {
        Self { picture, ..self }
    }

    /// The map's image, to be seen through the colours of the land.
    pub fn picture(&self) -> Option<Picture> {
        Some(self.picture.as_ref()?.tinted(TINT))
    }

    /// Why the map's image is not shown although there is one, in a sentence.
    pub fn unpictured(&self) -> Option<&str> {
        self.unpictured.as_deref()
    }

    /// The map.
    pub fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// The map without owners. A plot has the number of its territory.
    pub fn scene(&self, mode: Mode) -> Scene {
        let style = mode.board();
        let free = vacant(mode);
        let plots = self.map.territories().iter().zip(&self.parts);
        let plots = plots.map(|(territory, parts)| Plot {
            regions: parts.clone(),
            colour: free,
            label: territory.name.text.clone().unwrap_or_default(),
            pivots: territory.pivots.clone(),
            badge: None,
            continent: Some(territory.continent.0),
        });
        let mask = self.map.mask();
        let (sea, lines) = (&mask.background, &mask.separator);
        Scene::new(
            Some(Arc::clone(&self.regions)),
            plots.collect(),
            sea,
            lines,
            style,
        )
        .with_links(self.links(), self.map.wrap())
        .with_badges(f32::from(self.map.badge_diameter()))
        .with_readable_badges()
    }

    /// The map with its continents in colours, for the start screen; with its image if `image`.
    pub fn preview(&self, mode: Mode, image: bool) -> Scene {
        let mut scene = self.scene(mode).with_links(Vec::new(), self.map.wrap());
        scene.set_picture(self.picture().filter(|_| image));
        let plots = self.map.territories().iter().enumerate();
        let plots =
            plots.map(|(plot, territory)| (plot, tint(continent_colour(territory), mode), None));
        scene.repaint(plots);
        scene
    }

    /// Each link once; a one-way link is a line of its own.
    fn links(&self) -> Vec<Line> {
        let map = &self.map;
        let all = map.ids().flat_map(|from| {
            let links = map.neighbours(from).iter();
            links.filter_map(move |link| {
                let back = map.link(link.to, from).is_some();
                if back && link.to < from {
                    return None;
                }
                let kind = match link.by {
                    By::Land => LineKind::Land,
                    By::Sea => LineKind::Sea,
                };
                Some(self.line(from, link.to, kind, !back))
            })
        });
        all.collect()
    }

    /// A line from badge to badge.
    fn line(&self, from: TerritoryId, to: TerritoryId, kind: LineKind, one_way: bool) -> Line {
        let badge = |id: TerritoryId| self.map.territory(id).badge;
        Line {
            from: badge(from),
            to: badge(to),
            kind,
            one_way,
            strong: false,
        }
    }
}

/// The image of a map in a folder; nothing if it was drawn from the mask.
fn picture(folder: &Folder, image: &str) -> Result<Option<Picture>, String> {
    let path = folder.resolve(image).map_err(|error| error.to_string())?;
    let open = || {
        let file = marchland_files::open(&path).map_err(|error| error.to_string())?;
        Ok::<_, String>(BufReader::new(file))
    };
    if drawn_from(open()?).is_some() {
        return Ok(None);
    }
    Picture::read(open()?).map_err(|error| error.to_string())
}

/// The colour of a player's land: paler than the badge.
pub fn tint(owner: Rgb, mode: Mode) -> Rgb {
    match mode {
        Mode::Light => mix(owner, Rgb::WHITE, 0.35),
        Mode::Dark => mix(owner, mode.board().sea, 0.3),
    }
}

/// The colour of unclaimed land while territories are claimed: a breath of its continent's.
pub fn claimable(territory: &MapTerritory, mode: Mode) -> Rgb {
    unclaimed(continent_colour(territory), mode)
}

fn unclaimed(continent: Rgb, mode: Mode) -> Rgb {
    mix(continent, vacant(mode), 0.8)
}

fn continent_colour(territory: &MapTerritory) -> Rgb {
    palette::CONTINENTS[territory.continent.0 as usize % palette::CONTINENTS.len()]
}

/// The colour of unclaimed land: paler than that of a neutral force.
pub fn vacant(mode: Mode) -> Rgb {
    tint(tint(palette::NEUTRAL, mode), mode)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::replay::tests::own_map;

    #[test]
    fn every_bundled_map_has_its_land() {
        for bundled in &bundled::ALL {
            let ground = Ground::read(Path::new(bundled.name)).unwrap();
            let scene = ground.scene(Mode::Light);
            for (id, territory) in ground.map().ids().zip(ground.map().territories()) {
                let at = territory.pivots[0];
                let plot = scene.plot_at(f64::from(at.x) + 0.5, f64::from(at.y) + 0.5);
                assert_eq!(plot, Some(id.index()), "{} {id}", bundled.name);
            }
            let links: usize = ground
                .map()
                .ids()
                .map(|id| ground.map().neighbours(id).len())
                .sum();
            assert_eq!(
                scene.lines().count() * 2,
                links,
                "{}: all lead both ways",
                bundled.name
            );
        }
        assert!(Ground::read(Path::new("atlantis")).is_err());
    }

    #[test]
    fn a_map_in_a_folder_is_shown_with_the_image_of_its_author() {
        let place = tempfile::tempdir().unwrap();
        let own = own_map(place.path());
        let read = || Ground::read(&own).unwrap();
        let drawn = read();
        assert!(drawn.picture().is_none() && drawn.unpictured().is_none());
        let lacks = |why: &str| {
            let ground = read();
            let said = ground.unpictured().unwrap();
            assert!(said.contains("image.png: ") && said.contains(why), "{said}");
            assert!(ground.picture().is_none());
        };
        let put = |bytes: &[u8]| std::fs::write(own.join("image.png"), bytes).unwrap();
        put(b"nothing that can be seen");
        lacks("not a known picture");
        std::fs::remove_file(own.join("image.png")).unwrap();
        lacks("no such file");
        put(bundled::find("czechia").unwrap().mask);
        let theirs = read();
        assert!(theirs.picture().is_some() && theirs.unpictured().is_none());
    }

    #[test]
    fn a_map_is_refused_if_a_territory_is_not_in_its_mask() {
        let known = bundled::find("czechia").unwrap();
        let mut draft = xml::read(known.xml).draft;
        let regions = Arc::new(mask::read(known.mask).unwrap());
        let mut of = |at: usize| {
            draft.territories[at].colour = Some(Rgb([1, 2, at as u8]));
            let map = Arc::new(Map::try_from(&draft).unwrap());
            Ground::of(map, Arc::clone(&regions)).unwrap_err()
        };
        assert!(of(0).ends_with("is not in the mask"));
        assert!(of(1).ends_with(" are not in the mask"));
        let three = of(2);
        assert!(
            three.ends_with(" and 2 others are not in the mask"),
            "{three}"
        );
    }

    #[test]
    fn land_is_told_apart_from_its_border_in_both_themes() {
        for mode in [Mode::Light, Mode::Dark] {
            let owners = (0..7).map(|seat| palette::player(seat, false));
            let owners = owners.chain([palette::player(0, true), palette::NEUTRAL]);
            let owned = owners.map(|owner| tint(owner, mode));
            let free = palette::CONTINENTS.map(|colour| unclaimed(colour, mode));
            for land in owned.chain(free).chain([vacant(mode)]) {
                let contrast = marchland_board::contrast(land, mode.board().border(land));
                assert!(contrast >= 1.9, "{mode:?} {land:?} {contrast}");
            }
        }
    }

    #[test]
    fn free_land_shows_its_continent_and_no_owner() {
        let ground = Ground::read(Path::new("world")).unwrap();
        let apart = |a: Rgb, b: Rgb| {
            let each = a.0.iter().zip(b.0).map(|(a, b)| a.abs_diff(b));
            each.max().unwrap_or(0)
        };
        for mode in [Mode::Light, Mode::Dark] {
            let continents = ground.map().continents().iter();
            let free: Vec<Rgb> = continents
                .map(|one| claimable(ground.map().territory(one.members[0]), mode))
                .collect();
            for (nth, &one) in free.iter().enumerate() {
                for &other in &free[..nth] {
                    assert!(apart(one, other) >= 12, "{mode:?} {one:?} {other:?}");
                }
                for owner in (0..7).map(|seat| palette::player(seat, false)) {
                    let owned = tint(owner, mode);
                    assert!(apart(one, owned) >= 32, "{mode:?} {one:?} {owned:?}");
                }
            }
        }
    }
}
