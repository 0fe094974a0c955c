//! The map image: redrawn if Marchland drew it, otherwise the author decides.

use std::path::Path;
use std::sync::Arc;

use iced::Task;
use marchland_maps::{Edit, MapField};

use super::{App, Message, Screen};
use crate::dialogs::Purpose;
use crate::files::Pictured;
use crate::jobs::{self, Parcel};
use crate::notices::{Notice, Subject};
use crate::old_picture::{self, Known};
use crate::texts;

impl App {
    /// Handles what saving did with the image.
    pub(super) fn pictured(&mut self, pictured: Pictured, known: Option<Known>) -> Task<Message> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        match pictured {
            Pictured::AsItWas => Task::none(),
            Pictured::Anew => {
                open.notices.take(Subject::OldPicture);
                open.workspace.behind = None;
                // The findings about it are out of date. What is known of the author's image is
                // kept, for undo.
                open.live.forget();
                // What was drawn is shown, also under the same name.
                open.image = None;
                Task::none()
            }
            Pictured::Old(name) => {
                if known.is_none() && !open.keeps_picture {
                    let text = texts::picture_old(&name, None);
                    open.notices.tell(Notice::new(Subject::OldPicture, text));
                }
                self.picture_is(known);
                Task::none()
            }
            Pictured::Failed(error) => self.say(texts::picture_not_drawn(&error), true),
        }
    }

    /// Looks up whether the map image is out of date.
    pub(super) fn look_up_picture(&self) -> Task<Message> {
        let (Some(state), Screen::Workspace(open)) = (&self.state, &self.screen) else {
            return Task::none();
        };
        let document = &open.workspace.document;
        let (Some(folder), Some(land), Some(_)) = (
            open.home.folder.clone(),
            document.land(),
            &document.draft().image,
        ) else {
            return Task::none();
        };
        let root = old_picture::folder(state);
        let (draft, regions) = (document.draft().clone(), Arc::clone(land.regions()));
        let of = self.shown;
        jobs::once(move || old_picture::look(&root, &folder, &draft, &regions))
            .map(move |known| Message::PictureKnown(of, known))
    }

    pub(super) fn on_picture_known(
        &mut self,
        of: u64,
        known: &Parcel<Option<Known>>,
    ) -> Task<Message> {
        if of == self.shown {
            self.picture_is(known.open().flatten());
        }
        Task::none()
    }

    fn picture_is(&mut self, known: Option<Known>) {
        let Screen::Workspace(open) = &mut self.screen else {
            return;
        };
        match known {
            Some(Known::Behind(behind)) if !open.keeps_picture => {
                if behind.changed.is_empty() {
                    open.notices.take(Subject::OldPicture);
                    open.workspace.behind = None;
                } else {
                    let name = open.workspace.document.draft().image.as_deref();
                    let text = texts::picture_old(name.unwrap_or_default(), Some(behind.share));
                    open.notices.tell(Notice::new(Subject::OldPicture, text));
                    open.workspace.behind = Some(behind);
                }
            }
            Some(Known::Kept) => open.keeps_picture = true,
            _ => {}
        }
    }

    /// Draws the map image and saves the map; the author's image stays beside it.
    pub(super) fn draw_picture(&mut self) -> Task<Message> {
        let Screen::Workspace(open) = &self.screen else {
            return Task::none();
        };
        if !open.home.is_savable() {
            return self.ask_folder(Purpose::DrawPicture, None);
        }
        match self.plan_picture(None) {
            Ok(()) => self.save(None),
            Err(why) => self.say(why, true),
        }
    }

    /// Makes the next save, perhaps into another folder `to`, draw the map image: over one that
    /// Marchland drew, and otherwise under a name of its own, so that the author's file stays and
    /// undo brings it back.
    ///
    /// # Errors
    /// Why it cannot be named, as a sentence.
    pub(super) fn plan_picture(&mut self, to: Option<&Path>) -> Result<(), String> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Ok(());
        };
        open.notices.take(Subject::OldPicture);
        open.draw_picture = true;
        open.keeps_picture = false;
        open.drawn_beside = None;
        let draft = open.workspace.document.draft();
        if !open.home.may_draw_image(draft) {
            let name = open.home.name_of_drawn(draft, to);
            let former = draft.image.clone();
            let edit = Edit::Map(MapField::Image(Some(name)));
            let made = open.workspace.document.make(texts::DRAW_IMAGE, edit, None);
            made.map_err(|error| texts::edit_failed(&error))?;
            open.drawn_beside = former;
        }
        Ok(())
    }

    /// Takes the image from the map; its file stays.
    pub(super) fn remove_picture(&mut self) -> Task<Message> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        let document = &mut open.workspace.document;
        let Some(name) = document.draft().image.clone() else {
            return self.say(texts::NO_IMAGE.to_owned(), false);
        };
        let edit = Edit::Map(MapField::Image(None));
        match document.make(texts::REMOVE_IMAGE, edit, None) {
            Ok(()) => self.say(texts::image_removed(&name), false),
            Err(error) => self.say(texts::edit_failed(&error), true),
        }
    }

    /// Keeps the author's image, and does not ask again until its file changes.
    pub(super) fn keep_picture(&mut self) -> Task<Message> {
        let Screen::Workspace(open) = &mut self.screen else {
            return Task::none();
        };
        open.notices.take(Subject::OldPicture);
        open.workspace.behind = None;
        open.keeps_picture = true;
        let folder = open.home.folder.clone();
        if let (Some(state), Some(folder)) = (&self.state, folder) {
            let draft = open.workspace.document.draft();
            // If this cannot be stored, the user is asked again.
            let _ = old_picture::keep(&old_picture::folder(state), &folder, draft);
        }
        Task::none()
    }
}
