package dev.mcptoolbox.bindings

/**
 * Brackets every import call, so that a runtime can tell the guest's own time from the host's.
 *
 * [enter] runs before an import's arguments are lifted, [exit] after its result was lowered or it threw. Lowering a
 * result calls the guest's allocator; that time counts as the host's. Both run on the thread that called the guest and
 * must be cheap and must not throw.
 */
public interface ImportScope {
    /** The guest has called an import. */
    public fun enter()

    /** The import is about to return to the guest. */
    public fun exit()

    /** Does nothing. */
    public object None : ImportScope {
        override fun enter() {}

        override fun exit() {}
    }
}
