// Range loops.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include <algorithm>
#include <optional>

#include "compiler/codegen/llvm/emit.h"

namespace kernelc::codegen {

namespace {

// Such steps times the iterations of a turn overflow nowhere.
constexpr unsigned kMaxConstantStepBits = 16;

// Operations of a function that is long, and iterations times operations of a loop in one that are
// written out at once.
constexpr std::size_t kLongFunction = 10000;
constexpr std::size_t kMaxWritten = 256;
// What a loop in such a loop is taken to run before its bounds are emitted: rows of a filled array.
constexpr std::size_t kInnerIterations = 8;

// A loop with its test at the end, and where the target wants it a main loop before it that runs
// several iterations for one test.
//
// The language computes the trip count once, so that a value past the end never overflows. Counting
// the value itself saves a division by the step, and is the same unless stop lies within one step
// of the end of the type:
// - int32 asks before it adds the step whether the value stays below stop: value < stop - step,
// with
//   a difference that ends at the bounds of the type; with a step of 1 nothing can overflow, and
//   where start and stop are not negative and the step is small, the main loop's next value does
//   not without a sign, and is compared so;
// - int64 is left with undefined overflow for a stop within one step of 2^63, as all signed
//   arithmetic here;
// - uint64 counts the distance from start, which the language compares as signed.
class RangeLoop {
 public:
  RangeLoop(FunctionContext& fn, kir::InstId id, const kir::Inst& inst)
      : fn_(fn),
        builder_(fn.builder()),
        id_(id),
        inst_(inst),
        type_(fn.operand_type(inst, 0)),
        first_(fn.operand(inst, 0)),
        stop_(fn.operand(inst, 1)),
        step_(fn.operand(inst, 2)) {}

  void Emit() {
    if (const std::optional<std::uint64_t> count = WrittenIterations()) {
      EmitWritten(*count);
      return;
    }
    Prepare();
    unroll_ = fn_.hooks().UnrollOf(fn_, id_);
    llvm::BasicBlock* body = fn_.NewBlock("for");
    end_ = fn_.NewBlock("for.end");
    llvm::BasicBlock* check = unroll_.count > 1 ? fn_.NewBlock("for.check") : body;
    builder_.CreateCondBr(EntersLoop(), check, end_);
    entries_.push_back({first_, builder_.GetInsertBlock()});
    if (unroll_.count > 1) {
      fn_.StartBlock(check);
      entries_.clear();
      EmitMainLoop(body);
    }
    if (WritesRest()) {
      EmitRest(body);
    } else {
      EmitLoop(body);
    }
    fn_.StartBlock(end_);
  }

 private:
  // A value of the counter, and the block from which the last loop is entered with it.
  struct Entry {
    llvm::Value* counter;
    llvm::BasicBlock* block;
  };

  // How often a short loop of a long function runs, where that is known. LLVM would write it out
  // too, but asks for each loop about all branches before it, which takes time that is quadratic in
  // the length of the function.
  std::optional<std::uint64_t> WrittenIterations() const {
    const kir::Function& function = fn_.kir_function();
    const auto* first = llvm::dyn_cast<llvm::ConstantInt>(first_);
    const auto* stop = llvm::dyn_cast<llvm::ConstantInt>(stop_);
    if (function.insts.size() <= kLongFunction || first == nullptr || stop == nullptr ||
        !IsOne(step_)) {
      return std::nullopt;
    }
    const std::size_t size = StraightSize(Body());
    const llvm::APInt& from = first->getValue();
    const llvm::APInt& to = stop->getValue();
    const bool runs = types::IsUnsigned(type_) ? from.ult(to) : from.slt(to);
    const std::uint64_t count = runs ? (to - from).getLimitedValue(kMaxWritten + 1) : 0;
    return count * size <= kMaxWritten ? std::optional(count) : std::nullopt;
  }

  // Operations of a body that nothing leaves and that has no branches, with those of loops in it,
  // which may be written out themselves; more than `kMaxWritten` for another body.
  std::size_t StraightSize(std::span<const kir::InstId> insts) const {
    const kir::Function& function = fn_.kir_function();
    std::size_t size = insts.size();
    for (kir::InstId id : insts) {
      const kir::Inst& inst = function.inst(id);
      const bool leaves = kir::op_info(inst.op).flow == kir::Flow::Leaves;
      if (leaves || (inst.regions.count != 0 && inst.op != kir::Op::ForRange)) {
        return kMaxWritten + 1;
      }
      if (inst.op == kir::Op::ForRange) {
        size += kInnerIterations * StraightSize(function.region(function.region_of(inst, 0)).insts);
      }
    }
    return size;
  }

  void EmitWritten(std::uint64_t count) {
    const std::span<const kir::InstId> insts = Body();
    for (std::uint64_t i = 0; i < count; ++i) {
      fn_.set_value(insts[0],
                    builder_.CreateAdd(first_, llvm::ConstantInt::get(first_->getType(), i)));
      fn_.EmitInsts(insts.subspan(1));
    }
  }

  void Prepare() {
    llvm::Type* type = step_->getType();
    if (types::IsUnsigned(type_)) {
      base_ = first_;
      stop_ = builder_.CreateSub(stop_, first_);
      // A step that is negative as a signed number leads past any stop, and so does this one.
      llvm::Value* most =
          llvm::ConstantInt::get(type, llvm::APInt::getSignedMaxValue(type->getIntegerBitWidth()));
      step_ = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, step_, most);
      first_ = llvm::ConstantInt::get(type, 0);
    } else if (types::scalar_bits(type_) < 64 && !IsOne(step_)) {
      unsigned_ = CountsWithoutSign();
      limit_ = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ssub_sat, stop_, step_);
    }
    if (IsPositiveConstant(step_)) {
      upward_ = builder_.getTrue();
      downward_ = builder_.getFalse();
    } else {
      llvm::Value* zero = llvm::Constant::getNullValue(step_->getType());
      upward_ = builder_.CreateICmpSGT(step_, zero);
      downward_ = builder_.CreateICmpSLT(step_, zero);
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

  // A step that, times the iterations of a turn, overflows nowhere.
  static bool IsSmallStep(llvm::Value* step) {
    return IsPositiveConstant(step) && llvm::cast<llvm::ConstantInt>(step)->getValue().ult(
                                           std::uint64_t{1} << kMaxConstantStepBits);
  }

  // The value after the last turn is at most the largest signed one and a turn.
  bool CountsWithoutSign() const {
    const llvm::SimplifyQuery query(builder_.GetInsertBlock()->getDataLayout());
    return types::scalar_bits(type_) == 32 && IsSmallStep(step_) && !IsOne(step_) &&
           llvm::isKnownNonNegative(first_, query) && llvm::isKnownNonNegative(stop_, query);
  }

  bool IsUpward() const {
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(upward_);
    return constant != nullptr && constant->isOne();
  }

  // Only where the main loop leaves less than a turn, whatever start and stop are.
  bool WritesRest() const { return unroll_.count > 1 && unroll_.writes_rest && IsSmallStep(step_); }

  // A step of zero runs no iteration: the language calls it an error.
  llvm::Value* EntersLoop() {
    llvm::Value* below = builder_.CreateICmpSLT(first_, stop_);
    if (IsUpward()) {
      return below;
    }
    llvm::Value* above = builder_.CreateICmpSGT(first_, stop_);
    return builder_.CreateSelect(upward_, below, builder_.CreateAnd(downward_, above));
  }

  llvm::Value* GoesOn(llvm::Value* counter, llvm::Value* next) {
    llvm::Value* value = limit_ != nullptr ? counter : next;
    llvm::Value* end = limit_ != nullptr ? limit_ : stop_;
    llvm::Value* below = builder_.CreateICmpSLT(value, end);
    if (IsUpward()) {
      return below;
    }
    return builder_.CreateSelect(upward_, below, builder_.CreateICmpSGT(value, end));
  }

  llvm::Value* UserValue(llvm::Value* counter) {
    return base_ != nullptr ? builder_.CreateAdd(base_, counter) : counter;
  }

  std::span<const kir::InstId> Body() const {
    const kir::RegionId region = fn_.kir_function().region_of(inst_, 0);
    const std::vector<kir::InstId>& insts = fn_.kir_function().region(region).insts;
    KC_CHECK(!insts.empty() && fn_.kir_function().inst(insts[0]).op == kir::Op::RegionArg,
             "the body of for_range starts with its variable");
    return insts;
  }

  // Emits one iteration; code goes on in the block that it gives, to which `continue` leads too.
  llvm::BasicBlock* EmitIteration(llvm::Value* counter) {
    llvm::BasicBlock* after = fn_.NewBlock("for.next");
    const std::span<const kir::InstId> insts = Body();
    fn_.set_value(insts[0], UserValue(counter));
    fn_.loops().push_back({end_, after});
    fn_.EmitInsts(insts.subspan(1));
    fn_.loops().pop_back();
    fn_.BranchTo(after);
    fn_.StartBlock(after);
    return after;
  }

  // The counter `iterations` later.
  llvm::Value* Ahead(llvm::Value* counter, unsigned iterations) {
    llvm::Value* distance =
        builder_.CreateNSWMul(step_, llvm::ConstantInt::get(step_->getType(), iterations));
    if (iterations == 0) {
      return counter;
    }
    // Those of a turn are below the stop.
    return builder_.CreateAdd(counter, distance, "", unsigned_,
                              !unsigned_ || iterations < unroll_.count);
  }

  // One iteration after the other.
  void EmitIterations(llvm::Value* counter) {
    for (unsigned i = 0; i < unroll_.count; ++i) {
      llvm::BasicBlock* after = EmitIteration(Ahead(counter, i));
      if (after->hasNPredecessors(0)) {
        return;
      }
    }
  }

  // All iterations at once, operation by operation.
  void EmitInterleaved(llvm::Value* counter) {
    const std::span<const kir::InstId> insts = Body();
    // By iteration, then by place in the body.
    std::vector<std::vector<llvm::Value*>> values(unroll_.count);
    for (unsigned i = 0; i < unroll_.count; ++i) {
      values[i].resize(insts.size());
      values[i][0] = UserValue(Ahead(counter, i));
    }
    for (std::size_t place = 1; place < insts.size(); ++place) {
      for (std::vector<llvm::Value*>& iteration : values) {
        for (std::size_t earlier = 0; earlier < place; ++earlier) {
          fn_.set_value(insts[earlier], iteration[earlier]);
        }
        fn_.EmitInst(insts[place]);
        iteration[place] = fn_.has_value(insts[place]) ? fn_.value(insts[place]) : nullptr;
      }
    }
  }

  // How the main loop ends. `turn` is the counter of a turn, `next` that of the one after it.
  struct MainTest {
    llvm::Value* enters;
    // A turn, or an iteration, follows where the value is below these.
    llvm::Value* turn_end;
    llvm::Value* iteration_end;
  };

  // Only upward loops take the main loop, and only those where the distance that it looks ahead
  // cannot overflow; no grid has as many threads as a step may be.
  MainTest TestOfNext() {
    static constexpr unsigned kMaxStepBits = 48;
    llvm::Type* type = step_->getType();
    llvm::Value* ahead = builder_.CreateMul(step_, llvm::ConstantInt::get(type, unroll_.count - 1));
    if (WritesRest()) {
      // Exact, so that less than a turn is left wherever start and stop are.
      llvm::Value* turn_end =
          builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ssub_sat, stop_, ahead);
      return {builder_.CreateICmpSLT(first_, turn_end), turn_end, stop_};
    }
    llvm::Value* enters = builder_.CreateICmpSGT(builder_.CreateSub(stop_, first_), ahead);
    enters = builder_.CreateAnd(enters, upward_);
    if (type->getIntegerBitWidth() > kMaxStepBits) {
      llvm::Value* limit = llvm::ConstantInt::get(type, std::uint64_t{1} << kMaxStepBits);
      enters = builder_.CreateAnd(enters, builder_.CreateICmpULT(step_, limit));
    }
    return {enters, builder_.CreateSub(stop_, ahead), stop_};
  }

  // The same for a type in which the next counter may overflow, in 64 bits before the loop: the
  // value looked at is `turn`.
  MainTest TestOfTurn() {
    const auto wide = [this](llvm::Value* value) {
      return builder_.CreateSExt(value, fn_.types().int64());
    };
    const auto narrow = [this](llvm::Value* value) {
      const llvm::APInt least =
          llvm::APInt::getSignedMinValue(stop_->getType()->getIntegerBitWidth());
      value = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, value,
                                             builder_.getInt(least.sext(64)));
      return builder_.CreateTrunc(value, stop_->getType());
    };
    llvm::Value* step = wide(step_);
    llvm::Value* stop = wide(stop_);
    llvm::Value* ahead = builder_.CreateMul(step, fn_.Int64(unroll_.count - 1));
    llvm::Value* enters = builder_.CreateICmpSGT(builder_.CreateSub(stop, wide(first_)), ahead);
    llvm::Value* iteration_end = builder_.CreateSub(stop, builder_.CreateAdd(ahead, step));
    return {builder_.CreateAnd(enters, upward_), narrow(builder_.CreateSub(iteration_end, ahead)),
            narrow(iteration_end)};
  }

  // Runs `unroll_.count` iterations a turn for as long as that many are left.
  void EmitMainLoop(llvm::BasicBlock* rest) {
    const bool tests_turn = limit_ != nullptr && !unsigned_;
    const llvm::CmpInst::Predicate below =
        unsigned_ ? llvm::CmpInst::ICMP_ULT : llvm::CmpInst::ICMP_SLT;
    const MainTest test = tests_turn ? TestOfTurn() : TestOfNext();
    llvm::BasicBlock* before = builder_.GetInsertBlock();
    llvm::BasicBlock* body = fn_.NewBlock("for.main");
    llvm::BasicBlock* done = fn_.NewBlock("for.main.end");
    builder_.CreateCondBr(test.enters, body, rest);
    entries_.push_back({first_, before});

    fn_.StartBlock(body);
    llvm::PHINode* turn = builder_.CreatePHI(step_->getType(), 2);
    turn->addIncoming(first_, before);
    if (unroll_.interleave) {
      EmitInterleaved(turn);
    } else {
      EmitIterations(turn);
    }
    llvm::Value* counter = Ahead(turn, unroll_.count);
    llvm::Value* tested = tests_turn ? turn : counter;
    llvm::BasicBlock* latch = builder_.GetInsertBlock();
    turn->addIncoming(counter, latch);
    llvm::Instruction* branch =
        builder_.CreateCondBr(builder_.CreateICmp(below, tested, test.turn_end), body, done);
    fn_.hooks().AnnotateLoop(fn_, id_, branch, LoopPart::Main);
    fn_.StartBlock(done);
    builder_.CreateCondBr(builder_.CreateICmp(below, tested, test.iteration_end), rest, end_);
    entries_.push_back({counter, done});
  }

  // In a block that is entered with the values of `entries_`.
  llvm::PHINode* StartCounter(llvm::BasicBlock* body) {
    fn_.StartBlock(body);
    llvm::PHINode* counter = builder_.CreatePHI(first_->getType(), 2);
    for (const Entry& entry : entries_) {
      counter->addIncoming(entry.counter, entry.block);
    }
    return counter;
  }

  void EmitRest(llvm::BasicBlock* body) {
    llvm::Value* counter = StartCounter(body);
    for (unsigned left = unroll_.count - 1; left > 0; --left) {
      const bool goes_on = !EmitIteration(counter)->hasNPredecessors(0) && left > 1;
      if (!goes_on) {
        builder_.CreateBr(end_);
        return;
      }
      llvm::BasicBlock* more = fn_.NewBlock("for.rest");
      llvm::Value* next = builder_.CreateNSWAdd(counter, step_);
      builder_.CreateCondBr(GoesOn(counter, next), more, end_);
      fn_.StartBlock(more);
      counter = next;
    }
  }

  void EmitLoop(llvm::BasicBlock* body) {
    llvm::PHINode* counter = StartCounter(body);
    EmitIteration(counter);
    llvm::Value* next = builder_.CreateNSWAdd(counter, step_);
    counter->addIncoming(next, builder_.GetInsertBlock());
    llvm::Instruction* branch = builder_.CreateCondBr(GoesOn(counter, next), body, end_);
    // Only upward loops enter the main loop: of others all iterations may be left.
    const LoopPart part = unroll_.count == 1 ? LoopPart::Whole
                          : IsUpward()       ? LoopPart::Rest
                                             : LoopPart::Main;
    fn_.hooks().AnnotateLoop(fn_, id_, branch, part);
  }

  FunctionContext& fn_;
  llvm::IRBuilder<>& builder_;
  kir::InstId id_;
  const kir::Inst& inst_;
  TypeId type_;
  // In the type of the counter.
  llvm::Value* first_;
  llvm::Value* stop_;
  llvm::Value* step_;
  // Unsigned: the user's start, added to the counter.
  llvm::Value* base_ = nullptr;
  // Set where the next value may overflow: the loop goes on from values before it.
  llvm::Value* limit_ = nullptr;
  // The main loop's next counter is a number without a sign, and so are the ends that it is
  // compared with.
  bool unsigned_ = false;
  llvm::Value* upward_ = nullptr;
  llvm::Value* downward_ = nullptr;
  LoopUnroll unroll_;
  llvm::BasicBlock* end_ = nullptr;
  std::vector<Entry> entries_;
};

}  // namespace

llvm::Value* EmitForRange(FunctionContext& fn, kir::InstId id, const kir::Inst& inst) {
  RangeLoop(fn, id, inst).Emit();
  return nullptr;
}

}  // namespace kernelc::codegen
