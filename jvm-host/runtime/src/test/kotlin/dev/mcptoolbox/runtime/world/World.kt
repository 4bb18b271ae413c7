package dev.mcptoolbox.runtime.world

/**
 * What a `*.world.json` says; tests/transcripts/README.md documents the fields. Fields that are left out are empty or zero,
 * unknown ones are refused, as by the twin in guest/core/src/host/fake.rs.
 */
class World {
    var unixTimeS: Long = 0
    var monotonicStepNs: Long = 0
    var randomSeed: Long = 0
    var projects: List<WorldProject> = emptyList()
    var programs: Map<String, String> = emptyMap()
}

class WorldProject {
    var key: String = ""
    var name: String = ""
    var path: String = ""
    var state: Map<String, String> = emptyMap()
    var stateProblem: String? = null
    var runConfigurations: WorldRunConfigurations = WorldRunConfigurations()
    var git: WorldGit = WorldGit()
    var files: Map<String, String> = emptyMap()
}

class WorldProblem {
    var kind: String = ""
    var text: String = ""
}

class WorldSkipped {
    var subject: String = ""
    var reason: String = ""
}

class WorldRunConfigurations {
    var problem: WorldProblem? = null
    var configurations: List<WorldRunConfiguration> = emptyList()
    var skipped: List<WorldSkipped> = emptyList()
    var generated: Int = 0
}

class WorldRunConfiguration {
    var name: String = ""
    var typeId: String = ""
    var typeName: String = ""
    var temporary: Boolean = false
    var moduleName: String? = null
    var mainClassName: String? = null
}

class WorldGit {
    var problem: WorldProblem? = null
    var repositories: List<WorldRepository> = emptyList()
    var skipped: List<WorldSkipped> = emptyList()
}

class WorldRepository {
    var root: String = ""
    var aliases: List<String> = emptyList()
    var state: String = ""
    var head: String? = null
    var currentBranch: String? = null
    var upstream: List<String>? = null
    var remotes: List<WorldRemote> = emptyList()
}

class WorldRemote {
    var name: String = ""
    var fetchUrls: List<String> = emptyList()
    var pushUrls: List<String> = emptyList()
}
