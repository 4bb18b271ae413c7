package dev.mcptoolbox.runtime

/** The tools of the faults core that end their instance, and what the pool and the core make of it. */
enum class Fault(val tool: String, val reason: DropReason, private val text: String) {
    TRAP("fault_trap", DropReason.TRAPPED, "ended by a fault in MCP Toolbox"),
    PANIC("fault_panic", DropReason.TRAPPED, "ended by a fault in MCP Toolbox"),
    SPIN("fault_spin", DropReason.OUT_OF_TIME, "computed longer than one call may"),
    RECURSE("fault_recurse", DropReason.TRAPPED, "ended by a fault in MCP Toolbox"),
    EAT_MEMORY("fault_eat_memory", DropReason.OUT_OF_MEMORY, "needed more memory than one call may have"),
    ;

    /** The JSON-RPC error that the request with this id gets. */
    fun answer(id: Int): String =
        """{"jsonrpc":"2.0","id":$id,"error":{"code":-32603,"message":"the call $text; its effects, if any, are unknown",""" +
            """"data":{"code":"FAILED"}}}"""
}
