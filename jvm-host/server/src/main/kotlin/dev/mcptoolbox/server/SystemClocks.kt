package dev.mcptoolbox.server

import dev.mcptoolbox.bindings.toolbox.MonotonicClock
import dev.mcptoolbox.bindings.toolbox.WallClock
import java.time.Instant

/** The system's clocks. Any thread. */
public object SystemClocks {
    /** Nanoseconds since this host was started, more or less. */
    public val monotonic: MonotonicClock = object : MonotonicClock {
        private val startNs = System.nanoTime()

        override fun now(): ULong = (System.nanoTime() - startNs).toULong()
    }

    /** The time of day. A clock that stands before 1970 reads as 1970. */
    public val wall: WallClock = object : WallClock {
        override fun now(): WallClock.Datetime {
            val now = Instant.now()
            if (now.epochSecond < 0) return WallClock.Datetime(0u, 0u)
            return WallClock.Datetime(now.epochSecond.toULong(), now.nano.toUInt())
        }
    }
}
