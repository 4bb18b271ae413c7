package dev.mcptoolbox.bindings

import dev.mcptoolbox.bindings.echo.Echo
import dev.mcptoolbox.bindings.echo.EchoImports
import dev.mcptoolbox.bindings.echo.Relay
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test

/** Generated code meets a guest that breaks the canonical ABI: the test is the guest and passes imports raw values. */
class BadGuestTest {
    private val core = TinyCore()
    private val imports = Echo.imports(EchoImports(mirror())).associateBy { it.name() }

    @Test
    fun `what is right passes`() {
        assertThat(call("relay-bool", 1)).containsExactly(1)
        assertThat(call("relay-level", 2)).containsExactly(2)
        assertThat(call("relay-nine-flags", 0x1FF)).containsExactly(0x1FF)
        call("relay-mixed", 1, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16)
        assertThat(core.read(16, 1)).isEqualTo(bytes(1))
    }

    @Test
    fun `scalars are checked`() {
        refused("case 2 of bool", "relay-bool", 2)
        refused("no Unicode scalar value", "relay-char", 0xD800)
    }

    @Test
    fun `cases are checked`() {
        refused("case 3 of shapes.level", "relay-level", 3)
        refused("case 4294967295 of shapes.level", "relay-level", -1)
        refused("case 257 of shapes.many", "relay-many", 257)
        refused("case 3 of shapes.empty-cases", "relay-empty-cases", 3)
        refused("case 12 of shapes.mixed", "relay-mixed", 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16)
        refused("case 2 of option", "relay-optional-byte", 2, 0, 16)
        refused("case 9 of result", "relay-empty-result", 9)
    }

    @Test
    fun `flags are checked`() {
        refused("the bits 0x8 of shapes.three", "relay-three-flags", 0xF)
        refused("the bits 0x200 of shapes.nine", "relay-nine-flags", 0x200)
    }

    @Test
    fun `elements of a list are checked as well`() {
        core.write(64, 0, 1, 2)
        refused("case 2 of bool", "relay-bools", 64, 3, 16)
    }

    @Test
    fun `strings are checked`() {
        core.write(64, 0xC3, 0x28)
        refused("not UTF-8", "relay-string", 64, 2, 16)
        refused("its memory ends at", "relay-string", TinyCore.SIZE.toLong(), 1, 16)
        refused("its memory ends at", "relay-string", 64, -1, 16)
    }

    @Test
    fun `the place of the result is checked`() {
        refused("is not a multiple of 4", "relay-optional-string", 0, 0, 0, 18)
        refused("its memory ends at", "relay-optional-string", 0, 0, 0, (TinyCore.SIZE - 8).toLong())
        refused("its memory ends at", "relay-optional-string", 0, 0, 0, -4)
    }

    @Test
    fun `the place of indirect arguments is checked`() {
        refused("is not a multiple of 8", "relay-wide", 4, 16)
        refused("its memory ends at", "relay-wide", (TinyCore.SIZE - 8).toLong(), 16)
        refused("its memory ends at", "relay-arguments", -8, 16)
    }

    @Test
    fun `a string from the host with a lone surrogate does not reach the guest`() {
        val host = EchoImports(Strings("\uD800"))
        val import = Echo.imports(host).single { it.name() == "relay-string" }
        assertThatThrownBy { import.handle().apply(core.instance, 64, 0, 16) }
            .isInstanceOf(IllegalArgumentException::class.java)
            .hasMessageContaining("lone surrogate at index 0")
    }

    @Test
    fun `a core of another world is refused`() {
        assertThatThrownBy { Echo.of(core.instance) }.isInstanceOf(AbiViolation::class.java)
    }

    private class Strings(private val text: String) : Relay by mirror() {
        override fun relayString(value: String): String = text
    }

    private fun call(import: String, vararg arguments: Long): LongArray =
        imports.getValue(import).handle().apply(core.instance, *arguments)

    private fun refused(message: String, import: String, vararg arguments: Long) {
        assertThatThrownBy { call(import, *arguments) }
            .isInstanceOf(AbiViolation::class.java)
            .hasMessageContaining(message)
    }
}
