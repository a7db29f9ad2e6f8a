// The bits of integers: popc, clz, ffs, brev.
#include <llvm/IR/Intrinsics.h>

#include "compiler/codegen/llvm/emit.h"

namespace kernelc::codegen {

llvm::Value* EmitBits(FunctionContext& fn, const kir::Inst& inst) {
  using builtins::BuiltinId;
  namespace intrinsic = llvm::Intrinsic;
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* value = fn.operand(inst, 0);
  const auto id = static_cast<BuiltinId>(inst.imm);
  if (id == BuiltinId::PopulationCount) {
    return builder.CreateUnaryIntrinsic(intrinsic::ctpop, value);
  }
  if (id == BuiltinId::BitReverse) {
    return builder.CreateUnaryIntrinsic(intrinsic::bitreverse, value);
  }
  // Of zero: all bits.
  if (id == BuiltinId::LeadingZeros) {
    return builder.CreateBinaryIntrinsic(intrinsic::ctlz, value, builder.getFalse());
  }
  KC_CHECK(id == BuiltinId::FindFirstSet, "{} is no operation on bits",
           builtins::builtin_info(id).name());
  // Counted from 1; 0 where no bit is set.
  llvm::Value* zeros = builder.CreateBinaryIntrinsic(intrinsic::cttz, value, builder.getFalse());
  llvm::Value* place =
      builder.CreateAdd(builder.CreateZExtOrTrunc(zeros, fn.types().int32()), fn.Int32(1));
  return builder.CreateSelect(builder.CreateIsNull(value), fn.Int32(0), place);
}

}  // namespace kernelc::codegen
