package dev.mcptoolbox.bindings

/** A WIT `result<T, E>`: what was asked for, or why not. A side that WIT leaves out is [Unit]. */
public sealed interface Outcome<out T, out E> {
    /** It worked; [value] is what was asked for. */
    public data class Ok<out T>(public val value: T) : Outcome<T, Nothing>

    /** It failed; [error] says why. */
    public data class Err<out E>(public val error: E) : Outcome<Nothing, E>
}
