package dev.mcptoolbox.bindings

import com.dylibso.chicory.runtime.Instance
import com.dylibso.chicory.wasm.Parser

/**
 * A core that is all memory: two pages, and an allocator that returns whatever address a test wants. Tests play the
 * guest on it and break the rules.
 */
internal class TinyCore {
    val instance: Instance = Instance.builder(Parser.parse(MODULE)).build()

    val abi = CanonicalAbi(instance)

    /** What the next allocation returns. */
    var next: Int
        get() = instance.exports().global("next").value.toInt()
        set(address) = instance.exports().global("next").setValue(address.toLong())

    fun write(address: Int, vararg values: Int) {
        instance.memory().write(address, bytes(*values))
    }

    fun read(address: Int, length: Int): ByteArray = instance.memory().readBytes(address, length)

    companion object {
        const val SIZE: Int = 2 * 65_536

        private fun section(id: Int, vararg content: Int): ByteArray = bytes(id, content.size, *content)

        private fun name(text: String): IntArray = intArrayOf(text.length) + text.map { it.code }

        private const val I32 = 0x7F

        /** `(memory 2) (global (mut i32) 8) (func (param i32 i32 i32 i32) (result i32) global.get 0)`, all exported. */
        private val MODULE: ByteArray = bytes(0, 0x61, 0x73, 0x6D, 1, 0, 0, 0) +
            section(1, 1, 0x60, 4, I32, I32, I32, I32, 1, I32) +
            section(3, 1, 0) +
            section(5, 1, 0, 2) +
            section(6, 1, I32, 1, 0x41, 8, 0x0B) +
            section(7, 3, *name("memory"), 2, 0, *name("next"), 3, 0, *name("cabi_realloc"), 0, 0) +
            section(10, 1, 4, 0, 0x23, 0, 0x0B)
    }
}
