// Structured control flow as basic blocks.
#include <llvm/IR/Instructions.h>

#include "compiler/codegen/llvm/emit.h"

namespace kernelc::codegen {

llvm::Value* EmitBreak(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& /*inst*/) {
  fn.builder().CreateBr(fn.loops().back().break_block);
  return nullptr;
}

llvm::Value* EmitContinue(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& /*inst*/) {
  fn.builder().CreateBr(fn.loops().back().continue_block);
  return nullptr;
}

llvm::Value* EmitCondition(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  fn.set_yielded(fn.operand(inst, 0));
  return nullptr;
}

llvm::Value* EmitYield(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  fn.set_yielded(fn.operand(inst, 0));
  return nullptr;
}

llvm::Value* EmitReturn(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  const bool has_value = inst.operands.count > 0 && fn.kir_function().result != types::kVoid;
  fn.hooks().EmitReturn(fn, has_value ? fn.operand(inst, 0) : nullptr);
  return nullptr;
}

llvm::Value* EmitFail(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  fn.hooks().EmitFail(fn, inst);
  return nullptr;
}

llvm::Value* EmitReportError(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  fn.hooks().EmitReport(fn, inst);
  return nullptr;
}

llvm::Value* EmitPrint(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  fn.hooks().EmitPrint(fn, inst);
  return nullptr;
}

llvm::Value* EmitIf(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  const kir::RegionId regions[] = {fn.kir_function().region_of(inst, 0),
                                   fn.kir_function().region_of(inst, 1)};
  const bool has_result = inst.type != types::kVoid;
  llvm::BasicBlock* blocks[] = {fn.NewBlock("then"), nullptr};
  llvm::BasicBlock* merge = fn.NewBlock("endif");
  const bool has_else = !fn.kir_function().region(regions[1]).insts.empty();
  blocks[1] = has_else ? fn.NewBlock("else") : merge;
  builder.CreateCondBr(fn.operand(inst, 0), blocks[0], blocks[1]);

  llvm::Value* values[] = {nullptr, nullptr};
  llvm::BasicBlock* ends[] = {nullptr, nullptr};
  for (unsigned i = 0; i < (has_else ? 2u : 1u); ++i) {
    fn.StartBlock(blocks[i]);
    fn.EmitRegion(regions[i]);
    if (!fn.terminated()) {
      values[i] = fn.yielded();
      ends[i] = builder.GetInsertBlock();
      builder.CreateBr(merge);
    }
  }

  fn.StartBlock(merge);
  if (merge->hasNPredecessors(0)) {
    builder.CreateUnreachable();
    return has_result ? llvm::PoisonValue::get(fn.types().Register(inst.type)) : nullptr;
  }
  if (!has_result) {
    return nullptr;
  }
  llvm::PHINode* phi = builder.CreatePHI(fn.types().Register(inst.type), 2);
  for (unsigned i = 0; i < 2; ++i) {
    if (ends[i] != nullptr) {
      phi->addIncoming(values[i], ends[i]);
    }
  }
  return phi;
}

llvm::Value* EmitWhile(FunctionContext& fn, kir::InstId id, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::BasicBlock* header = fn.NewBlock("while");
  llvm::BasicBlock* body = fn.NewBlock("while.body");
  llvm::BasicBlock* end = fn.NewBlock("while.end");
  builder.CreateBr(header);

  fn.StartBlock(header);
  fn.loops().push_back({end, header});
  fn.EmitRegion(fn.kir_function().region_of(inst, 0));
  if (!fn.terminated()) {
    builder.CreateCondBr(fn.yielded(), body, end);
  }

  fn.StartBlock(body);
  if (body->hasNPredecessors(0)) {
    builder.CreateUnreachable();
  }
  fn.EmitRegion(fn.kir_function().region_of(inst, 1));
  fn.loops().pop_back();
  if (!fn.terminated()) {
    llvm::Instruction* latch = builder.CreateBr(header);
    fn.hooks().AnnotateLoop(fn, id, latch, LoopPart::Whole);
  }
  fn.StartBlock(end);
  if (end->hasNPredecessors(0)) {
    builder.CreateUnreachable();
  }
  return nullptr;
}

}  // namespace kernelc::codegen
