package dev.mcptoolbox.runtime.world

import com.fasterxml.jackson.databind.DeserializationFeature
import com.fasterxml.jackson.databind.json.JsonMapper
import java.nio.file.Path

/** Reads worlds as tests/transcripts holds them. */
object WorldReader {
    private val JSON = JsonMapper.builder()
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .build()

    fun read(file: Path): World = JSON.readValue(file.toFile(), World::class.java)
}
