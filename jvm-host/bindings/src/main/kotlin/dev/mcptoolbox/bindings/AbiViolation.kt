package dev.mcptoolbox.bindings

/**
 * The guest broke the canonical ABI: a pointer outside its memory, text that is not UTF-8, a case that does not exist.
 *
 * Nothing that the instance says can be trusted any more; drop it.
 */
public class AbiViolation(message: String) : RuntimeException(message)
