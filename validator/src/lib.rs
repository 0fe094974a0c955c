//! Is this a good map? Rules over a draft, for CI and the editor.
