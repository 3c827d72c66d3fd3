//! What a rule declares, whoever makes it: a file of this program, or sentences of a composer.
//!
//! **Invariant:** no rule knows another. What a set of rules means follows from what each of them
//! declares and from the tables of order, and from nothing else.
//!
//! The form has five parts, in the order in which the engine asks for them:
//!
//! | part | what a rule says | what the engine makes of it |
//! |---|---|---|
//! | [`Claim`]s | what it owns, decides, needs, removes | refuses two owners and whoever lacks what it needs, with a message that names both; a rule that yields is not installed |
//! | [`Fact`]s | what is true of the game under it | the sum of all facts, which every rule reads ([`RulesBuilder::has`]) but not by whom |
//! | [`Topic`]s | its words, for others that need the same thing | [`RulesBuilder::said`] |
//! | loans ([`Lending`]) | which walks men are lent, when, in place of their own or beside them, for what | one fold in the order of [`Loan`] |
//! | hooks | answers to the questions of [`RulesBuilder`], each with its [`Promise`] and its [`Rank`] | lists that play, judgement and short cuts ask |
//!
//! Claims and facts depend on nothing but the words of the rule itself, so a reader of problems knows
//! them without building anything. Hooks are installed when all facts are known. A rule is installed in
//! whatever order it is written: effects and loans have ranks, all other answers commute.
//!
//! [`RulesBuilder`]: crate::rules::RulesBuilder
//! [`RulesBuilder::has`]: crate::rules::RulesBuilder::has
//! [`RulesBuilder::said`]: crate::rules::RulesBuilder::said
//! [`Promise`]: crate::rules::Promise
//! [`Rank`]: crate::rules::Rank

mod claim;
mod fact;
mod loan;

pub use claim::{Claim, Thing};
pub use fact::{Announced, Castlings, Fact, Topic};
pub use loan::{Lending, Loan, Manner};
