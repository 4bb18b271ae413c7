//! Where new members go: behind the last one, in its style.

use jsonc_parser::ast::{Object, ObjectProp};

use super::tokens::Kind;
use super::{Style, Tree, start};
use crate::agents::change::Made;
use crate::agents::refusal::Refusal;
use crate::agents::render;
use crate::agents::splice::Splice;
use crate::agents::text::{begins_line, indent, is_blank_text, newline_near};
use crate::agents::value::{Value, nested};

impl<'a> Tree<'a> {
    /// Adds the node, and the containers that are not there.
    pub(super) fn add_node(
        &self,
        container: &[String],
        name: &str,
        node: &Value,
    ) -> Result<(Vec<Splice>, Made), Refusal> {
        let present = (0..=container.len())
            .rev()
            .find(|length| container.get(..*length).is_some_and(|path| self.find_object(path).is_some()));
        let missing = container.get(present.unwrap_or_default()..).unwrap_or_default();
        let members = nested(missing, name, node);
        let Some(present) = present else {
            if !self.is_empty() {
                return Err(Refusal::NotAnObject {
                    what: "the root".to_owned(),
                    found: self.value().kind().to_owned(),
                });
            }
            let made = Made { containers: missing.len(), root: true, ..Made::default() };
            return Ok((vec![self.insert_root(&members)], made));
        };
        let object = self.object(container.get(..present).unwrap_or_default())?;
        let (splices, blank) = self.insert(object, &members);
        Ok((splices, Made { containers: missing.len(), blank, ..Made::default() }))
    }

    /// Adds members to an object. Where it held only blanks, those are given too: they are replaced.
    pub(super) fn insert(&self, object: &Object<'a>, members: &[(String, Value)]) -> (Vec<Splice>, String) {
        match object.properties.last() {
            Some(last) => (self.insert_behind(object, last, members), String::new()),
            None => self.insert_first(object, members),
        }
    }

    /// A file without a value: its blanks and comments stay above.
    fn insert_root(&self, members: &[(String, Value)]) -> Splice {
        let newline = newline_near(self.text, self.text.len());
        let object = render::json(&Value::Object(members.to_vec()), newline, "", "  ", ": ");
        let lead = if is_blank_text(self.text) || self.text.ends_with('\n') { "" } else { newline };
        // A file that ends in a comment without a line end has its own style.
        let tail = if lead.is_empty() { newline } else { "" };
        Splice::insert(self.text.len(), format!("{lead}{object}{tail}"))
    }

    fn insert_behind(&self, object: &Object<'a>, last: &ObjectProp<'a>, members: &[(String, Value)]) -> Vec<Splice> {
        let style = Style::of(self.text, object);
        let comma = self.tokens.after_comments(last.range.end).filter(|(_, kind)| *kind == Kind::Comma);
        let anchor = comma.as_ref().map_or(last.range.end, |(range, _)| range.end);
        let (at, is_line_comment) = self.end_of_own_comments(anchor);
        let begins = begins_line(self.text, start(last));
        let (between, nested) = if begins || is_line_comment {
            let own = indent(self.text, start(last));
            let own = if begins { own.to_owned() } else { format!("{own}{}", self.unit()) };
            (format!("{}{own}", style.newline), Some(own))
        } else if at == anchor {
            (style.comma.get(1..).unwrap_or_default().to_owned(), None)
        } else {
            (" ".to_owned(), None)
        };
        let members: Vec<String> = members
            .iter()
            .map(|member| between.clone() + &self.render_member(member, nested.as_deref(), &style))
            .collect();
        let members = members.join(",");
        match comma {
            Some(_) => vec![Splice::insert(at, members + ",")],
            None if at == last.range.end => vec![Splice::insert(at, format!(",{members}"))],
            None => vec![Splice::insert(last.range.end, ","), Splice::insert(at, members)],
        }
    }

    fn insert_first(&self, object: &Object<'a>, members: &[(String, Value)]) -> (Vec<Splice>, String) {
        let (open, close) = (object.range.start + 1, object.range.end - 1);
        let inside = self.text.get(open..close).unwrap_or_default();
        let style = Style::of(self.text, object);
        let outer = indent(self.text, object.range.start).to_owned();
        let comment = self.tokens.before(close).filter(|(range, kind)| range.start >= open && kind.is_comment());
        let is_over_lines = inside.contains('\n')
            || object.range.start == 0
            || is_blank_text(self.text.get(..object.range.start).unwrap_or_default())
            || self.member_begins_line(object);
        let Some((comment, _)) = comment else {
            let members = self.render_members(members, is_over_lines.then(|| outer.clone() + &self.unit()), &style);
            let text = if is_over_lines { format!("{members}{}{outer}", style.newline) } else { members };
            return (vec![Splice::replace(open..close, text)], inside.to_owned());
        };
        let lines = is_over_lines.then(|| {
            if begins_line(self.text, comment.start) {
                indent(self.text, comment.start).to_owned()
            } else {
                outer.clone() + &self.unit()
            }
        });
        let lead = if lines.is_none() { " " } else { "" };
        (
            vec![Splice::insert(comment.end, format!("{lead}{}", self.render_members(members, lines, &style)))],
            String::new(),
        )
    }

    /// Members, each on its own line behind `indent`, or all on one.
    fn render_members(&self, members: &[(String, Value)], indent: Option<String>, style: &Style) -> String {
        let rendered = members.iter().map(|member| self.render_member(member, indent.as_deref(), style));
        match &indent {
            Some(indent) => {
                let lead = format!("{}{indent}", style.newline);
                rendered.map(|member| lead.clone() + &member).collect::<Vec<_>>().join(",")
            }
            None => rendered.collect::<Vec<_>>().join(&style.comma),
        }
    }

    fn render_member(&self, (name, value): &(String, Value), indent: Option<&str>, style: &Style) -> String {
        let value = match indent {
            Some(indent) => self.render_lines(value, indent, style),
            None => style.render_inline(value),
        };
        format!("{}{}{value}", render::json_string(name), style.colon)
    }

    /// The end of the comments of the last member, which ends at `at`: those that begin on its line. Also whether the last of
    /// them goes to the end of its line.
    fn end_of_own_comments(&self, at: usize) -> (usize, bool) {
        let mut end = at;
        let mut is_line_comment = false;
        while let Some((range, kind)) = self.tokens.after(end) {
            if !kind.is_comment() || self.is_line_end_between(end, range.start) {
                break;
            }
            end = range.end;
            is_line_comment = kind == Kind::LineComment;
        }
        (end, is_line_comment)
    }

    /// The end of the comments that follow `at` on its line, if nothing else follows there; else `at`.
    fn end_of_comments_behind(&self, at: usize) -> usize {
        let mut end = at;
        loop {
            match self.tokens.after(end) {
                Some((range, kind)) if !self.is_line_end_between(end, range.start) => {
                    let is_one_line = self.text.get(range.clone()).is_some_and(|comment| !comment.contains('\n'));
                    if !(kind.is_comment() && is_one_line) {
                        return at;
                    }
                    end = range.end;
                }
                _ => return end,
            }
        }
    }

    /// The `//` comment that ends the line of `at`.
    pub(super) fn line_comment_behind(&self, at: usize) -> Option<usize> {
        let end = self.end_of_comments_behind(at);
        self.tokens.before(end).filter(|(range, kind)| range.start >= at && *kind == Kind::LineComment).map(|_| end)
    }

    fn is_line_end_between(&self, from: usize, to: usize) -> bool {
        self.text.get(from..to).is_some_and(|gap| gap.contains('\n'))
    }

    /// Whether the member whose value is `object` begins a line.
    fn member_begins_line(&self, object: &Object<'a>) -> bool {
        let line = self.text.get(..object.range.start).and_then(|before| before.rfind('\n'));
        let line_start = line.map_or(0, |newline| newline + 1);
        // Only a name and a colon may stand before it: no other token than those two on its line.
        let name = self.tokens.before(object.range.start).and_then(|(colon, _)| self.tokens.before(colon.start));
        line.is_some() && name.is_some_and(|(name, _)| name.start >= line_start && begins_line(self.text, name.start))
    }
}
