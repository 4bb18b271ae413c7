//! Values as bytes and back, as `tests/abi/echo.wit` describes them.

/// A value that is the bytes of its parts one after the other.
pub trait Wire: Sized {
    /// Takes a value off the reader.
    fn read(reader: &mut Reader<'_>) -> Self;

    /// Adds the value's bytes.
    fn write(&self, bytes: &mut Vec<u8>);
}

/// Bytes that are still to be read.
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Reads `bytes` from the start.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// The next `length` bytes.
    pub fn take(&mut self, length: usize) -> &'a [u8] {
        let Some((taken, rest)) = self.rest.split_at_checked(length) else { malformed() };
        self.rest = rest;
        taken
    }
}

/// Reads the one value that `bytes` hold.
pub fn read<T: Wire>(bytes: &[u8]) -> T {
    let mut reader = Reader::new(bytes);
    let value = T::read(&mut reader);
    if reader.rest.is_empty() { value } else { malformed() }
}

/// The bytes of `value`.
pub fn write<T: Wire>(value: &T) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.write(&mut bytes);
    bytes
}

/// Ends the instance: the test sent bytes that are no value of the type.
pub fn malformed() -> ! {
    core::arch::wasm32::unreachable()
}

macro_rules! numbers {
    ($($type:ty),*) => {
        $(impl Wire for $type {
            fn read(reader: &mut Reader<'_>) -> Self {
                let Ok(bytes) = reader.take(size_of::<Self>()).try_into() else { malformed() };
                Self::from_le_bytes(bytes)
            }

            fn write(&self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
        })*
    };
}

numbers!(u8, i8, u16, i16, u32, i32, u64, i64, f32, f64);

impl Wire for bool {
    fn read(reader: &mut Reader<'_>) -> Self {
        match u8::read(reader) {
            0 => false,
            1 => true,
            _ => malformed(),
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        u8::from(*self).write(bytes);
    }
}

impl Wire for char {
    fn read(reader: &mut Reader<'_>) -> Self {
        let Some(char) = char::from_u32(u32::read(reader)) else { malformed() };
        char
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        u32::from(*self).write(bytes);
    }
}

impl Wire for () {
    fn read(_: &mut Reader<'_>) -> Self {}

    fn write(&self, _: &mut Vec<u8>) {}
}

impl Wire for String {
    fn read(reader: &mut Reader<'_>) -> Self {
        let length = length(reader);
        let Ok(text) = std::str::from_utf8(reader.take(length)) else { malformed() };
        text.to_owned()
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        write_length(self.len(), bytes);
        bytes.extend_from_slice(self.as_bytes());
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn read(reader: &mut Reader<'_>) -> Self {
        let length = length(reader);
        (0..length).map(|_| T::read(reader)).collect()
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        write_length(self.len(), bytes);
        self.iter().for_each(|element| element.write(bytes));
    }
}

impl<T: Wire> Wire for Option<T> {
    fn read(reader: &mut Reader<'_>) -> Self {
        bool::read(reader).then(|| T::read(reader))
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        self.is_some().write(bytes);
        if let Some(value) = self {
            value.write(bytes);
        }
    }
}

impl<T: Wire, E: Wire> Wire for Result<T, E> {
    fn read(reader: &mut Reader<'_>) -> Self {
        if bool::read(reader) { Err(E::read(reader)) } else { Ok(T::read(reader)) }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        self.is_err().write(bytes);
        match self {
            Ok(value) => value.write(bytes),
            Err(error) => error.write(bytes),
        }
    }
}

macro_rules! tuples {
    ($(($($type:ident),*);)*) => {
        $(
            #[expect(non_snake_case, reason = "an element is called as its type")]
            impl<$($type: Wire),*> Wire for ($($type,)*) {
                fn read(reader: &mut Reader<'_>) -> Self {
                    ($($type::read(reader),)*)
                }

                fn write(&self, bytes: &mut Vec<u8>) {
                    let ($($type,)*) = self;
                    $($type.write(bytes);)*
                }
            }
        )*
    };
}

tuples! {
    (A);
    (A, B);
    (A, B, C);
    (A, B, C, D);
    (A, B, C, D, E, F, G, H, I, J, K, L);
}

fn length(reader: &mut Reader<'_>) -> usize {
    let Ok(length) = usize::try_from(u32::read(reader)) else { malformed() };
    length
}

fn write_length(length: usize, bytes: &mut Vec<u8>) {
    let Ok(length) = u32::try_from(length) else { malformed() };
    length.write(bytes);
}
