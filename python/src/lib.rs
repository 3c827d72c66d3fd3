//! The Python package: the library's problems, solutions and verdicts as Python objects.
//!
//! **Invariant:** nothing of chess is decided here. Long calls let go of the interpreter; an
//! exception of a callback and Ctrl-C end them.

mod batch;
mod cluster;
mod collection;
mod condition;
mod errors;
mod lines;
mod manual;
mod problem;
mod run;
mod solution;
mod verdict;

use pyo3::prelude::*;

#[pymodule]
fn _dawson(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::add(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("PROGRAM", dawson::soundness::program())?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<cluster::Results>()?;
    module.add_class::<collection::Collection>()?;
    module.add_class::<collection::Entry>()?;
    module.add_class::<condition::Condition>()?;
    module.add_class::<lines::Lines>()?;
    module.add_class::<problem::Problem>()?;
    module.add_class::<run::Progress>()?;
    module.add_class::<solution::Branch>()?;
    module.add_class::<solution::Line>()?;
    module.add_class::<solution::Move>()?;
    module.add_class::<solution::Phase>()?;
    module.add_class::<solution::Solution>()?;
    module.add_class::<solution::TwinSolution>()?;
    module.add_class::<verdict::Examined>()?;
    module.add_class::<verdict::Verdict>()?;
    module.add_function(wrap_pyfunction!(cluster::files, module)?)?;
    module.add_function(wrap_pyfunction!(cluster::limits, module)?)?;
    module.add_function(wrap_pyfunction!(cluster::join_parts, module)?)?;
    module.add_function(wrap_pyfunction!(collection::read, module)?)?;
    module.add_function(wrap_pyfunction!(collection::reads, module)?)?;
    module.add_function(wrap_pyfunction!(manual::explain, module)?)?;
    module.add_function(wrap_pyfunction!(manual::names, module)?)?;
    module.add_function(wrap_pyfunction!(manual::retract, module)?)?;
    module.add_function(wrap_pyfunction!(manual::sheet, module)?)?;
    Ok(())
}
