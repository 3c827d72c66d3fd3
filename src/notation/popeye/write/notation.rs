//! Men, moves and goals as the short texts of problem chess: `nvPa7-a8=Q[+bSb8] +`.
//!
//! **Invariant:** the text follows the order in which things happened. A
//! bracket opened by an effect elsewhere stays open until the next such effect
//! or the end of the move, so `[-wSb1=b]` may speak of two men.

use crate::attributes;
use crate::board::{Geometry, Side, Square};
use crate::conditions::one_that;
use crate::men::{Attribute, Piece, Sides, WalkId, walk_id};
use crate::notation::popeye::words::{Language, Table, name};
use crate::problem::{BglBalance, Goal, Problem};
use crate::solution::{MovePart, MoveRecord};

/// All attributes of single men in their order, with their keys.
pub(crate) fn told_attributes() -> impl Iterator<Item = (Attribute, &'static str)> {
    let rows = attributes::DEFINITIONS.iter();
    rows.filter_map(|row| Some((row.attribute?, row.key)))
}

/// Those that letters before the walk tell.
pub(super) fn attributes() -> impl Iterator<Item = (Attribute, &'static str)> {
    told_attributes().filter(|(attribute, _)| *attribute != Attribute::AliceB)
}

/// Tells men and moves in one language on one board.
#[derive(Clone, Copy, Debug)]
pub struct Notation<'a> {
    language: Language,
    geometry: &'a Geometry,
}

impl<'a> Notation<'a> {
    /// The notation of this language on this board.
    pub fn new(language: Language, geometry: &'a Geometry) -> Notation<'a> {
        Notation { language, geometry }
    }

    /// The notation on a problem's board.
    pub fn of(problem: &'a Problem, language: Language) -> Notation<'a> {
        Notation::new(language, &problem.diagram.geometry)
    }

    /// The language.
    pub fn language(self) -> Language {
        self.language
    }

    /// A move with everything that happened in it, without check and goal.
    pub fn movement(self, record: &MoveRecord) -> String {
        let mut text = MoveText {
            notation: self,
            text: String::new(),
            bracket: false,
            spot: None,
        };
        record.parts.iter().for_each(|part| text.part(part));
        text.finish()
    }

    /// A move with the signs of check and of the goal it reaches.
    pub fn movement_reaching(self, record: &MoveRecord, goal: Option<Goal>) -> String {
        let mut text = self.movement(record);
        if record.check && !goal.is_some_and(implies_check) {
            text += " +";
        }
        if let Some(marker) = goal.and_then(goal_marker) {
            text += " ";
            text += marker;
        }
        text
    }

    /// The man as the mover: `R`, `vP`, nothing for a plain pawn, `.` where none stood.
    pub fn mover(self, man: Piece) -> String {
        if man == Piece::NONE {
            return ".".to_owned();
        }
        let marks = self.marks(man);
        match marks.is_empty() && man.walk() == walk_id::PAWN {
            true => String::new(),
            false => marks + self.letters(man.walk()),
        }
    }

    /// What a total invisible man is called: `TI`, `TU` in German.
    pub fn invisible(self) -> String {
        let word = name(Table::Colour, "total-invisible", self.language).unwrap_or_default();
        word.chars().filter(char::is_ascii_uppercase).collect()
    }

    /// The man with its colour: `wR`, `sB` in German, `nvP`.
    pub fn coloured(self, man: Piece) -> String {
        let neutral = man.is_neutral();
        let colour = match neutral {
            true => String::new(),
            false => self.colour_of(man).to_owned(),
        };
        colour + &self.marks(man) + self.letters(man.walk())
    }

    /// The letters of a walk.
    pub fn letters(self, walk: WalkId) -> &'static str {
        let [en, de, fr] = walk.row().letters;
        match self.language {
            Language::En => en,
            Language::De => de,
            Language::Fr => fr,
        }
    }

    /// The letter of a colour.
    pub fn colour(self, sides: Sides) -> &'static str {
        match (sides, self.language) {
            (Sides::White, Language::Fr) => "b",
            (Sides::White, _) => "w",
            (Sides::Black, Language::En) => "b",
            (Sides::Black, Language::De) => "s",
            (Sides::Black, Language::Fr) | (Sides::Both, _) => "n",
        }
    }

    /// The name of a square.
    pub fn square(self, square: Square) -> String {
        self.geometry.name(square)
    }

    /// Squares one after the other, each with a blank before it.
    pub fn spaced(self, squares: impl Iterator<Item = Square>) -> String {
        squares
            .map(|square| format!(" {}", self.square(square)))
            .collect()
    }

    fn colour_of(self, man: Piece) -> &'static str {
        match (man.is_of(Side::White), man.is_of(Side::Black)) {
            (true, true) => self.colour(Sides::Both),
            (true, false) => self.colour(Sides::White),
            (false, true) => self.colour(Sides::Black),
            (false, false) => "",
        }
    }

    /// Neutrality, royalty and attributes. Men that are royal by nature need no
    /// mark of it.
    fn marks(self, man: Piece) -> String {
        let neutral = if man.is_neutral() { "n" } else { "" };
        let royal = (man.is_royal() && !man.walk().row().is_royal()).then_some("royal");
        let attributes = attributes().filter(|(attribute, _)| man.has(*attribute));
        let keys = royal.into_iter().chain(attributes.map(|(_, key)| key));
        keys.fold(neutral.to_owned(), |marks, key| marks + &self.mark(key))
    }

    /// What a half-neutral man is now: `nh`, `wh`.
    pub(crate) fn phase(self, sides: Sides) -> String {
        let mark = self.mark("half-neutral");
        let first = mark.chars().next().unwrap_or_default();
        format!("{}{first}", self.colour(sides))
    }

    /// The man with what marks say; none if they say nothing that is known.
    /// Where several attributes have the same mark, the first is meant.
    pub(crate) fn marked(self, man: Piece, marks: &str) -> Option<Piece> {
        let royal = std::iter::once(("royal", None));
        let attributes = attributes().map(|(attribute, key)| (key, Some(attribute)));
        let rows: Vec<_> = royal.chain(attributes).collect();
        self.marked_by(&rows, man, marks)
    }

    fn marked_by(
        self,
        rows: &[(&str, Option<Attribute>)],
        man: Piece,
        marks: &str,
    ) -> Option<Piece> {
        if marks.is_empty() {
            return Some(man);
        }
        let ((key, attribute), behind) = rows.split_first()?;
        let changed = match attribute {
            Some(attribute) => man.with(*attribute),
            None => man.royal(),
        };
        let mark = self.mark(key);
        let rest = marks.strip_prefix(&mark).filter(|_| !mark.is_empty());
        rest.and_then(|rest| self.marked_by(behind, changed, rest))
            .or_else(|| self.marked_by(behind, man, marks))
    }

    /// The capitals of an attribute's name, in small letters.
    fn mark(self, attribute: &str) -> String {
        let word = name(Table::Attribute, attribute, self.language).unwrap_or_default();
        let capitals = word.chars().filter(char::is_ascii_uppercase);
        capitals
            .map(|capital| capital.to_ascii_lowercase())
            .collect()
    }
}

/// Whether the sign of check would say nothing more.
fn implies_check(goal: Goal) -> bool {
    goal.row().implies_check_sign
}

/// The sign behind a move that reaches the goal.
pub fn goal_marker(goal: Goal) -> Option<&'static str> {
    goal.row().sign
}

/// `2.59/-`, or `4` where both sides spend the same.
pub fn budgets_text(budgets: BglBalance) -> String {
    match budgets {
        BglBalance::Common(left) => hundredths(left),
        BglBalance::Each(sides) => sides
            .map(|left| left.map_or_else(|| "-".to_owned(), hundredths))
            .join("/"),
    }
}

/// `2.5`, `3`: no noughts at the end.
fn hundredths(number: u32) -> String {
    let text = format!("{}.{:02}", number / 100, number % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A move being written.
struct MoveText<'a> {
    notation: Notation<'a>,
    text: String,
    bracket: bool,
    /// The man the last part spoke of.
    spot: Option<Piece>,
}

impl MoveText<'_> {
    fn part(&mut self, part: &MovePart) {
        let notation = self.notation;
        match part {
            MovePart::Movement { .. } => self.movement(part),
            MovePart::Turns { to } => self.text += &format!(">{}", notation.square(*to)),
            MovePart::Castling { long } => {
                self.close();
                self.text += if *long { "0-0-0" } else { "0-0" };
            }
            MovePart::Exchange { first, second } => self.exchange(*first, *second),
            MovePart::Pass => self.text += " ...",
            MovePart::Becomes { man, on } => self.becomes(*man, *on),
            MovePart::TakesWalk { walk, on } => self.change(*on, notation.letters(*walk)),
            MovePart::ChangesSide { sides, on } => self.change(*on, notation.colour(*sides)),
            MovePart::ChangesPhase { sides, on } => {
                let phase = notation.phase(*sides);
                self.change(*on, &phase);
            }
            MovePart::ChangesNeutrality { man } => {
                let colour = match man.is_neutral() {
                    true => "",
                    false => notation.colour_of(*man),
                };
                self.open(&format!("={colour}{}", notation.marks(*man)));
            }
            // Behind a man that vanished the letter stands within its brackets.
            MovePart::ChangesBoard { second } => {
                self.text += if *second { "B" } else { "A" };
            }
            MovePart::Appears { man, on } => {
                self.spot = Some(*man);
                let text = notation.coloured(*man) + &notation.square(*on);
                self.open(&format!("+{text}"));
            }
            MovePart::Vanishes { man, on } => {
                let text = notation.coloured(*man) + &notation.square(*on);
                self.open(&format!("-{text}"));
            }
            MovePart::Transfers {
                man,
                from,
                to,
                becomes,
            } => self.transfer(*man, *from, *to, *becomes),
            MovePart::GoesOn { to, captures } => {
                self.close();
                self.text += if *captures { "*" } else { "-" };
                self.text += &notation.square(*to);
            }
            MovePart::Further => {
                self.close();
                self.text += ",";
            }
            MovePart::GoesBelow => self.text += "->v",
            MovePart::UnseenMoves { captured } => {
                let captured = captured.map(|on| format!("*{}", notation.square(on)));
                let way = captured.unwrap_or_else(|| "-~".to_owned());
                self.text += &format!("{}~{way}", notation.invisible());
            }
            MovePart::UnseenStands { sides, on } => {
                let (colour, name) = (notation.colour(*sides), notation.invisible());
                self.open(&format!("+{colour}{name}{}", notation.square(*on)));
                self.close();
            }
            MovePart::UnseenIs { man, on } => {
                self.open(&format!(
                    "{}={}",
                    notation.square(*on),
                    notation.coloured(*man)
                ));
            }
            MovePart::Partner { man, from, to } => self.partner(*man, *from, *to),
            MovePart::ExchangesRoles => {
                let row = one_that(|row| row.names_a_move);
                let word = row.map(|row| row.names().in_order()[notation.language().column()]);
                self.text += &format!(" {}", word.unwrap_or_default());
            }
            MovePart::BglBalance(budgets) => {
                self.close();
                self.text += &format!(" ({})", budgets_text(*budgets));
            }
            MovePart::BecomesImitator => self.text += "=I",
            MovePart::Imitators(squares) => {
                let squares: Vec<_> = squares.iter().map(|on| notation.square(*on)).collect();
                self.open(&format!("I{}", squares.join(",")));
                self.close();
            }
        }
    }

    fn movement(&mut self, part: &MovePart) {
        let MovePart::Movement {
            man,
            from,
            to,
            captured,
            en_passant,
        } = part
        else {
            return;
        };
        let notation = self.notation;
        let square = |square: &Square| notation.square(*square);
        self.close();
        self.spot = Some(*man);
        self.text += &notation.mover(*man);
        self.text += &square(from);
        self.text += &match captured {
            None => format!("-{}", square(to)),
            Some(_) if *en_passant => format!("*{} ep.", square(to)),
            Some(at) if at == to => format!("*{}", square(to)),
            Some(at) => format!("*{}-{}", square(at), square(to)),
        };
    }

    fn partner(&mut self, man: Piece, from: Square, to: Square) {
        let notation = self.notation;
        let (from, to) = (notation.square(from), notation.square(to));
        self.spot = Some(man);
        self.text += &format!("/{}{from}-{to}", notation.coloured(man));
    }

    fn exchange(&mut self, first: (Piece, Square), second: (Piece, Square)) {
        let notation = self.notation;
        let text = [first, second]
            .map(|(man, on)| notation.letters(man.walk()).to_owned() + &notation.square(on));
        let text = text.join("<->");
        // What other men do besides stands in brackets.
        match self.text.is_empty() {
            true => self.text = text,
            false => self.open(&text),
        }
    }

    fn transfer(&mut self, man: Piece, from: Square, to: Square, becomes: Option<Piece>) {
        let notation = self.notation;
        let (from, to) = (notation.square(from), notation.square(to));
        self.spot = becomes.or(Some(man));
        let becomes = becomes.map(|new| {
            // That it is neutral stands before its departure.
            let new = match new.sides() == man.sides() {
                true => new.with_sides(Sides::White),
                false => new,
            };
            // Marks that the man had before are not repeated.
            let kept = man.with_sides(new.sides());
            let marks = match notation.marks(new) == notation.marks(kept) {
                true => String::new(),
                false => notation.marks(new),
            };
            marks + notation.letters(new.walk())
        });
        let becomes = becomes.unwrap_or_default();
        self.open(&format!("{}{from}->{becomes}{to}", notation.coloured(man)));
    }

    /// A man that keeps its walk tells only its new marks: `=S=c`. Where it is royal no more, it tells its
    /// walk.
    fn becomes(&mut self, man: Piece, on: Option<Square>) {
        let notation = self.notation;
        let before = self.spot.filter(|_| on.is_none());
        let same_walk = before.is_some_and(|before| {
            before.walk() == man.walk() && before.is_royal() == man.is_royal()
        });
        let letters = if same_walk {
            ""
        } else {
            notation.letters(man.walk())
        };
        self.change(on, &(notation.marks(man) + letters));
        self.spot = Some(man);
    }

    /// `=X` on the spot, `[e4=X]` elsewhere.
    fn change(&mut self, on: Option<Square>, into: &str) {
        match on {
            None => self.text += &format!("={into}"),
            Some(on) => {
                let on = self.notation.square(on);
                self.open(&format!("{on}={into}"));
            }
        }
    }

    fn open(&mut self, effect: &str) {
        self.close();
        self.text += "[";
        self.text += effect;
        self.bracket = true;
    }

    fn close(&mut self) {
        if std::mem::take(&mut self.bracket) {
            self.text += "]";
        }
    }

    fn finish(mut self) -> String {
        self.close();
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        Square::from_name(name).expect("tests name squares of the board")
    }

    fn man(walk: WalkId, sides: Sides) -> Piece {
        Piece::new(walk, sides)
    }

    fn moves(man: Piece, from: &str, to: &str) -> MovePart {
        MovePart::Movement {
            man,
            from: square(from),
            to: square(to),
            captured: None,
            en_passant: false,
        }
    }

    fn takes(man: Piece, from: &str, at: &str, to: &str) -> MovePart {
        MovePart::Movement {
            man,
            from: square(from),
            to: square(to),
            captured: Some(square(at)),
            en_passant: walk_id::PAWN == man.walk() && at != to,
        }
    }

    fn told(language: Language, parts: &[MovePart]) -> String {
        let record = MoveRecord {
            parts: parts.to_vec(),
            check: false,
        };
        Notation::new(language, &Geometry::standard()).movement(&record)
    }

    const ROOK: Piece = Piece::new(walk_id::ROOK, Sides::White);
    const PAWN: Piece = Piece::new(walk_id::PAWN, Sides::White);

    #[test]
    fn plain_moves() {
        let english = |part| told(Language::En, &[part]);
        assert_eq!(english(moves(ROOK, "a1", "a8")), "Ra1-a8");
        assert_eq!(english(takes(ROOK, "a1", "a8", "a8")), "Ra1*a8");
        assert_eq!(english(takes(ROOK, "a1", "a8", "b8")), "Ra1*a8-b8");
        assert_eq!(english(moves(PAWN, "e2", "e4")), "e2-e4");
        assert_eq!(english(takes(PAWN, "e5", "d5", "d6")), "e5*d6 ep.");
        assert_eq!(english(MovePart::Castling { long: true }), "0-0-0");
        assert_eq!(english(MovePart::Pass), " ...");
    }

    #[test]
    fn letters_follow_the_language() {
        let parts = [
            moves(man(walk_id::PAWN, Sides::Both), "g7", "g8"),
            MovePart::Becomes {
                man: man(walk_id::KNIGHT, Sides::Both),
                on: None,
            },
            MovePart::Appears {
                man: man(walk_id::QUEEN, Sides::Black),
                on: square("d8"),
            },
        ];
        assert_eq!(told(Language::En, &parts), "nPg7-g8=nS[+bQd8]");
        assert_eq!(told(Language::De, &parts), "nBg7-g8=nS[+sDd8]");
        assert_eq!(told(Language::Fr, &parts), "nPg7-g8=nC[+nDd8]");
    }

    #[test]
    fn marks_stand_before_the_letters() {
        let bishop = man(walk_id::BISHOP, Sides::Both)
            .with(Attribute::Volage)
            .with(Attribute::Chameleon);
        assert_eq!(
            told(Language::En, &[moves(bishop, "g8", "b3")]),
            "ncvBg8-b3"
        );
        let volage = PAWN.with(Attribute::Volage);
        assert_eq!(told(Language::En, &[moves(volage, "a7", "a8")]), "vPa7-a8");
        let royal = ROOK.royal();
        assert_eq!(told(Language::En, &[moves(royal, "a7", "a8")]), "rRa7-a8");
        assert_eq!(told(Language::De, &[moves(royal, "a7", "a8")]), "kTa7-a8");
        let king = man(walk_id::KING, Sides::White).royal();
        assert_eq!(told(Language::En, &[moves(king, "a7", "a8")]), "Ka7-a8");
    }

    #[test]
    fn a_bracket_stays_open_until_the_next_one() {
        let vanishes = MovePart::Vanishes {
            man: man(walk_id::KNIGHT, Sides::White),
            on: square("b1"),
        };
        let changes = |on| MovePart::ChangesSide {
            sides: Sides::Black,
            on,
        };
        let parts = [
            takes(ROOK, "d1", "d7", "d7"),
            vanishes,
            changes(None),
            changes(Some(square("c1"))),
        ];
        assert_eq!(told(Language::En, &parts), "Rd1*d7[-wSb1=b][c1=b]");
    }

    #[test]
    fn pawns_have_their_letter_in_an_exchange() {
        let exchange = MovePart::Exchange {
            first: (PAWN, square("b3")),
            second: (ROOK, square("g6")),
        };
        assert_eq!(told(Language::De, &[exchange]), "Bb3<->Tg6");
    }

    #[test]
    fn a_new_attribute_alone_is_told_without_the_walk() {
        let bishop = man(walk_id::BISHOP, Sides::Both);
        let becomes = |man| MovePart::Becomes { man, on: None };
        let parts = [
            moves(man(walk_id::PAWN, Sides::Both), "g7", "g8"),
            becomes(bishop),
            becomes(bishop.with(Attribute::Chameleon)),
        ];
        assert_eq!(told(Language::En, &parts), "nPg7-g8=nB=nc");
    }

    #[test]
    fn einstein_changes_name_the_walk_alone() {
        let rook = man(walk_id::ROOK, Sides::Both).royal();
        let takes = MovePart::TakesWalk {
            walk: walk_id::BISHOP,
            on: None,
        };
        let parts = [moves(rook, "a7", "d7"), takes];
        assert_eq!(told(Language::En, &parts), "nrRa7-d7=B");
    }

    #[test]
    fn an_attribute_of_all_men_is_not_told() {
        let pawn = PAWN.with(Attribute::VolageByCondition);
        assert_eq!(told(Language::En, &[moves(pawn, "e2", "e4")]), "e2-e4");
    }

    #[test]
    fn transfers_and_imitators() {
        let transfer = |becomes| MovePart::Transfers {
            man: ROOK,
            from: square("d7"),
            to: square("h1"),
            becomes,
        };
        let parts = [
            takes(ROOK, "d1", "d7", "d7"),
            MovePart::Imitators(vec![square("c4"), square("d5")]),
            transfer(None),
        ];
        assert_eq!(told(Language::En, &parts), "Rd1*d7[Ic4,d5][wRd7->h1]");
        let queen = man(walk_id::QUEEN, Sides::White);
        let promotion = MovePart::Becomes {
            man: queen,
            on: None,
        };
        let parts = [
            moves(PAWN, "b7", "b8"),
            MovePart::Imitators(vec![square("c4")]),
            promotion,
        ];
        assert_eq!(told(Language::En, &parts), "b7-b8[Ic4]=Q");
        assert_eq!(told(Language::En, &[transfer(Some(queen))]), "[wRd7->Qh1]");
    }

    #[test]
    fn mate_swallows_the_sign_of_check() {
        let record = MoveRecord {
            parts: vec![moves(ROOK, "a1", "a8")],
            check: true,
        };
        let board = Geometry::standard();
        let notation = Notation::new(Language::En, &board);
        let told = |goal| notation.movement_reaching(&record, goal);
        assert_eq!(told(None), "Ra1-a8 +");
        assert_eq!(told(Some(Goal::Mate)), "Ra1-a8 #");
        assert_eq!(told(Some(Goal::Check)), "Ra1-a8 +");
        assert_eq!(told(Some(Goal::Capture)), "Ra1-a8 + x");
        assert_eq!(told(Some(Goal::Target(square("a8")))), "Ra1-a8 + z");
    }
}
