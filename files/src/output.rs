//! Output files of commands.

use std::fs;
use std::io::{self, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};

use crate::{plain_path, replace_with};

/// A kind of file; only files of the same kind are ever replaced.
#[derive(Debug)]
pub struct Kind {
    /// Name with article for messages: “a map file”.
    pub name: &'static str,
    /// Whether a file that begins with these bytes is of this kind. They are the first 64 KiB, or
    /// all of a shorter file.
    pub begins: fn(&[u8]) -> bool,
}

/// Pictures that programs of this project read or write, including SVG.
pub static PICTURE: Kind = Kind {
    name: "a picture",
    begins: is_picture,
};

/// How many bytes are examined to determine the kind of a file.
const HEAD: u64 = 64 << 10;

fn is_picture(head: &[u8]) -> bool {
    let starts: [&[u8]; 7] = [
        b"\x89PNG",
        b"\xff\xd8\xff",
        b"GIF8",
        b"BM",
        b"II*\0",
        b"MM\0*",
        b"RIFF",
    ];
    starts.iter().any(|start| head.starts_with(start)) || root_element(head) == Some("svg")
}

/// The name of the root element if this is the beginning of an XML document in UTF-8. It may be
/// preceded by a declaration, comments, processing instructions and a DTD.
pub fn root_element(head: &[u8]) -> Option<&str> {
    let valid = match std::str::from_utf8(head) {
        Ok(text) => text,
        // The last character may be incomplete.
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).ok()?,
    };
    let mut rest = valid.trim_start_matches('\u{feff}');
    loop {
        rest = rest.trim_start().strip_prefix('<')?;
        let end = match rest.as_bytes().first()? {
            b'?' => "?>",
            b'!' if rest.starts_with("!--") => "-->",
            // A DTD with declarations of its own.
            b'!' if rest.split_once('>')?.0.contains('[') => "]>",
            b'!' => ">",
            _ => break,
        };
        rest = rest.split_once(end)?.1;
    }
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/'));
    Some(&rest[..end.unwrap_or(rest.len())])
}

/// Why a file is not written. The existing file is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The file exists, and `--force` was not given.
    #[error("{} already exists; use --force to overwrite it", plain_path(.0))]
    Exists(PathBuf),
    /// The file exists and is of another kind.
    #[error(
        "{} is not {kind}, so it is never overwritten; give another name",
        plain_path(.path)
    )]
    OtherKind {
        /// The existing file.
        path: PathBuf,
        /// What would have been written, with its article.
        kind: &'static str,
    },
    /// The file is an input of the command.
    #[error(
        "{} is an input file and would be overwritten; give another name",
        plain_path(.0)
    )]
    Source(PathBuf),
    /// The name is empty.
    #[error("the file name is empty; give the name of a file")]
    NoName,
    /// The path is a folder.
    #[error("{} is a folder; give the name of a file", plain_path(.0))]
    Folder(PathBuf),
    /// The path is a link to a missing file.
    #[error("{} is a link to a missing file; give another name", plain_path(.0))]
    DeadLink(PathBuf),
    /// The existing file could not be examined.
    #[error("cannot examine {}: {error}", plain_path(.path))]
    Io {
        /// The path that could not be examined.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

/// A file that a command may write, or standard output for the customary `-`.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
}

impl Output {
    /// Checks, before anything takes time, whether a file of this kind may be written there. With
    /// `force`, a file of the same kind, or an empty one, may be replaced. Pipes and devices may
    /// always be written to.
    ///
    /// # Errors
    /// Any [`OutputError`] except [`OutputError::Source`].
    pub fn at(path: &Path, kind: &Kind, force: bool) -> Result<Self, OutputError> {
        let output = Self {
            path: path.to_owned(),
        };
        if output.is_standard() {
            return Ok(output);
        }
        if path.as_os_str().is_empty() {
            return Err(OutputError::NoName);
        }
        let failed = |error| OutputError::Io {
            path: path.to_owned(),
            error,
        };
        match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if path.is_symlink() {
                    return Err(OutputError::DeadLink(path.to_owned()));
                }
            }
            // Whatever is in the way is reported on writing.
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {}
            Err(error) => return Err(failed(error)),
            Ok(metadata) if metadata.is_dir() => return Err(OutputError::Folder(path.to_owned())),
            Ok(metadata) if metadata.is_file() => {
                let mut head = Vec::new();
                let file = fs::File::open(path).map_err(failed)?;
                file.take(HEAD).read_to_end(&mut head).map_err(failed)?;
                if !head.is_empty() && !(kind.begins)(&head) {
                    return Err(OutputError::OtherKind {
                        path: path.to_owned(),
                        kind: kind.name,
                    });
                }
                if !force {
                    return Err(OutputError::Exists(path.to_owned()));
                }
            }
            Ok(_) => {}
        }
        Ok(output)
    }

    /// Refuses to overwrite an input file under any name, including symbolic and hard links.
    /// Missing files cannot be inputs.
    ///
    /// # Errors
    /// [`OutputError::Source`].
    pub fn spare<P: AsRef<Path>>(
        &self,
        sources: impl IntoIterator<Item = P>,
    ) -> Result<(), OutputError> {
        // Only files are compared: opening a pipe would block until it has a writer.
        if self.is_standard() || !self.path.is_file() {
            return Ok(());
        }
        for source in sources {
            let source = source.as_ref();
            let same = source.is_file()
                && same_file::is_same_file(source, &self.path).map_err(|error| {
                    OutputError::Io {
                        path: self.path.clone(),
                        error,
                    }
                })?;
            if same {
                return Err(OutputError::Source(self.path.clone()));
            }
        }
        Ok(())
    }

    /// Whether this is standard output, which then must carry nothing else.
    pub fn is_standard(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file, like [`replace_with`].
    ///
    /// # Errors
    /// Those of the file system and of `write`.
    pub fn write(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        if self.is_standard() {
            let mut out = BufWriter::new(io::stdout().lock());
            write(&mut out)?;
            return out.flush();
        }
        replace_with(&self.path, write)
    }
}

#[cfg(test)]
mod tests;
