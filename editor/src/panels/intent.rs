//! The card of a pending operation: its settings and answers.

use iced::widget::{Column, column, container, row, space, text::Wrapping};
use iced::{Center, Element, Fill};
use lucide_icons::Icon;
use marchland_maps::divide::Style;
use marchland_ui::parts::{body, caption, heading, icon_button, input, slide, tick, worded};
use marchland_ui::theme::{self, space as gap};

use super::drawing::{answer, answers};
use crate::commands::Command;
use crate::sheets::{NewSheet, Resizing};
use crate::texts;
use crate::workspace::{Divide, Dividing, Intent, Message, Resize, Tidying, Trial, Workspace, ids};

/// The card of the pending operation, if it has one.
pub(super) fn view(workspace: &Workspace) -> Option<Element<'_, Message>> {
    let intent = workspace.intent()?;
    let (lines, yes) = match intent {
        Intent::Divide(of) => (dividing(workspace, of), texts::DIVIDE),
        Intent::Resize(wish) => (resizing(wish), texts::RESIZE_DO),
        Intent::Tidy(of) => (tidying(of), texts::TIDY_DO),
        Intent::Dissolve(trial, links) => (dissolving(trial, links), texts::DISSOLVE_DO),
        // Its card is beside the border.
        Intent::Bend(_) => return None,
    };
    let refused = intent.trial().and_then(|trial| trial.refused.as_ref());
    let refused = refused.map(|why| body(why).style(theme::bad).into());
    let waits = intent.trial().is_some_and(|trial| trial.at_once);
    let waits = waits.then(|| caption(texts::DIVIDE_WAITS).into());
    let answers = answers(yes, texts::CANCEL, intent.is_ready());
    let lines = lines.extend(refused).extend(waits);
    let card = container(lines.push(answers).spacing(gap::S))
        .padding(gap::M)
        .width(460)
        .style(theme::raised);
    Some(card.into())
}

/// Number and style of parts.
fn dividing<'a>(workspace: &'a Workspace, of: &'a Dividing) -> Column<'a, Message> {
    let name = texts::territory_name(workspace.document.draft(), of.key);
    let say = |change| Some(Message::Divide(change));
    let number = |symbol, what, key: Command, to: usize| {
        let is_there = (2..=Dividing::MOST).contains(&to);
        let message = say(Divide::Parts(to)).filter(|_| is_there);
        icon_button(symbol, what, key.key(), message, false)
    };
    let styles = [
        (Style::Natural, texts::NATURAL),
        (Style::Squares, texts::SQUARES),
        (Style::Hexes, texts::HEXES),
    ];
    let styles = styles.into_iter().map(|(style, word)| {
        let face = theme::switch(style == of.how.style);
        worded(word, say(Divide::Style(style)), face)
    });
    let another = answer(
        texts::ANOTHER,
        Command::Tick.key(),
        say(Divide::Another),
        theme::secondary,
    );
    column![
        row![
            heading(texts::divide(&name)),
            space().width(Fill),
            number(
                Icon::Minus,
                texts::FEWER_PARTS,
                Command::Nudge(0, 1),
                of.how.parts - 1
            ),
            container(body(texts::parts(of.how.parts))).center_x(64),
            number(
                Icon::Plus,
                texts::MORE_PARTS,
                Command::Nudge(0, -1),
                of.how.parts + 1
            ),
        ]
        .align_y(Center),
        row(styles)
            .push(space().width(Fill))
            .push(another)
            .spacing(gap::S),
    ]
}

/// The size of the sheet.
fn resizing(wish: &Resizing) -> Column<'_, Message> {
    type Set = fn(&mut Resizing, String);
    let number = |label: &'static str, id: &'static str, value: &str, change: Set| {
        let field = input("", value, set(wish, change))
            .id(id)
            .on_submit(Message::Do(Command::Confirm))
            .width(76);
        row![caption(label).width(96), field]
            .spacing(gap::S)
            .align_y(Center)
    };
    let size = &wish.size;
    let size = column![
        number(
            texts::SHEET_WIDTH,
            ids::SHEET_WIDTH,
            &size.width,
            |wish, width| wish.size.width = width
        ),
        number(
            texts::SHEET_HEIGHT,
            ids::SHEET_HEIGHT,
            &size.height,
            |wish, height| wish.size.height = height
        ),
    ]
    .spacing(gap::S);
    let place = column![
        number(
            texts::SHEET_LEFT,
            ids::SHEET_LEFT,
            &wish.left,
            |wish, left| wish.left = left
        ),
        number(texts::SHEET_TOP, ids::SHEET_TOP, &wish.top, |wish, top| {
            wish.top = top;
        }),
    ]
    .spacing(gap::S);
    let stretched = set(wish, |wish, on| wish.stretched = on);
    let stretched = tick(texts::STRETCH, wish.stretched, Wrapping::None, stretched);
    let mut sizes = row![size].spacing(gap::L);
    if !wish.stretched {
        sizes = sizes.push(place);
    }
    let crop = Some(Message::Sheet(Resize::Crop));
    let mut lines = column![
        row![
            heading(texts::RESIZE_TITLE),
            space().width(Fill),
            worded(texts::CROP, crop, theme::secondary),
        ]
        .align_y(Center),
        sizes,
        stretched,
    ];
    if wish.frame().is_none() {
        let (least, most) = (*NewSheet::SIDES.start(), *NewSheet::SIDES.end());
        lines = lines.push(body(texts::sides(least, most)).style(theme::bad));
    }
    lines
}

/// The settings after a change of one of them.
fn set<T>(wish: &Resizing, change: fn(&mut Resizing, T)) -> impl Fn(T) -> Message + use<T> {
    let wish = wish.clone();
    move |to| {
        let mut wish = wish.clone();
        change(&mut wish, to);
        Message::Sheet(Resize::Set(wish))
    }
}

/// Removing separators, and the links that would change.
fn dissolving<'a>(trial: &Trial, links: &'a [String]) -> Column<'a, Message> {
    /// The most links listed.
    const LISTED: usize = 4;
    let card = column![heading(texts::DISSOLVE_TITLE), body(texts::DISSOLVE_HINT)];
    if trial.is_ready() && links.is_empty() {
        return card.push(caption(texts::LINKS_STAY));
    }
    let more = links.len().saturating_sub(LISTED);
    let more = (more > 0).then(|| caption(texts::and_more(more)).into());
    let listed = links.iter().take(LISTED).map(|line| body(line).into());
    card.extend(listed).extend(more)
}

/// The specks and gaps to be removed.
fn tidying(of: &Tidying) -> Column<'_, Message> {
    let widest = slide(0..=Tidying::WIDEST, of.gap, Message::Gaps);
    let title = row![
        heading(texts::TIDY_TITLE),
        space().width(Fill),
        caption(texts::GAPS_TO),
        container(widest).width(110),
        container(body(texts::pixels(of.gap))).width(48),
    ]
    .spacing(gap::S)
    .align_y(Center);
    let lines = column![title];
    match (&of.found, &of.job) {
        (Some(Err(why)), _) => lines.push(body(why).style(theme::bad)),
        (Some(Ok(found)), _) if found.count > 0 => {
            let lines = lines.extend(found.lines.iter().map(|line| body(line).into()));
            let more = found.count - found.lines.len();
            let more = (more > 0).then(|| caption(texts::and_more(more)).into());
            lines.extend(more)
        }
        (None, Some(job)) => lines.push(caption(texts::looked_for_clutter(job.progress))),
        (Some(_) | None, _) => lines.push(body(texts::TIDY_ALREADY)),
    }
}
