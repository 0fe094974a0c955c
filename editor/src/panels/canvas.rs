//! The map itself, and what floats over it.

use iced::widget::{column, container, row, sensor, space, stack, tooltip};
use iced::{Center, Color, Element, Fill, mouse};
use lucide_icons::Icon;
use marchland_board::{Board, Framing, Highlight};
use marchland_ui::focus::reachable;
use marchland_ui::parts::{
    body, caption, heading, icon, icon_button, keycap, labelled, nothing, swatch, tip, worded,
};
use marchland_ui::theme::{self, space as gap};
use marchland_ui::zoom;

use super::issues::face_of;
use super::{Frame, balance, drawing, intent, offers};
use crate::bench::{Bench, Change, Intent, Message, UseAs};
use crate::commands::Command;
use crate::findings::preview::Preview;
use crate::scenery;
use crate::texts;
use crate::tools::{Tool, ToolKind};

pub(super) fn view<'a>(bench: &'a Bench, frame: Frame<'a>) -> Element<'a, Message> {
    if bench.document.land().is_none() {
        return container(nothing(Icon::ImageOff, texts::NO_MASK, texts::NO_MASK_HINT))
            .center(Fill)
            .style(theme::ground)
            .into();
    }
    let draft = bench.document.draft();
    let camps: Vec<_> = bench.odds().camps().map(|camp| camp.key).collect();
    let picked = match bench.tool().kind() {
        ToolKind::Odds => &camps[..],
        _ => bench.document.selection().territories(),
    };
    let picked = scenery::plots_of(draft, picked);
    let held = bench
        .tool()
        .held_pivot()
        .and_then(|(key, at)| Some((*scenery::plots_of(draft, &[key]).first()?, at)));
    let board = Board::new(bench.scene(), Message::Board)
        .framing(bench.view.framing)
        .pixel_ratio(frame.pixel_ratio)
        .highlights(highlights(bench, frame))
        .emphasis(picked, held)
        .layers(bench.view.layers.names, bench.view.layers.links, true)
        .hidden_names(texts::NAMES_HIDDEN)
        .all_pivots(bench.tool().kind() == ToolKind::Pivot)
        .band(bench.frame_asked().or_else(|| bench.tool().band()))
        .sketch(bench.sketch())
        .both_buttons(bench.tool().kind() == ToolKind::Brush)
        .interaction(interaction(bench));
    // Another map is told anew how large the board is.
    let board = sensor(board)
        .key(frame.shown)
        .on_show(Message::BoardSize)
        .on_resize(Message::BoardSize);
    // Always there, though it says nothing most of the time: the board keeps
    // its state.
    let board = tooltip(board, marked(bench), tooltip::Position::FollowCursor)
        .gap(14)
        .padding(0);
    let heat = bench.balance().heat().map(|heat| &**heat);
    let legend = balance::legend(heat, frame.mode);
    let top = row![hint(bench), space().width(Fill)].padding(gap::M);
    let bottom = row![
        legend,
        container(below(bench)).width(Fill).center_x(Fill),
        column![
            minimap(bench, frame),
            zoom::bar(bench.zoom(), texts::ZOOM, |step| Message::Do(
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

/// The whole map in small, with a frame around what is seen, while that is a part of it; a
/// click or a drag goes there. It makes room for what is asked at the bottom.
fn minimap<'a>(bench: &'a Bench, frame: Frame<'a>) -> Element<'a, Message> {
    let is_asked = bench.asked().is_some()
        || bench.intent().is_some_and(Intent::has_card)
        || bench.findings().offers().is_some();
    let Some((seen, size)) = bench.part_seen().filter(|_| !is_asked) else {
        return space().into();
    };
    let (width, height) = bench.scene().size();
    let whole = Framing::Centred {
        x: f64::from(width) / 2.0,
        y: f64::from(height) / 2.0,
        scale: f64::from(size.width) / f64::from(width.max(1)),
    };
    let board = Board::new(bench.scene(), Message::Minimap)
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

fn below(bench: &Bench) -> Element<'_, Message> {
    offers::view(bench)
        .or_else(|| intent::view(bench))
        .unwrap_or_else(|| asking(bench))
}

fn interaction(bench: &Bench) -> mouse::Interaction {
    let spot = bench.hovered();
    let over = spot.is_some_and(|spot| spot.over.is_some());
    let pivot = spot.is_some_and(|spot| spot.pivot.is_some());
    if bench.picking().is_some() {
        return mouse::Interaction::Crosshair;
    }
    match bench.tool().kind() {
        ToolKind::Select if over || bench.marked().next().is_some() => mouse::Interaction::Pointer,
        ToolKind::Odds if over => mouse::Interaction::Crosshair,
        ToolKind::Move if bench.tool().held_land().is_some() => mouse::Interaction::Grabbing,
        ToolKind::Move if over => mouse::Interaction::Grab,
        ToolKind::Trace if bench.trace().is_some() => mouse::Interaction::Move,
        ToolKind::Select | ToolKind::Odds | ToolKind::Move | ToolKind::Trace => {
            mouse::Interaction::Idle
        }
        ToolKind::Pivot if bench.tool().held_pivot().is_some() => mouse::Interaction::Grabbing,
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

fn highlights(bench: &Bench, frame: Frame<'_>) -> Vec<Highlight> {
    let draft = bench.document.draft();
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
    let graph = bench.document.graph();
    let continent = bench.document.selection().continent();
    if let Some(id) = continent.and_then(|key| draft.continent(key)?.id) {
        let members = graph.members(id).to_vec();
        ring(members, accent.scale_alpha(0.08), accent, true);
    }
    if let Some(anchor) = bench.tool().anchor().and_then(|key| draft.place_of(key)) {
        // The neighbours of the territory that links start from glow.
        let near = graph.within_reach(anchor).collect();
        let water = frame.mode.board().water;
        ring(near, Color::WHITE.scale_alpha(0.3), water, false);
    }
    if bench.tool().kind() == ToolKind::Odds {
        let odds = bench.odds();
        let water = frame.mode.board().water;
        ring(
            plots(&odds.within_reach(draft)),
            Color::WHITE.scale_alpha(0.3),
            water,
            false,
        );
        let shut = frame.mode.board().shut;
        ring(plots(odds.targets()), shut.scale_alpha(0.2), shut, true);
        let attacker: Vec<_> = odds.attacker().into_iter().collect();
        ring(plots(&attacker), water.scale_alpha(0.2), water, true);
    } else if bench.tool().held_land().is_none() {
        // What is in hand is seen where it goes.
        let picked = plots(bench.document.selection().territories());
        ring(picked, accent.scale_alpha(0.16), accent, true);
    }
    if let Some((_, proposal)) = bench.asked() {
        let proposed = frame.mode.board().proposed;
        ring(
            plots(&[proposal.a, proposal.b]),
            proposed.scale_alpha(0.18),
            proposed,
            true,
        );
    }
    let pointed_at = bench.pointed_at();
    if !pointed_at.is_empty() {
        let notice = frame.mode.board().notice;
        ring(pointed_at, notice.scale_alpha(0.2), notice, true);
    }
    // Land in hand is drawn where it is held, not where it was.
    let over = bench.hovered().and_then(|spot| spot.over);
    if let Some(over) = over.filter(|_| bench.tool().held_land().is_none()) {
        let glow = if frame.mode == theme::Mode::Dark {
            Color::WHITE
        } else {
            Color::BLACK
        };
        ring(
            plots(&[over]),
            Color::WHITE.scale_alpha(0.22),
            glow.scale_alpha(0.55),
            false,
        );
    }
    list
}

/// What the mark under the pointer is about.
fn marked(bench: &Bench) -> Element<'_, Message> {
    let marked: Vec<_> = bench.marked().collect();
    let [finding, behind @ ..] = &marked[..] else {
        return space().into();
    };
    let (sign, style, _) = face_of(bench, finding);
    let hint = if behind.is_empty() {
        texts::MARK_HINT.to_owned()
    } else {
        texts::behind(behind.len())
    };
    let card = column![
        row![icon(sign).style(style), body(texts::message(finding)),].spacing(gap::S),
        caption(hint),
    ]
    .spacing(gap::XS);
    container(card)
        .padding([6.0, 10.0])
        .max_width(360)
        .style(theme::tooltip)
        .into()
}

/// What the tool in hand does next.
fn hint(bench: &Bench) -> Element<'_, Message> {
    if let Some(preview) = bench.findings().preview() {
        return would_change(preview);
    }
    if let Some(colour) = bench.stray() {
        return stray(colour);
    }
    let draft = bench.document.draft();
    let anchor = bench
        .tool()
        .anchor()
        .map(|key| texts::territory_name(draft, key));
    let text = if bench.picking().is_some() {
        Some(texts::HINT_PICK.to_owned())
    } else {
        match bench.tool() {
            Tool::Select(_) => None,
            Tool::Pivot(_) => Some(texts::HINT_PIVOT.to_owned()),
            Tool::Link(_) => Some(texts::hint_link(anchor.as_deref())),
            Tool::Continent(_) => return painting(bench),
            Tool::Odds(_) => Some(odds_hint(bench)),
            Tool::Brush(_)
            | Tool::Area(_)
            | Tool::Cut(_)
            | Tool::Border(_)
            | Tool::Fill(_)
            | Tool::Move(_)
            | Tool::Trace(_) => return drawing::hint(bench),
        }
    };
    match text {
        Some(text) => container(
            row![icon(Icon::Info).style(theme::accent), body(text)]
                .spacing(gap::S)
                .align_y(Center),
        )
        .padding([6.0, 10.0])
        .max_width(520)
        .style(theme::raised)
        .into(),
        None => space().into(),
    }
}

/// The continent that is painted, and the way to another.
fn painting(bench: &Bench) -> Element<'_, Message> {
    /// Logical pixels for the words, which break into lines: the button needs room.
    const WORDS: f32 = 400.0;
    let brush = bench.tool().brush();
    let brush = brush.and_then(|id| bench.document.draft().continent_by_id(id));
    let name = brush.map(texts::continent_name);
    let sign: Element<'_, Message> = match brush.and_then(|continent| continent.colour) {
        Some(colour) => swatch(colour, 16.0),
        None => icon(Icon::Paintbrush).style(theme::accent).into(),
    };
    let words = container(body(texts::hint_continent(name.as_deref()))).max_width(WORDS);
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

fn odds_hint(bench: &Bench) -> String {
    let odds = bench.odds();
    let name = |key| texts::territory_name(bench.document.draft(), key);
    match (odds.attacker(), odds.targets().last()) {
        (None, _) => texts::HINT_ODDS_ATTACKER.to_owned(),
        (Some(from), None) => texts::hint_odds_target(&name(from)),
        (_, Some(&last)) => texts::hint_odds_on(&name(last)),
    }
}

/// What the repair would change whose button the pointer is on.
fn would_change(preview: &Preview) -> Element<'_, Message> {
    /// Changes that are listed; more would hide the map.
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
    let use_as = |what| Some(Message::Inspect(Change::Use(colour, what)));
    container(
        column![
            row![swatch(colour, 16.0), body(texts::stray_colour(colour))]
                .spacing(gap::S)
                .align_y(Center),
            row![
                worded(
                    texts::USE_AS_TERRITORY,
                    use_as(UseAs::Territory),
                    theme::primary
                ),
                worded(
                    texts::USE_AS_BACKGROUND,
                    use_as(UseAs::Background),
                    theme::secondary
                ),
                worded(
                    texts::USE_AS_SEPARATOR,
                    use_as(UseAs::Separator),
                    theme::secondary
                ),
            ]
            .spacing(gap::S),
        ]
        .spacing(gap::S),
    )
    .padding(gap::M)
    .style(theme::raised)
    .into()
}

/// The proposal that is being asked about.
fn asking(bench: &Bench) -> Element<'_, Message> {
    let Some((at, proposal)) = bench.asked() else {
        return space().into();
    };
    let draft = bench.document.draft();
    let [a, b] = [proposal.a, proposal.b].map(|key| texts::territory_name(draft, key));
    let key = |label, key| row![body(label), keycap(key)].spacing(6).align_y(Center);
    let answer = |content, message, style: fn(&iced::Theme, iced::widget::button::Status) -> _| {
        let button = iced::widget::button(container(content).center_y(Fill))
            .height(theme::size::CONTROL)
            .padding([0.0, 12.0])
            .style(style)
            .on_press(message);
        reachable(button, true)
    };
    container(
        column![
            row![
                caption(texts::review_place(
                    at,
                    bench.open_proposals().count(),
                    proposal.by
                )),
                space().width(Fill),
                icon_button(
                    Icon::X,
                    texts::STOP_REVIEW,
                    "Esc",
                    Some(Message::Review(false)),
                    false
                ),
            ]
            .align_y(Center),
            heading(texts::review_question(&a, &b)),
            caption(texts::review_border(proposal.by, proposal.length)),
            row![
                answer(
                    key(texts::YES, "Y"),
                    Message::Accept(proposal),
                    theme::primary
                ),
                answer(
                    key(texts::no(proposal.by), "N"),
                    Message::Reject(proposal),
                    theme::secondary
                ),
                answer(key(texts::SKIP, "→"), Message::Skip, theme::plain),
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
