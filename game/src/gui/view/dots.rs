//! The board of dots, and what stands around it.

use std::borrow::Cow;
use std::time::Instant;

use iced::widget::canvas::{self, Action, Frame, Geometry, Path, Stroke, path};
use iced::widget::{column, container, row, space, stack, text};
use iced::{
    Center, Color, Element, Event, Fill, Point, Rectangle, Renderer, Size, Theme, Vector, mouse,
};
use lucide_icons::Icon;
use marchland_ui::cut::cut;
use marchland_ui::dialog;
use marchland_ui::focus::curtain;
use marchland_ui::palette;
use marchland_ui::parts::{
    across, bar_of, body, caption, choice, down, heading, icon, icon_button, input, labelled, list,
    sized, slide, theme_button, tick, tip, to_color, worded,
};
use marchland_ui::scale::Scale;
use marchland_ui::theme::{self, Mode, Tokens, size, space as gap};

use super::below::{self, unsayable};
use super::emblem::{drawn, emblem};
use super::replay::steps;
use super::seats::{LEVEL, seats};
use super::{end, help, panel, pick};
use crate::client::Knowledge;
use crate::dots::{Board, MAX_BOXES, MIN_BOXES, Side};
use crate::gui::dots::{DotsTable, MOST_BOTS, Message, Setup, kinds, side_near};
use crate::gui::keys::Command;
use crate::gui::table::CHAT;
use crate::gui::texts::{self, dots as words};
use crate::play::{Player, Standing};

/// Width of the panel at the right, in logical pixels.
const SIDE: f32 = 288.0;

/// The table as it is seen; leaving it is called `leave`, and
/// `how_to_join` tells how others reach it.
pub(super) fn view<'a>(
    dots_table: &'a DotsTable,
    mode: Mode,
    leave: (&'a str, &'a str),
    scale: (Scale, f32),
    how_to_join: Option<String>,
) -> Element<'a, Message> {
    let board = canvas::Canvas::new(Picture {
        board: dots_table.board().map(Cow::Borrowed),
        aimed: dots_table.aimed().filter(|_| dots_table.is_asked()),
        last: dots_table.last,
        me: dots_table.known.me(),
        asked: dots_table.is_asked(),
    })
    .width(Fill)
    .height(Fill);
    let strip = container(strip(dots_table)).padding(gap::M).center_x(Fill);
    let mut land = column![stack![container(board).style(theme::ground), strip].height(Fill)];
    if let Some(replay) = dots_table.replay() {
        land = land
            .push(across())
            .push(time(dots_table, replay.at(), replay.lines()));
    }
    let side = container(panel(dots_table, how_to_join))
        .width(SIDE)
        .height(Fill);
    let screen = column![
        bar(dots_table, mode, leave.0),
        across(),
        row![land, down(), side].height(Fill)
    ];
    let ending = ending(dots_table, leave.1).filter(|_| !dots_table.looks);
    let is_covered = dots_table.help || ending.is_some();
    let over: Element<'_, Message> = if dots_table.help {
        let plays_back = dots_table.replay().is_some();
        let keys = if dots_table.watches {
            words::WATCHING
        } else {
            words::KEYS
        };
        let keys = help::of(keys, plays_back, &[], Some(scale)).map(Message::Command);
        dialog::over(keys, Message::Command(Command::Cancel))
    } else {
        match ending {
            Some(end) => dialog::over(end, Message::Look),
            None => space().into(),
        }
    };
    stack![curtain(screen, is_covered), over].into()
}

fn bar<'a>(dots_table: &'a DotsTable, mode: Mode, leave: &'a str) -> Element<'a, Message> {
    let seed = dots_table.seed.map_or(String::new(), texts::seed_of);
    let size = dots_table
        .board()
        .map_or(String::new(), |board| words::size(board.size()));
    let pace = pick::pace(dots_table.paces(), dots_table.pace, 124, Message::Pace);
    let content = row![
        labelled(
            Icon::ArrowLeft,
            leave,
            Some(Message::Leave),
            theme::secondary
        ),
        container(heading(words::TITLE)).padding([0.0, gap::S]),
        caption(if seed.is_empty() {
            size
        } else {
            format!("{size} · {seed}")
        }),
        space().width(Fill),
        tip(
            pace,
            texts::SPEED,
            "[ ]",
            iced::widget::tooltip::Position::Bottom
        ),
        theme_button(mode, texts::THEME, Message::Command(Command::Theme)),
        icon_button(
            Icon::Keyboard,
            texts::HELP,
            "?",
            Some(Message::Command(Command::Help)),
            false
        ),
    ]
    .spacing(gap::XS)
    .align_y(Center);
    bar_of(content)
}

/// That the connection is lost, or why something was not done.
fn strip(dots_table: &DotsTable) -> Element<'_, Message> {
    let (symbol, words) = match (dots_table.away, dots_table.refusal()) {
        (Some(tries), _) => (Icon::Unplug, texts::away(tries)),
        (None, Some(why)) => (Icon::CircleAlert, why.to_owned()),
        (None, None) => return space().into(),
    };
    let line = row![icon(symbol).style(theme::warn), body(words)];
    container(line.spacing(gap::S).align_y(Center))
        .padding([6.0, 10.0])
        .style(theme::raised)
        .into()
}

/// A board before anything is drawn.
pub(super) fn empty<'a>(of: crate::dots::Size) -> Element<'a, Message> {
    let board = Picture {
        board: Some(Cow::Owned(Board::new(of))),
        aimed: None,
        last: None,
        me: None,
        asked: false,
    };
    canvas::Canvas::new(board).width(Fill).height(Fill).into()
}

/// A game as it is set up: the board, and who plays.
pub(super) fn set_up(setup: &Setup) -> Element<'_, Setup> {
    let sides: Vec<u8> = (MIN_BOXES..=MAX_BOXES).collect();
    let (columns, rows) = (setup.size.columns(), setup.size.rows());
    let sized = move |columns, rows| Setup {
        size: crate::dots::Size::new(columns, rows).unwrap_or(setup.size),
        ..setup.clone()
    };
    let width = choice(sides.clone(), Some(columns), "", 72, move |to| {
        sized(to, rows)
    });
    let height = choice(sides, Some(rows), "", 72, move |to| sized(columns, to));
    let board = row![body(words::SIZE).width(Fill), width, body("×"), height]
        .spacing(gap::S)
        .align_y(Center);
    let level = move |at: usize| {
        let chosen = Some(setup.bots[at]);
        pick::by_word(kinds(), words::bot, chosen, "", LEVEL, move |kind| {
            let mut setup = setup.clone();
            setup.bots[at] = kind;
            setup
        })
    };
    let remove = |at| {
        let mut setup = setup.clone();
        setup.bots.remove(at);
        setup
    };
    let mut more = setup.clone();
    more.seat(setup.bots.len() + 1);
    column![
        column![board, caption(words::RULE)].spacing(gap::S),
        across(),
        seats(setup.bots.len(), MOST_BOTS, level, remove, more),
        across(),
    ]
    .spacing(gap::L)
    .into()
}

/// The players and their boxes, what was told, and the filled button.
fn panel(dots_table: &DotsTable, how_to_join: Option<String>) -> Element<'_, Message> {
    let turn = dots_table.on_turn();
    let rows = dots_table.scores().into_iter().map(|(player, boxes)| {
        let gone = if dots_table.known.game().standing(player) == Standing::Absent {
            let slow = dots_table.room.was_slow(player);
            Some(if slow { texts::SLOW } else { texts::GONE })
        } else {
            let lost = dots_table.room.has_lost(player);
            lost.then_some(texts::LOST_CONNECTION)
        };
        let line = row![
            sign(player, 22),
            container(cut(dots_table.called(player), theme::plain_text)).width(Fill),
            gone.map(below::gone),
            sized(boxes.to_string(), size::TITLE),
        ]
        .spacing(gap::S)
        .align_y(Center)
        .height(34);
        let style: fn(&_) -> _ = if turn == Some(player) {
            theme::picked
        } else {
            container::transparent
        };
        let line = container(line).padding([0.0, gap::S]);
        line.style(style).into()
    });
    let waits: Element<'_, Message> = if dots_table.known.has_begun() {
        column(rows).spacing(2).into()
    } else {
        let seated = dots_table.room.seats();
        let seated = seated.filter_map(|(player, occupant)| {
            let name = cut(occupant?.name.to_string(), theme::plain_text);
            let line = row![sign(player, 22), container(name).width(Fill)];
            Some(line.spacing(gap::S).align_y(Center).height(34).into())
        });
        column![caption(texts::NOT_BEGUN), column(seated)]
            .extend(how_to_join.map(|how_to_join| caption(how_to_join).into()))
            .into()
    };
    let players = column![waits].spacing(gap::S);
    let players = players.extend(dots_table.time(Instant::now()).map(below::clock));
    let players = players.push(caption(words::RULE));
    let told = dots_table.told.iter().map(|(player, sentence)| {
        let mark = player.map(|player| sign(player, 14));
        below::line(mark, sized(sentence, size::CAPTION + 0.5).width(Fill))
    });
    let told = container(column(told).spacing(4)).padding([gap::S, gap::M]);
    let told = list(told, "told").anchor_bottom().height(Fill);
    let mut all = column![container(players).padding(gap::M), across(), told, across()];
    if !dots_table.watches {
        let field = input(texts::SAY, &dots_table.draft, Message::Draft)
            .id(CHAT)
            .on_submit(Message::Say);
        let field = column![unsayable(&dots_table.draft), field].spacing(gap::XS);
        let autoplay = tick(
            texts::AUTOPLAY,
            dots_table.autoplay,
            text::Wrapping::default(),
            |_| Message::Command(Command::Autoplay),
        );
        let autoplay = tip(
            autoplay,
            texts::AUTOPLAY_HINT,
            "O",
            iced::widget::tooltip::Position::Left,
        );
        let below = column![field, autoplay, filled(dots_table)].spacing(gap::M);
        all = all.push(container(below).padding(gap::M));
    } else if dots_table.ending().is_some() {
        all = all.push(container(filled(dots_table)).padding(gap::M));
    }
    all.into()
}

fn filled(dots_table: &DotsTable) -> Element<'_, Message> {
    if dots_table.ending().is_some() {
        let result = worded(texts::RESULT, Some(Message::Result), theme::secondary);
        let next = if let Some(name) = dots_table.retries() {
            panel::filled(texts::RETRY, Some(Message::Retry(name)))
        } else if dots_table.repeats {
            panel::filled(texts::AGAIN, Some(Message::Again(false)))
        } else {
            panel::filled(texts::LEAVE, Some(Message::Leave))
        };
        return column![result, next].spacing(gap::S).into();
    }
    let (word, may) = dots_table.next();
    panel::filled(word, may.then_some(Message::Primary))
}

/// The controls of a record.
fn time(dots_table: &DotsTable, at: usize, of: usize) -> Element<'_, Message> {
    let narrow = |n: usize| n.min(u16::MAX.into()) as u16;
    let end = dots_table
        .replay()
        .and_then(|replay| replay.end())
        .filter(|_| at == of);
    let controls = row![
        steps(dots_table.paused, at == of, Message::Command).spacing(gap::S),
        slide(0..=narrow(of.max(1)), narrow(at), Message::Seek),
        caption(words::line_of(at, of)).wrapping(text::Wrapping::None),
    ]
    .spacing(gap::S)
    .align_y(Center);
    let mut rows = column![controls].spacing(gap::XS);
    if let Some(end) = end {
        rows = rows.push(caption(end));
    }
    container(rows).padding([gap::S, gap::M]).width(Fill).into()
}

/// How a game ended.
fn ending<'a>(dots_table: &'a DotsTable, leave: &'a str) -> Option<Element<'a, Message>> {
    let ending = dots_table.ending()?;
    let begun = dots_table.known.has_begun();
    let over = dots_table.known.over();
    let head: Element<'_, Message> = match (ending, over) {
        (Err(failure), _) => end::failed(texts::stopped(begun, failure), &failure.why),
        (Ok(_), Some(over)) => {
            let winner = over.0.map(|winner| sign(winner, 34));
            row![winner, heading(dots_table.end(over.0))]
                .spacing(gap::M)
                .align_y(Center)
                .into()
        }
        (Ok(_), None) => heading(texts::STOPPED).into(),
    };
    let mut scores = dots_table.scores();
    scores.sort_by_key(|&(_, boxes)| std::cmp::Reverse(boxes));
    let scores = scores.into_iter().map(|(player, boxes)| {
        row![
            sign(player, 22),
            body(dots_table.called(player)).width(Fill),
            body(boxes.to_string()),
        ]
        .spacing(gap::S)
        .align_y(Center)
        .into()
    });
    let retry = dots_table.retries().map(Message::Retry);
    let name = end::other_name(dots_table.other_name(), Message::NameThere, retry.clone());
    let rows = column![head, column(scores).spacing(gap::XS)].spacing(gap::L);
    let rows = rows.extend(name);
    let again = dots_table.repeats.then(|| end::Again {
        words: (texts::AGAIN, texts::AGAIN_HINT),
        same: dots_table.seed.map(|_| Message::Again(true)),
        other: Message::Again(false),
    });
    let answers = end::Answers {
        look: begun.then_some((words::LOOK, Message::Look)),
        replay: Message::Replay,
        leave: (leave, Message::Leave),
        retry,
        again,
    };
    let kept = ending.as_ref().is_ok_and(|ending| ending.kept);
    Some(
        rows.push(end::foot(dots_table.record(), kept, answers))
            .into(),
    )
}

fn sign<'a>(player: Player, side: u16) -> Element<'a, Message> {
    let seat = player.index();
    emblem(seat, palette::player(seat, false), side)
}

/// The board as it is drawn.
struct Picture<'a> {
    board: Option<Cow<'a, Board>>,
    aimed: Option<Side>,
    last: Option<Side>,
    me: Option<Player>,
    asked: bool,
}

/// Where the board lies in the window.
#[derive(Clone, Copy)]
struct Grid {
    /// The upper left dot.
    corner: Point,
    /// The width of a box.
    cell: f32,
}

impl Grid {
    /// Room around the board.
    const MARGIN: f32 = 48.0;
    /// No box is wider.
    const WIDEST: f32 = 200.0;

    fn of(board: &Board, room: Size) -> Self {
        let size = board.size();
        let (columns, rows) = (f32::from(size.columns()), f32::from(size.rows()));
        let wide = (room.width - 2.0 * Self::MARGIN) / columns;
        let high = (room.height - 2.0 * Self::MARGIN) / rows;
        let cell = wide.min(high).clamp(8.0, Self::WIDEST);
        let corner = Point::new(
            (room.width - columns * cell) / 2.0,
            (room.height - rows * cell) / 2.0,
        );
        Self { corner, cell }
    }

    /// A place of the board; dots have even numbers, the middles of boxes odd ones.
    fn at(self, x: u8, y: u8) -> Point {
        let half = self.cell / 2.0;
        self.corner + Vector::new(f32::from(x) * half, f32::from(y) * half)
    }

    /// The dots at both ends of a side.
    fn ends(self, side: Side) -> (Point, Point) {
        let Side { x, y } = side;
        if y.is_multiple_of(2) {
            (self.at(x - 1, y), self.at(x + 1, y))
        } else {
            (self.at(x, y - 1), self.at(x, y + 1))
        }
    }
}

impl Picture<'_> {
    fn under(&self, bounds: Rectangle, cursor: mouse::Cursor) -> Option<Side> {
        let board = self.board.as_ref()?;
        let Grid { corner, cell } = Grid::of(board, bounds.size());
        let at = cursor.position_in(bounds)? - corner;
        side_near(board.size(), at.x / cell, at.y / cell)
    }

    /// The lines: those drawn, the last one marked, and the one under the pointer.
    fn draw_lines(&self, frame: &mut Frame, board: &Board, grid: Grid, tokens: &Tokens) {
        let mut line = |side: Side, colour: Color, width: f32| {
            let (from, to) = grid.ends(side);
            let stroke = Stroke::default()
                .with_color(colour)
                .with_width(width)
                .with_line_cap(canvas::LineCap::Round);
            frame.stroke(&Path::line(from, to), stroke);
        };
        let wide = (grid.cell * 0.09).clamp(3.0, 12.0);
        for side in board.size().sides() {
            match board.drawn_by(side) {
                Some(_) if self.last == Some(side) => {
                    line(side, tokens.accent, wide + 3.0);
                    line(side, tokens.text, wide);
                }
                Some(_) => line(side, tokens.text, wide),
                None => line(side, tokens.muted.scale_alpha(0.5), 1.0),
            }
        }
        if let Some(side) = self.aimed.filter(|&side| board.drawn_by(side).is_none()) {
            let own = self.me.map_or(tokens.accent, |me| colour(me.index() as u8));
            line(side, tokens.text.scale_alpha(0.5), wide + 2.0);
            line(side, own, wide);
        }
    }
}

/// The boxes that have an owner, in their colour and with their sign.
fn draw_boxes(frame: &mut Frame, board: &Board, grid: Grid) {
    let size = board.size();
    for row in 0..size.rows() {
        for column in 0..size.columns() {
            let Some(owner) = board.owner(column, row) else {
                continue;
            };
            let cell = Size::new(grid.cell, grid.cell);
            let fill = colour(owner).scale_alpha(0.32);
            frame.fill_rectangle(grid.at(2 * column, 2 * row), cell, fill);
            let wide = (grid.cell * 0.6).round();
            let middle = grid.at(2 * column + 1, 2 * row + 1);
            let corner = middle - Vector::new(wide / 2.0, wide / 2.0);
            let place = Rectangle::new(corner, Size::new(wide, wide));
            let seat = owner.into();
            let sign = drawn(seat, palette::player(seat, false), wide as u16);
            frame.draw_image(place, &sign);
        }
    }
}

/// The numbers at the edges by which lines are named, as in the log.
fn draw_numbers(frame: &mut Frame, size: crate::dots::Size, grid: Grid, colour: Color) {
    /// How far from the outermost dots.
    const APART: f32 = 24.0;
    let mut write = |number: u8, at: Point| {
        frame.fill_text(canvas::Text {
            content: number.to_string(),
            position: at,
            color: colour,
            size: size::CAPTION.into(),
            font: theme::FONT,
            align_x: text::Alignment::Center,
            align_y: iced::alignment::Vertical::Center,
            ..canvas::Text::default()
        });
    };
    // Where there is little room, only the dots are numbered.
    let step = if grid.cell < 36.0 { 2 } else { 1 };
    for x in (0..=2 * size.columns()).step_by(step) {
        write(x, grid.at(x, 0) - Vector::new(0.0, APART));
    }
    for y in (0..=2 * size.rows()).step_by(step) {
        write(y, grid.at(0, y) - Vector::new(APART, 0.0));
    }
}

fn colour(player: u8) -> Color {
    to_color(palette::player(player.into(), false))
}

impl canvas::Program<Message> for Picture<'_> {
    /// The side that the pointer was near last.
    type State = Option<Side>;

    fn update(
        &self,
        near: &mut Option<Side>,
        event: &Event,
        bounds: Rectangle,
        cursor: mouse::Cursor,
    ) -> Option<Action<Message>> {
        match event {
            Event::Mouse(mouse::Event::CursorMoved { .. } | mouse::Event::CursorLeft) => {
                let now = self.under(bounds, cursor);
                (std::mem::replace(near, now) != now).then(|| Action::publish(Message::Hover(now)))
            }
            Event::Mouse(mouse::Event::ButtonPressed(mouse::Button::Left)) => {
                let side = self.under(bounds, cursor)?;
                Some(Action::publish(Message::Draw(side)).and_capture())
            }
            _ => None,
        }
    }

    fn draw(
        &self,
        _near: &Option<Side>,
        renderer: &Renderer,
        theme: &Theme,
        bounds: Rectangle,
        _cursor: mouse::Cursor,
    ) -> Vec<Geometry> {
        let mut frame = Frame::new(renderer, bounds.size());
        let tokens = theme::tokens(theme);
        let Some(board) = &self.board else {
            return vec![frame.into_geometry()];
        };
        let (grid, size) = (Grid::of(board, bounds.size()), board.size());
        draw_boxes(&mut frame, board, grid);
        self.draw_lines(&mut frame, board, grid, tokens);
        draw_numbers(&mut frame, size, grid, tokens.muted);
        let dots = Path::new(|path: &mut path::Builder| {
            for y in (0..=2 * size.rows()).step_by(2) {
                for x in (0..=2 * size.columns()).step_by(2) {
                    path.circle(grid.at(x, y), (grid.cell * 0.07).clamp(2.5, 9.0));
                }
            }
        });
        frame.fill(&dots, tokens.text);
        vec![frame.into_geometry()]
    }

    fn mouse_interaction(
        &self,
        near: &Option<Side>,
        _bounds: Rectangle,
        _cursor: mouse::Cursor,
    ) -> mouse::Interaction {
        let board = self.board.as_ref();
        let free = |(board, side): (&Cow<'_, Board>, Side)| board.drawn_by(side).is_none();
        if self.asked && board.zip(*near).is_some_and(free) {
            mouse::Interaction::Pointer
        } else {
            mouse::Interaction::default()
        }
    }
}
