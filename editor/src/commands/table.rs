//! The table of commands: names, shortcuts and menus. Menus, palette, shortcut list, key handling
//! and tips all use it.

use marchland_ui::zoom::Zoom;

use super::Command;
use crate::scenery::{Ground, Layer};
use crate::texts;
use crate::tools::{Adjust, Bend, ToolKind};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    pub command: Command,
    pub words: &'static str,
    /// Shortcuts as written: `Ctrl+Shift+Z`. The first is shown.
    pub keys: &'static [&'static str],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Menu {
    File,
    Edit,
    View,
    Tools,
    Map,
    Test,
    Help,
}

impl Menu {
    /// In the order of the menu bar.
    pub const ALL: [Self; 7] = [
        Self::File,
        Self::Edit,
        Self::View,
        Self::Tools,
        Self::Map,
        Self::Test,
        Self::Help,
    ];

    pub fn words(self) -> &'static str {
        match self {
            Self::File => texts::MENU_FILE,
            Self::Edit => texts::MENU_EDIT,
            Self::View => texts::MENU_VIEW,
            Self::Tools => texts::MENU_TOOLS,
            Self::Map => texts::MENU_MAP,
            Self::Test => texts::MENU_TEST,
            Self::Help => texts::MENU_HELP,
        }
    }

    pub fn groups(self) -> &'static [&'static [Entry]] {
        match self {
            Self::File => FILE,
            Self::Edit => EDIT,
            Self::View => VIEW,
            Self::Tools => TOOLS,
            Self::Map => MAP,
            Self::Test => TEST,
            Self::Help => HELP,
        }
    }

    /// The menu `by` places further, wrapping around.
    #[must_use]
    pub fn beside(self, by: isize) -> Self {
        let at = Self::ALL.iter().position(|menu| *menu == self);
        let to = crate::stepping::step(at, by, Self::ALL.len());
        to.map_or(self, |to| Self::ALL[to])
    }
}

/// All entries, those of the menus first.
pub fn all() -> impl Iterator<Item = &'static Entry> {
    let of_menus = Menu::ALL.into_iter().flat_map(Menu::groups);
    of_menus.copied().flatten().chain(KEYS)
}

const fn of(command: Command, words: &'static str, keys: &'static [&'static str]) -> Entry {
    Entry {
        command,
        words,
        keys,
    }
}

const fn tool(kind: ToolKind, words: &'static str, keys: &'static [&'static str]) -> Entry {
    of(Command::Tool(kind), words, keys)
}

const FILE: &[&[Entry]] = &[
    &[
        of(Command::New, texts::DRAW_MAP, &["Ctrl+N"]),
        of(Command::NewFromMask, texts::MASK_MAP, &["Ctrl+Shift+N"]),
        of(Command::Generate, texts::GENERATE_MAP, &["Ctrl+G"]),
    ],
    &[
        of(Command::Open, texts::OPEN_MAP, &["Ctrl+O"]),
        of(Command::Compare, texts::COMPARE_WITH, &[]),
    ],
    &[
        of(Command::Save, texts::SAVE, &["Ctrl+S"]),
        of(Command::SaveAs, texts::SAVE_AS, &["Ctrl+Shift+S"]),
        of(Command::Export, texts::EXPORT, &["Ctrl+E"]),
        of(Command::ExportDomination, texts::EXPORT_DOMINATION, &[]),
    ],
    &[
        of(Command::Home, texts::GO_HOME, &["Ctrl+W"]),
        of(Command::Quit, texts::QUIT, &["Ctrl+Q"]),
    ],
];

const EDIT: &[&[Entry]] = &[
    &[
        of(Command::Undo, texts::UNDO, &["Ctrl+Z"]),
        of(Command::Redo, texts::REDO, &["Ctrl+Shift+Z", "Ctrl+Y"]),
    ],
    &[
        of(Command::SelectAll, texts::SELECT_ALL, &["Ctrl+A"]),
        of(Command::Find, texts::FIND, &["Ctrl+P", "Ctrl+F"]),
        of(Command::Rename, texts::RENAME, &["F2"]),
        of(Command::PasteNames, texts::PASTE_NAMES, &["Ctrl+Shift+V"]),
    ],
    &[of(Command::Delete, texts::DELETE, &["Delete"])],
];

const VIEW: &[&[Entry]] = &[
    &[
        of(
            Command::Zoom(Zoom::In),
            texts::CLOSER,
            &["+", "=", "Ctrl++", "Ctrl+="],
        ),
        of(
            Command::Zoom(Zoom::Out),
            texts::FARTHER,
            &["-", "_", "Ctrl+-", "Ctrl+_"],
        ),
        of(Command::Zoom(Zoom::Actual), texts::ACTUAL_SIZE, &["Ctrl+0"]),
        of(
            Command::Zoom(Zoom::Whole),
            texts::SHOW_ALL,
            &["Shift+1", "!"],
        ),
        of(Command::ShowSelection, texts::SHOW_SELECTION, &["Z"]),
    ],
    &[
        of(
            Command::Ground(Ground::Continents),
            texts::GROUND_CONTINENTS,
            &[],
        ),
        of(Command::Ground(Ground::Keys), texts::GROUND_KEYS, &[]),
        of(Command::Ground(Ground::Picture), texts::GROUND_PICTURE, &[]),
    ],
    &[
        of(Command::Layer(Layer::Names), texts::LAYER_NAMES, &[]),
        of(Command::Layer(Layer::Links), texts::LAYER_LINKS, &[]),
        of(Command::Layer(Layer::Issues), texts::LAYER_ISSUES, &[]),
        of(Command::Layer(Layer::Badges), texts::LAYER_BADGES, &[]),
    ],
    &[
        of(Command::ToggleIssues, texts::TOGGLE_ISSUES, &["I"]),
        of(Command::ToggleTheme, texts::TOGGLE_THEME, &[]),
        of(Command::ToggleContrast, texts::STRONG_CONTRAST, &[]),
    ],
    &[
        of(Command::Larger(true), texts::LARGER, &[]),
        of(Command::Larger(false), texts::SMALLER, &[]),
        of(Command::UsualSize, texts::USUAL_SIZE, &[]),
    ],
];

const TOOLS: &[&[Entry]] = &[
    &[
        tool(ToolKind::Select, texts::TOOL_SELECT, &["V"]),
        tool(ToolKind::Pivot, texts::TOOL_PIVOT, &["P"]),
        tool(ToolKind::Link, texts::TOOL_LINK, &["L"]),
        tool(ToolKind::Continent, texts::TOOL_CONTINENT, &["C"]),
        tool(ToolKind::Odds, texts::TOOL_ODDS, &["O"]),
    ],
    &[
        tool(ToolKind::Brush, texts::TOOL_BRUSH, &["B"]),
        tool(ToolKind::Area, texts::TOOL_AREA, &["A"]),
        tool(ToolKind::Cut, texts::TOOL_CUT, &["K"]),
        tool(ToolKind::Border, texts::TOOL_BORDER, &["U"]),
        tool(ToolKind::Fill, texts::TOOL_FILL, &["F"]),
        tool(ToolKind::Move, texts::TOOL_MOVE, &["T"]),
        tool(ToolKind::Trace, texts::TOOL_TRACE, &["R"]),
    ],
    &[
        of(Command::Wider(false), texts::NARROWER, &["["]),
        of(Command::Wider(true), texts::WIDER, &["]"]),
        of(Command::Symmetry, texts::SYMMETRY, &["S"]),
    ],
    &[
        of(
            Command::Adjust(Adjust::Turn(false)),
            texts::TURN_BACK,
            &[","],
        ),
        of(
            Command::Adjust(Adjust::Turn(true)),
            texts::TURN_CLOCKWISE,
            &["."],
        ),
        of(Command::Adjust(Adjust::Mirror(true)), texts::MIRROR, &["H"]),
        of(
            Command::Adjust(Adjust::Mirror(false)),
            texts::TURN_OVER,
            &["Shift+H"],
        ),
    ],
    &[
        of(
            Command::Adjust(Adjust::Reshape(Bend::Straighten)),
            texts::STRAIGHTEN,
            &[],
        ),
        of(
            Command::Adjust(Adjust::Reshape(Bend::Smooth)),
            texts::SMOOTH,
            &[],
        ),
        of(
            Command::Adjust(Adjust::Reshape(Bend::Roughen)),
            texts::ROUGHEN,
            &[],
        ),
    ],
];

const MAP: &[&[Entry]] = &[
    &[of(Command::NextStep, texts::NEXT_STEP, &["Ctrl+Enter"])],
    &[
        of(Command::Merge, texts::MERGE, &["M"]),
        of(Command::Divide, texts::DIVIDE_TERRITORY, &["D"]),
        of(Command::Exchange, texts::EXCHANGE, &["X"]),
        of(Command::Group, texts::NEW_CONTINENT, &["G"]),
        of(Command::Complete, texts::COMPLETE, &[]),
    ],
    &[
        of(Command::AcceptAll, texts::ACCEPT_ALL, &["Shift+Y"]),
        of(Command::LookAcross, texts::LOOK_ACROSS, &[]),
    ],
    &[
        of(Command::NextIssue, texts::NEXT_ISSUE, &["F8"]),
        of(Command::PreviousIssue, texts::PREVIOUS_ISSUE, &["Shift+F8"]),
        of(Command::Fixes, texts::FIXES, &["Ctrl+."]),
    ],
    &[
        of(Command::Tidy, texts::TIDY, &[]),
        of(Command::Dissolve, texts::DISSOLVE, &[]),
        of(Command::Resize, texts::RESIZE, &[]),
        of(Command::NewColours, texts::NEW_COLOURS, &[]),
        of(Command::ChoosePicture, texts::CHOOSE_IMAGE, &[]),
        of(Command::DrawPicture, texts::DRAW_IMAGE, &[]),
        of(Command::RemovePicture, texts::REMOVE_IMAGE, &[]),
    ],
    &[of(Command::Reload, texts::SHOW_MASK_AGAIN, &["Ctrl+R"])],
];

const TEST: &[&[Entry]] = &[&[
    of(Command::PlayTest, texts::PLAY, &["F5"]),
    of(Command::PlayAgain, texts::PLAY_AGAIN, &["Shift+F5"]),
    of(Command::ToggleBalance, texts::SHOW_BALANCE, &["Shift+B"]),
]];

const HELP: &[&[Entry]] = &[&[
    of(Command::Palette, texts::ALL_COMMANDS, &["Ctrl+Shift+P"]),
    of(Command::Keys, texts::LIST_OF_KEYS, &["?"]),
]];

pub const KEYS: &[Entry] = &[
    of(Command::Menu(Menu::File), texts::OPEN_MENUS, &["F10"]),
    of(Command::Cancel, texts::CANCEL_THING, &["Esc"]),
    of(Command::Confirm, texts::CONFIRM, &["Enter"]),
    of(Command::TakeBack, texts::TAKE_BACK, &["Backspace"]),
    of(Command::Tick, texts::TICK, &["Space"]),
    of(Command::FocusNext, texts::FOCUS_NEXT, &["Tab"]),
    of(
        Command::FocusPrevious,
        texts::FOCUS_PREVIOUS,
        &["Shift+Tab"],
    ),
    of(Command::Accept, texts::ACCEPT_ONE, &["Y"]),
    of(Command::Reject, texts::REJECT_ONE, &["N"]),
    of(Command::Walk(1, false), texts::WALK, &["PageDown"]),
    of(Command::Walk(-1, false), texts::WALK, &["PageUp"]),
    of(
        Command::Walk(1, true),
        texts::WALK_MORE,
        &["Shift+PageDown"],
    ),
    of(Command::Walk(-1, true), texts::WALK_MORE, &["Shift+PageUp"]),
    of(Command::Nudge(-1, 0), texts::NUDGE, &["←"]),
    of(Command::Nudge(1, 0), texts::NUDGE, &["→"]),
    of(Command::Nudge(0, -1), texts::NUDGE, &["↑"]),
    of(Command::Nudge(0, 1), texts::NUDGE, &["↓"]),
    of(Command::Nudge(-10, 0), texts::NUDGE_FAR, &["Shift+←"]),
    of(Command::Nudge(10, 0), texts::NUDGE_FAR, &["Shift+→"]),
    of(Command::Nudge(0, -10), texts::NUDGE_FAR, &["Shift+↑"]),
    of(Command::Nudge(0, 10), texts::NUDGE_FAR, &["Shift+↓"]),
    of(Command::Pick(0), texts::PICK_ONE, &["1"]),
    of(Command::Pick(1), texts::PICK_ONE, &["2"]),
    of(Command::Pick(2), texts::PICK_ONE, &["3"]),
    of(Command::Pick(3), texts::PICK_ONE, &["4"]),
    of(Command::Pick(4), texts::PICK_ONE, &["5"]),
    of(Command::Pick(5), texts::PICK_ONE, &["6"]),
    of(Command::Pick(6), texts::PICK_ONE, &["7"]),
    of(Command::Pick(7), texts::PICK_ONE, &["8"]),
    of(Command::Pick(8), texts::PICK_ONE, &["9"]),
];
