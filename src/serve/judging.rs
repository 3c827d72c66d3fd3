//! `POST /api/check-all`: verdicts on many problems, as one request that takes turns with all others.
//!
//! As many workers as there are take problems from one list; after a short while each goes to the end of the queue, so
//! that whoever edits a problem meanwhile need not wait for the end of the list.
//!
//! **Invariant:** each problem gets one answer, a verdict or an error, in any order. **Invariant:** what a client that
//! goes away has been sent stays true: nothing is taken back.

use super::State;
use super::answer::{Body, refused};
use super::queue::{Client, Full, Gone};
use super::request::LanguageForm;
use super::solving::{Message, ROOM, busy, events, time_limit, with_warnings};
use crate::collection::{self, examine};
use crate::notation::message::translate;
use crate::notation::popeye::words::Language;
use crate::solve::Settings;
use axum::extract::{ConnectInfo, State as Shared};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, mpsc};

/// How long a worker judges before it goes to the end of the queue.
const TURN: Duration = Duration::from_millis(500);
/// How long verdicts wait for others to be sent with.
const BEAT: Duration = Duration::from_millis(200);
/// The most verdicts that wait.
const MOST_WAITING: usize = 500;

/// Many problems.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Each an input in Popeye's language, of which the first problem counts.
    inputs: Vec<String>,
    /// Seconds for one problem, within the server's limit.
    time: Option<f64>,
    /// The language of the evidence.
    #[serde(default)]
    language: LanguageForm,
}

/// Judges them; the verdicts are a stream of events.
pub async fn check_all(
    Shared(state): Shared<Arc<State>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Body(asked): Body<Asked>,
) -> Response {
    let Ok(permit) = state.judgings.clone().try_acquire_owned() else {
        let why = "too many collections are being checked; try again in a few seconds";
        return refused(StatusCode::TOO_MANY_REQUESTS, why);
    };
    let cancel = Arc::new(AtomicBool::new(false));
    let gone = Gone(cancel.clone());
    let (sender, messages) = mpsc::channel::<Message>(ROOM);
    let limits = &state.limits;
    let workers = limits.workers.max(1);
    let judging = Arc::new(Judging {
        settings: Settings {
            threads: 1,
            memory: limits.memory / workers,
            time_limit: Some(time_limit(&state, asked.time)),
            cancel: cancel.clone(),
            ..Settings::default()
        },
        language: asked.language.into(),
        client: Client::of(address),
        inputs: Mutex::new(asked.inputs.into_iter().enumerate()),
        told: Mutex::new((Instant::now(), Vec::new())),
        count: AtomicUsize::new(0),
        open: AtomicUsize::new(workers),
        sender,
        _permit: permit,
    });
    let mut before = None;
    for worker in 0..workers {
        match take_turn(&state, &judging) {
            Ok(waiting) => before = before.or(Some(waiting)),
            // Fewer workers do it, too; the first of them is needed.
            Err(full) if worker == 0 => return busy(full),
            Err(_) => {
                let judging = judging.clone();
                drop(tokio::task::spawn_blocking(move || judging.end_of_worker()));
            }
        }
    }
    drop(tokio::spawn(tell_in_time(judging)));
    let first = json!({ "before": before }).to_string();
    events(("queued", first), messages, gone)
}

/// Verdicts do not wait until the next problem is judged: that may take long.
async fn tell_in_time(judging: Arc<Judging>) {
    while judging.open.load(SeqCst) > 0 {
        tokio::time::sleep(BEAT).await;
        let mine = judging.clone();
        let told = tokio::task::spawn_blocking(move || mine.tell_waiting());
        if told.await.is_err() {
            break;
        }
    }
}

/// Puts a worker of this job into the queue; gives how many wait before it.
fn take_turn(state: &Arc<State>, judging: &Arc<Judging>) -> Result<usize, Full> {
    let (again, mine) = (state.clone(), judging.clone());
    let cancel = judging.settings.cancel.clone();
    let turn = move || {
        while mine.turn() {
            if take_turn(&again, &mine).is_ok() {
                return;
            }
        }
        mine.end_of_worker();
    };
    state.queue.add(judging.client, cancel, turn)
}

/// A list of problems on its way through the judge.
struct Judging {
    settings: Settings,
    language: Language,
    client: Client,
    inputs: Mutex<std::iter::Enumerate<std::vec::IntoIter<String>>>,
    /// Verdicts that wait to be sent, and since when.
    told: Mutex<(Instant, Vec<Value>)>,
    /// How many problems have their answer.
    count: AtomicUsize,
    /// How many workers are not done.
    open: AtomicUsize,
    sender: mpsc::Sender<Message>,
    _permit: OwnedSemaphorePermit,
}

/// A worker that panicked left no list half changed.
fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Judging {
    /// Judges for a while; whether there is more to do.
    fn turn(&self) -> bool {
        let began = Instant::now();
        while began.elapsed() < TURN {
            if self.settings.cancel.load(SeqCst) {
                return false;
            }
            let Some((index, input)) = locked(&self.inputs).next() else {
                return false;
            };
            let judge = AssertUnwindSafe(|| self.judge(&input));
            let answer = catch_unwind(judge).unwrap_or_else(|_| {
                Err("the search broke off; please report this problem".to_owned())
            });
            self.tell(match answer {
                Ok(verdict) => json!({ "index": index, "verdict": verdict }),
                Err(error) => json!({ "index": index, "error": error }),
            });
        }
        true
    }

    /// # Errors
    /// What cannot be read.
    fn judge(&self, input: &str) -> Result<Value, String> {
        let closed = |_: &str| Err("a problem of the page includes no files".to_owned());
        let read = collection::read("", input.as_bytes(), &closed);
        let entry = read.map_err(|error| error.to_string())?.next();
        let entry = entry.ok_or_else(|| "there is no problem in it".to_owned())?;
        if !entry.is_read() {
            return Err(entry.errors.join("; "));
        }
        let problem = entry.problem.clone();
        let examined = examine("", entry, &self.settings, "");
        let verdict = examined.judged.in_language(self.language, &problem);
        let said = examined.warnings.iter();
        let said: Vec<String> = said.map(|text| translate(self.language, text)).collect();
        Ok(with_warnings(json!(verdict), &said))
    }

    fn tell(&self, answer: Value) {
        self.count.fetch_add(1, SeqCst);
        let mut told = locked(&self.told);
        told.1.push(answer);
        if told.0.elapsed() < BEAT && told.1.len() < MOST_WAITING {
            return;
        }
        drop(told);
        self.tell_waiting();
    }

    /// Sends the verdicts that wait; who comes next waits for that, so that nothing is sent after the end.
    fn tell_waiting(&self) {
        let mut told = locked(&self.told);
        let bundle = std::mem::take(&mut told.1);
        told.0 = Instant::now();
        if !bundle.is_empty() {
            self.send("verdicts", Value::Array(bundle));
        }
    }

    /// The last worker says that all is done.
    fn end_of_worker(&self) {
        if self.open.fetch_sub(1, SeqCst) != 1 || self.settings.cancel.load(SeqCst) {
            return;
        }
        self.tell_waiting();
        self.send("done", json!({ "problems": self.count.load(SeqCst) }));
    }

    /// Waits for a client that reads slowly; one that is gone ends the job.
    fn send(&self, name: &'static str, data: Value) {
        if self.sender.blocking_send((name, data.to_string())).is_err() {
            self.settings.cancel.store(true, SeqCst);
        }
    }
}
