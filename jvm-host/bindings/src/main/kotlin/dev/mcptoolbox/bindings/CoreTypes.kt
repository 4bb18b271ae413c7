package dev.mcptoolbox.bindings

import com.dylibso.chicory.wasm.types.FunctionType
import com.dylibso.chicory.wasm.types.ValType

/** The type of a core function, written as `i32 i64 -> f32`. */
internal fun functionType(written: String): FunctionType {
    val (params, results) = written.split("->").map { side -> side.split(' ').filter(String::isNotEmpty).map(::valueType) }
    return FunctionType.of(params, results)
}

private fun valueType(name: String): ValType = when (name) {
    "i32" -> ValType.I32
    "i64" -> ValType.I64
    "f32" -> ValType.F32
    "f64" -> ValType.F64
    else -> error("no core type is called $name")
}
