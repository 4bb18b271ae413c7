package dev.mcptoolbox.headless.git

import dev.mcptoolbox.bindings.toolbox.Git

/**
 * What git's configuration, all levels together, says of remotes, of the branches that follow them and of the rewriting
 * of URLs.
 *
 * Read by one command rather than by one for each remote. URLs may hold secrets: they leave through [remotes] alone.
 */
internal class GitConfig private constructor(private val entries: List<Entry>) {
    /** `branch.a/b.remote` has the section `branch`, the subsection `a/b` and the variable `remote`. */
    private class Entry(val section: String, val subsection: String, val variable: String, val value: String)

    private class Rewrite(val base: String, val prefix: String)

    /**
     * The names of the remotes as `git remote` lists them: a section of its own is enough. A name that begins with a
     * slash, which could be a path, is none.
     */
    val remoteNames: List<String> =
        entries.filter { it.section == "remote" && !it.subsection.startsWith("/") }.map { it.subsection }.distinct()

    /**
     * The remotes with the URLs that git would use, as `git remote get-url --all` and `--push --all` print them, but
     * without push URLs where those are the fetch URLs.
     */
    fun remotes(): List<Git.Remote> = remoteNames.map { name ->
        val urls = urls(name, "url")
        val pushUrls = urls(name, "pushurl")
        Git.Remote(
            name = name,
            fetchUrls = urls.map { rewritten(it, fetchRewrites) ?: it },
            pushUrls = if (pushUrls.isEmpty()) {
                // `pushInsteadOf` is for remotes that have no push URLs of their own; a URL that it does not fit is
                // left out.
                urls.mapNotNull { rewritten(it, pushRewrites) }
            } else {
                pushUrls.map { rewritten(it, fetchRewrites) ?: it }
            },
        )
    }

    /**
     * What [branch] follows; null where nothing is configured, where it follows a branch of its own repository (the
     * remote `.`), and where it follows a URL instead of a remote with a name.
     */
    fun upstreamOf(branch: String): Git.Upstream? {
        val own = entries.filter { it.section == "branch" && it.subsection == branch }
        val remote = own.lastOrNull { it.variable == "remote" }?.value
        // Git follows the first where a branch merges several.
        val merge = own.firstOrNull { it.variable == "merge" }?.value
        if (remote == null || merge.isNullOrEmpty() || remote !in remoteNames) return null
        return Git.Upstream(remote, merge.removePrefix("refs/heads/"))
    }

    private val fetchRewrites = rewrites("insteadof")
    private val pushRewrites = rewrites("pushinsteadof")

    /** In the order in which git tries them. */
    private fun rewrites(variable: String): List<Rewrite> = entries
        .filter { it.section == "url" && it.variable == variable }
        .map { Rewrite(it.subsection, it.value) }

    /** [url] with the longest prefix that fits replaced; null where none fits. */
    private fun rewritten(url: String, rewrites: List<Rewrite>): String? {
        val best = rewrites.filter { url.startsWith(it.prefix) }.maxByOrNull { it.prefix.length } ?: return null
        return best.base + url.substring(best.prefix.length)
    }

    /** An empty value takes back all that came before, as git does since 2.46. */
    private fun urls(remote: String, variable: String): List<String> = entries
        .filter { it.section == "remote" && it.subsection == remote && it.variable == variable }
        .fold(emptyList()) { urls, entry -> if (entry.value.isEmpty()) emptyList() else urls + entry.value }

    companion object {
        /** The sections that this class knows, as an argument of `git config --null --get-regexp`. */
        const val SECTIONS: String = "^(remote|branch|url)\\."

        /** Reads the output of `git config --null`: entries end with a zero byte, a line end parts name and value. */
        fun parse(output: String): GitConfig = GitConfig(output.split('\u0000').mapNotNull(::entry))

        private fun entry(text: String): Entry? {
            val key = text.substringBefore('\n')
            val section = key.substringBefore('.')
            val variable = key.substringAfterLast('.')
            // `remote.pushDefault` is about all remotes. A variable without a value says nothing that we ask.
            if (key.length <= section.length + variable.length + 1 || '\n' !in text) return null
            val subsection = key.substring(section.length + 1, key.length - variable.length - 1)
            return Entry(section, subsection, variable, text.substringAfter('\n'))
        }
    }
}
