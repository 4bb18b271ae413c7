package dev.mcptoolbox.server

import dev.mcptoolbox.bindings.toolbox.Git
import dev.mcptoolbox.bindings.toolbox.RunConfigurations
import dev.mcptoolbox.runtime.CoreImage
import dev.mcptoolbox.runtime.CoreLimits
import dev.mcptoolbox.server.state.StateFolder

/** What a host decides about its server. */
public class ServerConfig(
    /** The port on 127.0.0.1; 0 for any free one. */
    public val port: Int,
    /** Where private state lies. */
    public val state: StateFolder,
    /** The projects that it serves; more may be opened, and these closed, while it runs. */
    public val projects: OpenProjects = OpenProjects(),
    /** What a person reads. */
    public val log: LogRing = LogRing(),
    public val limits: ServerLimits = ServerLimits(),
    /** What answers. */
    public val image: CoreImage = CoreImage.product(),
    /** Ends stuck calls sooner than the pool by itself would, so that the whole server stops within 10 s. */
    public val coreLimits: CoreLimits = CoreLimits(closeMs = 3_000),
)

/**
 * What differs from host to host. Both are called on several threads at a time; they may block, but should end when
 * interrupted. They find a project's folder through [ProjectPaths], which [ServerConfig.projects] is.
 */
public class HostAdapters(
    public val runConfigurations: RunConfigurations,
    public val git: Git,
)
