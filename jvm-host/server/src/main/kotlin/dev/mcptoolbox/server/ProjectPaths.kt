package dev.mcptoolbox.server

import java.nio.file.Path

/**
 * Where the open projects lie: how an adapter gets from the key that the core passes to a folder.
 *
 * Any thread may call it, at any time; a project may be closed between two calls.
 */
public fun interface ProjectPaths {
    /** The canonical path of the open project with this key; null where no such project is open (any more). */
    public fun pathOf(key: String): Path?
}
