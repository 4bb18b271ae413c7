package dev.mcptoolbox.bindings

import com.dylibso.chicory.compiler.MachineFactoryCompiler
import com.dylibso.chicory.runtime.HostFunction
import com.dylibso.chicory.runtime.ImportValues
import com.dylibso.chicory.runtime.Instance
import com.dylibso.chicory.wasm.Parser
import dev.mcptoolbox.bindings.echo.Echo
import dev.mcptoolbox.bindings.echo.EchoImports
import dev.mcptoolbox.bindings.echo.Relay
import dev.mcptoolbox.bindings.echo.Shapes
import java.lang.reflect.Method
import java.lang.reflect.Proxy
import java.nio.file.Path

/** The echo core in Chicory. The tests share one compiled module; each makes its own instance. */
internal class EchoCore(imports: Array<HostFunction>) {
    constructor(relay: Relay = mirror(), scope: ImportScope = ImportScope.None) :
        this(Echo.imports(EchoImports(relay), scope))

    val instance: Instance = Instance.builder(module)
        .withMachineFactory(machine)
        .withImportValues(ImportValues.builder().addFunction(*imports).build())
        .build()

    val echo: Echo = Echo.of(instance)

    companion object {
        private val module = Parser.parse(folder("component.dir").resolve("mcp-toolbox-echo.core.wasm"))

        private val machine = MachineFactoryCompiler.compile(module)

        /** The committed values, one file for each interface. */
        val vectors: Path get() = folder("repo.dir").resolve("tests/abi/vectors")

        private fun folder(property: String): Path =
            Path.of(checkNotNull(System.getProperty(property)) { "Maven sets the system property $property" })
    }
}

/** A host that returns what it gets: its argument, or all its arguments as a record. */
internal fun mirror(): Relay {
    val classes = arrayOf(Relay::class.java)
    return Proxy.newProxyInstance(Relay::class.java.classLoader, classes) { _, method, arguments ->
        when (method.kotlinName) {
            "relayArguments" -> Shapes.Wide::class.java.withArguments(arguments.take(16))
            "touch" -> Unit
            else -> arguments.single()
        }
    } as Relay
}

/** A method's name without what Kotlin adds where a value class is in the signature. */
internal val Method.kotlinName: String get() = name.substringBefore('-')

private fun Class<*>.withArguments(arguments: List<Any?>): Any {
    // Value classes in its signature make the constructor synthetic, with one more parameter that is always null.
    val constructor = declaredConstructors.single { it.parameterCount == arguments.size + 1 }
    return constructor.newInstance(*arguments.toTypedArray(), null)
}
