//! Collections in one file: an index that answers queries in moments, finds positions again, and is an SQLite database that
//! any tool can open.
//!
//! [`Index::add`] puts problems in, file by file; what is in stays in, so an indexing that was broken off goes on where it
//! ended. [`Index::find`] understands YACPDB's predicates and words of our own, [`Index::like`] finds the same position under
//! symmetry, shift and changed colours, then the nearest ones, and the nearest play.
//!
//! **Invariant:** memory does not grow with the collection: problems are read, written and compared one by one.

mod find;
mod like;
mod places;
mod play;
mod query;
mod record;

pub use find::Found;
pub use like::{Near, NearPlay};
pub use query::{Argument, Atom, Comparison, Query, QueryError, parse, predicates};

use crate::collection::Entry;
use crate::solve::Settings;
use rusqlite::{Connection, OptionalExtension, params};
use std::path::Path;
use thiserror::Error;

const SCHEMA: &str = include_str!("schema.sql");
/// Grows when the tables change.
const VERSION: &str = "2";

/// Why an index could not be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum IndexError {
    /// What SQLite says.
    #[error("{0}")]
    Database(#[from] rusqlite::Error),
    /// The file is a database of something else, or of another version.
    #[error("this is no index of Dawson: {0}")]
    Other(String),
    /// The query cannot be understood.
    #[error(transparent)]
    Query(#[from] QueryError),
}

/// What is added beside what a collection says.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// Solve each problem: its play can be compared.
    pub solves: bool,
    /// Recognise its themes, which solves it, too.
    pub recognises: bool,
    /// What a problem may cost.
    pub settings: Settings,
}

/// An index in a file.
#[derive(Debug)]
pub struct Index {
    connection: Connection,
}

/// A file of problems in an index.
#[derive(Clone, Copy, Debug)]
pub struct FileId {
    id: i64,
    /// So many of its problems are in the index.
    pub done: usize,
    /// Whether all are.
    pub is_complete: bool,
}

impl Index {
    /// Opens an index, or makes one where no file is.
    ///
    /// # Errors
    /// When the file is something else or cannot be written.
    pub fn create(path: &Path) -> Result<Index, IndexError> {
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        let tables: i64 =
            connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
        if tables == 0 {
            connection.execute_batch(&format!("BEGIN; {SCHEMA} COMMIT;"))?;
            let insert = "INSERT OR REPLACE INTO meta VALUES (?1, ?2)";
            connection.execute(insert, params!["schema", VERSION])?;
            connection.execute(insert, params!["dawson", env!("CARGO_PKG_VERSION")])?;
        }
        Index::checked(connection)
    }

    /// Opens an index that is there.
    ///
    /// # Errors
    /// When there is none, or the file is something else.
    pub fn open(path: &Path) -> Result<Index, IndexError> {
        if !path.exists() {
            return Err(IndexError::Other("there is no such file".to_owned()));
        }
        Index::checked(Connection::open(path)?)
    }

    /// An index in memory, for tests and small things.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn in_memory() -> Result<Index, IndexError> {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch(SCHEMA)?;
        connection.execute("INSERT INTO meta VALUES ('schema', ?1)", [VERSION])?;
        Index::checked(connection)
    }

    fn checked(connection: Connection) -> Result<Index, IndexError> {
        let version: Result<Option<String>, _> = connection
            .query_row("SELECT value FROM meta WHERE key = 'schema'", [], |row| {
                row.get(0)
            })
            .optional();
        match version {
            Ok(Some(version)) if version == VERSION => {}
            Ok(Some(version)) => {
                return Err(IndexError::Other(format!(
                    "its tables are of version {version}; index the collections again"
                )));
            }
            Ok(None) => return Err(IndexError::Other("it names no version".to_owned())),
            Err(rusqlite::Error::SqliteFailure(fault, _))
                if fault.code == rusqlite::ErrorCode::DatabaseBusy =>
            {
                return Err(IndexError::Other("another program writes to it".to_owned()));
            }
            Err(_) => return Err(IndexError::Other("it has other tables".to_owned())),
        }
        // A page cache of a fixed size: memory stays flat.
        connection.pragma_update(None, "cache_size", -32_768)?;
        connection.pragma_update(None, "temp_store", "MEMORY")?;
        find::add_functions(&connection)?;
        Ok(Index { connection })
    }

    /// How many problems there are.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn len(&self) -> Result<usize, IndexError> {
        let count: i64 = self
            .connection
            .query_row("SELECT count(*) FROM problem", [], |row| row.get(0))?;
        Ok(count as usize)
    }

    /// Whether there are none.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn is_empty(&self) -> Result<bool, IndexError> {
        Ok(self.len()? == 0)
    }

    /// A file of problems, new or known.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn file(&self, path: &str) -> Result<FileId, IndexError> {
        let insert = "INSERT OR IGNORE INTO file (path) VALUES (?1)";
        self.connection.execute(insert, [path])?;
        let file = self.connection.query_row(
            "SELECT id, done, complete FROM file WHERE path = ?1",
            [path],
            |row| {
                Ok(FileId {
                    id: row.get(0)?,
                    done: row.get::<_, i64>(1)? as usize,
                    is_complete: row.get(2)?,
                })
            },
        )?;
        Ok(file)
    }

    /// Begins a group of problems that are all kept or none.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn begin(&self) -> Result<(), IndexError> {
        Ok(self.connection.execute_batch("BEGIN")?)
    }

    /// Keeps what was added, and that so many problems of the file were seen.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn commit(&self, file: FileId, seen: usize, is_complete: bool) -> Result<(), IndexError> {
        self.connection.execute(
            "UPDATE file SET done = ?2, complete = ?3 WHERE id = ?1",
            params![file.id, seen as i64, is_complete],
        )?;
        Ok(self.connection.execute_batch("COMMIT")?)
    }

    /// Adds a problem of a file. One that is there already stays as it is.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn add(&self, file: FileId, entry: &Entry, effort: &Effort) -> Result<(), IndexError> {
        let record = record::Record::of(entry, effort);
        let added = record.insert(&self.connection, file.id)?;
        debug_assert!(added <= 1);
        Ok(())
    }
}
