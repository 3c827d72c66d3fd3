//! `POST /api/collection` and `/api/save`: whole collections, read problem by problem and written in another format.
//!
//! **Invariant:** a collection is never kept: what was read goes to the page at once, and what is saved comes from it.

use super::State;
use super::answer::{Body, refused};
use super::queue::{Client, Gone};
use super::request::LanguageForm;
use super::solving::{Message, ROOM, busy, events, with_warnings};
use crate::collection::files::unpacked;
use crate::collection::write::{Target, whole};
use crate::collection::{self, Entry, statement_of};
use crate::notation::popeye::words::Language;
use crate::picture::{Style, Theme, draw, numbered, sheet};
use axum::body::{Body as Bytes, to_bytes};
use axum::extract::{ConnectInfo, State as Shared};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::Read;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use tokio::sync::mpsc;

/// The most bytes of a collection, packed or not.
pub const MOST_BYTES: usize = 64 << 20;
/// The most bytes that a packed collection may become.
const MOST_UNPACKED: u64 = 256 << 20;
/// How many problems are told together.
const BUNDLE: usize = 50;
/// The most diagrams of a sheet.
const MOST_DIAGRAMS: usize = 2000;
/// Diagrams in a row of a sheet.
const COLUMNS: usize = 2;

/// Reads a collection of any format, as it is or packed; answers with its problems as a stream of events.
pub async fn collection(
    Shared(state): Shared<Arc<State>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    body: Bytes,
) -> Response {
    let Ok(permit) = state.collections.clone().try_acquire_owned() else {
        let why = "too many collections are being read; try again in a few seconds";
        return refused(StatusCode::TOO_MANY_REQUESTS, why);
    };
    let Ok(bytes) = to_bytes(body, MOST_BYTES).await else {
        let why = "a collection may have 64 MB; cut it, or use `dawson check`";
        return refused(StatusCode::PAYLOAD_TOO_LARGE, why);
    };
    let cancel = Arc::new(AtomicBool::new(false));
    let gone = Gone(cancel.clone());
    let (sender, messages) = mpsc::channel::<Message>(ROOM);
    let reading = Reading {
        sender,
        cancel: cancel.clone(),
    };
    let job = move || {
        let _permit = permit;
        reading.run(&bytes);
    };
    match state.queue.add(Client::of(address), cancel, job) {
        Ok(before) => events(
            ("queued", json!({ "before": before }).to_string()),
            messages,
            gone,
        ),
        Err(full) => busy(full),
    }
}

/// A collection on its way to the page.
struct Reading {
    sender: mpsc::Sender<Message>,
    cancel: Arc<AtomicBool>,
}

impl Reading {
    fn run(&self, bytes: &[u8]) {
        let closed = |_: &str| Err("a collection on the page includes no files".to_owned());
        let found = unpacked(bytes).and_then(|input| {
            let input = std::io::BufReader::new(input.take(MOST_UNPACKED));
            collection::read("collection", input, &closed)
        });
        let mut found = match found {
            Ok(found) => found,
            Err(why) => return self.send("error", json!({ "error": why.to_string() })),
        };
        let format = found.format().to_string();
        let mut number = 0;
        while !self.cancel.load(Relaxed) {
            let bundle: Vec<Value> = (&mut found)
                .take(BUNDLE)
                .map(|entry| {
                    number += 1;
                    listed(entry, number)
                })
                .collect();
            if bundle.is_empty() {
                return self.send("done", json!({ "format": format, "problems": number }));
            }
            self.send("problems", Value::Array(bundle));
        }
    }

    /// Waits for a client that reads slowly; one that is gone ends the reading.
    fn send(&self, name: &'static str, data: Value) {
        if self.sender.blocking_send((name, data.to_string())).is_err() {
            self.cancel.store(true, Relaxed);
        }
    }
}

/// A problem as a row of the list, with the text that says all of it.
fn listed(mut entry: Entry, number: usize) -> Value {
    if !entry.is_read() {
        return json!({ "number": number, "line": entry.line, "error": entry.errors.join("; ") });
    }
    entry.settle_claim();
    let problem = &entry.problem;
    let intention = &problem.intention;
    let claims = [&intention.all].into_iter();
    let claims = claims.chain(intention.twins.iter().map(|(_, claim)| claim));
    let mut claims = claims.chain(intention.sides.iter().map(|(_, claim)| claim));
    let asks_set_play = problem.options.set_play || claims.any(|claim| claim.set_play.is_some());
    let row = json!({
        "number": number,
        "line": entry.line,
        "authors": problem.authors,
        "origins": problem.origins,
        "statement": statement_of(problem),
        "twins": problem.twins.len(),
        "set_play": asks_set_play,
        "input": whole(Target::Input(Language::En), std::slice::from_ref(&entry)),
    });
    with_warnings(row, &entry.warnings)
}

/// Problems to save.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveAsked {
    /// Each an input in Popeye's language.
    inputs: Vec<String>,
    #[serde(rename = "as")]
    format: SaveForm,
    #[serde(default)]
    language: LanguageForm,
    /// Whether the boards of a sheet are hatched.
    #[serde(default)]
    print: bool,
}

/// A format of many problems.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SaveForm {
    Olv,
    Jsonl,
    Inp,
    Csv,
    Epd,
    Tex,
    Pdf,
}

/// Problems in one file.
pub async fn save(Body(asked): Body<SaveAsked>) -> Response {
    let written = tokio::task::spawn_blocking(move || saved(&asked));
    match written.await {
        Ok(Ok((kind, bytes))) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
        Ok(Err(why)) => refused(StatusCode::UNPROCESSABLE_ENTITY, &why),
        Err(_) => refused(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the problems could not be written",
        ),
    }
}

fn saved(asked: &SaveAsked) -> Result<(&'static str, Vec<u8>), String> {
    let closed = |_: &str| Err("a saved text includes no files".to_owned());
    let mut entries = Vec::new();
    for (number, input) in asked.inputs.iter().enumerate() {
        let read = collection::read("saved.inp", input.as_bytes(), &closed);
        let why = |why: &dyn std::fmt::Display| format!("problem {}: {why}", number + 1);
        for entry in read.map_err(|error| why(&error))? {
            if let Some(error) = entry.errors.first().filter(|_| !entry.is_read()) {
                return Err(why(error));
            }
            entries.push(entry);
        }
    }
    let language: Language = asked.language.into();
    let text = |kind, target| Ok((kind, whole(target, &entries).into_bytes()));
    match asked.format {
        SaveForm::Olv => text("application/yaml", Target::Yacpdb),
        SaveForm::Jsonl => text("application/jsonl", Target::JsonLines),
        SaveForm::Inp => text("text/plain; charset=utf-8", Target::Input(language)),
        SaveForm::Csv => text("text/csv; charset=utf-8", Target::Csv),
        SaveForm::Epd => text("text/plain; charset=utf-8", Target::Epd),
        SaveForm::Tex => text("application/x-tex", Target::Latex(language)),
        SaveForm::Pdf if entries.len() > MOST_DIAGRAMS => {
            Err(format!("a sheet has at most {MOST_DIAGRAMS} diagrams"))
        }
        SaveForm::Pdf => {
            let style = Style {
                theme: match asked.print {
                    true => Theme::Print,
                    false => Theme::Colour,
                },
                language,
                ..Style::default()
            };
            let drawings = entries.iter().map(|entry| draw(&entry.problem, style));
            let drawings: Vec<_> = drawings.collect();
            Ok(("application/pdf", sheet(&numbered(drawings), COLUMNS)))
        }
    }
}
