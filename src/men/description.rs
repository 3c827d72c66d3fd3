//! What the manual says about the walks of the catalogue.

use super::Walk;
use std::collections::HashMap;
use std::sync::LazyLock;

/// How a walk is described to people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Description {
    /// How its men move, in a sentence or two.
    pub definition: &'static str,
    /// What else there is to know; often nothing.
    pub remarks: &'static str,
    /// What other programs and authors call it, with semicolons between.
    pub other_names: &'static str,
}

impl Walk {
    /// Its description; hunters and walks of a composer's own have none.
    pub fn description(&self) -> Option<Description> {
        DESCRIPTIONS.get(self.key).copied()
    }
}

static DESCRIPTIONS: LazyLock<HashMap<&'static str, Description>> = LazyLock::new(|| {
    let lines = include_str!("definitions.tsv").lines().skip(1);
    lines.filter_map(entry).collect()
});

fn entry(line: &'static str) -> Option<(&'static str, Description)> {
    let mut fields = line.split('\t');
    let mut next = || fields.next();
    let key = next()?;
    let description = Description {
        definition: next()?,
        remarks: next()?,
        other_names: next()?,
    };
    Some((key, description))
}

#[cfg(test)]
mod tests {
    use crate::men::WALKS;

    #[test]
    fn every_walk_is_described() {
        for walk in WALKS {
            let description = walk.description().expect(walk.key);
            assert!(description.definition.ends_with('.'), "{}", walk.key);
        }
    }
}
