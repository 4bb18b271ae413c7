package dev.mcptoolbox.bindings

// What the generated enums and flags need to lift and lower themselves.

/** The case with this [discriminant] among [cases], which are those of the WIT enum [type]. */
internal fun <E : Enum<E>> liftCase(cases: Array<E>, discriminant: Int, type: String): E {
    if (discriminant !in cases.indices) {
        throw AbiViolation("the guest passed case ${discriminant.toUInt()} of $type, which has ${cases.size} cases")
    }
    return cases[discriminant]
}

/** Refuses [bits] outside [known], which are those of the WIT flags [type]. */
internal fun checkFlags(bits: Int, known: Int, type: String) {
    val unknown = bits and known.inv()
    if (unknown != 0) {
        val hex = unknown.toUInt().toString(radix = 16)
        throw AbiViolation("the guest passed the bits 0x$hex of $type, which have no meaning")
    }
}

/** Bit [index] if [flag] is set, else nothing. */
internal fun bit(flag: Boolean, index: Int): Int = if (flag) 1 shl index else 0

/** Whether bit [index] is set. */
internal fun Int.hasBit(index: Int): Boolean = this and (1 shl index) != 0
