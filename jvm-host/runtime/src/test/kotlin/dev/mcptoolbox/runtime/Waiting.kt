package dev.mcptoolbox.runtime

import dev.mcptoolbox.bindings.toolbox.Endpoint
import java.util.concurrent.Future
import java.util.concurrent.TimeUnit

private const val PATIENCE_S = 60L
private const val POLL_MS = 5L

/** Waits until [condition] holds. @throws AssertionError where it never does; [what] says what was waited for. */
fun await(what: String, condition: () -> Boolean) {
    val deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S)
    while (!condition()) {
        if (System.nanoTime() > deadlineNs) throw AssertionError("waited ${PATIENCE_S} s in vain: $what")
        Thread.sleep(POLL_MS)
    }
}

/** The result, waited for as long as [await] does. */
fun <T> Future<T>.await(): T = get(PATIENCE_S, TimeUnit.SECONDS)

/** The response's body as text, after a status of 200. */
fun Future<Endpoint.Response>.answer(): String = await().also { check(it.status.toInt() == 200) { "status ${it.status}" } }.text()

/** The names of the threads that pools of this JVM have now. */
fun poolThreads(): List<String> =
    Thread.getAllStackTraces().keys.filter { it.isAlive && it.name.startsWith("mcp-toolbox-") }.map { it.name }
