package dev.mcptoolbox.runtime

import dev.mcptoolbox.bindings.toolbox.Endpoint
import dev.mcptoolbox.runtime.world.FakeHost
import dev.mcptoolbox.runtime.world.World
import dev.mcptoolbox.runtime.world.WorldProject

private const val TOKEN = "test-token-00000000000000000000000000000000"

/** A world with one project, which [token] opens. [configurations]: how many run configurations it has. */
fun world(configurations: Int = 0, token: String = TOKEN): World = World().apply {
    monotonicStepNs = 1_000
    projects = listOf(
        WorldProject().apply {
            key = "p"
            name = "test"
            path = "/work/test"
            state = mapOf("token" to """{"version":1,"token":"$token","createdAtS":1}""")
            runConfigurations.generated = configurations
        },
    )
}

fun fakeHost(configurations: Int = 0): FakeHost = FakeHost(world(configurations))

/** A well-formed POST of one JSON-RPC message to the project that [token] opens. */
fun post(message: String, token: String = TOKEN): Endpoint.Request = Endpoint.Request(
    method = "POST",
    target = "/api/jetbrains-mcp-tools",
    headers = listOf(
        header("Host", "127.0.0.1:63342"),
        header("Content-Type", "application/json"),
        header("Accept", "application/json, text/event-stream"),
        header("Authorization", "Bearer $token"),
        header("MCP-Protocol-Version", "2025-11-25"),
    ),
    body = Endpoint.Body.Complete(message.encodeToByteArray()),
    remoteAddress = "127.0.0.1",
    endpointPort = 63342u,
)

fun ping(id: Int = 1): Endpoint.Request = post("""{"jsonrpc":"2.0","id":$id,"method":"ping"}""")

/** `tools/call` of [tool]. [arguments]: a JSON object. */
fun call(tool: String, arguments: String = "{}", id: Int = 1): Endpoint.Request =
    post("""{"jsonrpc":"2.0","id":$id,"method":"tools/call","params":{"name":"$tool","arguments":$arguments}}""")

fun Endpoint.Response.text(): String = body.decodeToString()

fun header(name: String, value: String): Endpoint.Header = Endpoint.Header(name, value.encodeToByteArray())
