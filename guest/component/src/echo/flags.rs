//! Flags as bytes: always four of them, however many labels there are.

use super::bindings::mcp_toolbox::abi::shapes::{Eight, Nine, Seventeen, ThirtyTwo, Three};
use super::wire::{Reader, Wire, malformed};

macro_rules! flags {
    ($($type:ident),*) => {
        $(impl Wire for $type {
            fn read(reader: &mut Reader<'_>) -> Self {
                let Some(flags) = u32::read(reader).try_into().ok().and_then(Self::from_bits) else { malformed() };
                flags
            }

            fn write(&self, bytes: &mut Vec<u8>) {
                u32::from(self.bits()).write(bytes);
            }
        })*
    };
}

flags!(Three, Eight, Nine, Seventeen, ThirtyTwo);
