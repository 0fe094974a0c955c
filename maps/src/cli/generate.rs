//! `marchland-maps generate`: a map out of nothing.

use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use marchland_maps::files::plain_path;
use marchland_maps::generate::{LAND, Plan, TERRITORIES, generate};
use marchland_maps::limits::{MAX_LINE_CHARS, MAX_NAME_CHARS};

use super::Outcome;
use super::files::MapOutput;
use super::picture::draw;
use super::progress::{Progress, writing};
use super::words::{line, summary, whole};

/// Generate a map: coasts, territories, continents with bonuses, sea links, names and an
/// image.
///
/// Territories have 2 to 6 neighbours, 3.3 to 4.6 on average. Continents can be entered at no
/// more than five territories and three fifths of their own. No single territory cuts off
/// others, unless it is the only gate of a continent. A draft that fails these conditions is
/// discarded and replaced by another, up to twenty times.
///
/// The same seed and numbers give the same map on any machine. The map's description is the
/// command that makes it again.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The folder of the new map.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// Overwrite an existing map in that folder.
    #[arg(long)]
    force: bool,

    /// Random seed; another seed gives another map.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole(u64::MAX), allow_negative_numbers = true)]
    seed: u64,

    /// Number of territories.
    #[arg(long, value_name = "N", default_value_t = 42, value_parser = territories(), allow_negative_numbers = true)]
    territories: u16,

    /// Number of continents [default: about the square root of the territories].
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    continents: Option<u16>,

    /// Width and height in pixels. Sizes of the same shape show the same land [default: 16 to
    /// 9, by the number of territories].
    #[arg(long, value_name = "WxH", allow_hyphen_values = true)]
    size: Option<Size>,

    /// Approximate share of land, from 25 to 50.
    #[arg(
        long,
        value_name = "PERCENT",
        default_value = "36%",
        allow_hyphen_values = true
    )]
    land: Percent,

    /// The map's name, at most 64 characters [default: invented].
    #[arg(long, value_parser = |text: &str| line(text, MAX_NAME_CHARS))]
    name: Option<String>,

    /// The map's author [default: this program].
    #[arg(long, value_parser = |text: &str| line(text, MAX_LINE_CHARS))]
    author: Option<String>,

    /// The map's licence.
    #[arg(long, value_parser = |text: &str| line(text, MAX_LINE_CHARS), default_value = LICENCE)]
    licence: String,
}

const LICENCE: &str = "CC0-1.0";

fn territories() -> clap::builder::RangedI64ValueParser<u16> {
    let range = i64::from(*TERRITORIES.start())..=i64::from(*TERRITORIES.end());
    clap::value_parser!(u16).range(range)
}

/// Width and height, as `2400x1216`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Size(u32, u32);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sides = text
            .split_once(['x', 'X', '×'])
            .and_then(|(width, height)| {
                let [width, height] = [width, height].map(|side| side.trim().parse().ok());
                Some(Self(width?, height?))
            });
        sides.ok_or_else(|| "give width and height in pixels, `2400x1216`".to_owned())
    }
}

/// Hundredths, with or without the sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Percent(u8);

impl FromStr for Percent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.trim().trim_end_matches('%').trim_end().parse().ok();
        let number = number.filter(|number| LAND.contains(number));
        number
            .map(Self)
            .ok_or_else(|| format!("give {} to {} per cent, `40%`", LAND.start(), LAND.end()))
    }
}

impl Arguments {
    fn plan(&self) -> Plan {
        let mut plan = Plan::new(self.seed, self.territories);
        plan.continents = self.continents.unwrap_or(plan.continents);
        plan.land = self.land.0;
        plan.size = self
            .size
            .map_or_else(|| plan.usual_size(), |size| (size.0, size.1));
        plan
    }

    /// The texts that were given, as options for a shell, each after a space.
    fn texts(&self) -> Vec<String> {
        let licence = Some(&self.licence).filter(|licence| *licence != LICENCE);
        let given = [
            ("name", self.name.as_ref()),
            ("author", self.author.as_ref()),
            ("licence", licence),
        ];
        let given = given
            .iter()
            .filter_map(|&(option, text)| Some((option, text?)));
        given
            .map(|(option, text)| format!(" --{option}={}", quoted(text)))
            .collect()
    }
}

/// A word for a shell, in single quotes if it needs them.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_.,/:@+".contains(c);
    if text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let output = &arguments.output;
    let target = MapOutput::at(output, arguments.force)?;
    let plan = arguments.plan();
    let mut progress = Progress::new();
    let generated = generate(&plan, &mut |step, share| progress.watch_step(step, share))?;
    let mut draft = generated.draft;
    draft.licence = Some(arguments.licence.clone());
    if let Some(command) = &mut draft.description {
        *command += &arguments.texts().concat();
    }
    if arguments.author.is_some() {
        draft.author.clone_from(&arguments.author);
    }
    if arguments.name.is_some() {
        draft.name.text.clone_from(&arguments.name);
    }
    let mut mask = Vec::new();
    generated.regions.write_png(&mut mask)?;
    progress.step("Drawing the image");
    let plan = marchland_maps::picture::Plan::of_grid(&generated.grid);
    let mut image = draw(&draft, &plan, &mut progress)?;
    progress.clear();
    let mut mask = Cursor::new(mask);
    let mut files: [(&str, &mut dyn Read); 2] =
        [("mask.png", &mut mask), ("image.png", &mut image)];
    writing(|| target.write::<&Path>(&draft, &mut files, &[]))?;
    say!("{}: {}", plain_path(output), summary(&draft));
    Ok(Outcome::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_percentages_are_parsed() {
        assert_eq!("2400x1216".parse(), Ok(Size(2400, 1216)));
        assert_eq!("80 × 40".parse(), Ok(Size(80, 40)));
        for wrong in ["", "80", "80x", "x40", "80x40x2", "-1x4", "4e9x1"] {
            assert!(wrong.parse::<Size>().is_err(), "{wrong}");
        }
        assert_eq!("40%".parse(), Ok(Percent(40)));
        assert_eq!("25".parse(), Ok(Percent(25)));
        for wrong in ["", "24%", "51%", "0.4", "300"] {
            assert!(wrong.parse::<Percent>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("CC-BY-4.0"), "CC-BY-4.0");
        assert_eq!(quoted("Ada & Bob"), "'Ada & Bob'");
        assert_eq!(quoted("Bob's"), r"'Bob'\''s'");
    }
}
