package dev.mcptoolbox.runtime

/**
 * Hears what happens to a pool's instances.
 *
 * Called on the instance's own thread, while a caller may be waiting for the answer: return soon. What it throws is dropped.
 */
public fun interface CoreListener {
    /**
     * An instance was dropped. [message] is one line for people; [cause] is what ended the call, null where nothing went wrong.
     */
    public fun dropped(reason: DropReason, message: String, cause: Throwable?)
}
