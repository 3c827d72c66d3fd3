//! Problems as people and databases write them: a position (FEN, a board of letters, a list of men
//! such as `wKe1 sDUh8` or `Blancs: Rg6 Ta1`) with lines around it for the stipulation, the
//! authors and the solution; with labels (`Stipulation: h#2`) or without.
//!
//! A problem is a block between blank lines that holds a position, with the blocks after it that
//! hold none. A second position in a block begins another problem, and so does a line that counts
//! on: `1) h#2`, `2) h#3`.

use super::label::Label;
use super::moves::{is_moves, moves_within};
use super::pointed::{Joined, Line};
use super::record::Record;
use super::{Entry, aside, epd};
use crate::board::Side;
use crate::men::Sides;
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::input::own_block;
use crate::notation::posed::credit;
use crate::notation::position::{
    Hints, board_text, boards_within, figures, list_alone, list_in, readings,
};
use crate::notation::statement::{self, Kept, Statement};
use crate::problem::Diagram;
use serde_json::Value;
use std::ops::Range;

/// Whether a text is of this kind: a position on a line of its own that says nothing else, or with
/// a label, or a board of eight lines.
pub(super) fn is_plain(text: &str) -> bool {
    let lone = |line: &str| {
        let line = match Label::before(line) {
            Some((Label::Fen, rest)) => rest,
            _ => line,
        };
        epd::is_fen_alone(line)
    };
    text.lines().any(lone) || !boards(text).is_empty()
}

/// Whether a text lists men of both sides on lines of their own.
pub(super) fn has_lists(text: &str) -> bool {
    let lines = lines_of(text);
    let lists = lines.iter().filter_map(|line| men_of(line)).take(8);
    let (lists, diagrams): (Vec<_>, Vec<_>) = lists.unzip();
    // `b: Re1` is Black's rook, or Blanc's king beside `n: Ra8`.
    let together = || list_alone(&lists.join("\n"));
    let has = |diagram: &Diagram| Side::BOTH.map(|side| has_men_of(diagram, side));
    let found = diagrams.iter().map(has).fold([false; 2], |found, more| {
        [found[0] || more[0], found[1] || more[1]]
    });
    found == [true; 2] || together().is_some_and(|diagram| has(&diagram) == [true; 2])
}

/// Whether statements with their men stand on lines of their own.
pub(super) fn has_statements(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.by_ref().take(20).any(|line| {
        let line = line.trim();
        let line = counted(line).map_or(line, |(_, rest)| rest);
        is_whole(with_moves_apart(line).0)
    })
}

/// As many bytes as a text has that may be one statement.
pub(super) const LONGEST: usize = 4096;

/// Whether a text of some lines is one statement with its men.
pub(super) fn is_statement(text: &str) -> bool {
    text.len() < LONGEST && is_whole(text)
}

/// Whether a line without a FEN asks something or says a rule, though it may begin as a comment does: `#2`.
pub(super) fn says_apart(line: &str) -> bool {
    let line = line.trim();
    let is_comment = ["# ", "//", "%", ";"]
        .iter()
        .any(|sign| line.starts_with(sign));
    let said = || statement::statement(line);
    let says =
        |said: Statement| said.stipulation.is_some() || said.says_more() || said.explains_letters();
    !is_comment && !epd::has_fen(line) && said().is_ok_and(says)
}

/// Whether a line is a statement with the men of both sides: `h#2, White Kb3 Rh2 Black Ka1`.
fn is_whole(line: &str) -> bool {
    let lists_men = || {
        let board = statement::board_said(line);
        let hints = Hints {
            board: Some(&board),
            ..Hints::default()
        };
        list_in(line, &hints).is_some()
    };
    let asks = || statement::statement(line).is_ok_and(|said| said.stipulation.is_some());
    !is_moves(line) && lists_men() && asks()
}

/// Whether a line is moves, and no position is in it.
pub(super) fn is_solution(line: &str) -> bool {
    !epd::has_fen(line) && is_moves(line)
}

/// The men of a line that says nothing else, and the line without its label.
fn men_of(line: &str) -> Option<(&str, Diagram)> {
    // `POSITION='wKe1 sKh8' AND APIECES=2`
    let quoted = line.trim().strip_prefix("POSITION='");
    let quoted = quoted.and_then(|rest| rest.split('\'').next());
    let text = match (quoted, Label::before(line)) {
        (Some(list), _) => list,
        (None, Some((Label::Fen, rest))) => rest,
        _ => line.trim(),
    };
    list_alone(text).map(|diagram| (text, diagram))
}

/// The men of one side in a line that says more before or behind them, and what it says: `G. Heathcote, BCM
/// 1905. White: Kd3 Qa4`, `Black: Kh1 Qe6. Mate in two.`
fn men_within(line: &str) -> Option<(&str, Diagram, [&str; 2])> {
    let mut colons = line.match_indices(':');
    let start = colons.find_map(|(colon, _)| {
        let before = line[..colon].trim_end();
        let letters = before.char_indices().rev();
        let (start, _) = letters.take_while(|(_, c)| c.is_alphabetic()).last()?;
        let heading = &before[start..];
        let is_side = matches!(Label::of(heading), Some(Label::White | Label::Black));
        // `W: Kb1 Qd4`
        let is_sign = heading.chars().count() <= 3;
        let ends = before[..start].chars().next_back();
        let is_apart = ends.is_none_or(|c| c.is_whitespace() || "(.;,".contains(c));
        (is_apart && (is_side || is_sign)).then_some(start)
    })?;
    let list = readings(line, start, &Hints::default())
        .into_iter()
        .next()?;
    let (text, men) = men_of(&line[list.span.clone()])?;
    let is_of_one = Side::BOTH.iter().any(|side| !has_men_of(&men, *side));
    let beside = [&line[..start], &line[list.span.end..]];
    let beside = beside.map(|text| text.trim_matches(['.', ';', ',', ' ']));
    let is_known = |text: &str| text.is_empty() || statement::statement(text).is_ok();
    let is_one = is_of_one && list.span.start == start && beside.into_iter().all(is_known);
    is_one.then_some((text, men, beside))
}

fn has_men_of(diagram: &Diagram, side: Side) -> bool {
    diagram
        .men()
        .any(|(_, man)| man.sides() == Sides::from(side))
}

/// The boards of a text: the number of the first line, and of the line behind the last.
fn boards(text: &str) -> Vec<Range<usize>> {
    let line_of = |at: usize| text[..at].matches('\n').count();
    let boards = boards_within(text).into_iter();
    boards
        .map(|board| line_of(board.start)..line_of(board.end) + 1)
        .collect()
}

/// The lines of a text; the name of a side that stands alone goes with the men below it.
fn lines_of(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(|line| line.trim().to_owned()).collect();
    for at in 0..lines.len() {
        let heading = format!("{}:", lines[at].trim_end_matches(':'));
        let label = Label::before(&heading).map(|(label, _)| label);
        let heads = matches!(label, Some(Label::White | Label::Black | Label::Neutral));
        let below = (at + 1..lines.len()).find(|below| !lines[*below].is_empty());
        let Some(below) = below.filter(|_| heads) else {
            continue;
        };
        let together = format!("{heading} {}", lines[below]);
        if men_of(&together).is_some() && men_of(&lines[at]).is_none() {
            lines[at] = String::new();
            lines[below] = together;
        }
    }
    lines
}

/// A problem in the making.
#[derive(Clone, Default)]
struct Draft {
    line: usize,
    /// Whether it begins right below the problem before.
    is_attached: bool,
    /// All lines that may be one statement with its men.
    said: Vec<Line>,
    /// The line that is being read.
    now: usize,
    /// Its number, where the problems of the text are numbered.
    count: Option<u32>,
    position: String,
    /// Lines with lists of men, which make the position, and the men of them.
    lists: Vec<String>,
    listed: Option<Diagram>,
    /// Headings that say a kind of play.
    kinds: Vec<Line>,
    /// What is said above the stipulation, with it, and below or behind labels.
    fronts: Vec<Line>,
    statement: Vec<Line>,
    conditions: Vec<Line>,
    /// The texts of composers' conditions: those of the whole file, then those that stand with the problem.
    own: Vec<String>,
    solution: Vec<String>,
    authors: Vec<String>,
    origins: Vec<String>,
    awards: Vec<String>,
    titles: Vec<String>,
    intended: Option<String>,
    id: Option<String>,
    /// Whether the statement names the men.
    is_whole: bool,
    /// Whether it is all lines, one below the other.
    is_together: bool,
    /// Whether a line says what a letter stands for.
    has_legend: bool,
    /// Whether position and task stand in blocks above.
    is_aside: bool,
    /// Whether the last line was a list.
    ends_in_list: bool,
    /// The number of the line that closes a letter, below which a name stands.
    closed: usize,
    /// Remarks above the position, and below it.
    above: Vec<Remark>,
    notes: Vec<Remark>,
    /// Lines that may have been meant for the problem and are not understood, and whether they refuse it.
    doubtful: Vec<(Line, bool)>,
    /// What is to be said of lines that are kept, and name a rule.
    odd: Vec<(Line, Diagnostic)>,
}

/// A line beside the problem.
#[derive(Clone)]
struct Remark {
    text: String,
    /// Authors, sources and the like in it, if it says nothing else.
    kept: Vec<Kept>,
}

impl Remark {
    /// Whether all of it says who made the problem, and where it stands.
    fn is_credit(&self) -> bool {
        !self.kept.is_empty() && self.kept.iter().all(Kept::is_credit)
    }
}

pub(super) fn entries(record: &Record) -> Vec<Entry> {
    let lines = lines_of(&record.text);
    let boards = boards(&record.text);
    // A line of a block that begins with a blank goes on the one before.
    let raw: Vec<&str> = record.text.lines().collect();
    let blocks = own_blocks(&raw);
    let own: Vec<String> = blocks.iter().map(|(_, text)| text.clone()).collect();
    let fresh = || Draft {
        own: own.clone(),
        ..Draft::default()
    };
    let mut drafts: Vec<Draft> = Vec::new();
    let mut draft = fresh();
    let mut at = 0;
    let mut is_new_block = true;
    let mut last_counted = 0;
    while at < lines.len() {
        let line = lines[at].as_str();
        let number = record.line + at;
        let counted = counted(line).filter(|(count, _)| {
            let follows = *count == last_counted + 1 || last_counted == 0;
            follows && numbered_has_position(&lines, &boards, at)
        });
        let (line, is_new_number) = match counted {
            Some((count, rest)) => {
                last_counted = count;
                if draft.has_position() {
                    drafts.push(std::mem::replace(&mut draft, fresh()));
                }
                draft.line = number;
                draft.count = Some(count);
                (rest, true)
            }
            None => (line, false),
        };
        if line.is_empty() && is_new_number {
            at += 1;
            continue;
        }
        if line.is_empty() {
            is_new_block = true;
            at += 1;
            continue;
        }
        if let Some((block, text)) = blocks.iter().find(|(block, _)| block.start == at) {
            let above = is_new_block
                && draft.has_position()
                && block_has_position(&lines, &boards, block.end);
            if above {
                drafts.push(std::mem::replace(&mut draft, fresh()));
            }
            if draft.line == 0 {
                draft.line = number;
            }
            draft.own.push(text.clone());
            is_new_block = false;
            at = block.end;
            continue;
        }
        let (line, moves) = match draft.solution.is_empty() {
            true => with_moves_apart(line),
            false => (line, None),
        };
        let (label, text) = match Label::before(line) {
            Some((label, rest)) => (Some(label), rest),
            None => (None, line),
        };
        let board = boards.iter().find(|board| board.start == at);
        let is_fen = board.is_none() && label != Some(Label::Solution) && epd::has_fen(text);
        let may_list = board.is_none() && !is_fen && draft.may_list(label);
        let alone = || men_of(line).map(|(list, men)| (list, men, [""; 2]));
        let list = may_list.then(|| alone().or_else(|| men_within(line)));
        // `Neutral: Bd3` below a board says which of its men are neutral.
        let has_board = !draft.position.is_empty() && draft.lists.is_empty();
        let is_beside = |men: &Diagram| Side::BOTH.iter().all(|side| !has_men_of(men, *side));
        let list = list.flatten();
        let list = list.filter(|(_, men, _)| !(has_board && is_beside(men)));
        let goes_on = list.as_ref().is_some_and(|(_, men, _)| draft.goes_on(men));
        // What stands above a position in its block belongs to it.
        let is_of_side = matches!(label, Some(Label::White | Label::Black | Label::Neutral));
        let is_whole = may_list && list.is_none() && is_whole(if is_of_side { line } else { text });
        let is_position = board.is_some() || is_fen || list.is_some() || is_whole;
        let begins = is_position && draft.has_position() && !goes_on;
        let above = is_new_block
            && draft.has_position()
            && !goes_on
            && block_has_position(&lines, &boards, at);
        if begins || above {
            drafts.push(std::mem::replace(&mut draft, fresh()));
            draft.is_attached = !is_new_block;
        }
        if draft.line == 0 {
            draft.line = number;
        }
        draft.now = number;
        if is_new_block {
            draft.is_aside = draft.has_position() && !draft.statement.is_empty();
        }
        is_new_block = false;
        draft.ends_in_list = list.is_some();
        if let Some(board) = board {
            let ranks = record.text.lines().take(board.end).skip(at);
            draft.position = ranks.collect::<Vec<_>>().join("\n");
            at = board.end;
            continue;
        }
        let is_headed = is_of_side || label == Some(Label::Twins);
        draft.hear(label, if is_headed { line } else { text }, is_fen);
        match list {
            Some((list, men, beside)) => {
                draft.list(list, men);
                for text in beside.into_iter().filter(|text| !text.is_empty()) {
                    draft.take(None, text);
                }
            }
            None if is_fen => draft.fen(text),
            None if is_whole => {
                // Figurines need the word for the side in front of them.
                let said = draft.line_of(if is_of_side { line } else { text });
                draft.statement.push(said);
                draft.is_whole = true;
            }
            None => draft.take(label, text),
        }
        draft.solution.extend(moves.map(str::to_owned));
        at += 1;
    }
    drafts.push(draft);
    drafts.retain(|draft| draft.line > 0);
    let blocks = drafts.chunk_by(|_, next| next.is_attached);
    let raw: Vec<&str> = record.text.lines().collect();
    let of_block = |block| of_block(block, record, &raw);
    blocks.flat_map(of_block).collect()
}

/// The problems of lines that follow one another. Where they are not understood line by line, they may be one
/// statement with its men: Black's men above White's, a man on each line.
fn of_block(drafts: &[Draft], record: &Record, raw: &[&str]) -> Vec<Entry> {
    let read = |draft: Draft| draft.entry(raw, record.line);
    let entries: Vec<Entry> = drafts.iter().cloned().map(read).collect();
    let is_clear = |draft: &Draft| draft.doubtful.is_empty() && !draft.has_legend;
    let is_clear = drafts.iter().all(is_clear);
    if is_clear && entries.iter().all(Entry::is_read) {
        return entries;
    }
    // Without a position on lines of its own all of it is one statement.
    if !drafts.iter().any(Draft::has_position) && record.text.len() < LONGEST {
        return vec![epd::of_position("", &record.text, record.line)];
    }
    let is_better = |whole: &Entry| whole.is_read() && whole.problem.stipulation.is_some();
    let whole = Draft::together(drafts).map(read).filter(is_better);
    whole.map_or(entries, |whole| vec![whole])
}

/// `2) h#2`, `(2) #3`, `2. White ...`: the number of a problem in a list of them, and the rest.
fn counted(line: &str) -> Option<(u32, &str)> {
    let bare = line.strip_prefix('(').unwrap_or(line);
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = bare.split_at_checked(digits)?;
    let rest = match rest.strip_prefix(')') {
        Some(rest) => rest,
        None => rest
            .strip_prefix('.')
            .filter(|rest| rest.is_empty() || rest.starts_with(' '))?,
    };
    let number = number.parse().ok().filter(|_| digits < 5)?;
    let rest = rest.trim();
    // `1. Kb1 Rg2`
    let first = rest.split_whitespace().next().unwrap_or_default();
    if is_moves(line) && is_moves(&format!("1.{first}")) {
        return None;
    }
    let asks = || statement::statement(rest).is_ok_and(|said| said.stipulation.is_some());
    let places = || epd::has_fen(rest) || men_of(rest).is_some();
    (rest.is_empty() || places() || asks()).then_some((number, rest))
}

/// Whether a position stands between a line with a number and the line with the next one.
fn numbered_has_position(lines: &[String], boards: &[Range<usize>], from: usize) -> bool {
    let is_next = |line: &str| {
        let next = counted(line.trim()).map(|(number, _)| number);
        next.is_some() && next == counted(&lines[from]).map(|(number, _)| number + 1)
    };
    let mut of_number = (from..lines.len()).take_while(|at| *at == from || !is_next(&lines[*at]));
    of_number.any(|at| {
        let line = lines[at].as_str();
        let line = match at == from {
            true => counted(line).map_or(line, |(_, rest)| rest),
            false => line,
        };
        let is_listed = || !is_moves(line) && men_of(line).is_some();
        epd::has_fen(line)
            || boards.iter().any(|board| board.start == at)
            || is_listed()
            || is_whole(line)
    })
}

/// Whether a text has a block of conditions on lines of its own.
pub(super) fn has_own_block(text: &str) -> bool {
    let mut lines = text.lines();
    lines.any(|line| line.trim().eq_ignore_ascii_case("conditions"))
}

/// The lines of blocks `Conditions` ... `EndConditions`, with what stands between these words.
fn own_blocks(lines: &[&str]) -> Vec<(Range<usize>, String)> {
    let says = |at: usize, word: &str| lines[at].trim().eq_ignore_ascii_case(word);
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let mut ends = at + 1..lines.len();
        if says(at, "conditions")
            && let Some(end) = ends.find(|&end| says(end, "endconditions"))
        {
            blocks.push((at..end + 1, lines[at + 1..end].join("\n")));
            at = end;
        }
        at += 1;
    }
    blocks
}

/// Whether a position stands between a line and the next blank one.
fn block_has_position(lines: &[String], boards: &[Range<usize>], from: usize) -> bool {
    let block = lines[from..].iter().enumerate();
    let mut block = block.take_while(|(_, line)| !line.trim().is_empty());
    let is_list = |line: &str| {
        let begins = |(_, men): (&str, Diagram)| has_men_of(&men, Side::White);
        !is_moves(line) && men_of(line).is_some_and(begins)
    };
    block.any(|(at, line)| {
        epd::has_fen(line)
            || boards.iter().any(|board| board.start == from + at)
            || is_list(line.trim())
            || is_whole(line.trim())
    })
}

/// A statement, with its men or without, and the moves behind it on its line: `h#2, two solutions: 1.Kb1 Rh1#`.
fn with_moves_apart(line: &str) -> (&str, Option<&str>) {
    let parts = moves_within(line).map(|at| line.split_at(at));
    let parts =
        parts.map(|(said, moves)| (said.trim_end_matches([' ', ':', ',', ';', '.']), moves));
    let says = |said: &str| epd::has_fen(said) || is_whole(said) || asks(said);
    match parts.filter(|(said, _)| !is_moves(said) && says(said)) {
        Some((said, moves)) => (said, Some(moves)),
        None => (line, None),
    }
}

impl Draft {
    fn has_position(&self) -> bool {
        !self.position.is_empty() || !self.lists.is_empty() || self.is_whole
    }

    /// Whether a line may be a list of men: no label says something else, no moves stand before it.
    fn may_list(&self, label: Option<Label>) -> bool {
        let is_of_men = matches!(
            label,
            None | Some(Label::Fen | Label::White | Label::Black | Label::Neutral)
        );
        is_of_men && (self.solution.is_empty() || !self.has_position() || label.is_some())
    }

    /// Whether a list belongs to the lists before it: it has no men of White, or follows a list
    /// that has none of Black.
    fn goes_on(&self, men: &Diagram) -> bool {
        let Some(listed) = &self.listed else {
            return false;
        };
        !has_men_of(men, Side::White) || self.ends_in_list && !has_men_of(listed, Side::Black)
    }

    fn list(&mut self, text: &str, men: Diagram) {
        self.lists.push(text.to_owned());
        let listed = self
            .listed
            .get_or_insert_with(|| Diagram::empty(men.geometry.clone()));
        for (square, man) in men.men() {
            listed.put(square, man);
        }
    }

    /// Notes a line that may be a part of one statement with its men.
    fn hear(&mut self, label: Option<Label>, line: &str, is_fen: bool) {
        let is_of_statement = matches!(
            label,
            None | Some(
                Label::Fen
                    | Label::Statement
                    | Label::Conditions
                    | Label::Twins
                    | Label::White
                    | Label::Black
                    | Label::Neutral
            )
        );
        let rest = is_fen.then(|| epd::fields_and_rest(line).1);
        let line = rest.as_deref().unwrap_or(line);
        if is_of_statement && !line.is_empty() {
            self.said.push(Line {
                number: self.now,
                text: line.to_owned(),
            });
        }
    }

    /// One problem of several drafts, unless they have solutions or several boards.
    fn together(drafts: &[Draft]) -> Option<Draft> {
        let boards = || drafts.iter().filter(|draft| !draft.position.is_empty());
        let is_solved = drafts.iter().any(|draft| !draft.solution.is_empty());
        let is_listed = drafts.iter().any(|draft| !draft.lists.is_empty());
        if is_solved || boards().count() + usize::from(is_listed) > 1 {
            return None;
        }
        let said = drafts.iter().flat_map(|draft| &draft.said);
        let first = drafts.first()?.clone();
        let position = boards().next().map(|draft| draft.position.clone());
        Some(Draft {
            is_whole: position.is_none(),
            position: position.unwrap_or_default(),
            statement: said.cloned().collect(),
            is_together: true,
            lists: Vec::new(),
            listed: None,
            kinds: Vec::new(),
            fronts: Vec::new(),
            conditions: Vec::new(),
            above: Vec::new(),
            notes: Vec::new(),
            doubtful: Vec::new(),
            odd: Vec::new(),
            ..first
        })
    }

    /// The position as one text.
    fn placed(&mut self) -> String {
        let lists = self.lists.join("\n");
        match figures(&lists) {
            _ if lists.is_empty() => std::mem::take(&mut self.position),
            Ok(diagram) => board_text(&diagram, false),
            Err(_) => lists,
        }
    }

    /// A text of the line that is being read.
    fn line_of(&self, text: &str) -> Line {
        Line {
            number: self.now,
            text: text.replace(['‡', '≠'], "#"),
        }
    }

    /// A line with a FEN, which may say more.
    fn fen(&mut self, text: &str) {
        let (fields, rest) = epd::fields_and_rest(text);
        self.position = fields.join(" ");
        if !rest.is_empty() {
            self.statement.push(self.line_of(&rest));
        }
    }

    fn take(&mut self, label: Option<Label>, text: &str) {
        let text_owned = text.to_owned();
        match label {
            Some(Label::Conditions | Label::Twins) if statement::says_none(text) => {}
            Some(Label::Statement | Label::Twins) => self.statement.push(self.line_of(text)),
            Some(Label::Conditions) => self.conditions.push(self.line_of(text)),
            Some(Label::Authors) => self.authors.push(text_owned),
            Some(Label::Source) => self.origins.push(text_owned),
            Some(Label::Award) => self.awards.push(text_owned),
            Some(Label::Title) => self.titles.push(text_owned),
            // The moves stand below.
            Some(Label::Intended) if text.is_empty() => {}
            Some(Label::Intended) => self.intended = Some(text_owned),
            Some(Label::Id) => self.id = Some(text_owned),
            Some(Label::Remark) => self.remark(text, Some(Vec::new())),
            Some(Label::Side) if aside::side_of(text).is_some() => {
                let said = aside::side_said(text).map(|said| self.line_of(&said));
                self.statement.extend(said);
            }
            // `Sol: 2`
            Some(Label::Solution) if text.parse::<u32>().is_ok() => {
                self.intended = Some(text_owned);
            }
            Some(Label::Solution) => self.solution.push(text_owned),
            // A list that is not understood has to say so.
            Some(Label::White) => self.lists.push(format!("White: {text}")),
            Some(Label::Black) => self.lists.push(format!("Black: {text}")),
            Some(Label::Neutral) if !self.position.is_empty() => {
                self.statement
                    .push(self.line_of(&format!("neutral: {text}")));
            }
            Some(Label::Neutral) => self.lists.push(format!("neutral: {text}")),
            // `Set play: 1...Kb1 2.Rh1#`
            _ if is_moves(text.split_once(": ").map_or(text, |(_, moves)| moves))
                || !self.solution.is_empty() && (self.asks() || !asks(text)) =>
            {
                self.solution.push(text_owned);
            }
            _ => self.unlabelled(text),
        }
    }

    /// `No. 3 (id: P0099999)`, a statement, or a remark.
    fn unlabelled(&mut self, text: &str) {
        if let Some(id) = id_of(text) {
            self.id = Some(id.to_owned());
            return;
        }
        let plain = text.replace(['‡', '≠'], "#");
        let read = statement::statement(&self.with_own(plain.clone()));
        let is_signed = self.now == self.closed + 1 && self.has_position() && self.asks();
        // A rule that is misspelt may stand there, too.
        if is_signed && is_signature(text, read.as_ref().ok()) {
            self.doubtful.push((self.line_of(text), false));
            return self.notes.push(Remark {
                text: text.to_owned(),
                kept: Vec::new(),
            });
        }
        if statement::closes_letter(text) && self.has_position() && self.asks() {
            self.closed = self.now;
            return self.notes.push(Remark {
                text: text.to_owned(),
                kept: Vec::new(),
            });
        }
        self.has_legend |= read.as_ref().is_ok_and(Statement::explains_letters);
        match &read {
            Ok(said)
                if said.explains_letters()
                    || said.has_men() && statement::opens_with_man(&plain) =>
            {
                self.fronts.push(self.line_of(&plain));
            }
            Ok(said) if said.stipulation.is_some() => self.statement.push(self.line_of(&plain)),
            Ok(_) if !self.statement.is_empty() && self.goes_with(&plain) => {
                self.statement.push(self.line_of(&plain));
            }
            Ok(said) if said.says_more() || said.has_men() => match self.statement.is_empty() {
                true => self.fronts.push(self.line_of(&plain)),
                false => self.conditions.push(self.line_of(&plain)),
            },
            // What is understood and cannot be done has to be refused.
            Err(errors) if statement::asks_unsupported(errors) => {
                self.statement.push(self.line_of(&plain));
            }
            Err(_) if self.statement.is_empty() && statement::kind_alone(&plain).is_some() => {
                self.kinds.push(self.line_of(&plain));
            }
            // A line that begins like a stipulation is to be understood, not passed over.
            Err(_) if self.statement.is_empty() && asks_by_sign(&plain) => {
                self.statement.push(self.line_of(&plain));
            }
            // So is one below the position that says a rule or a twin, but for a word.
            Err(_) if self.has_position() && statement::is_nearly_said(&plain) => {
                self.conditions.push(self.line_of(&plain));
            }
            _ => {
                let said = read.ok();
                if let Some(said) = said.as_ref().filter(|_| statement::names_rule(text)) {
                    let line = self.line_of(text);
                    let odd = said.diagnostics.iter().cloned();
                    self.odd.extend(odd.map(|odd| (line.clone(), odd)));
                }
                self.remark(text, said.map(|said| said.kept));
            }
        }
    }

    /// What nobody understands is said where a rule may stand, or where it looks like one.
    fn remark(&mut self, text: &str, kept: Option<Vec<Kept>>) {
        let is_known = kept.is_some() || is_frame(text);
        let has_position = self.has_position();
        let is_meant = has_position || !self.statement.is_empty();
        let is_labelled = statement::opens_with_label(text);
        match !is_known && (is_meant || is_labelled || statement::mentions_task(text)) {
            true => {
                // Below a blank line people greet, and sign.
                let is_refused = is_labelled
                    || statement::is_task_like(text)
                        && (!self.is_aside || statement::mentions_task(text))
                        && !(self.asks() && statement::is_said_of_task(text));
                self.doubtful.push((self.line_of(text), is_refused));
            }
            false => _ = self.said.pop_if(|said| said.text == text),
        }
        let remark = Remark {
            text: text.to_owned(),
            kept: kept.unwrap_or_default(),
        };
        match has_position {
            true => self.notes.push(remark),
            false => self.above.push(remark),
        }
    }

    fn asks(&self) -> bool {
        !self.statement.is_empty()
    }

    /// Whether a line says something beside the statement above it.
    fn goes_with(&self, line: &str) -> bool {
        let above = self.statement.iter().map(|line| line.text.as_str());
        let together = above.chain([line]).collect::<Vec<_>>().join(", ");
        statement::statement(&self.with_own(together)).is_ok()
    }

    /// The headings that say a kind of play which these lines do not ask for themselves.
    fn heads(&self, said: &[Line]) -> Vec<Line> {
        if self.kinds.is_empty() {
            return Vec::new();
        }
        let texts: Vec<&str> = said.iter().map(|line| line.text.as_str()).collect();
        let asked = statement::statement(&self.with_own(texts.join(", "))).ok();
        let asked = asked.and_then(|said| said.stipulation);
        let asked = asked.map(|asked| (asked.genre, asked.goal));
        let says_more =
            |kind: &&Line| asked.is_none() || asked != statement::kind_alone(&kind.text);
        self.kinds.iter().filter(says_more).cloned().collect()
    }

    /// A statement with the texts of the conditions that it may name; the last of a name counts.
    fn with_own(&self, statement: String) -> String {
        let blocks = self.own.iter().map(|text| own_block(text));
        [statement]
            .into_iter()
            .chain(blocks)
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// The problem; `raw` are the lines of the record, of which the first has this number.
    fn entry(mut self, raw: &[&str], first: usize) -> Entry {
        let line = self.line;
        let said = [&self.fronts[..], &self.statement, &self.conditions].concat();
        let heads = self.heads(&said);
        let mark = match self.is_together || !heads.is_empty() {
            true => "\n",
            false => ", ",
        };
        let said = [heads, said].concat();
        let joined = Joined {
            lines: &said,
            mark,
            line,
            raw,
            first,
        };
        let statement = joined.text();
        let position = self.placed();
        let mut entry = match position.is_empty() && !self.is_whole {
            true => {
                let text = statement.chars().take(60).collect::<String>();
                Entry::refused(format!("line {line}: no position is found in `{text}`"))
            }
            false => epd::of_position(&position, &self.with_own(statement), line),
        };
        entry.point_at_lines(&joined);
        // Records with a number have their author above the position.
        if self.id.is_some() && self.authors.is_empty() && !self.above.is_empty() {
            self.authors.push(self.above.remove(0).text);
        }
        entry.line = line;
        entry.id = self.id.or(self.count.map(|count| count.to_string()));
        for (known, labelled) in [
            (&mut entry.problem.authors, self.authors),
            (&mut entry.problem.origins, self.origins),
            (&mut entry.problem.awards, self.awards),
            (&mut entry.problem.titles, self.titles),
        ] {
            if !labelled.is_empty() {
                *known = labelled;
            }
        }
        self.above.append(&mut self.notes);
        let kept = self.above.iter().flat_map(|remark| &remark.kept);
        credit(&mut entry.problem, kept);
        self.above.retain(|remark| !remark.is_credit());
        if let Some(claim) = self.intended
            && let Err(why) = entry.problem.intention.read(&claim)
        {
            entry.warnings.push(format!("line {line}: {why}"));
        }
        let (meant, others): (Vec<_>, Vec<_>) = self
            .doubtful
            .into_iter()
            .partition(|(_, is_refused)| *is_refused);
        for (line, _) in meant {
            let diagnostic = Diagnostic::UnknownLine {
                text: line.text.clone(),
                at: (0, line.text.len()).into(),
            };
            entry.point(&line.text, diagnostic, line.number);
        }
        if let [(line, _), others @ ..] = &others[..] {
            entry.point(&line.text, kept_as_remark(line, others.len()), line.number);
        }
        for (line, odd) in self.odd {
            entry.point(&line.text, odd, line.number);
        }
        let solution = self.solution.join("\n");
        entry.solution = (!solution.is_empty()).then_some(solution);
        if !self.above.is_empty() {
            let notes = self.above.into_iter();
            let notes = notes.map(|remark| Value::String(remark.text)).collect();
            entry
                .details
                .insert("remarks".to_owned(), Value::Array(notes));
        }
        entry
    }
}

/// Whether a line below the end of a letter is the name of who wrote it.
fn is_signature(line: &str, said: Option<&Statement>) -> bool {
    let is_name = |word: &str| word.starts_with(char::is_uppercase) && !word.contains(['#', '/']);
    let says = |said: &Statement| said.stipulation.is_some() || said.says_more() || said.has_men();
    line.split_whitespace().count() < 5
        && line.split_whitespace().all(is_name)
        && !said.is_some_and(says)
}

/// `+--+--+`, `a b c`: the frame of a board, or a line between two texts.
fn is_frame(line: &str) -> bool {
    let mut files = line.split_whitespace().zip('a'..);
    let mut names_files = || files.all(|(word, file)| word.chars().eq([file]));
    line.len() > 2 && (!line.contains(char::is_alphanumeric) || names_files())
}

/// Whether a line is a statement that asks something.
fn asks(line: &str) -> bool {
    statement::statement(line).is_ok_and(|said| said.stipulation.is_some())
}

/// Whether the first word asks: `#2`, `h#3!`.
fn asks_by_sign(line: &str) -> bool {
    line.split(' ')
        .next()
        .is_some_and(|first| first.contains('#'))
}

/// One warning for all lines of a problem that are not understood: this one, and so many more.
fn kept_as_remark(line: &Line, others: usize) -> Diagnostic {
    Diagnostic::KeptAsRemark {
        text: line.text.chars().take(60).collect(),
        others: match others {
            0 => String::new(),
            1 => " (and one more line)".to_owned(),
            more => format!(" (and {more} more lines)"),
        },
        at: (0, line.text.len()).into(),
    }
}

/// `(id: P0099999)`, `PROBID='P0000001'`, `P0000001`, `WinChloe 123456`.
fn id_of(text: &str) -> Option<&str> {
    if let Some(at) = text.find("id:") {
        return Some(text[at + 3..].trim().trim_end_matches(')'));
    }
    if let Some(at) = text.find("PROBID='") {
        return text[at + 8..].split('\'').next();
    }
    let digits = text.strip_prefix('P').unwrap_or_default();
    let is_pdb = digits.len() == 7 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_chloe = text.len() < 24 && text.to_lowercase().starts_with("winchloe");
    (is_pdb || is_chloe).then_some(text)
}
