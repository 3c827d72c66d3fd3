//! All plans for a goal: who stands where in the end.

use super::least::Role;

/// No more roles than this are kept, two bytes each.
const MOST: usize = 6_000_000;

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
}

impl Book {
    pub fn new(men: usize) -> Book {
        Book {
            roles: vec![Vec::new(); men],
            last: Vec::new(),
            open: Vec::new(),
        }
    }

    pub fn is_full(&self) -> bool {
        self.roles.len() * self.open.len() >= MOST
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
