package dev.mcptoolbox.runtime

import com.dylibso.chicory.runtime.ImportValues
import com.dylibso.chicory.runtime.Instance
import com.dylibso.chicory.wasm.types.MemoryLimits
import dev.mcptoolbox.bindings.toolbox.Endpoint
import dev.mcptoolbox.bindings.toolbox.Toolbox
import dev.mcptoolbox.bindings.toolbox.ToolboxImports

/**
 * One instance of a core. Belongs to the thread that made it; only [clock] may be touched by others.
 *
 * After a call that threw, nothing that it holds can be trusted: drop it.
 */
internal class CoreInstance(image: CoreImage, host: ToolboxImports, limits: CoreLimits, private val clock: ComputeClock) {
    private val memory = GuestMemory(memoryLimits(image, limits))
    private val toolbox = Toolbox.of(instantiate(image, host))

    /** Linear memory, bytes. */
    val memoryBytes: Long get() = memory.pages() * CoreLimits.PAGE_BYTES

    /** Calls the core. @throws Throwable whatever the call died of. */
    inline fun <T> call(work: (Toolbox) -> T): T {
        clock.begin()
        memory.wasRefused = false
        try {
            return work(toolbox)
        } finally {
            clock.end()
        }
    }

    /** Answers a request, or says that its `handle` died of [failure]. @throws Throwable whatever the call died of. */
    fun answer(request: Endpoint.Request, failure: Endpoint.Failure?): Endpoint.Response =
        call(RequestJob(request, failure)::call)

    /** Why the call died that threw [cause]. */
    fun reasonOf(cause: Throwable): DropReason = when {
        clock.isExpired -> DropReason.OUT_OF_TIME
        memory.wasRefused || cause is OutOfMemoryError -> DropReason.OUT_OF_MEMORY
        else -> DropReason.TRAPPED
    }

    private fun instantiate(image: CoreImage, host: ToolboxImports): Instance =
        Instance.builder(image.module)
            .withImportValues(ImportValues.builder().addFunction(*Toolbox.imports(host, clock)).build())
            .withMachineFactory(image::machine)
            .withMemoryFactory { memory }
            .build()

    private fun memoryLimits(image: CoreImage, limits: CoreLimits): MemoryLimits {
        val initialPages = image.module.memorySection().get().getMemory(0).limits().initialPages()
        return MemoryLimits(initialPages, limits.memoryPages)
    }
}
