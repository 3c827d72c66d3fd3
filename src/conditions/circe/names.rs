//! Forms with a name of their own: `MirrorCirce` is `Circe Mirror`.
//!
//! **Invariant:** a form is a row; its name in other languages is in the vocabulary.

use crate::problem::{Argument, Condition};

/// A form with a name of its own.
#[derive(Clone, Copy, Debug)]
pub struct NamedForm {
    /// The key of its name.
    pub key: &'static str,
    /// The condition it is a form of.
    pub condition: &'static str,
    /// The refining words it stands for.
    pub words: &'static [&'static str],
    /// Its rule in one sentence.
    pub summary: &'static str,
}

impl NamedForm {
    /// The condition said in full.
    pub fn spelled_out(&self) -> Condition {
        let flag = |word: &&str| Argument::Flag((*word).to_owned());
        Condition {
            key: self.condition.to_owned(),
            arguments: self.words.iter().map(flag).collect(),
        }
    }
}

const fn form(
    key: &'static str,
    condition: &'static str,
    words: &'static [&'static str],
    summary: &'static str,
) -> NamedForm {
    NamedForm {
        key,
        condition,
        words,
        summary,
    }
}

/// Says in full what a name of its own says.
pub fn spell_out(condition: &mut Condition) {
    if let Some(form) = FORMS.iter().find(|form| form.key == condition.key) {
        let full = form.spelled_out();
        condition.key = full.key;
        condition.arguments.splice(0..0, full.arguments);
    }
}

/// The conditions said in full. Two forms of one condition are one that has the words of both; where
/// two words answer the same question the later one counts.
pub fn gather(conditions: &[Condition]) -> Vec<Condition> {
    let mut gathered: Vec<Condition> = Vec::new();
    for condition in conditions {
        let mut condition = condition.clone();
        spell_out(&mut condition);
        let same =
            |other: &&mut Condition| other.key == condition.key && asks_for_rebirth(&other.key);
        match gathered.iter_mut().find(same) {
            Some(former) => former.arguments.extend(condition.arguments),
            None => gathered.push(condition),
        }
    }
    gathered
}

/// The keys of the conditions under which men are reborn, or asked where they would be.
pub const REBIRTHS: [&str; 9] = [
    "anti-circe",
    "anti-mars-circe",
    "circe",
    "danger-circe",
    "geneva-chess",
    "immun-chess",
    "mars-circe",
    "phantom-chess",
    "plus-chess",
];

/// Whether the condition with this key is one of [`REBIRTHS`].
pub fn asks_for_rebirth(key: &str) -> bool {
    REBIRTHS.contains(&key)
}

/// All forms with names of their own.
pub static FORMS: &[NamedForm] = &[
    form(
        "mirror-circe",
        "circe",
        &["mirror"],
        "As Circe, but men are reborn at the home of the other side: a black knight on b1 or g1.",
    ),
    form(
        "pwc",
        "circe",
        &["pwc"],
        "Exchange of places: a captured man is reborn on the square that the capturing man left.",
    ),
    form(
        "chameleon-circe",
        "circe",
        &["chameleon"],
        "As Circe, but the man comes back with the next walk of the cycle knight, bishop, rook, queen, or of the cycle given, on the square of that walk.",
    ),
    form(
        "couscous-circe",
        "circe",
        &["couscous"],
        "A captured man is reborn on the rebirth square of the man that captured it, a promoted one as what it has become.",
    ),
    form(
        "mirror-couscous-circe",
        "circe",
        &["couscous", "mirror"],
        "A captured man is reborn on the square where the man that captured it would be reborn if it belonged to the other side.",
    ),
    form(
        "equipollents-circe",
        "circe",
        &["equipollents"],
        "A captured man is reborn as far from the square of the capture, and in the same direction, as the capturing man came.",
    ),
    form(
        "file-circe",
        "circe",
        &["file"],
        "A captured man is reborn on the file of the capture: officers on their first rank, pawns on their second, fairy men on their last.",
    ),
    form(
        "mirror-file-circe",
        "circe",
        &["file", "mirror"],
        "As File Circe, at the home of the other side.",
    ),
    form(
        "rank-circe",
        "circe",
        &["rank"],
        "A captured man is reborn on the rank of the capture, on the file of its square in the array; on odd ranks White's array counts, on even ranks Black's.",
    ),
    form(
        "diagram-circe",
        "circe",
        &["diagram"],
        "A captured man is reborn on the square where it stood in the diagram.",
    ),
    form(
        "parrain-circe",
        "circe",
        &["parrain"],
        "A captured man is reborn behind the next move, as far from the square of its capture, and in the same direction, as that move went.",
    ),
    form(
        "contra-parrain",
        "circe",
        &["contra-parrain", "mirror"],
        "A captured man is reborn behind the next move, as far from the square of its capture as that move went, in the opposite direction.",
    ),
    form(
        "symmetry-circe",
        "circe",
        &["symmetry"],
        "A captured man is reborn on the square opposite that of its capture, through the centre of the board.",
    ),
    form(
        "vertical-symmetry-circe",
        "circe",
        &["vertical-symmetry"],
        "A captured man is reborn on the rank of its capture, on the opposite file: a against h, b against g.",
    ),
    form(
        "horizontal-symmetry-circe",
        "circe",
        &["horizontal-symmetry"],
        "A captured man is reborn on the file of its capture, on the opposite rank: 1 against 8, 2 against 7.",
    ),
    form(
        "circe-clone",
        "circe",
        &["clone"],
        "A captured man is reborn as a man like the one that captured it, on the square of its new walk; from a king it takes nothing.",
    ),
    form(
        "mirror-circe-clone",
        "circe",
        &["mirror", "clone"],
        "As Circe Clone, at the home of the other side.",
    ),
    form(
        "antipodean-circe",
        "circe",
        &["antipodes"],
        "A captured man is reborn four files and four ranks away from the square of its capture.",
    ),
    form(
        "frisch-auf-circe",
        "circe",
        &["frischauf"],
        "As Circe, but a man that promoted is reborn like a fairy man, on the promotion square of its file.",
    ),
    form(
        "vertical-mirror-circe",
        "circe",
        &["vertical-mirror"],
        "As Circe, with the files of the rebirth squares reflected: a black queen on e8, a rook from a8 on h8.",
    ),
    form(
        "diametral-circe",
        "circe",
        &["diametral"],
        "A captured man is reborn on the square opposite its Circe square, through the centre of the board.",
    ),
    form(
        "circe-assassin",
        "circe",
        &["assassin"],
        "As Circe, but a man on the rebirth square leaves the board for good; so a king on such a square is in check.",
    ),
    form(
        "circe-turncoats",
        "circe",
        &["turncoats"],
        "As Circe, but a man that is reborn changes sides.",
    ),
    form(
        "circe-double-agents",
        "circe",
        &["mirror", "turncoats"],
        "A captured man is reborn at the home of the other side and belongs to that side.",
    ),
    form(
        "super-circe",
        "circe",
        &["super"],
        "The capturing side puts the captured man on any empty square, or leaves it off the board. A pawn put on its last rank promotes.",
    ),
    form(
        "april-chess",
        "circe",
        &["super", "april", "obligatory"],
        "A captured man with one of the walks named is put on an empty square, as the capturing side likes; other men are not reborn.",
    ),
    form(
        "cage-circe",
        "circe",
        &["cage"],
        "A captured man is reborn on an empty square from which it has no move without capture, as the capturing side likes; if there is none, not at all.",
    ),
    form(
        "circe-take-and-make",
        "circe",
        &["take-and-make"],
        "The capturing side puts the captured man where it could have gone from the square of its capture without capturing; if it could go nowhere the capture is illegal.",
    ),
    form(
        "mirror-anti-circe",
        "anti-circe",
        &["mirror"],
        "As Anticirce, but men are reborn at the home of the other side.",
    ),
    form(
        "diagram-anti-circe",
        "anti-circe",
        &["diagram"],
        "A man that captures is reborn on the square where it stood in the diagram.",
    ),
    form(
        "file-anti-circe",
        "anti-circe",
        &["file"],
        "A man that captures is reborn on the file of the capture: officers on their first rank, pawns on their second, fairy men on their last.",
    ),
    form(
        "mirror-file-anti-circe",
        "anti-circe",
        &["file", "mirror"],
        "As File Anticirce, at the home of the other side.",
    ),
    form(
        "symmetry-anti-circe",
        "anti-circe",
        &["symmetry"],
        "A man that captures is reborn on the square opposite that of the capture, through the centre of the board.",
    ),
    form(
        "vertical-symmetry-anti-circe",
        "anti-circe",
        &["vertical-symmetry"],
        "A man that captures is reborn on the rank of the capture, on the opposite file.",
    ),
    form(
        "horizontal-symmetry-anti-circe",
        "anti-circe",
        &["horizontal-symmetry"],
        "A man that captures is reborn on the file of the capture, on the opposite rank.",
    ),
    form(
        "antipodean-anti-circe",
        "anti-circe",
        &["antipodes"],
        "A man that captures is reborn four files and four ranks away from the square of the capture.",
    ),
    form(
        "equipollents-anti-circe",
        "anti-circe",
        &["equipollents"],
        "A man that captures is reborn as far beyond the square of the capture as it came.",
    ),
    form(
        "anti-super-circe",
        "anti-circe",
        &["super"],
        "A man that captures is put on any empty square, as its side likes.",
    ),
    form(
        "anti-clone-circe",
        "anti-circe",
        &["clone"],
        "A man that captures takes the walk of the captured man, unless that is a king, and is reborn on the square of its new walk.",
    ),
    form(
        "mirror-immun-chess",
        "immun-chess",
        &["mirror"],
        "As Immun chess, with the rebirth squares at the home of the other side.",
    ),
    form(
        "diagram-immun-chess",
        "immun-chess",
        &["diagram"],
        "A man may be captured only if the square where it stood in the diagram is free.",
    ),
    form(
        "file-immun-chess",
        "immun-chess",
        &["file"],
        "As Immun chess, with the rebirth squares of File Circe.",
    ),
    form(
        "mirror-file-immun-chess",
        "immun-chess",
        &["file", "mirror"],
        "As Immun chess, with the rebirth squares of Mirror File Circe.",
    ),
    form(
        "symmetry-immun-chess",
        "immun-chess",
        &["symmetry"],
        "A man may be captured only if the square opposite, through the centre of the board, is free.",
    ),
    form(
        "immune-vertical-symmetry",
        "immun-chess",
        &["vertical-symmetry"],
        "A man may be captured only if the square on its rank and the opposite file is free.",
    ),
    form(
        "immune-horizontal-symmetry",
        "immun-chess",
        &["horizontal-symmetry"],
        "A man may be captured only if the square on its file and the opposite rank is free.",
    ),
    form(
        "antipodean-immun-chess",
        "immun-chess",
        &["antipodes"],
        "A man may be captured only if the square four files and four ranks away is free.",
    ),
    form(
        "equipollents-immun-chess",
        "immun-chess",
        &["equipollents"],
        "A man may be captured only if the square is free that lies as far beyond it as the capturing man comes from.",
    ),
    form(
        "mars-mirror-circe",
        "mars-circe",
        &["mirror"],
        "As Mars Circe, from the rebirth squares of the other side.",
    ),
    form(
        "anti-mars-mirror-circe",
        "anti-mars-circe",
        &["mirror"],
        "As Antimars Circe, from the rebirth squares of the other side.",
    ),
    form(
        "anti-mars-antipodean-circe",
        "anti-mars-circe",
        &["antipodes"],
        "As Antimars Circe, from the square four files and four ranks away.",
    ),
];
