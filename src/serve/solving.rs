//! `POST /api/solve`, `/api/check`, `/api/why`, `/api/retract` and others: searches that wait their turn, tell how
//! far they are, and stop when nobody listens any more.

use super::State;
use super::answer::{Body, Flat, faulty, refused};
use super::queue::{Client, Full, Gone, Ticket};
use super::request::{Asked, Fault, NoMore};
use crate::board::Side;
use crate::legality;
use crate::notation::message::translate;
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::notation::retro::forward_of;
use crate::notation::{json, played};
use crate::problem::{Problem, Version};
use crate::query::past::Past;
use crate::query::why::{Tongues, why_in};
use crate::search::{Event, Observer};
use crate::solution::{Line, MoveRecord, Outcome, PhaseKind, Solution, TwinSolution};
use crate::solve::{Settings, solve_version};
use crate::soundness;
use crate::themes;
use crate::workshop;
use axum::extract::{ConnectInfo, State as Shared};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// The most solutions of a phase, unless fewer are asked for.
const MOST_SOLUTIONS: u32 = 1000;
/// The most bytes of an answer.
const MOST_BYTES: usize = 24 << 20;
/// How often progress is told.
const BEAT: Duration = Duration::from_millis(100);
/// The most bytes of a line that is asked about.
const MOST_OF_A_LINE: usize = 1000;
/// The least that a verdict may take after the search for the solution.
const LEAST_FOR_VERDICT: Duration = Duration::from_secs(1);
/// The most seconds for one variant of the workshop.
const MOST_FOR_VARIANT: Duration = Duration::from_secs(5);
/// How many events may wait for a client that reads slowly.
pub(super) const ROOM: usize = 64;

/// What is sent while a search runs: name and data.
pub(super) type Message = (&'static str, String);

/// Solves; answers as a stream of events if the client accepts one, else as one JSON object.
pub async fn solve(
    Shared(state): Shared<Arc<State>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Body(asked): Body<Asked>,
) -> Response {
    run(&state, address, &headers, asked, Wanted::Solution).await
}

/// Solves and says whether the problem is as its author means it.
pub async fn check(
    Shared(state): Shared<Arc<State>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Body(asked): Body<Asked>,
) -> Response {
    run(&state, address, &headers, asked, Wanted::Verdict).await
}

/// A question about a line of play.
#[derive(Deserialize)]
pub struct WhyAsked {
    #[serde(flatten)]
    asked: Flat,
    /// The moves from the diagram on: `1.Kf7 Kf5 2.Ra8`.
    line: String,
    /// Which version of a problem with twins, from 0.
    #[serde(default)]
    version: usize,
    /// Seconds that the search may take, within the server's limit.
    time: Option<f64>,
    #[serde(flatten)]
    _no_more: NoMore,
}

/// Says why a move is illegal, no key, or no mate.
pub async fn explain_line(
    Shared(state): Shared<Arc<State>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Body(asked): Body<WhyAsked>,
) -> Response {
    if asked.line.len() > MOST_OF_A_LINE {
        return refused(StatusCode::UNPROCESSABLE_ENTITY, "the line is too long");
    }
    let (line, version) = (asked.line, asked.version);
    let problem = Asked {
        time: asked.time,
        ..asked.asked.asked()
    };
    let wanted = Wanted::Why { line, version };
    run(&state, address, &headers, problem, wanted).await
}

/// The themes that a problem shows.
pub async fn themes(
    Shared(state): Shared<Arc<State>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Body(asked): Body<Asked>,
) -> Response {
    run(&state, address, &headers, asked, Wanted::Themes).await
}

/// A question of the workshop about a problem.
#[derive(Deserialize)]
pub struct WorkshopAsked {
    #[serde(flatten)]
    asked: Flat,
    #[serde(flatten)]
    question: workshop::Asked,
    /// Seconds that the answer may take, within the server's limit.
    time: Option<f64>,
    #[serde(flatten)]
    _no_more: NoMore,
}

/// Repairs, criticises, looks for twins, conditions and other stipulations; findings are told as they come.
pub async fn workshop(
    Shared(state): Shared<Arc<State>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Body(asked): Body<WorkshopAsked>,
) -> Response {
    let question = &asked.question;
    let lines = question.keep.iter().chain(&question.kill);
    if lines.map(String::len).sum::<usize>() > MOST_OF_A_LINE {
        return refused(StatusCode::UNPROCESSABLE_ENTITY, "the lines are too long");
    }
    let problem = Asked {
        time: asked.time,
        ..asked.asked.asked()
    };
    let wanted = Wanted::Workshop(Box::new(asked.question));
    run(&state, address, &headers, problem, wanted).await
}

/// A question about what can have led to a position.
#[derive(Deserialize)]
pub struct RetractAsked {
    #[serde(flatten)]
    asked: Flat,
    #[serde(flatten)]
    past: PastAsked,
    /// Seconds that the answer may take, within the server's limit.
    time: Option<f64>,
    #[serde(flatten)]
    _no_more: NoMore,
}

/// What is known of the moves that led to the position, and the question about them.
#[derive(Clone, PartialEq, Eq, Deserialize)]
struct PastAsked {
    /// Whose turn it is: the other side has just moved.
    turn: TurnForm,
    /// Castling rights that later moves have shown to be there.
    #[serde(default)]
    rights: String,
    /// The square that the last move must have passed.
    passed: Option<String>,
    /// How legal the positions before must be.
    #[serde(default = "usual_legality")]
    legality: String,
    /// From where to where the move went whose possibility is in doubt; all moves if there is none.
    why: Option<(String, String)>,
}

fn usual_legality() -> String {
    "last".into()
}

/// A side by its letter.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
enum TurnForm {
    #[serde(rename = "w")]
    White,
    #[serde(rename = "b")]
    Black,
}

/// The moves that can have led to a position, or why one cannot have been the last.
pub async fn retract(
    Shared(state): Shared<Arc<State>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Body(asked): Body<RetractAsked>,
) -> Response {
    let mut problem = Asked {
        time: asked.time,
        ..asked.asked.asked()
    };
    problem.statement = forward_of(&problem.statement);
    let wanted = Wanted::Past(Box::new(asked.past));
    run(&state, address, &headers, problem, wanted).await
}

#[derive(Clone, PartialEq, Eq)]
enum Wanted {
    Solution,
    Verdict,
    Why { line: String, version: usize },
    Workshop(Box<workshop::Asked>),
    Themes,
    Past(Box<PastAsked>),
}

async fn run(
    state: &Arc<State>,
    address: SocketAddr,
    headers: &HeaderMap,
    asked: Asked,
    wanted: Wanted,
) -> Response {
    let (posed, faults) = match asked.problem() {
        Ok((posed, faults)) if faults.iter().all(|fault| !fault.is_error) => (posed, faults),
        Ok((_, faults)) | Err(faults) => return faulty(&faults),
    };
    let needs_play = !matches!(wanted, Wanted::Past(_));
    if needs_play && !posed.problem.asks() && posed.problem.twins.is_empty() {
        let why = "nothing is asked: there is no stipulation";
        let why = translate(asked.language.into(), why);
        return refused(StatusCode::UNPROCESSABLE_ENTITY, &why);
    }
    let cancel = Arc::new(AtomicBool::new(false));
    let gone = Gone(cancel.clone());
    let (sender, mut messages) = mpsc::channel::<Message>(ROOM);
    let ticket = asked
        .token
        .clone()
        .map(|token| state.stops.enter(token, cancel.clone()));
    let task = Task {
        _ticket: ticket,
        settings: settings(state, &asked, cancel.clone()),
        problem: Some(&posed.problem)
            .filter(|_| needs_play)
            .and_then(legality::parts)
            .unwrap_or(posed.problem),
        language: asked.language.into(),
        warnings: faults.iter().map(Fault::text).collect(),
        page: asked.page,
        max_solutions: asked.max_solutions,
        wanted,
        sender,
    };
    let client = Client::of(address);
    let before = match state.queue.add(client, cancel, move || task.run()) {
        Ok(before) => before,
        Err(full) => return busy(full),
    };
    if accepts_events(headers) {
        let first = json!({ "before": before, "faults": faults });
        return events(("queued", first.to_string()), messages, gone);
    }
    let mut last = None;
    while let Some((name, data)) = messages.recv().await {
        if name == "done" || name == "error" {
            last = Some((name, data));
        }
    }
    drop(gone);
    match last {
        Some(("done", data)) => {
            ([(header::CONTENT_TYPE, "application/json")], data).into_response()
        }
        Some((_, data)) => {
            let kind = [(header::CONTENT_TYPE, "application/json")];
            (StatusCode::UNPROCESSABLE_ENTITY, kind, data).into_response()
        }
        None => refused(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the search broke off; please report this problem",
        ),
    }
}

pub(super) fn busy(full: Full) -> Response {
    let why = match full {
        Full::Client => "you have too many searches waiting; try again when they are done",
        Full::Everybody => "too many searches are waiting; try again in a few seconds",
    };
    let mut response = refused(StatusCode::TOO_MANY_REQUESTS, why);
    let headers = response.headers_mut();
    headers.insert(
        header::RETRY_AFTER,
        axum::http::HeaderValue::from_static("2"),
    );
    response
}

fn accepts_events(headers: &HeaderMap) -> bool {
    let accept = headers
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/event-stream"))
}

fn settings(state: &State, asked: &Asked, cancel: Arc<AtomicBool>) -> Settings {
    let limits = &state.limits;
    Settings {
        threads: 1,
        memory: limits.memory / limits.workers.max(1),
        time_limit: Some(time_limit(state, asked.time)),
        max_solutions: Some(
            asked
                .max_solutions
                .unwrap_or(MOST_SOLUTIONS)
                .clamp(1, MOST_SOLUTIONS),
        ),
        cancel,
        ..Settings::default()
    }
}

/// An answer with what was said while the problem was read; nothing is added where nothing was said.
pub(super) fn with_warnings(mut answer: Value, warnings: &[String]) -> Value {
    if !warnings.is_empty() {
        answer["warnings"] = json!(warnings);
    }
    answer
}

/// The time of a search for which so many seconds are wished.
pub(super) fn time_limit(state: &State, wished: Option<f64>) -> Duration {
    let limit = state.limits.time;
    let wished = wished.filter(|seconds| seconds.is_finite() && *seconds > 0.0);
    let wished = wished.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    wished.map_or(limit, |wished| wished.min(limit))
}

/// A search of one request.
struct Task {
    /// Fields are dropped in this order: the ticket goes before the sender, whose end is the end of the answer. So who has
    /// the answer finds no search to stop.
    _ticket: Option<Ticket>,
    settings: Settings,
    problem: Problem,
    language: Language,
    /// What the reader says of the problem.
    warnings: Vec<String>,
    page: bool,
    /// How many solutions were asked for.
    max_solutions: Option<u32>,
    wanted: Wanted,
    sender: mpsc::Sender<Message>,
}

impl Task {
    fn run(self) {
        self.send("started", json!({}));
        let watcher = Watcher::new(&self);
        match &self.wanted {
            Wanted::Solution => self.solve(&watcher),
            Wanted::Verdict => {
                // The number of solutions is for what is told; a verdict needs all, unless fewer were asked for.
                let settings = Settings {
                    max_solutions: self.max_solutions,
                    ..self.settings.clone()
                };
                let verdict = soundness::check(&self.problem, &settings, &watcher);
                self.done(json!(self.told(verdict)));
            }
            Wanted::Why { line, version } => self.explain(line, *version),
            Wanted::Workshop(asked) => self.workshop(asked),
            Wanted::Past(asked) => self.past(asked),
            Wanted::Themes => {
                let settings = Settings {
                    max_solutions: None,
                    ..self.settings.clone()
                };
                let report = themes::themes(&self.problem, &settings, &watcher);
                self.done(json!(report));
            }
        }
    }

    fn solve(&self, watcher: &Watcher<'_>) {
        let began = Instant::now();
        let mut problem = self.problem.clone();
        // One limit for all versions together.
        let mut budget = self.settings.budget(&problem.options);
        // Lines that are told while the search goes on are not kept: there may be any number of them.
        budget.max_solutions = self.settings.max_solutions.filter(|_| !watcher.tells);
        let mut solution = Solution::default();
        let versions = &watcher.versions;
        for (index, version) in versions.iter().enumerate() {
            watcher.version.store(index as u64, Relaxed);
            let found = solve_version(version, &budget, watcher);
            let is_stopped = found.outcome == Outcome::Interrupted;
            if self.page {
                let mut told = played::version(version, &found, self.language);
                told["index"] = json!(index);
                told["of"] = json!(versions.len());
                self.send("version", told);
            }
            solution.twins.push(found);
            if is_stopped {
                break;
            }
        }
        problem.options.variation = true;
        let seconds = began.elapsed();
        if self.page {
            let is_whole = solution
                .twins
                .iter()
                .all(|twin| !matches!(twin.outcome, Outcome::TimeUp | Outcome::Interrupted));
            // Of lines that are not kept nothing was claimed, and nothing can be said.
            let phases = solution.twins.iter().flat_map(|twin| &twin.phases);
            let is_kept = phases.into_iter().all(|phase| phase.told.is_empty());
            self.send("solved", json!({ "seconds": seconds.as_secs_f64() }));
            let verdict =
                (is_whole && is_kept).then(|| self.verdict_after(&solution, seconds, watcher));
            let verdict = verdict.map(|verdict| self.told(verdict));
            return self.done(json!({ "verdict": verdict }));
        }
        let mut line = json::line(&problem, &solution, Some(seconds));
        if !self.warnings.is_empty() {
            // What may be long is not read again.
            line.replace_range(..1, &format!("{{\"warnings\":{},", json!(self.warnings)));
        }
        match line.len() > MOST_BYTES {
            true => self.failed("the solution is too long to be sent"),
            false => self.send_text("done", line),
        }
    }

    /// The verdict on what was found, in the time that the search for it has left.
    fn verdict_after(
        &self,
        solution: &Solution,
        spent: Duration,
        watcher: &Watcher<'_>,
    ) -> soundness::Verdict {
        watcher.solved.store(true, Relaxed);
        let left = |limit: Duration| limit.saturating_sub(spent).max(LEAST_FOR_VERDICT);
        let settings = Settings {
            time_limit: self.settings.time_limit.map(left),
            max_solutions: self.max_solutions,
            ..self.settings.clone()
        };
        soundness::check_solved(&self.problem, solution, &settings, watcher)
    }

    /// The verdict in the language of whoever asked.
    fn told(&self, verdict: soundness::Verdict) -> soundness::Verdict {
        verdict.in_language(self.language, &self.problem)
    }

    fn explain(&self, line: &str, version: usize) {
        let Some(version) = self.problem.versions().into_iter().nth(version) else {
            return self.failed("there is no such twin");
        };
        let tongues = Tongues {
            given: None,
            spoken: self.language,
            told: self.language,
        };
        match why_in(&version.problem, line, &self.settings, tongues) {
            Ok(mut answer) => {
                for reason in &mut answer.reasons {
                    *reason = translate(self.language, reason);
                }
                self.done(json!(answer));
            }
            Err(error) => self.failed(&error.to_string()),
        }
    }

    fn past(&self, asked: &PastAsked) {
        let past = Past {
            problem: &self.problem,
            turn: match asked.turn {
                TurnForm::White => Side::White,
                TurnForm::Black => Side::Black,
            },
            rights: &asked.rights,
            passed: asked.passed.as_deref(),
            level: &asked.legality,
        };
        let told = match &asked.why {
            Some((from, arrival)) => {
                let said = past.why(from, arrival, self.language, &self.settings);
                said.map(|why| json!({ "why": why }))
            }
            None => past.un_moves(self.language, &self.settings),
        };
        match told {
            Ok(answer) => self.done(answer),
            Err(error) => self.failed(&error),
        }
    }

    fn workshop(&self, asked: &workshop::Asked) {
        let limit = self.settings.time_limit;
        let settings = Settings {
            time_limit: limit.map(|limit| limit.min(MOST_FOR_VARIANT)),
            max_solutions: None,
            ..self.settings.clone()
        };
        let bench = Bench {
            task: self,
            of: AtomicU64::new(0),
            tried: AtomicU64::new(0),
            told: Mutex::new(Instant::now()),
        };
        let former = workshop::Former::new();
        let how = workshop::Run {
            until: limit.and_then(|limit| Instant::now().checked_add(limit)),
            ..workshop::Run::of(1, &former, &bench)
        };
        match workshop::ask(asked, &self.problem, None, self.language, &settings, &how) {
            Ok(report) => self.done(json!(report)),
            Err(error) => self.failed(&error),
        }
    }

    /// The answer, with what is to be said about how the problem was read.
    fn done(&self, answer: Value) {
        self.send("done", with_warnings(answer, &self.warnings));
    }

    fn failed(&self, why: &str) {
        let why = translate(self.language, why);
        self.send("error", json!({ "error": why }));
    }

    fn send(&self, name: &'static str, data: Value) {
        self.send_text(name, data.to_string());
    }

    /// Waits for a client that reads slowly; one that is gone ends the search.
    fn send_text(&self, name: &'static str, data: String) {
        if self.sender.blocking_send((name, data)).is_err() {
            self.settings.cancel.store(true, Relaxed);
        }
    }
}

/// Tells what the workshop finds as it comes, and how far it is.
struct Bench<'a> {
    task: &'a Task,
    of: AtomicU64,
    tried: AtomicU64,
    told: Mutex<Instant>,
}

impl workshop::Watcher for Bench<'_> {
    fn begins(&self, variants: Option<usize>) {
        self.of.store(variants.unwrap_or(0) as u64, Relaxed);
    }

    fn tried(&self, _: &workshop::Tried) {
        let number = self.tried.fetch_add(1, Relaxed) + 1;
        let Ok(mut told) = self.told.lock() else {
            return;
        };
        if told.elapsed() < BEAT {
            return;
        }
        *told = Instant::now();
        let data = json!({ "number": number, "of": self.of.load(Relaxed) });
        // Progress is not worth waiting for.
        if let Err(mpsc::error::TrySendError::Closed(_)) =
            self.task.sender.try_send(("progress", data.to_string()))
        {
            self.task.settings.cancel.store(true, Relaxed);
        }
    }

    fn found(&self, finding: &workshop::Finding) {
        self.task.send("finding", json!(finding));
    }
}

/// Tells how far a search is, ten times a second at most, and the page what many lines are found.
struct Watcher<'a> {
    task: &'a Task,
    versions: Vec<Version>,
    /// Whether many lines are told as they are found.
    tells: bool,
    /// Whether what is found has been told already.
    solved: AtomicBool,
    version: AtomicU64,
    nodes: AtomicU64,
    state: Mutex<Stand>,
}

/// The most first moves of solutions that are sent to the page while a search runs.
const MOST_FOUND: usize = 100;
/// So many lines of a phase are sent to the page when it is over, as all play is.
const FEW_LINES: usize = 100;
/// The most lines of a phase that are sent while the search goes on; the others are counted.
const MOST_LINES: usize = 1000;

/// The phase whose lines are told, and how many were.
#[derive(Default)]
struct Streamed {
    phase: Option<(u64, PhaseKind, Side)>,
    count: usize,
}

struct Stand {
    told: Instant,
    streamed: Streamed,
    /// First moves of solutions that have been sent, with their versions.
    found: BTreeSet<(u64, String)>,
    length: u16,
    number: usize,
    of: usize,
    movement: String,
    /// Whether the play asked for is searched, no set play.
    is_actual: bool,
}

impl<'a> Watcher<'a> {
    fn new(task: &'a Task) -> Watcher<'a> {
        let is_of_page = task.page && task.wanted == Wanted::Solution;
        Watcher {
            task,
            versions: task.problem.versions(),
            tells: is_of_page
                && task.max_solutions.is_none()
                && soundness::may_drop_lines(&task.problem),
            solved: AtomicBool::new(false),
            version: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            state: Mutex::new(Stand {
                told: Instant::now(),
                streamed: Streamed::default(),
                found: BTreeSet::new(),
                length: 0,
                number: 0,
                of: 0,
                movement: String::new(),
                is_actual: false,
            }),
        }
    }

    /// A version of which nothing was found yet.
    fn begun(&self, index: u64) -> Option<Value> {
        let version = self.versions.get(index as usize)?;
        let nothing = TwinSolution {
            label: version.label.clone(),
            phases: Vec::new(),
            outcome: Outcome::Finished,
            remarks: Vec::new(),
        };
        let mut told = played::version(version, &nothing, self.task.language);
        told["index"] = json!(index);
        told["of"] = json!(self.versions.len());
        Some(told)
    }

    fn text(&self, movement: &MoveRecord) -> String {
        let notation = Notation::of(&self.task.problem, self.task.language);
        notation.movement(movement).trim().to_owned()
    }
}

impl Observer for Watcher<'_> {
    fn takes_lines_from(&self) -> Option<usize> {
        self.tells.then_some(FEW_LINES)
    }

    fn lines(&self, kind: PhaseKind, starter: Side, lines: &[Line]) {
        let index = self.version.load(Relaxed);
        let Some(version) = self.versions.get(index as usize) else {
            return;
        };
        let Ok(mut stand) = self.state.lock() else {
            return;
        };
        let phase = Some((index, kind, starter));
        let is_first = stand.streamed.phase != phase;
        if is_first {
            stand.streamed = Streamed { phase, count: 0 };
        }
        let room = MOST_LINES.saturating_sub(stand.streamed.count);
        stand.streamed.count += lines.len();
        let count = stand.streamed.count;
        let is_due = room > 0 || stand.told.elapsed() >= BEAT;
        if !is_due {
            return;
        }
        stand.told = Instant::now();
        drop(stand);
        if is_first && let Some(begun) = self.begun(index) {
            self.task.send("begun", begun);
        }
        let shown = &lines[..room.min(lines.len())];
        let lines = json!({
            "version": index,
            "kind": played::kind(kind),
            "starter": played::sign(starter),
            "count": count,
            "nodes": played::lines(version, shown, self.task.language),
        });
        self.task.send("lines", lines);
    }

    fn event(&self, event: Event<'_>) {
        let Ok(mut stand) = self.state.lock() else {
            return;
        };
        match event {
            Event::Phase(kind) => {
                (stand.number, stand.of) = (0, 0);
                stand.is_actual = kind != PhaseKind::SetPlay;
            }
            Event::Found { movement } if stand.is_actual && !self.solved.load(Relaxed) => {
                let (version, movement) = (self.version.load(Relaxed), self.text(movement));
                let is_told = stand.found.len() < MOST_FOUND
                    && stand.found.insert((version, movement.clone()));
                if is_told {
                    let found = json!({"version": version, "move": movement});
                    // A full queue loses nothing: the solution has it too.
                    let _ = self.task.sender.try_send(("found", found.to_string()));
                }
            }
            Event::Length(length) => stand.length = length,
            Event::Started {
                number,
                of,
                movement,
            } => {
                (stand.number, stand.of) = (number, of);
                stand.movement = self.text(movement);
            }
            Event::Nodes(nodes) => {
                self.nodes.fetch_add(nodes, Relaxed);
            }
            _ => {}
        }
        if stand.told.elapsed() < BEAT {
            return;
        }
        stand.told = Instant::now();
        let data = json!({
            "version": self.version.load(Relaxed),
            "positions": self.nodes.load(Relaxed),
            "plies": stand.length,
            "number": stand.number,
            "of": stand.of,
            "move": stand.movement,
        });
        // Progress is not worth waiting for.
        if let Err(mpsc::error::TrySendError::Closed(_)) =
            self.task.sender.try_send(("progress", data.to_string()))
        {
            self.task.settings.cancel.store(true, Relaxed);
        }
    }
}

/// A stream of server-sent events; when it is dropped, the search stops.
pub(super) fn events(first: Message, messages: mpsc::Receiver<Message>, gone: Gone) -> Response {
    let text = |(name, data): Message| format!("event: {name}\ndata: {data}\n\n");
    let start = (Some(first), messages, gone);
    let stream =
        futures_util::stream::unfold(start, move |(first, mut messages, gone)| async move {
            let message = match first {
                Some(first) => Some(first),
                // A sign of life, so that a connection that broke is noticed.
                None => tokio::time::timeout(Duration::from_secs(5), messages.recv())
                    .await
                    .unwrap_or_else(|_| Some(("alive", "{}".to_owned()))),
            };
            let message = message?;
            Some((
                Ok::<_, std::convert::Infallible>(text(message)),
                (None, messages, gone),
            ))
        });
    let kind = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (kind, axum::body::Body::from_stream(stream)).into_response()
}
