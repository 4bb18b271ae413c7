//! The tokens of a text, comments included: what stands between two members.

use std::ops::Range;

use jsonc_parser::tokens::{Token, TokenAndRange};

use crate::agents::refusal::Refusal;
use crate::agents::text::{is_blank_text, place};

/// What a token is, as far as an edit cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `,`
    Comma,
    /// `}` or `]`
    Close,
    /// `// …`
    LineComment,
    /// `/* … */`
    BlockComment,
    /// Anything else.
    Other,
}

/// All tokens of a text in order.
pub struct Tokens(Vec<(Range<usize>, Kind)>);

impl Tokens {
    /// The tokens that the parser saw. What it skipped between them must be blanks that every parser skips, and what it took as
    /// a string must be one for every parser.
    ///
    /// # Errors
    /// [`Refusal::Syntax`].
    pub fn new(text: &str, tokens: Vec<TokenAndRange<'_>>) -> Result<Self, Refusal> {
        let syntax = |at: usize, reason: &str| Refusal::Syntax { place: place(text, at), reason: reason.to_owned() };
        let mut all = Vec::with_capacity(tokens.len());
        let mut done = 0;
        for TokenAndRange { range, token } in tokens {
            let (start, end) = (range.start, range.end);
            if !text.get(done..start).is_some_and(is_blank_text) {
                return Err(syntax(done, "a blank that is none in JSON"));
            }
            let string = text.get(start..end).filter(|_| matches!(token, Token::String(_)));
            if let Some(offset) = string.and_then(|raw| raw.bytes().position(|byte| byte < 0x20)) {
                return Err(syntax(start + offset, "a control character in a string"));
            }
            all.push((start..end, kind(&token)));
            done = end;
        }
        if text.get(done..).is_some_and(is_blank_text) {
            Ok(Self(all))
        } else {
            Err(syntax(done, "a blank that is none in JSON"))
        }
    }

    /// The last token that ends at or before a byte.
    pub fn before(&self, at: usize) -> Option<(Range<usize>, Kind)> {
        let count = self.0.partition_point(|(range, _)| range.end <= at);
        count.checked_sub(1).and_then(|index| self.0.get(index)).cloned()
    }

    /// The first token that begins at or after a byte.
    pub fn after(&self, at: usize) -> Option<(Range<usize>, Kind)> {
        self.0.get(self.0.partition_point(|(range, _)| range.start < at)).cloned()
    }

    /// The first token from a byte on that is no comment.
    pub fn after_comments(&self, at: usize) -> Option<(Range<usize>, Kind)> {
        let first = self.0.partition_point(|(range, _)| range.start < at);
        self.0.get(first..)?.iter().find(|(_, kind)| !kind.is_comment()).cloned()
    }

    /// Whether a comment stands between two bytes.
    pub fn has_comment(&self, from: usize, to: usize) -> bool {
        let first = self.0.partition_point(|(range, _)| range.start < from);
        let rest = self.0.get(first..).unwrap_or_default();
        rest.iter().take_while(|(range, _)| range.end <= to).any(|(_, kind)| kind.is_comment())
    }

    /// Where the first comment begins.
    pub fn first_comment(&self) -> Option<usize> {
        self.0.iter().find(|(_, kind)| kind.is_comment()).map(|(range, _)| range.start)
    }

    /// Where the first comma stands that a closing bracket follows.
    pub fn first_trailing_comma(&self) -> Option<usize> {
        let mut comma = None;
        for (range, kind) in &self.0 {
            match (kind, comma) {
                (Kind::Close, Some(at)) => return Some(at),
                (Kind::LineComment | Kind::BlockComment, _) => {}
                (Kind::Comma, _) => comma = Some(range.start),
                _ => comma = None,
            }
        }
        None
    }
}

impl Kind {
    /// Whether it is a comment.
    pub fn is_comment(self) -> bool {
        matches!(self, Self::LineComment | Self::BlockComment)
    }
}

fn kind(token: &Token<'_>) -> Kind {
    match token {
        Token::Comma => Kind::Comma,
        Token::CloseBrace | Token::CloseBracket => Kind::Close,
        Token::CommentLine(_) => Kind::LineComment,
        Token::CommentBlock(_) => Kind::BlockComment,
        _ => Kind::Other,
    }
}
