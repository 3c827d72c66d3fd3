//! Conditions: under which of them does this position have exactly the wished number of solutions?

use super::variant::{Kind, Variant};
use crate::conditions::DEFINITIONS;
use crate::notation::statement::statement;
use crate::problem::{Change, Condition, Problem};

/// Each condition, and each of its forms, added to those that a problem has. Its own conditions, and others that
/// do not go with them, are left out by their refusal.
pub(super) fn additions(problem: &Problem) -> Vec<Variant> {
    let mut seen: Vec<Vec<Condition>> = Vec::new();
    let mut variants = Vec::new();
    for definition in DEFINITIONS {
        let en = definition.names().en;
        let forms = std::iter::once(en.to_owned());
        let samples = definition
            .samples
            .iter()
            .map(|sample| format!("{en} {sample}"));
        for (cost, text) in forms.chain(samples).enumerate() {
            let Ok(said) = statement(&text) else { continue };
            let is_new = !said.conditions.is_empty() && !seen.contains(&said.conditions);
            let has = |condition: &Condition| {
                problem
                    .conditions
                    .iter()
                    .any(|other| other.key == condition.key)
            };
            if !is_new || said.conditions.iter().any(has) {
                continue;
            }
            seen.push(said.conditions.clone());
            let all = [problem.conditions.as_slice(), &said.conditions].concat();
            variants.push(Variant::new(
                Kind::Condition,
                Change::Conditions(all),
                cost as u32,
            ));
        }
    }
    variants
}
