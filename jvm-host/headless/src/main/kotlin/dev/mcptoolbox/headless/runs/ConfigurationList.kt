package dev.mcptoolbox.headless.runs

/**
 * The configurations of all files as the one list that a person sees.
 *
 * As in IDEA, a configuration is known by its type and name: where two files hold the same one, the file that IDEA
 * loads later replaces what it loaded before. Files are to be [add]ed in IDEA's order.
 */
internal class ConfigurationList {
    private class Entry(val configuration: StoredConfiguration, val fileName: String, val number: Int)

    private val entries = LinkedHashMap<Pair<String, String>, Entry>()
    private var order = emptyList<String>()
    private var count = 0

    /** Takes what the file named [fileName] holds. */
    fun add(fileName: String, stored: StoredConfigurations) {
        if (stored.order.isNotEmpty()) order = stored.order
        for (configuration in stored.configurations) {
            entries[configuration.identity] = Entry(configuration, fileName, count++)
        }
    }

    /** Those that the chosen order names come first and in its order, the rest by file name. */
    fun sorted(): List<StoredConfiguration> {
        val places = places()
        val byPlace = compareBy<Entry> { places[it] ?: Int.MAX_VALUE }
        val byFile = byPlace.thenBy { it.fileName }.thenBy { it.number }
        return entries.values.sortedWith(byFile).map { it.configuration }
    }

    /**
     * Where in the chosen order each configuration stands. The order names types as people see them, and plugins that
     * we do not know choose those names: what no known name fits is taken by the name alone.
     */
    private fun places(): Map<Entry, Int> {
        val places = HashMap<Entry, Int>()
        val free = LinkedHashMap<String, Int>()
        order.forEachIndexed { index, item -> free.putIfAbsent(item, index) }
        for (entry in entries.values) {
            val item = TypeNames.of(entry.configuration.typeId) + "." + entry.configuration.name
            free.remove(item)?.let { places[entry] = it }
        }
        for (entry in entries.values.filter { it !in places }) {
            val item = free.keys.firstOrNull { it.endsWith("." + entry.configuration.name) } ?: continue
            places[entry] = free.getValue(item)
            free.remove(item)
        }
        return places
    }
}
