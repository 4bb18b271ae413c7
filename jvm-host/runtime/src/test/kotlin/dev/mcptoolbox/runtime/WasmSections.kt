package dev.mcptoolbox.runtime

/** One section of a module or a component; both share the framing. */
class WasmSection(val id: Int, val start: Int, val size: Int)

/** The bodies of a component's core module sections (id 1 of the component binary format). */
fun coreModules(component: ByteArray): List<ByteArray> =
    sections(component).filter { it.id == 1 }.map { component.copyOfRange(it.start, it.start + it.size) }

/** The core module with one instruction changed: the first `i32.const 1` becomes `i32.const 2`. */
fun changedCode(module: ByteArray): ByteArray {
    val code = sections(module).single { it.id == 10 }
    val at = (code.start until code.start + code.size - 1).first { module[it] == I32_CONST && module[it + 1] == 1.toByte() }
    return module.copyOf().also { it[at + 1] = 2 }
}

private const val I32_CONST: Byte = 0x41

/** Magic, version and, in components, layer. */
private const val HEADER_BYTES = 8

private fun sections(bytes: ByteArray): List<WasmSection> = buildList {
    var at = HEADER_BYTES
    while (at < bytes.size) {
        val (size, start) = leb128(bytes, at + 1)
        add(WasmSection(bytes[at].toInt(), start, size))
        at = start + size
    }
}

/** An unsigned number and where it ends. */
private fun leb128(bytes: ByteArray, start: Int): Pair<Int, Int> {
    var end = start
    var value = 0
    do {
        val byte = bytes[end].toInt()
        value = value or (byte and 0x7F shl 7 * (end - start))
        end++
    } while (byte and 0x80 != 0)
    return value to end
}
