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

/// The name without its ending for an image that is drawn instead of the author's one.
pub fn stem_of_image(folder: Option<&Folder>, image: Option<&str>, mask: &str) -> String {
    let is_mask = |image: &str| match folder {
        Some(folder) => folder.is_same_file(image, mask),
        None => image == mask,
    };
    let image = image.filter(|image| !is_mask(image)).unwrap_or("image");
    let stem = Path::new(image).with_extension("");
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
    fn a_drawn_image_takes_no_name_of_the_mask() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::at(place.path());
        fs::write(place.path().join("mask.png"), "mask").unwrap();
        let stem = |image| stem_of_image(Some(&folder), image, "mask.png");
        assert_eq!(stem(None), "image");
        assert_eq!(stem(Some("pictures/isles.bmp")), "pictures/isles");
        assert_eq!(stem(Some("mask.png")), "image");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("mask.png", place.path().join("link.png")).unwrap();
            assert_eq!(stem(Some("link.png")), "image");
        }
        assert_eq!(free_png("a", |name| name != "a-3.png"), "a-3.png");
    }
}
