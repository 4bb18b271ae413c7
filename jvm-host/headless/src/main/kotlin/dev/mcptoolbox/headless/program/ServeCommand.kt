package dev.mcptoolbox.headless.program

import picocli.CommandLine.Command
import picocli.CommandLine.ITypeConverter
import picocli.CommandLine.Option
import picocli.CommandLine.TypeConversionException
import java.nio.file.Path
import java.util.concurrent.Callable
import java.util.concurrent.CountDownLatch

/** `serve`: serves projects until it is stopped. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = ["Serves the MCP endpoint of projects until Ctrl-C."],
)
internal class ServeCommand : Callable<Int> {
    @Option(names = ["--project"], required = true, paramLabel = "DIR", description = ["A project's folder; may be repeated."])
    private lateinit var projects: List<Path>

    @Option(
        names = ["--port"],
        paramLabel = "N",
        converter = [PortConverter::class],
        description = ["The port; 0 takes any free one. By default the one used last, if it is free, else any."],
    )
    private var port: Int? = null

    @Option(names = ["--ready-file"], paramLabel = "FILE", description = ["Written once the endpoint answers: JSON, tokens included."])
    private var readyFile: Path? = null

    override fun call(): Int {
        val host = HeadlessHost.start(projects, port)
        // Ctrl-C and SIGTERM run the hooks: the JVM ends when this one returns.
        Runtime.getRuntime().addShutdownHook(Thread(host::close, "mcp-toolbox-stop"))
        readyFile?.let { writeReadyFile(it, host) }
        greet(host, System.out)
        CountDownLatch(1).await()
        return 0
    }
}

internal class PortConverter : ITypeConverter<Int> {
    override fun convert(value: String): Int =
        value.toIntOrNull()?.takeIf { it in 0..65_535 } ?: throw TypeConversionException("'$value' is no port; give 0 to 65535")
}
