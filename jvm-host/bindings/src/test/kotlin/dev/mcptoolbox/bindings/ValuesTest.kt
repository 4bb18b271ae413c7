package dev.mcptoolbox.bindings

import dev.mcptoolbox.bindings.echo.Shapes
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test

/** What the Kotlin values are: two fields swapped both ways would pass [VectorsTest]. */
class ValuesTest {
    private val echo = EchoCore().echo

    @Test
    fun numbers() {
        assertThat(echo.numbers.makeBool(bytes(1))).isTrue
        assertThat(echo.numbers.makeU8(bytes(0xFE))).isEqualTo(254.toUByte())
        assertThat(echo.numbers.makeS8(bytes(0xFE))).isEqualTo((-2).toByte())
        assertThat(echo.numbers.makeU16(bytes(0xFE, 0xFF))).isEqualTo(65534.toUShort())
        assertThat(echo.numbers.makeS16(bytes(0xFE, 0xFF))).isEqualTo((-2).toShort())
        assertThat(echo.numbers.makeU32(bytes(0xFE, 0xFF, 0xFF, 0xFF))).isEqualTo(4294967294u)
        assertThat(echo.numbers.makeS32(bytes(0xFE, 0xFF, 0xFF, 0xFF))).isEqualTo(-2)
        assertThat(echo.numbers.makeU64(bytes(1, 0, 0, 0, 0, 0, 0, 0x80))).isEqualTo(9223372036854775809u)
        assertThat(echo.numbers.makeS64(bytes(1, 0, 0, 0, 0, 0, 0, 0x80))).isEqualTo(Long.MIN_VALUE + 1)
    }

    @Test
    fun floats() {
        assertThat(echo.floats.makeF32(bytes(0, 0, 0xC0, 0x3F))).isEqualTo(1.5f)
        assertThat(echo.floats.showF64(-2.0)).isEqualTo(bytes(0, 0, 0, 0, 0, 0, 0, 0xC0))
    }

    @Test
    fun `every NaN becomes the canonical one`() {
        val odd = Float.fromBits(0x7FC00001)
        assertThat(echo.floats.showF32(odd)).isEqualTo(bytes(0, 0, 0xC0, 0x7F))
        assertThat(echo.floats.makeF32(bytes(1, 0, 0xC0, 0xFF)).toRawBits()).isEqualTo(0x7FC00000)
        assertThat(echo.floats.showF64(Double.fromBits(-1L))).isEqualTo(bytes(0, 0, 0, 0, 0, 0, 0xF8, 0x7F))
        assertThat(echo.floats.makeF64(bytes(1, 0, 0, 0, 0, 0, 0xF8, 0xFF)).toRawBits()).isEqualTo(0x7FF8000000000000)
    }

    @Test
    fun text() {
        assertThat(echo.text.makeChar(bytes(0x80, 0xF9, 0x01, 0)).toString()).isEqualTo("\uD83E\uDD80")
        assertThat(echo.text.showString("aé")).isEqualTo(bytes(3, 0, 0, 0, 0x61, 0xC3, 0xA9))
        assertThat(echo.text.makeString(bytes(0, 0, 0, 0))).isEmpty()
    }

    @Test
    fun `a lone surrogate is refused and harms nothing`() {
        for (text in listOf("\uD83E", "a\uDD80", "\uDD80\uD83E", "ok\uD83Ex")) {
            assertThatThrownBy { echo.text.showString(text) }
                .isInstanceOf(IllegalArgumentException::class.java)
                .hasMessageContaining("lone surrogate at index ${text.indexOfFirst(Char::isSurrogate)}")
        }
        assertThat(echo.text.showString("a")).isEqualTo(bytes(1, 0, 0, 0, 0x61))
    }

    @Test
    fun lists() {
        assertThat(echo.lists.showBytes(bytes(7, 8))).isEqualTo(bytes(2, 0, 0, 0, 7, 8))
        assertThat(echo.lists.makeShorts(bytes(2, 0, 0, 0, 1, 0, 0, 0x80))).isEqualTo(listOf<UShort>(1u, 32768u))
        assertThat(echo.lists.makeStrings(bytes(2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0x61))).isEqualTo(listOf("", "a"))
        assertThat(echo.lists.makePoints(bytes(1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0)))
            .isEqualTo(listOf(Shapes.Point(x = 1, y = 2)))
        assertThat(echo.lists.makeByteLists(bytes(1, 0, 0, 0, 1, 0, 0, 0, 9)).single()).isEqualTo(bytes(9))
    }

    @Test
    fun options() {
        assertThat(echo.options.makeOptionalByte(bytes(0))).isNull()
        assertThat(echo.options.makeOptionalByte(bytes(1, 5))).isEqualTo(5.toUByte())
        assertThat(echo.options.makeNestedOption(bytes(0))).isNull()
        assertThat(echo.options.makeNestedOption(bytes(1, 0))).isEqualTo(Some(null))
        assertThat(echo.options.makeNestedOption(bytes(1, 1, 5, 0, 0, 0))).isEqualTo(Some(5u))
        assertThat(echo.options.showDeepOption(Some(Some("a")))).isEqualTo(bytes(1, 1, 1, 1, 0, 0, 0, 0x61))
        assertThat(echo.options.showDeepOption(Some(null))).isEqualTo(bytes(1, 0))
    }

    @Test
    fun results() {
        assertThat(echo.results.makeEmptyResult(bytes(0))).isEqualTo(Outcome.Ok(Unit))
        assertThat(echo.results.makeEmptyResult(bytes(1))).isEqualTo(Outcome.Err(Unit))
        assertThat(echo.results.showOkOnly(Outcome.Ok(5u))).isEqualTo(bytes(0, 5, 0, 0, 0))
        assertThat(echo.results.showErrOnly(Outcome.Err("a"))).isEqualTo(bytes(1, 1, 0, 0, 0, 0x61))
        assertThat(echo.results.makeNestedResult(bytes(0, 1, 5, 0))).isEqualTo(Outcome.Ok(Outcome.Err(5.toUShort())))
        assertThat(echo.results.makeNestedResult(bytes(1, 0))).isEqualTo(Outcome.Err(null))
    }

    @Test
    fun tuples() {
        assertThat(echo.tuples.makeOne(bytes(1))).isEqualTo(Tuple1(1.toUByte()))
        assertThat(echo.tuples.makeTwo(bytes(1, 2, 0, 0, 0, 0, 0, 0, 0))).isEqualTo(Pair(1.toUByte(), 2uL))
        assertThat(echo.tuples.showThree(Triple("a", 2u, 0.0)))
            .isEqualTo(bytes(1, 0, 0, 0, 0x61, 2, 0, 0, 0, 0, 0, 0, 0, 0))
        assertThat(echo.tuples.makeFour(bytes(1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0)))
            .isEqualTo(Tuple4(1.toUByte(), 2.toUShort(), 3u, 4uL))
        assertThat(echo.tuples.makeNestedTuple(bytes(1, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 4, 5)))
            .isEqualTo(Triple(Pair(1.toUByte(), 2u), Pair(3uL, 4.toUByte()), 5.toUByte()))
    }

    @Test
    fun records() {
        val corners = Shapes.Corners(a = 1u, b = 2u, c = 3u, d = 4u, e = 5u, f = 6u, g = true, h = 0.0, i = 7u)
        val written = bytes(1, 2, 0, 0, 0, 0, 0, 0, 0, 3, 4, 0, 5, 6, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 7)
        assertThat(echo.records.showCorners(corners)).isEqualTo(written)
        assertThat(echo.records.makeCorners(written)).isEqualTo(corners)
        val person = Shapes.Person("Ann", 40u, listOf("a", ""), Shapes.Point(-1, 2), bytes(9))
        assertThat(echo.records.makePerson(echo.records.showPerson(person))).isEqualTo(person)
        val keywords = Shapes.Keywords(
            class_ = 1u, `object` = 2u, `fun` = 3u, `in` = 4u, value = 5u, `is` = true, hashCode = 7, urlPart = 8u,
        )
        assertThat(echo.records.showKeywords(keywords))
            .isEqualTo(bytes(1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 5, 1, 7, 8))
    }

    @Test
    fun variants() {
        assertThat(echo.variants.makeMixed(bytes(0))).isEqualTo(Shapes.Mixed.Nothing_)
        assertThat(echo.variants.makeMixed(bytes(3, 1, 0, 0, 0, 0, 0, 0, 0))).isEqualTo(Shapes.Mixed.Wide(1u))
        assertThat(echo.variants.makeMixed(bytes(11, 1, 5, 0))).isEqualTo(Shapes.Mixed.Maybe(5u))
        assertThat(echo.variants.showWordOrSingle(Shapes.WordOrSingle.Single(1.5f)))
            .isEqualTo(bytes(1, 0, 0, 0xC0, 0x3F))
        assertThat(echo.variants.showWordOrDouble(Shapes.WordOrDouble.Word(-1)))
            .isEqualTo(bytes(0, 0xFF, 0xFF, 0xFF, 0xFF))
        assertThat(echo.variants.makeTextOrNumber(bytes(4, 0, 0, 0xC0, 0x3F, 0, 0, 0, 0xC0)))
            .isEqualTo(Shapes.TextOrNumber.Words(Pair(1.5f, -2.0f)))
        assertThat(echo.variants.makeNames(bytes(0, 1, 0, 0, 0, 0x61))).isEqualTo(Shapes.Names.String_("a"))
        assertThat(echo.variants.showNames(Shapes.Names.Unit_)).isEqualTo(bytes(3))
    }

    @Test
    fun enums() {
        assertThat(echo.enums.makeSingleCase(bytes(0))).isEqualTo(Shapes.SingleCase.ONLY)
        assertThat(echo.enums.makeLevel(bytes(1))).isEqualTo(Shapes.Level.MIDDLE)
        assertThat(echo.enums.showMany(Shapes.Many.C256)).isEqualTo(bytes(0, 1))
    }

    @Test
    fun flags() {
        assertThat(echo.labels.makeThreeFlags(bytes(5, 0, 0, 0))).isEqualTo(Shapes.Three(b0 = true, b2 = true))
        assertThat(echo.labels.showNineFlags(Shapes.Nine(b8 = true))).isEqualTo(bytes(0, 1, 0, 0))
        assertThat(echo.labels.showThirtyTwoFlags(Shapes.ThirtyTwo(b0 = true, b31 = true)))
            .isEqualTo(bytes(1, 0, 0, 0x80))
    }

    @Test
    fun aliases() {
        val count: UInt = echo.aliases.makeCount(bytes(1, 0, 0, 0))
        val place: Shapes.Point = echo.aliases.makePlace(bytes(1, 0, 0, 0, 2, 0, 0, 0))
        assertThat(count).isEqualTo(1u)
        assertThat(place).isEqualTo(Shapes.Point(1, 2))
    }

    @Test
    fun `more arguments than a call takes`() {
        val wide = Shapes.Wide(
            a = 1u, b = "b", c = 2u, d = 1.5f, e = 3u, f = "f", g = listOf(4u, 5u), h = -6, i = -2.5,
            j = CodePoint('j'.code), k = true, l = Shapes.Point(7, 8), m = Shapes.Level.HIGH, n = Shapes.Nine(b3 = true), o = -9, p = 10u,
        )
        val shown = echo.arguments.showArguments(
            wide.a, wide.b, wide.c, wide.d, wide.e, wide.f, wide.g, wide.h, wide.i, wide.j, wide.k, wide.l,
            wide.m, wide.n, wide.o, wide.p, q = Shapes.Mixed.Text_("q"), r = 11u,
        )
        assertThat(shown).isEqualTo(echo.records.showWide(wide) + bytes(7, 1, 0, 0, 0, 0x71, 11))
        assertThat(echo.records.makeWide(echo.arguments.relayArguments(shown))).isEqualTo(wide)
    }

    @Test
    fun `names that generated code uses itself`() {
        val text = echo.arguments.clash(
            abi_ = 1u, result = "r", value = 2u, host = 3u, args = 4u, clashCore = 5u, results = 6u,
        )
        assertThat(text).isEqualTo("1 r 2 3 4 5 6")
    }

    @Test
    fun `byte arrays compare by content`() {
        val one = Shapes.Person("Ann", 1u, listOf(), null, bytes(1))
        assertThat(one).isEqualTo(one.copy(photo = bytes(1))).hasSameHashCodeAs(one.copy(photo = bytes(1)))
        assertThat(one).isNotEqualTo(one.copy(photo = bytes(2)))
        assertThat(Shapes.Mixed.Bytes(bytes(1))).isEqualTo(Shapes.Mixed.Bytes(bytes(1)))
    }
}
