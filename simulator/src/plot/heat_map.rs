//! A heat map of the chances to win in a table.

use super::{
    Picture,
    canvas::{Anchor, Canvas, FAINT_INK, INK, PAPER, TextStyle, step},
};
use crate::{method::Method, rules::DiceRules, table::Table};

const WIDTH: f64 = 886.0;
const HEIGHT: f64 = 812.0;
/// The square of cells.
const LEFT: f64 = 78.0;
const TOP: f64 = 106.0;
const SIDE: f64 = 640.0;

/// Cells drawn along a side; larger tables are thinned out.
const MAX_CELLS: usize = 160;

/// The cells of tables up to this size show their numbers.
const MAX_NUMBERS: usize = 16;

/// Colours from certain defeat over near white at 50 % to certain victory, safe for
/// colour-blind people.
const SCALE: [[f64; 3]; 7] = [
    [158.0, 42.0, 43.0],
    [214.0, 96.0, 77.0],
    [248.0, 188.0, 160.0],
    [247.0, 246.0, 244.0],
    [166.0, 206.0, 227.0],
    [76.0, 147.0, 195.0],
    [30.0, 84.0, 148.0],
];

/// Draws the chance to win of every battle: defenders from left to right, attackers
/// from bottom to top, with contour lines at 10, 50 and 90 %.
///
/// Of a table of more than 160 units, 160 × 160 cells are drawn.
pub fn heat_map(table: &Table) -> Picture {
    let units = table.units();
    let mut canvas = Canvas::new(
        WIDTH,
        HEIGHT,
        &format!("The attacker's chance to win, up to {units} units"),
    );
    let title = TextStyle::new(21.0, INK, Anchor::Start).bold();
    canvas.text(LEFT, 40.0, "Chance that the attacker wins", title);
    canvas.text_within(
        LEFT,
        64.0,
        &subtitle(table),
        TextStyle::new(13.5, FAINT_INK, Anchor::Start),
        WIDTH - LEFT - 16.0,
    );
    cells(&mut canvas, table);
    for (level, dash, width) in [(0.1, "5 4", 1.2), (0.9, "5 4", 1.2), (0.5, "", 2.6)] {
        contour(&mut canvas, table, level, dash, width);
    }
    if units <= MAX_NUMBERS {
        numbers(&mut canvas, table);
    }
    axes(&mut canvas, units);
    legend(&mut canvas);
    canvas.finish()
}

fn subtitle(table: &Table) -> String {
    let rules = table.rules().map_or(
        "rules not stated in the file".into(),
        DiceRules::description,
    );
    match table.method() {
        Method::Exact => format!("{rules} · exact"),
        Method::Sampled { iterations, .. } => {
            format!("{rules} · {iterations} battles per cell")
        }
        Method::Unknown => rules,
    }
}

fn cells(canvas: &mut Canvas, table: &Table) {
    let units = table.units();
    let shown = units.min(MAX_CELLS);
    let size = SIDE / shown as f64;
    // The number of units in the middle of a drawn cell.
    let unit = |cell: usize| (2 * cell + 1) * units / (2 * shown) + 1;
    for row in 0..shown {
        let mut column = 0;
        while column < shown {
            // Neighbours of the same colour become one rectangle.
            let colour = |column: usize| colour(win(table, unit(row), unit(column)));
            let fill = colour(column);
            let start = column;
            while column < shown && colour(column) == fill {
                column += 1;
            }
            // A slight overlap hides seams between cells.
            let overlap = 0.35;
            let width = ((column - start) as f64 * size + overlap).min(SIDE - start as f64 * size);
            let top = TOP + SIDE - (row + 1) as f64 * size;
            let height = if row == 0 { size } else { size + overlap };
            canvas.rect(LEFT + start as f64 * size, top, width, height, fill);
        }
    }
}

fn win(table: &Table, attackers: usize, defenders: usize) -> f64 {
    table.get(attackers, defenders).map_or(0.0, |cell| cell.win)
}

/// The colour of a chance, in steps of one per cent.
fn colour(win: f64) -> String {
    let along = (win * 100.0).round() / 100.0 * (SCALE.len() - 1) as f64;
    let index = (along as usize).min(SCALE.len() - 2);
    let part = along - index as f64;
    let [red, green, blue] = std::array::from_fn(|i| {
        (SCALE[index][i] + part * (SCALE[index + 1][i] - SCALE[index][i])).round() as u8
    });
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn numbers(canvas: &mut Canvas, table: &Table) {
    let size = SIDE / table.units() as f64;
    let font = (size * 0.32).clamp(10.0, 22.0);
    for (a, d, cell) in table.cells() {
        let ink = if (0.22..=0.8).contains(&cell.win) {
            INK
        } else {
            PAPER
        };
        let text = match cell.win * 100.0 {
            percent if percent > 99.5 && cell.win < 1.0 => ">99".to_owned(),
            percent if percent < 0.5 && percent > 0.0 => "<1".to_owned(),
            percent => format!("{percent:.0}"),
        };
        let x = LEFT + (d as f64 - 0.5) * size;
        let y = TOP + SIDE - (a as f64 - 0.5) * size + font * 0.36;
        // Outlined in the cell's colour because contour lines pass through.
        canvas.outlined_text(
            x,
            y,
            &text,
            TextStyle::new(font, ink, Anchor::Middle),
            &colour(cell.win),
        );
    }
}

/// The line along which the chance is `level`, interpolated between numbers of
/// attackers for each number of defenders.
fn contour(canvas: &mut Canvas, table: &Table, level: f64, dash: &str, width: f64) {
    let units = table.units();
    let size = SIDE / units as f64;
    let mut points = Vec::new();
    for d in 1..=units {
        let Some(reached) = (1..=units).find(|&a| win(table, a, d) >= level) else {
            break;
        };
        let (low, high) = (win(table, reached - 1, d), win(table, reached, d));
        let a = reached as f64 - (high - level) / (high - low).max(1e-9);
        // Whole numbers lie in the middle of their cells.
        let y = TOP + SIDE - (a - 0.5).max(0.0) * size;
        points.push((LEFT + (d as f64 - 0.5) * size, y));
    }
    let [.., before, last] = points[..] else {
        return;
    };
    // Extend the line from the middle of the last cell to the frame.
    let slope = (last.1 - before.1) / (last.0 - before.0);
    let right = LEFT + SIDE;
    let at_right = last.1 + slope * (right - last.0);
    let end = if at_right >= TOP {
        (right, at_right)
    } else {
        (last.0 + (TOP - last.1) / slope, TOP)
    };
    points.push(end);
    canvas.polyline(&points, INK, width, dash);
    let text = format!("{:.0} %", level * 100.0);
    let style = TextStyle::new(13.0, INK, Anchor::Start);
    let style = if dash.is_empty() { style.bold() } else { style };
    if end.0 < right {
        canvas.text(
            end.0,
            TOP - 8.0,
            &text,
            TextStyle {
                anchor: Anchor::Middle,
                ..style
            },
        );
    } else {
        canvas.text(right + 7.0, end.1 + 4.5, &text, style);
    }
}

fn axes(canvas: &mut Canvas, units: usize) {
    canvas.frame(LEFT, TOP, SIDE, SIDE, INK);
    let size = SIDE / units as f64;
    let label = TextStyle::new(13.0, INK, Anchor::Middle);
    let ticks = step(units as f64, 16.0).max(1.0) as usize;
    let named = (1..=units).filter(|unit| unit % ticks == 0 || *unit == 1);
    for unit in named {
        let middle = (unit as f64 - 0.5) * size;
        let (x, y) = (LEFT + middle, TOP + SIDE - middle);
        canvas.line((x, TOP + SIDE), (x, TOP + SIDE + 5.0), INK, 1.0);
        canvas.text(x, TOP + SIDE + 20.0, &unit.to_string(), label);
        canvas.line((LEFT - 5.0, y), (LEFT, y), INK, 1.0);
        canvas.text(
            LEFT - 9.0,
            y + 4.5,
            &unit.to_string(),
            TextStyle {
                anchor: Anchor::End,
                ..label
            },
        );
    }
    let name = TextStyle::new(14.5, INK, Anchor::Middle).bold();
    canvas.text(LEFT + SIDE / 2.0, TOP + SIDE + 46.0, "Defenders", name);
    canvas.upright_text(
        LEFT - 48.0,
        TOP + SIDE / 2.0,
        "Attackers (units that may attack)",
        name,
    );
}

fn legend(canvas: &mut Canvas) {
    let (x, width) = (LEFT + SIDE + 62.0, 20.0);
    let steps = 100;
    let height = SIDE / f64::from(steps);
    for percent in 0..steps {
        let y = TOP + SIDE - f64::from(percent + 1) * height;
        canvas.rect(
            x,
            y,
            width,
            height + if percent == 0 { 0.0 } else { 0.35 },
            colour((f64::from(percent) + 0.5) / 100.0),
        );
    }
    canvas.frame(x, TOP, width, SIDE, INK);
    for percent in (0..=100).step_by(10) {
        let y = TOP + SIDE - f64::from(percent) * height;
        canvas.line((x + width, y), (x + width + 5.0, y), INK, 1.0);
        let style = TextStyle::new(13.0, INK, Anchor::Start);
        canvas.text(
            x + width + 9.0,
            y + 4.5,
            &format!("{percent} %"),
            if percent == 50 { style.bold() } else { style },
        );
    }
}
