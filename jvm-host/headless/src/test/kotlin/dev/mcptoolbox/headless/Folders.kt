package dev.mcptoolbox.headless

import dev.mcptoolbox.server.ProjectPaths
import java.nio.file.Files
import java.nio.file.Path

/** The key of the one project that tests open. */
const val PROJECT: String = "project"

/** The project [PROJECT] at [path], and no other. */
fun open(path: Path): ProjectPaths = ProjectPaths { key -> path.takeIf { key == PROJECT } }

/** Writes [text] below this folder, which grows the folders it needs. */
fun Path.write(relative: String, text: String): Path = write(relative, text.toByteArray())

fun Path.write(relative: String, bytes: ByteArray): Path {
    val file = resolve(relative)
    Files.createDirectories(file.parent)
    return Files.write(file, bytes)
}

/** A copy of the project that the tests of all rooms share, `tests/fixtures/maven-project`, at [target]. */
fun copyOfMavenProject(target: Path): Path {
    val source = Path.of(System.getProperty("repo.dir"), "tests/fixtures/maven-project").toRealPath()
    Files.walk(source).use { all ->
        all.filter(Files::isRegularFile).forEach { file ->
            target.write(source.relativize(file).toString(), Files.readAllBytes(file))
        }
    }
    return target
}

/** A shared run configuration as IDEA stores it. */
fun configuration(name: String, type: String = "Application", rest: String = ""): String =
    """
    <component name="ProjectRunConfigurationManager">
      <configuration default="false" name="$name" type="$type">$rest<method v="2" /></configuration>
    </component>
    """.trimIndent()
