package dev.mcptoolbox.headless.runs

/** One run configuration as a file holds it. */
internal data class StoredConfiguration(
    /** The platform's id of its type. */
    val typeId: String,
    val name: String,
    val temporary: Boolean,
    /** Null where it has none. */
    val module: String?,
    /** Fully qualified; null where it has none. */
    val mainClass: String?,
) {
    /** By which IDEA tells configurations apart. Two that share it are one. */
    val identity: Pair<String, String> get() = typeId to name
}

/** What one file holds. */
internal class StoredConfigurations(
    /** In the order of the file, templates left out. */
    val configurations: List<StoredConfiguration>,
    /** The order that a person chose, each as `Type name.Name`; empty where the file has none. */
    val order: List<String>,
    /** What is there but cannot be used, one sentence each. */
    val faults: List<String>,
)
