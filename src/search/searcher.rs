//! One thread's state of a search, and the question all solvers ask: does this
//! node of the tree of play hold here?
//!
//! **Invariant:** after `stopped` is set every answer is meaningless; nothing is
//! remembered and the callers throw away what they were making.

use super::aid::{Aid, Open};
use super::control::{Control, Event};
use super::killer::Killers;
use super::known::Known;
use super::replies::{Behind, Sharing};
use super::stream::Stream;
use super::wishes::Wishes;
use crate::board::Side;
use crate::problem::Goal;
use crate::rules::{Game, Prefetch, ShortCut, TooFar, Wanted};
use crate::stipulation::{Branch, Node, PlayKind, Span};
use std::borrow::Cow;
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::{Duration, Instant};

pub(super) struct Searcher<'a, G: Game> {
    pub(super) control: &'a Control<'a>,
    /// Distinguishes the phases of a duplex problem in the hash table.
    salt: u128,
    /// Defences that refuted.
    pub(super) refuters: Killers<G::Move>,
    /// Attacks that won.
    pub(super) winners: Killers<G::Move>,
    /// The kind of the last move of the line being searched.
    pub(super) answering: usize,
    pub(super) stopped: bool,
    /// The numbers of the moves made, where more than the first are numbered.
    pub(super) path: Vec<u32>,
    pub(super) wishes: Wishes,
    /// The first move under way, where replies to it are kept.
    pub(super) behind: Option<Behind>,
    /// Set while the replies to it are searched.
    pub(super) sharing: Option<Sharing>,
    /// How many more defences may be no trivial ones.
    pub(super) allowance: u16,
    /// How many times a line was left that might go on in lines of greater length.
    pub(super) open_ends: u64,
    until_poll: u64,
    /// How many positions there are from one look at the clock to the next.
    interval: u64,
    polled: Instant,
    /// Where lines go before the search is over, and the first move under way, if they go anywhere.
    pub(super) stream: Option<(&'a Stream, usize)>,
    /// The thread that this one aids, if it aids one.
    aid: Option<Aid<'a>>,
    /// The positions under way, where there are other threads that may store their results.
    open: Option<Open>,
}

/// How the table will be asked after a move: whose turn it is then, what is added to the key of the
/// position, and when the move leads too far away to be asked about at all.
pub(super) type Asked<'a> = (Side, u128, Option<TooFar<'a>>);

/// The most positions between two looks at the clock.
const POLL: u64 = 256;
/// The fewest.
const CLOSE_POLL: u64 = 8;
/// Where positions take long, looks at the clock are no farther apart than this.
const SLOW: Duration = Duration::from_millis(10);

impl<'a, G: Game> Searcher<'a, G> {
    pub(super) fn new(control: &'a Control<'a>, salt: u128, wishes: Wishes) -> Self {
        Searcher {
            control,
            salt,
            refuters: Killers::new(G::MOVE_KINDS, control.allow(ShortCut::Killers)),
            winners: Killers::new(G::MOVE_KINDS, control.allow(ShortCut::Killers)),
            answering: 0,
            stopped: false,
            path: Vec::new(),
            wishes,
            behind: None,
            sharing: None,
            allowance: wishes.allowance(),
            open_ends: 0,
            until_poll: POLL,
            interval: POLL,
            polled: Instant::now(),
            stream: None,
            aid: None,
            open: (control.budget.threads > 1).then(Open::default),
        }
    }

    /// Goes on only as long as there is something to aid, and looks at moves in an order of its own.
    pub(super) fn aids(&mut self, aid: Aid<'a>) {
        self.aid = Some(aid);
    }

    /// Whether it only aids another thread.
    pub(super) fn is_aiding(&self) -> bool {
        self.aid.is_some()
    }

    /// The moves to try first: those given, and for a thread that aids another all others in an order of its own.
    pub(super) fn first_of<'m>(
        &mut self,
        game: &mut G,
        (kind, wanted): (PlayKind, Wanted),
        first: &'m [G::Move],
        left: u16,
    ) -> Cow<'m, [G::Move]> {
        let aid = self.aid.as_mut();
        let Some(aid) = aid.filter(|aid| aid.turns(left, kind)) else {
            return Cow::Borrowed(first);
        };
        let mut others = Vec::new();
        let _ = game.visit_moves(wanted, &[], &mut |_, movement| {
            others.push(movement);
            Continue(())
        });
        others.retain(|movement| !first.contains(movement));
        aid.turn(&mut others, kind);
        Cow::Owned([first, &others].concat())
    }

    /// Counts a position; breaks the visit when the search must end.
    #[inline]
    pub(super) fn tick(&mut self) -> ControlFlow<()> {
        self.until_poll -= 1;
        if self.until_poll == 0 {
            self.poll();
        }
        if self.stopped {
            Break(())
        } else {
            Continue(())
        }
    }

    #[cold]
    fn poll(&mut self) {
        self.control.observer.event(Event::Nodes(self.interval));
        let now = Instant::now();
        self.interval = match now - self.polled > SLOW {
            true => (self.interval / 4).max(CLOSE_POLL),
            false => (2 * self.interval).min(POLL),
        };
        (self.until_poll, self.polled) = (self.interval, now);
        let in_vain = self.aid.as_ref().is_some_and(Aid::is_over);
        let table = &self.control.table;
        let known = |key| table.get(key).map_or(Known::NOTHING, Known);
        let told = self.open.as_mut().is_some_and(|open| open.is_told(known));
        self.stopped |= in_vain || told || self.control.must_stop();
    }

    /// The answer of `search` for a position with this key and so many plies left. If another thread stores the result in
    /// the hash table meanwhile, the search is stopped and `told` makes the answer of that.
    pub(super) fn unless_told<T>(
        &mut self,
        (key, plies): (u128, u16),
        search: impl FnOnce(&mut Self) -> T,
        told: impl FnOnce(Known) -> T,
    ) -> T {
        let Some(open) = &mut self.open else {
            return search(self);
        };
        open.enter(key, plies);
        let found = search(self);
        match self.open.as_mut().and_then(Open::leave) {
            Some(known) => {
                self.stopped = false;
                told(known)
            }
            None => found,
        }
    }

    /// The key of a position within a branch; `extra` tells apart what else the
    /// entry depends on.
    #[inline]
    pub(super) fn key(&self, game: &G, branch: &Branch, extra: u32) -> u128 {
        game.key() ^ self.addition(branch, extra)
    }

    /// What the key within a branch has beside that of the position.
    #[inline]
    pub(super) fn addition(&self, branch: &Branch, extra: u32) -> u128 {
        let inside = u128::from(branch.id) << 32 | u128::from(extra);
        (inside + 1).wrapping_mul(SPREAD) ^ self.salt
    }

    /// Visits moves after which the table will be asked under the position's key with this
    /// addition, when it is the turn of `turn`. Those after which it knows what makes them idle
    /// may be left out, and so may those that lead too far away.
    pub(super) fn visit_asking(
        &mut self,
        game: &mut G,
        (wanted, first): (Wanted, &[G::Move]),
        (turn, addition, too_far): Asked<'_>,
        makes_idle: impl Fn(u32) -> bool,
        mut visit: impl FnMut(&mut Self, &mut G, G::Move) -> ControlFlow<()>,
    ) {
        let table = &self.control.table;
        let tell = |key: u128| table.announce(key ^ addition);
        let is_idle = |key: u128| table.get(key ^ addition).is_some_and(&makes_idle);
        let prefetch = Prefetch {
            turn,
            tell: &tell,
            is_idle: &is_idle,
            too_far,
        };
        let _ = game.visit_moves_prefetching(wanted, first, prefetch, &mut |game, movement| {
            visit(self, game, movement)
        });
    }

    /// Whether the node holds after the ply just made.
    pub(super) fn holds(&mut self, game: &mut G, node: &Node) -> bool {
        match node {
            Node::Goal(goal) => game.reaches(*goal),
            Node::Branch(branch) => self.succeeds(game, branch),
            Node::Not(node) => !self.holds(game, node),
            Node::And(first, second) => self.holds(game, first) && self.holds(game, second),
            Node::Or(first, second) => self.holds(game, first) || self.holds(game, second),
        }
    }

    /// Whether the play of the branch succeeds from here.
    pub(super) fn succeeds(&mut self, game: &mut G, branch: &Branch) -> bool {
        if !self.begin(game, branch) {
            return false;
        }
        let succeeds = match branch.manner {
            PlayKind::Attack => self.attack(game, branch, branch.span),
            PlayKind::Defence => self.defence(game, branch, branch.span),
            PlayKind::Help | PlayKind::Series => self.has_line(game, branch),
        };
        if branch.again {
            game.rewind();
        }
        succeeds
    }

    /// Gives the turn to the side that begins a branch, unless that leaves the
    /// other in check or the branch may not begin.
    pub(super) fn begin(&mut self, game: &mut G, branch: &Branch) -> bool {
        let side = game.side_to_move();
        if branch.again && game.in_check(side) {
            return false;
        }
        if branch.again {
            game.pass();
        }
        let may_begin = branch.manner != PlayKind::Defence || self.may_move(game, branch);
        if branch.again && !may_begin {
            game.rewind();
        }
        may_begin
    }

    /// Whether the constraint allows a ply in the diagram, where none was made that could
    /// have reached a goal.
    pub(super) fn may_begin(&mut self, game: &mut G, branch: &Branch) -> bool {
        let constraint = branch.constraint.as_ref();
        constraint.is_some_and(Node::is_leaf) || self.may_move(game, branch)
    }

    /// Whether the constraint allows the next ply at all.
    pub(super) fn may_move(&mut self, game: &mut G, branch: &Branch) -> bool {
        let constraint = branch.constraint.as_ref();
        constraint.is_none_or(|node| self.holds(game, node))
    }

    /// The goal to tell where the node holds: of several, the first that was reached.
    pub(super) fn told_goal(&mut self, game: &mut G, node: Option<&Node>) -> Option<Goal> {
        match node? {
            Node::Goal(goal) => Some(*goal),
            Node::Branch(_) | Node::Not(_) => None,
            Node::And(first, second) => self
                .told_goal(game, Some(first))
                .or_else(|| self.told_goal(game, Some(second))),
            Node::Or(first, second) => {
                let node = if self.holds(game, first) {
                    first
                } else {
                    second
                };
                self.told_goal(game, Some(node))
            }
        }
    }

    /// The play by which a node holds, if it is play.
    pub(super) fn holding<'n>(&mut self, game: &mut G, node: &'n Node) -> Option<&'n Branch> {
        match node {
            Node::Branch(branch) => Some(branch),
            Node::Or(first, second) => {
                let node = if self.holds(game, first) {
                    first
                } else {
                    second
                };
                self.holding(game, node)
            }
            Node::And(first, second) => self
                .holding(game, first)
                .or_else(|| self.holding(game, second)),
            Node::Goal(_) | Node::Not(_) => None,
        }
    }

    /// Whether the side to move has a ply after which the node holds.
    pub(super) fn can_reach(&mut self, game: &mut G, node: &Node) -> bool {
        if let Some(answer) = self.can_reach_goal(game, node) {
            return answer;
        }
        let mut found = false;
        let _ = game.visit_moves(wanted(node), &[], &mut |game, _| {
            self.tick()?;
            found = self.holds(game, node);
            if found { Break(()) } else { Continue(()) }
        });
        found
    }
}

impl<G: Game> Searcher<'_, G> {
    /// The same if the node is a goal and the engine has a quick answer.
    #[inline]
    pub(super) fn can_reach_goal(&mut self, game: &mut G, node: &Node) -> Option<bool> {
        let Node::Goal(goal) = node else { return None };
        let answer = game.can_reach_at_once(*goal)?;
        // Whether the search must stop is seen by whoever asked.
        let _ = self.tick();
        Some(answer)
    }
}

/// What was counted since the last poll is told too.
impl<G: Game> Drop for Searcher<'_, G> {
    fn drop(&mut self) {
        let rest = self.interval - self.until_poll;
        self.control.observer.event(Event::Nodes(rest));
    }
}
/// Looks at a reply already played; none is a pass.
type VisitReply<'v, G> = dyn FnMut(&mut G, Option<<G as Game>::Move>) -> ControlFlow<()> + 'v;

/// Visits the replies of the side that does not lead: all its moves, or where
/// it only parries checks and is not in check, a pass.
pub(super) fn visit_replies<G: Game>(
    game: &mut G,
    branch: &Branch,
    wanted: Wanted,
    first: &[G::Move],
    visit: &mut VisitReply<'_, G>,
) -> ControlFlow<()> {
    let side = game.side_to_move();
    if branch.parry && !game.in_check(side) {
        game.pass();
        let flow = visit(game, None);
        game.rewind();
        return flow;
    }
    game.visit_moves(wanted, first, &mut |game, movement| {
        visit(game, Some(movement))
    })
}

/// An odd number that scatters small ones over 128 bits.
pub(super) const SPREAD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

pub(super) fn salt(number: usize) -> u128 {
    (number as u128 + 1).wrapping_mul(SPREAD.rotate_left(29))
}

/// Which moves can matter when only this node is asked for.
pub(super) fn wanted(node: &Node) -> Wanted {
    match node {
        Node::Goal(goal) => reaching(*goal),
        Node::Branch(inner) if inner.manner == PlayKind::Defence => forcing(inner),
        _ => Wanted::All,
    }
}

/// Which moves can matter when the other side is to be driven into what the branch asks for.
fn forcing(branch: &Branch) -> Wanted {
    let at_once = branch.span.max == 1 && branch.span.min <= 1 && !branch.again;
    let goal = forced_goal(branch).filter(|_| at_once);
    goal.map_or(Wanted::All, Wanted::Forcing)
}

/// The goal the defender is driven into, if it must move.
pub(super) fn forced_goal(branch: &Branch) -> Option<Goal> {
    match branch.after_defence() {
        Some(Node::Goal(goal)) if !branch.parry => Some(*goal),
        _ => None,
    }
}

/// Which replies count in battle when so many plies are left: all, and as the last ply also
/// those into which the defender is driven though they leave its own king in check.
pub(super) fn wanted_replies(branch: &Branch, left: Span) -> Wanted {
    let end = branch.after_defence().filter(|_| left.max == 1);
    end.map_or(Wanted::All, or_reaching)
}

/// All moves, and those that reach the goal by leaving the own king in check.
pub(super) fn or_reaching(end: &Node) -> Wanted {
    match *end {
        Node::Goal(goal) if goal.row().allows_own_check => Wanted::OrReaching(goal),
        _ => Wanted::All,
    }
}

fn reaching(goal: Goal) -> Wanted {
    match goal {
        Goal::AnyMove => Wanted::All,
        _ => Wanted::Reaching(goal),
    }
}
