//! The workshop: what comes after solving. Thousands of small changes of a problem are tried, to repair it, to say what each
//! man is there for, to find twins, conditions and other stipulations.
//!
//! [`Menu::variants`] lists changes, [`Trier::answer`] says what one of them is, [`run`] tries many side by side; each
//! question is a menu, a wish and what is made of the answers.
//!
//! **Invariant:** nothing here knows a rule or searches by itself; whatever is said to be sound was judged by
//! [`check`](crate::soundness::check).

mod asked;
mod conditions;
mod critique;
mod extend;
mod finding;
mod key;
mod play;
mod repair;
mod run;
mod telling;
mod trial;
mod twin;
mod variant;
mod wish;

pub use asked::{Asked, Question, Report, ask, schema, usual_jobs};
pub use critique::{Critique, ManReport};
pub use extend::EXTENSIONS;
pub use finding::{Finding, twin_text};
pub use key::KeyReport;
pub use repair::{Findings, repair};
pub use run::{Former, Run, Tried, Watcher, change_text, run};
pub use telling::text;
pub use trial::{Answer, Means, Trier};
pub use variant::{Kind, Menu, Variant};
pub use wish::{Kept, Step, Wish, WishError, lines_of_solution, lines_of_text};
