//! Commands that answer a question.
//!
//! Writing to a string cannot fail, so what `writeln!` says of that is not looked at.

use std::{
    fmt::Write as _,
    io::{self, Write as _},
    process::ExitCode,
};

use marchland_simulator::{Battle, Campaign, Odds, Stop};
use serde_json::json;

#[cfg(feature = "plot")]
use super::make::{draw, picture_at};
use super::{AnswerFormat, NeedArguments, OddsArguments, PathArguments};

/// Rows of a distribution before they are put together.
const MOST_ROWS: usize = 30;

pub(super) fn odds(arguments: &OddsArguments) -> anyhow::Result<()> {
    let (attackers, defenders) = (arguments.attackers, arguments.defenders);
    let battle = arguments.answer.rules.battle_of(attackers.max(defenders))?;
    let stop = match (arguments.stop_at, arguments.one_round) {
        (Some(left), _) => Stop::Left(left),
        (None, true) => Stop::Round,
        (None, false) => Stop::Decided,
    };
    let odds = battle.odds_until(attackers, defenders, stop);
    #[cfg(feature = "plot")]
    if let Some(path) = &arguments.answer.plot {
        let picture = marchland_simulator::plot::outcomes(&odds, battle.rules());
        draw(&picture, &picture_at(path, arguments.answer.force.force)?)?;
    }
    print(&match arguments.answer.format {
        AnswerFormat::Text => odds_text(&odds, &battle, stop),
        AnswerFormat::Json => odds_json(&odds, &battle),
        AnswerFormat::Csv => odds_csv(&odds),
    })
}

pub(super) fn path(arguments: &PathArguments) -> anyhow::Result<()> {
    let (attackers, defenders) = (arguments.attackers, &arguments.defenders);
    let most = defenders.iter().copied().fold(attackers, usize::max);
    let battle = arguments.answer.rules.battle_of(most)?;
    let garrison = usize::from(arguments.garrison.garrison);
    let campaign = battle.campaign(attackers, defenders, garrison);
    #[cfg(feature = "plot")]
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

/// How many attackers it takes. Exits with 1 if no number suffices.
pub(super) fn need(arguments: &NeedArguments) -> anyhow::Result<ExitCode> {
    let defenders = &arguments.defenders;
    let battle = arguments
        .rules
        .battle_of(defenders.iter().copied().max().unwrap_or(0))?;
    let need = battle.need(
        defenders,
        usize::from(arguments.garrison.garrison),
        arguments.chance,
    );
    print(&match (arguments.format, need) {
        (AnswerFormat::Text, Some(need)) => {
            let units = if need.attackers == 1 {
                "attacker takes"
            } else {
                "attackers take"
            };
            let less = need.attackers - 1;
            format!(
                "{} {units} {} with {} ({less}: {})\n",
                need.attackers,
                list(defenders),
                percent_unless(DOUBT, need.chance),
                percent_unless(DOUBT, need.chance_with_one_less),
            )
        }
        (AnswerFormat::Text, None) => format!(
            "not even {} attackers take {} with {}\n",
            battle.most_units(),
            list(defenders),
            percent(arguments.chance)
        ),
        (AnswerFormat::Json, need) => to_line(&json!({
            "rules": battle.rules().to_string(),
            "defenders": defenders,
            "wanted": arguments.chance,
            "attackers": need.map(|need| need.attackers),
            "chance": need.map(|need| need.chance),
            "chance_with_one_less": need.map(|need| need.chance_with_one_less),
        })),
        (AnswerFormat::Csv, Some(need)) => format!(
            "attackers,chance,chance_with_one_less\n{},{},{}\n",
            need.attackers, need.chance, need.chance_with_one_less
        ),
        (AnswerFormat::Csv, None) => "attackers,chance,chance_with_one_less\n".into(),
    })?;
    Ok(if need.is_some() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

fn odds_text(odds: &Odds, battle: &Battle, stop: Stop) -> String {
    let mut text = String::new();
    let until = match stop {
        Stop::Decided => String::new(),
        Stop::Left(left) => format!(", stopping at {left}"),
        Stop::Round => ", one round".into(),
    };
    let _ = writeln!(
        text,
        "{} attack {}{until}  ·  {}",
        odds.attackers,
        odds.defenders,
        battle.rules().description()
    );
    let _ = writeln!(text);
    let _ = writeln!(
        text,
        "  win            {:>8}",
        percent_unless(odds.loss + odds.open, odds.win)
    );
    let _ = writeln!(
        text,
        "  loss           {:>8}",
        percent_unless(odds.win + odds.open, odds.loss)
    );
    let open = match stop {
        Stop::Decided => None,
        Stop::Left(_) => Some("broken off"),
        Stop::Round => Some("undecided"),
    };
    if let Some(open) = open {
        let _ = writeln!(
            text,
            "  {open:<14} {:>8}",
            percent_unless(odds.win + odds.loss, odds.open)
        );
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
            what: Ending::BrokenOff,
            chance,
        }))
        .chain(lost.map(Row::of(Ending::Lost)));
    distribution(&mut text, rows.collect());
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
    let _ = writeln!(
        text,
        "  through        {:>8}",
        percent_unless(DOUBT, campaign.win)
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
        let _ = writeln!(
            text,
            "  {:>9}  {:>9}  {:>9}  {:>9}  {:>8.2}",
            index + 1,
            leg.defenders,
            percent_unless(if index == 0 { 0.0 } else { DOUBT }, leg.attacked),
            percent_unless(DOUBT, leg.taken),
            leg.standing
        );
    }
    let rows = campaign.rest.iter().enumerate().skip(1).rev();
    distribution(&mut text, rows.map(Row::of(Ending::Through)).collect());
    text
}

/// How the battles of a row of the distribution end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Won,
    Lost,
    BrokenOff,
    Through,
}

/// Ways to end with `from` to `to` units left; broken off, the units of both
/// sides.
struct Row {
    from: usize,
    to: usize,
    what: Ending,
    chance: f64,
}

impl Row {
    /// The row of one number of units with its chance.
    fn of(what: Ending) -> impl Fn((usize, &f64)) -> Self {
        move |(left, &chance)| Self {
            from: left,
            to: left,
            what,
            chance,
        }
    }

    fn label(&self) -> String {
        let Self { from, to, what, .. } = self;
        let (low, high) = (from.min(to), from.max(to));
        let units = if low == high {
            low.to_string()
        } else {
            format!("{low} to {high}")
        };
        match what {
            Ending::Won => format!("won, {units} left"),
            Ending::Lost => format!("lost, {units} defend"),
            Ending::BrokenOff => format!("open, {from} against {to}"),
            Ending::Through => format!("through, {units} standing"),
        }
    }
}

/// Appends the distribution with bars; unlikely ends are left out, and where
/// there are many, neighbours are put together.
fn distribution(text: &mut String, rows: Vec<Row>) {
    // Among thousands of ends each is unlikely by itself.
    let threshold = rows
        .iter()
        .map(|row| row.chance * 0.01)
        .fold(0.0, f64::max)
        .min(0.000_5);
    let mut rows: Vec<Row> = rows
        .into_iter()
        .filter(|row| row.chance >= threshold && row.chance > 0.0)
        .collect();
    let together = rows.len().div_ceil(MOST_ROWS);
    if together > 1 {
        let mut joined: Vec<Row> = Vec::new();
        for row in rows {
            match joined.last_mut() {
                Some(last)
                    if last.what == row.what
                        && row.what != Ending::BrokenOff
                        && last.from.abs_diff(row.to) < together =>
                {
                    last.to = row.to;
                    last.chance += row.chance;
                }
                _ => joined.push(row),
            }
        }
        rows = joined;
    }
    let most = rows.iter().map(|row| row.chance).fold(0.0, f64::max);
    let width = rows.iter().map(|row| row.label().len()).max().unwrap_or(0);
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

/// Two digits after the point.
fn percent(chance: f64) -> String {
    let percent = chance * 100.0;
    if percent > 99.995 && chance < 1.0 - 1e-12 {
        ">99.99 %".into()
    } else if percent > 0.0 && percent < 0.005 {
        "<0.01 %".into()
    } else {
        format!("{percent:.2} %")
    }
}

/// The chance of what can end otherwise with that chance: if so, it never reads
/// as 100 %, however near it is.
fn percent_unless(otherwise: f64, chance: f64) -> String {
    if otherwise > 0.0 && chance > 0.999_95 {
        ">99.99 %".into()
    } else {
        percent(chance)
    }
}

/// No attack is certain.
const DOUBT: f64 = f64::MIN_POSITIVE;

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
        "rules": battle.rules().to_string(),
        "attackers": odds.attackers,
        "defenders": odds.defenders,
        "win": odds.win,
        "loss": odds.loss,
        "open": odds.open,
        "attackers_lost": odds.attackers_lost,
        "defenders_lost": odds.defenders_lost,
        "survivors": odds.survivors,
        "won_with": odds.won,
        "lost_to": odds.lost,
        "broken_off": ends,
    }))
}

fn odds_csv(odds: &Odds) -> String {
    let mut text = String::from("end,attackers_left,defenders_left,chance\n");
    for (left, chance) in odds.won.iter().enumerate().skip(1).rev() {
        let _ = writeln!(text, "won,{left},0,{chance}");
    }
    for (attackers, defenders, chance) in &odds.broken_off {
        let _ = writeln!(text, "open,{attackers},{defenders},{chance}");
    }
    for (left, chance) in odds.lost.iter().enumerate().skip(1) {
        let _ = writeln!(text, "lost,0,{left},{chance}");
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
                "standing": leg.standing,
            })
        })
        .collect();
    to_line(&json!({
        "rules": battle.rules().to_string(),
        "attackers": campaign.attackers,
        "garrison": campaign.garrison,
        "win": campaign.win,
        "standing": campaign.standing,
        "standing_with": campaign.rest,
        "territories": legs,
    }))
}

fn campaign_csv(campaign: &Campaign) -> String {
    let mut text = String::from("territory,defenders,attacked,taken,standing\n");
    for (index, leg) in campaign.legs.iter().enumerate() {
        let territory = index + 1;
        let _ = writeln!(
            text,
            "{territory},{},{},{},{}",
            leg.defenders, leg.attacked, leg.taken, leg.standing
        );
    }
    text
}
