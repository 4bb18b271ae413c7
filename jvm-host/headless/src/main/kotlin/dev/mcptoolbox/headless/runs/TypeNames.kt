package dev.mcptoolbox.headless.runs

/** What people call the types of run configurations, by the ids under which IDEA stores them. */
internal object TypeNames {
    /** The name of the type [id]; for an id that is not in the table, a readable form of the id. Never empty. */
    fun of(id: String): String = KNOWN[id] ?: readable(id)

    /** `MyServerRunConfigurationType` becomes `My Server`. */
    private fun readable(id: String): String {
        val last = id.trimStart('#').substringAfterLast('.')
        val words = SUFFIXES.fold(last) { rest, suffix -> rest.removeSuffix(suffix) }
            .replace(WORD_START, " ")
            .replace(SEPARATORS, " ")
            .trim()
        return words.ifEmpty { id }
    }

    /** Each is taken off once, in this order. */
    private val SUFFIXES = listOf("Factory", "Type", "Configuration", "Run")

    private val WORD_START = Regex("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
    private val SEPARATORS = Regex("[-_\\s]+")

    private val KNOWN = mapOf(
        // The Java virtual machine.
        "Application" to "Application",
        "JarApplication" to "JAR Application",
        "Remote" to "Remote JVM Debug",
        "JUnit" to "JUnit",
        "TestNG" to "TestNG",
        "SpringBootApplicationConfigurationType" to "Spring Boot",
        "QuarkusRunConfigurationType" to "Quarkus",
        "MicronautRunConfigurationType" to "Micronaut",
        "JetRunConfigurationType" to "Kotlin",
        "KotlinStandaloneScriptRunConfigurationType" to "Kotlin script",
        "GroovyScriptRunConfiguration" to "Groovy",
        "ScalaTestRunConfiguration" to "ScalaTest",
        "SbtRunConfiguration" to "sbt Task",
        "CucumberJavaRunConfigurationType" to "Cucumber Java",
        "#com.intellij.j2ee.web.tomcat.TomcatRunConfigurationFactory" to "Tomcat Server",
        "TomeeConfiguration" to "TomEE Server",
        "JBossConfiguration" to "JBoss/WildFly Server",
        "GlassfishConfiguration" to "GlassFish Server",
        "AndroidRunConfigurationType" to "Android App",
        "AndroidTestRunConfigurationType" to "Android Instrumented Tests",
        "#org.jetbrains.idea.devkit.run.PluginConfigurationType" to "Plugin",
        // Build tools.
        "MavenRunConfiguration" to "Maven",
        "GradleRunConfiguration" to "Gradle",
        "AntRunConfiguration" to "Ant Target",
        "MAKEFILE_TARGET_RUN_CONFIGURATION" to "Makefile Target",
        "CMakeRunConfiguration" to "CMake Application",
        "CargoCommandRunConfiguration" to "Cargo",
        // JavaScript.
        "NodeJSConfigurationType" to "Node.js",
        "js.build_tools.npm" to "npm",
        "js.build_tools.gulp" to "Gulp.js",
        "js.build_tools.grunt" to "Grunt.js",
        "JavaScriptTestRunnerJest" to "Jest",
        "JavaScriptTestRunnerVitest" to "Vitest",
        "JavaScriptTestRunnerKarma" to "Karma",
        "JavaScriptTestRunnerCypress" to "Cypress",
        "JavaScriptTestRunnerPlaywright" to "Playwright",
        "mocha-javascript-test-runner" to "Mocha",
        "JavascriptDebugType" to "JavaScript Debug",
        // Other languages.
        "PythonConfigurationType" to "Python",
        "tests" to "Python tests",
        "Python.DjangoServer" to "Django Server",
        "Python.FlaskServer" to "Flask server",
        "Python.FastAPI" to "FastAPI",
        "PyRemoteDebugConfigurationType" to "Python Debug Server",
        "GoApplicationRunConfiguration" to "Go Build",
        "GoTestRunConfiguration" to "Go Test",
        "PhpLocalRunConfigurationType" to "PHP Script",
        "PhpWebAppRunConfigurationType" to "PHP Web Page",
        "PHPUnitRunConfigurationType" to "PHPUnit",
        "RubyRunConfigurationType" to "Ruby",
        "RailsRunConfigurationType" to "Rails",
        "RSpecRunConfigurationType" to "RSpec",
        "DartCommandLineRunConfigurationType" to "Dart Command Line App",
        "FlutterRunConfigurationType" to "Flutter",
        // Everything else.
        "ShConfigurationType" to "Shell Script",
        "CompoundRunConfigurationType" to "Compound",
        "docker-deploy" to "Docker",
        "HttpClient.HttpRequestRunConfigurationType" to "HTTP Request",
        "DatabaseScript" to "Database Script",
    )
}
