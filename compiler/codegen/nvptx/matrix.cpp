// Products of matrices by a warp, the loads of their parts, and copies to shared memory beside the
// thread.
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "compiler/codegen/llvm/emit.h"
#include "compiler/codegen/nvptx/hooks.h"
#include "compiler/codegen/nvptx/target.h"

namespace kernelc::codegen {

namespace intrinsic = llvm::Intrinsic;
using builtins::BuiltinId;

namespace {

// An instruction, and the first target that has it.
struct MatrixInstruction {
  BuiltinId builtin;
  intrinsic::ID id;
  std::uint32_t first_sm;
  std::uint32_t first_ptx;
};

constexpr MatrixInstruction kInstructions[] = {
    {BuiltinId::CopyAsync16, intrinsic::nvvm_cp_async_cg_shared_global_16_s, 80, 70},
    {BuiltinId::CopyAsync4, intrinsic::nvvm_cp_async_ca_shared_global_4_s, 80, 70},
    {BuiltinId::CopyAsync8, intrinsic::nvvm_cp_async_ca_shared_global_8_s, 80, 70},
    {BuiltinId::CopyAsyncCommit, intrinsic::nvvm_cp_async_commit_group, 80, 70},
    {BuiltinId::CopyAsyncWait, intrinsic::nvvm_cp_async_wait_group, 80, 70},
    {BuiltinId::LoadMatrix1, intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x1_b16, 75, 65},
    {BuiltinId::LoadMatrix1Transposed, intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x1_trans_b16, 75,
     65},
    {BuiltinId::LoadMatrix2, intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x2_b16, 75, 65},
    {BuiltinId::LoadMatrix2Transposed, intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x2_trans_b16, 75,
     65},
    {BuiltinId::LoadMatrix4, intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_b16, 75, 65},
    {BuiltinId::LoadMatrix4Transposed, intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_trans_b16, 75,
     65},
    {BuiltinId::MmaBFloat16, intrinsic::nvvm_mma_m16n8k16_row_col_bf16, 80, 70},
    {BuiltinId::MmaFloat16, intrinsic::nvvm_mma_m16n8k16_row_col_f32_f32, 80, 70},
    {BuiltinId::MmaFloat64, intrinsic::nvvm_mma_m8n8k4_row_col_f64, 80, 70},
    {BuiltinId::MmaFloat64M16, intrinsic::nvvm_mma_m16n8k8_row_col_f64, 90, 78},
    {BuiltinId::MmaInt8, intrinsic::nvvm_mma_m16n8k32_row_col_s8, 80, 70},
    {BuiltinId::MmaTFloat32, intrinsic::nvvm_mma_m16n8k8_row_col_tf32, 80, 70},
    {BuiltinId::MmaUInt8, intrinsic::nvvm_mma_m16n8k32_row_col_u8, 80, 70},
};

const MatrixInstruction& InstructionOf(BuiltinId id) {
  const auto* const found = std::ranges::find(kInstructions, id, &MatrixInstruction::builtin);
  KC_CHECK(found != std::end(kInstructions), "{} has no instruction",
           builtins::builtin_info(id).name());
  return *found;
}

llvm::Value* InSpace(FunctionContext& fn, llvm::Value* pointer, unsigned space) {
  return fn.builder().CreateAddrSpaceCast(pointer,
                                          llvm::PointerType::get(fn.llvm_context(), space));
}

// What LLVM gives as a struct of its own is the language's vector.
llvm::Value* AsVector(FunctionContext& fn, const kir::Inst& inst, llvm::Value* parts) {
  llvm::Type* type = fn.types().Register(inst.type);
  if (!type->isStructTy()) {
    return parts;
  }
  std::vector<llvm::Value*> fields;
  for (unsigned i = 0; i < type->getStructNumElements(); ++i) {
    fields.push_back(fn.builder().CreateExtractValue(parts, i));
  }
  return fn.Struct(type, fields);
}

llvm::Value* EmitMma(FunctionContext& fn, const kir::Inst& inst, intrinsic::ID id) {
  llvm::IRBuilder<>& builder = fn.builder();
  const llvm::FunctionType* signature = llvm::Intrinsic::getType(fn.llvm_context(), id);
  std::vector<llvm::Value*> registers;
  for (std::uint32_t i = 0; i < 3; ++i) {
    llvm::Value* operand = fn.operand(inst, i);
    const bool is_vector = operand->getType()->isStructTy();
    const unsigned count = is_vector ? operand->getType()->getStructNumElements() : 1;
    for (unsigned k = 0; k < count; ++k) {
      llvm::Value* part = is_vector ? fn.Field(operand, k) : operand;
      // Pairs of halves are a type of their own there.
      registers.push_back(builder.CreateBitCast(
          part, signature->getParamType(static_cast<unsigned>(registers.size()))));
    }
  }
  return AsVector(fn, inst, builder.CreateIntrinsic(id, {}, registers));
}

llvm::Value* EmitLoadMatrix(FunctionContext& fn, const kir::Inst& inst, intrinsic::ID id) {
  llvm::Value* row = InSpace(fn, fn.operand(inst, 0), kSharedSpace);
  llvm::Value* parts = fn.builder().CreateIntrinsic(id, {row->getType()}, {row});
  return AsVector(fn, inst, parts);
}

}  // namespace

bool NvptxHooks::EmitMatrixCustom(FunctionContext& fn, const kir::Inst& inst, std::string_view name,
                                  llvm::Value** result) {
  *result = nullptr;
  const bool is_mma = name == "mma";
  const bool is_load = name == "ldmatrix";
  const bool is_copy = name == "copy_async";
  if (!is_mma && !is_load && !is_copy && name != "copy_async_order") {
    return false;
  }
  const auto builtin = static_cast<BuiltinId>(inst.imm);
  const MatrixInstruction& instruction = InstructionOf(builtin);
  if (target_.sm < instruction.first_sm || target_.ptx < instruction.first_ptx) {
    fn.module().Fail(
        inst.range,
        fmt::format(
            "`{}` needs sm_{} and PTX {}.{} or later, and the target is sm_{} with PTX {}.{}",
            builtins::builtin_info(builtin).name(), instruction.first_sm,
            instruction.first_ptx / 10, instruction.first_ptx % 10, target_.sm, target_.ptx / 10,
            target_.ptx % 10));
    *result = inst.type == types::kVoid
                  ? nullptr
                  : llvm::Constant::getNullValue(fn.types().Register(inst.type));
    return true;
  }
  llvm::IRBuilder<>& builder = fn.builder();
  if (is_mma) {
    *result = EmitMma(fn, inst, instruction.id);
  } else if (is_load) {
    *result = EmitLoadMatrix(fn, inst, instruction.id);
  } else if (is_copy) {
    builder.CreateIntrinsic(instruction.id, {},
                            {InSpace(fn, fn.operand(inst, 0), kSharedSpace),
                             InSpace(fn, fn.operand(inst, 1), kGlobalSpace), fn.operand(inst, 2)});
  } else if (builtin == BuiltinId::CopyAsyncWait) {
    builder.CreateIntrinsic(instruction.id, {}, {fn.operand(inst, 0)});
  } else {
    builder.CreateIntrinsic(instruction.id, {});
  }
  return true;
}

}  // namespace kernelc::codegen
