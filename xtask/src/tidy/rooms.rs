//! Which file may be in which room, and which word in which file.

use std::path::Path;

use super::Files;

/// A kind of file and the rooms where it may be.
struct Kind {
    extension: &'static str,
    rooms: &'static [&'static str],
}

const KINDS: [Kind; 7] = [
    Kind { extension: "rs", rooms: &["guest/", "xtask/", "tests/", "fuzz/"] },
    Kind { extension: "wit", rooms: &["wit/", "tests/abi/", "xtask/"] },
    Kind { extension: "kt", rooms: &["jvm-host/", "xtask/"] },
    Kind { extension: "java", rooms: &["jvm-host/", "tests/"] },
    Kind { extension: "mjs", rooms: &["tests/e2e/clients/"] },
    Kind { extension: "py", rooms: &["tests/"] },
    Kind { extension: "wasm", rooms: &[] },
];

/// A word that only some files may hold.
struct Word {
    word: &'static str,
    /// Where the rule holds: files below one of these, with one of these extensions.
    within: &'static [&'static str],
    extension: &'static str,
    /// Exempt: files below one of these.
    except: &'static [&'static str],
    reason: &'static str,
}

const WORDS: [Word; 13] = [
    Word {
        word: "com.dylibso.chicory",
        within: &["jvm-host/"],
        extension: "kt",
        except: &["jvm-host/bindings/", "jvm-host/runtime/"],
        reason: "only bindings and runtime know Chicory",
    },
    Word {
        word: "wit_bindgen::",
        within: &["guest/"],
        extension: "rs",
        except: &["guest/component/"],
        reason: "only guest/component names WIT types",
    },
    Word {
        word: "extern crate wasm_bindgen",
        within: &["guest/"],
        extension: "rs",
        except: &[],
        reason: "wit-bindgen alone",
    },
    Word { word: "std::fs", within: &["guest/"], extension: "rs", except: &[], reason: "the core knows no files" },
    Word {
        word: "std::env::",
        within: &["guest/"],
        extension: "rs",
        except: &[],
        reason: "the core knows no environment",
    },
    Word {
        word: "std::process",
        within: &["guest/"],
        extension: "rs",
        except: &[],
        reason: "the core knows no processes",
    },
    Word {
        word: "std::{",
        within: &["guest/"],
        extension: "rs",
        except: &[],
        reason: "one path each, so that they can be found",
    },
    Word {
        word: "std::net::{",
        within: &["guest/"],
        extension: "rs",
        except: &["guest/core/src/http/loopback.rs"],
        reason: "the core knows no sockets",
    },
    Word { word: "UdpSocket", within: &["guest/"], extension: "rs", except: &[], reason: "the core knows no sockets" },
    Word { word: "TcpStream", within: &["guest/"], extension: "rs", except: &[], reason: "the core knows no sockets" },
    Word {
        word: "-326",
        within: &["guest/"],
        extension: "rs",
        except: &["guest/core/src/wire.rs"],
        reason: "only wire.rs maps an error to a wire code",
    },
    Word {
        word: "jsonrpc",
        within: &["jvm-host/"],
        extension: "kt",
        except: &[
            "jvm-host/bindings/src/test/",
            "jvm-host/headless/src/test/",
            "jvm-host/runtime/src/test/",
            "jvm-host/server/src/test/",
        ],
        reason: "hosts carry no protocol words",
    },
    Word {
        word: ".unwrap()",
        within: &["guest/component/"],
        extension: "rs",
        except: &[],
        reason: "input never ends the core",
    },
];

/// Every broken rule, one line each.
pub fn check(files: &Files) -> Vec<String> {
    files.iter().flat_map(|(path, text)| misplaced(path).into_iter().chain(forbidden_words(path, text))).collect()
}

fn misplaced(path: &Path) -> Option<String> {
    let kind = KINDS.iter().find(|kind| path.extension().is_some_and(|extension| extension == kind.extension))?;
    let at_home = kind.rooms.iter().any(|room| path.starts_with(room));
    (!at_home).then(|| match kind.rooms {
        [] => format!("{}: .{} files are built, never committed", path.display(), kind.extension),
        rooms => format!("{}: .{} files belong to {}", path.display(), kind.extension, rooms.join(" ")),
    })
}

fn forbidden_words(path: &Path, text: &str) -> Vec<String> {
    let applies = |word: &&Word| {
        path.extension().is_some_and(|extension| extension == word.extension)
            && word.within.iter().any(|room| path.starts_with(room))
            && !word.except.iter().any(|exempt| path.starts_with(exempt))
    };
    let code_lines = || text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
    WORDS
        .iter()
        .filter(applies)
        .flat_map(|word| {
            code_lines()
                .filter(|(_, line)| line.contains(word.word))
                .map(|(index, _)| format!("{}:{}: \"{}\" — {}", path.display(), index + 1, word.word, word.reason))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_bites() {
        let files = Files::of(&[
            ("wit/stray.rs", ""),
            ("guest/core/src/x.kt", ""),
            ("anything/core.wasm", ""),
            ("guest/core/x.py", ""),
            (
                "jvm-host/server/src/main/kotlin/A.kt",
                "import com.dylibso.chicory.runtime.Instance\nval a = \"jsonrpc\"",
            ),
            ("guest/core/src/b.rs", "// -32603 in prose is fine\nconst CODE: i32 = -32603;\nuse std::fs;"),
        ]);
        let broken = check(&files);
        assert_eq!(broken.len(), 8, "{broken:#?}");
    }

    #[test]
    fn what_is_in_its_room_passes() {
        let files = Files::of(&[
            ("guest/core/src/wire.rs", "const CODE: i32 = -32603;"),
            ("jvm-host/runtime/src/main/kotlin/A.kt", "import com.dylibso.chicory.runtime.Instance"),
            ("README.md", "com.dylibso.chicory std::fs"),
        ]);
        assert_eq!(check(&files), Vec::<String>::new());
    }
}
