// One Emit function per KIR operation, in the files of their families (emit_*.cpp). A row of
// ops.def without its function does not link. Each gives the operation's value, or null where it
// has none.
#pragma once

#include "compiler/codegen/llvm/function_context.h"
#include "compiler/codegen/llvm/target_hooks.h"

namespace kernelc::codegen {

#define KIR_OP(name, text, min_operands, max_operands, regions, attribute, result, effects, \
               spread, flow, bits, cuda)                                                    \
  llvm::Value* Emit##name(FunctionContext& fn, kir::InstId id, const kir::Inst& inst);
#include "compiler/kir/ops.def"

// Shared pieces of more than one family.

// A numeric conversion between scalar types as kir::Op::Convert defines it.
llvm::Value* ConvertScalar(FunctionContext& fn, llvm::Value* value, TypeId from, TypeId to);
// `value != 0` of any scalar, as i1.
llvm::Value* TruthOf(FunctionContext& fn, llvm::Value* value, TypeId type);
// 16-bit floats: emit_narrow.cpp.
bool IsNarrowFloat(TypeId type);
// As a float32.
llvm::Value* WidenNarrow(FunctionContext& fn, llvm::Value* value, TypeId from);
// Any real number as a float32 that is rounded to odd: rounding it to a narrower float rounds the
// number once.
llvm::Value* OddFloat32(FunctionContext& fn, llvm::Value* value, TypeId from);
// 8-bit floats: emit_float8.cpp. As a float32, and from any real number or another of them.
llvm::Value* WidenFloat8(FunctionContext& fn, llvm::Value* value, TypeId from);
llvm::Value* RoundToFloat8(FunctionContext& fn, llvm::Value* value, TypeId from, TypeId to);
// The nearest 16-bit float to any real number, ties to even, rounded once.
llvm::Value* RoundToNarrow(FunctionContext& fn, llvm::Value* value, TypeId from, TypeId to);
// The builtins that round to a 16-bit float in a given direction.
llvm::Value* EmitNarrowRound(FunctionContext& fn, const kir::Inst& inst);
llvm::Value* EmitNarrowFma(FunctionContext& fn, const kir::Inst& inst);
// a + b of any float.
llvm::Value* EmitFloatAdd(FunctionContext& fn, TypeId type, llvm::Value* a, llvm::Value* b);
llvm::Value* EmitLibdevice(FunctionContext& fn, const kir::Inst& inst, bool all_out);
llvm::Value* ArrayExtentOf(FunctionContext& fn, llvm::Value* array, unsigned dim);
// The stride in bytes, computed for layouts C and F.
llvm::Value* ArrayStrideOf(FunctionContext& fn, llvm::Value* array, TypeId type, unsigned dim);
// An array value of constant extents (layout C or F).
llvm::Value* MakeStaticArray(FunctionContext& fn, TypeId type, llvm::Value* data,
                             std::span<const std::int64_t> extents);
llvm::Value* EmitComplexMul(FunctionContext& fn, TypeId type, llvm::Value* a, llvm::Value* b);
llvm::Value* EmitComplexDiv(FunctionContext& fn, TypeId type, llvm::Value* a, llvm::Value* b);
// Python's abs, min, max (NaN-dropping) and integer power, for EmitCustom of the targets:
// true and `*result` when `name` is one of the builtins that all targets share.
// Counts and reversals of the bits of integers.
llvm::Value* EmitBits(FunctionContext& fn, const kir::Inst& inst);
bool EmitSharedCustom(FunctionContext& fn, const kir::Inst& inst, std::string_view name,
                      llvm::Value** result);

// Tells debuggers of the parameters, whose values are set.
void DeclareParams(FunctionContext& fn);

// Sets `fn`'s parameter values from the LLVM arguments of a device function and emits its body.
void EmitDeviceFunctionBody(FunctionContext& fn);

}  // namespace kernelc::codegen
