//! Menus, the command palette and context menus.

use iced::{Point, Task};
use marchland_maps::{By, Draft, TerritoryKey, Way};
use marchland_ui::scale::Scale;

use super::{App, Message, Screen};
use crate::choosing::{self, Act, Chooser, Item, Kind, Line};
use crate::commands::Command;
use crate::commands::table::Menu;
use crate::dialogs::Then;
use crate::screens::chooser;
use crate::tools::ToolKind;
use crate::workspace::{Change, MenuTarget, Message as OnWorkspace, PivotChange};
use crate::{recent, texts};

impl App {
    pub fn chooser(&self) -> Option<&Chooser> {
        self.chooser.as_ref()
    }

    pub(super) fn open_list(&mut self, command: Command) -> Task<Message> {
        if let Command::Menu(menu) = command {
            let is_open =
                matches!(&self.screen, Screen::Workspace(open) if open.playtest.is_none());
            self.chooser = is_open.then(|| Chooser::new(Kind::Menu(menu), self.menu(menu)));
            return Task::none();
        }
        let kind = Kind::Palette(String::new());
        self.chooser = Some(Chooser::new(kind, self.palette()));
        Task::none()
    }

    /// Opens the context menu about this target at this point of the window.
    pub(super) fn open_context_menu(&mut self, target: MenuTarget, at: Point) {
        let lines = self.context_lines(target);
        self.chooser = Some(Chooser::new(Kind::Context(at), lines));
    }

    /// Handles a key while a list is open; `None` if the key keeps its usual meaning.
    pub(super) fn on_list_key(&mut self, command: Command) -> Option<Task<Message>> {
        use choosing::Message as ListMessage;
        let menu = match self.chooser.as_ref()?.kind() {
            Kind::Menu(menu) => Some(*menu),
            _ => None,
        };
        let message = match (command, menu) {
            (Command::Nudge(0, by), _) => {
                let chooser = self.chooser.as_mut()?;
                chooser.step(by.signum() as isize);
                let place = chooser.place();
                return Some(match chooser.kind() {
                    Kind::Palette(_) => chooser::bring_in(place),
                    _ => Task::none(),
                });
            }
            (Command::Nudge(by, 0), Some(menu)) => {
                ListMessage::Menu(menu.beside(by.signum() as isize))
            }
            (Command::Confirm | Command::Tick, _) => ListMessage::TakeChosen,
            (Command::Cancel, _) => ListMessage::Close,
            (Command::FocusNext | Command::FocusPrevious | Command::Nudge(..), _) => {
                return Some(Task::none());
            }
            _ => {
                self.chooser = None;
                return None;
            }
        };
        Some(self.on_list(message))
    }

    pub(super) fn on_list(&mut self, message: choosing::Message) -> Task<Message> {
        use choosing::Message as ListMessage;
        let Some(chooser) = &mut self.chooser else {
            return Task::none();
        };
        match message {
            ListMessage::Query(query) => {
                chooser.find(query);
                return chooser::bring_in(0);
            }
            ListMessage::Point(at) => chooser.point(at),
            ListMessage::Take(at) => return self.take(at),
            ListMessage::TakeChosen => {
                if let Some(at) = chooser.at() {
                    return self.take(at);
                }
            }
            ListMessage::Menu(menu) => {
                self.chooser = Some(Chooser::new(Kind::Menu(menu), self.menu(menu)));
            }
            ListMessage::Close => self.chooser = None,
        }
        Task::none()
    }

    /// Runs the item, unless it is disabled.
    fn take(&mut self, at: usize) -> Task<Message> {
        let Some(item) = self.chooser.as_ref().and_then(|list| list.item(at)) else {
            return Task::none();
        };
        if item.why_not.is_some() {
            return Task::none();
        }
        let act = item.act.clone();
        self.chooser = None;
        match act {
            Act::Do(command) => self.on_command(command),
            Act::Workspace(message) => self.react(Message::Workspace(message)),
            Act::Open(path) => self.first(Then::Open(path.into())),
        }
    }

    /// All commands of all menus.
    fn palette(&self) -> Vec<Line> {
        let menus = Menu::ALL.into_iter();
        let items = menus.flat_map(|menu| {
            let entries = menu.groups().iter().copied().flatten();
            entries.map(move |entry| (entry.command, menu.words()))
        });
        let items = items.filter(|(command, _)| *command != Command::Palette);
        items
            .map(|(command, note)| {
                Line::Item(Item {
                    note,
                    ..self.item(command)
                })
            })
            .collect()
    }

    /// The lines of a menu; the file menu ends with the recent maps.
    fn menu(&self, menu: Menu) -> Vec<Line> {
        /// Recent maps in the file menu.
        const MOST: usize = 5;
        let groups = menu.groups().iter();
        let mut lines = groups.fold(Vec::new(), |mut lines, group| {
            if !lines.is_empty() {
                lines.push(Line::Rule);
            }
            lines.extend(
                group
                    .iter()
                    .map(|entry| Line::Item(self.item(entry.command))),
            );
            lines
        });
        let state = self.state.as_deref().filter(|_| menu == Menu::File);
        let recents = state.map(|state| recent::read(state).unwrap_or_default());
        let recents = recents.unwrap_or_default();
        if !recents.is_empty() {
            lines.push(Line::Rule);
            lines.push(Line::Title(texts::RECENT.to_owned()));
        }
        let recents: Vec<_> = recents.into_iter().take(MOST).collect();
        let name = |at: usize| texts::map_name(recents[at].name.as_deref());
        lines.extend(recents.iter().enumerate().map(|(at, recent)| {
            let is_alone = (0..recents.len()).all(|other| other == at || name(other) != name(at));
            let words = if is_alone {
                name(at).to_owned()
            } else {
                texts::in_folder(name(at), &recent.path)
            };
            Line::Item(Item::new(words, Act::Open(recent.path.clone())))
        }));
        lines
    }

    fn context_lines(&self, target: MenuTarget) -> Vec<Line> {
        let Some(workspace) = self.workspace() else {
            return Vec::new();
        };
        let draft = workspace.document.draft();
        let name = |key| texts::territory_name(draft, key);
        let mut lines = Vec::new();
        let group = |commands: &[Command]| -> Vec<Line> {
            let items = commands
                .iter()
                .map(|command| Line::Item(self.item(*command)));
            items.collect()
        };
        let about_land = &[
            Command::Rename,
            Command::ShowSelection,
            Command::Divide,
            Command::Merge,
            Command::Group,
            Command::Fixes,
            Command::Tool(ToolKind::Odds),
        ];
        match target {
            MenuTarget::Territory(key) => {
                let picked = workspace.document.selection().territories().len();
                lines.push(Line::Title(match picked {
                    0 | 1 => name(key),
                    many => texts::territories(many),
                }));
                lines.extend(group(about_land));
                lines.extend(self.continents());
                lines.push(Line::Rule);
                lines.extend(group(&[Command::Delete]));
            }
            MenuTarget::Pivot(key, at) => {
                lines.push(Line::Title(texts::pivot_of(&name(key))));
                lines.push(inspect(
                    texts::CENTRE_PIVOT,
                    Change::Pivot(key, PivotChange::Centre(at)),
                ));
                lines.push(inspect(
                    texts::REMOVE_PIVOT,
                    Change::Pivot(key, PivotChange::Remove(at)),
                ));
                lines.push(Line::Title(name(key)));
                lines.extend(group(about_land));
                lines.push(Line::Rule);
                lines.extend(group(&[Command::Delete]));
            }
            MenuTarget::Link(from, to, by, way) => {
                lines.extend(link_lines(draft, (from, to), by, way));
            }
            MenuTarget::Closed(from, to) => {
                lines.push(Line::Title(texts::pair(&name(from), &name(to))));
                let link = Change::Link(from, to, By::Land, Way::Both);
                lines.push(inspect(texts::LINK_AGAIN, link));
            }
            MenuTarget::Sea => {
                lines.extend(group(&[
                    Command::Tool(ToolKind::Brush),
                    Command::Tool(ToolKind::Area),
                    Command::Tool(ToolKind::Fill),
                ]));
                lines.push(Line::Rule);
                lines.extend(group(&[
                    Command::LookAcross,
                    Command::Group,
                    Command::SelectAll,
                    Command::Zoom(marchland_ui::zoom::Zoom::Whole),
                ]));
            }
        }
        lines
    }

    /// The continents that the selection can be moved to, if they fit into a menu.
    fn continents(&self) -> Vec<Line> {
        /// With more continents the inspector is the better place.
        const MOST: usize = 8;
        let Some(workspace) = self.workspace() else {
            return Vec::new();
        };
        let continents = &workspace.document.draft().continents;
        if continents.is_empty() || continents.len() > MOST {
            return Vec::new();
        }
        let shared = workspace.shared_continent();
        let items = continents.iter().filter(|continent| continent.id.is_some());
        let items = items.map(|continent| {
            let change = Act::Workspace(OnWorkspace::Inspect(Change::Continent(continent.id)));
            Line::Item(Item {
                is_on: shared.is(continent.id),
                ..Item::new(texts::continent_name(continent), change)
            })
        });
        std::iter::once(Line::Title(texts::CONTINENT.to_owned()))
            .chain(items)
            .collect()
    }

    fn item(&self, command: Command) -> Item {
        let workspace = self.workspace();
        let layers = workspace.map(|workspace| workspace.view.layers);
        let is_on = match command {
            Command::Ground(ground) => layers.is_some_and(|shown| shown.ground == ground),
            Command::Layer(layer) => layers.is_some_and(|shown| shown.shows(layer)),
            Command::Tool(kind) => {
                workspace.is_some_and(|workspace| workspace.tool().kind() == kind)
            }
            Command::ToggleBalance => workspace.is_some_and(|workspace| workspace.balance().open),
            Command::ToggleContrast => self.remembered.contrast,
            Command::ToggleIssues => workspace.is_some_and(|workspace| workspace.view.issues_open),
            _ => false,
        };
        let item = Item {
            is_on,
            ..Item::of(command, self.why_not(command))
        };
        let to = match command {
            Command::Larger(larger) => self.remembered.scale.beside(larger),
            Command::UsualSize => Some(Scale::default()),
            _ => return item,
        };
        let now = (self.scale() * 100.0).round() as u16;
        Item {
            words: texts::scaled(&item.words, now, to.map(Scale::percent)),
            ..item
        }
    }

    pub(super) fn home(&mut self) -> Task<Message> {
        match &self.screen {
            Screen::Start => Task::none(),
            Screen::FromMask(_) => self.on_from_mask(crate::screens::from_mask::Message::Cancel),
            Screen::Workspace(_) => self.first(Then::Home),
        }
    }
}

/// An item of a context menu that changes the map.
fn inspect(words: &str, change: Change) -> Line {
    let act = Act::Workspace(OnWorkspace::Inspect(change));
    Line::Item(Item::new(words, act))
}

fn link_lines(
    draft: &Draft,
    (from, to): (TerritoryKey, TerritoryKey),
    by: By,
    way: Way,
) -> Vec<Line> {
    let name = |key| texts::territory_name(draft, key);
    let (words, other, part) = match by {
        By::Land => (texts::MAKE_SEA, By::Sea, texts::REJECT),
        By::Sea => (texts::MAKE_LAND, By::Land, texts::PART),
    };
    let one_way = |from, to| Change::Link(from, to, by, Way::One);
    let [first, second] = match way {
        Way::One => [
            inspect(texts::MAKE_BOTH_WAYS, Change::Link(from, to, by, Way::Both)),
            inspect(texts::TURN_ROUND, one_way(to, from)),
        ],
        Way::Both => [(from, to), (to, from)].map(|(from, to)| {
            let words = texts::one_way(&name(from), &name(to));
            inspect(&words, one_way(from, to))
        }),
    };
    vec![
        Line::Title(texts::pair(&name(from), &name(to))),
        inspect(words, Change::Link(from, to, other, way)),
        first,
        second,
        Line::Rule,
        inspect(part, Change::Part(from, to)),
    ]
}
