package dev.mcptoolbox.bindings

/** A string or list in the guest's memory: where it starts and how many bytes or elements it has. */
@JvmInline
internal value class Span(private val packed: Long) {
    constructor(address: Int, length: Int) : this(address.toUInt().toLong() or (length.toLong() shl Int.SIZE_BITS))

    val address: Int get() = packed.toInt()

    val length: Int get() = (packed ushr Int.SIZE_BITS).toInt()
}
