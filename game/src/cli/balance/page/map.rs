//! The map of a page: outlines of territories, or discs if there is no mask; links; and a layer
//! for each figure of territories.

use std::fmt::Write;

use marchland_game::conquest::balance::{Figure, Flag, Kind, Section, Territory, beyond_luck};

use super::super::outlines::Outlines;
use super::super::report::Report;
use super::super::{tables, words};
use super::labels::Labels;
use super::safe;

/// The width of the map.
const WIDE: f64 = 960.0;
/// The height of the legend below it.
const BELOW: f64 = 34.0;

/// The least change of the chance to win that has the full colour, so that a fair map stays pale.
const LEAST: f64 = 0.05;

/// A layer's name, what it shows, its figure, and whether that may be negative.
type Layer = (
    &'static str,
    &'static str,
    fn(&Section, &Territory) -> Option<Figure>,
    bool,
);

const LAYERS: [Layer; 4] = [
    (
        "holder of the continent",
        "points that the continent's holder in round 3 wins more",
        |section, territory| {
            let continent = section.continents.get(territory.continent)?;
            continent.marks.first()?.lift
        },
        true,
    ),
    (
        "owner at the start",
        "points that the owner at the start wins more",
        |_, territory| territory.lift,
        true,
    ),
    (
        "battles",
        "battles per game",
        |_, territory| territory.battles,
        false,
    ),
    (
        "conquests",
        "conquests per game",
        |_, territory| territory.conquests,
        false,
    ),
];

/// The layer with the figures of what stands out most. Holders of every continent win more, so that
/// those of owners at the start tell more if there are any.
fn telling(report: &Report) -> usize {
    let of_owners = report.findings.first().is_some_and(|finding| {
        let is = |flag: &Flag| matches!(flag.kind, Kind::Strong | Kind::Weak | Kind::Start);
        finding.flags.iter().any(is)
    });
    usize::from(of_owners)
}

/// Writes the outlines, which all maps of the page share.
pub(super) fn outlines(out: &mut String, outlines: Option<&Outlines>) {
    let Some(outlines) = outlines else { return };
    *out += "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n";
    for (id, path) in outlines.paths.iter().enumerate() {
        if !path.is_empty() {
            let _ = writeln!(out, "<path id=\"t{id}\" d=\"{path}\"/>");
        }
    }
    *out += "</defs></svg>\n";
}

struct Frame<'a> {
    report: &'a Report,
    /// Units of the page per pixel of the mask.
    scale: f64,
    high: f64,
    joined: bool,
}

impl<'a> Frame<'a> {
    fn of(report: &'a Report) -> Self {
        let sites = || report.sites.iter();
        let [mut wide, mut high] = [
            sites().map(|site| site.x).fold(1.0, f64::max) * 1.05,
            sites().map(|site| site.y).fold(1.0, f64::max) * 1.08,
        ];
        if let Some(outlines) = &report.outlines {
            [wide, high] = outlines.size;
        }
        let scale = WIDE / wide;
        Self {
            report,
            scale,
            high: high * scale,
            joined: report.joined,
        }
    }

    fn at(&self, id: usize) -> (f64, f64) {
        let site = self.report.sites.get(id);
        site.map_or((0.0, 0.0), |site| {
            (site.x * self.scale, site.y * self.scale)
        })
    }

    /// The scale of a territory's outline: units of the page per unit of the path; `None` if it has no
    /// outline.
    fn outline(&self, id: usize) -> Option<f64> {
        let outlines = self.report.outlines.as_ref()?;
        let path = outlines.paths.get(id)?;
        (!path.is_empty()).then_some(outlines.unit * self.scale)
    }
}

/// The map with a layer for each figure of territories.
pub(super) fn map(out: &mut String, section: &Section, report: &Report) {
    let frame = Frame::of(report);
    *out += "<div class=\"map\">\n";
    for (number, (name, ..)) in LAYERS.iter().enumerate() {
        let id = format!("map{}-{number}", section.players);
        let checked = if number == telling(report) {
            " checked"
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "<input type=\"radio\" class=\"layer{number}\" name=\"map{}\" id=\"{id}\"{checked}>\
             <label for=\"{id}\">{name}</label>",
            section.players
        );
    }
    let _ = writeln!(
        out,
        "<svg viewBox=\"0 0 {WIDE} {:.0}\" role=\"img\" aria-label=\"the territories, links and what \
         happens there; the tables have the figures\">",
        frame.high + BELOW
    );
    for territory in &section.territories {
        shape(out, &frame, territory.id, "land", 1.0, "");
    }
    for (number, layer) in LAYERS.iter().enumerate() {
        shades(out, section, &frame, (number, layer));
    }
    links(out, section, &frame);
    let mut labels = Labels::within(WIDE);
    continents(out, section, &frame, &mut labels);
    for territory in &section.territories {
        let (x, y) = frame.at(territory.id);
        let below = if frame.outline(territory.id).is_some() {
            3.0
        } else {
            25.0
        };
        labels.put(out, "site", 13.0, [x, y + below], &territory.name);
    }
    *out += "</svg>\n</div>\n";
    let _ = writeln!(out, "<p class=\"key\">{}</p>", words::LAYERS);
}

/// The name and the bonus of each continent, above its northernmost territory.
fn continents(out: &mut String, section: &Section, frame: &Frame<'_>, labels: &mut Labels) {
    for continent in &section.continents {
        let members = section.territories.iter();
        let members = members.filter(|t| t.continent == continent.id);
        let sites: Vec<_> = members.map(|t| frame.at(t.id)).collect();
        let x = sites.iter().map(|site| site.0).sum::<f64>() / sites.len().max(1) as f64;
        let y = sites.iter().map(|site| site.1).fold(frame.high, f64::min);
        let name = format!("{}: bonus {}", continent.name, continent.bonus);
        labels.put(out, "continent", 21.0, [x, (y - 18.0).max(20.0)], &name);
    }
}

/// A territory, filled with the opacity `share`.
fn shape(out: &mut String, frame: &Frame<'_>, id: usize, class: &str, share: f64, hint: &str) {
    let hint = if hint.is_empty() {
        String::new()
    } else {
        format!("<title>{}</title>", safe(hint))
    };
    let (x, y) = frame.at(id);
    let _ = match frame.outline(id) {
        Some(scale) => writeln!(
            out,
            "<use href=\"#t{id}\" class=\"{class}\" transform=\"scale({scale:.4})\" \
             fill-opacity=\"{share:.2}\">{hint}</use>"
        ),
        None => writeln!(
            out,
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"13\" \
             fill-opacity=\"{share:.2}\">{hint}</circle>"
        ),
    };
}

/// A layer and the legend below it.
fn shades(
    out: &mut String,
    section: &Section,
    frame: &Frame<'_>,
    (number, layer): (usize, &Layer),
) {
    let (_, name, of, signed) = *layer;
    let territories = section.territories.iter();
    let (territories, figures): (Vec<&Territory>, Vec<Figure>) = territories
        .filter_map(|t| Some((t, of(section, t)?)))
        .unzip();
    let least = if signed { LEAST } else { 1e-9 };
    let most = figures
        .iter()
        .map(|figure| figure.value.abs())
        .fold(least, f64::max);
    let counts = if signed {
        beyond_luck(&figures)
    } else {
        vec![true; figures.len()]
    };
    let _ = writeln!(out, "<g class=\"layer{number}\">");
    for ((territory, figure), counts) in territories.into_iter().zip(figures).zip(counts) {
        let class = if signed && figure.value < 0.0 {
            "less"
        } else {
            "more"
        };
        let shown = if signed {
            tables::points(Some(figure))
        } else {
            tables::number(Some(figure))
        };
        let hint = format!("{}: {shown} ({name})", territory.name);
        let value = if counts { figure.value } else { 0.0 };
        shape(out, frame, territory.id, class, value.abs() / most, &hint);
    }
    let y = frame.high + 10.0;
    let least = if signed { -8 } else { 0 };
    for (nth, step) in (least..=8_i32).enumerate() {
        let class = if step < 0 { "less" } else { "more" };
        let x = 60.0 + 16.0 * nth as f64;
        let _ = write!(
            out,
            "<rect class=\"land\" x=\"{x}\" y=\"{y:.0}\" width=\"16\" height=\"12\"/>\
             <rect class=\"{class}\" x=\"{x}\" y=\"{y:.0}\" width=\"16\" height=\"12\" \
             fill-opacity=\"{:.2}\"/>",
            f64::from(step.abs()) / 8.0
        );
    }
    let end = |value: f64| {
        if signed {
            format!("{:+.1}", 100.0 * value).replace('-', "−")
        } else {
            format!("{value:.1}")
        }
    };
    let count = f64::from(9 - least);
    let _ = writeln!(
        out,
        "<text class=\"scale\" x=\"52\" y=\"{:.0}\">{}</text>\
         <text class=\"end\" x=\"{:.0}\" y=\"{:.0}\">{} {name}</text>\n</g>",
        y + 11.0,
        end(if signed { -most } else { 0.0 }),
        68.0 + 16.0 * count,
        y + 11.0,
        end(most)
    );
}

/// Links, wider with more battles; those around the edge are drawn in two halves.
fn links(out: &mut String, section: &Section, frame: &Frame<'_>) {
    let busiest = section
        .links
        .iter()
        .map(|link| link.battles)
        .fold(1e-9, f64::max);
    for link in &section.links {
        let [(x1, y1), (x2, y2)] = link.between.map(|id| frame.at(id));
        let wide = 0.6 + 4.0 * link.battles / busiest;
        // Territories far apart on the page may be close around its edge.
        let around = frame.joined && (x1 - x2).abs() > WIDE / 2.0;
        let by = if around { WIDE.copysign(x1 - x2) } else { 0.0 };
        let mut halves = vec![(x1, x2 + by)];
        if around {
            halves.push((x1 - by, x2));
        }
        for (x1, x2) in halves {
            let _ = writeln!(
                out,
                "<line class=\"link\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" \
                 stroke-width=\"{wide:.1}\"><title>{:.2} battles a game</title></line>",
                link.battles
            );
        }
    }
}
