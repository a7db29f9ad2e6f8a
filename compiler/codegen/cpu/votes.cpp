// What threads of a block or warp showed each other, and the barrier of the grid.
#include <llvm/IR/Instructions.h>

#include <cstddef>

#include "compiler/codegen/cpu/hooks.h"
#include "compiler/codegen/llvm/emit.h"
#include "runtime/abi/cpu_abi.h"

namespace kernelc::codegen {

namespace {

constexpr unsigned kWarpSize = 32;

llvm::Value* ThreadsOf(FunctionContext& fn, const BlockState& state) {
  llvm::IRBuilder<>& builder = fn.builder();
  return builder.CreateMul(
      builder.CreateMul(state.thread_count[0], state.thread_count[1], "", true, true),
      state.thread_count[2], "", true, true);
}

}  // namespace

llvm::Value* CpuTargetHooks::EmitCountThreads(FunctionContext& fn, kir::InstId slot) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* threads = ThreadsOf(fn, state_);
  llvm::BasicBlock* before = builder.GetInsertBlock();
  llvm::BasicBlock* body = fn.NewBlock("count");
  llvm::BasicBlock* end = fn.NewBlock("count.end");
  builder.CreateBr(body);
  fn.StartBlock(body);
  llvm::PHINode* index = builder.CreatePHI(fn.types().int64(), 2);
  llvm::PHINode* count = builder.CreatePHI(fn.types().int64(), 2);
  llvm::Value* flag = builder.CreateLoad(builder.getInt8Ty(), SlotPointer(fn, slot, index));
  llvm::Value* sum = builder.CreateAdd(
      count, builder.CreateZExt(builder.CreateIsNotNull(flag), fn.types().int64()), "", true, true);
  llvm::Value* next = builder.CreateAdd(index, fn.Int64(1), "", true, true);
  index->addIncoming(fn.Int64(0), before);
  index->addIncoming(next, body);
  count->addIncoming(fn.Int64(0), before);
  count->addIncoming(sum, body);
  builder.CreateCondBr(builder.CreateICmpSLT(next, threads), body, end);
  fn.StartBlock(end);
  return sum;
}

// The slots of a warp lie side by side and are all there, as blocks are rounded up to whole warps;
// those behind the block's last thread hold anything.
llvm::Value* CpuTargetHooks::EmitWarpBits(FunctionContext& fn, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  const kir::InstId slot = fn.kir_function().operand(inst, 0);
  const TypeId type = fn.kir_function().inst(slot).type;
  llvm::Value* start = fn.operand(inst, 1);
  llvm::Type* bits_type = types::IsBool(type)
                              ? builder.getInt8Ty()
                              : builder.getIntNTy(types::scalar_bits(type));
  llvm::Type* vector = llvm::FixedVectorType::get(bits_type, kWarpSize);
  llvm::Value* shown =
      builder.CreateAlignedLoad(vector, SlotPointer(fn, slot, start), llvm::Align(1));
  llvm::Value* wanted = llvm::Constant::getNullValue(vector);
  if (inst.op == kir::Op::ThreadMatch) {
    llvm::Value* own = fn.operand(inst, 2);
    own = types::IsBool(type) ? builder.CreateZExt(own, bits_type)
                              : builder.CreateBitCast(own, bits_type);
    wanted = builder.CreateVectorSplat(kWarpSize, own);
  }
  llvm::Value* lanes = inst.op == kir::Op::ThreadMatch ? builder.CreateICmpEQ(shown, wanted)
                                                       : builder.CreateICmpNE(shown, wanted);
  llvm::Value* bits = builder.CreateBitCast(lanes, fn.types().int32());
  llvm::Value* left = builder.CreateSub(ThreadsOf(fn, state_), start);
  llvm::Value* some = builder.CreateSub(
      builder.CreateShl(fn.Int64(1), builder.CreateAnd(left, fn.Int64(kWarpSize - 1))),
      fn.Int64(1));
  llvm::Value* exists =
      builder.CreateSelect(builder.CreateICmpSGE(left, fn.Int64(kWarpSize)), fn.Int64(0xffffffff),
                           some);
  return builder.CreateAnd(bits, builder.CreateTrunc(exists, fn.types().int32()));
}

llvm::Value* CpuTargetHooks::EmitGridBarrier(FunctionContext& fn) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* context = LoadHook(builder, state_.launch, offsetof(abi::CpuHooks, context));
  llvm::Value* barrier = LoadHook(builder, state_.launch, offsetof(abi::CpuHooks, grid_barrier));
  llvm::FunctionType* type =
      llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false);
  builder.CreateCall(type, barrier, {context});
  return nullptr;
}

}  // namespace kernelc::codegen
