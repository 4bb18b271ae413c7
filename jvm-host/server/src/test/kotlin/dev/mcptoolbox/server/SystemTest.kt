package dev.mcptoolbox.server

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import java.time.Instant

class SystemTest {
    @Test
    fun `randomness differs from time to time and has the length asked for`() {
        val random = SystemRandom()
        assertThat(random.getRandomBytes(0u)).isEmpty()
        assertThat(random.getRandomBytes(32u)).hasSize(32).isNotEqualTo(random.getRandomBytes(32u))
        assertThat(random.getRandomBytes(65_536u)).hasSize(65_536)
        assertThatThrownBy { random.getRandomBytes(65_537u) }.isInstanceOf(IllegalArgumentException::class.java)
        assertThatThrownBy { random.getRandomBytes(ULong.MAX_VALUE) }.isInstanceOf(IllegalArgumentException::class.java)
    }

    @Test
    fun `the clocks go, and forward`() {
        val first = SystemClocks.monotonic.now()
        Thread.sleep(2)
        assertThat(SystemClocks.monotonic.now() - first).isBetween(1_000_000u, 10_000_000_000u)

        val wall = SystemClocks.wall.now()
        assertThat(wall.seconds.toLong()).isBetween(Instant.now().epochSecond - 60, Instant.now().epochSecond + 60)
        assertThat(wall.nanoseconds.toLong()).isBetween(0, 999_999_999)
    }
}
