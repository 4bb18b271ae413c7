package dev.mcptoolbox.headless.runs

import dev.mcptoolbox.headless.files.HardenedXml
import dev.mcptoolbox.headless.files.XmlDamaged

/**
 * Reads a file of run configurations, of either form:
 *
 * - `<component name="ProjectRunConfigurationManager">` with `<configuration>` elements: a shared file;
 * - `<project>` with `<component name="RunManager">`: `workspace.xml`, which has the order, too.
 *
 * Templates (`default="true"`) are not configurations. Only what stands directly in a configuration counts: the tasks
 * that run before it name other configurations and have options of their own.
 */
internal class ConfigurationParser private constructor(private val xml: HardenedXml) {
    private val configurations = ArrayList<StoredConfiguration>()
    private val order = ArrayList<String>()
    private val faults = ArrayList<String>()

    private fun top() {
        when (xml.name) {
            "component" -> component()
            "project" -> xml.children { if (xml.name == "component") component() }
        }
    }

    private fun component() {
        if (xml.attribute("name") !in COMPONENTS) return
        xml.children {
            when (xml.name) {
                "configuration" -> configuration()
                "list" -> xml.children { if (xml.name == "item") xml.attribute("itemvalue")?.let(order::add) }
            }
        }
    }

    private fun configuration() {
        if (isTrue("default")) return
        val name = xml.attribute("name")
        val typeId = xml.attribute("type")
        if (name == null || typeId.isNullOrEmpty()) {
            val missing = if (name == null) "name" else "type"
            faults += "the configuration in line ${xml.line} has no $missing"
            return
        }
        val temporary = isTrue("temporary")
        var module: String? = null
        val options = HashMap<String, String>()
        xml.children {
            when (xml.name) {
                "module" -> module = module ?: xml.attribute("name")?.ifEmpty { null }
                "option" -> option(options)
            }
        }
        val mainClass = MAIN_CLASS_OPTIONS.firstNotNullOfOrNull { options[it] }
        configurations += StoredConfiguration(typeId, name, temporary, module, mainClass)
    }

    private fun option(options: MutableMap<String, String>) {
        val name = xml.attribute("name") ?: return
        val value = xml.attribute("value") ?: return
        if (name in MAIN_CLASS_OPTIONS && value.isNotEmpty()) options.putIfAbsent(name, value)
    }

    private fun isTrue(attribute: String): Boolean = xml.attribute(attribute).toBoolean()

    companion object {
        private val COMPONENTS = setOf("ProjectRunConfigurationManager", "RunManager")

        /** The options under which types keep a main class, the most specific first. */
        private val MAIN_CLASS_OPTIONS = listOf(
            "SPRING_BOOT_MAIN_CLASS",
            "MAIN_CLASS_NAME",
            "MAIN_CLASS",
            "mainClassName",
            "mainClass",
        )

        /** Reads the whole document; throws [XmlDamaged], and then nothing of it counts. */
        fun parse(bytes: ByteArray): StoredConfigurations {
            lateinit var parser: ConfigurationParser
            HardenedXml.read(bytes) { parser = ConfigurationParser(this).also { it.top() } }
            return StoredConfigurations(parser.configurations, parser.order, parser.faults)
        }
    }
}
