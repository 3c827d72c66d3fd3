//! All plans for a goal: who stands where in the end.

use super::least::Role;
use std::mem::size_of;

/// Nobody among the men.
pub(super) const NOBODY: u8 = u8::MAX;

/// A plan and what is left to do for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub plan: u32,
    /// The least moves of each side.
    pub moves: [u8; 2],
    /// How many men are still to be captured.
    pub captures: u8,
}

/// The plans, man by man, with what is to be done from the beginning.
#[derive(Clone, Debug)]
pub(super) struct Book {
    roles: Vec<Vec<Role>>,
    /// By plan: who must move last, if that is known.
    last: Vec<u8>,
    pub open: Vec<Open>,
    /// How many bytes it may take.
    most: usize,
}

impl Book {
    pub fn new(men: usize, most: usize) -> Book {
        Book {
            roles: vec![Vec::new(); men],
            last: Vec::new(),
            open: Vec::new(),
            most,
        }
    }

    pub fn is_full(&self) -> bool {
        self.bytes() >= self.most
    }

    /// What it takes, with what is noted of its plans along a line.
    pub fn bytes(&self) -> usize {
        /// So many positions of a line have nearly all plans left.
        const LEVELS: usize = 3;
        let roles = self.roles.len() * size_of::<Role>();
        self.open.len() * (roles + size_of::<u8>() + LEVELS * size_of::<Open>())
    }

    /// Adds a plan.
    pub fn add(&mut self, roles: &[Role], moves: [u8; 2], captures: u8, last: u8) {
        for (all, &role) in self.roles.iter_mut().zip(roles) {
            all.push(role);
        }
        self.last.push(last);
        let plan = self.open.len() as u32;
        self.open.push(Open {
            plan,
            moves,
            captures,
        });
    }

    /// Forgets all plans but the first ones.
    pub fn truncate(&mut self, plans: usize) {
        self.roles
            .iter_mut()
            .for_each(|roles| roles.truncate(plans));
        self.last.truncate(plans);
        self.open.truncate(plans);
    }

    /// Who must move last in a plan.
    #[inline]
    pub fn last(&self, plan: usize) -> Option<usize> {
        let last = self.last[plan];
        (last != NOBODY).then_some(last.into())
    }

    /// The roles of a man, plan by plan.
    #[inline]
    pub fn roles(&self, man: usize) -> &[Role] {
        &self.roles[man]
    }
}
