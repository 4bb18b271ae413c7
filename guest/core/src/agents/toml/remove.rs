//! How tables and keys go: whole lines of ours, and the blank line that set a table off.

use std::ops::Range;

use toml_edit::{InlineTable, Item, Table, Value as Toml};

use super::{Tree, end_of_value, end_of_values, has_header};
use crate::agents::refusal::Refusal;
use crate::agents::splice::Splice;
use crate::agents::text::{is_blank_text, line_start};

impl Tree<'_> {
    /// Removes what lies at a path. An inline table that is left without anything gets `blank` between its braces.
    pub(super) fn remove(&self, path: &[String], blank: &str) -> Result<Vec<Splice>, Refusal> {
        let missing = || Refusal::Awkward(format!("there is no {}", path.join(".")));
        let (name, parents) = path.split_last().ok_or_else(missing)?;
        match (self.item(parents), self.item(path)) {
            (Some(Item::Value(Toml::InlineTable(table))), Some(_)) => Ok(vec![self.cut_inline(table, name, blank)?]),
            (Some(Item::Table(_)), Some(Item::Table(table))) => {
                let mut ranges = Vec::new();
                self.ranges_of(table, false, &mut ranges);
                Ok(self.deletions(ranges))
            }
            (Some(Item::Table(_)), Some(Item::ArrayOfTables(tables))) => {
                let mut ranges = Vec::new();
                tables.iter().for_each(|table| self.ranges_of(table, false, &mut ranges));
                Ok(self.deletions(ranges))
            }
            (Some(Item::Table(table)), Some(Item::Value(value))) => {
                let key = table.get_key_value(name).and_then(|(key, _)| key.span()).ok_or_else(missing)?;
                let line = self.line(key.start, end_of_value(value).ok_or_else(missing)?);
                Ok(self.deletions(vec![line]))
            }
            _ => Err(missing()),
        }
    }

    /// Every range that a table is written in: headers may stand apart from each other, dotted keys stand alone unless they are
    /// under a header that goes too.
    fn ranges_of(&self, table: &Table, is_under_header: bool, ranges: &mut Vec<Range<usize>>) {
        let header = table.span().filter(|_| has_header(table));
        if let Some(header) = &header {
            ranges.push(self.block(header.start, end_of_values(table).unwrap_or(header.end)));
        }
        let is_under = header.is_some() || is_under_header;
        for (name, item) in table.iter() {
            match item {
                Item::Table(inner) => self.ranges_of(inner, is_under && inner.is_dotted(), ranges),
                Item::ArrayOfTables(tables) => tables.iter().for_each(|table| self.ranges_of(table, false, ranges)),
                Item::Value(value) if !is_under => {
                    let key = table.get_key_value(name).and_then(|(key, _)| key.span());
                    let span = key.zip(end_of_value(value));
                    ranges.extend(span.map(|(key, end)| self.line(key.start, end)));
                }
                // Under the header.
                _ => {}
            }
        }
    }

    /// A table with its header: also the one blank line before it.
    fn block(&self, start: usize, end: usize) -> Range<usize> {
        let start = line_start(self.text, start);
        let before = self.text.get(..start).unwrap_or_default();
        let above = before_newline(before);
        let from = if above.ends_with('\n') { before_newline(above) } else { above };
        from.len()..self.end_of_line(end)
    }

    /// A key with its value and the comment behind it.
    fn line(&self, start: usize, end: usize) -> Range<usize> {
        let before = self.text.get(..line_start(self.text, start)).unwrap_or_default();
        before_newline(before).len()..self.end_of_line(end)
    }

    /// Deletes ranges, each of which begins before the line end above it. At the top of the file there is no line above to keep:
    /// there the line end behind goes, and the blanks above stay.
    fn deletions(&self, mut ranges: Vec<Range<usize>>) -> Vec<Splice> {
        ranges.sort_by_key(|range| range.start);
        let mut merged: Vec<Range<usize>> = Vec::new();
        for range in ranges {
            match merged.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => merged.push(range),
            }
        }
        let top = self.text.len() - self.text.trim_start_matches([' ', '\t', '\r', '\n']).len();
        let at_top = |range: Range<usize>| {
            let is_top = range.start <= top;
            let blanks = self.text.get(range.clone()).map_or(0, |text| text.len() - text.trim_start().len());
            if is_top { range.start + blanks..self.after_top(range.end) } else { range }
        };
        merged.into_iter().map(at_top).map(Splice::delete).collect()
    }

    /// What goes with something at the top of the file: its own line end, or the rest where that is blank.
    fn after_top(&self, end: usize) -> usize {
        let rest = self.text.get(end..).unwrap_or_default();
        if is_blank_text(rest) {
            return self.text.len();
        }
        end + rest.find('\n').map_or(0, |newline| newline + 1)
    }

    fn cut_inline(&self, table: &InlineTable, name: &str, blank: &str) -> Result<Splice, Refusal> {
        let span = self.inline_span(table)?;
        let odd =
            || Refusal::Awkward(format!("\"{name}\" is written in a way that cannot be cut out; remove it by hand"));
        let mut members = Vec::new();
        for (own, value) in table.iter() {
            let key = table.get_key_value(own).and_then(|(key, _)| key.span()).ok_or_else(odd)?;
            let is_dotted = matches!(value, Toml::InlineTable(inner) if inner.is_dotted());
            if own == name && is_dotted {
                return Err(odd());
            }
            members.push((key.start, end_of_value(value).ok_or_else(odd)?, own == name));
        }
        members.sort_unstable();
        let index = members.iter().position(|(_, _, is_own)| *is_own).ok_or_else(odd)?;
        let (start, end, _) = *members.get(index).ok_or_else(odd)?;
        let previous = index.checked_sub(1).and_then(|index| members.get(index));
        match (previous, members.get(index + 1)) {
            (None, None) => Ok(Splice::replace(span.start + 1..span.end - 1, blank)),
            (Some((_, previous_end, _)), None) => Ok(Splice::delete(*previous_end..end)),
            (_, Some((next_start, _, _))) => Ok(Splice::delete(start..*next_start)),
        }
    }
}

/// A text without the line end at its end.
fn before_newline(text: &str) -> &str {
    let line = text.strip_suffix('\n').unwrap_or(text);
    line.strip_suffix('\r').unwrap_or(line)
}
