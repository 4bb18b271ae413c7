package dev.mcptoolbox.runtime

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test

private const val LIMIT_MS = 10L
private const val LIMIT_NS = LIMIT_MS * 1_000_000

/** The clock alone, on this thread, with a time that the test sets. */
class ComputeClockTest {
    private var nowNs = 1_000L
    private val clock = ComputeClock(LIMIT_MS) { nowNs }
    private val interrupted get() = Thread.currentThread().isInterrupted

    @AfterEach
    fun clean() {
        Thread.interrupted()
    }

    @Test
    fun `a call may use its time up, and not a nanosecond more`() {
        clock.begin()
        for (ns in listOf(LIMIT_NS - 1, LIMIT_NS)) {
            nowNs = 1_000 + ns
            clock.check()
            assertThat(interrupted).describedAs("after $ns ns").isFalse()
        }
        nowNs++
        clock.check()
        assertThat(interrupted).isTrue()
        assertThat(clock.isExpired).isTrue()
    }

    @Test
    fun `the end of a call takes its interrupt along, and the next one starts anew`() {
        expire()
        clock.end()
        assertThat(interrupted).isFalse()
        assertThat(clock.isExpired).describedAs("the pool asks afterwards").isTrue()

        clock.begin()
        assertThat(clock.isExpired).isFalse()
        nowNs += LIMIT_NS
        clock.check()
        assertThat(interrupted).isFalse()
    }

    @Test
    fun `time inside an import does not count, and no interrupt is given there`() {
        clock.begin()
        nowNs += LIMIT_NS
        clock.enter()
        nowNs += 100 * LIMIT_NS
        clock.check()
        assertThat(interrupted).isFalse()
        clock.exit()
        clock.check()
        assertThat(interrupted).isFalse()

        nowNs++
        clock.check()
        assertThat(interrupted).isTrue()
    }

    @Test
    fun `time before and after imports adds up`() {
        clock.begin()
        repeat(3) {
            nowNs += LIMIT_NS / 3
            clock.enter()
            clock.exit()
        }
        nowNs += 2
        clock.check()
        assertThat(interrupted).isTrue()
    }

    @Test
    fun `an interrupt that the guest did not see spares the import and waits for the guest`() {
        expire()
        clock.enter()
        assertThat(interrupted).isFalse()
        clock.exit()
        assertThat(interrupted).isTrue()
    }

    @Test
    fun `an import's own interrupt does not end the guest`() {
        clock.begin()
        clock.enter()
        Thread.currentThread().interrupt()
        clock.exit()
        assertThat(interrupted).isFalse()
    }

    @Test
    fun `stop ends the guest, an import and whatever follows`() {
        clock.begin()
        clock.enter()
        clock.stop()
        assertThat(interrupted).isTrue()
        Thread.interrupted()
        clock.exit()
        assertThat(interrupted).isTrue()
        clock.end()
        assertThat(interrupted).isFalse()
        assertThatThrownBy { clock.begin() }.isInstanceOf(PoolClosed::class.java)
    }

    @Test
    fun `between calls nothing is interrupted`() {
        clock.stop()
        nowNs += 2 * LIMIT_NS
        clock.check()
        assertThat(interrupted).isFalse()
    }

    private fun expire() {
        clock.begin()
        nowNs += LIMIT_NS + 1
        clock.check()
        assertThat(interrupted).isTrue()
    }
}
