package dev.mcptoolbox.bindings

/**
 * A WIT `char`: a Unicode scalar value, any code point but a surrogate.
 *
 * @throws IllegalArgumentException if [value] is none.
 */
@JvmInline
public value class CodePoint(public val value: Int) {
    init {
        require(isScalar(value)) { "${value.toUInt().toString(16)} is not a Unicode scalar value" }
    }

    /** The character as a string of one or two UTF-16 units. */
    override fun toString(): String = String(Character.toChars(value))

    internal companion object {
        fun isScalar(value: Int): Boolean =
            value in 0..Character.MAX_CODE_POINT && value !in SURROGATES

        private val SURROGATES = Character.MIN_SURROGATE.code..Character.MAX_SURROGATE.code
    }
}
