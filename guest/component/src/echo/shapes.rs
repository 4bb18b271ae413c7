//! The named types as bytes.

use super::bindings::mcp_toolbox::abi::shapes::*;
use super::wire::{Reader, Wire, malformed};

macro_rules! records {
    ($($type:ident { $($field:ident),* })*) => {
        $(impl Wire for $type {
            fn read(reader: &mut Reader<'_>) -> Self {
                Self { $($field: Wire::read(reader)),* }
            }

            fn write(&self, bytes: &mut Vec<u8>) {
                $(self.$field.write(bytes);)*
            }
        })*
    };
}

records! {
    Point { x, y }
    Corners { a, b, c, d, e, f, g, h, i }
    Person { name, age, tags, home, photo }
    Keywords { class, object, fun, in_, value, is, hash_code, url_part }
    Wide { a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p }
}

macro_rules! variants {
    ($($type:ident { $($number:literal $case:ident $(($payload:ident))?,)* })*) => {
        $(impl Wire for $type {
            fn read(reader: &mut Reader<'_>) -> Self {
                match u8::read(reader) {
                    $($number => Self::$case $(({ let $payload = Wire::read(reader); $payload }))?,)*
                    _ => malformed(),
                }
            }

            fn write(&self, bytes: &mut Vec<u8>) {
                match self {
                    $(Self::$case $(($payload))? => {
                        $number.write(bytes);
                        $($payload.write(bytes);)?
                    })*
                }
            }
        })*
    };
}

variants! {
    Mixed {
        0_u8 Nothing,
        1_u8 Byte(payload),
        2_u8 Word(payload),
        3_u8 Wide(payload),
        4_u8 Single(payload),
        5_u8 Double(payload),
        6_u8 Letter(payload),
        7_u8 Text(payload),
        8_u8 Bytes(payload),
        9_u8 Where(payload),
        10_u8 Who(payload),
        11_u8 Maybe(payload),
    }
    WordOrSingle { 0_u8 Word(payload), 1_u8 Single(payload), }
    WordOrDouble { 0_u8 Word(payload), 1_u8 Double(payload), }
    LongOrSingle { 0_u8 Long(payload), 1_u8 Single(payload), }
    SingleOrDouble { 0_u8 Single(payload), 1_u8 Double(payload), }
    Pairs { 0_u8 Floats(payload), 1_u8 Integers(payload), 2_u8 Crossed(payload), 3_u8 Short(payload), }
    TextOrNumber {
        0_u8 Text(payload),
        1_u8 Long(payload),
        2_u8 Single(payload),
        3_u8 Double(payload),
        4_u8 Words(payload),
        5_u8 Longs(payload),
    }
    EmptyCases { 0_u8 First, 1_u8 Second, 2_u8 Third, }
    Names { 0_u8 String(payload), 1_u8 List(payload), 2_u8 Point(payload), 3_u8 Unit, 4_u8 Outcome(payload), }
    Problem { 0_u8 Missing, 1_u8 Refused(payload), 2_u8 Late(payload), }
    SingleCase { 0_u8 Only, }
    Level { 0_u8 Low, 1_u8 Middle, 2_u8 High, }
}

macro_rules! many {
    ($($case:ident)*) => {
        const MANY: &[Many] = &[$(Many::$case),*];
    };
}

many! {
    C0 C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12 C13 C14 C15 C16 C17 C18 C19
    C20 C21 C22 C23 C24 C25 C26 C27 C28 C29 C30 C31 C32 C33 C34 C35 C36 C37 C38 C39
    C40 C41 C42 C43 C44 C45 C46 C47 C48 C49 C50 C51 C52 C53 C54 C55 C56 C57 C58 C59
    C60 C61 C62 C63 C64 C65 C66 C67 C68 C69 C70 C71 C72 C73 C74 C75 C76 C77 C78 C79
    C80 C81 C82 C83 C84 C85 C86 C87 C88 C89 C90 C91 C92 C93 C94 C95 C96 C97 C98 C99
    C100 C101 C102 C103 C104 C105 C106 C107 C108 C109 C110 C111 C112 C113 C114 C115 C116 C117 C118 C119
    C120 C121 C122 C123 C124 C125 C126 C127 C128 C129 C130 C131 C132 C133 C134 C135 C136 C137 C138 C139
    C140 C141 C142 C143 C144 C145 C146 C147 C148 C149 C150 C151 C152 C153 C154 C155 C156 C157 C158 C159
    C160 C161 C162 C163 C164 C165 C166 C167 C168 C169 C170 C171 C172 C173 C174 C175 C176 C177 C178 C179
    C180 C181 C182 C183 C184 C185 C186 C187 C188 C189 C190 C191 C192 C193 C194 C195 C196 C197 C198 C199
    C200 C201 C202 C203 C204 C205 C206 C207 C208 C209 C210 C211 C212 C213 C214 C215 C216 C217 C218 C219
    C220 C221 C222 C223 C224 C225 C226 C227 C228 C229 C230 C231 C232 C233 C234 C235 C236 C237 C238 C239
    C240 C241 C242 C243 C244 C245 C246 C247 C248 C249 C250 C251 C252 C253 C254 C255 C256
}

/// Its discriminant needs two bytes.
impl Wire for Many {
    fn read(reader: &mut Reader<'_>) -> Self {
        let Some(case) = MANY.get(usize::from(u16::read(reader))) else { malformed() };
        *case
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        (*self as u16).write(bytes);
    }
}
