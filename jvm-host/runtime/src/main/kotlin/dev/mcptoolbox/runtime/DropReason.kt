package dev.mcptoolbox.runtime

/** Why a pool dropped an instance. */
public enum class DropReason {
    /** The guest trapped, overflowed the stack or broke the canonical ABI, or an import threw. */
    TRAPPED,

    /** The guest died after it was refused memory, or the JVM had none left. */
    OUT_OF_MEMORY,

    /** The guest computed longer than one call may. */
    OUT_OF_TIME,

    /** The call ended well but left more linear memory than is kept. */
    GREW,

    /** It had nothing to do for a while. */
    IDLE,

    /** The pool was closed. */
    CLOSED,
}
