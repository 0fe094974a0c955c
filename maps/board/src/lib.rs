//! The canvas that paints a map; the editor and the game client share it.
