// Threads of a block as loops: the CPU device emits these operations itself
// (TargetHooks::EmitInst); no other device ever sees them.
#include "compiler/codegen/llvm/emit.h"

namespace kernelc::codegen {

namespace {

[[noreturn]] void FailOtherDevice(const kir::Inst& inst) {
  KC_FATAL("{} in code for a device that has threads", kir::op_info(inst.op).text);
}

}  // namespace

llvm::Value* EmitAnyThread(FunctionContext& /*fn*/, kir::InstId /*id*/, const kir::Inst& inst) {
  FailOtherDevice(inst);
}

llvm::Value* EmitArraysApart(FunctionContext& /*fn*/, kir::InstId /*id*/, const kir::Inst& inst) {
  FailOtherDevice(inst);
}

llvm::Value* EmitBlockFailed(FunctionContext& /*fn*/, kir::InstId /*id*/, const kir::Inst& inst) {
  FailOtherDevice(inst);
}

llvm::Value* EmitCountThreads(FunctionContext& /*fn*/, kir::InstId /*id*/, const kir::Inst& inst) {
  FailOtherDevice(inst);
}

llvm::Value* EmitGroupLoop(FunctionContext& /*fn*/, kir::InstId /*id*/, const kir::Inst& inst) {
  FailOtherDevice(inst);
}

llvm::Value* EmitLaneLoop(FunctionContext& /*fn*/, kir::InstId /*id*/, const kir::Inst& inst) {
  FailOtherDevice(inst);
}

llvm::Value* EmitThreadCount(FunctionContext& /*fn*/, kir::InstId /*id*/, const kir::Inst& inst) {
  FailOtherDevice(inst);
}

llvm::Value* EmitThreadLoop(FunctionContext& /*fn*/, kir::InstId /*id*/, const kir::Inst& inst) {
  FailOtherDevice(inst);
}

llvm::Value* EmitThreadMatch(FunctionContext& /*fn*/, kir::InstId /*id*/, const kir::Inst& inst) {
  FailOtherDevice(inst);
}

llvm::Value* EmitThreadSlot(FunctionContext& /*fn*/, kir::InstId /*id*/, const kir::Inst& inst) {
  FailOtherDevice(inst);
}

llvm::Value* EmitThreadSlotAt(FunctionContext& /*fn*/, kir::InstId /*id*/, const kir::Inst& inst) {
  FailOtherDevice(inst);
}

llvm::Value* EmitThreadVote(FunctionContext& /*fn*/, kir::InstId /*id*/, const kir::Inst& inst) {
  FailOtherDevice(inst);
}

llvm::Value* EmitNewEpoch(FunctionContext& /*fn*/, kir::InstId /*id*/, const kir::Inst& inst) {
  FailOtherDevice(inst);
}

llvm::Value* EmitWaitTurn(FunctionContext& /*fn*/, kir::InstId /*id*/, const kir::Inst& inst) {
  FailOtherDevice(inst);
}

llvm::Value* EmitWatchAccess(FunctionContext& /*fn*/, kir::InstId /*id*/, const kir::Inst& inst) {
  FailOtherDevice(inst);
}

}  // namespace kernelc::codegen
