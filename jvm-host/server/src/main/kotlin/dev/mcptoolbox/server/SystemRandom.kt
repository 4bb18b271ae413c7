package dev.mcptoolbox.server

import dev.mcptoolbox.bindings.toolbox.Random
import java.security.SecureRandom

/** Randomness from the system. Any thread. */
public class SystemRandom : Random {
    private val source = SecureRandom()

    /**
     * @throws IllegalArgumentException for more than a request can want: the core must not make the host run out of
     * memory.
     */
    override fun getRandomBytes(len: ULong): ByteArray {
        require(len <= MAX_BYTES) { "$len random bytes are too many; the limit is $MAX_BYTES" }
        return ByteArray(len.toInt()).also(source::nextBytes)
    }

    private companion object {
        const val MAX_BYTES = 65_536uL
    }
}
