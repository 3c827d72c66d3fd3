//! Who searches next: a few workers, and clients that take turns.
//!
//! **Invariant:** a job whose client went away is never started, and one that runs is told to stop by its flag.

use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// The stack of a worker: deep play recurses deeply.
const STACK: usize = 64 << 20;

/// Who asks: an address, on the own machine together with the port.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Client(pub SocketAddr);

impl Client {
    /// Who asks from this address.
    pub fn of(address: SocketAddr) -> Client {
        Client(match address.ip().is_loopback() {
            // On one's own machine every connection is a client.
            true => address,
            false => SocketAddr::new(address.ip(), 0),
        })
    }
}

/// Something to do for a client.
struct Job {
    cancel: Arc<AtomicBool>,
    run: Box<dyn FnOnce() + Send>,
}

/// Why a job was not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Full {
    /// This client already has as many waiting as it may.
    Client,
    /// All clients together have.
    Everybody,
}

/// How many jobs may wait.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Of one client.
    pub of_client: usize,
    /// Of all.
    pub of_all: usize,
}

/// The queue with its workers.
pub struct Queue {
    shared: Arc<Shared>,
    room: Room,
}

#[derive(Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    some: Condvar,
    running: AtomicUsize,
}

#[derive(Default)]
struct Waiting {
    /// Clients in the order in which they come on.
    turns: VecDeque<Client>,
    jobs: HashMap<Client, VecDeque<Job>>,
    count: usize,
}

impl Queue {
    /// Starts so many workers.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn start(workers: usize, room: Room) -> std::io::Result<Queue> {
        let shared = Arc::new(Shared::default());
        for number in 0..workers.max(1) {
            let shared = shared.clone();
            std::thread::Builder::new()
                .name(format!("search-{number}"))
                .stack_size(STACK)
                .spawn(move || work(&shared))?;
        }
        Ok(Queue { shared, room })
    }

    /// Puts a job into the queue; gives how many wait before it at most.
    ///
    /// # Errors
    /// When there is no room.
    pub fn add(
        &self,
        client: Client,
        cancel: Arc<AtomicBool>,
        run: impl FnOnce() + Send + 'static,
    ) -> Result<usize, Full> {
        let mut waiting = self.shared.lock();
        waiting.sweep();
        if waiting.count >= self.room.of_all {
            return Err(Full::Everybody);
        }
        let before = waiting.count;
        let jobs = waiting.jobs.entry(client).or_default();
        if jobs.len() >= self.room.of_client {
            return Err(Full::Client);
        }
        let is_new = jobs.is_empty();
        jobs.push_back(Job {
            cancel,
            run: Box::new(run),
        });
        waiting.count += 1;
        if is_new {
            waiting.turns.push_back(client);
        }
        drop(waiting);
        self.shared.some.notify_one();
        Ok(before)
    }

    /// How many jobs wait, and how many run.
    pub fn load(&self) -> (usize, usize) {
        let waiting = self.shared.lock().count;
        (waiting, self.shared.running.load(Relaxed))
    }
}

impl Shared {
    /// A worker that panicked held no lock: jobs run without it.
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Waiting {
    /// The first job of the client whose turn it is; it comes on again after all others.
    fn next(&mut self) -> Option<Job> {
        while let Some(client) = self.turns.pop_front() {
            let Some(jobs) = self.jobs.get_mut(&client) else {
                continue;
            };
            let job = jobs.pop_front();
            self.count -= usize::from(job.is_some());
            match jobs.is_empty() {
                true => drop(self.jobs.remove(&client)),
                false => self.turns.push_back(client),
            }
            match job {
                Some(job) if !job.cancel.load(Relaxed) => return Some(job),
                _ => continue,
            }
        }
        None
    }

    /// Drops the jobs of clients that went away.
    fn sweep(&mut self) {
        self.jobs.retain(|_, jobs| {
            jobs.retain(|job| !job.cancel.load(Relaxed));
            !jobs.is_empty()
        });
        self.turns.retain(|client| self.jobs.contains_key(client));
        self.count = self.jobs.values().map(VecDeque::len).sum();
    }
}

fn work(shared: &Shared) {
    loop {
        let mut waiting = shared.lock();
        let job = loop {
            match waiting.next() {
                Some(job) => break job,
                None => {
                    let woken = shared.some.wait(waiting);
                    waiting = woken.unwrap_or_else(|poisoned| poisoned.into_inner());
                }
            }
        };
        drop(waiting);
        shared.running.fetch_add(1, Relaxed);
        // Whoever waits for a job that panicked sees its channel closed.
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job.run));
        shared.running.fetch_sub(1, Relaxed);
    }
}

/// The longest word that a client may give its search.
const LONGEST_TOKEN: usize = 64;

/// The searches that their clients can stop by a word.
#[derive(Clone, Default)]
pub struct Stops(Arc<Mutex<HashMap<String, Arc<AtomicBool>>>>);

impl Stops {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<AtomicBool>>> {
        self.0
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Remembers a search until the ticket is dropped; a word that is too long is remembered by its beginning.
    pub fn enter(&self, mut token: String, cancel: Arc<AtomicBool>) -> Ticket {
        let end = token.char_indices().map(|(at, _)| at).nth(LONGEST_TOKEN);
        token.truncate(end.unwrap_or(token.len()));
        self.lock().insert(token.clone(), cancel);
        Ticket {
            stops: self.clone(),
            token,
        }
    }

    /// Stops the search with this word; whether there is one.
    pub fn stop(&self, token: &str) -> bool {
        let found = self.lock().get(token).cloned();
        found.map(|cancel| cancel.store(true, Relaxed)).is_some()
    }
}

/// A search that can be stopped while this is there.
pub struct Ticket {
    stops: Stops,
    token: String,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stops.lock().remove(&self.token);
    }
}

/// Sets a flag when it goes out of scope: the client is not there any more.
pub struct Gone(pub Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn client(port: u16) -> Client {
        Client(SocketAddr::from(([127, 0, 0, 1], port)))
    }

    fn flag() -> Arc<AtomicBool> {
        Arc::new(AtomicBool::new(false))
    }

    #[test]
    fn clients_take_turns() {
        let room = Room {
            of_client: 8,
            of_all: 100,
        };
        let queue = Queue::start(1, room).expect("threads");
        let (done, order) = mpsc::channel();
        let (open, gate) = mpsc::channel::<()>();
        let first = queue.add(client(1), flag(), move || {
            let _ = gate.recv();
        });
        assert_eq!(first, Ok(0));
        while queue.load().0 > 0 {
            std::thread::yield_now();
        }
        for (port, name) in [
            (1, "a1"),
            (1, "a2"),
            (1, "a3"),
            (2, "b1"),
            (3, "c1"),
            (2, "b2"),
        ] {
            let done = done.clone();
            queue
                .add(client(port), flag(), move || {
                    let _ = done.send(name);
                })
                .expect("there is room");
        }
        open.send(()).expect("the first job waits");
        let order: Vec<_> = order.iter().take(6).collect();
        assert_eq!(order, ["a1", "b1", "c1", "a2", "b2", "a3"]);
    }

    #[test]
    fn whoever_goes_away_makes_room() {
        let room = Room {
            of_client: 2,
            of_all: 3,
        };
        let queue = Queue::start(1, room).expect("threads");
        let (open, gate) = mpsc::channel::<()>();
        queue
            .add(client(1), flag(), move || {
                let _ = gate.recv();
            })
            .expect("room");
        while queue.load().0 > 0 {
            std::thread::yield_now();
        }
        let cancelled = flag();
        let ran = flag();
        let runs = ran.clone();
        queue
            .add(client(1), cancelled.clone(), move || {
                runs.store(true, Relaxed)
            })
            .expect("room");
        queue.add(client(1), flag(), || {}).expect("room");
        assert_eq!(queue.add(client(1), flag(), || {}), Err(Full::Client));
        queue.add(client(2), flag(), || {}).expect("room");
        assert_eq!(queue.add(client(3), flag(), || {}), Err(Full::Everybody));
        drop(Gone(cancelled));
        assert_eq!(queue.add(client(3), flag(), || {}), Ok(2));
        open.send(()).expect("the first job waits");
        while queue.load() != (0, 0) {
            std::thread::yield_now();
        }
        assert!(!ran.load(Relaxed));
    }

    #[test]
    fn a_panic_ends_no_worker() {
        let room = Room {
            of_client: 2,
            of_all: 3,
        };
        let queue = Queue::start(1, room).expect("threads");
        queue
            .add(client(1), flag(), || panic!("on purpose"))
            .expect("room");
        let (done, wait) = mpsc::channel();
        queue
            .add(client(1), flag(), move || {
                let _ = done.send(7);
            })
            .expect("room");
        assert_eq!(wait.recv(), Ok(7));
    }
}
