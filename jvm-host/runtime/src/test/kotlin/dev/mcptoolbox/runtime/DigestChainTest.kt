package dev.mcptoolbox.runtime

import com.dylibso.chicory.build.time.compiler.Config
import com.dylibso.chicory.build.time.compiler.Generator
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import java.nio.file.Files
import java.nio.file.Path
import kotlin.io.path.name
import kotlin.io.path.readBytes
import kotlin.io.path.readText
import kotlin.io.path.toPath
import kotlin.io.path.writeBytes

private const val CORE_PACKAGE = "dev.mcptoolbox.runtime.core"

/**
 * What the JVM runs is what wasmtime runs: from the component, over the core beside it, to the classes that are loaded and
 * the digest that the runtime reports. The Rust half is tests/tests/component.rs.
 *
 * Classes carry no digest of what they were made from. So the compiler is run once more, over the very file: it is
 * deterministic, and what it writes has to be what the class path holds, to the byte.
 */
class DigestChainTest {
    @TempDir
    lateinit var folder: Path

    @Test
    fun `the product is the core inside the component, at every link`() {
        assertThat(brokenLinks("mcp-toolbox")).isEmpty()
    }

    @Test
    fun `another core is noticed at every link`() {
        val component = folder.resolve("other.component.wasm")
        Files.copy(Artifacts.component("mcp-toolbox-fixtures.component.wasm"), component)
        val core = Artifacts.component("mcp-toolbox-fixtures.core.wasm")

        assertThat(brokenLinks(core, component)).containsExactlyInAnyOrderElementsOf(Link.values().toList() - Link.COMPONENT)
    }

    @Test
    fun `a core that was rebuilt with one other byte is noticed, also without its digest`() {
        val bytes = Artifacts.component("mcp-toolbox.core.wasm").readBytes()
        val stale = folder.resolve("stale.core.wasm").apply { writeBytes(changedCode(bytes)) }

        assertThat(brokenLinks(stale, Artifacts.component("mcp-toolbox.component.wasm")))
            .contains(Link.COMPONENT, Link.RESOURCE, Link.IMAGE, Link.POOL, Link.COMPILER_INPUT, Link.CLASSES)
    }

    private enum class Link { COMPONENT, RESOURCE, IMAGE, POOL, COMPILER_INPUT, CLASSES, MODULE }

    private fun brokenLinks(stem: String): List<Link> =
        brokenLinks(Artifacts.component("$stem.core.wasm"), Artifacts.component("$stem.component.wasm"))

    /** Which of the things that should come from [core] do not. */
    private fun brokenLinks(core: Path, component: Path): List<Link> {
        val digest = sha256Hex(core.readBytes())
        val compiled = compile(core)
        return Link.values().filterNot { link ->
            when (link) {
                Link.COMPONENT -> digest in coreModules(component.readBytes()).map(::sha256Hex)
                Link.RESOURCE -> loaded.resolve("Toolbox.sha256").readText() == digest
                Link.IMAGE -> Artifacts.product.sha256 == digest
                Link.POOL -> CorePool(Artifacts.product, fakeHost().imports()).use { it.sha256 == digest && it.stats.sha256 == digest }
                Link.COMPILER_INPUT -> sha256Hex(compilerInput.readBytes()) == digest
                Link.CLASSES -> files(compiled, ".class") == files(loaded, ".class")
                Link.MODULE -> files(compiled, ".meta") == files(loaded, ".meta")
            }
        }
    }

    /** Compiles [core] as the build does and returns the folder of the classes. */
    private fun compile(core: Path): Path {
        val output = Files.createDirectory(folder.resolve("compiled"))
        val config = Config.builder()
            .withWasmFile(core)
            .withName("$CORE_PACKAGE.Toolbox")
            .withTargetClassFolder(output)
            .withTargetSourceFolder(output)
            .withTargetWasmFolder(output)
            .build()
        val generator = Generator(config)
        generator.generateMetaWasm(generator.generateResources())
        return output.resolve(CORE_PACKAGE.replace('.', '/'))
    }

    private companion object {
        /** Where the class path has the product's core. */
        val loaded: Path = checkNotNull(CoreImage::class.java.getResource("core/Toolbox.sha256")).toURI().toPath().parent

        /** The copy that the build made for the compiler to read. */
        val compilerInput: Path = generateSequence(loaded) { it.parent }.first { it.name == "classes" }.resolveSibling("cores/Toolbox.wasm")
    }
}

/** Digests by name of the files in [folder] whose names end in [ending]. */
private fun files(folder: Path, ending: String): Map<String, String> {
    val found = Files.list(folder).use { all -> all.filter { it.name.endsWith(ending) }.toList() }
    check(found.isNotEmpty()) { "no *$ending in $folder" }
    return found.associate { it.name to sha256Hex(it.readBytes()) }
}
