//! The Marchland map editor.

fn main() {}
