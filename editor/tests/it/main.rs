//! The editor driven as a person would drive it, without a window.

mod desk;
mod flow;
mod issues;
mod keys;
mod odds;
mod parity;
mod pictures;
mod play;
mod trouble;
