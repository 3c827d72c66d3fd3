//! `dawson serve`: the page and the HTTP interface, in one process without files.
//!
//! **Invariant:** no request reads or writes a file of the machine: the page is part of the program, and inputs are
//! read without their files (`Protocol`, `LaTeX`, `Input`). **Invariant:** every search has limits of time and
//! memory, waits its turn, and stops when its client goes away.

mod answer;
mod assets;
mod gathering;
mod guard;
mod judging;
mod queue;
mod request;
mod solving;
mod vocabulary;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use queue::{Queue, Room, Stops};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// The most bytes of a request's body.
pub const MOST_BYTES: usize = 128 << 10;

/// What a server allows.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The longest time of one search.
    pub time: Duration,
    /// Bytes for all searches together.
    pub memory: usize,
    /// How many searches run at the same time.
    pub workers: usize,
}

/// Where and for whom to serve.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address; port 0 takes any that is free.
    pub address: SocketAddr,
    /// Whether other machines may ask.
    pub is_public: bool,
    /// What a request may cost.
    pub limits: Limits,
}

/// What all requests share.
pub(crate) struct State {
    is_public: bool,
    limits: Limits,
    queue: Queue,
    stops: Stops,
    /// Who may read a collection now: each holds its text in memory.
    collections: Arc<Semaphore>,
    /// Who may have one checked now, for the same reason.
    judgings: Arc<Semaphore>,
}

/// How many collections are read, and how many are checked, at the same time.
const COLLECTIONS: usize = 4;

/// Serves until the process ends; `ready` learns the address.
///
/// # Errors
/// When the address cannot be opened.
pub fn serve(settings: &Settings, ready: impl FnOnce(SocketAddr)) -> std::io::Result<()> {
    let room = Room {
        of_client: 8,
        of_all: 256,
    };
    let state = Arc::new(State {
        is_public: settings.is_public,
        limits: settings.limits.clone(),
        queue: Queue::start(settings.limits.workers, room)?,
        stops: Stops::default(),
        collections: Arc::new(Semaphore::new(COLLECTIONS)),
        judgings: Arc::new(Semaphore::new(COLLECTIONS)),
    });
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(settings.address).await?;
        ready(listener.local_addr()?);
        let service = router(state).into_make_service_with_connect_info::<SocketAddr>();
        axum::serve(listener, service).await
    })
}

fn router(state: Arc<State>) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/{file}", get(assets::file))
        .route("/api/openapi.json", get(assets::openapi))
        .route("/api/vocabulary", get(vocabulary::vocabulary))
        .route("/api/load", get(answer::load))
        .route("/api/solve", post(solving::solve))
        .route("/api/stop", post(answer::stop))
        .route("/api/check", post(solving::check))
        .route("/api/why", post(solving::explain_line))
        .route("/api/retract", post(solving::retract))
        .route("/api/workshop", post(solving::workshop))
        .route("/api/themes", post(solving::themes))
        .route("/api/explain", post(answer::explain))
        .route("/api/draw", post(answer::draw))
        .route("/api/write", post(answer::write))
        .route("/api/read", post(answer::read))
        .route("/api/collection", post(gathering::collection))
        .route(
            "/api/check-all",
            post(judging::check_all).layer(DefaultBodyLimit::max(gathering::MOST_BYTES)),
        )
        .route(
            "/api/save",
            post(gathering::save).layer(DefaultBodyLimit::max(gathering::MOST_BYTES)),
        )
        .fallback(answer::nowhere)
        .method_not_allowed_fallback(answer::otherwise)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(axum::middleware::from_fn_with_state(
            state.clone(),
            guard::guard,
        ))
        .with_state(state)
}
