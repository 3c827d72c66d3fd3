//! A thread tells the lines behind its first move when its turn has come.

use super::found::Found;
use super::searcher::Searcher;
use crate::board::Side;
use crate::rules::Game;
use crate::solution::MoveRecord;
use std::time::Duration;

/// How long a thread that has to wait for others sleeps before it looks again.
const PAUSE: Duration = Duration::from_millis(2);

impl<G: Game> Searcher<'_, G> {
    /// Tells what was found behind the first move under way, if it is much and its turn has come.
    pub(super) fn tell_lines(&mut self, game: &G, found: &mut Found) {
        let Some((stream, number)) = self.stream else {
            return;
        };
        if found.due() < stream.many {
            return;
        }
        if self.is_aiding() {
            return found.discard();
        }
        while !stream.may_tell(self.control, number, || {
            found.take(&moves_under_way(game, found))
        }) {
            if self.control.must_stop() {
                self.stopped = true;
                return;
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// The first move under way is finished: what the search has to keep of it.
    pub(super) fn finish_first_move(&self, found: Found) -> Found {
        match self.stream {
            Some((stream, number)) if !self.is_aiding() => {
                let mut share = Found::new(usize::MAX);
                share.take_share(&found);
                stream.finish(self.control, number, found);
                share
            }
            _ => found,
        }
    }
}

/// The moves of the plies under way, in the words of a move record.
fn moves_under_way<G: Game>(game: &G, found: &Found) -> Vec<Option<(Side, MoveRecord)>> {
    let mut game = game.clone();
    let backwards = found.under_way().iter().rev().map(|ply| {
        let (side, plies) = ply.moved?;
        while game.plies() > plies {
            game.rewind();
        }
        Some((side, game.record()))
    });
    let mut moves: Vec<_> = backwards.collect();
    moves.reverse();
    moves
}
