// Structured control flow as basic blocks.
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

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
    fn.hooks().AnnotateLoop(fn, id, latch);
  }
  fn.StartBlock(end);
  if (end->hasNPredecessors(0)) {
    builder.CreateUnreachable();
  }
  return nullptr;
}

namespace {

// A range loop with its test at the end. The first form counts the user's value itself, the second counts from 0.
//
// The language computes the trip count once, so that a value past the end never overflows. Counting the value itself
// saves a division by the step, and is the same unless stop lies within one step of the end of the type:
//   int32 counts in int64, where nothing can overflow; with a step of 1 nothing can overflow either;
//   int64 is left with undefined overflow for a stop within one step of 2^63 (as all signed arithmetic here);
//   uint64 counts the distance from start, which the language compares as signed.
class RangeLoop {
 public:
  RangeLoop(FunctionContext& fn, kir::InstId id, const kir::Inst& inst)
      : fn_(fn),
        id_(id),
        inst_(inst),
        type_(fn.operand_type(inst, 0)),
        start_(fn.operand(inst, 0)),
        stop_(fn.operand(inst, 1)),
        step_(fn.operand(inst, 2)) {}

  void Emit() {
    llvm::IRBuilder<>& builder = fn_.builder();
    Prepare();
    llvm::BasicBlock* body = fn_.NewBlock("for");
    llvm::BasicBlock* latch = fn_.NewBlock("for.next");
    llvm::BasicBlock* end = fn_.NewBlock("for.end");
    builder.CreateCondBr(EntersLoop(), body, end);
    llvm::BasicBlock* before = builder.GetInsertBlock();

    fn_.StartBlock(body);
    llvm::PHINode* counter = builder.CreatePHI(first_->getType(), 2);
    counter->addIncoming(first_, before);
    const kir::RegionId region = fn_.kir_function().region_of(inst_, 0);
    const std::vector<kir::InstId>& insts = fn_.kir_function().region(region).insts;
    KC_CHECK(!insts.empty() && fn_.kir_function().inst(insts[0]).op == kir::Op::RegionArg,
             "the body of for_range starts with its variable");
    fn_.set_value(insts[0], UserValue(counter));
    fn_.loops().push_back({end, latch});
    fn_.EmitInsts(std::span(insts).subspan(1));
    fn_.loops().pop_back();
    fn_.BranchTo(latch);

    fn_.StartBlock(latch);
    if (latch->hasNPredecessors(0)) {
      builder.CreateUnreachable();
      counter->replaceAllUsesWith(first_);
      counter->eraseFromParent();
    } else {
      llvm::Value* next = builder.CreateNSWAdd(counter, step_);
      counter->addIncoming(next, latch);
      llvm::Instruction* branch = builder.CreateCondBr(GoesOn(next), body, end);
      fn_.hooks().AnnotateLoop(fn_, id_, branch);
    }
    fn_.StartBlock(end);
  }

 private:
  void Prepare() {
    llvm::IRBuilder<>& builder = fn_.builder();
    if (types::IsUnsigned(type_)) {
      base_ = start_;
      stop_ = builder.CreateSub(stop_, start_);
      // A step that is negative as a signed number leads past any stop, and so does this one.
      llvm::Value* most =
          llvm::ConstantInt::get(step_->getType(), llvm::APInt::getSignedMaxValue(
                                                       step_->getType()->getIntegerBitWidth()));
      step_ = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, step_, most);
      first_ = llvm::ConstantInt::get(start_->getType(), 0);
      start_ = first_;
    } else if (types::scalar_bits(type_) < 64 && !IsOne(step_)) {
      narrow_ = start_->getType();
      start_ = builder.CreateSExt(start_, fn_.types().int64());
      stop_ = builder.CreateSExt(stop_, fn_.types().int64());
      step_ = builder.CreateSExt(step_, fn_.types().int64());
      first_ = start_;
    } else {
      first_ = start_;
    }
    llvm::Value* zero = llvm::Constant::getNullValue(step_->getType());
    if (IsPositiveConstant(step_)) {
      upward_ = builder.getTrue();
      downward_ = builder.getFalse();
    } else {
      upward_ = builder.CreateICmpSGT(step_, zero);
      downward_ = builder.CreateICmpSLT(step_, zero);
    }
  }

  static bool IsOne(llvm::Value* value) {
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
    return constant != nullptr && constant->isOne();
  }

  static bool IsPositiveConstant(llvm::Value* value) {
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
    return constant != nullptr && constant->getValue().isStrictlyPositive();
  }

  // A step of zero runs no iteration: the language calls it an error.
  llvm::Value* EntersLoop() {
    llvm::IRBuilder<>& builder = fn_.builder();
    llvm::Value* below = builder.CreateICmpSLT(start_, stop_);
    if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(upward_)) {
      if (constant->isOne()) {
        return below;
      }
    }
    llvm::Value* above = builder.CreateICmpSGT(start_, stop_);
    return builder.CreateSelect(upward_, below, builder.CreateAnd(downward_, above));
  }

  llvm::Value* GoesOn(llvm::Value* next) {
    llvm::IRBuilder<>& builder = fn_.builder();
    llvm::Value* below = builder.CreateICmpSLT(next, stop_);
    return builder.CreateSelect(upward_, below, builder.CreateICmpSGT(next, stop_));
  }

  llvm::Value* UserValue(llvm::Value* counter) {
    llvm::IRBuilder<>& builder = fn_.builder();
    if (base_ != nullptr) {
      return builder.CreateAdd(base_, counter);
    }
    return narrow_ != nullptr ? builder.CreateTrunc(counter, narrow_, "", false, true) : counter;
  }

  FunctionContext& fn_;
  kir::InstId id_;
  const kir::Inst& inst_;
  TypeId type_;
  llvm::Value* start_;
  llvm::Value* stop_;
  llvm::Value* step_;
  llvm::Value* first_ = nullptr;
  // Unsigned: the user's start, added to the counter.
  llvm::Value* base_ = nullptr;
  // Set when the counter is wider than the user's value.
  llvm::Type* narrow_ = nullptr;
  llvm::Value* upward_ = nullptr;
  llvm::Value* downward_ = nullptr;
};

}  // namespace

llvm::Value* EmitForRange(FunctionContext& fn, kir::InstId id, const kir::Inst& inst) {
  RangeLoop(fn, id, inst).Emit();
  return nullptr;
}

}  // namespace kernelc::codegen
