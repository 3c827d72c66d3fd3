//! Names of their own for a condition with refining words: `MirrorCirce` is
//! `Circe Mirror`.

use crate::problem::{Argument, Condition};

/// A name, the condition it stands for, and the refining words.
const SHORTHANDS: &[(&str, &str, &[&str])] = &[
    ("mirror-circe", "circe", &["mirror"]),
    ("pwc", "circe", &["pwc"]),
    ("chameleon-circe", "circe", &["chameleon"]),
    ("couscous-circe", "circe", &["couscous"]),
    ("mirror-couscous-circe", "circe", &["couscous", "mirror"]),
    ("equipollents-circe", "circe", &["equipollents"]),
    ("file-circe", "circe", &["file"]),
    ("mirror-file-circe", "circe", &["file", "mirror"]),
    ("rank-circe", "circe", &["rank"]),
    ("diagram-circe", "circe", &["diagram"]),
    ("parrain-circe", "circe", &["parrain"]),
    ("contra-parrain", "circe", &["contra-parrain", "mirror"]),
    ("symmetry-circe", "circe", &["symmetry"]),
    ("vertical-symmetry-circe", "circe", &["vertical-symmetry"]),
    (
        "horizontal-symmetry-circe",
        "circe",
        &["horizontal-symmetry"],
    ),
    ("circe-clone", "circe", &["clone"]),
    ("mirror-circe-clone", "circe", &["mirror", "clone"]),
    ("antipodean-circe", "circe", &["antipodes"]),
    ("frisch-auf-circe", "circe", &["frischauf"]),
    ("vertical-mirror-circe", "circe", &["vertical-mirror"]),
    ("diametral-circe", "circe", &["diametral"]),
    ("circe-assassin", "circe", &["assassin"]),
    ("circe-turncoats", "circe", &["turncoats"]),
    ("circe-double-agents", "circe", &["mirror", "turncoats"]),
    ("super-circe", "circe", &["super"]),
    ("april-chess", "circe", &["super", "april"]),
    ("cage-circe", "circe", &["cage"]),
    ("circe-take-and-make", "circe", &["take-and-make"]),
    ("mirror-anti-circe", "anti-circe", &["mirror"]),
    ("diagram-anti-circe", "anti-circe", &["diagram"]),
    ("file-anti-circe", "anti-circe", &["file"]),
    ("mirror-file-anti-circe", "anti-circe", &["file", "mirror"]),
    ("symmetry-anti-circe", "anti-circe", &["symmetry"]),
    (
        "vertical-symmetry-anti-circe",
        "anti-circe",
        &["vertical-symmetry"],
    ),
    (
        "horizontal-symmetry-anti-circe",
        "anti-circe",
        &["horizontal-symmetry"],
    ),
    ("antipodean-anti-circe", "anti-circe", &["antipodes"]),
    ("equipollents-anti-circe", "anti-circe", &["equipollents"]),
    ("anti-super-circe", "anti-circe", &["super"]),
    ("anti-clone-circe", "anti-circe", &["clone"]),
    ("mirror-immun-chess", "immun-chess", &["mirror"]),
    ("diagram-immun-chess", "immun-chess", &["diagram"]),
    ("file-immun-chess", "immun-chess", &["file"]),
    (
        "mirror-file-immun-chess",
        "immun-chess",
        &["file", "mirror"],
    ),
    ("symmetry-immun-chess", "immun-chess", &["symmetry"]),
    (
        "immune-vertical-symmetry",
        "immun-chess",
        &["vertical-symmetry"],
    ),
    (
        "immune-horizontal-symmetry",
        "immun-chess",
        &["horizontal-symmetry"],
    ),
    ("antipodean-immun-chess", "immun-chess", &["antipodes"]),
    ("equipollents-immun-chess", "immun-chess", &["equipollents"]),
    ("mars-mirror-circe", "mars-circe", &["mirror"]),
    ("anti-mars-mirror-circe", "anti-mars-circe", &["mirror"]),
    (
        "anti-mars-antipodean-circe",
        "anti-mars-circe",
        &["antipodes"],
    ),
];

/// Says in full what a shorthand says.
pub(super) fn spell_out(condition: &mut Condition) {
    let row = SHORTHANDS.iter().find(|(name, ..)| *name == condition.key);
    let Some((_, key, words)) = row else {
        return;
    };
    condition.key = (*key).to_owned();
    let flags = words.iter().map(|word| Argument::Flag((*word).to_owned()));
    condition.arguments.splice(0..0, flags);
}
