//! How the making of plans is told from outside that it must stop.

use std::fmt;
use std::sync::Arc;

/// Says when to stop.
#[derive(Clone, Default)]
pub(in super::super) struct Stop(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Stop {
    pub fn new(must_stop: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop(Some(Arc::new(must_stop)))
    }

    /// Whether the time has come.
    pub fn has_come(&self) -> bool {
        self.0.as_ref().is_some_and(|must_stop| must_stop())
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stop").finish_non_exhaustive()
    }
}
