package dev.mcptoolbox.bindings

import com.dylibso.chicory.runtime.ExportFunction
import com.dylibso.chicory.runtime.Instance
import com.dylibso.chicory.runtime.Memory

/**
 * The canonical ABI of the component model on one instance: every read and write of the guest's memory, and every check
 * of what the guest passes.
 *
 * A pointer from the guest is checked once, as a whole region ([region], [liftString], [liftBytes], [liftList]): it
 * must be aligned and lie inside the memory, taken as unsigned so that nothing wraps. The `load` and `store` functions
 * trust their address, because generated code derives it from a checked region.
 *
 * Memory may move whenever guest code runs, [allocate] included: nothing here keeps a view of its bytes across a call.
 * Not thread safe, as the instance is not.
 */
@Suppress("TooManyFunctions") // One small function for each thing that the ABI can do.
internal class CanonicalAbi(val instance: Instance) {
    private val memory: Memory =
        instance.memory() ?: throw AbiViolation("the core module has no memory")
    private val realloc: ExportFunction = export("cabi_realloc", "i32 i32 i32 i32 -> i32")

    // Exports

    /** The export [name], which must have the [coreType] that the bindings know. Look it up once for each instance. */
    fun export(name: String, coreType: String): ExportFunction {
        val actual = try {
            instance.exportType(name)
        } catch (missing: RuntimeException) {
            throw AbiViolation("the core module has no function $name: ${missing.message}")
        }
        val expected = functionType(coreType)
        if (actual != expected) {
            throw AbiViolation("the core module's $name is $actual, the bindings expect $expected")
        }
        return instance.export(name)
    }

    // Regions

    /** [address], once it is known that [size] bytes from there are the guest's and that it is aligned. */
    fun region(address: Int, size: Int, alignment: Int): Int {
        checkRegion(address, size.toLong(), alignment)
        return address
    }

    /** Asks the guest for [size] bytes that it will own. */
    fun allocate(size: Int, alignment: Int): Int {
        val address = realloc.apply(0L, 0L, alignment.toLong(), size.toLong())[0].toInt()
        return region(address, size, alignment)
    }

    private fun checkRegion(address: Int, size: Long, alignment: Int) {
        val first = address.toUInt().toLong()
        val end = memory.pages().toLong() * Memory.PAGE_SIZE
        if (first and (alignment - 1).toLong() != 0L) {
            throw AbiViolation("the guest passed the address $first, which is not a multiple of $alignment")
        }
        if (first + size > end) {
            throw AbiViolation("the guest passed $size bytes at $first, but its memory ends at $end")
        }
    }

    // Numbers in memory

    fun loadU8(address: Int): Int = memory.read(address).toInt() and 0xFF

    fun loadS8(address: Int): Int = memory.read(address).toInt()

    fun loadU16(address: Int): Int = memory.readShort(address).toInt() and 0xFFFF

    fun loadS16(address: Int): Int = memory.readShort(address).toInt()

    fun loadI32(address: Int): Int = memory.readInt(address)

    fun loadI64(address: Int): Long = memory.readLong(address)

    fun loadF32(address: Int): Float = Float.fromBits(memory.readInt(address))

    fun loadF64(address: Int): Double = Double.fromBits(memory.readLong(address))

    fun storeI8(address: Int, value: Int) {
        memory.writeByte(address, value.toByte())
    }

    fun storeI16(address: Int, value: Int) {
        memory.writeShort(address, value.toShort())
    }

    fun storeI32(address: Int, value: Int) {
        memory.writeI32(address, value)
    }

    fun storeI64(address: Int, value: Long) {
        memory.writeLong(address, value)
    }

    fun storeF32(address: Int, value: Float) {
        memory.writeI32(address, value.toRawBits())
    }

    fun storeF64(address: Int, value: Double) {
        memory.writeLong(address, value.toRawBits())
    }

    // Scalars

    fun liftBool(value: Int): Boolean = liftBit(value, "bool")

    fun lowerBool(value: Boolean): Int = if (value) 1 else 0

    fun liftChar(value: Int): CodePoint {
        if (!CodePoint.isScalar(value)) {
            throw AbiViolation("the guest passed the char ${value.toUInt()}, which is no Unicode scalar value")
        }
        return CodePoint(value)
    }

    /** The ABI leaves the bits of a NaN open. Here each becomes the canonical one, so that runs can be compared. */
    fun liftF32(value: Float): Float = if (value.isNaN()) Float.NaN else value

    /** See [liftF32]. */
    fun liftF64(value: Double): Double = if (value.isNaN()) Double.NaN else value

    /** See [liftF32]. */
    fun lowerF32(value: Float): Float = liftF32(value)

    /** See [liftF32]. */
    fun lowerF64(value: Double): Double = liftF64(value)

    /** Whether an option's discriminant says that there is a value. */
    fun isSome(discriminant: Int): Boolean = liftBit(discriminant, "option")

    /** Whether a result's discriminant says that it is an error. */
    fun isErr(discriminant: Int): Boolean = liftBit(discriminant, "result")

    private fun liftBit(value: Int, type: String): Boolean = when (value) {
        0 -> false
        1 -> true
        else -> unknownCase(type, value)
    }

    /** Refuses the discriminant of a case that [type] does not have. */
    fun unknownCase(type: String, discriminant: Int): Nothing =
        throw AbiViolation("the guest passed case ${discriminant.toUInt()} of $type, which has no such case")

    // Strings and lists

    fun liftString(address: Int, length: Int): String = Utf8.decode(liftBytes(address, length))

    fun loadString(address: Int): String = liftString(loadI32(address), loadI32(address + 4))

    fun lowerString(text: String): Span = lowerBytes(Utf8.encode(text))

    fun liftBytes(address: Int, length: Int): ByteArray {
        checkList(address, length, size = 1, alignment = 1)
        return memory.readBytes(address, length)
    }

    fun loadBytes(address: Int): ByteArray = liftBytes(loadI32(address), loadI32(address + 4))

    fun lowerBytes(bytes: ByteArray): Span {
        val address = allocate(bytes.size, 1)
        memory.write(address, bytes)
        return Span(address, bytes.size)
    }

    /** Lifts [length] elements of [size] bytes each; [element] gets the address of one. */
    inline fun <T> liftList(address: Int, length: Int, size: Int, alignment: Int, element: (Int) -> T): List<T> {
        checkList(address, length, size, alignment)
        val elements = ArrayList<T>(length)
        for (index in 0 until length) {
            elements.add(element(address + index * size))
        }
        return elements
    }

    inline fun <T> loadList(address: Int, size: Int, alignment: Int, element: (Int) -> T): List<T> =
        liftList(loadI32(address), loadI32(address + 4), size, alignment, element)

    /**
     * Lowers [list] into memory that the guest will own; [store] writes one element of [size] bytes to its address.
     *
     * @throws IllegalStateException if the host changes the list meanwhile; nothing outside the list's own memory is written.
     */
    inline fun <T> lowerList(list: List<T>, size: Int, alignment: Int, store: (T, Int) -> Unit): Span {
        val length = list.size
        val first = allocateList(length, size, alignment)
        var stored = 0
        for (element in list) {
            check(stored < length) { "a list for the guest grew from $length elements while it was lowered" }
            store(element, first + stored * size)
            stored++
        }
        check(stored == length) { "a list for the guest shrank from $length elements to $stored while it was lowered" }
        return Span(first, length)
    }

    fun storeSpan(address: Int, span: Span) {
        storeI32(address, span.address)
        storeI32(address + 4, span.length)
    }

    fun checkList(address: Int, length: Int, size: Int, alignment: Int) {
        checkRegion(address, length.toUInt().toLong() * size, alignment)
    }

    fun allocateList(length: Int, size: Int, alignment: Int): Int {
        val bytes = length.toLong() * size
        require(bytes <= Int.MAX_VALUE) { "a list of $length elements of $size bytes does not fit into memory" }
        return allocate(bytes.toInt(), alignment)
    }

    internal companion object {
        /** What an import without a result returns. */
        val NO_RESULTS: LongArray = LongArray(0)
    }
}
