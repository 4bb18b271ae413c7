package dev.mcptoolbox.runtime

import com.dylibso.chicory.runtime.Instance
import com.dylibso.chicory.runtime.Machine
import com.dylibso.chicory.wasm.Parser
import com.dylibso.chicory.wasm.WasmModule
import java.io.InputStream
import java.lang.reflect.Constructor

/**
 * A core as the build compiled it to JVM classes, ready to be instantiated.
 *
 * Three things lie side by side on the class path, written by the build from the same bytes: the classes, the module without
 * its code (`.meta`), and the SHA-256 of the whole core (`.sha256`). Immutable; any thread may use it.
 */
public class CoreImage private constructor(
    /** For people and logs: `Toolbox`. */
    public val name: String,
    /** SHA-256 of the core module that the classes were made from, 64 lower-case hexadecimal digits. */
    public val sha256: String,
    internal val module: WasmModule,
    private val machineConstructor: Constructor<out Machine>,
) {
    internal fun machine(instance: Instance): Machine = machineConstructor.newInstance(instance)

    override fun toString(): String = "core $name ($sha256)"

    public companion object {
        private const val PACKAGE = "dev.mcptoolbox.runtime.core"

        /** The core that ships. @throws IllegalStateException if the build left it out. */
        public fun product(): CoreImage = named("Toolbox")

        /** The core of this name on the class path. Only the product ships; tests bring others. */
        public fun named(name: String): CoreImage = load(name, CoreImage::class.java.classLoader)

        private fun load(name: String, loader: ClassLoader): CoreImage {
            val path = "${PACKAGE.replace('.', '/')}/$name"
            return CoreImage(
                name = name,
                sha256 = read(loader, "$path.sha256") { it.readBytes().decodeToString().trim() },
                // Checked when it was compiled; checking it again would delay the first answer.
                module = read(loader, "$path.meta") { Parser.builder().withValidation(false).build().parse { it } },
                machineConstructor = machineConstructor(loader, "$PACKAGE.${name}Machine"),
            )
        }

        private fun <T> read(loader: ClassLoader, path: String, parse: (InputStream) -> T): T {
            val stream = checkNotNull(loader.getResourceAsStream(path)) { "the build left out $path" }
            return stream.use(parse)
        }

        private fun machineConstructor(loader: ClassLoader, name: String): Constructor<out Machine> =
            Class.forName(name, true, loader).asSubclass(Machine::class.java).getConstructor(Instance::class.java)
    }
}
