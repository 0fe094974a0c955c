//! The dialog that generates a map: its settings, and a preview computed on a thread for the
//! latest settings only.

use std::io::Cursor;
use std::ops::ControlFlow;
use std::time::Duration;

use iced::Task;
use iced::widget::image::Handle;
use marchland_maps::By;
use marchland_maps::generate::{
    Generated, LAND, Plan, generate, least_continents, most_continents, preview,
};
use marchland_maps::picture::{self, Plan as Picture};

use crate::files::{self, Made};
use crate::jobs::{Job, News, Panicked, Watch};
use crate::texts;

/// The largest preview, in logical pixels.
pub const PREVIEW: (f32, f32) = (512.0, 288.0);

/// Settings as typed and dragged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    pub seed: String,
    pub territories: u16,
    /// An invalid number of territories as typed.
    pub wrong_territories: Option<String>,
    /// Number of continents; `None` uses the default.
    pub continents: Option<u16>,
    /// Width in pixels; empty uses the default size.
    pub width: String,
    /// Height in pixels.
    pub height: String,
    /// Approximate share of land, in per cent.
    pub land: u16,
}

impl Default for Wish {
    fn default() -> Self {
        let usual = Plan::new(1, 42);
        Self {
            seed: usual.seed.to_string(),
            territories: usual.territories,
            wrong_territories: None,
            continents: None,
            width: String::new(),
            height: String::new(),
            land: usual.land.into(),
        }
    }
}

impl Wish {
    /// Territories on offer: what an author can keep track of.
    pub const TERRITORIES: std::ops::RangeInclusive<u16> = 12..=500;

    /// Takes a typed number of territories.
    pub fn type_territories(&mut self, text: &str) {
        /// Characters kept of invalid input.
        const MOST: usize = 12;
        let number = text.trim().parse().ok();
        match number.filter(|number| Self::TERRITORIES.contains(number)) {
            Some(number) => (self.territories, self.wrong_territories) = (number, None),
            None => self.wrong_territories = Some(text.chars().take(MOST).collect()),
        }
    }

    /// Shares of land on offer, in per cent.
    pub fn lands() -> std::ops::RangeInclusive<u16> {
        u16::from(*LAND.start())..=u16::from(*LAND.end())
    }

    /// Possible numbers of continents for the territories.
    pub fn continents(&self) -> std::ops::RangeInclusive<u16> {
        least_continents(self.territories)..=most_continents(self.territories)
    }

    /// The chosen number of continents, within what is possible.
    pub fn chosen_continents(&self) -> u16 {
        let (range, usual) = (self.continents(), Plan::new(0, self.territories).continents);
        let wished = self.continents.unwrap_or(usual);
        wished.clamp(*range.start(), *range.end())
    }

    /// The default size for the other settings.
    pub fn usual_size(&self) -> (u32, u32) {
        let mut plan = Plan::new(0, self.territories);
        plan.land = self.land.try_into().unwrap_or(plan.land);
        plan.usual_size()
    }

    /// The plan of the map.
    ///
    /// # Errors
    /// Why it is impossible, as a sentence.
    pub fn plan(&self) -> Result<Plan, String> {
        let seed = self.seed.trim().parse();
        let seed = seed.map_err(|_| texts::NO_SEED.to_owned())?;
        if self.wrong_territories.is_some() {
            return Err(texts::territories_from(Self::TERRITORIES));
        }
        let mut plan = Plan::new(seed, self.territories);
        plan.continents = self.chosen_continents();
        plan.land = self.land.try_into().unwrap_or(u8::MAX);
        plan.size = match (self.width.trim(), self.height.trim()) {
            ("", "") => plan.usual_size(),
            (width, height) => {
                let size = width.parse().ok().zip(height.parse().ok());
                size.ok_or_else(|| texts::NO_SIZE.to_owned())?
            }
        };
        let checked = plan.check();
        checked.map_err(|error| texts::sentence(&error.to_string()))?;
        Ok(plan)
    }
}

/// The preview of a map.
#[derive(Debug)]
pub struct Preview {
    plan: Plan,
    /// The map image.
    pub picture: Handle,
    /// The name of its world.
    pub name: String,
    /// Territories, continents, links, and links by sea.
    pub counts: [usize; 4],
}

/// A preview, or why there is none.
pub type Seen = Result<Preview, String>;

#[derive(Debug, Clone)]
pub enum Message {
    Wish(Wish),
    /// A new seed.
    Another,
    Use,
    Cancel,
}

/// The settings and what is known of their map.
#[derive(Debug, Default)]
pub struct Generating {
    wish: Wish,
    job: Option<Job>,
    preview: Option<Preview>,
    refused: Option<String>,
}

impl Generating {
    pub fn wish(&self) -> &Wish {
        &self.wish
    }

    /// The latest preview, perhaps of earlier settings.
    pub fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }

    /// Why there is no such map.
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// Progress of the preview being computed.
    pub fn progress(&self) -> Option<f32> {
        self.job.as_ref().map(|job| job.progress)
    }

    /// The plan of the current settings, unless it is known to fail.
    pub fn plan(&self) -> Option<Plan> {
        self.wish.plan().ok().filter(|_| self.refused.is_none())
    }

    /// Takes new settings; `id` identifies the preview job.
    pub fn wish_for(&mut self, wish: Wish, id: u64) -> Task<News<Seen>> {
        self.wish = wish;
        self.look(id)
    }

    /// Starts computing the preview, unless it is known; cancels the previous one.
    pub fn look(&mut self, id: u64) -> Task<News<Seen>> {
        self.job = None;
        let plan = match self.wish.plan() {
            Ok(plan) => plan,
            Err(error) => {
                self.refused = Some(error);
                return Task::none();
            }
        };
        self.refused = None;
        if self.preview.as_ref().is_some_and(|seen| seen.plan == plan) {
            return Task::none();
        }
        let (job, task) = Job::start("", id, move |watch| see(&plan, watch));
        self.job = Some(job);
        task
    }

    /// Takes a result of the preview job.
    pub fn on_news(&mut self, news: News<Seen>) {
        match news.take(&mut self.job) {
            Some(Ok(Ok(preview))) => self.preview = Some(preview),
            Some(Ok(Err(error))) => self.refused = Some(error),
            Some(Err(Panicked)) => self.refused = Some(texts::JOB_BROKE_DOWN.to_owned()),
            None => {}
        }
    }

    pub fn stop(&mut self) {
        self.job = None;
    }
}

/// Generates the map of a plan, unsaved; the same as `marchland-maps generate`.
///
/// # Errors
/// The reason, as a phrase.
pub fn make(plan: &Plan, watch: Watch<'_>) -> Result<Made, String> {
    let generated = {
        let mut steps = Steps::default();
        let mut told = |step: &str, share: f64| watch(steps.share(step, share) * 0.6);
        generate(plan, &mut told).map_err(|error| error.to_string())?
    };
    let (mut mask, mut image) = (Vec::new(), Vec::new());
    let written = generated.regions.write_png(&mut mask);
    written.map_err(|error| error.to_string())?;
    draw(&generated, &mut image, &mut |share| {
        watch(0.6 + share * 0.3)
    })?;
    let pictures = [("mask.png", mask), ("image.png", image)];
    let pictures = pictures.map(|(name, bytes)| (name.to_owned(), bytes));
    let mut rest = |share: f32| watch(0.9 + share * 0.1);
    files::assemble(
        None,
        generated.draft,
        pictures.into(),
        Vec::new(),
        &mut rest,
    )
}

/// Computes the preview of a plan.
fn see(plan: &Plan, watch: Watch<'_>) -> Seen {
    /// Pause before a preview starts, since settings may change again.
    const REST: Duration = Duration::from_millis(80);
    std::thread::sleep(REST);
    if watch(0.0).is_break() {
        return Err(String::new());
    }
    let generated = {
        let mut steps = Steps::default();
        let mut told = |step: &str, share: f64| watch(steps.share(step, share) * 0.8);
        let seen = preview(plan, preview_width(plan.size), &mut told);
        seen.map_err(|error| texts::sentence(&error.to_string()))?
    };
    let mut png = Vec::new();
    draw(&generated, &mut png, &mut |share| watch(0.8 + share * 0.2))?;
    let (width, height) = (generated.regions.width(), generated.regions.height());
    let pixels = files::shrink(Cursor::new(png), width, height);
    let draft = &generated.draft;
    let by_sea = draft.links().filter(|(_, to)| to.by == By::Sea).count();
    Ok(Preview {
        plan: *plan,
        picture: Handle::from_rgba(width, height, pixels.ok_or_else(String::new)?),
        name: texts::map_name(draft.name.text.as_deref()).to_owned(),
        counts: [
            draft.territories.len(),
            draft.continents.len(),
            draft.links().count(),
            by_sea,
        ],
    })
}

/// Width of the preview in pixels: two per logical pixel.
fn preview_width((width, height): (u32, u32)) -> u32 {
    let (across, down) = (PREVIEW.0 * 2.0, PREVIEW.1 * 2.0);
    let fits = down * width as f32 / height.max(1) as f32;
    across.min(fits) as u32
}

/// The map image as a PNG.
fn draw(generated: &Generated, out: &mut Vec<u8>, watch: Watch<'_>) -> Result<(), String> {
    let plan = Picture::of_grid(&generated.grid);
    let mut told = |share: f64| -> ControlFlow<()> { watch(share as f32) };
    let drawn = picture::write(&generated.draft, &plan, out, &mut told);
    drawn.map_err(|error| error.to_string())
}

/// Progress of a generation that may restart an unknown number of times.
#[derive(Default)]
struct Steps {
    step: String,
    done: f32,
}

impl Steps {
    /// Steps of one attempt.
    const EACH: f32 = 5.0;

    /// Progress from 0 to 1.
    fn share(&mut self, step: &str, share: f64) -> f32 {
        if self.step != step {
            self.done += f32::from(!self.step.is_empty());
            step.clone_into(&mut self.step);
        }
        ((self.done + share as f32) / Self::EACH).min(1.0)
    }
}

#[cfg(test)]
mod tests;
