//! Remembers the last set-up of the window, in a file beside the saved games.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use marchland_files::{read_text_at_most, replace};
use marchland_game::conquest::rules::{AreaVariant, SetVariant, Variants};
use marchland_game::gui::{Preferences, Remember, Remembered, Setup, dots};
use marchland_ui::scale::Scale;
use marchland_ui::theme::Mode;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::bots::Named;
use super::{complain, maps, saved};

const FILE: &str = "window.toml";
const LONGEST: u64 = 1 << 18;

/// The content of the file; missing entries have their defaults.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a line of the file")]
struct Held {
    theme: Option<Mode>,
    contrast: bool,
    /// In per cent.
    scale: Option<u16>,
    plays_dots: bool,
    map: Option<PathBuf>,
    lately: Vec<PathBuf>,
    bots: Vec<String>,
    dealt: Option<bool>,
    constant_sets: bool,
    no_neutral: bool,
    dots_size: Option<String>,
    dots_bots: Vec<String>,
    server_address: String,
    server_name: String,
    /// A table, which must come last.
    games: Preferences,
}

/// The last set-up with another seed; `None` if it is unknown or unreadable, as at the first
/// start.
pub(super) fn read(seed: u64) -> Option<Remembered> {
    read_from(&saved::games()?, seed)
}

/// Saves set-ups where games are saved, without waiting for the disk. The last one stays.
pub(super) fn keep() -> Remember {
    let (latest, writing) = (Arc::new(Mutex::new(None)), Arc::new(Mutex::new(())));
    Arc::new(move |remembered| {
        let Some(folder) = saved::games() else {
            return;
        };
        *latest.lock() = Some(remembered.clone());
        let (latest, writing) = (Arc::clone(&latest), Arc::clone(&writing));
        thread::spawn(move || {
            let _turn = writing.lock();
            // The thread before may have written it already.
            let Some(remembered) = latest.lock().take() else {
                return;
            };
            // A failure costs no more than a few clicks.
            if let Err(error) = write_to(&folder, &remembered) {
                complain(&format!("the set-up is not remembered: {error}"));
            }
        });
    })
}

fn read_from(folder: &Path, seed: u64) -> Option<Remembered> {
    let text = read_text_at_most(&folder.join(FILE), LONGEST).ok()?;
    let held: Held = toml::from_str(&text).ok()?;
    let usual = Setup::new(seed);
    let dealt = held.dealt.unwrap_or(true);
    let conquest = Setup {
        map: held.map.unwrap_or(usual.map),
        bots: Some(held.bots)
            .filter(|bots| !bots.is_empty())
            .filter(|bots| bots.iter().all(|bot| bot.parse::<Named>().is_ok()))
            .unwrap_or(usual.bots),
        variants: Variants {
            areas: if dealt {
                AreaVariant::Dealt
            } else {
                AreaVariant::Chosen
            },
            sets: if held.constant_sets {
                SetVariant::Constant
            } else {
                SetVariant::Growing
            },
            neutral: !held.no_neutral,
        },
        seed,
    };
    let mut dots = dots::Setup::new(seed);
    if let Some(Ok(size)) = held.dots_size.map(|size| size.parse()) {
        dots.size = size;
    }
    let kinds = dots::kinds().iter().copied();
    let named = held.dots_bots.iter();
    let bots: Vec<_> = named
        .filter_map(|name| kinds.clone().find(|kind| kind == name))
        .take(dots::MOST_BOTS)
        .collect();
    if !bots.is_empty() {
        dots.bots = bots;
    }
    Some(Remembered {
        conquest,
        lately: held.lately,
        dots,
        plays_dots: held.plays_dots,
        mode: held.theme.unwrap_or(Mode::Light),
        contrast: held.contrast,
        scale: held.scale.and_then(Scale::of).unwrap_or_default(),
        preferences: held.games,
        server: (held.server_address, held.server_name),
    })
}

fn write_to(folder: &Path, remembered: &Remembered) -> anyhow::Result<()> {
    let Remembered { conquest, dots, .. } = remembered;
    let lately = remembered.lately.iter().map(|map| maps::anywhere(map));
    let held = Held {
        theme: Some(remembered.mode),
        contrast: remembered.contrast,
        scale: Some(remembered.scale.percent()),
        plays_dots: remembered.plays_dots,
        map: Some(maps::anywhere(&conquest.map)?),
        lately: lately.collect::<Result<_, _>>()?,
        bots: conquest.bots.clone(),
        dealt: Some(conquest.variants.areas == AreaVariant::Dealt),
        constant_sets: conquest.variants.sets == SetVariant::Constant,
        no_neutral: !conquest.variants.neutral,
        dots_size: Some(dots.size.to_string()),
        dots_bots: dots.bots.iter().map(|&bot| bot.to_owned()).collect(),
        server_address: remembered.server.0.clone(),
        server_name: remembered.server.1.clone(),
        games: remembered.preferences,
    };
    std::fs::create_dir_all(folder)?;
    replace(&folder.join(FILE), toml::to_string(&held)?.as_bytes())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use marchland_game::gui::stage::Pace;

    use super::*;

    #[test]
    fn again_keeps_the_setup_with_another_seed() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games");
        assert_eq!(read_from(&games, 5), None);
        let mut conquest = Setup::new(1);
        conquest.map = "europe".into();
        conquest.bots = vec!["standard".to_owned(); 3];
        conquest.variants.areas = AreaVariant::Chosen;
        conquest.variants.sets = SetVariant::Constant;
        conquest.variants.neutral = false;
        let mut dots = dots::Setup::new(1);
        dots.size = "5x4".parse().unwrap();
        dots.bots = dots::kinds()[..1].to_vec();
        let mut remembered = Remembered {
            conquest,
            lately: vec!["/maps/valilia".into()],
            dots,
            plays_dots: true,
            mode: Mode::Dark,
            contrast: true,
            scale: Scale::of(150).unwrap(),
            preferences: Preferences {
                pace: Pace::None,
                names: false,
                image: false,
                all_follow: true,
                ..Preferences::default()
            },
            server: ("games.example.org".to_owned(), "ada".to_owned()),
        };
        write_to(&games, &remembered).unwrap();
        (remembered.conquest.seed, remembered.dots.seed) = (5, 5);
        assert_eq!(read_from(&games, 5), Some(remembered));
    }

    #[test]
    fn missing_and_unknown_settings_take_defaults() {
        let folder = tempfile::tempdir().unwrap();
        let put = |text: &str| std::fs::write(folder.path().join(FILE), text).unwrap();
        put("scale = 155\ndots_size = \"900\"\ndots_bots = [\"nobody\"]\nof_later = 1\n");
        let usual = Remembered {
            conquest: Setup::new(5),
            lately: Vec::new(),
            dots: dots::Setup::new(5),
            plays_dots: false,
            mode: Mode::Light,
            contrast: false,
            scale: Scale::default(),
            preferences: Preferences::default(),
            server: Default::default(),
        };
        assert_eq!(read_from(folder.path(), 5), Some(usual));
        put("bots = [\"standard\", \"genius\"]\n");
        let read = read_from(folder.path(), 7).unwrap().conquest.bots;
        assert_eq!(read, Setup::new(7).bots);
        put("bots = 3\n");
        assert_eq!(read_from(folder.path(), 5), None);
    }
}
