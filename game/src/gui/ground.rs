//! A map with the regions of its mask, from which boards are painted.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use marchland_board::{Line, LineKind, Plot, Scene, mix};
use marchland_maps::bundled;
use marchland_maps::mask::{self, RegionId, Regions};
use marchland_maps::{By, Map, MapTerritory, Rgb, TerritoryId, folder, xml};
use marchland_ui::palette;
use marchland_ui::theme::Mode;

use super::texts;

/// A map with the regions of its mask.
#[derive(Debug)]
pub struct Ground {
    map: Arc<Map>,
    regions: Option<Arc<Regions>>,
    /// By territory.
    parts: Vec<Vec<RegionId>>,
    /// Why there is no mask.
    flaw: Option<String>,
}

impl Ground {
    /// Reads a map: a folder, a file, or the name of a bundled map; an existing folder takes
    /// precedence. A map whose mask cannot be read has no land.
    ///
    /// # Errors
    /// Why it cannot be played, in a sentence.
    pub fn read(name: &Path) -> Result<Self, String> {
        let known = name.to_str().and_then(bundled::find);
        if let Some(bundled) = known.filter(|_| !name.exists()) {
            let map = Map::try_from(&xml::read(bundled.xml).draft);
            let map = map.map_err(|_| texts::not_playable(bundled.name, ""))?;
            let regions = mask::read(bundled.mask).map_err(|error| error.to_string());
            return Ok(Self::of(Arc::new(map), regions.map(Arc::new)));
        }
        let (folder, _, map) = folder::load(name).map_err(|error| {
            texts::not_playable(&name.display().to_string(), &error.to_string())
        })?;
        let file = &map.mask().file;
        let read = || -> Result<Regions, String> {
            let path = folder.resolve(file).map_err(|error| error.to_string())?;
            let file = File::open(&path).map_err(|error| error.to_string())?;
            mask::read_from(BufReader::new(file)).map_err(|error| error.to_string())
        };
        let regions = read().map_err(|error| format!("{file}: {error}"));
        Ok(Self::of(Arc::new(map), regions.map(Arc::new)))
    }

    /// A map with the regions of its mask, or the reason why there are none.
    pub fn of(map: Arc<Map>, regions: Result<Arc<Regions>, String>) -> Self {
        let (regions, flaw) = match regions {
            Ok(regions) => (Some(regions), None),
            Err(flaw) => (None, Some(flaw)),
        };
        let mut parts = vec![Vec::new(); map.len()];
        let colours: HashMap<Rgb, usize> = map
            .territories()
            .iter()
            .map(|t| t.colour)
            .zip(0..)
            .collect();
        for (id, region) in regions.iter().flat_map(|regions| regions.iter()) {
            let opaque = region.colour.alpha() == u8::MAX;
            if let Some(&at) = colours.get(&region.colour.rgb()).filter(|_| opaque) {
                parts[at].push(id);
            }
        }
        Self {
            map,
            regions,
            parts,
            flaw,
        }
    }

    /// The map.
    pub fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// Why there is no land to see.
    pub fn flaw(&self) -> Option<&str> {
        self.flaw.as_deref()
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
        Scene::new(self.regions.clone(), plots.collect(), sea, lines, style)
            .with_links(self.links(), self.map.wrap())
            .with_badges(f32::from(self.map.badge_diameter()))
            .with_readable_badges()
    }

    /// The map with its continents in colours, for the start screen.
    pub fn preview(&self, mode: Mode) -> Scene {
        let mut scene = self.scene(mode).with_links(Vec::new(), self.map.wrap());
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

/// The colour of a player's land: paler than the badge.
pub fn tint(owner: Rgb, mode: Mode) -> Rgb {
    match mode {
        Mode::Light => mix(owner, Rgb::WHITE, 0.35),
        Mode::Dark => mix(owner, mode.board().sea, 0.3),
    }
}

/// The colour of unclaimed land while territories are claimed: a breath of its continent's.
pub fn claimable(territory: &MapTerritory, mode: Mode) -> Rgb {
    mix(continent_colour(territory), vacant(mode), 0.7)
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

    #[test]
    fn every_bundled_map_has_its_land() {
        for bundled in &bundled::ALL {
            let ground = Ground::read(Path::new(bundled.name)).unwrap();
            assert_eq!(ground.flaw(), None);
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
    fn land_is_told_apart_from_its_border_in_both_themes() {
        for mode in [Mode::Light, Mode::Dark] {
            let owners = (0..7).map(|seat| palette::player(seat, false));
            let owners = owners.chain([palette::player(0, true), palette::NEUTRAL]);
            let owned = owners.map(|owner| tint(owner, mode));
            let free = palette::CONTINENTS.map(|colour| mix(colour, vacant(mode), 0.7));
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
                    assert!(apart(one, owned) >= 12, "{mode:?} {one:?} {owned:?}");
                }
            }
        }
    }
}
