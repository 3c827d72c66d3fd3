//! Replies to a first move that are searched one by one, by several machines.
//!
//! With [`Part::reply`](super::Part) a search looks at one reply alone and keeps what it found
//! behind it. With what others kept, a search takes it over and looks only at the other replies.
//! In help and series play that are the lines behind the reply; in battle play how soon it is
//! answered, from which the play itself is told again.
//!
//! **Invariant:** what was found behind one reply alone is no knowledge of the position before
//! it: of no length is that position put into the hash table, for it may be reached by a detour.

use super::checkpoint::Place;
use super::control::Event;
use super::found::Found;
use super::known::Known;
use super::progress::Progress;
use super::replies::{Behind, Replies, Sharing};
use super::searcher::Searcher;
use crate::rules::{Game, Wanted};
use crate::solution::MoveRecord;
use crate::stipulation::{Branch, Span};

impl<G: Game> Searcher<'_, G> {
    /// A first move was just played; its replies are kept, if anything is.
    pub(super) fn begin_first_move(&mut self, game: &G, place: Place, branch: u16) {
        let budget = &self.control.budget;
        self.behind = budget.checkpoint.as_ref().map(|_| Behind {
            place,
            branch,
            key: game.key(),
            only: budget.part.and_then(|part| part.reply),
        });
    }

    /// Whether only one reply to a first move is searched.
    pub(super) fn searches_a_reply(&self) -> bool {
        self.control
            .budget
            .part
            .is_some_and(|part| part.reply.is_some())
    }

    /// The reply with this number, as it is told.
    fn reply_numbered(&self, game: &mut G, number: usize) -> Option<MoveRecord> {
        let moves = game.numbered_moves(Wanted::All);
        let legal: Vec<G::Move> = moves
            .into_iter()
            .filter_map(|(movement, legal)| legal.then_some(movement))
            .collect();
        self.control.observer.event(Event::Replies(legal.len()));
        let movement = legal.get(number)?;
        game.play(*movement);
        let record = game.record();
        game.rewind();
        Some(record)
    }

    /// The first move just played in a line, if its replies are to be told apart.
    pub(super) fn replies_to_first_move(
        &self,
        branch: &Branch,
        progress: Progress,
    ) -> Option<Behind> {
        let is_first = progress.ply == 1 && !branch.parry;
        let behind = self.behind.as_ref().filter(|_| is_first)?.clone();
        let checkpoint = self.control.budget.checkpoint.as_ref()?;
        let wanted = behind.only.is_some() || checkpoint.has_replies(behind.place);
        (wanted && behind.branch == branch.id).then_some(behind)
    }

    /// The lines behind a first move, reply by reply.
    pub(super) fn lines_by_reply(
        &mut self,
        game: &mut G,
        branch: &Branch,
        progress: Progress,
        behind: &Behind,
        found: &mut Found,
    ) {
        // Whatever is played further on begins a line of its own.
        self.behind = None;
        let only = behind.only.map(|number| self.reply_numbered(game, number));
        if only != Some(None) {
            self.sharing = Some(Sharing {
                place: behind.place,
                ply: progress.ply + 1,
                branch: branch.id,
                only: only.flatten(),
            });
            self.search_lines(game, branch, progress, found);
            self.sharing = None;
        }
        self.open_ends += 1;
        self.behind = Some(behind.clone());
    }

    /// Goes on after a ply of a line, or takes over what others found behind it.
    pub(super) fn lines_behind(
        &mut self,
        game: &mut G,
        branch: &Branch,
        next: Progress,
        found: &mut Found,
    ) {
        let is_shared = |sharing: &Sharing| sharing.ply == next.ply && sharing.branch == branch.id;
        let Some(sharing) = self.sharing.take_if(|sharing| is_shared(sharing)) else {
            return self.lines_after(game, branch, next, found);
        };
        let record = game.record();
        let checkpoint = self.control.budget.checkpoint.as_ref();
        let is_ours = sharing.only.as_ref().is_none_or(|only| *only == record);
        if let Some(checkpoint) = checkpoint.filter(|_| is_ours) {
            let known = checkpoint.replies::<Found>(sharing.place).into_iter();
            let known = known.rev().find(|(reply, _)| *reply == record);
            match known.filter(|_| sharing.only.is_none()) {
                Some((_, lines)) => found.append(lines),
                None => {
                    let mut lines = Found::new(found.room());
                    self.lines_after(game, branch, next, &mut lines);
                    if sharing.only.is_some() && !self.stopped {
                        checkpoint.keep_reply(sharing.place, &record, &lines);
                    }
                    found.append(lines);
                }
            }
        }
        self.sharing = Some(sharing);
    }

    /// What is known of the replies to the first move just played, if they are told apart.
    pub(super) fn replies_of_battle(
        &mut self,
        game: &mut G,
        (branch, key): (&Branch, u128),
        left: Span,
    ) -> Option<Replies> {
        let behind = self.behind.as_ref()?;
        let checkpoint = self.control.budget.checkpoint.as_ref()?;
        let is_here = behind.key == key && behind.branch == branch.id;
        let (place, only) = (behind.place, behind.only);
        if !is_here || branch.parry || !self.wishes.are_none() {
            return None;
        }
        if left.max < 2 || only.is_none() && !checkpoint.has_replies(place) {
            return None;
        }
        let known = checkpoint.replies(place);
        Some(Replies {
            place,
            known,
            only: only.map(|number| self.reply_numbered(game, number)),
        })
    }

    /// Whether the defence just played has no answer, as far as it is ours to know.
    pub(super) fn refutes(
        &mut self,
        game: &mut G,
        branch: &Branch,
        left: Span,
        replies: &Replies,
    ) -> bool {
        let record = game.record();
        let is_ours = |only: &Option<MoveRecord>| only.as_ref() == Some(&record);
        if replies.only.as_ref().is_some_and(|only| !is_ours(only)) {
            return false;
        }
        let after = left.after_ply();
        let told = replies.known.iter();
        let told = told.filter(|(reply, _)| *reply == record);
        let known = told.fold(Known::NOTHING, |all, (_, known)| {
            all.with(known.won(), true).with(known.lost(), false)
        });
        if replies.only.is_none() && (known.won() <= after.max || known.lost() >= after.max) {
            return known.won() > after.max;
        }
        let answered = self.is_answered(game, branch, after);
        if let Some(checkpoint) = &self.control.budget.checkpoint
            && replies.only.is_some()
            && !self.stopped
        {
            checkpoint.keep_reply(replies.place, &record, known.with(after.max, answered));
        }
        !answered
    }
}
