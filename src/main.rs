//! The `dawson` program. The only place that exits.
fn main() {}
