//! Differences from Popeye that are known and explained; ARCHITECTURE.md has the same list under
//! "Where answers differ from Popeye's".

use crate::conditions::spell_out;
use crate::men::{Attributes, Piece, walk_id};
use crate::problem::{Goal, Problem};

/// A known difference.
#[derive(Debug)]
pub struct KnownDifference {
    /// Its number in the list.
    pub number: u32,
    /// Why answers differ.
    pub reason: &'static str,
    applies: fn(&Problem) -> bool,
}

impl PartialEq for KnownDifference {
    fn eq(&self, other: &KnownDifference) -> bool {
        self.number == other.number
    }
}

/// All of them.
pub static KNOWN: &[KnownDifference] = &[
    KnownDifference {
        number: 1,
        reason: "protean men that check with the walk they have just captured",
        applies: |problem| {
            has_attribute(problem, "protean") || has_condition(problem, "protean-chess")
        },
    },
    KnownDifference {
        number: 2,
        reason: "`==` with paralysing men",
        applies: |problem| {
            has_attribute(problem, "paralysing")
                && problem.goals().any(|goal| goal == Goal::DoubleStalemate)
        },
    },
    KnownDifference {
        number: 3,
        reason: "kings that change sides or move as hurdles",
        applies: |problem| {
            let changing = [
                "volage",
                "half-neutral",
                "anda",
                "anda-inverse",
                "hurdle-colour-changing",
            ];
            changing.iter().any(|key| has_attribute(problem, key))
                || has_condition(problem, "volage")
                || has_condition(problem, "masand")
                || has_condition(problem, "traitor-chess")
        },
    },
    KnownDifference {
        number: 4,
        reason: "checks to uncapturable kings where checks are judged by playing the capture",
        applies: |problem| has_attribute(problem, "uncapturable"),
    },
    KnownDifference {
        number: 5,
        reason: "magic men together with rules that change men after the move",
        applies: |problem| has_attribute(problem, "magic") && !problem.conditions.is_empty(),
    },
    KnownDifference {
        number: 6,
        reason: "bul or dob men and equistoppers",
        applies: |problem| has_attribute(problem, "bul") || has_attribute(problem, "dob"),
    },
    KnownDifference {
        number: 7,
        reason: "hunters with a pawn's walk on that pawn's own first rank",
        applies: |problem| problem.men().any(|man| man.walk().row().key.contains('/')),
    },
    KnownDifference {
        number: 8,
        reason: "neutral men that could come back to their own square",
        applies: |problem| {
            problem.men().any(|man| {
                let key = man.walk().row().key;
                man.is_neutral()
                    && [
                        "orix",
                        "treehopper",
                        "reflecting-bishop",
                        "nonstop",
                        "radial-knight",
                    ]
                    .iter()
                    .any(|walk| key.contains(walk))
            })
        },
    },
    KnownDifference {
        number: 9,
        reason: "a neutral man taken back in direct play",
        applies: |problem| {
            let direct = problem
                .stipulation
                .is_some_and(|asked| asked.genre.is_battle());
            direct && problem.men().any(Piece::is_neutral)
        },
    },
    KnownDifference {
        number: 10,
        reason: "kings of Mars Circe and its relatives in the form rex exclusive",
        applies: |problem| has_form(problem, &LEAVING, &["rex-exclusive"]),
    },
    KnownDifference {
        number: 11,
        reason: "squares of Antimars Circe and Phantom chess that follow from a square of capture",
        applies: |problem| {
            let by_capture = [
                "antipodes",
                "symmetry",
                "vertical-symmetry",
                "horizontal-symmetry",
                "file",
            ];
            has_form(problem, &["anti-mars-circe", "phantom-chess"], &by_capture)
        },
    },
    KnownDifference {
        number: 12,
        reason: "kings that borrow walks under Anticirce",
        applies: |problem| {
            let borrowing = ["transmuted", "reflective", "transmuting"];
            has_form(problem, &["anti-circe"], &[]) && has_condition_like(problem, &borrowing)
        },
    },
    KnownDifference {
        number: 13,
        reason: "checks in mainly-in-chess where they are judged by playing the capture",
        applies: |problem| {
            let playing = ["anti-circe", "geneva-chess", "immun-chess", "isardam"];
            has_condition(problem, "mainly-in-chess")
                && (has_form(problem, &playing, &[])
                    || has_form(problem, &["circe"], &["rex-inclusive", "assassin"]))
        },
    },
    KnownDifference {
        number: 14,
        reason: "kings that change sides by their rebirth",
        applies: |problem| has_form(problem, &["anti-circe", "circe"], &["turncoats"]),
    },
    KnownDifference {
        number: 15,
        reason: "Bolero where men capture from elsewhere too",
        applies: |problem| {
            has_form(problem, &["plus-chess"], &[]) && has_condition_like(problem, &["bolero"])
        },
    },
    KnownDifference {
        number: 16,
        reason: "the intelligent mode numbers no moves",
        applies: |problem| {
            let options = &problem.options;
            options.intelligent.is_some() && options.move_numbers
        },
    },
    KnownDifference {
        number: 17,
        reason: "men that check with a queen's walk they are lent while a rook or bishop is on the board",
        applies: |problem| has_condition_like(problem, &["transmuted", "transmission-menace"]),
    },
    KnownDifference {
        number: 18,
        reason: "checks in Norsk sjakk and Black checks where they are judged by playing the capture",
        applies: |problem| {
            has_condition_like(problem, &["norsk-sjakk", "black-checks"])
                && (has_condition_like(problem, &PLAYED)
                    || has_form(problem, &["circe"], &["rex-inclusive"])
                    || has_form(problem, &["take-and-make-chess"], &["absolute"]))
        },
    },
    KnownDifference {
        number: 19,
        reason: "men that castle like the king they take",
        applies: |problem| has_condition(problem, "make-and-take-chess"),
    },
    KnownDifference {
        number: 20,
        reason: "rebirth squares that are reached on several ways are listed once",
        applies: |problem| has_form(problem, &["circe", "anti-circe"], &["take-and-make"]),
    },
    KnownDifference {
        number: 21,
        reason: "neutral men that change sides under the dark side",
        applies: |problem| {
            has_condition(problem, "dark-side") && problem.men().any(Piece::is_neutral)
        },
    },
    KnownDifference {
        number: 22,
        reason: "orphans where captures or guards are counted",
        applies: |problem| {
            let orphans = problem.men().any(|man| man.walk().row().key == "orphan");
            orphans && has_condition_like(problem, &["multi-captures", "anti-guards"])
        },
    },
    KnownDifference {
        number: 23,
        reason: "queens of Nanna chess",
        applies: |problem| {
            let queens = problem.men().any(|man| man.walk() == walk_id::QUEEN);
            queens && has_condition(problem, "nanna-chess")
        },
    },
    KnownDifference {
        number: 24,
        reason: "pawns that leave their first rank on the way to a target",
        applies: |problem| {
            has_condition(problem, "normal-pawn") && problem.goals().any(|goal| goal == Goal::AToB)
        },
    },
    KnownDifference {
        number: 25,
        reason: "checks by the man that moved last in fuddled men, marked within lines",
        applies: |problem| has_condition(problem, "fuddled-men"),
    },
    KnownDifference {
        number: 26,
        reason: "vaulting kings that check as equihoppers while there is none on the board",
        applies: |problem| {
            let mut conditions = problem.conditions.iter();
            let usual = conditions.any(|condition| {
                condition.key.contains("vaulting-king") && condition.walks().next().is_none()
            });
            let hoppers = problem.men().any(|man| man.walk() == walk_id::EQUIHOPPER);
            usual && !hoppers
        },
    },
    KnownDifference {
        number: 27,
        reason: "holes of Haaner chess that change sides or are taken",
        applies: |problem| {
            let turning = ["masand", "role-exchange"];
            has_condition(problem, "haaner-chess") && has_condition_like(problem, &turning)
        },
    },
    KnownDifference {
        number: 28,
        reason: "kings that can be captured from elsewhere by borrowed walks",
        applies: |problem| {
            has_condition(problem, "bolero-inverse") && has_form(problem, &LEAVING, &[])
        },
    },
    KnownDifference {
        number: 29,
        reason: "mates by a king's step under Multicaptures with lent walks",
        applies: |problem| {
            let lent = ["face-to-face", "back-to-back", "cheek-to-cheek"];
            has_condition(problem, "multi-captures") && has_condition_like(problem, &lent)
        },
    },
    KnownDifference {
        number: 30,
        reason: "exchange castling with imitators, minimummers and goals that name a square",
        applies: |problem| {
            let names_square = |goal| matches!(goal, Goal::Target(_));
            has_condition(problem, "exchange-castling")
                && (has_condition_like(problem, &["imitator", "minimummer"])
                    || problem.goals().any(names_square))
        },
    },
    KnownDifference {
        number: 31,
        reason: "kings of Traitor chess",
        applies: |problem| has_condition(problem, "traitor-chess"),
    },
    KnownDifference {
        number: 32,
        reason: "a pass that counts as a return to the own square",
        applies: |problem| {
            has_condition(problem, "role-exchange") && has_condition(problem, "back-home")
        },
    },
    KnownDifference {
        number: 33,
        reason: "kings that have flights where the last man of a kind counts",
        applies: |problem| {
            let mut sat = ["sat", "strict-sat"].iter();
            has_condition(problem, "extinction-chess") && sat.any(|key| has_condition(problem, key))
        },
    },
    KnownDifference {
        number: 34,
        reason: "passes in a series of Black, who has to check",
        applies: |problem| {
            let series = problem
                .stipulation
                .is_some_and(|asked| asked.genre.is_series());
            series && has_condition(problem, "black-checks")
        },
    },
    KnownDifference {
        number: 35,
        reason: "captures beside the other king under Multicaptures",
        applies: |problem| has_condition(problem, "multi-captures"),
    },
    KnownDifference {
        number: 36,
        reason: "men that leave their arrival under the dark side",
        applies: |problem| {
            has_condition(problem, "dark-side")
                && (has_form(problem, &["anti-circe"], &[]) || has_condition(problem, "pad-chess"))
        },
    },
    KnownDifference {
        number: 37,
        reason: "men that were neutral under Breton of the form PY",
        applies: |problem| {
            has_form(problem, &["breton"], &["py"]) && problem.men().any(Piece::is_neutral)
        },
    },
    KnownDifference {
        number: 38,
        reason: "castling under Antimars Circe",
        applies: |problem| has_form(problem, &["anti-mars-circe"], &[]),
    },
    KnownDifference {
        number: 39,
        reason: "checks by neutral men that take another walk under Influencer",
        applies: |problem| {
            has_condition(problem, "influencer") && problem.men().any(Piece::is_neutral)
        },
    },
    KnownDifference {
        number: 40,
        reason: "moves that are lent twice, by two neighbours or to vaulting kings",
        applies: |problem| {
            has_condition(problem, "cheek-to-cheek")
                || has_condition_like(problem, &["vaulting"])
                    && has_condition_like(problem, &["bolero", "super-transmuting"])
        },
    },
    KnownDifference {
        number: 41,
        reason: "numbers of king moves in Alice chess",
        applies: |problem| {
            let alice = has_condition(problem, "alice-chess") || has_attribute(problem, "alice-b");
            alice && problem.options.move_numbers
        },
    },
    KnownDifference {
        number: 42,
        reason: "mates that depend on mates without end",
        applies: |problem| has_condition_like(problem, &["exclusive", "checkless"]),
    },
    KnownDifference {
        number: 43,
        reason: "the letter of neutral Kobul kings",
        applies: |problem| {
            let mut men = problem.men();
            has_condition(problem, "kobul-kings")
                && men.any(|man| man.is_neutral() && man.is_royal())
        },
    },
    KnownDifference {
        number: 44,
        reason: "promotions where men change the colour of hurdles",
        applies: |problem| has_attribute(problem, "hurdle-colour-changing"),
    },
    KnownDifference {
        number: 45,
        reason: "answers that count as refutations in Snek chess",
        applies: |problem| has_condition(problem, "snek-chess"),
    },
    KnownDifference {
        number: 46,
        reason: "checks marked within lines of PAD chess",
        applies: |problem| has_condition(problem, "pad-chess"),
    },
    KnownDifference {
        number: 47,
        reason: "castling after the move of an unseen man",
        applies: |problem| problem.invisible > 0,
    },
    KnownDifference {
        number: 48,
        reason: "the name of a role exchange under Mars Circe and its relatives",
        applies: |problem| {
            let mut leaving = LEAVING.iter().chain(&["plus-chess"]);
            has_condition(problem, "role-exchange")
                && leaving.any(|key| has_condition(problem, key))
        },
    },
    KnownDifference {
        number: 49,
        reason: "what is said aside of missing kings",
        applies: |problem| problem.men().filter(|man| man.is_royal()).count() < 2,
    },
    KnownDifference {
        number: 50,
        reason: "goals of the man that moved, reached by an exchange",
        applies: |problem| {
            let of_mover = |goal| matches!(goal, Goal::Target(_) | Goal::Exchange);
            has_condition_like(problem, &["messigny", "role-exchange"])
                && problem.goals().any(of_mover)
        },
    },
    KnownDifference {
        number: 51,
        reason: "men that change places on the revolving board",
        applies: |problem| {
            has_condition_like(problem, &["actuated-revolving"])
                && has_condition_like(problem, &["exchange-castling", "oscillating", "messigny"])
        },
    },
    KnownDifference {
        number: 52,
        reason: "the length of castlings in Castling chess",
        applies: |problem| {
            has_condition(problem, "castling-chess") && has_condition_like(problem, &["mummer"])
        },
    },
    KnownDifference {
        number: 53,
        reason: "kings that take the walk of a captured fairy man",
        applies: |problem| {
            let is_fairy = |man: Piece| !walk_id::NUMBERED.contains(&man.walk());
            has_condition(problem, "snek-chess") && problem.men().any(is_fairy)
        },
    },
    KnownDifference {
        number: 54,
        reason: "goals of a king that checks a king",
        applies: |problem| has_condition_like(problem, &["edge-mover"]),
    },
    KnownDifference {
        number: 55,
        reason: "checks of hunters that leave from their rebirth squares",
        applies: |problem| {
            let is_hunter = |man: Piece| {
                let key = man.walk().row().key;
                key.contains('/') || key.ends_with("-hunter")
            };
            has_condition(problem, "mars-circe") && problem.men().any(is_hunter)
        },
    },
    KnownDifference {
        number: 56,
        reason: "men that kings with lent walks have to return or may capture",
        applies: |problem| {
            let lent = ["transmut", "reflective-king", "vaulting-king"];
            has_condition_like(problem, &["back-home", "power-transfer"])
                && has_condition_like(problem, &lent)
        },
    },
    KnownDifference {
        number: 57,
        reason: "which of two exchanged men changes sides or phase",
        applies: |problem| {
            let mut changing = ["volage", "half-neutral"].iter();
            has_condition(problem, "messigny-chess")
                && changing.any(|key| has_attribute(problem, key) || has_condition(problem, key))
        },
    },
    KnownDifference {
        number: 58,
        reason: "men of Mars Circe that observe from their own squares",
        applies: |problem| {
            let marks = ["functionary", "paralysing"];
            let asking = ["isardam", "functionary"];
            has_condition(problem, "mars-circe")
                && (marks.iter().any(|key| has_attribute(problem, key))
                    || has_condition_like(problem, &asking))
        },
    },
    KnownDifference {
        number: 59,
        reason: "castlings of Rokagogo from the home of the king",
        applies: |problem| {
            let mut leaving = LEAVING.iter().chain(&["plus-chess"]);
            has_condition(problem, "rokagogo") && leaving.any(|key| has_condition(problem, key))
        },
    },
    KnownDifference {
        number: 60,
        reason: "lost pieces and kings that the other side moves",
        applies: |problem| {
            let mut sharing = ["all-in-chess", "mainly-in-chess"].iter();
            has_condition(problem, "lost-pieces") && sharing.any(|key| has_condition(problem, key))
        },
    },
    KnownDifference {
        number: 61,
        reason: "the walk of Kobul kings that take attributes alone",
        applies: |problem| {
            let mut men = problem.men();
            has_condition(problem, "kobul-kings")
                && men.any(|man| man.attributes() != Attributes::NONE)
        },
    },
    KnownDifference {
        number: 62,
        reason: "Immobilio and men at home that move towards a check or mate",
        applies: |problem| {
            let checks = |goal: Goal| matches!(goal, Goal::Check | Goal::Mate);
            has_condition(problem, "immobilio") && problem.goals().any(checks)
        },
    },
    KnownDifference {
        number: 63,
        reason: "exchanges under Anti-Köko",
        applies: |problem| {
            has_condition(problem, "anti-koeko") && has_condition(problem, "messigny-chess")
        },
    },
    KnownDifference {
        number: 64,
        reason: "mates under Multicaptures that two men could parry by capturing",
        applies: |problem| {
            has_condition(problem, "multi-captures")
                && problem.goals().any(|goal| goal == Goal::Mate)
        },
    },
    KnownDifference {
        number: 65,
        reason: "kings that could castle and are moved by the other side in half-in chess",
        applies: |problem| has_condition(problem, "half-in-chess"),
    },
    KnownDifference {
        number: 66,
        reason: "double hoppers that guard themselves under patrol",
        applies: |problem| {
            let is_double = |man: Piece| man.walk().row().key.starts_with("double-");
            has_condition_like(problem, &["patrouille", "patrol"]) && problem.men().any(is_double)
        },
    },
    KnownDifference {
        number: 67,
        reason: "checks by orphans where checks are judged by playing the capture",
        applies: |problem| {
            let orphans = problem.men().any(|man| man.walk().row().key == "orphan");
            orphans && (has_condition_like(problem, &PLAYED) || has_condition(problem, "bgl"))
        },
    },
    KnownDifference {
        number: 68,
        reason: "which men are of one kind under point reflection",
        applies: |problem| {
            has_condition(problem, "point-reflection")
                && has_condition_like(problem, &["madrasi", "isardam", "eiffel"])
        },
    },
    KnownDifference {
        number: 69,
        reason: "woozles beside heffalumps",
        applies: |problem| {
            has_condition_like(problem, &["woozles"])
                && has_condition_like(problem, &["heffalumps"])
        },
    },
];

/// Conditions under which a check is judged by playing the capture.
const PLAYED: [&str; 8] = [
    "anti-circe",
    "back-home",
    "immun",
    "isardam",
    "koeko",
    "leffie",
    "pad-chess",
    "single-box",
];

/// Conditions under which men leave from another square.
const LEAVING: [&str; 4] = [
    "mars-circe",
    "anti-mars-circe",
    "geneva-chess",
    "phantom-chess",
];

/// The known difference that may explain why answers to a problem differ.
pub fn known(problem: &Problem) -> Option<&'static KnownDifference> {
    KNOWN.iter().find(|row| (row.applies)(problem))
}

fn has_condition(problem: &Problem, key: &str) -> bool {
    problem
        .conditions
        .iter()
        .any(|condition| condition.key == key)
}

/// Whether the problem has one of these conditions with one of these words, if any are named; forms
/// with names of their own count as what they stand for.
fn has_form(problem: &Problem, keys: &[&str], words: &[&str]) -> bool {
    problem.conditions.iter().any(|condition| {
        let mut condition = condition.clone();
        spell_out(&mut condition);
        let says = |word: &&str| condition.has_flag(word);
        keys.contains(&condition.key.as_str()) && (words.is_empty() || words.iter().any(says))
    })
}

/// Whether a part of a condition's key is one of these.
fn has_condition_like(problem: &Problem, parts: &[&str]) -> bool {
    let mut conditions = problem.conditions.iter();
    conditions.any(|condition| parts.iter().any(|part| condition.key.contains(part)))
}

fn has_attribute(problem: &Problem, key: &str) -> bool {
    let mut rows = crate::attributes::DEFINITIONS.iter();
    let row = rows
        .find(|row| row.key == key)
        .and_then(|row| row.attribute);
    row.is_some_and(|attribute| problem.men().any(|man| man.has(attribute)))
}
