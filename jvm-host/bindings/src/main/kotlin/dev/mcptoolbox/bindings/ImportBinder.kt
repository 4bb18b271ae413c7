package dev.mcptoolbox.bindings

import com.dylibso.chicory.runtime.HostFunction
import com.dylibso.chicory.runtime.Instance

/** Makes the host functions of one world, each inside [scope]. */
internal class ImportBinder(private val scope: ImportScope) {
    // One array of host functions usually serves one instance, but it may serve several, also at the same time: the
    // field holds an immutable pair and is only a shortcut, so a race costs a look-up and nothing else.
    private var last: CanonicalAbi? = null

    fun function(
        module: String,
        name: String,
        coreType: String,
        body: (abi: CanonicalAbi, args: LongArray) -> LongArray,
    ): HostFunction = HostFunction(module, name, functionType(coreType)) { instance, args ->
        scope.enter()
        try {
            body(abiOf(instance), args)
        } finally {
            scope.exit()
        }
    }

    private fun abiOf(instance: Instance): CanonicalAbi {
        val known = last
        return if (known != null && known.instance === instance) known else CanonicalAbi(instance).also { last = it }
    }
}
