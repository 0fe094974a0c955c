//! Pictures by a map's author, which are kept when Marchland draws others.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::files::same_bytes;
use crate::folder::{Folder, original_of, with_ending};
use crate::picture::drawn_from;

/// Value of the software field in masks drawn by Marchland.
pub const SOFTWARE: &str = "Marchland";

/// Whether Marchland wrote a mask, so that its author has no other one. Reads the beginning of
/// the file.
pub fn is_our_mask(path: &Path) -> bool {
    /// Enough for any palette before the text.
    const HEAD: u64 = 4096;
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    let mark = format!("Software\0{SOFTWARE}");
    read.is_ok() && head.windows(mark.len()).any(|part| part == mark.as_bytes())
}

/// Whether Marchland drew an image from a mask and nobody has changed it since.
pub fn is_our_image(path: &Path) -> bool {
    crate::files::open(path).is_ok_and(|file| drawn_from(file).is_some())
}

/// The name under which a mask or an image by the author has to be kept before another file takes
/// its place: `mask.original.png`, `mask.original-2.png` and so on. `None` if there is no such file,
/// if it `is_ours`, or if it is kept already.
///
/// # Errors
/// If the name, or that of the copy, leads out of the folder; if there are too many copies.
pub fn keep_as(
    folder: &Folder,
    name: &str,
    is_ours: fn(&Path) -> bool,
) -> io::Result<Option<String>> {
    /// Most copies of one picture.
    const MOST: u32 = 1_000;
    let resolve = |name: &str| folder.resolve(name).map_err(io::Error::other);
    let path = resolve(name)?;
    if !path.is_file() || is_ours(&path) {
        return Ok(None);
    }
    let numbered = (2..MOST).map(|n| with_ending(name, &format!("original-{n}")));
    for kept in std::iter::once(original_of(name)).chain(numbered) {
        let there = resolve(&kept)?;
        if !there.exists() {
            return Ok(Some(kept));
        }
        if same_bytes(&path, &there) {
            return Ok(None);
        }
    }
    Err(io::Error::other(format!(
        "there are too many originals of {name}"
    )))
}

/// `stem.png`, or the first of `stem-2.png` and so on that is not `taken`.
pub fn free_png(stem: &str, taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2_u64..).map(|n| format!("{stem}-{n}.png"));
    let mut names = std::iter::once(format!("{stem}.png")).chain(numbered);
    names.find(|name| !taken(name)).unwrap_or_default()
}

/// The name without its ending for an image that is drawn instead of the author's one, if there is
/// one.
pub fn stem_of_image(image: Option<&str>) -> String {
    let stem = Path::new(image.unwrap_or("image")).with_extension("");
    stem.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_picture_of_the_author_is_kept_once() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::at(place.path());
        let write = |name: &str, text: &str| fs::write(place.path().join(name), text).unwrap();
        let kept = || keep_as(&folder, "mask.png", is_our_mask).unwrap();
        assert_eq!(kept(), None, "there is none");
        write("mask.png", "one");
        assert_eq!(kept().as_deref(), Some("mask.original.png"));
        write("mask.original.png", "one");
        assert_eq!(kept(), None);
        write("mask.png", "two");
        assert_eq!(kept().as_deref(), Some("mask.original-2.png"));
        write("mask.original-2.png", "two");
        assert_eq!(kept(), None);
        write("mask.png", "Software\0Marchland");
        assert_eq!(kept(), None, "nobody's work");
    }

    #[test]
    fn a_drawn_image_gets_a_name_of_its_own() {
        assert_eq!(stem_of_image(None), "image");
        assert_eq!(stem_of_image(Some("pictures/isles.bmp")), "pictures/isles");
        assert_eq!(free_png("a", |name| name != "a-3.png"), "a-3.png");
    }
}
