// Uses of shared memory in checked runs: told to the host, which knows what others did there.
#include <llvm/IR/Instructions.h>

#include <cstddef>

#include "compiler/codegen/cpu/hooks.h"
#include "runtime/abi/cpu_abi.h"

namespace kernelc::codegen {

namespace {

// Bits of the access hook's `what` beside the kind of access.
constexpr std::uint32_t kRaces = 4;
constexpr std::uint32_t kUninitialized = 8;

}  // namespace

void CpuTargetHooks::EmitWatchAccess(FunctionContext& fn, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  const kir::Checks& checks = fn.module().kir_module().checks;
  const std::uint32_t what = static_cast<std::uint32_t>(inst.imm) | (checks.race ? kRaces : 0) |
                             (checks.init ? kUninitialized : 0);
  const std::uint32_t location =
      fn.module().locations().NumberOf(fn.module().sources(), fn.kir_function(), inst);
  const std::uint64_t size = fn.types().MemorySize(fn.type(fn.operand_type(inst, 0)).element);
  const std::uint64_t element = fn.types().MemorySize(fn.type(fn.operand_type(inst, 1)).element);
  llvm::Value* array = fn.operand(inst, 1);
  if (element != size) {
    // A field: the host divides by its size, and is to find the number of the element that it is
    // part of.
    llvm::Value* bytes = builder.CreatePtrDiff(builder.getInt8Ty(), fn.operand(inst, 0), array);
    llvm::Value* number = builder.CreateUDiv(bytes, builder.getInt64(element));
    array = builder.CreateGEP(builder.getInt8Ty(), fn.operand(inst, 0),
                              builder.CreateNeg(builder.CreateMul(number, builder.getInt64(size))));
  }
  llvm::Type* int32 = builder.getInt32Ty();
  llvm::FunctionType* type = llvm::FunctionType::get(
      int32,
      {builder.getPtrTy(), builder.getPtrTy(), builder.getPtrTy(), int32, int32, int32, int32},
      false);
  llvm::Value* code = builder.CreateCall(
      type, LoadHook(builder, state_.launch, offsetof(abi::CpuHooks, access)),
      {state_.worker, fn.operand(inst, 0), array, fn.Int32(static_cast<std::uint32_t>(size)),
       fn.Int32(what), builder.CreateTrunc(state_.thread_number, int32), fn.Int32(location)});
  llvm::BasicBlock* failed = fn.NewBlock("watch.failed");
  llvm::BasicBlock* next = fn.NewBlock("watched");
  builder.CreateCondBr(builder.CreateIsNull(code), next, failed);
  fn.StartBlock(failed);
  llvm::Value* error = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), state_.worker,
                                                          offsetof(abi::CpuWorker, error));
  StoreRecord(fn, code, location, error);
  builder.CreateBr(next);
  fn.StartBlock(next);
}

void CpuTargetHooks::EmitNewEpoch(FunctionContext& fn, abi::CpuEpoch kind) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::FunctionType* type = llvm::FunctionType::get(
      builder.getVoidTy(), {builder.getPtrTy(), builder.getInt32Ty()}, false);
  builder.CreateCall(type, LoadHook(builder, state_.launch, offsetof(abi::CpuHooks, new_epoch)),
                     {state_.worker, fn.Int32(static_cast<std::uint32_t>(kind))});
}

}  // namespace kernelc::codegen
