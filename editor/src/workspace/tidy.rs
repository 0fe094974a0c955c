//! Removing specks and small gaps, with a list first.

use std::sync::Arc;

use iced::Task;
use marchland_maps::Draft;
use marchland_maps::mask::{RegionId, Regions, Stretch, joined};
use marchland_maps::redraw::Clutter;

use super::intent::{Found, Listed, Tidying};
use super::{Effect, Intent, Workspace};
use crate::drawing::Refusal;
use crate::jobs::{Job, News, Panicked, Watch};
use crate::texts;

impl Workspace {
    /// Starts the search for specks, and gaps up to this width.
    pub(super) fn look_for_clutter(&mut self, gap: u16) -> Vec<Effect> {
        // The old result is shown meanwhile.
        let found = match self.intent.take() {
            Some(Intent::Tidy(before)) => before.found,
            _ => None,
        };
        self.intent = Some(Intent::Tidy(Tidying {
            gap: gap.min(Tidying::WIDEST),
            found,
            job: None,
        }));
        vec![Effect::LookForClutter]
    }

    /// Starts the search as this job; the previous one ends.
    pub fn start_looking(&mut self, id: u64) -> Task<News<Found>> {
        let (Some(Intent::Tidy(tidying)), Some(land)) = (&mut self.intent, self.document.land())
        else {
            return Task::none();
        };
        let (draft, regions) = (self.document.draft().clone(), Arc::clone(land.regions()));
        let gap = tidying.gap;
        let (job, task) = Job::start(texts::LOOKING_FOR_CLUTTER, id, move |watch| {
            found(&draft, &regions, gap, watch)
        });
        tidying.job = Some(job);
        task
    }

    pub(super) fn found_clutter(&mut self, news: News<Found>) {
        let Some(Intent::Tidy(tidying)) = &mut self.intent else {
            return;
        };
        if let Some(found) = news.take(&mut tidying.job) {
            let broke_down = |Panicked| Err(texts::JOB_BROKE_DOWN.to_owned());
            tidying.found = Some(found.unwrap_or_else(broke_down));
        }
    }
}

fn found(draft: &Draft, regions: &Regions, gap: u16, watch: Watch<'_>) -> Found {
    /// The most lines shown.
    const LISTED: usize = 5;
    let clutter = Clutter::of(draft, regions, gap.into(), &mut |share| watch(share as f32));
    let Clutter { specks, gaps } =
        clutter.map_err(|error| texts::not_drawn(&Refusal::from(error)))?;
    let line = |(&id, is_gap): (&RegionId, bool)| {
        let region = regions.get(id);
        let owner = draft.territory_by_colour(region.colour);
        let owner = owner.map(|owner| texts::territory_name(draft, owner.key));
        texts::clutter(region, is_gap, owner.as_deref())
    };
    let all = specks.iter().map(|id| (id, false));
    let all = all.chain(gaps.iter().map(|id| (id, true)));
    let lines = all.take(LISTED).map(line).collect();
    let pixels = [&specks, &gaps].map(|ids| {
        let runs = ids.iter().flat_map(|&id| regions.runs_of(id));
        joined(runs.map(Stretch::from)).into()
    });
    Ok(Listed {
        lines,
        count: specks.len() + gaps.len(),
        pixels,
    })
}
