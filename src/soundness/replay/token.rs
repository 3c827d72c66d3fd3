//! Words of a solution as people and programs write it: a grammar of tokens.

use super::word::{self, Class};
use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, digit1, one_of, satisfy};
use nom::combinator::{map, map_opt, opt, peek, recognize, verify};
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{IResult, Parser};
use std::borrow::Cow;

/// A word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    /// `b)`: another version.
    Twin(usize),
    /// `2.` or `2...`: the number of the move that follows, and whether dots stand for the other side's.
    Number(u32, bool),
    /// A move.
    Move(String),
    /// `f3` of `Nc4,f3`: a move of the same man in place of the one before, or else a pawn's.
    Also(String),
    /// `N~`, `N any`: any move of such a man; without letters, of any man.
    Random(String),
    /// `!`, `?`: the mark of the move before.
    Mark(char),
    /// `threat:`
    Threat,
    /// `but`: refutations follow.
    But,
    /// Tries follow, or the move before is one.
    Try,
    /// What follows next is not meant.
    Not,
    /// The same of a later move.
    Denied,
    /// What follows is play with the other side first.
    Set,
    /// A dual follows.
    Dual,
    /// The move before is one.
    IsDual,
    /// There is prose in the sentence that follows: its moves may be meant otherwise.
    Vague,
    /// What follows is meant, or the move before is.
    Key,
    /// A word of a comment.
    Comment,
    /// The end of a sentence.
    Stop,
    /// A comma, slash or `or`: another move in place of the one before may follow.
    Or,
    /// A bracket opens: what stands in it leads away from the line.
    Open,
    /// It closes: the line goes on as before it.
    Close,
    /// The end of a line.
    End,
}

/// The words of a solution. Comments in braces, progress lines and messages are left out.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut in_heading = false;
    // A program may say so in the middle of a move.
    let text = text.replace("both sides need a king", " ");
    for line in plain(&without_braces(&text)).lines() {
        if is_message(line) {
            continue;
        }
        in_heading = match heading(line) {
            Some(number) => {
                words.push(Word::Twin(number));
                true
            }
            None => in_heading && !line.trim().is_empty() && !has_number(line),
        };
        if !in_heading {
            tokens(&with_joined_castlings(line), &mut words);
        }
        words.push(Word::End);
    }
    let words = with_duals(with_tries(without_comments(words)));
    without_tries_in_brackets(without_changes(words))
}

/// Without what a comment mentions: `Self-block on e4.`, `The wQ and the wS change functions: Qd6/Nd6.` A sentence after
/// numbered moves is one if it holds a word of none of our tables and counts no move. In others what follows such a word is, up
/// to the next number.
fn without_comments(words: Vec<Word>) -> Vec<Word> {
    let is_number = |word: &Word| matches!(word, Word::Number(..));
    let ends = |word: &Word| {
        let ends = [Word::Stop, Word::End, Word::Open, Word::Close];
        ends.contains(word) || matches!(word, Word::Twin(_))
    };
    let mut kept = Vec::with_capacity(words.len());
    let mut is_counted = false;
    for sentence in words.split_inclusive(ends) {
        let counts = sentence.iter().any(is_number);
        let is_comment = is_counted && !counts && sentence.contains(&Word::Comment);
        is_counted |= counts;
        let (mut is_aside, mut refutes) = (is_comment, false);
        if counts && sentence.contains(&Word::Comment) {
            kept.push(Word::Vague);
        }
        for word in sentence {
            match word {
                Word::Number(..) => (is_aside, refutes) = (is_comment, false),
                Word::But => refutes = true,
                // `fails to Kg6`
                Word::Comment if !refutes => is_aside = true,
                _ => {}
            }
            if !is_aside || ends(word) || matches!(word, Word::Comment | Word::Set) {
                kept.push(word.clone());
            }
        }
    }
    kept
}

/// With marks for moves that words call tries and keys: `1.Kf8 {try}`. Words before a first move stay, for they announce it.
fn with_tries(words: Vec<Word>) -> Vec<Word> {
    let mut marked: Vec<Word> = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        let sign = match word {
            Word::Try => Some('?'),
            Word::Key => Some('!'),
            Word::Not => None,
            Word::Comment => continue,
            _ => {
                marked.push(word.clone());
                continue;
            }
        };
        let mut next = words[at + 1..].iter();
        let next = next.find(|next| !matches!(next, Word::End | Word::Or | Word::Mark(_)));
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        match (next, before, sign) {
            (Some(Word::Number(1, false)), ..) => marked.push(word.clone()),
            (_, Some(Word::Move(_) | Word::Mark(_)), Some(sign)) => marked.push(Word::Mark(sign)),
            (Some(Word::Number(..) | Word::Move(_)), _, None) => marked.push(Word::Denied),
            _ => {}
        }
    }
    marked
}

/// With duals that a word behind them calls so: `2.Qd7# or 2.Qf8# (dual)`.
fn with_duals(mut words: Vec<Word>) -> Vec<Word> {
    for at in 0..words.len() {
        let is_behind = at > 0 && matches!(words[at - 1], Word::Move(_) | Word::Mark(_));
        let announces = matches!(words.get(at + 1), Some(Word::Number(..) | Word::Move(_)));
        if words[at] == Word::Dual && is_behind && !announces {
            words[at] = Word::IsDual;
        }
    }
    words
}

/// Without what is changed in a twin, where its moves follow on the same line: `b) wRh4-->g1 1.e1=R Rf1`.
fn without_changes(words: Vec<Word>) -> Vec<Word> {
    let mut kept = Vec::with_capacity(words.len());
    let mut rest = words.into_iter().peekable();
    while let Some(word) = rest.next() {
        let is_twin = matches!(word, Word::Twin(_));
        kept.push(word);
        if !is_twin {
            continue;
        }
        let is_of_changes =
            |word: &Word| !matches!(word, Word::Twin(_) | Word::End | Word::Number(..));
        let mut changes = Vec::new();
        while let Some(word) = rest.next_if(is_of_changes) {
            changes.push(word);
        }
        // `b) Ra1! 1...Kb8` begins with the key.
        let is_marked = changes.iter().any(|word| matches!(word, Word::Mark(_)));
        let is_counted = matches!(rest.peek(), Some(Word::Number(1, _)));
        if is_marked || !is_counted {
            kept.append(&mut changes);
        }
    }
    kept
}

/// Signs as one writes them by machine: no quotation marks, no marks of HTML and Markdown, plain
/// dashes, ellipses and letters, `+` for a dagger.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        if let Some(length) = tag(rest) {
            plain.push(' ');
            rest = &rest[length..];
            continue;
        }
        rest = &rest[sign.len_utf8()..];
        match sign {
            '"' | '“' | '”' | '„' | '‟' | '«' | '»' | '`' | '´' | '\'' | '’' | '‘' | '′' | '_' =>
                {}
            '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{feff}' => {}
            '*' if rest.starts_with('*') => rest = &rest[1..],
            '–' | '—' | '−' | '‑' | '‐' | '‒' => plain.push('-'),
            '→' | '⇒' | '⟶' => plain.push('-'),
            '…' => plain.push_str("..."),
            '†' => plain.push('+'),
            '‡' | '≠' | '♯' | '＃' | '⧣' => plain.push('#'),
            '×' => plain.push('x'),
            'é' | 'è' | 'ê' | 'ë' => plain.push('e'),
            'ç' => plain.push('c'),
            'à' | 'â' | 'ä' => plain.push('a'),
            'ö' | 'ô' => plain.push('o'),
            'ü' | 'û' => plain.push('u'),
            '\u{a0}' | '\u{202f}' | '\u{2009}' | '\t' => plain.push(' '),
            sign => plain.push(sign),
        }
    }
    plain
}

/// How long the tag of HTML is that a text starts with: `<b>`, `</i>`, `<br />`.
fn tag(text: &str) -> Option<usize> {
    let name = verify(
        take_while1(|sign: char| sign.is_ascii_alphabetic()),
        |name: &str| name.len() < 7,
    );
    let tag = (
        char::<_, nom::error::Error<&str>>('<'),
        opt(char('/')),
        name,
        take_while(|sign| sign == ' '),
        opt(char('/')),
        char('>'),
    );
    let (_, found) = recognize(tag).parse(text).ok()?;
    Some(found.len())
}

/// `b) wKc2-->b2`: the twin whose changes a line names, and no move.
pub(super) fn heading(line: &str) -> Option<usize> {
    let line = line.trim();
    let (label, changes) = line.trim_start_matches('+').split_once(')')?;
    let is_label = label.len() == 1 && label.starts_with(|sign: char| sign.is_ascii_lowercase());
    let has_arrow = ["-->", "==>", "->", "<->"]
        .iter()
        .any(|arrow| changes.contains(arrow));
    let has_marks = changes.contains(['!', '?']) || changes.trim_end().ends_with(['#', '=']);
    let is_heading =
        is_label && !changes.trim().is_empty() && !has_number(changes) && (has_arrow || !has_marks);
    is_heading
        .then(|| crate::problem::twin_number(label))
        .flatten()
}

/// Whether a line counts moves: `1.Kf7`, `1...`.
pub(super) fn has_number(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.any(|word| {
        let word = word.trim_start_matches(['(', '[']);
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && word[digits..].starts_with(['.', '…'])
    })
}

/// `kurze-Rochade` for `kurze Rochade`: castling and its side are two words of people and one of the table.
fn with_joined_castlings(line: &str) -> Cow<'_, str> {
    let parts: Vec<&str> = line.split(' ').collect();
    if !parts.iter().any(|part| word::is(part, Class::Castling)) {
        return Cow::Borrowed(line);
    }
    let castlings = [Class::ShortCastling, Class::LongCastling];
    let mut joined = String::with_capacity(line.len());
    for (at, part) in parts.iter().enumerate() {
        joined += part;
        let Some(next) = parts.get(at + 1) else { break };
        let plain = next.trim_end_matches(['!', '?', '+', '#', '.', ',', ';', ')', ']']);
        let pair = format!("{part}-{plain}");
        let is_one = word::first_of(&pair, &castlings).is_some();
        joined.push(if is_one { '-' } else { ' ' });
    }
    Cow::Owned(joined)
}

/// Without comments in braces, but for the word that says what a move is: `{try}`.
fn without_braces(text: &str) -> String {
    let mut kept = String::new();
    let (mut depth, mut comment) = (0usize, String::new());
    for sign in text.chars() {
        match sign {
            '{' => depth += 1,
            '}' if depth > 0 => {
                depth -= 1;
                let said = plain(std::mem::take(&mut comment).trim());
                let said = said.trim_end_matches(['.', '!', '?', ':']);
                if word::first_of(said, &[Class::Try, Class::Key]).is_some() {
                    kept += &format!(" {said} ");
                }
            }
            '}' => {}
            sign if depth > 0 => comment.push(sign),
            sign => kept.push(sign),
        }
    }
    kept
}

/// Times, versions, frames, `12  (h6-h5    Time = 0.021 s)`.
fn is_message(line: &str) -> bool {
    let line = line.trim();
    let starts = [
        "solution finished",
        "Partial solution",
        "Loesung beendet",
        "Partielle Loesung",
        "Teilloesung",
        "solution terminee",
        "solution partielle",
        "solving interrupted",
        "Popeye ",
        "dawson v",
        "+---",
        "|",
    ];
    starts.iter().any(|start| line.starts_with(start))
        || line.contains("Time = ")
        || line.contains("Zeit = ")
        || line.contains("potential positions")
        || line.contains("moegliche Stellungen")
        || line.contains("positions potentielles")
}

/// What the grammar finds at the start of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token<'t> {
    Blank,
    Twin(usize),
    Number(u32, bool),
    Marks(&'t str),
    Threat,
    Set,
    Separator,
    /// What stands in brackets.
    Bracket(&'t str),
    /// Everything up to the next blank, comma or bracket that is no part of a move.
    Chunk(&'t str),
}

/// Adds the words of a line.
fn tokens(line: &str, words: &mut Vec<Word>) {
    let mut rest = line;
    // After a comma without a blank a square may belong to the man before: `Nc4,f3`.
    let mut is_joined = false;
    // Letters of men stand before `any`.
    let mut letters: Option<&str> = None;
    while let Ok((behind, token)) = token(rest) {
        let is_start = line[..line.len() - rest.len()].trim().is_empty();
        rest = behind;
        let (was_joined, former) = (is_joined, letters.take());
        is_joined = token == Token::Separator;
        match token {
            Token::Blank => letters = former,
            Token::Twin(number) => words.push(Word::Twin(number)),
            Token::Number(number, dots) => words.push(Word::Number(number, dots)),
            Token::Marks(marks) => {
                let signs = marks.chars().filter(|sign| matches!(sign, '!' | '?'));
                words.extend(signs.map(Word::Mark));
                stop(marks, words);
            }
            Token::Threat => words.push(Word::Threat),
            Token::Set => words.push(Word::Set),
            Token::Separator => words.push(Word::Or),
            Token::Bracket(inside) => bracket(inside, is_start, words),
            Token::Chunk(chunk) => {
                letters = chunk_words(chunk, was_joined, former, words);
                stop(chunk, words);
            }
        }
    }
}

/// A full stop or a semicolon ends a sentence.
fn stop(text: &str, words: &mut Vec<Word>) {
    if text.ends_with(['.', ';']) && !text.ends_with("..") {
        words.push(Word::Stop);
    }
}

fn token(input: &str) -> IResult<&str, Token<'_>> {
    let blank = take_while1(char::is_whitespace);
    let marks = take_while1(|sign| "!?+#=%.:;-".contains(sign));
    alt((
        map(blank, |_| Token::Blank),
        map(twin, Token::Twin),
        map(number, |(number, dots)| Token::Number(number, dots)),
        map(bare_number, |number| Token::Number(number, false)),
        map(set_play, |_| Token::Set),
        map(recognize(castling_in_signs), Token::Chunk),
        map(char('>'), |_| Token::Threat),
        map(one_of(",/|"), |_| Token::Separator),
        map(null_move, Token::Chunk),
        map(glyph, Token::Marks),
        map(marks, Token::Marks),
        map(group, Token::Bracket),
        map(chunk, Token::Chunk),
        map(satisfy(|_| true), |_| Token::Blank),
    ))
    .parse(input)
}

/// Numbers that PGN has for marks, as it defines them.
const GLYPHS: [(&str, &str); 6] = [
    ("1", "!"),
    ("2", "?"),
    ("3", "!!"),
    ("4", "??"),
    ("5", "!?"),
    ("6", "?!"),
];

/// `$2` for `?`.
fn glyph(input: &str) -> IResult<&str, &str> {
    let (rest, number) = preceded(char('$'), digit1).parse(input)?;
    let mut glyphs = GLYPHS.iter();
    let found = glyphs.find(|(glyph, _)| *glyph == number);
    Ok((rest, found.map_or("", |(_, marks)| marks)))
}

/// `b)`, `+c)`, `z2)`.
fn twin(input: &str) -> IResult<&str, usize> {
    let letter = satisfy(|sign| sign.is_ascii_lowercase());
    let label = recognize((letter, take_while(|sign: char| sign.is_ascii_digit())));
    let label = verify(label, |label: &str| label.len() <= 3);
    map_opt(
        delimited(opt(char('+')), label, char(')')),
        crate::problem::twin_number,
    )
    .parse(input)
}

/// `1.`, `1...`, `1. ...`, `1.-` before a blank: a number, and whether the other side's move follows.
fn number(input: &str) -> IResult<&str, (u32, bool)> {
    let (rest, digits) = verify(digit1, |digits: &str| digits.len() < 4).parse(input)?;
    let (rest, dots) = take_while1(|sign| sign == '.').parse(rest)?;
    let number = digits.parse().unwrap_or(1);
    let more = preceded(
        take_while(|sign| sign == ' '),
        verify(take_while1(|sign| sign == '.'), |dots: &str| dots.len() > 1),
    );
    let dash = preceded(
        take_while(|sign| sign == ' '),
        terminated(char('-'), peek(char(' '))),
    );
    if dots.len() > 1 {
        return Ok((rest, (number, true)));
    }
    let (rest, added) = opt(alt((recognize(more), recognize(dash)))).parse(rest)?;
    Ok((rest, (number, added.is_some())))
}

/// `2 Qd3`: a number without a dot before a move of a man.
fn bare_number(input: &str) -> IResult<&str, u32> {
    let digits = verify(digit1, |digits: &str| digits.len() < 3);
    let man = (
        satisfy(|sign| sign.is_ascii_uppercase()),
        take_while(|sign: char| !sign.is_whitespace()),
    );
    let movement = verify(recognize(man), |word: &str| has_square(word));
    let castling = recognize(castling_in_signs);
    let number = terminated(digits, (char(' '), peek(alt((castling, movement)))));
    map(number, |digits: &str| digits.parse().unwrap_or(1)).parse(input)
}

/// The star before `*1...Kb1`, the usual mark of set play.
fn set_play(input: &str) -> IResult<&str, ()> {
    let counts = verify(number, |(_, dots)| *dots);
    map((char('*'), peek(counts)), |_| ()).parse(input)
}

/// `0-0-0`, `O-O`: letters and noughts as people mix them.
fn castling_in_signs(input: &str) -> IResult<&str, ()> {
    let sign = |input| one_of("0Oo").parse(input);
    let half = |input| pair(char('-'), sign).parse(input);
    let (rest, _) = (sign, half, opt(half)).parse(input)?;
    // `0-0` of a number or a word is none.
    match rest.starts_with(|sign: char| {
        sign.is_alphanumeric() && !rest.starts_with("ch") && !rest.starts_with('m')
    }) {
        true => Err(nom::Err::Error(nom::error::make_error(
            input,
            nom::error::ErrorKind::Verify,
        ))),
        false => Ok((rest, ())),
    }
}

/// Three dots alone are the move of a side that does nothing.
fn null_move(input: &str) -> IResult<&str, &str> {
    let dots = recognize((char('.'), char('.'), char('.')));
    terminated(
        dots,
        alt((
            recognize(char(' ')),
            verify(nom::combinator::rest, str::is_empty),
        )),
    )
    .parse(input)
}

/// A pair of brackets with everything within.
fn group(input: &str) -> IResult<&str, &str> {
    let close = match input.chars().next() {
        Some('(') => ')',
        Some('[') => ']',
        _ => {
            return Err(nom::Err::Error(nom::error::make_error(
                input,
                nom::error::ErrorKind::Char,
            )));
        }
    };
    let open = input.chars().next().unwrap_or_default();
    let mut depth = 0usize;
    for (at, sign) in input.char_indices() {
        depth += usize::from(sign == open);
        depth -= usize::from(sign == close);
        if depth == 0 {
            return Ok((&input[at + 1..], &input[1..at]));
        }
    }
    // A bracket that is never closed ends with its line.
    Ok(("", &input[1..]))
}

/// A word with the brackets that are part of it: `Kxd3[+wPd2]`, `N(e5)c4`, `Q(x)d3`.
fn chunk(input: &str) -> IResult<&str, &str> {
    let mut length = 0;
    while let Some(sign) = input[length..].chars().next() {
        if sign == '(' || sign == '[' {
            let (behind, inside) = group(&input[length..])?;
            if length == 0
                || !is_of_move(inside)
                || behind.is_empty() && !input.ends_with([')', ']'])
            {
                break;
            }
            length = input.len() - behind.len();
            continue;
        }
        if let Some(promoted) = promotion_apart(&input[..length], &input[length..]) {
            length += promoted;
            continue;
        }
        let is_arrow = sign == '>' && input[..length].ends_with('-');
        if sign.is_whitespace() || ",>)]|".contains(sign) && !is_arrow {
            break;
        }
        length += sign.len_utf8();
    }
    match length {
        0 => Err(nom::Err::Error(nom::error::make_error(
            input,
            nom::error::ErrorKind::TakeWhile1,
        ))),
        _ => Ok((&input[length..], &input[..length])),
    }
}

/// How long a promotion is that stands apart: ` = Q` after `d8`. `Rc2 = Kb1` goes on with a move.
fn promotion_apart(before: &str, rest: &str) -> Option<usize> {
    let is_pawn = before.starts_with(|sign: char| sign.is_ascii_lowercase());
    let is_behind_square =
        is_pawn && before.len() >= 2 && is_square(&before.as_bytes()[before.len() - 2..]);
    let blank = || take_while(|sign| sign == ' ');
    let letters = verify(take_while1(char::is_uppercase), |letters: &str| {
        letters.chars().count() < 3
    });
    let sign = (
        blank(),
        char::<_, nom::error::Error<&str>>('='),
        blank(),
        letters,
    );
    let (behind, found) = recognize(sign)
        .parse(rest)
        .ok()
        .filter(|_| is_behind_square)?;
    (!behind.starts_with(char::is_alphanumeric)).then_some(found.len())
}

/// Whether brackets right behind a word belong to the move: effects, squares, rebirths, a sign of
/// capture. Moves with numbers, threats and tries do not.
fn is_of_move(inside: &str) -> bool {
    let counts = has_number(inside);
    !counts && !inside.starts_with('>') && !inside.contains(['?', '!', ' '])
}

/// What stands in brackets of its own: a label, a remark, an effect, or other play.
fn bracket(inside: &str, is_start: bool, words: &mut Vec<Word>) {
    let trimmed = inside.trim();
    let is_label = trimmed.chars().count() <= 3 && !has_square(trimmed);
    if is_label {
        let is_twin = is_start && trimmed.starts_with(|sign: char| sign.is_ascii_lowercase());
        let twin = crate::problem::twin_number(trimmed).filter(|_| is_twin);
        return words.extend(twin.map(Word::Twin));
    }
    let is_effect = trimmed.starts_with(['+', '-']) || trimmed.contains("->");
    let is_square =
        trimmed.len() < 4 && has_square(trimmed) && !trimmed.starts_with(char::is_uppercase);
    if is_effect || is_square {
        return;
    }
    words.push(Word::Open);
    tokens(inside, words);
    words.push(Word::Close);
}

/// Adds the words of a chunk; what is only the letter of a man is given back, for `any` may follow.
fn chunk_words<'t>(
    chunk: &'t str,
    is_joined: bool,
    letters: Option<&str>,
    words: &mut Vec<Word>,
) -> Option<&'t str> {
    if chunk == "..." {
        words.push(Word::Move(chunk.to_owned()));
        return None;
    }
    // Behind the word may stand what the passing before the threat changes: `threat:[-wPd7]`.
    let said = chunk.split('[').next().unwrap_or_default();
    let said = said.trim_end_matches([':', ';', '!', '?', '+', '#', '=']);
    let said = said
        .strip_suffix('.')
        .filter(|said| said.len() > 1)
        .unwrap_or(said);
    let classes = [
        Class::Threat,
        Class::But,
        Class::Or,
        Class::Random,
        Class::LongCastling,
        Class::ShortCastling,
        Class::Castling,
        Class::Try,
        Class::Key,
        Class::Not,
        Class::Set,
        Class::Check,
        Class::Nothing,
        Class::Dual,
    ];
    let castling = |text: &str, words: &mut Vec<Word>| words.push(Word::Move(text.to_owned()));
    match word::first_of(said, &classes) {
        Some(Class::Threat) => words.push(Word::Threat),
        Some(Class::But) => words.push(Word::But),
        Some(Class::Try) => words.push(Word::Try),
        Some(Class::Key) => words.push(Word::Key),
        Some(Class::Not) => words.push(Word::Not),
        Some(Class::Set) => words.push(Word::Set),
        // What follows without a number is a remark.
        Some(Class::Dual) => words.extend([Word::Dual, Word::Comment]),
        Some(Class::Or) => words.push(Word::Or),
        Some(Class::Random) => words.push(Word::Random(letters.unwrap_or_default().to_owned())),
        Some(Class::LongCastling) => castling("0-0-0", words),
        Some(Class::ShortCastling) => castling("0-0", words),
        Some(Class::Castling) => castling("castling", words),
        Some(_) => {}
        None if is_letters(said) => return Some(said),
        None => moves(chunk, is_joined, words),
    }
    let marks = chunk[said.len()..]
        .chars()
        .filter(|sign| matches!(sign, '!' | '?'));
    if word::first_of(said, &classes[4..7]).is_some() {
        words.extend(marks.map(Word::Mark));
    }
    None
}

/// A word of several letters as people speak them.
fn is_spoken(text: &str) -> bool {
    let text = text.trim_end_matches([':', ';', '.', ',']);
    let is_lower = text
        .chars()
        .skip(1)
        .all(|sign| sign.is_lowercase() || sign == '-');
    is_lower
        && text.chars().count() > 1
        && text.chars().filter(|sign| sign.is_lowercase()).count() > 1
}

fn is_letters(text: &str) -> bool {
    (1..=2).contains(&text.len()) && text.chars().all(|sign| sign.is_ascii_uppercase())
}

/// `Bg3!`, `N~`, `Nd3ch`, `TI~*e4`; a text without a square is none.
fn moves(text: &str, is_joined: bool, words: &mut Vec<Word>) {
    let bare = text.trim_end_matches(['!', '?', '+', '#', '=', ':', ';', '.']);
    if let Some(letters) = bare
        .strip_suffix('~')
        .filter(|letters| !letters.starts_with("TI"))
    {
        return words.push(Word::Random(letters.to_owned()));
    }
    if let Some(letters) = any_of(bare) {
        return words.push(Word::Random(letters.to_owned()));
    }
    // The marks may stand before what ends a sentence: `Kg6!;`.
    let bare = text.trim_end_matches(['!', '?', ':', ';', '.']);
    if !has_square(bare) && bare != "RoleExchange" && !bare.contains("TI~") {
        let is_counted = matches!(words.last(), Some(Word::Number(..)));
        if is_counted && pawn_files(bare).is_some() {
            words.push(Word::Move(bare.to_owned()));
            words.extend(marks_of(&text[bare.len()..]));
        } else if is_spoken(bare) {
            words.push(Word::Comment);
        }
        return;
    }
    let marks = marks_of(&text[bare.len()..]);
    let bare: String = bare.split_whitespace().collect();
    let bare = without_check(bare.trim_end_matches([':', ';', '.'])).to_owned();
    let is_square = bare.len() >= 2 && is_square(&bare.as_bytes()[..2]);
    words.push(match is_joined && is_square {
        true => Word::Also(bare),
        false => Word::Move(bare),
    });
    words.extend(marks);
}

/// The letters of the man of `Sany` and `S-`.
fn any_of(text: &str) -> Option<&str> {
    let end = text.find(|sign: char| !sign.is_ascii_uppercase())?;
    let (letters, rest) = text.split_at(end);
    let is_any = rest == "-" || rest.len() > 2 && word::is(rest, Class::Random);
    (is_letters(letters) && is_any).then_some(letters)
}

/// `Nd3ch`, `axb6ep#`, `Qd3mate` without the word joined to the move; the sign of the goal stays.
fn without_check(text: &str) -> &str {
    let plain = text.trim_end_matches(['+', '#', '=', '.']);
    let word = plain.len()
        - plain
            .trim_end_matches(|sign: char| sign.is_ascii_lowercase() || sign == '.')
            .len();
    let starts = (plain.len() - word..plain.len()).filter(|at| plain.is_char_boundary(*at));
    let mut joined = starts.filter(|at| word::is(plain[*at..].trim_end_matches('.'), Class::Check));
    match joined.next() {
        Some(at) if has_square(&plain[..at]) => without_check(&plain[..at]),
        _ => text,
    }
}

pub(crate) fn has_square(text: &str) -> bool {
    text.as_bytes().windows(2).any(is_square)
}

fn marks_of(text: &str) -> impl Iterator<Item = Word> {
    let marks = text.chars().filter(|sign| matches!(sign, '!' | '?'));
    marks.map(Word::Mark)
}

/// `fe`, `fxe`: the files from which and to which a pawn captures.
pub(crate) fn pawn_files(text: &str) -> Option<(char, char)> {
    let files = text.chars().filter(|sign| !"x:*".contains(*sign));
    match files.collect::<Vec<_>>()[..] {
        [from, to] => {
            let are_files = from.is_ascii_lowercase() && to.is_ascii_lowercase();
            let are_neighbours = (from as u32).abs_diff(to as u32) == 1;
            (are_files && are_neighbours).then_some((from, to))
        }
        _ => None,
    }
}

fn is_square(two: &[u8]) -> bool {
    two[0].is_ascii_lowercase() && two[1].is_ascii_digit()
}

/// Without brackets that hold a try of a single move: `(Kc1?)`.
fn without_tries_in_brackets(words: Vec<Word>) -> Vec<Word> {
    let mut kept: Vec<Word> = Vec::with_capacity(words.len());
    let mut opened: Vec<usize> = Vec::new();
    for word in words {
        match word {
            Word::Open => {
                opened.push(kept.len());
                kept.push(word);
            }
            Word::Close => {
                kept.push(word);
                let Some(start) = opened.pop() else { continue };
                let inside = &kept[start..];
                let tries = inside.contains(&Word::Mark('?'));
                let counts = inside.iter().any(|word| matches!(word, Word::Number(..)));
                if tries && !counts {
                    kept.truncate(start);
                }
            }
            word => kept.push(word),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_an_author() {
        let found = words("1.Kf7 Kf5 2.Rgf8 Qe6#");
        let want = [
            Word::Number(1, false),
            Word::Move("Kf7".to_owned()),
            Word::Move("Kf5".to_owned()),
            Word::Number(2, false),
            Word::Move("Rgf8".to_owned()),
            Word::Move("Qe6#".to_owned()),
            Word::End,
        ];
        assert_eq!(found, want);
        let found = words("b) wKc2-->b2\n  +bPf2\n\n  1.Kf7");
        let moves = found.iter().filter(|word| matches!(word, Word::Move(_)));
        assert_eq!(moves.count(), 1);
        assert!(found.contains(&Word::Twin(1)));
        let found = words("b) 1...Kb4/Kc4 {a comment} 2.Qa1#!");
        let both = Word::Move("Kb4/Kc4".to_owned());
        assert!(found.contains(&Word::Twin(1)) && found.contains(&both));
    }

    #[test]
    fn what_a_twin_changes_is_no_move() {
        let first = |text: &str| {
            let moves = words(text).into_iter().filter_map(|word| match word {
                Word::Move(text) => Some(text),
                _ => None,
            });
            moves.into_iter().next().unwrap_or_default()
        };
        for text in [
            "b) wRh4-->g1 1.Kf7 Kf5",
            "b) -bPb4 1.Kf7 Kf5",
            "b) Kb8-g8 1.Kf7 Kf5",
            "b) Kb8-g8: 1.Kf7 Kf5",
            "b) (Pa2-a3) 1...Kf7",
            "b) wSa3, +bPa7 1.Kf7",
            "b) Sa3 instead of Sb3 1.Kf7",
            "b) 1.Kf7",
        ] {
            assert_eq!(first(text), "Kf7", "{text}");
        }
        // The key of a twin is one.
        assert_eq!(first("b) Ra1! 1...Kb8 2.Rb1#"), "Ra1");
    }
}
