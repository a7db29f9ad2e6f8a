// Errors and text of device code: DeviceError of the worker, and the print hook of the launch.
#include <llvm/IR/Instructions.h>

#include <cstddef>

#include "compiler/codegen/cpu/hooks.h"
#include "compiler/codegen/llvm/emit.h"
#include "runtime/abi/cpu_abi.h"

namespace kernelc::codegen {

namespace {

llvm::Value* At(FunctionContext& fn, llvm::Value* base, std::size_t offset) {
  return fn.builder().CreateConstInBoundsGEP1_64(fn.builder().getInt8Ty(), base, offset);
}

void StoreWord(FunctionContext& fn, llvm::Value* base, std::size_t offset, llvm::Value* value) {
  fn.builder().CreateStore(value, At(fn, base, offset));
}

}  // namespace

llvm::Value* CpuTargetHooks::EmitBlockFailed(FunctionContext& fn) {
  constexpr std::size_t kCode = offsetof(abi::CpuWorker, error) + offsetof(abi::DeviceError, code);
  llvm::IRBuilder<>& builder = fn.builder();
  return builder.CreateIsNotNull(
      builder.CreateLoad(builder.getInt32Ty(), At(fn, state_.worker, kCode)));
}

// The first error of the worker stays.
void CpuTargetHooks::EmitReport(FunctionContext& fn, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::BasicBlock* first = fn.NewBlock("report");
  llvm::BasicBlock* next = fn.NewBlock("reported");
  builder.CreateCondBr(EmitBlockFailed(fn), next, first);
  fn.StartBlock(first);
  llvm::Value* error = At(fn, state_.worker, offsetof(abi::CpuWorker, error));
  const std::uint32_t location =
      fn.module().locations().NumberOf(fn.module().sources(), fn.kir_function(), inst);
  StoreRecord(fn, fn.Int32(static_cast<std::uint32_t>(inst.imm)), location, error);
  const auto operands = fn.kir_function().operands(inst);
  for (std::size_t i = 0; i < operands.size() && i < 3; ++i) {
    llvm::Value* value =
        ConvertScalar(fn, fn.value(operands[i]), fn.type_of(operands[i]), types::kInt64);
    StoreWord(fn, error, offsetof(abi::DeviceError, values) + 8 * i, value);
  }
  builder.CreateBr(next);
  fn.StartBlock(next);
}

// All but the values.
void CpuTargetHooks::StoreRecord(FunctionContext& fn, llvm::Value* code, std::uint32_t location,
                                 llvm::Value* error) {
  llvm::IRBuilder<>& builder = fn.builder();
  StoreWord(fn, error, offsetof(abi::DeviceError, code), code);
  StoreWord(fn, error, offsetof(abi::DeviceError, location), fn.Int32(location));
  for (std::size_t dim = 0; dim < 3; ++dim) {
    // The thread may be one of several blocks that run as one.
    llvm::Value* size = state_.block_dim[dim];
    llvm::Value* block_idx =
        builder.CreateAdd(state_.block_idx[dim], builder.CreateUDiv(state_.thread_idx[dim], size));
    llvm::Value* block = builder.CreateTrunc(block_idx, fn.types().int32());
    llvm::Value* thread =
        builder.CreateTrunc(builder.CreateURem(state_.thread_idx[dim], size), fn.types().int32());
    StoreWord(fn, error, offsetof(abi::DeviceError, block) + 4 * dim, block);
    StoreWord(fn, error, offsetof(abi::DeviceError, thread) + 4 * dim, thread);
  }
}

// What passes leave of `fail`: a kernel's block ends at once.
void CpuTargetHooks::EmitFail(FunctionContext& fn, const kir::Inst& inst) {
  KC_CHECK(fn.kir_function().kind == kir::FunctionKind::Kernel, "a fail is left in @{}",
           fn.kir_function().symbol);
  EmitReport(fn, inst);
  fn.builder().CreateRet(fn.Int32(static_cast<std::uint32_t>(inst.imm)));
}

}  // namespace kernelc::codegen
