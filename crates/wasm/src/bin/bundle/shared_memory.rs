//! The module through which engines in several workers reach the memory that they share.

use wasm_encoder::{
    CodeSection, EntityType, ExportKind, ExportSection, Function, FunctionSection, ImportSection,
    MemArg, MemoryType, Module, TypeSection, ValType,
};

/// Address of a word, from its number.
const BYTES_SHIFT: i32 = 3;

/// Number of words of a page of memory, as a shift.
const PAGE_SHIFT: i32 = 13;

/// A word, at the address on the stack.
const WORD: MemArg = MemArg { offset: 0, align: 3, memory_index: 0 };

/// Returns the module. It imports a shared memory, `shared.memory`, and exports functions on its
/// words of 64 bits: `words()`, `load(word)`, `store(word, value)` and `add(word, value)`.
///
/// Words are loaded and stored as cheaply as possible: halves of different values are found out by
/// the checks of the transposition table. Only adding is atomic.
pub(crate) fn module() -> Vec<u8> {
    use ValType::{I32, I64};

    let mut types = TypeSection::new();
    let mut functions = FunctionSection::new();
    let mut exports = ExportSection::new();
    let mut code = CodeSection::new();
    let mut add = |name: &str, parameters: &[ValType], result: Option<ValType>, body: Function| {
        let number = types.len();
        types.ty().function(parameters.iter().copied(), result);
        functions.function(number);
        exports.export(name, ExportKind::Func, number);
        code.function(&body);
    };
    let mut body = Function::new([]);
    body.instructions().memory_size(0).i32_const(PAGE_SHIFT).i32_shl().end();
    add("words", &[], Some(I32), body);
    let mut body = Function::new([]);
    body.instructions().local_get(0).i32_const(BYTES_SHIFT).i32_shl().i64_load(WORD).end();
    add("load", &[I32], Some(I64), body);
    let mut body = Function::new([]);
    let mut instructions = body.instructions();
    instructions.local_get(0).i32_const(BYTES_SHIFT).i32_shl();
    instructions.local_get(1).i64_store(WORD).end();
    add("store", &[I32, I64], None, body);
    let mut body = Function::new([]);
    let mut instructions = body.instructions();
    instructions.local_get(0).i32_const(BYTES_SHIFT).i32_shl();
    instructions.local_get(1).i64_atomic_rmw_add(WORD).end();
    add("add", &[I32, I64], Some(I64), body);

    let memory = MemoryType {
        minimum: 1,
        maximum: Some(1 << 16),
        memory64: false,
        shared: true,
        page_size_log2: None,
    };
    let mut imports = ImportSection::new();
    imports.import("shared", "memory", EntityType::Memory(memory));
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&exports).section(&code);
    module.finish()
}
