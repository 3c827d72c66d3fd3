//! The files of collections: which of a folder are some, and what they may open themselves.

use super::Format;
use super::record::peek;
use flate2::read::MultiGzDecoder;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Component, Path, PathBuf};

/// Folders within folders, no deeper than this.
const DEEPEST: usize = 64;

/// All files of problems below a folder, in the order of their names; links to folders are not
/// followed. A file that was named is all there is.
///
/// # Errors
/// When a folder cannot be listed. What was found before is in `found`.
pub fn files(path: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    match path.is_dir() {
        true => folder(path, 0, found),
        false => {
            found.push(path.to_owned());
            Ok(())
        }
    }
}

fn folder(path: &Path, depth: usize, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let fault = |error: &io::Error| format!("{}: {}", path.display(), why(error));
    if depth > DEEPEST {
        return Err(format!("{}: folders are nested too deeply", path.display()));
    }
    let entries = std::fs::read_dir(path).map_err(|error| fault(&error))?;
    let mut names = BTreeSet::new();
    for entry in entries {
        names.insert(entry.map_err(|error| fault(&error))?.path());
    }
    for name in names {
        let Ok(data) = std::fs::symlink_metadata(&name) else {
            continue;
        };
        let hidden = name
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        if data.is_dir() {
            folder(&name, depth + 1, found)?;
        } else if data.is_file() && !is_solution(&name) && is_collection(&name) {
            found.push(name);
        }
    }
    Ok(())
}

/// `help.txt` beside `help.inp` is its solution.
fn is_solution(path: &Path) -> bool {
    let is_text = path
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("txt"));
    is_text && (path.with_extension("inp").exists() || path.with_extension("INP").exists())
}

fn is_collection(path: &Path) -> bool {
    if File::open(path).is_err() {
        return true;
    }
    let prose = path
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("md"));
    !prose && start_of(path).is_ok_and(|start| Format::of(&start).is_some())
}

/// The beginning of a file, unpacked: enough to recognise its format.
///
/// # Errors
/// When it cannot be read or unpacked.
pub fn start_of(path: &Path) -> io::Result<Vec<u8>> {
    peek(&mut *unpacked(File::open(path)?)?)
}

/// What a file holds: if gzip or zstd packed it, what they packed.
///
/// ```
/// use dawson::collection::files::unpacked;
/// use std::io::Read;
/// let mut text = String::new();
/// unpacked(&b"h#2"[..])?.read_to_string(&mut text)?;
/// assert_eq!(text, "h#2");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When its start cannot be read, or is no start of what it seems to be.
pub fn unpacked<'r, R: Read + 'r>(input: R) -> io::Result<Box<dyn BufRead + 'r>> {
    let mut input = BufReader::new(input);
    let start = input.fill_buf()?;
    Ok(match start {
        [0x1f, 0x8b, ..] => Box::new(BufReader::new(MultiGzDecoder::new(input))),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Box::new(BufReader::new(Frames {
            inside: None,
            input: Some(input),
        })),
        _ => Box::new(input),
    })
}

/// The frames of zstd, one behind the other.
struct Frames<R: Read> {
    inside: Option<StreamingDecoder<R, FrameDecoder>>,
    /// What follows the frame, between two of them.
    input: Option<R>,
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.inside {
                let count = frame.read(buffer)?;
                if count > 0 || buffer.is_empty() {
                    return Ok(count);
                }
                self.input = self.inside.take().map(StreamingDecoder::into_inner);
            }
            let Some(mut input) = self.input.take() else {
                return Ok(0);
            };
            if input.fill_buf()?.is_empty() {
                return Ok(0);
            }
            let frame = StreamingDecoder::new(input);
            self.inside = Some(frame.map_err(|error| io::Error::other(error.to_string()))?);
        }
    }
}

/// No file that another one includes is larger.
const LARGEST_INCLUDED: u64 = 4 << 20;

/// Opens what a file of problems includes: files of its own folder and below, unless it is
/// trusted. Links do not lead out.
pub fn opener(file: &Path, trusts: bool) -> impl Fn(&str) -> Result<Vec<u8>, String> + use<> {
    let folder = file.parent().unwrap_or(Path::new("")).to_owned();
    move |name: &str| {
        let path = within(&folder, Path::new(name), trusts)?;
        let data = std::fs::metadata(&path).map_err(|error| why(&error))?;
        if data.len() > LARGEST_INCLUDED {
            return Err("larger than 4 MiB".to_owned());
        }
        std::fs::read(path).map_err(|error| why(&error))
    }
}

/// The place of a file that a problem names, if it is in the problem's own folder or below.
///
/// # Errors
/// When it is outside, also through a link.
pub fn within(folder: &Path, name: &Path, trusts: bool) -> Result<PathBuf, String> {
    let path = folder.join(name);
    if trusts {
        return Ok(path);
    }
    let outside = || "outside the folder of the problems; --trust-files allows it".to_owned();
    let leaves = |part: Component<'_>| !matches!(part, Component::Normal(_) | Component::CurDir);
    if name.components().any(leaves) {
        return Err(outside());
    }
    let here = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let home = here.canonicalize().map_err(|error| why(&error))?;
    // A file that is still to be written has a folder at least.
    let known = match path.symlink_metadata() {
        Ok(_) => path.canonicalize(),
        Err(_) => {
            let parent = path
                .parent()
                .filter(|parent| !parent.as_os_str().is_empty());
            parent.unwrap_or(here).canonicalize()
        }
    };
    let known = known.map_err(|error| why(&error))?;
    match known.starts_with(&home) {
        true => Ok(path),
        false => Err(outside()),
    }
}

/// The reason why a file cannot be opened, without the system's number of it.
pub fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "not found".to_owned(),
        kind => kind.to_string(),
    }
}

#[cfg(test)]
mod packed {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    use std::io::Write;

    fn read(bytes: &[u8]) -> String {
        let mut text = String::new();
        let input = unpacked(bytes).expect("it can be read");
        { input }.read_to_string(&mut text).expect("text");
        text
    }

    fn gzip(text: &str) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text.as_bytes()).expect("room");
        encoder.finish().expect("room")
    }

    fn zstd(text: &str) -> Vec<u8> {
        compress_to_vec(text.as_bytes(), CompressionLevel::Fastest)
    }

    #[test]
    fn all_that_was_packed_is_there() {
        let long = "8/8/8/8/3P4/1K6/7R/k7 ; h#2\n".repeat(20_000);
        for pack in [gzip, zstd] {
            assert_eq!(read(&pack(&long)), long);
            let both = [pack("one "), pack("two")].concat();
            assert_eq!(read(&both), "one two");
            assert_eq!(read(&pack("")), "");
        }
        assert_eq!(read(b""), "");
    }

    #[test]
    fn what_is_cut_short_is_an_error() {
        for packed in [gzip("8/8/8/8/3P4/1K6/7R/k7"), zstd("8/8/8/8/3P4/1K6/7R/k7")] {
            let cut = &packed[..packed.len() - 6];
            let read = unpacked(cut).and_then(|mut input| input.read_to_end(&mut Vec::new()));
            assert!(read.is_err());
        }
    }
}
