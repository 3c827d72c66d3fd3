//! Why a position is illegal: which king could be captured at once, from where.

use dawson::board::Side;
use dawson::conditions::compile;
use dawson::problem::Problem;
use dawson::rules::Ring;

/// `White, to move, can capture the king on h8 (from b8)`, as far as it is known.
pub fn capturable(problem: &Problem, side: Side) -> String {
    let where_to = observed(problem, side).unwrap_or_default();
    format!("{}, to move, can capture the king{where_to}", side.name())
}

fn observed(problem: &Problem, side: Side) -> Option<String> {
    let engine = compile(problem).ok()?;
    let view = engine.rules().view(engine.position());
    let mut royals = view.royals(!side);
    royals.find_map(|royal| {
        let from = view.observers(royal, side, Ring::Capture).next()?;
        let name = |square| problem.diagram.geometry.name(square);
        Some(format!(" on {} (from {})", name(royal), name(from)))
    })
}
