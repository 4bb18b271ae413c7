//! Where new tables and keys go.

use toml_edit::{InlineTable, Item, Table, Value as Toml};

use super::{Tree, end_of_value, end_of_values, has_header};
use crate::agents::change::Made;
use crate::agents::refusal::Refusal;
use crate::agents::render::{toml_header, toml_member};
use crate::agents::splice::Splice;
use crate::agents::text::{indent, is_blank_text, line_end, line_start, newline_near};
use crate::agents::value::Value;

impl Tree<'_> {
    /// Adds the node: a table with a header behind the last one of its kind, or a member where the container is an inline
    /// table. A header `[servers.name]` is right beside dotted keys, sub-tables and no container at all.
    pub(super) fn add_node(
        &self,
        container: &[String],
        name: &str,
        node: &Value,
    ) -> Result<(Vec<Splice>, Made), Refusal> {
        match self.item(container) {
            None | Some(Item::None | Item::Table(_)) => {
                let path: Vec<String> = container.iter().cloned().chain([name.to_owned()]).collect();
                Ok((vec![self.append_table(container, &path, node.members().unwrap_or_default())], Made::default()))
            }
            Some(Item::Value(Toml::InlineTable(table))) => {
                let (splice, blank) = self.insert_inline(table, &[(name.to_owned(), node.clone())])?;
                Ok((vec![splice], Made { blank, ..Made::default() }))
            }
            Some(other) => Err(Refusal::NotAnObject {
                what: container.join("."),
                found: if other.is_array_of_tables() {
                    "an array of tables".to_owned()
                } else {
                    self.item_value(other).kind().to_owned()
                },
            }),
        }
    }

    /// Adds members to a table of our node.
    pub(super) fn add_members(&self, path: &[String], members: &[(String, Value)]) -> Result<Splice, Refusal> {
        match self.item(path) {
            Some(Item::Value(Toml::InlineTable(table))) => Ok(self.insert_inline(table, members)?.0),
            Some(Item::Table(table)) if has_header(table) => Ok(self.insert_lines(table, members)),
            Some(Item::Table(table)) if table.is_dotted() => self.insert_dotted(table, members),
            // Only its sub-tables have headers.
            Some(Item::Table(_)) => {
                let parents = path.get(..path.len().saturating_sub(1)).unwrap_or_default();
                Ok(self.append_table(parents, path, members))
            }
            _ => Err(Refusal::Awkward(format!("{} is not a table", path.join(".")))),
        }
    }

    /// A table with a header behind the last table under `container`, else at the end; a blank line before it.
    fn append_table(&self, container: &[String], path: &[String], members: &[(String, Value)]) -> Splice {
        let siblings = || self.headers().iter().enumerate().filter(|(_, header)| header.path.starts_with(container));
        let last = siblings().next_back();
        let at = match last.map(|(index, last)| (last, self.headers().get(index + 1))) {
            Some((last, Some(next))) => self.end_of_content_before(next.start, last.end),
            _ => self.text.trim_end_matches([' ', '\t', '\r', '\n']).len(),
        };
        let newline = newline_near(self.text, at);
        let own = last.map(|(_, last)| indent(self.text, last.start)).unwrap_or_default();
        let lines = [toml_header(path)].into_iter().chain(members.iter().map(toml_member));
        let table = lines.map(|line| own.to_owned() + &line).collect::<Vec<_>>().join(newline);
        if is_blank_text(self.text) {
            return Splice::insert(self.text.len(), table + newline);
        }
        Splice::insert(at.max(self.end_of_line(at)), format!("{newline}{newline}{table}"))
    }

    /// Where the content ends that belongs to the table before the header at `next`: the comments right above a header are
    /// the header's.
    fn end_of_content_before(&self, next: usize, body_end: usize) -> usize {
        let mut start = line_start(self.text, next);
        let line_above = |start: usize| {
            let above = line_start(self.text, start.checked_sub(1)?);
            (above >= body_end).then(|| self.text.get(above..start).map(|line| (above, line.trim())))?
        };
        while let Some((above, line)) = line_above(start) {
            if !line.starts_with('#') {
                break;
            }
            start = above;
        }
        while let Some((above, line)) = line_above(start) {
            if !line.is_empty() {
                break;
            }
            start = above;
        }
        let last = line_start(self.text, start.saturating_sub(1));
        line_end(self.text, last.max(body_end))
    }

    /// The end of the line on which a value ends, with the comment behind it.
    pub(super) fn end_of_line(&self, at: usize) -> usize {
        line_end(self.text, at)
    }

    fn insert_lines(&self, table: &Table, members: &[(String, Value)]) -> Splice {
        let header = table.span().unwrap_or_default();
        let last = end_of_values(table);
        let at = self.end_of_line(last.unwrap_or(header.end));
        let newline = newline_near(self.text, at);
        let first =
            table.iter().filter_map(|(name, _)| table.get_key_value(name)?.0.span()).map(|span| span.start).min();
        let own = indent(self.text, first.filter(|_| last.is_some()).unwrap_or(header.start));
        let lines = members.iter().map(|member| format!("{newline}{own}{}", toml_member(member)));
        Splice::insert(at, lines.collect::<String>())
    }

    /// Lines with the same dotted prefix as those that are there.
    fn insert_dotted(&self, table: &Table, members: &[(String, Value)]) -> Result<Splice, Refusal> {
        let odd = || Refusal::Awkward("a dotted table without a key; write it as a table with a header".to_owned());
        let key = table.iter().find_map(|(name, _)| table.get_key_value(name)?.0.span()).ok_or_else(odd)?;
        let prefix = self.text.get(line_start(self.text, key.start)..key.start).ok_or_else(odd)?;
        let at = self.end_of_line(end_of_values(table).ok_or_else(odd)?);
        let newline = newline_near(self.text, at);
        let lines = members.iter().map(|member| format!("{newline}{prefix}{}", toml_member(member)));
        Ok(Splice::insert(at, lines.collect::<String>()))
    }

    /// Members of an inline table. Where it held only blanks, those are given too: they are replaced.
    fn insert_inline(&self, table: &InlineTable, members: &[(String, Value)]) -> Result<(Splice, String), Refusal> {
        let span = self.inline_span(table)?;
        let members = members.iter().map(toml_member).collect::<Vec<_>>().join(", ");
        match table.iter().filter_map(|(_, value)| end_of_value(value)).max() {
            Some(end) => Ok((Splice::insert(end, format!(", {members}")), String::new())),
            None => {
                let inside = span.start + 1..span.end - 1;
                let blank = self.text.get(inside.clone()).unwrap_or_default().to_owned();
                Ok((Splice::replace(inside, format!(" {members} ")), blank))
            }
        }
    }

    /// The place of an inline table. Over several lines only TOML 1.1 has them; parsers of agents reject such files.
    pub(super) fn inline_span(&self, table: &InlineTable) -> Result<std::ops::Range<usize>, Refusal> {
        let span = table.span().filter(|span| span.len() >= 2 && !table.is_dotted());
        let span =
            span.ok_or_else(|| Refusal::Awkward("a dotted key in an inline table; write it as a table".to_owned()))?;
        if self.text.get(span.clone()).is_some_and(|text| text.contains('\n')) {
            return Err(Refusal::Awkward(
                "an inline table over several lines cannot be edited safely; write it as a table with a header"
                    .to_owned(),
            ));
        }
        Ok(span)
    }
}
