package dev.mcptoolbox.bindings

import dev.mcptoolbox.bindings.echo.Echo
import dev.mcptoolbox.bindings.echo.EchoImports
import dev.mcptoolbox.bindings.echo.Relay
import dev.mcptoolbox.bindings.echo.Shapes
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test

/** What happens around a call: memory, scopes, failures. */
class CallsTest {
    @Test
    fun `memory is flat after ten thousand calls`() {
        val core = EchoCore()
        val person = Shapes.Person("n".repeat(1000), 1u, List(20) { "t".repeat(50) }, null, ByteArray(2000))
        val people = List(5) { person }
        repeat(100) { roundTrip(core, people) }
        val before = core.instance.memory().pages()
        repeat(10_000) { roundTrip(core, people) }
        assertThat(core.instance.memory().pages()).isEqualTo(before)
    }

    /** Arguments and results with memory, in both directions; direct and indirect arguments. */
    private fun roundTrip(core: EchoCore, people: List<Shapes.Person>) {
        val shown = core.echo.lists.showPeople(people)
        core.echo.lists.relayPeople(shown)
        core.echo.text.showString(people[0].name)
        core.echo.variants.showMixed(Shapes.Mixed.Who(people[0]))
    }

    @Test
    fun `a mebibyte comes back`() {
        val echo = EchoCore().echo
        val text = "Grüße, 世界 ".repeat(1024 * 1024 / 17)
        assertThat(echo.text.makeString(echo.text.showString(text))).isEqualTo(text)
        val list = ByteArray(1024 * 1024) { it.toByte() }
        assertThat(echo.lists.makeBytes(echo.lists.showBytes(list))).isEqualTo(list)
        assertThat(echo.lists.relayBytes(echo.lists.showBytes(list))).isEqualTo(echo.lists.showBytes(list))
    }

    @Test
    fun `a scope is around every import, also one that fails`() {
        val scope = CountingScope()
        var fails = false
        val relay = object : Relay by mirror() {
            override fun touch() {
                check(scope.depth == 1) { "outside of the scope" }
                check(!fails) { "asked to fail" }
            }
        }
        val echo = EchoCore(relay, scope).echo
        echo.arguments.touch(3u)
        assertThat(scope.entered).isEqualTo(3)
        fails = true
        assertThatThrownBy { echo.arguments.touch(1u) }.hasStackTraceContaining("asked to fail")
        assertThat(scope.entered).isEqualTo(4)
        assertThat(scope.depth).isZero
    }

    @Test
    fun `one array of imports serves several instances`() {
        val imports = Echo.imports(EchoImports(mirror()))
        val (one, other) = List(2) { EchoCore(imports) }
        repeat(2) {
            assertThat(one.echo.lists.relayStrings(bytes(1, 0, 0, 0, 1, 0, 0, 0, 0x61))).hasSize(9)
            assertThat(other.echo.lists.relayStrings(bytes(0, 0, 0, 0))).hasSize(4)
        }
    }

    private class CountingScope : ImportScope {
        var entered = 0
        var depth = 0

        override fun enter() {
            entered++
            depth++
        }

        override fun exit() {
            depth--
        }
    }
}
