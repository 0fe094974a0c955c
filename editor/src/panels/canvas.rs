//! The map and what floats over it.

use iced::widget::{button, column, container, row, sensor, space, stack, tooltip};
use iced::{Center, Color, Element, Fill, mouse};
use lucide_icons::Icon;
use marchland_board::{Board, Framing, Highlight};
use marchland_ui::parts::{
    body, caption, heading, icon, icon_button, labelled, nothing, swatch, tip, worded,
};
use marchland_ui::theme::{self, space as gap};
use marchland_ui::zoom;

use super::issues::face_of;
use super::{Frame, balance, drawing, intent, offers};
use crate::commands::Command;
use crate::files::Part;
use crate::findings::preview::Preview;
use crate::notices::Subject;
use crate::scenery;
use crate::texts;
use crate::tools::ToolKind;
use crate::workspace::{Change, Intent, Message, UseAs, Workspace};

pub(super) fn view<'a>(workspace: &'a Workspace, frame: Frame<'a>) -> Element<'a, Message> {
    if workspace.document.land().is_none() {
        let missing = Subject::Missing(Part::Mask);
        let can_locate = frame.notices.iter().any(|notice| notice.about == missing);
        let hint = if can_locate {
            texts::NO_MASK_HINT
        } else {
            texts::MASKLESS_HINT
        };
        return container(nothing(Icon::ImageOff, texts::NO_MASK, hint))
            .center(Fill)
            .style(theme::ground)
            .into();
    }
    let draft = workspace.document.draft();
    let camps: Vec<_> = workspace.odds().camps().map(|camp| camp.key).collect();
    let picked = match workspace.tool().kind() {
        ToolKind::Odds => &camps[..],
        _ => workspace.document.selection().territories(),
    };
    let picked = scenery::plots_of(draft, picked);
    let held = workspace
        .tool()
        .held_pivot()
        .and_then(|(key, at)| Some((*scenery::plots_of(draft, &[key]).first()?, at)));
    let board = Board::new(workspace.scene(), Message::Board)
        .framing(workspace.view.framing)
        .pixel_ratio(frame.pixel_ratio)
        .highlights(highlights(workspace, frame))
        .emphasis(picked, held)
        .layers(
            workspace.view.layers.names,
            workspace.view.layers.links,
            true,
        )
        .hidden_names(texts::NAMES_HIDDEN)
        .all_pivots(workspace.tool().kind() == ToolKind::Pivot)
        .band(workspace.frame_asked().or_else(|| workspace.tool().band()))
        .sketch(workspace.sketch())
        .both_buttons(workspace.tool().kind() == ToolKind::Brush)
        .interaction(interaction(workspace));
    // A new map reports the size of its board.
    let board = sensor(board)
        .key(frame.shown)
        .on_show(Message::BoardSize)
        .on_resize(Message::BoardSize);
    // Always present, so that the board keeps its state.
    let board = tooltip(board, marked(workspace), tooltip::Position::FollowCursor)
        .gap(14)
        .padding(0);
    let heat = workspace.balance().heat().map(|heat| &**heat);
    let legend = balance::legend(heat, frame.mode);
    let top = row![hint(workspace), space().width(Fill)].padding(gap::M);
    let bottom = row![
        legend,
        container(below(workspace)).width(Fill).center_x(Fill),
        column![
            minimap(workspace, frame),
            zoom::bar(workspace.zoom(), texts::ZOOM, |step| Message::Do(
                Command::Zoom(step)
            )),
        ]
        .spacing(gap::S)
        .align_x(iced::Right),
    ]
    .align_y(iced::Bottom)
    .padding(gap::M);
    stack![
        board,
        column![top, space().height(Fill), bottom]
            .width(Fill)
            .height(Fill)
    ]
    .into()
}

/// The minimap, with a frame around the visible part; a click or drag scrolls there. It makes
/// room for cards at the bottom.
fn minimap<'a>(workspace: &'a Workspace, frame: Frame<'a>) -> Element<'a, Message> {
    let Some((seen, size)) = workspace.part_seen().filter(|_| !has_card(workspace)) else {
        return space().into();
    };
    let (width, height) = workspace.scene().size();
    let whole = Framing::Centred {
        x: f64::from(width) / 2.0,
        y: f64::from(height) / 2.0,
        scale: f64::from(size.width) / f64::from(width.max(1)),
    };
    let board = Board::new(workspace.scene(), Message::Minimap)
        .pixel_ratio(frame.pixel_ratio)
        .framing(whole)
        .layers(false, false, false)
        .unmarked()
        .band(Some(seen))
        .interaction(mouse::Interaction::Pointer)
        .id("minimap");
    container(container(board).width(size.width).height(size.height))
        .padding(2)
        .style(theme::raised)
        .into()
}

/// Whether there is a card at the bottom.
pub(super) fn has_card(workspace: &Workspace) -> bool {
    workspace.asked().is_some()
        || workspace.intent().is_some_and(Intent::has_card)
        || workspace.findings().offers.is_some()
}

fn below(workspace: &Workspace) -> Element<'_, Message> {
    offers::view(workspace)
        .or_else(|| intent::view(workspace))
        .unwrap_or_else(|| asking(workspace))
}

fn interaction(workspace: &Workspace) -> mouse::Interaction {
    let spot = workspace.hovered();
    let over = spot.is_some_and(|spot| spot.over.is_some());
    let pivot = spot.is_some_and(|spot| spot.pivot.is_some());
    if workspace.picking().is_some() {
        return mouse::Interaction::Crosshair;
    }
    match workspace.tool().kind() {
        ToolKind::Select if over || workspace.marked().next().is_some() => {
            mouse::Interaction::Pointer
        }
        ToolKind::Odds if over => mouse::Interaction::Crosshair,
        ToolKind::Move if workspace.tool().held_land().is_some() => mouse::Interaction::Grabbing,
        ToolKind::Move if over => mouse::Interaction::Grab,
        ToolKind::Trace if workspace.trace().is_some() => mouse::Interaction::Move,
        ToolKind::Select | ToolKind::Odds | ToolKind::Move | ToolKind::Trace => {
            mouse::Interaction::Idle
        }
        ToolKind::Pivot if workspace.tool().held_pivot().is_some() => mouse::Interaction::Grabbing,
        ToolKind::Pivot if pivot => mouse::Interaction::Grab,
        ToolKind::Pivot
        | ToolKind::Link
        | ToolKind::Brush
        | ToolKind::Area
        | ToolKind::Cut
        | ToolKind::Border
        | ToolKind::Fill => mouse::Interaction::Crosshair,
        ToolKind::Continent => mouse::Interaction::Cell,
    }
}

fn highlights(workspace: &Workspace, frame: Frame<'_>) -> Vec<Highlight> {
    let draft = workspace.document.draft();
    let accent = frame.mode.board().accent;
    let halo = frame.mode.board().halo;
    let plots = |keys: &[_]| scenery::plots_of(draft, keys);
    let mut list = Vec::new();
    let mut ring = |plots: Vec<usize>, veil: Color, edge: Color, cased: bool| {
        if plots.is_empty() {
            return;
        }
        if cased {
            list.push(Highlight {
                plots: plots.clone(),
                veil: Color::TRANSPARENT,
                edge: halo,
                reach: 2.5,
            });
        }
        list.push(Highlight {
            plots,
            veil,
            edge,
            reach: 1.0,
        });
    };
    let glow = if frame.mode == theme::Mode::Dark {
        Color::WHITE
    } else {
        Color::BLACK
    };
    if workspace.trace().is_some_and(|trace| trace.place.shown) {
        // Land is told from the picture that shows through it.
        let all = (0..draft.territories.len()).collect();
        ring(all, accent.scale_alpha(0.12), glow.scale_alpha(0.8), true);
    }
    // A tint would change the colours of the heat map.
    let is_heated = workspace.balance().heat().is_some();
    let tint = |share: f32| accent.scale_alpha(if is_heated { 0.0 } else { share });
    let graph = workspace.document.graph();
    let continent = workspace.document.selection().continent();
    if let Some(id) = continent.and_then(|key| draft.continent(key)?.id) {
        let members = graph.members(id).to_vec();
        ring(members, tint(0.08), accent, true);
    }
    if let Some(anchor) = workspace
        .tool()
        .anchor()
        .and_then(|key| draft.place_of(key))
    {
        // Neighbours of the link tool's anchor glow.
        let near = graph.within_reach(anchor).collect();
        let water = frame.mode.board().water;
        ring(near, Color::WHITE.scale_alpha(0.3), water, false);
    }
    if workspace.tool().kind() == ToolKind::Odds {
        let odds = workspace.odds();
        let water = frame.mode.board().water;
        ring(
            plots(&odds.within_reach(draft, graph)),
            Color::WHITE.scale_alpha(0.3),
            water,
            false,
        );
        let shut = frame.mode.board().shut;
        ring(plots(odds.targets()), shut.scale_alpha(0.2), shut, true);
        let attacker: Vec<_> = odds.attacker().into_iter().collect();
        ring(plots(&attacker), water.scale_alpha(0.2), water, true);
    } else if workspace.tool().held_land().is_none() {
        // Held land is shown at its new place.
        let picked = plots(workspace.document.selection().territories());
        ring(picked, tint(0.16), accent, true);
    }
    if let Some((_, proposal)) = workspace.asked() {
        let proposed = frame.mode.board().proposed;
        ring(
            plots(&[proposal.a, proposal.b]),
            proposed.scale_alpha(0.18),
            proposed,
            true,
        );
    }
    let pointed_at = workspace.pointed_at();
    if !pointed_at.is_empty() {
        let notice = frame.mode.board().notice;
        ring(pointed_at, notice.scale_alpha(0.2), notice, true);
    }
    // Held land is drawn where it is held, not where it was.
    let over = workspace.hovered().and_then(|spot| spot.over);
    if let Some(over) = over.filter(|_| workspace.tool().held_land().is_none()) {
        ring(
            plots(&[over]),
            Color::WHITE.scale_alpha(0.22),
            glow.scale_alpha(0.55),
            false,
        );
    }
    list
}

/// The tip of the mark under the pointer.
fn marked(workspace: &Workspace) -> Element<'_, Message> {
    let marked: Vec<_> = workspace.marked().collect();
    let [finding, behind @ ..] = &marked[..] else {
        return space().into();
    };
    let (sign, style, _) = face_of(workspace, finding);
    let hint = if behind.is_empty() {
        texts::MARK_HINT.to_owned()
    } else {
        texts::behind(behind.len())
    };
    let card = column![
        row![
            icon(sign).style(style),
            body(texts::message(workspace.document.draft(), finding)),
        ]
        .spacing(gap::S),
        caption(hint),
    ]
    .spacing(gap::XS);
    container(card)
        .padding([6.0, 10.0])
        .max_width(360)
        .style(theme::tooltip)
        .into()
}

/// The hint of the current tool.
fn hint(workspace: &Workspace) -> Element<'_, Message> {
    if let Some(preview) = workspace.findings().preview() {
        return would_change(preview);
    }
    if let Some(colour) = workspace.stray() {
        return stray(colour);
    }
    let draft = workspace.document.draft();
    let anchor = workspace
        .tool()
        .anchor()
        .map(|key| texts::territory_name(draft, key));
    let text = if workspace.picking().is_some() {
        Some(texts::HINT_PICK.to_owned())
    } else {
        match workspace.tool().kind() {
            ToolKind::Select => None,
            ToolKind::Pivot => Some(texts::HINT_PIVOT.to_owned()),
            ToolKind::Link => Some(texts::hint_link(anchor.as_deref())),
            ToolKind::Continent => return painting(workspace),
            ToolKind::Odds => Some(odds_hint(workspace)),
            ToolKind::Brush
            | ToolKind::Area
            | ToolKind::Cut
            | ToolKind::Border
            | ToolKind::Fill
            | ToolKind::Move
            | ToolKind::Trace => return drawing::hint(workspace),
        }
    };
    match text {
        Some(text) => container(
            row![icon(Icon::Info).style(theme::accent), body(text)]
                .spacing(gap::S)
                .align_y(Center),
        )
        .padding([6.0, 10.0])
        .max_width(drawing::HINT)
        .style(theme::raised)
        .into(),
        None => space().into(),
    }
}

/// The continent being painted, and a button for a new one.
fn painting(workspace: &Workspace) -> Element<'_, Message> {
    /// Width of the hint in logical pixels, beside the button.
    const WORDS: f32 = 400.0;
    let brush = workspace.tool().brush();
    let brush = brush.and_then(|id| workspace.document.draft().continent_by_id(id));
    let name = brush.map(texts::continent_name);
    let sign: Element<'_, Message> = match brush.and_then(|continent| continent.colour) {
        Some(colour) => swatch(colour, 16.0),
        None => icon(Icon::Paintbrush).style(theme::accent).into(),
    };
    let widest = if brush.is_some() {
        WORDS
    } else {
        drawing::HINT
    };
    let words = container(body(texts::hint_continent(name.as_deref()))).max_width(widest);
    let mut line = row![sign, words].spacing(gap::S).align_y(Center);
    if brush.is_some() {
        let other = labelled(
            Icon::Plus,
            texts::NEW_CONTINENT,
            Some(Message::Inspect(Change::NewContinent)),
            theme::secondary,
        );
        line = line.push(tip(
            other,
            texts::NEW_CONTINENT_HINT,
            Command::Group.key(),
            tooltip::Position::Bottom,
        ));
    }
    container(line)
        .padding([6.0, 10.0])
        .style(theme::raised)
        .into()
}

fn odds_hint(workspace: &Workspace) -> String {
    let odds = workspace.odds();
    let name = |key| texts::territory_name(workspace.document.draft(), key);
    match (odds.attacker(), odds.targets().last()) {
        (None, _) => texts::HINT_ODDS_ATTACKER.to_owned(),
        (Some(from), None) => texts::hint_odds_target(&name(from)),
        (_, Some(&last)) => texts::hint_odds_on(&name(last)),
    }
}

/// The changes of the fix under the pointer.
fn would_change(preview: &Preview) -> Element<'_, Message> {
    /// The most changes listed.
    const MOST: usize = 6;
    let mut lines = column![
        row![
            icon(Icon::Wrench).size(14.0).style(theme::accent),
            caption(texts::WOULD_CHANGE),
        ]
        .spacing(gap::S)
        .align_y(Center)
    ]
    .spacing(gap::XS);
    let shown = preview.changes.iter().take(MOST);
    lines = lines.extend(shown.map(|change| body(change).into()));
    if preview.changes.is_empty() {
        lines = lines.push(body(texts::NO_CHANGE));
    }
    if preview.changes.len() > MOST {
        lines = lines.push(caption(texts::more_changes(preview.changes.len() - MOST)));
    }
    container(lines)
        .padding([gap::S, gap::M])
        .max_width(520)
        .style(theme::raised)
        .into()
}

fn stray<'a>(colour: marchland_maps::Rgb) -> Element<'a, Message> {
    let use_as = |word, what, style: fn(&iced::Theme, button::Status) -> button::Style| {
        let message = Message::Inspect(Change::Use(colour, what));
        worded(word, Some(message), style)
    };
    container(
        column![
            row![swatch(colour, 16.0), body(texts::stray_colour(colour))]
                .spacing(gap::S)
                .align_y(Center),
            row![
                use_as(texts::USE_AS_TERRITORY, UseAs::Territory, theme::primary),
                use_as(
                    texts::USE_AS_BACKGROUND,
                    UseAs::Background,
                    theme::secondary
                ),
                use_as(texts::USE_AS_SEPARATOR, UseAs::Separator, theme::secondary),
            ]
            .spacing(gap::S),
        ]
        .spacing(gap::S),
    )
    .padding(gap::M)
    .style(theme::raised)
    .into()
}

/// The proposal being reviewed.
fn asking(workspace: &Workspace) -> Element<'_, Message> {
    let Some((at, proposal)) = workspace.asked() else {
        return space().into();
    };
    let draft = workspace.document.draft();
    let [a, b] = [proposal.a, proposal.b].map(|key| texts::territory_name(draft, key));
    let open = workspace.open_proposals().count();
    let stop = Some(Message::Review(false));
    let stop_key = Command::Cancel.key();
    container(
        column![
            row![
                caption(texts::review_place(at, open, proposal.by)),
                space().width(Fill),
                icon_button(Icon::X, texts::STOP_REVIEW, stop_key, stop, false),
            ]
            .align_y(Center),
            heading(texts::review_question(&a, &b)),
            caption(texts::review_border(proposal.by, proposal.length)),
            row![
                drawing::answer(
                    texts::ACCEPT,
                    Command::Accept.key(),
                    Some(Message::Accept(proposal)),
                    theme::primary
                ),
                drawing::answer(
                    texts::DECLINE,
                    Command::Reject.key(),
                    Some(Message::Reject(proposal)),
                    theme::secondary
                ),
                drawing::answer(
                    texts::SKIP,
                    Command::Nudge(1, 0).key(),
                    Some(Message::Skip),
                    theme::plain
                ),
            ]
            .spacing(gap::S),
        ]
        .spacing(gap::S),
    )
    .padding(gap::M)
    .width(400)
    .style(theme::raised)
    .into()
}
