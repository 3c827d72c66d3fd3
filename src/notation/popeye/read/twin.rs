//! Twins: lists of changes, tried on the diagram while they are read.

use super::lexer::Token;
use super::{Draft, IN_TWIN, Reader, Resolution, Role};
use crate::board::{Square, Vector};
use crate::men::Piece;
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::words::{self, Selection, Table, Word};
use crate::problem::{Change, Diagram, Mirror, Rotation, Twin};

const CHANGES: &[Table] = &[Table::TwinChange];

impl<'a> Reader<'a> {
    /// `Twin` with its changes.
    pub(super) fn twin(&mut self, token: Token<'a>, draft: &mut Draft<'a>) {
        self.outer = IN_TWIN;
        let continued = self
            .cursor
            .peek()
            .is_some_and(|next| self.is_continued(next));
        if continued {
            self.cursor.take();
        }
        let base = match (continued, draft.last_twin.take()) {
            (true, Some(last)) => last,
            _ => draft.problem.diagram.clone(),
        };
        self.changed(token, continued, base, draft);
    }

    /// The changes of `ZeroPosition` make the first position solved.
    pub(super) fn zero_position(&mut self, token: Token<'a>, draft: &mut Draft<'a>) {
        if !draft.problem.twins.is_empty() {
            self.say(Diagnostic::WrongOrder {
                rule: format!("`{}` must come before all twins", token.text),
                at: token.span(),
            });
        }
        self.outer = IN_TWIN;
        draft.problem.zero_position = true;
        let base = draft.problem.diagram.clone();
        self.changed(token, false, base, draft);
    }

    fn changed(
        &mut self,
        token: Token<'a>,
        continued: bool,
        mut board: Diagram,
        draft: &mut Draft<'a>,
    ) {
        let errors = self.errors();
        let changes = self.changes(token, &mut board, draft);
        let is_zero = draft.problem.zero_position && draft.problem.twins.is_empty();
        if changes.is_empty() && !is_zero && self.errors() == errors {
            self.missing(token, "a change, e.g. `Move a1 b1`");
        }
        if self.errors() == errors {
            self.check_twin(token, &board, &changes, draft);
        }
        draft.last_twin = Some(board);
        draft.problem.twins.push(Twin { continued, changes });
    }

    fn is_continued(&self, token: Token<'a>) -> bool {
        let selection = words::select(Table::TwinChange, self.language, token.text);
        matches!(selection, Selection::One(word) if word.key == "continued")
    }

    fn changes(
        &mut self,
        word: Token<'a>,
        board: &mut Diagram,
        draft: &mut Draft<'a>,
    ) -> Vec<Change> {
        let mut changes = Vec::new();
        while let Some(token) = self.cursor.peek() {
            if let Resolution::Ends(ends) = self.resolve(CHANGES, None, token)
                && ends.key == "remark"
            {
                self.cursor.take();
                draft.remarks.push(self.line_of(token));
                continue;
            }
            if let Some(help) = self.spelled_change(token.text) {
                self.cursor.take();
                self.say(Diagnostic::Unknown {
                    noun: Table::TwinChange.noun(),
                    word: token.text.to_owned(),
                    help: Some(help),
                    at: token.span(),
                });
                continue;
            }
            match self.role(CHANGES, None, token) {
                Role::Ends => break,
                Role::Skipped => {
                    self.cursor.take();
                }
                Role::Item(change) if change.key == "continued" => {
                    self.cursor.take();
                    self.say(Diagnostic::WrongOrder {
                        rule: format!("`{}` must come right after `{}`", token.text, word.text),
                        at: token.span(),
                    });
                }
                Role::Item(change) => {
                    self.cursor.take();
                    changes.extend(self.change(change, token, board));
                }
            }
        }
        changes
    }

    /// How a change is written that stands as headings of twins tell it, `b1-->b2`.
    fn spelled_change(&self, text: &str) -> Option<String> {
        let exchange = text.split_once("<-->").map(|squares| ("exchange", squares));
        let change = exchange.or_else(|| Some(("move", text.split_once("-->")?)));
        let (key, (one, other)) = change?;
        // Letters of a man may stand before the square.
        let square = |text: &'_ str| Some(self.split_man(text)?.1);
        let (one, other) = (square(one)?, square(other)?);
        let word = words::name(Table::TwinChange, key, self.language)?;
        let [one, other] = [one, other].map(|square| self.board.name(square));
        Some(format!("write `{word} {one} {other}`"))
    }

    fn change(
        &mut self,
        word: &'static Word,
        token: Token<'a>,
        board: &mut Diagram,
    ) -> Vec<Change> {
        let changes = match word.key {
            "move" => self.two_squares(token, board, Change::Move),
            "exchange" => self.two_squares(token, board, Change::Exchange),
            "shift" => self.shift(token, board),
            "remove" => return self.removals(token, board),
            "add" => return self.additions(token, board),
            "substitute" => self.substitution(token),
            "rotate" => self.rotation(token),
            "mirror" => self.mirror(token),
            "polish-type" => Some(Change::PolishType),
            "stipulation" => self.stipulation(token).map(Change::Stipulation),
            "structured-stipulation" => self.structured_stipulation(token).map(Change::Structured),
            "condition" => {
                let located = self.conditions(token).into_iter();
                let conditions = located.map(|located| located.condition).collect();
                Some(Change::Conditions(conditions))
            }
            _ => None,
        };
        if let Some(change) = &changes {
            apply(change, board);
        }
        changes.into_iter().collect()
    }

    /// Squares as two words, or both in one; with the places of both.
    fn squares_of(&mut self, token: Token<'a>) -> Option<[(Square, Token<'a>); 2]> {
        let mut found: Vec<(Square, Token<'a>)> = Vec::new();
        while found.len() < 2 {
            let next = self.cursor.peek().filter(|next| !self.ends_list(*next));
            let Some(next) = next else {
                self.missing(token, "two squares, e.g. `a1 b1`");
                return None;
            };
            self.cursor.take();
            match self.squares(next.text) {
                Some(list) => found.extend(list.into_iter().map(|square| (square, next))),
                None => return self.malformed(next, "a square"),
            }
        }
        match found[..] {
            [first, second] => Some([first, second]),
            _ => self.malformed(token, "a change with exactly two squares"),
        }
    }

    fn two_squares(
        &mut self,
        token: Token<'a>,
        board: &Diagram,
        make: fn(Square, Square) -> Change,
    ) -> Option<Change> {
        let [first, second] = self.squares_of(token)?;
        if first.0 == second.0 {
            self.no_effect(token, "the two squares are the same");
        }
        let change = make(first.0, second.0);
        self.occupied(first, board);
        if matches!(change, Change::Exchange(..)) {
            self.occupied(second, board);
        }
        Some(change)
    }

    /// A man must stand there, unless a former error explains why none does.
    fn occupied(&mut self, (square, token): (Square, Token<'a>), board: &Diagram) {
        let explained = self.diagnostics.iter().any(|diagnostic| {
            diagnostic.is_error() && !matches!(diagnostic, Diagnostic::EmptySquare { .. })
        });
        if board.on(square).is_none() && board.men().next().is_some() && !explained {
            let at = token.span();
            let square = self.board.name(square);
            self.say(Diagnostic::EmptySquare { square, at });
        }
    }

    fn shift(&mut self, token: Token<'a>, board: &Diagram) -> Option<Change> {
        let [(from, _), (to, last)] = self.squares_of(token)?;
        if from == to {
            self.no_effect(token, "the two squares are the same");
        }
        let vector = way(board, from, to);
        let lost = board
            .men()
            .find(|(square, _)| board.geometry.step(*square, vector).is_none());
        if let Some((square, _)) = lost {
            self.say(Diagnostic::ImpossibleChange {
                reason: format!(
                    "the shift moves the man on {} off the board",
                    self.board.name(square)
                ),
                at: last.span(),
            });
        }
        Some(Change::Shift(from, to))
    }

    fn removals(&mut self, token: Token<'a>, board: &mut Diagram) -> Vec<Change> {
        let mut changes = Vec::new();
        while let Some(next) = self.cursor.peek() {
            let Some(list) = self.squares(next.text) else {
                break;
            };
            self.cursor.take();
            for square in list {
                self.occupied((square, next), board);
                board.put(square, Piece::NONE);
                changes.push(Change::Remove(square));
            }
        }
        if changes.is_empty() {
            match self.cursor.peek().filter(|next| !self.ends_list(*next)) {
                Some(next) => {
                    self.cursor.take();
                    self.malformed::<()>(next, "a square or a list of squares");
                }
                None => self.missing(token, "squares, e.g. `a1b2`"),
            }
        }
        changes
    }

    fn additions(&mut self, token: Token<'a>, board: &mut Diagram) -> Vec<Change> {
        let list = self.men(token);
        let men = list.men.into_iter();
        let men = men.map(|man| Change::Add(man.square, man.piece));
        let invisible = list.invisible.map(Change::Invisible);
        let changes: Vec<_> = men.chain(invisible).collect();
        for change in &changes {
            apply(change, board);
        }
        changes
    }

    fn substitution(&mut self, token: Token<'a>) -> Option<Change> {
        let mut walk = || {
            let next = self
                .cursor
                .peek()
                .filter(|next| self.walk(next.text).is_some() || !self.ends_list(*next));
            let Some(next) = next else {
                self.missing(
                    token,
                    "letters of two pieces, e.g. the rook's and the queen's",
                );
                return None;
            };
            self.cursor.take();
            let walk = self.walk(next.text);
            if walk.is_none() {
                self.unknown(Table::Walk, next);
            }
            walk
        };
        let (first, second) = (walk()?, walk()?);
        Some(Change::Substitute(first, second))
    }

    fn argument(&mut self, token: Token<'a>, needs: &str) -> Option<Token<'a>> {
        let next = self.cursor.peek().filter(|next| !self.ends_list(*next));
        if next.is_none() {
            self.missing(token, needs);
        }
        self.cursor.take().filter(|_| next.is_some())
    }

    fn rotation(&mut self, token: Token<'a>) -> Option<Change> {
        let next = self.argument(token, "an angle: 90, 180 or 270")?;
        let rotation = match next.text {
            "90" => Rotation::Quarter,
            "180" => Rotation::Half,
            "270" => Rotation::ThreeQuarters,
            _ => return self.malformed(next, "an angle: 90, 180 or 270"),
        };
        Some(Change::Rotate(rotation))
    }

    fn mirror(&mut self, token: Token<'a>) -> Option<Change> {
        let needs = "an axis: a1<-->h1, a1<-->a8, a1<-->h8 or a8<-->h1";
        let next = self.argument(token, needs)?;
        let selection = words::select(Table::MirrorAxis, self.language, next.text);
        let Selection::One(axis) = selection else {
            return self.malformed(next, needs);
        };
        let mirror = match axis.key {
            "a1-h1" => Mirror::A1H1,
            "a1-a8" => Mirror::A1A8,
            "a1-h8" => Mirror::A1H8,
            _ => Mirror::A8H1,
        };
        Some(Change::Mirror(mirror))
    }
}

fn way(board: &Diagram, from: Square, to: Square) -> Vector {
    let geometry = &board.geometry;
    let files = geometry.file(to) as i8 - geometry.file(from) as i8;
    let ranks = geometry.rank(to) as i8 - geometry.rank(from) as i8;
    Vector::new(files, ranks)
}

/// The board after a change; men that leave it vanish.
fn apply(change: &Change, board: &mut Diagram) {
    let (last_file, last_rank) = (
        i16::from(board.geometry.width()) - 1,
        i16::from(board.geometry.height()) - 1,
    );
    match *change {
        Change::Move(from, to) => {
            let man = board.put(from, Piece::NONE);
            board.put(to, man);
        }
        Change::Exchange(first, second) => {
            let man = board.put(first, board.on(second));
            board.put(second, man);
        }
        Change::Remove(square) => _ = board.put(square, Piece::NONE),
        Change::Add(square, piece) => _ = board.put(square, piece),
        Change::Substitute(first, second) => each(board, |_, man| {
            (man.walk() == first).then(|| man.with_walk(second))
        }),
        Change::PolishType => each(board, |_, man| Some(man.turned())),
        Change::Rotate(rotation) => moved(board, |file, rank| match rotation {
            Rotation::Quarter => (last_rank - rank, file),
            Rotation::Half => (last_file - file, last_rank - rank),
            Rotation::ThreeQuarters => (rank, last_file - file),
        }),
        Change::Mirror(mirror) => moved(board, |file, rank| match mirror {
            Mirror::A1H1 => (last_file - file, rank),
            Mirror::A1A8 => (file, last_rank - rank),
            Mirror::A1H8 => (last_rank - rank, last_file - file),
            Mirror::A8H1 => (rank, file),
        }),
        Change::Shift(from, to) => {
            let Vector { files, ranks, .. } = way(board, from, to);
            moved(board, |file, rank| {
                (file + i16::from(files), rank + i16::from(ranks))
            });
        }
        Change::Invisible(_)
        | Change::Stipulation(_)
        | Change::Structured(_)
        | Change::Rights(..)
        | Change::Conditions(_) => {}
    }
}

fn each(board: &mut Diagram, change: impl Fn(Square, Piece) -> Option<Piece>) {
    let men: Vec<_> = board.men().collect();
    for (square, man) in men {
        if let Some(changed) = change(square, man) {
            board.put(square, changed);
        }
    }
}

fn moved(board: &mut Diagram, way: impl Fn(i16, i16) -> (i16, i16)) {
    let mut after = Diagram::empty(board.geometry.clone());
    for (square, man) in board.men() {
        let file = i16::from(board.geometry.file(square));
        let rank = i16::from(board.geometry.rank(square));
        let (file, rank) = way(file, rank);
        if let Some(square) = board.geometry.square(file, rank) {
            after.put(square, man);
        }
    }
    *board = after;
}
