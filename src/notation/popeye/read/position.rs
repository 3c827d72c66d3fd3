//! The command for a whole position on one line, with the side to move and its rights.

use super::lexer::Token;
use super::men::PlacedMan;
use super::{Draft, Reader};
use crate::notation::position::{Position, of_text_with};
use crate::stipulation::compile;

impl<'a> Reader<'a> {
    /// `Position 2rbp2/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2 w Kk`.
    pub(super) fn position_command(&mut self, word: Token<'a>, draft: &mut Draft<'a>) {
        let text = self.cursor.rest_of_line(word);
        if text.is_empty() {
            return self.missing(word, "a position such as `8/8/8/3k4/8/8/8/K7 w - -`");
        }
        let start = text.as_ptr() as usize - word.text.as_ptr() as usize + word.start;
        match of_text_with(text, start, &self.own()) {
            Ok(read) => self.set_up(read, (start, text.len()).into(), draft),
            Err(fault) => self.say(fault),
        }
    }

    fn set_up(&mut self, read: Position, at: miette::SourceSpan, draft: &mut Draft<'a>) {
        let problem = &mut draft.problem;
        // Men may have been named before their board.
        problem.diagram.geometry = read.diagram.geometry.clone();
        // Cells have names of their own.
        if self.board.has_ranks() {
            self.board = read.diagram.geometry.for_names();
        }
        for (square, piece) in read.diagram.men() {
            self.put(draft, PlacedMan { square, piece, at });
        }
        let options = &mut draft.problem.options;
        options.no_castling |= read.no_castling;
        if !read.en_passant.is_empty() {
            options.en_passant.clone_from(&read.en_passant);
        }
        draft.placed = Some(read);
    }

    /// What a position says about rules and sides, when conditions and stipulation are known.
    pub(super) fn settle_position(&mut self, draft: &mut Draft<'a>) {
        let Some(read) = draft.placed.take() else {
            return;
        };
        let problem = &mut draft.problem;
        read.apply_runs(problem);
        let asked = problem.stipulation;
        let starter = asked.map(|asked| compile(&asked, &problem.options).starter);
        let side = read.side_to_move;
        if starter.is_some() && side.is_some() && starter != side {
            problem.options.half_duplex |= !problem.options.duplex;
        }
    }
}
