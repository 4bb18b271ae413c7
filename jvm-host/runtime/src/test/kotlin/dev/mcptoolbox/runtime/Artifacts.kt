package dev.mcptoolbox.runtime

import java.nio.file.Path
import java.security.MessageDigest
import java.util.HexFormat

/** Where the build put what tests read, and the cores that it compiled. The build names the folders in system properties. */
object Artifacts {
    val transcripts: Path get() = folder("repo.dir").resolve("tests/transcripts")

    /** What ships. */
    val product: CoreImage by lazy { CoreImage.product() }

    /** The product with tools that misbehave on request. */
    val faults: CoreImage by lazy { CoreImage.named("Faults") }

    /** The product with the tools that the conformance suite calls. */
    val fixtures: CoreImage by lazy { CoreImage.named("Fixtures") }

    /** A file that `cargo xtask component` wrote. */
    fun component(name: String): Path = folder("component.dir").resolve(name)

    private fun folder(property: String): Path =
        Path.of(checkNotNull(System.getProperty(property)) { "run tests through Maven: -D$property is missing" })
}

/** SHA-256 as 64 lower-case hexadecimal digits. */
fun sha256Hex(bytes: ByteArray): String =
    HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes))
