//! Neighbours and links.

pub(crate) mod border;
pub(crate) mod bridge;
pub(crate) mod closed_without_touch;
pub(crate) mod corner_contact;
pub(crate) mod crossing_links;
pub(crate) mod crossroads;
pub(crate) mod gate;
pub(crate) mod isolated;
pub(crate) mod join;
pub(crate) mod link_without_touch;
pub(crate) mod long_link;
pub(crate) mod one_way;
pub(crate) mod parts;
pub(crate) mod sea;
pub(crate) mod sea_though_touching;
pub(crate) mod touch_without_link;
pub(crate) mod trap;
