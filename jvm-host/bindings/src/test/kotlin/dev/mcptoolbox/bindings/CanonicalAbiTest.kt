package dev.mcptoolbox.bindings

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource

class CanonicalAbiTest {
    private val core = TinyCore()
    private val abi = core.abi

    @Test
    fun `a region may reach the end of memory and not one byte further`() {
        assertThat(abi.region(TinyCore.SIZE - 4, 4, 4)).isEqualTo(TinyCore.SIZE - 4)
        assertThat(abi.region(TinyCore.SIZE, 0, 4)).isEqualTo(TinyCore.SIZE)
        refused("its memory ends at 131072") { abi.region(TinyCore.SIZE - 4, 5, 4) }
        refused("its memory ends at 131072") { abi.region(TinyCore.SIZE + 4, 0, 4) }
    }

    @Test
    fun `a region that would wrap is refused`() {
        refused("8 bytes at 4294967292") { abi.region(-4, 8, 4) }
        refused("at 2147483648") { abi.region(Int.MIN_VALUE, 1, 1) }
    }

    @ParameterizedTest
    @CsvSource("1, 2", "2, 4", "4, 8", "7, 8", "-2, 4")
    fun `a region must be aligned`(address: Int, alignment: Int) {
        refused("is not a multiple of $alignment") { abi.region(address, 1, alignment) }
    }

    @ParameterizedTest
    @CsvSource("0, 131073", "131072, 1", "0, -1", "-1, 1", "-1, -1", "8, 2147483647", "-2147483648, -2147483648")
    fun `bytes and strings must lie in memory`(address: Int, length: Int) {
        refused("its memory ends at 131072") { abi.liftBytes(address, length) }
        refused("its memory ends at 131072") { abi.liftString(address, length) }
    }

    @ParameterizedTest
    @CsvSource("0, 16385", "131072, 1", "0, -1", "-8, 1", "-8, -1", "8, 536870912", "0, 536870913")
    fun `lists must lie in memory, whatever their length times their size`(address: Int, length: Int) {
        refused("its memory ends at 131072") { abi.liftList(address, length, 8, 8) { it } }
    }

    @Test
    fun `a list must be aligned, even an empty one`() {
        refused("is not a multiple of 4") { abi.liftList(2, 0, 4, 4) { it } }
        assertThat(abi.liftList(TinyCore.SIZE, 0, 4, 4) { it }).isEmpty()
        assertThat(abi.liftList(8, 3, 4, 4) { it }).containsExactly(8, 12, 16)
    }

    @Test
    fun `the guest's allocator is not trusted`() {
        core.next = TinyCore.SIZE - 2
        refused("3 bytes at 131070") { abi.lowerString("abc") }
        core.next = -1
        refused("1 bytes at 4294967295") { abi.lowerBytes(bytes(1)) }
        core.next = 6
        refused("the address 6, which is not a multiple of 4") { abi.lowerList(listOf(1), 4, 4) { _, _ -> } }
    }

    @Test
    fun `a list that changes while it is lowered is refused and writes nothing past its memory`() {
        for (real in listOf(listOf(1), listOf(1, 2, 3))) {
            val lying = object : AbstractList<Int>() {
                override val size get() = 2
                override fun get(index: Int) = real[index]
                override fun iterator() = real.iterator()
            }
            core.next = 100
            val written = ArrayList<Int>()
            assertThatThrownBy { abi.lowerList(lying, 4, 4) { _, address -> written += address } }
                .isInstanceOf(IllegalStateException::class.java).hasMessageContaining("while it was lowered")
            assertThat(written).isSubsetOf(100, 104)
        }
    }

    @Test
    fun `text arrives where the allocator said`() {
        core.next = 100
        val span = abi.lowerString("aé")
        assertThat(span.address).isEqualTo(100)
        assertThat(span.length).isEqualTo(3)
        assertThat(core.read(100, 3)).isEqualTo(bytes(0x61, 0xC3, 0xA9))
    }

    @ParameterizedTest
    @CsvSource("80", "C328", "C080", "E28228", "EDA080", "F0908028", "F4908080", "F8888080", "FF", "61FF61", "EFBFBD80")
    fun `text that is not UTF-8 is refused`(hex: String) {
        val text = java.util.HexFormat.of().parseHex(hex)
        core.instance.memory().write(64, text)
        refused("not UTF-8") { abi.liftString(64, text.size) }
    }

    @Test
    fun `the replacement character itself is fine`() {
        core.write(64, 0xEF, 0xBF, 0xBD)
        assertThat(abi.liftString(64, 3)).isEqualTo("\uFFFD")
    }

    @Test
    fun `numbers in memory`() {
        core.write(8, 0xFF, 0x80, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F)
        assertThat(abi.loadU8(8)).isEqualTo(255)
        assertThat(abi.loadS8(8)).isEqualTo(-1)
        assertThat(abi.loadU16(8)).isEqualTo(0x80FF)
        assertThat(abi.loadS16(8)).isEqualTo(0x80FF.toShort().toInt())
        assertThat(abi.loadI32(8)).isEqualTo(0xFFFF80FF.toInt())
        assertThat(abi.loadI64(8)).isEqualTo(0x7FFFFFFFFFFF80FF)
        abi.storeI8(16, 0x1FF)
        abi.storeI16(18, 0x12345)
        abi.storeF32(20, 1.5f)
        assertThat(core.read(16, 8)).isEqualTo(bytes(0xFF, 0, 0x45, 0x23, 0, 0, 0xC0, 0x3F))
        abi.storeF64(24, -2.5)
        assertThat(abi.loadF64(24)).isEqualTo(-2.5)
        assertThat(abi.loadF32(20)).isEqualTo(1.5f)
    }

    @Test
    fun `a bool is 0 or 1, and so is what tells options and results apart`() {
        assertThat(abi.liftBool(1)).isTrue
        assertThat(abi.liftBool(0)).isFalse
        refused("case 2 of bool") { abi.liftBool(2) }
        refused("case 4294967295 of option") { abi.isSome(-1) }
        refused("case 2 of result") { abi.isErr(2) }
    }

    @ParameterizedTest
    @CsvSource("55296", "57343", "1114112", "-1", "2147483647")
    fun `a char is a Unicode scalar value`(value: Int) {
        refused("no Unicode scalar value") { abi.liftChar(value) }
        assertThatThrownBy { CodePoint(value) }.isInstanceOf(IllegalArgumentException::class.java)
    }

    @ParameterizedTest
    @CsvSource("0", "55295", "57344", "1114111")
    fun `a char may be any Unicode scalar value`(value: Int) {
        assertThat(abi.liftChar(value).value).isEqualTo(value)
    }

    @Test
    fun `a core of another world is refused`() {
        refused("no function missing") { abi.export("missing", "i32 ->") }
        refused("the bindings expect") { abi.export("cabi_realloc", "i32 -> i64") }
    }

    private fun refused(message: String, action: () -> Unit) {
        assertThatThrownBy(action).isInstanceOf(AbiViolation::class.java).hasMessageContaining(message)
    }
}
