//! Commands that print an answer.
//!
//! `writeln!` to a string cannot fail, so its results are ignored.

use std::{
    fmt::Write as _,
    io::{self, Write as _},
};

use anyhow::Context as _;
use marchland_simulator::{Battle, Campaign, Need, Odds, Stop};
use serde_json::json;

use super::busy::compute;
use super::make::{draw, picture_at};
use super::{AnswerFormat, NeedArguments, OddsArguments, PathArguments};

/// Distributions with more rows than this merge neighbouring rows.
const MAX_ROWS: usize = 30;

pub(super) fn odds(arguments: &OddsArguments) -> anyhow::Result<()> {
    let (attackers, defenders) = (arguments.attackers, arguments.defenders);
    let battle = arguments.answer.rules.battle_of(attackers.max(defenders))?;
    let stop = match (arguments.stop_at, arguments.one_round) {
        (Some(left), _) => Stop::Left(left),
        (None, true) => Stop::Round,
        (None, false) => Stop::Decided,
    };
    let what = format!("{attackers} against {defenders}");
    let (battle, odds) = compute(what, false, move || {
        let odds = battle.odds_until(attackers, defenders, stop);
        (battle, odds)
    })?;
    if let Some(path) = &arguments.answer.plot {
        let picture = marchland_simulator::plot::outcomes(&odds, battle.rules());
        draw(&picture, &picture_at(path, arguments.answer.force.force)?)?;
    }
    print(&match arguments.answer.format {
        AnswerFormat::Text => odds_text(&odds, &battle),
        AnswerFormat::Json => odds_json(&odds, &battle),
        AnswerFormat::Csv => odds_csv(&odds),
    })
}

pub(super) fn path(arguments: &PathArguments) -> anyhow::Result<()> {
    let (attackers, defenders) = (arguments.attackers, arguments.defenders.clone());
    let most = defenders.iter().copied().fold(attackers, usize::max);
    let battle = arguments.answer.rules.battle_of(most)?;
    let garrison = usize::from(arguments.garrison.garrison);
    let what = format!("{attackers} through {}", list(&defenders));
    let (battle, campaign) = compute(what, false, move || {
        let campaign = battle.campaign(attackers, &defenders, garrison);
        (battle, campaign)
    })?;
    if let Some(path) = &arguments.answer.plot {
        let picture = marchland_simulator::plot::campaign(&campaign, battle.rules());
        draw(&picture, &picture_at(path, arguments.answer.force.force)?)?;
    }
    print(&match arguments.answer.format {
        AnswerFormat::Text => campaign_text(&campaign, &battle),
        AnswerFormat::Json => campaign_json(&campaign, &battle),
        AnswerFormat::Csv => campaign_csv(&campaign),
    })
}

/// Prints how many attackers it takes; `false` if no number suffices.
pub(super) fn need(arguments: &NeedArguments) -> anyhow::Result<bool> {
    let defenders = &arguments.defenders;
    let battle = arguments
        .rules
        .battle_of(defenders.iter().copied().max().unwrap_or(0))?;
    let (against, chance) = (defenders.clone(), arguments.chance);
    let garrison = usize::from(arguments.garrison.garrison);
    let (battle, need) = compute(format!("against {}", list(defenders)), false, move || {
        let need = battle.need(&against, garrison, chance);
        (battle, need)
    })?;
    print(&match (arguments.format, need) {
        (AnswerFormat::Text, Some(need)) => {
            let decimals = decimals_to_tell_apart(&need, arguments.chance);
            let units = |count| match count {
                1 => "1 attacker".to_owned(),
                _ => format!("{count} attackers"),
            };
            let take = if need.attackers == 1 { "takes" } else { "take" };
            format!(
                "{} {take} {} with a chance of {} ({}: {})\n",
                units(need.attackers),
                list(defenders),
                percent_to(decimals, need.chance.min(UNCERTAIN)),
                units(need.attackers - 1),
                percent_to(decimals, need.chance_with_one_less),
            )
        }
        (AnswerFormat::Text, None) => format!(
            "not even {} attackers take {} with a chance of {}\n",
            battle.most_units(),
            list(defenders),
            percent(arguments.chance)
        ),
        (AnswerFormat::Json, need) => to_line(&json!({
            "rules": battle.rules(),
            "defenders": defenders,
            "wanted": arguments.chance,
            "attackers": need.map(|need| need.attackers),
            "chance": need.map(|need| need.chance),
            "chance_with_one_less": need.map(|need| need.chance_with_one_less),
        })),
        (AnswerFormat::Csv, Some(need)) => format!(
            "attackers,chance,chance_with_one_less\n{},{:?},{:?}\n",
            need.attackers, need.chance, need.chance_with_one_less
        ),
        (AnswerFormat::Csv, None) => "attackers,chance,chance_with_one_less\n".into(),
    })?;
    Ok(need.is_some())
}

pub(super) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.context("cannot write to standard output")
}

fn odds_text(odds: &Odds, battle: &Battle) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{}  ·  {}",
        odds.title(),
        battle.rules().description()
    );
    let _ = writeln!(text);
    // Chances that are too small for the calculation are 0, but not impossible.
    let possible = match odds.stop {
        Stop::Decided => [true, true, false],
        Stop::Left(left) if odds.attackers <= left => [false, false, true],
        Stop::Left(_) => [true, odds.loss > 0.0, true],
        Stop::Round => [odds.win, odds.loss, odds.open].map(|chance| chance > 0.0),
    };
    let is_certain = possible.iter().filter(|possible| **possible).count() == 1;
    let open = match odds.stop {
        Stop::Decided => None,
        Stop::Left(_) => Some(("broken off", odds.open)),
        Stop::Round => Some(("undecided", odds.open)),
    };
    let ends = [("win", odds.win), ("loss", odds.loss)];
    for ((name, chance), possible) in ends.into_iter().chain(open).zip(possible) {
        let chance = if possible && is_certain {
            percent(1.0)
        } else {
            percent_if(possible, chance)
        };
        let _ = writeln!(text, "  {name:<14} {chance:>8}");
    }
    let _ = writeln!(
        text,
        "  expected loss  {:>6.2}   attackers, {:.2} defenders",
        odds.attackers_lost, odds.defenders_lost
    );
    if odds.win > 0.0 {
        let _ = writeln!(text, "  left if won    {:>6.2}   attackers", odds.survivors);
    }
    let won = odds.won.iter().enumerate().skip(1).rev();
    let open = odds.broken_off.iter();
    let lost = odds.lost.iter().enumerate().skip(1);
    let rows = won
        .map(Row::of(Ending::Won))
        .chain(open.map(|&(from, to, chance)| Row {
            from,
            to,
            ending: Ending::BrokenOff,
            chance,
        }))
        .chain(lost.map(Row::of(Ending::Lost)));
    distribution(&mut text, rows.collect(), "other outcomes");
    text
}

fn campaign_text(campaign: &Campaign, battle: &Battle) -> String {
    let mut text = String::new();
    let defenders: Vec<usize> = campaign.legs.iter().map(|leg| leg.defenders).collect();
    let _ = writeln!(
        text,
        "{} go through {}, leaving {} in each  ·  {}",
        campaign.attackers,
        list(&defenders),
        campaign.garrison,
        battle.rules().description()
    );
    let _ = writeln!(text);
    // Whether enough units can be left for an attack on the territory at this index.
    let can_attack = |index| campaign.attackers > campaign.garrison * index;
    let _ = writeln!(
        text,
        "  through        {:>8}",
        percent_if(can_attack(campaign.legs.len() - 1), campaign.win)
    );
    let defenders_lost: f64 = campaign.legs.iter().map(|leg| leg.defenders_lost).sum();
    let _ = writeln!(
        text,
        "  expected loss  {:>6.2}   attackers, {defenders_lost:.2} defenders",
        campaign.attackers_lost
    );
    if campaign.win > 0.0 {
        let _ = writeln!(
            text,
            "  standing then  {:>6.2}   units in the last territory",
            campaign.standing
        );
    }
    let _ = writeln!(text);
    let _ = writeln!(
        text,
        "  territory  defenders   attacked      taken  standing"
    );
    for (index, leg) in campaign.legs.iter().enumerate() {
        let attacked = match index {
            0 => percent(leg.attacked),
            _ => percent_if(can_attack(index), leg.attacked),
        };
        let standing = if leg.taken > 0.0 {
            format!("{:.2}", leg.standing)
        } else {
            "–".to_owned()
        };
        let _ = writeln!(
            text,
            "  {:>9}  {:>9}  {attacked:>9}  {:>9}  {standing:>8}",
            index + 1,
            leg.defenders,
            percent_if(can_attack(index), leg.taken),
        );
    }
    let rows = campaign.rest.iter().enumerate().skip(1).rev();
    let rows = rows.map(Row::of(Ending::Through)).collect();
    distribution(&mut text, rows, "through, other numbers");
    text
}

/// How a battle or a campaign ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Won,
    Lost,
    BrokenOff,
    Through,
}

/// A row of a distribution: ends with `from` to `to` units left, or for
/// [`Ending::BrokenOff`] with `from` attackers and `to` defenders left.
struct Row {
    from: usize,
    to: usize,
    ending: Ending,
    chance: f64,
}

impl Row {
    /// Makes rows of a single number of units and its chance.
    fn of(ending: Ending) -> impl Fn((usize, &f64)) -> Self {
        move |(left, &chance)| Self {
            from: left,
            to: left,
            ending,
            chance,
        }
    }

    fn label(&self) -> String {
        let Self {
            from, to, ending, ..
        } = self;
        let (low, high) = (from.min(to), from.max(to));
        let units = if low == high {
            low.to_string()
        } else {
            format!("{low} to {high}")
        };
        match ending {
            Ending::Won => format!("won, {units} left"),
            Ending::Lost => format!("lost, {units} defend"),
            Ending::BrokenOff => format!("open, {from} against {to}"),
            Ending::Through => format!("through, {units} standing"),
        }
    }
}

/// Appends a distribution with bars. Unlikely ends share a last line called `others`, and
/// neighbouring rows are merged if there are too many.
fn distribution(text: &mut String, mut rows: Vec<Row>, others: &str) {
    let most = |rows: &[Row]| rows.iter().map(|row| row.chance).fold(0.0, f64::max);
    // Relative to the likeliest end: of thousands of ends, each one is unlikely.
    let threshold = (most(&rows) * 0.01).min(0.000_5);
    let mut rest = 0.0;
    rows.retain(|row| {
        let is_shown = row.chance >= threshold && row.chance > 0.0;
        if !is_shown {
            rest += row.chance;
        }
        is_shown
    });
    let together = rows.len().div_ceil(MAX_ROWS);
    rows.dedup_by(|row, last| {
        let merged = last.ending == row.ending
            && row.ending != Ending::BrokenOff
            && last.from.abs_diff(row.to) < together;
        if merged {
            last.to = row.to;
            last.chance += row.chance;
        }
        merged
    });
    let most = most(&rows);
    let labels = rows.iter().map(|row| row.label().len());
    let rest = (rest > 0.0).then_some(rest);
    let width = labels.chain(rest.map(|_| others.len())).max().unwrap_or(0);
    if !rows.is_empty() {
        let _ = writeln!(text);
    }
    for row in rows {
        let _ = writeln!(
            text,
            "  {:<width$} {:>8}  {}",
            row.label(),
            percent(row.chance),
            bar(row.chance / most)
        );
    }
    if let Some(rest) = rest {
        let _ = writeln!(text, "  {others:<width$} {:>8}", percent(rest));
    }
}

/// A bar of up to 30 characters in steps of an eighth.
fn bar(share: f64) -> String {
    let eighths = (share * 240.0).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        bar.push(['▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths % 8 - 1]);
    }
    bar
}

/// The largest chance that is not shown as 100 %, whatever rounding made of it.
const UNCERTAIN: f64 = 1.0 - 1e-14;

/// With so many decimals; a chance that would round to 0 or 1 gets `<` or `>` instead.
fn percent_to(decimals: usize, chance: f64) -> String {
    let percent = chance * 100.0;
    let unit = 0.1_f64.powi(decimals as i32);
    if percent > 100.0 - unit / 2.0 && chance <= UNCERTAIN {
        format!(">{:.decimals$} %", 100.0 - unit)
    } else if percent > 0.0 && percent < unit / 2.0 {
        format!("<{unit:.decimals$} %")
    } else {
        format!("{percent:.decimals$} %")
    }
}

/// Two decimals, unless the chance would round to 0 or 1.
fn percent(chance: f64) -> String {
    percent_to(2, chance)
}

/// The chance of an event that is not certain: never shown as 100 %, however likely, nor as
/// 0 % if it is `possible`.
fn percent_if(possible: bool, chance: f64) -> String {
    let least = if possible { f64::MIN_POSITIVE } else { 0.0 };
    percent(chance.clamp(least, UNCERTAIN))
}

/// The decimals, at least two, that show that the attackers needed reach the `wanted` chance
/// and one fewer do not.
fn decimals_to_tell_apart(need: &Need, wanted: f64) -> usize {
    /// As many as an `f64` near 100 has.
    const MOST: usize = 13;
    let differs = |decimals: usize| {
        let shown = |chance| percent_to(decimals, chance);
        let less = shown(need.chance_with_one_less);
        less != shown(wanted) && less != shown(need.chance)
    };
    (2..MOST)
        .find(|decimals| differs(*decimals))
        .unwrap_or(MOST)
}

/// `3, 2 and 4`.
fn list(units: &[usize]) -> String {
    let texts: Vec<String> = units.iter().map(usize::to_string).collect();
    match texts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

fn to_line(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}

fn odds_json(odds: &Odds, battle: &Battle) -> String {
    let ends: Vec<_> = odds
        .broken_off
        .iter()
        .map(|(attackers, defenders, chance)| json!({"attackers": attackers, "defenders": defenders, "chance": chance}))
        .collect();
    to_line(&json!({
        "rules": battle.rules(),
        "attackers": odds.attackers,
        "defenders": odds.defenders,
        "stop_at": if let Stop::Left(left) = odds.stop { Some(left) } else { None },
        "one_round": odds.stop == Stop::Round,
        "win": odds.win,
        "loss": odds.loss,
        "open": odds.open,
        "attackers_lost": odds.attackers_lost,
        "defenders_lost": odds.defenders_lost,
        "survivors": (odds.win > 0.0).then_some(odds.survivors),
        "won_with": odds.won,
        "lost_to": odds.lost,
        "broken_off": ends,
    }))
}

// In CSV, `{:?}` writes small numbers with an exponent instead of many zeros.

fn odds_csv(odds: &Odds) -> String {
    let mut text = String::from("end,attackers_left,defenders_left,chance\n");
    for (left, chance) in odds.won.iter().enumerate().skip(1).rev() {
        let _ = writeln!(text, "won,{left},0,{chance:?}");
    }
    for (attackers, defenders, chance) in &odds.broken_off {
        let _ = writeln!(text, "open,{attackers},{defenders},{chance:?}");
    }
    for (left, chance) in odds.lost.iter().enumerate().skip(1) {
        let _ = writeln!(text, "lost,0,{left},{chance:?}");
    }
    text
}

fn campaign_json(campaign: &Campaign, battle: &Battle) -> String {
    let legs: Vec<_> = campaign
        .legs
        .iter()
        .map(|leg| {
            json!({
                "defenders": leg.defenders,
                "attacked": leg.attacked,
                "taken": leg.taken,
                "standing": (leg.taken > 0.0).then_some(leg.standing),
                "defenders_lost": leg.defenders_lost,
            })
        })
        .collect();
    to_line(&json!({
        "rules": battle.rules(),
        "attackers": campaign.attackers,
        "garrison": campaign.garrison,
        "win": campaign.win,
        "attackers_lost": campaign.attackers_lost,
        "standing": (campaign.win > 0.0).then_some(campaign.standing),
        "standing_with": campaign.rest,
        "territories": legs,
    }))
}

fn campaign_csv(campaign: &Campaign) -> String {
    let mut text = String::from("territory,defenders,attacked,taken,standing\n");
    for (index, leg) in campaign.legs.iter().enumerate() {
        let territory = index + 1;
        let standing = if leg.taken > 0.0 {
            format!("{:?}", leg.standing)
        } else {
            String::new()
        };
        let _ = writeln!(
            text,
            "{territory},{},{:?},{:?},{standing}",
            leg.defenders, leg.attacked, leg.taken
        );
    }
    text
}
