// 8-bit floats by the conversions that GPUs have from sm_89 on. They convert pairs; the upper one is zero here.
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <algorithm>

#include "compiler/codegen/nvptx/hooks.h"
#include "compiler/codegen/nvptx/target.h"

namespace kernelc::codegen {

namespace {

namespace intrinsic = llvm::Intrinsic;

constexpr std::uint32_t kFirstSm = 89;
constexpr std::uint32_t kFirstPtx = 81;

// Whether a function converts what the instructions convert.
bool ConvertsFloat8(const kir::Function& function) {
  const auto is_converted = [](TypeId type) {
    return type == types::kFloat8E4M3 || type == types::kFloat8E5M2;
  };
  return std::ranges::any_of(function.insts, [&](const kir::Inst& inst) {
    return inst.op == kir::Op::Convert &&
           (is_converted(inst.type) ||
            is_converted(function.inst(function.operands(inst)[0]).type));
  });
}

}  // namespace

bool UseFloat8Conversions(const kir::Module& module, const TargetOptions& options,
                          CudaTarget* target) {
  if (target->sm < kFirstSm || !std::ranges::any_of(module.functions, ConvertsFloat8)) {
    return false;
  }
  if (options.ptx_version == 0) {
    target->ptx = std::max(target->ptx, kFirstPtx);
  }
  return target->ptx >= kFirstPtx;
}

llvm::Value* NvptxHooks::WidenFloat8(FunctionContext& fn, llvm::Value* value, TypeId from) {
  if (!has_float8_conversions_ || from == types::kFloat8E8M0) {
    return nullptr;
  }
  llvm::IRBuilder<>& builder = fn.builder();
  const intrinsic::ID id = from == types::kFloat8E4M3 ? intrinsic::nvvm_e4m3x2_to_f16x2_rn
                                                      : intrinsic::nvvm_e5m2x2_to_f16x2_rn;
  llvm::Value* pair =
      builder.CreateIntrinsic(id, {}, {builder.CreateZExt(value, builder.getInt16Ty())});
  return builder.CreateFPExt(builder.CreateExtractElement(pair, std::uint64_t{0}),
                             builder.getFloatTy());
}

llvm::Value* NvptxHooks::RoundToFloat8(FunctionContext& fn, llvm::Value* value, TypeId to) {
  if (!has_float8_conversions_ || to == types::kFloat8E8M0) {
    return nullptr;
  }
  llvm::IRBuilder<>& builder = fn.builder();
  const intrinsic::ID id = to == types::kFloat8E4M3 ? intrinsic::nvvm_ff_to_e4m3x2_rn
                                                    : intrinsic::nvvm_ff_to_e5m2x2_rn;
  llvm::Value* zero = llvm::ConstantFP::get(builder.getFloatTy(), 0.0);
  return builder.CreateTrunc(builder.CreateIntrinsic(id, {}, {zero, value}), builder.getInt8Ty());
}

}  // namespace kernelc::codegen
