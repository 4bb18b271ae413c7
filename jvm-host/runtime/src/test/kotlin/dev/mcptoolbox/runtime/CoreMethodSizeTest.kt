package dev.mcptoolbox.runtime

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import java.io.DataInputStream
import java.io.InputStream
import java.nio.file.Files
import java.nio.file.Path
import kotlin.io.path.extension
import kotlin.io.path.toPath

/** HotSpot interprets a method above this size for ever: one such function made every call several times slower. */
private const val LARGEST_COMPILED_METHOD_BYTES = 8_000

class CoreMethodSizeTest {
    @Test
    fun `every function of the core is small enough for HotSpot to compile`() {
        val methods = coreClasses().flatMap { file -> Files.newInputStream(file).use(::methodSizes) }

        assertThat(methods).hasSizeGreaterThan(100)
        // Chicory's own jump from a number to a function, once for each call from the host.
        val functions = methods.filterNot { it.name.startsWith("call_dispatch_") }
        assertThat(functions.filter { it.codeBytes > LARGEST_COMPILED_METHOD_BYTES })
            .describedAs("lower the inlining in `cargo xtask component`, or split the function")
            .isEmpty()
    }

    private fun coreClasses(): List<Path> {
        val folder = checkNotNull(CoreImage::class.java.getResource("core")).toURI().toPath()
        return Files.list(folder).use { files -> files.filter { it.extension == "class" }.toList() }
    }
}

private data class MethodSize(val name: String, val codeBytes: Int)

/** The methods of a class file (JVM specification, chapter 4) and the size of their code. */
private fun methodSizes(stream: InputStream): List<MethodSize> {
    val input = DataInputStream(stream.buffered())
    input.skipFully(8)
    val names = readConstantPoolNames(input)
    input.skipFully(6)
    input.skipFully(2 * input.readUnsignedShort())
    repeat(input.readUnsignedShort()) { readMember(input, names) }
    return List(input.readUnsignedShort()) { readMember(input, names) }
}

private fun readMember(input: DataInputStream, names: Map<Int, String>): MethodSize {
    input.skipFully(2)
    val name = names.getValue(input.readUnsignedShort())
    input.skipFully(2)
    var codeBytes = 0
    repeat(input.readUnsignedShort()) {
        val attribute = names.getValue(input.readUnsignedShort())
        var rest = input.readInt()
        if (attribute == "Code") {
            input.skipFully(4)
            codeBytes = input.readInt()
            rest -= 8
        }
        input.skipFully(rest)
    }
    return MethodSize(name, codeBytes)
}

/** The UTF-8 entries by index; the others are only measured. */
private fun readConstantPoolNames(input: DataInputStream): Map<Int, String> = buildMap {
    val count = input.readUnsignedShort()
    var index = 1
    while (index < count) {
        when (val tag = input.readUnsignedByte()) {
            1 -> put(index, input.readUTF())
            3, 4, 9, 10, 11, 12, 17, 18 -> input.skipFully(4)
            5, 6 -> input.skipFully(8).also { index++ }
            7, 8, 16, 19, 20 -> input.skipFully(2)
            15 -> input.skipFully(3)
            else -> error("unknown constant pool tag $tag")
        }
        index++
    }
}

private fun DataInputStream.skipFully(bytes: Int) {
    var rest = bytes
    while (rest > 0) rest -= skipBytes(rest).also { check(it > 0) { "the class file ends early" } }
}
