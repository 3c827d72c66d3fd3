//! The Circe family: captured men (or their captors) are reborn.

pub(super) mod anti_circe;
pub(super) mod plain;
pub(super) mod rebirth;
pub(super) mod super_circe;
