package dev.mcptoolbox.bindings

import java.lang.reflect.InvocationTargetException
import java.nio.file.Files
import java.nio.file.Path
import java.util.HexFormat
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory

/**
 * Every value that `tests/tests/abi` wrote and checked in wasmtime comes back in Chicory too, from the guest and from
 * the host. The functions are called by name, so that a type added to `echo.wit` is tested without a line here.
 */
class VectorsTest {
    private val core = EchoCore()

    @TestFactory
    fun `every committed value comes back`(): List<DynamicTest> = families().flatMap { file ->
        val family = Family(core, file.fileName.toString().removeSuffix(".txt"))
        val vectors = Files.readAllLines(file).filterNot { it.startsWith("#") }.map { it.split(' ') }
        vectors.groupBy({ it[0] }, { it[1] }).map { (type, values) ->
            dynamicTest(type) { values.forEach { family.check(type, HexFormat.of().parseHex(it)) } }
        }
    }

    @Test
    fun `every type has vectors`() {
        val lines = families().flatMap { Files.readAllLines(it) }.filterNot { it.startsWith("#") }
        val types = lines.map { it.substringBefore(' ') }
        val exported = families().flatMap { Family(core, it.fileName.toString().removeSuffix(".txt")).types }
        assertThat(types.toSet().map(::camel)).containsExactlyInAnyOrderElementsOf(exported)
    }

    private fun families(): List<Path> = Files.list(EchoCore.vectors).use { files -> files.sorted().toList() }

    /** One exported interface. */
    private class Family(core: EchoCore, name: String) {
        private val exports: Any = core.echo.javaClass.getMethod("get${camel(name)}").invoke(core.echo)

        private val functions = exports.javaClass.interfaces.single().methods.associateBy { it.kotlinName }

        val types: List<String> = functions.keys.filter { it.startsWith("make") }.map { it.removePrefix("make") }

        fun check(type: String, bytes: ByteArray) {
            val value = call("make${camel(type)}", bytes)
            assertThat(call("show${camel(type)}", value) as ByteArray).`as`("shown").isEqualTo(bytes)
            assertThat(call("relay${camel(type)}", bytes) as ByteArray).`as`("relayed").isEqualTo(bytes)
        }

        private fun call(name: String, argument: Any?): Any? {
            val function = functions.getValue(name)
            function.isAccessible = true
            return try {
                function.invoke(exports, argument)
            } catch (failed: InvocationTargetException) {
                throw failed.targetException
            }
        }
    }

    private companion object {
        fun camel(kebab: String): String =
            kebab.split('-').joinToString("") { word -> word.replaceFirstChar(Char::uppercaseChar) }
    }
}
