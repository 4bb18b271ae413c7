package dev.mcptoolbox.headless.git

import dev.mcptoolbox.headless.files.HardenedXml
import dev.mcptoolbox.headless.files.XmlDamaged
import java.nio.file.InvalidPathException
import java.nio.file.Path

/** The folders that IDEA's `vcs.xml` maps to Git. */
internal class VcsMappings private constructor(
    /** As the file writes them, for people, with the paths that they mean; null where this is not known. */
    val folders: Map<String, Path?>,
    /**
     * Whether repositories are to be found beside those: there is no mapping at all, or one for the project as a whole.
     */
    val detect: Boolean,
) {
    companion object {
        /** Where nothing is mapped. */
        val NONE: VcsMappings = VcsMappings(emptyMap(), detect = true)

        /** Reads `vcs.xml` of the project at [project]; [home] is the person's home folder. Throws [XmlDamaged]. */
        fun parse(bytes: ByteArray, project: Path, home: String?): VcsMappings {
            val directories = LinkedHashSet<String>()
            HardenedXml.read(bytes) {
                children {
                    if (name == "component" && attribute("name") == "VcsDirectoryMappings") {
                        children {
                            if (name == "mapping" && attribute("vcs") == "Git") {
                                directories += attribute("directory").orEmpty()
                            }
                        }
                    }
                }
            }
            val folders = directories.filter(String::isNotEmpty).associateWith { resolve(it, project, home) }
            return VcsMappings(folders, detect = directories.isEmpty() || "" in directories)
        }

        /** The path that [directory] means; null where it uses a macro that only IDEA can resolve. */
        private fun resolve(directory: String, project: Path, home: String?): Path? {
            val macro = MACRO.find(directory)
            val rest = directory.removePrefix(macro?.value.orEmpty())
            val base = when (macro?.value) {
                null -> ""
                "\$PROJECT_DIR$" -> project.toString()
                "\$USER_HOME$" -> home ?: return null
                else -> return null
            }
            return try {
                project.resolve(base + rest).normalize()
            } catch (_: InvalidPathException) {
                null
            }
        }

        private val MACRO = Regex("^\\$[A-Z_]+\\$")
    }
}
