//! `Content-Type` and `Accept` (RFC 9110, sections 8.3 and 12.5.1): case and parameters do not matter, wildcards count.

/// Whether a `Content-Type` is JSON: `application/json` or `application/<anything>+json`.
#[must_use]
pub fn is_json(content_type: &[u8]) -> bool {
    let essence = essence(content_type);
    essence == "application/json"
        || essence
            .strip_prefix("application/")
            .and_then(|sub| sub.strip_suffix("+json"))
            .is_some_and(|sub| !sub.is_empty())
}

/// Whether the `Accept` fields allow both kinds of reply, `application/json` and `text/event-stream`.
pub fn accepts_both_replies<'a>(fields: impl Iterator<Item = &'a [u8]>) -> bool {
    let (mut json, mut events) = (Quality::default(), Quality::default());
    for range in fields.flat_map(|field| field.split(|byte| *byte == b',')) {
        let (media, acceptable) = (essence(range), is_acceptable(range));
        json.see(&media, "application", "json", acceptable);
        events.see(&media, "text", "event-stream", acceptable);
    }
    json.acceptable && events.acceptable
}

/// What the most specific range so far says of one media type.
#[derive(Default)]
struct Quality {
    specificity: u8,
    acceptable: bool,
}

impl Quality {
    fn see(&mut self, media: &str, main: &str, sub: &str, acceptable: bool) {
        let specificity = match media.split_once('/') {
            Some((m, s)) if m == main && s == sub => 3,
            Some((m, "*")) if m == main => 2,
            Some(("*", "*")) => 1,
            _ => return,
        };
        if specificity > self.specificity {
            *self = Self { specificity, acceptable };
        } else if specificity == self.specificity {
            self.acceptable |= acceptable;
        }
    }
}

/// The type without parameters, in lower case; empty where it is not ASCII.
fn essence(value: &[u8]) -> String {
    let first = value.split(|byte| *byte == b';').next().unwrap_or_default();
    match first.is_ascii() {
        true => String::from_utf8_lossy(first.trim_ascii()).to_ascii_lowercase(),
        false => String::new(),
    }
}

/// A range with `q=0` is what the client refuses (RFC 9110, section 12.4.2).
fn is_acceptable(range: &[u8]) -> bool {
    let quality = range.split(|byte| *byte == b';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.trim_ascii().split_at_checked(2)?;
        name.eq_ignore_ascii_case(b"q=").then_some(value)
    });
    quality.is_none_or(|value| value.iter().any(|byte| (b'1'..=b'9').contains(byte)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn accepts(fields: &[&str]) -> bool {
        accepts_both_replies(fields.iter().map(|field| field.as_bytes()))
    }

    #[test]
    fn json_in_every_spelling() {
        for yes in
            ["application/json", "Application/JSON; charset=utf-8", " application/json ;x", "application/json-rpc+json"]
        {
            assert!(is_json(yes.as_bytes()), "{yes}");
        }
        for no in
            ["", "text/plain", "text/json", "application/+json", "application/jsonx", "application/json, text/plain"]
        {
            assert!(!is_json(no.as_bytes()), "{no}");
        }
        assert!(!is_json(b"application/\xff+json"));
    }

    #[test]
    fn both_replies_in_every_spelling() {
        for yes in [
            &["application/json, text/event-stream"][..],
            &["text/event-stream;q=0.5 , Application/JSON"],
            &["*/*"],
            &["application/*,text/*;q=0.001"],
            &["application/json", "text/event-stream"],
            &["text/event-stream, */*;q=0.1"],
            &["application/json;q=0, application/json, text/*"],
        ] {
            assert!(accepts(yes), "{yes:?}");
        }
        for no in [
            &[][..],
            &[""],
            &["application/json"],
            &["text/event-stream"],
            &["application/json;q=0, */*"],
            &["*/*;q=0.0"],
            &["application/json text/event-stream"],
        ] {
            assert!(!accepts(no), "{no:?}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_get_an_answer(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = (is_json(&bytes), accepts_both_replies([bytes.as_slice()].into_iter()));
        }
    }
}
