package dev.mcptoolbox.runtime

import com.dylibso.chicory.runtime.ByteArrayMemory
import com.dylibso.chicory.runtime.Instance
import com.dylibso.chicory.runtime.Memory
import com.dylibso.chicory.wasm.types.DataSegment
import com.dylibso.chicory.wasm.types.MemoryLimits

/** Linear memory that remembers whether growth was refused. Belongs to the thread of its instance. */
internal class GuestMemory(private val memory: ByteArrayMemory) : Memory by memory {
    constructor(limits: MemoryLimits) : this(ByteArrayMemory(limits))

    /** Whether the guest asked for more than it may have since this was last set to false. */
    var wasRefused: Boolean = false

    // Kotlin delegates no method that has a default in Java; these defaults would be slow or refuse.
    override fun copy(dest: Int, src: Int, size: Int) = memory.copy(dest, src, size)

    override fun initialize(instance: Instance, dataSegments: Array<out DataSegment>, memoryIndex: Int) =
        memory.initialize(instance, dataSegments, memoryIndex)

    override fun grow(size: Int): Int {
        val previousPages = memory.grow(size)
        if (previousPages < 0) wasRefused = true
        return previousPages
    }
}
