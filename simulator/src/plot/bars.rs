//! Bar charts of distributions.

use super::{
    Picture,
    canvas::{
        ATTACKER, Anchor, Canvas, DEFENDER, FAINT_INK, GRID, INK, PAPER, TextStyle, UNDECIDED, step,
    },
};
use crate::{
    campaign::Campaign,
    odds::{Odds, Stop},
    rules::DiceRules,
};

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 28.0;
const TOP: f64 = 138.0;
const BOTTOM: f64 = 68.0;

/// A group with more bars than this merges neighbours.
const MAX_BARS: usize = 60;

/// Bars are labelled with their chance if there are at most this many.
const MAX_NUMBERS: usize = 22;

/// Outer ends less likely than this share of the likeliest end are left out.
const VISIBLE: f64 = 0.002;

/// Bars under one heading.
struct Group {
    heading: String,
    axis: &'static str,
    colour: &'static str,
    bars: Vec<Bar>,
}

struct Bar {
    label: String,
    chance: f64,
}

/// Draws every way in which a battle can end: on the left by the defenders left
/// after a failed attack, then by those left when the attacker breaks off, on the
/// right by the attackers left after a win.
pub fn outcomes(odds: &Odds, rules: &DiceRules) -> Picture {
    // No battle to the end is certain, however near to 1 its chance is.
    let never = match odds.stop {
        Stop::Decided => f64::MIN_POSITIVE,
        Stop::Left(_) | Stop::Round => 0.0,
    };
    let open = match odds.stop {
        Stop::Decided | Stop::Left(_) => "Broken off",
        Stop::Round => "Undecided",
    };
    let mut groups = vec![group(
        "Attack fails",
        (odds.loss, odds.win + odds.open + never),
        "defenders left",
        DEFENDER,
        merged(odds.lost.iter().copied().enumerate().skip(1).rev()),
    )];
    if odds.open > 0.0 {
        let mut against = vec![0.0; odds.defenders + 1];
        for (_, defenders, chance) in &odds.broken_off {
            against[*defenders] += chance;
        }
        groups.push(group(
            open,
            (odds.open, odds.win + odds.loss),
            "defenders left",
            UNDECIDED,
            merged(against.into_iter().enumerate().skip(1).rev()),
        ));
    }
    groups.push(group(
        "Attacker wins",
        (odds.win, odds.loss + odds.open + never),
        "attackers left",
        ATTACKER,
        merged(odds.won.iter().copied().enumerate().skip(1)),
    ));
    let losses = format!(
        "expected loss {:.2} attackers, {:.2} defenders · {}",
        odds.attackers_lost,
        odds.defenders_lost,
        rules.description()
    );
    draw(&odds.title(), &losses, groups)
}

/// Draws every way in which a campaign can end: on the left by the territory that
/// stops it, on the right by the units left in the last territory.
pub fn campaign(campaign: &Campaign, rules: &DiceRules) -> Picture {
    let mut reached = 1.0;
    let stuck = campaign.legs.iter().enumerate().map(|(index, leg)| {
        let chance = (reached - leg.taken).max(0.0);
        reached = leg.taken;
        let label = (index + 1).to_string();
        Bar { label, chance }
    });
    let stuck = stuck.collect();
    let defenders: Vec<String> = campaign
        .legs
        .iter()
        .map(|leg| leg.defenders.to_string())
        .collect();
    let title = format!("{} go through {}", campaign.attackers, defenders.join(", "));
    let about = format!(
        "leaving {} in each territory · {}",
        campaign.garrison,
        rules.description()
    );
    draw(
        &title,
        &about,
        vec![
            group(
                "Gets stuck",
                (1.0 - campaign.win, campaign.win),
                "at territory",
                DEFENDER,
                stuck,
            ),
            group(
                "Gets through",
                // No attack is certain, however near to 1 its chance is.
                (campaign.win, f64::MIN_POSITIVE),
                "units standing",
                ATTACKER,
                merged(campaign.rest.iter().copied().enumerate().skip(1)),
            ),
        ],
    )
}

/// A group of bars. `chance` is the total chance of its ends, `otherwise` that of all other
/// ends.
fn group(
    heading: &str,
    (chance, otherwise): (f64, f64),
    axis: &'static str,
    colour: &'static str,
    bars: Vec<Bar>,
) -> Group {
    Group {
        heading: format!("{heading} {}", percent(chance, otherwise)),
        axis,
        colour,
        bars,
    }
}

/// The bars of ends, each with a number and its chance, without unlikely ones at either side;
/// neighbours are merged where there are too many.
fn merged(ends: impl Iterator<Item = (usize, f64)>) -> Vec<Bar> {
    let ends: Vec<(usize, f64)> = ends.collect();
    let least = VISIBLE * ends.iter().map(|(_, chance)| *chance).fold(0.0, f64::max);
    let seen = |(_, chance): &(usize, f64)| *chance > least;
    let first = ends.iter().position(seen).unwrap_or(0);
    let end = ends.iter().rposition(seen).map_or(first, |at| at + 1);
    let ends = &ends[first..end];
    let together = ends.len().div_ceil(MAX_BARS).max(1);
    ends.chunks(together)
        .map(|ends| {
            let (one, other) = (ends[0].0, ends[ends.len() - 1].0);
            let label = if one == other {
                one.to_string()
            } else {
                format!("{}–{}", one.min(other), one.max(other))
            };
            Bar {
                label,
                chance: ends.iter().map(|(_, chance)| chance).sum(),
            }
        })
        .collect()
}

/// One decimal; never 100 % if another end is possible.
fn percent(chance: f64, otherwise: f64) -> String {
    let percent = chance * 100.0;
    if percent > 0.0 && percent < 0.05 {
        "<0.1 %".into()
    } else if percent > 99.95 && otherwise > 0.0 {
        ">99.9 %".into()
    } else {
        format!("{percent:.1} %")
    }
}

fn draw(title: &str, about: &str, groups: Vec<Group>) -> Picture {
    let mut canvas = Canvas::new(WIDTH, HEIGHT, title);
    let room = WIDTH - LEFT - RIGHT;
    let bold = TextStyle::new(21.0, INK, Anchor::Start).bold();
    canvas.text_within(LEFT, 42.0, title, bold, room);
    let faint = TextStyle::new(13.5, FAINT_INK, Anchor::Start);
    canvas.text_within(LEFT, 66.0, about, faint, room);
    let groups: Vec<Group> = groups
        .into_iter()
        .filter(|group| !group.bars.is_empty())
        .collect();
    let scale = Scale::new(&groups);
    scale.draw(&mut canvas);
    let shares = shares(&groups);
    let slot = groups
        .iter()
        .zip(&shares)
        .map(|(group, share)| share / group.bars.len() as f64)
        .fold(64.0, f64::min);
    let numbers = groups.iter().map(|group| group.bars.len()).sum::<usize>() <= MAX_NUMBERS;
    let mut left = LEFT + GAP / 2.0;
    for (group, share) in groups.iter().zip(&shares) {
        group.draw(&mut canvas, &scale, left + share / 2.0, slot, numbers);
        left += share + GAP;
    }
    canvas.finish()
}

/// Space between two groups.
const GAP: f64 = 26.0;

/// The width of each group: proportional to its number of bars, but wide enough for
/// its heading.
fn shares(groups: &[Group]) -> Vec<f64> {
    let heading = 168.0;
    let bars: usize = groups.iter().map(|group| group.bars.len()).sum();
    let room = WIDTH - LEFT - RIGHT - GAP * groups.len() as f64;
    let mut shares: Vec<f64> = groups
        .iter()
        .map(|group| room * group.bars.len() as f64 / bars as f64)
        .collect();
    let short: f64 = shares.iter().map(|share| (heading - share).max(0.0)).sum();
    let spare: f64 = shares.iter().map(|share| (share - heading).max(0.0)).sum();
    for share in &mut shares {
        if *share < heading {
            *share = heading;
        } else if spare > 0.0 {
            *share -= short * (*share - heading) / spare;
        }
    }
    shares
}

struct Scale {
    /// The chance at the top, a multiple of `step`.
    highest: f64,
    step: f64,
}

impl Scale {
    const HEIGHT: f64 = HEIGHT - TOP - BOTTOM;

    fn new(groups: &[Group]) -> Self {
        let most = groups
            .iter()
            .flat_map(|group| &group.bars)
            .map(|bar| bar.chance)
            .fold(1e-9, f64::max);
        let step = step(most, 6.0);
        Self {
            highest: (most / step).ceil() * step,
            step,
        }
    }

    fn y(&self, chance: f64) -> f64 {
        TOP + Self::HEIGHT * (1.0 - chance / self.highest)
    }

    fn draw(&self, canvas: &mut Canvas) {
        let decimals = usize::from(self.step < 0.01);
        for index in 0..=(self.highest / self.step).round() as usize {
            let chance = index as f64 * self.step;
            let y = self.y(chance);
            canvas.line(
                (LEFT, y),
                (WIDTH - RIGHT, y),
                if index == 0 { INK } else { GRID },
                1.0,
            );
            let label = format!("{:.decimals$} %", chance * 100.0);
            canvas.text(
                LEFT - 9.0,
                y + 4.5,
                &label,
                TextStyle::new(13.0, INK, Anchor::End),
            );
        }
        let name = TextStyle::new(14.5, INK, Anchor::Middle).bold();
        canvas.upright_text(24.0, TOP + Self::HEIGHT / 2.0, "Chance", name);
    }
}

impl Group {
    /// Draws the bars around `middle`, each in a slot of its own.
    fn draw(&self, canvas: &mut Canvas, scale: &Scale, middle: f64, slot: f64, numbers: bool) {
        let heading = TextStyle::new(16.0, self.colour, Anchor::Middle).bold();
        canvas.text(middle, TOP - 30.0, &self.heading, heading);
        canvas.text(
            middle,
            HEIGHT - 18.0,
            self.axis,
            TextStyle::new(14.5, INK, Anchor::Middle).bold(),
        );
        // As many labels as fit, at round numbers.
        let widest = self
            .bars
            .iter()
            .map(|bar| bar.label.chars().count())
            .max()
            .unwrap_or(1);
        let every = step((widest as f64 * 7.6 + 8.0) / slot, 1.0).max(1.0) as usize;
        let labelled =
            |index: usize, label: &str| label.parse().unwrap_or(index).is_multiple_of(every);
        let start = middle - slot * self.bars.len() as f64 / 2.0;
        for (index, bar) in self.bars.iter().enumerate() {
            let x = start + (index as f64 + 0.5) * slot;
            let y = scale.y(bar.chance);
            let width = (slot * 0.82).max(0.8);
            canvas.rect(
                x - width / 2.0,
                y,
                width,
                TOP + Scale::HEIGHT - y,
                self.colour,
            );
            if labelled(index, &bar.label) {
                let style = TextStyle::new(13.0, INK, Anchor::Middle);
                canvas.text(x, TOP + Scale::HEIGHT + 19.0, &bar.label, style);
            }
        }
        if !numbers {
            return;
        }
        // Last, so that they lie above all bars and grid lines.
        for (index, bar) in self.bars.iter().enumerate() {
            let (x, y) = (start + (index as f64 + 0.5) * slot, scale.y(bar.chance));
            let style = TextStyle::new(12.0, FAINT_INK, Anchor::Middle);
            let number = format!("{:.1}", bar.chance * 100.0);
            canvas.outlined_text(x, y - 6.0, &number, style, PAPER);
        }
    }
}
