//! Men that go like another man beside them: Annan, Nanna, face to face and their kin.

pub(super) mod annan;
pub(super) mod enemy;
mod neighbour;
pub(super) mod reflection;
