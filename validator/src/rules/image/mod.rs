//! Mask and image.

pub(crate) mod absent_colour;
pub(crate) mod half_transparent;
pub(crate) mod large;
pub(crate) mod lossy;
pub(crate) mod merged_colours;
pub(crate) mod old_picture;
pub(crate) mod orphan_colour;
pub(crate) mod orphans;
pub(crate) mod profile;
pub(crate) mod same_file;
pub(crate) mod size;
pub(crate) mod smoothed;
pub(crate) mod specks;
pub(crate) mod too_small;
pub(crate) mod unreadable;
pub(crate) mod unused_colour;
