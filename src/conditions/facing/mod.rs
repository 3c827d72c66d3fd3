//! Men that go like another man beside them: Annan, Nanna, face to face and their kin.

mod annan;
mod enemy;
mod neighbour;
mod reflection;

pub use annan::{ANNAN, NANNA};
pub use enemy::{BACK, CHEEK, FACE};
pub use reflection::POINT;
