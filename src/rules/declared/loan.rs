//! Loans of walks: who lends what to whom, when, in which manner, and what of it other rules hear.
//!
//! The walks a man has for a purpose are folded from its own in the order of [`Loan`]: each loan puts walks
//! in the place of what is there, or beside it. Rules do not ask each other who prevails.

use crate::men::WalkId;
use crate::rules::hooks::builder::RulesBuilder;
use crate::rules::hooks::hook::{Actor, Purpose, Walks};
use crate::rules::{Fact, Promise, View};
use smallvec::smallvec;
use std::sync::Arc;

/// The order of loans: a later one overrules an earlier one. Loans of one place are of one family: they
/// are for different men or say the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Loan {
    /// A man of the game that goes in another way than usual.
    Figure,
    /// Whoever stands on the home of a man.
    Home,
    /// Whoever stands beside it, or opposite.
    Neighbour,
    /// A pawn that goes in another way than the usual pawn.
    Pawn,
    /// A pawn that waits for its promotion.
    Waiting,
    /// Whoever observes it.
    Observers,
    /// Walks named for a king in check.
    Vault,
    /// The men that check a king.
    CheckedKing,
    /// The same for a king that becomes such a man.
    TransmutingKing,
    /// The file.
    File,
    /// No walk: lent checks that another rule silences.
    Silence,
}

/// What becomes of the walks that a man has already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// The lent walks take their place.
    InPlace,
    /// They stay.
    Beside,
}

/// A loan, but for what is lent.
#[derive(Clone, Copy, Debug)]
pub struct Lending {
    at: Loan,
    manner: Manner,
    purposes: fn(Purpose) -> bool,
    royals_only: bool,
    is_heard: bool,
}

impl Lending {
    /// A loan at this place for moves and checks, not for rules that ask who observes whom.
    pub fn of(at: Loan, manner: Manner) -> Lending {
        Lending {
            at,
            manner,
            purposes: |purpose| !purpose.is_to_watch(),
            royals_only: false,
            is_heard: false,
        }
    }

    /// For these purposes alone.
    #[must_use]
    pub fn for_those(self, purposes: fn(Purpose) -> bool) -> Lending {
        Lending { purposes, ..self }
    }

    /// For rules that ask who observes whom, too.
    #[must_use]
    pub fn for_all_purposes(self) -> Lending {
        self.for_those(|_| true)
    }

    /// Not for checks.
    #[must_use]
    pub fn for_moves(self) -> Lending {
        self.for_those(|purpose| !matches!(purpose, Purpose::Observe(_)))
    }

    /// For checks alone.
    #[must_use]
    pub fn for_checks(self) -> Lending {
        self.for_those(|purpose| purpose == Purpose::CHECK)
    }

    /// To royal men alone.
    #[must_use]
    pub fn to_royals(self) -> Lending {
        Lending {
            royals_only: true,
            ..self
        }
    }

    /// Its checks are heard where lent checks are silent.
    #[must_use]
    pub fn heard(self) -> Lending {
        Lending {
            is_heard: true,
            ..self
        }
    }

    fn promise(self) -> Promise {
        match self.royals_only {
            true => Promise::royals(),
            false => Promise::nothing(),
        }
    }
}

impl RulesBuilder<'_> {
    /// A loan of walks: what is lent to a man for a purpose, nothing if nobody lends.
    pub fn lend(
        &mut self,
        lending: Lending,
        lent: impl Fn(View<'_>, Actor, Purpose) -> Walks + Send + Sync + 'static,
    ) {
        let is_silent = self.has(Fact::LentChecksAreSilent)
            && !lending.is_heard
            && lending.manner == Manner::InPlace
            && (lending.purposes)(Purpose::CHECK);
        let (manner, purposes) = (lending.manner, lending.purposes);
        let lent = Arc::new(lent);
        let silent = Arc::clone(&lent);
        self.lend_walk(
            lending.at,
            lending.promise(),
            move |view, actor, purpose, walks| {
                if purposes(purpose) {
                    add(lent(view, actor, purpose), manner, walks);
                }
            },
        );
        if is_silent {
            self.lend_walk(
                Loan::Silence,
                lending.promise(),
                move |view, actor, purpose, walks| {
                    if purpose == Purpose::CHECK {
                        silence(silent(view, actor, purpose), view, actor, walks);
                    }
                },
            );
        }
    }
}

fn add(lent: Walks, manner: Manner, walks: &mut Walks) {
    match manner {
        Manner::InPlace if !lent.is_empty() => *walks = lent,
        Manner::InPlace => {}
        Manner::Beside => {
            let new = |walk: &WalkId| !walks.contains(walk);
            let new: Walks = lent.into_iter().filter(new).collect();
            walks.extend(new);
        }
    }
}

/// A man that is lent walks in place of its own checks with none but its own, if that is among them.
fn silence(lent: Walks, view: View<'_>, actor: Actor, walks: &mut Walks) {
    let own = view.piece_on(actor.square).walk();
    match lent.contains(&own) {
        true => *walks = smallvec![own],
        false if !lent.is_empty() => walks.clear(),
        false => {}
    }
}
