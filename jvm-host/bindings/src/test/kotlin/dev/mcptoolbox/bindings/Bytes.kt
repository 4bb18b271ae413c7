package dev.mcptoolbox.bindings

/** A byte array of values from 0 to 255. */
internal fun bytes(vararg values: Int): ByteArray = ByteArray(values.size) { values[it].toByte() }
