package dev.mcptoolbox.bindings

/**
 * The presence of a value that may itself be absent.
 *
 * A WIT `option<T>` is `T?`. Where `T` is an option too, `T?` could not tell "none" from "some none", so that
 * `option<option<T>>` is `Some<T?>?`.
 */
public data class Some<out T>(public val value: T)
