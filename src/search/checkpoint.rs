//! First moves that are done with, kept in a file, so that a long search goes
//! on where it was broken off. Replies to a first move that were searched elsewhere are kept
//! beside them: what several machines found is joined by joining their lines.
//!
//! **Invariant:** a first move is believed only in the same version of the
//! program, for the same problem and at the same stage of its search; a line
//! that was cut short is dropped, and so is all that follows it.

use crate::solution::MoveRecord;
use indexmap::IndexMap;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use thiserror::Error;

/// Why a file cannot serve as checkpoint.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It cannot be opened, read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It holds something else, which must not be lost.
    #[error("this file was not written as a checkpoint by this version of the program")]
    Foreign,
}

/// A file of finished first moves; any thread may use it.
///
/// ```
/// use dawson::search::Checkpoint;
///
/// let file = std::env::temp_dir().join(format!("dawson-{}.checkpoint", std::process::id()));
/// assert!(Checkpoint::open(&file).is_ok());
/// std::fs::write(&file, "my notes").unwrap();
/// assert!(Checkpoint::open(&file).is_err());
/// std::fs::remove_file(&file).unwrap();
/// ```
#[derive(Debug)]
pub struct Checkpoint {
    state: Mutex<State>,
}

/// By problem the lines of what is finished.
type Known = IndexMap<String, Lines>;

/// The lines of one problem.
#[derive(Debug, Default)]
struct Lines {
    /// Of its finished first moves.
    moves: HashMap<Place, String>,
    /// Of the finished replies to a first move.
    replies: HashMap<Place, Vec<String>>,
}

/// Where lines are written to.
#[derive(Debug)]
enum Keeper {
    File(File),
    Memory(String),
}

impl Keeper {
    fn write(&mut self, line: &str) -> io::Result<()> {
        match self {
            Keeper::File(file) => file.write_all(line.as_bytes()),
            Keeper::Memory(text) => {
                text.push_str(line);
                Ok(())
            }
        }
    }
}

#[derive(Debug)]
struct State {
    keeper: Keeper,
    known: Known,
    /// The problem that lines are written for, as a number among the known.
    current: Option<usize>,
    /// The first failure to write; nothing more is written after it.
    failure: Option<io::Error>,
}

/// Where in the search of a problem a first move stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(super) struct Place {
    /// How many times first moves were searched before, in this problem.
    pub(super) stage: u32,
    /// The number of the move among them, from 0.
    pub(super) number: usize,
}

/// The first line of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Title {
    checkpoint_of_dawson: String,
}

/// The line before the first moves of a problem.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    problem: String,
}

/// The line of a first move.
#[derive(Serialize, Deserialize)]
struct Entry<T> {
    #[serde(flatten)]
    place: Place,
    movement: MoveRecord,
    result: Option<T>,
}

/// The line of a reply to a first move.
#[derive(Serialize, Deserialize)]
struct ReplyEntry<T> {
    behind: Place,
    reply: MoveRecord,
    found: T,
}

impl Checkpoint {
    /// One without a file that begins with what these lines of others hold; a text that is none
    /// of a checkpoint of this version is passed over, and so is what follows a line cut short.
    ///
    /// ```
    /// use dawson::search::Checkpoint;
    ///
    /// let first = Checkpoint::in_memory(&[]);
    /// let text = first.text().unwrap();
    /// assert_eq!(Checkpoint::in_memory(&[&text, "my notes"]).text(), Some(text));
    /// ```
    pub fn in_memory(texts: &[&str]) -> Checkpoint {
        let mut state = State {
            keeper: Keeper::Memory(line(&Title::own())),
            known: Known::new(),
            current: None,
            failure: None,
        };
        for text in texts {
            let (known, _, _) = read(text.as_bytes()).unwrap_or_default();
            for (problem, lines) in known {
                let mine = state.known.entry(problem).or_default();
                mine.moves.extend(lines.moves);
                for (place, replies) in lines.replies {
                    mine.replies.entry(place).or_default().extend(replies);
                }
            }
        }
        Checkpoint {
            state: Mutex::new(state),
        }
    }

    /// What was written, if it is not in a file.
    pub fn text(&self) -> Option<String> {
        match &self.state().keeper {
            Keeper::File(_) => None,
            Keeper::Memory(text) => Some(text.clone()),
        }
    }

    /// Opens the file, or makes it if there is none.
    ///
    /// # Errors
    /// When it cannot be opened, or is no checkpoint of this version of the program.
    pub fn open(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let (known, current, length) = read(&bytes).ok_or(CheckpointError::Foreign)?;
        file.set_len(length as u64)?;
        file.seek(SeekFrom::End(0))?;
        if length == 0 {
            file.write_all(line(&Title::own()).as_bytes())?;
        }
        let state = State {
            keeper: Keeper::File(file),
            known,
            current,
            failure: None,
        };
        Ok(Checkpoint {
            state: Mutex::new(state),
        })
    }

    /// Of how many problems it holds how many finished first moves, all stages of their searches together.
    ///
    /// ```
    /// use dawson::search::Checkpoint;
    ///
    /// assert_eq!(Checkpoint::in_memory(&[]).finished(), (0, 0));
    /// ```
    pub fn finished(&self) -> (usize, usize) {
        let state = self.state();
        let moves = state.known.values().map(|lines| lines.moves.len());
        let moves = moves.filter(|count| *count > 0);
        moves.fold((0, 0), |(problems, sum), count| (problems + 1, sum + count))
    }

    /// Why it could not be kept up to date, if so.
    pub fn failure(&self) -> Option<String> {
        let state = self.state();
        state.failure.as_ref().map(ToString::to_string)
    }

    /// What follows belongs to this problem, told so that no two are alike.
    pub(crate) fn begin(&self, problem: &str) {
        let mut state = self.state();
        let entry = state.known.entry(problem.to_owned());
        let number = Some(entry.index());
        entry.or_default();
        if state.current != number {
            let problem = problem.to_owned();
            state.write(&line(&Head { problem }));
            state.current = number;
        }
    }

    /// What was found for this first move, if it was finished before.
    pub(super) fn find<T: DeserializeOwned>(
        &self,
        place: Place,
        movement: &MoveRecord,
    ) -> Option<Option<T>> {
        let state = self.state();
        let (_, known) = state.known.get_index(state.current?)?;
        let entry: Entry<T> = serde_json::from_str(known.moves.get(&place)?).ok()?;
        (entry.movement == *movement).then_some(entry.result)
    }

    /// Notes that this first move is finished.
    pub(super) fn keep<T: Serialize>(
        &self,
        place: Place,
        movement: &MoveRecord,
        result: Option<&T>,
    ) {
        let movement = movement.clone();
        let entry = Entry {
            place,
            movement,
            result,
        };
        self.state().write(&line(&entry));
    }

    /// What was found behind a first move by a search of another kind, which has stages of its own.
    pub(crate) fn found_behind<T: DeserializeOwned>(
        &self,
        stage: u32,
        number: usize,
        movement: &MoveRecord,
    ) -> Option<T> {
        self.find(Place { stage, number }, movement).flatten()
    }

    /// Keeps the same. What it is must not be mistaken for what usual searches keep.
    pub(crate) fn keep_behind<T: Serialize>(
        &self,
        stage: u32,
        number: usize,
        movement: &MoveRecord,
        found: &T,
    ) {
        self.keep(Place { stage, number }, movement, Some(found));
    }

    /// Whether anything was found elsewhere behind replies to this first move.
    pub(super) fn has_replies(&self, place: Place) -> bool {
        let state = self.state();
        let known = state.current.and_then(|at| state.known.get_index(at));
        known.is_some_and(|(_, known)| known.replies.contains_key(&place))
    }

    /// What was found elsewhere behind the replies to this first move.
    pub(super) fn replies<T: DeserializeOwned>(&self, place: Place) -> Vec<(MoveRecord, T)> {
        let state = self.state();
        let known = state.current.and_then(|at| state.known.get_index(at));
        let lines = known.and_then(|(_, known)| known.replies.get(&place));
        let entries = lines.into_iter().flatten();
        let entries = entries.filter_map(|text| serde_json::from_str(text).ok());
        let told = entries.map(|entry: ReplyEntry<T>| (entry.reply, entry.found));
        told.collect()
    }

    /// Notes what was found behind a reply to this first move.
    pub(super) fn keep_reply<T: Serialize>(&self, behind: Place, reply: &MoveRecord, found: T) {
        let reply = reply.clone();
        let entry = ReplyEntry {
            behind,
            reply,
            found,
        };
        self.state().write(&line(&entry));
    }

    /// The state holds whatever a thread that panicked was doing.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Writes a whole line at once, so that a killed program leaves whole lines
    /// but the last.
    fn write(&mut self, line: &str) {
        if self.failure.is_none() {
            self.failure = self.keeper.write(line).err();
        }
    }
}

impl Title {
    fn own() -> Title {
        Title {
            checkpoint_of_dawson: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

fn line<T: Serialize>(value: &T) -> String {
    let text = serde_json::to_string(value);
    text.expect("data of numbers, lists and names has a JSON form") + "\n"
}

/// What a checkpoint holds: the first moves by problem, the problem that it ends with, and
/// how many of its bytes are whole lines. None if it is something else.
fn read(bytes: &[u8]) -> Option<(Known, Option<usize>, usize)> {
    let (mut known, mut current) = (Known::new(), None);
    let title = line(&Title::own());
    if title.as_bytes().starts_with(bytes) {
        let whole = bytes.len() == title.len();
        return Some((known, current, if whole { title.len() } else { 0 }));
    }
    let rest = bytes.strip_prefix(title.as_bytes())?;
    let mut length = title.len();
    for text in rest.split_inclusive(|byte| *byte == b'\n') {
        let whole = text.strip_suffix(b"\n").map(std::str::from_utf8);
        let Some(Ok(text)) = whole else { break };
        if let Ok(head) = serde_json::from_str::<Head>(text) {
            let entry = known.entry(head.problem);
            current = Some(entry.index());
            entry.or_default();
        } else if let Ok(entry) = serde_json::from_str::<Entry<IgnoredAny>>(text)
            && let Some((_, moves)) = current.and_then(|number| known.get_index_mut(number))
        {
            moves.moves.insert(entry.place, text.to_owned());
        } else if let Ok(entry) = serde_json::from_str::<ReplyEntry<IgnoredAny>>(text)
            && let Some((_, moves)) = current.and_then(|number| known.get_index_mut(number))
        {
            let replies = moves.replies.entry(entry.behind).or_default();
            replies.push(text.to_owned());
        } else {
            break;
        }
        length += text.len() + 1;
    }
    Some((known, current, length))
}
