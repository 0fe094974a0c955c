//! Recognises the files of other programs.

use std::io::Read;
use std::path::Path;

use anyhow::Context;
use marchland_maps::create::InputFormat;
use marchland_maps::files::{self, PICTURE, plain_path, root_element};
use marchland_maps::formats::is_conquer_club;

/// What a file is, by its first bytes and its name.
pub(super) enum Foreign {
    /// A map of Domination, as far as can be told; also a file that is not there, which is reported
    /// on reading.
    Domination,
    Picture,
    Other {
        is: &'static str,
        /// What to do with it.
        advice: &'static str,
    },
    Unknown,
}

/// What to do with a map that is not imported.
pub(super) const NEW: &str = "make a map of its mask, a picture in which every territory has a \
                              colour of its own: marchland-maps new MASK -o DIR";

pub(super) fn recognise(file: &Path) -> anyhow::Result<Foreign> {
    let ending = file.extension().unwrap_or_default();
    let is = |other: &str| ending.eq_ignore_ascii_case(other);
    if !file.is_file() {
        return Ok(Foreign::Domination);
    }
    let mut head = Vec::new();
    files::open(file)
        .and_then(|file| file.take(4096).read_to_end(&mut head))
        .with_context(|| format!("cannot read {}", plain_path(file)))?;
    let other = |is, advice| Foreign::Other { is, advice };
    if InputFormat::of(file).is_some() {
        return Ok(other(
            "has outlines of land",
            "make a map of them: marchland-maps new FILE -o DIR",
        ));
    }
    Ok(match root_element(&head) {
        _ if marchland_pictures::is_zip(&head) => {
            other("is a zip archive", "unpack it first and give the map in it")
        }
        Some(root) if root.starts_with("teg") => {
            other("is a theme of TEG, which is not imported", NEW)
        }
        _ if is_conquer_club(&head) => {
            other("is a map of Conquer Club, which is not imported", NEW)
        }
        Some("map") => other("is already a Marchland map", "open it as it is"),
        _ if is("desktop") => other("is a skin of KsirK, which is not imported", NEW),
        _ if (PICTURE.begins)(&head) => Foreign::Picture,
        Some(_) => other("is an XML file of another program", NEW),
        None if head
            .windows(13)
            .any(|text| text.eq_ignore_ascii_case(b"[Territories]")) =>
        {
            other("is a map of Conquest, which is not imported", NEW)
        }
        None if is("map") => Foreign::Domination,
        None => Foreign::Unknown,
    })
}
