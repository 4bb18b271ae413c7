//! How a member goes: with its comma and the blanks before it, and with nothing else.

use std::ops::Range;

use jsonc_parser::ast::Object;

use super::Tree;
use super::tokens::Kind;
use crate::agents::change::Made;
use crate::agents::refusal::Refusal;
use crate::agents::splice::Splice;
use crate::agents::text::is_blank_text;

impl Tree<'_> {
    /// Removes the node and the containers that an addition made, where nothing else came to be in them.
    pub(super) fn remove_node(&self, container: &[String], name: &str, made: &Made) -> Result<Vec<Splice>, Refusal> {
        let whole: Vec<String> = container.iter().cloned().chain([name.to_owned()]).collect();
        let mut length = whole.len();
        while whole.len() - length < made.containers && self.holds_only_one(whole.get(..length - 1).unwrap_or_default())
        {
            length -= 1;
        }
        let root = self.object(&[])?;
        let has_comment = self.has_comment_within(root) || self.has_comment_between(root.range.end, self.text.len());
        if made.root && length == 1 && root.properties.len() == 1 && !has_comment {
            return Ok(vec![self.remove_root(root.range.start..root.range.end)]);
        }
        let blank = if whole.len() - length == made.containers { made.blank.as_str() } else { "" };
        self.remove(whole.get(..length).unwrap_or_default(), blank)
    }

    /// Removes the member at a path. An object that is left without anything gets `blank` between its braces.
    pub(super) fn remove(&self, path: &[String], blank: &str) -> Result<Vec<Splice>, Refusal> {
        let (object, index) = self.property(path)?;
        let gone = Refusal::NotProven("a member is gone");
        let range = object.properties.get(index).map(|property| property.range).ok_or(gone)?;
        let before = self.tokens.before(range.start).map_or(object.range.start + 1, |(token, _)| token.end);
        let comma =
            self.tokens.after_comments(range.end).filter(|(_, kind)| *kind == Kind::Comma).map(|(comma, _)| comma);
        let is_only = object.properties.len() == 1;
        if is_only && !self.has_comment_outside(object, &(range.start..range.end)) {
            return Ok(vec![Splice::replace(object.range.start + 1..object.range.end - 1, blank)]);
        }
        let is_last = index + 1 == object.properties.len();
        let mut splices = Vec::new();
        if let Some(previous) = index.checked_sub(1).and_then(|index| object.properties.get(index)) {
            let comma_before = self.tokens.after_comments(previous.range.end).filter(|_| is_last && comma.is_none());
            splices.extend(comma_before.map(|(comma, _)| Splice::delete(comma)));
        }
        // Comments between the member and its comma stay.
        if let Some(comma) = comma.clone().filter(|comma| self.has_comment_between(range.end, comma.start)) {
            splices.push(Splice::delete(comma));
            splices.push(Splice::delete(self.cut(before, range.start, range.end)));
        } else {
            let end = comma.map_or(range.end, |comma| comma.end);
            let end = self.line_comment_behind(end).filter(|_| !is_only).unwrap_or(end);
            splices.push(Splice::delete(self.cut(before, range.start, end)));
        }
        Ok(splices)
    }

    /// What goes from a text when `start..end` goes: the blanks before it too, unless a line comment would swallow what
    /// follows.
    fn cut(&self, before: usize, start: usize, end: usize) -> Range<usize> {
        let follows_line_comment = self.tokens.before(start).is_some_and(|(_, kind)| kind == Kind::LineComment);
        let rest_of_line = self.text.get(end..).and_then(|rest| rest.split('\n').next()).unwrap_or_default();
        if follows_line_comment && !is_blank_text(rest_of_line) { start..end } else { before..end }
    }

    /// The text as it was before there was a value.
    fn remove_root(&self, root: Range<usize>) -> Splice {
        let before = self.text.get(..root.start).unwrap_or_default();
        let ends_without_newline = root.end == self.text.len();
        if ends_without_newline && !is_blank_text(before) {
            let kept = before.strip_suffix('\n').map_or(before, |line| line.strip_suffix('\r').unwrap_or(line));
            return Splice::delete(kept.len()..self.text.len());
        }
        Splice::delete(root.start..self.text.len())
    }

    fn holds_only_one(&self, path: &[String]) -> bool {
        !path.is_empty()
            && self.find_object(path).is_some_and(|object| {
                let only = object.properties.first().map(|only| only.range.start..only.range.end);
                object.properties.len() == 1 && only.is_some_and(|only| !self.has_comment_outside(object, &only))
            })
    }

    fn has_comment_within(&self, object: &Object<'_>) -> bool {
        let only = object.properties.first().map_or(0..0, |only| only.range.start..only.range.end);
        self.has_comment_outside(object, &only)
    }

    /// Whether a comment stands in an object, but not in the member `within`.
    fn has_comment_outside(&self, object: &Object<'_>, within: &Range<usize>) -> bool {
        self.has_comment_between(object.range.start, within.start)
            || self.has_comment_between(within.end, object.range.end)
    }

    fn has_comment_between(&self, from: usize, to: usize) -> bool {
        self.tokens.has_comment(from, to)
    }
}
