package dev.mcptoolbox.bindings

// WIT tuples. Two and three elements are Kotlin's own Pair and Triple. The names of the components are Kotlin's too, as
// far as it has any: first, second, third; then they go on in the same way.

/** A WIT `tuple` of one element. */
public data class Tuple1<out A>(public val first: A)

/** A WIT `tuple` of four elements. */
public data class Tuple4<out A, out B, out C, out D>(
    public val first: A,
    public val second: B,
    public val third: C,
    public val fourth: D,
)

/** A WIT `tuple` of five elements. */
public data class Tuple5<out A, out B, out C, out D, out E>(
    public val first: A,
    public val second: B,
    public val third: C,
    public val fourth: D,
    public val fifth: E,
)

/** A WIT `tuple` of six elements. */
public data class Tuple6<out A, out B, out C, out D, out E, out F>(
    public val first: A,
    public val second: B,
    public val third: C,
    public val fourth: D,
    public val fifth: E,
    public val sixth: F,
)

/** A WIT `tuple` of seven elements. */
public data class Tuple7<out A, out B, out C, out D, out E, out F, out G>(
    public val first: A,
    public val second: B,
    public val third: C,
    public val fourth: D,
    public val fifth: E,
    public val sixth: F,
    public val seventh: G,
)

/** A WIT `tuple` of eight elements. */
public data class Tuple8<out A, out B, out C, out D, out E, out F, out G, out H>(
    public val first: A,
    public val second: B,
    public val third: C,
    public val fourth: D,
    public val fifth: E,
    public val sixth: F,
    public val seventh: G,
    public val eighth: H,
)

/** A WIT `tuple` of nine elements. */
public data class Tuple9<out A, out B, out C, out D, out E, out F, out G, out H, out I>(
    public val first: A,
    public val second: B,
    public val third: C,
    public val fourth: D,
    public val fifth: E,
    public val sixth: F,
    public val seventh: G,
    public val eighth: H,
    public val ninth: I,
)

/** A WIT `tuple` of ten elements. */
public data class Tuple10<out A, out B, out C, out D, out E, out F, out G, out H, out I, out J>(
    public val first: A,
    public val second: B,
    public val third: C,
    public val fourth: D,
    public val fifth: E,
    public val sixth: F,
    public val seventh: G,
    public val eighth: H,
    public val ninth: I,
    public val tenth: J,
)

/** A WIT `tuple` of eleven elements. */
public data class Tuple11<out A, out B, out C, out D, out E, out F, out G, out H, out I, out J, out K>(
    public val first: A,
    public val second: B,
    public val third: C,
    public val fourth: D,
    public val fifth: E,
    public val sixth: F,
    public val seventh: G,
    public val eighth: H,
    public val ninth: I,
    public val tenth: J,
    public val eleventh: K,
)

/** A WIT `tuple` of twelve elements. */
public data class Tuple12<out A, out B, out C, out D, out E, out F, out G, out H, out I, out J, out K, out L>(
    public val first: A,
    public val second: B,
    public val third: C,
    public val fourth: D,
    public val fifth: E,
    public val sixth: F,
    public val seventh: G,
    public val eighth: H,
    public val ninth: I,
    public val tenth: J,
    public val eleventh: K,
    public val twelfth: L,
)
