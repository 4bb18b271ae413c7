package dev.mcptoolbox.server

import java.security.MessageDigest
import java.util.HexFormat

/** SHA-256 as 64 lower-case hexadecimal digits. */
internal fun sha256Hex(bytes: ByteArray): String =
    HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes))
