#include "compiler/codegen/cpu/lane_masks.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace kernelc::codegen {

namespace {

// Numbers that are compared lie between -kMost and kMost, with room for others beyond them.
constexpr std::int64_t kMost = std::int64_t{1} << 30;
constexpr unsigned kMaxDepth = 8;

struct Range {
  std::int64_t lo;
  std::int64_t hi;
};

std::optional<Range> Within(std::int64_t lo, std::int64_t hi) {
  return lo >= -kMost && hi <= kMost && lo <= hi ? std::optional(Range{lo, hi}) : std::nullopt;
}

bool IsWide(const llvm::Value* value) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  return type != nullptr && type->getElementType()->isIntegerTy(64);
}

// The comparisons of one loop.
class Narrower {
 public:
  Narrower(llvm::Loop& loop, llvm::ScalarEvolution& evolution)
      : loop_(loop), evolution_(evolution) {}

  bool Run() {
    std::vector<llvm::ICmpInst*> compares;
    for (llvm::BasicBlock* block : loop_.blocks()) {
      for (llvm::Instruction& inst : *block) {
        auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&inst);
        if (compare != nullptr && IsWide(compare->getOperand(0))) {
          compares.push_back(compare);
        }
      }
    }
    bool any = false;
    for (llvm::ICmpInst* compare : compares) {
      any = Narrow(*compare) || any;
    }
    for (const llvm::WeakTrackingVH& phi : replaced_) {
      if (auto* wide = llvm::dyn_cast_or_null<llvm::PHINode>(phi)) {
        llvm::RecursivelyDeleteDeadPHINode(wide);
      }
    }
    return any;
  }

 private:
  bool Narrow(llvm::ICmpInst& compare) {
    llvm::Value* operands[2] = {compare.getOperand(0), compare.getOperand(1)};
    std::optional<Range> ranges[2] = {RangeOf(operands[0]), RangeOf(operands[1])};
    for (std::optional<Range>& range : ranges) {
      // As an unsigned number it is large.
      range = range && compare.isUnsigned() && range->lo < 0 ? std::nullopt : range;
    }
    llvm::Value* narrow[2] = {};
    for (unsigned i = 0; i < 2; ++i) {
      if (ranges[i]) {
        narrow[i] = LowBits(operands[i]);
      } else if (ranges[1 - i]) {
        narrow[i] = Clamped(operands[i], compare.isUnsigned());
      }
      if (narrow[i] == nullptr) {
        return false;
      }
    }
    llvm::IRBuilder<> builder(&compare);
    llvm::Value* made = builder.CreateICmp(compare.getPredicate(), narrow[0], narrow[1]);
    compare.replaceAllUsesWith(made);
    llvm::RecursivelyDeleteTriviallyDeadInstructions(&compare);
    return true;
  }

  std::optional<Range> RangeOf(llvm::Value* value, unsigned depth = 0) {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
      return RangeOfConstant(*constant);
    }
    if (llvm::Value* scalar = llvm::getSplatValue(value)) {
      const llvm::ConstantRange range = evolution_.getSignedRange(evolution_.getSCEV(scalar));
      return Within(range.getSignedMin().getSExtValue(), range.getSignedMax().getSExtValue());
    }
    if (depth > kMaxDepth) {
      return std::nullopt;
    }
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(value)) {
      return RangeOfCounter(*phi, depth);
    }
    const auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(value);
    if (binary == nullptr) {
      return std::nullopt;
    }
    const auto b = RangeOf(binary->getOperand(1), depth + 1);
    if (binary->getOpcode() == llvm::Instruction::And && b && b->lo >= 0) {
      return Range{0, b->hi};
    }
    const auto a = b ? RangeOf(binary->getOperand(0), depth + 1) : std::nullopt;
    if (!a) {
      return std::nullopt;
    }
    const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(binary);
    if (binary->getOpcode() == llvm::Instruction::Add ||
        (disjoint != nullptr && disjoint->isDisjoint())) {
      return Within(a->lo + b->lo, a->hi + b->hi);
    }
    return binary->getOpcode() == llvm::Instruction::Sub ? Within(a->lo - b->hi, a->hi - b->lo)
                                                         : std::nullopt;
  }

  static std::optional<Range> RangeOfConstant(const llvm::Constant& constant) {
    std::optional<Range> all;
    const auto count = llvm::cast<llvm::FixedVectorType>(constant.getType())->getNumElements();
    for (unsigned i = 0; i < count; ++i) {
      const auto* element =
          llvm::dyn_cast_or_null<llvm::ConstantInt>(constant.getAggregateElement(i));
      if (element == nullptr) {
        return std::nullopt;
      }
      const std::int64_t number = element->getSExtValue();
      all =
          all ? Range{std::min(all->lo, number), std::max(all->hi, number)} : Range{number, number};
    }
    return Within(all->lo, all->hi);
  }

  // What counts up by a constant in each turn of the loop.
  std::optional<Range> RangeOfCounter(llvm::PHINode& phi, unsigned depth) {
    llvm::BinaryOperator* step = StepOf(phi);
    const auto by = step == nullptr ? std::nullopt : RangeOf(step->getOperand(1), depth + 1);
    const auto start =
        by && by->lo >= 0 && by->lo == by->hi
            ? RangeOf(phi.getIncomingValueForBlock(loop_.getLoopPreheader()), depth + 1)
            : std::nullopt;
    const auto* turns =
        llvm::dyn_cast<llvm::SCEVConstant>(evolution_.getConstantMaxBackedgeTakenCount(&loop_));
    if (!start || turns == nullptr || turns->getAPInt().ugt(static_cast<std::uint64_t>(kMost))) {
      return std::nullopt;
    }
    const auto count = static_cast<std::int64_t>(turns->getAPInt().getZExtValue());
    return count > 0 && by->hi > kMost / count ? std::nullopt
                                               : Within(start->lo, start->hi + by->hi * count);
  }

  llvm::BinaryOperator* StepOf(llvm::PHINode& phi) const {
    if (phi.getParent() != loop_.getHeader() || loop_.getLoopPreheader() == nullptr ||
        loop_.getLoopLatch() == nullptr) {
      return nullptr;
    }
    auto* step =
        llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValueForBlock(loop_.getLoopLatch()));
    return step != nullptr && step->getOpcode() == llvm::Instruction::Add &&
                   step->getOperand(0) == &phi && llvm::isa<llvm::Constant>(step->getOperand(1))
               ? step
               : nullptr;
  }

  llvm::Type* NarrowType(const llvm::Value* wide) const {
    return llvm::VectorType::get(llvm::Type::getInt32Ty(wide->getContext()),
                                 llvm::cast<llvm::VectorType>(wide->getType())->getElementCount());
  }

  // The low halves of a vector's elements; null where that is as much work as the vector.
  llvm::Value* LowBits(llvm::Value* value, unsigned depth = 0) {
    llvm::Type* type = NarrowType(value);
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
      return llvm::ConstantExpr::getTrunc(constant, type);
    }
    auto* inst = llvm::dyn_cast<llvm::Instruction>(value);
    if (inst == nullptr || depth > kMaxDepth) {
      return nullptr;
    }
    if (const auto known = low_bits_.find(value); known != low_bits_.end()) {
      return known->second;
    }
    llvm::Value* low = nullptr;
    if (llvm::Value* scalar = llvm::getSplatValue(value)) {
      low = Splat(*inst, scalar);
    } else if (auto* phi = llvm::dyn_cast<llvm::PHINode>(value)) {
      return LowCounter(*phi, depth);
    } else if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(value)) {
      low = LowBinary(*binary, depth);
    }
    low_bits_[value] = low;
    return low;
  }

  static llvm::Value* Splat(llvm::Instruction& at, llvm::Value* scalar) {
    llvm::IRBuilder<> builder(&at);
    return builder.CreateVectorSplat(llvm::cast<llvm::VectorType>(at.getType())->getElementCount(),
                                     builder.CreateTrunc(scalar, builder.getInt32Ty()));
  }

  llvm::Value* LowBinary(llvm::BinaryOperator& binary, unsigned depth) {
    switch (binary.getOpcode()) {
      case llvm::Instruction::Add:
      case llvm::Instruction::Sub:
      case llvm::Instruction::And:
      case llvm::Instruction::Or:
      case llvm::Instruction::Xor: {
        llvm::Value* a = LowBits(binary.getOperand(0), depth + 1);
        llvm::Value* b = a == nullptr ? nullptr : LowBits(binary.getOperand(1), depth + 1);
        return b == nullptr ? nullptr
                            : llvm::IRBuilder<>(&binary).CreateBinOp(binary.getOpcode(), a, b);
      }
      default:
        return nullptr;
    }
  }

  llvm::Value* LowCounter(llvm::PHINode& phi, unsigned depth) {
    llvm::BinaryOperator* step = StepOf(phi);
    llvm::BasicBlock* before = loop_.getLoopPreheader();
    llvm::Value* start =
        step == nullptr ? nullptr : LowBits(phi.getIncomingValueForBlock(before), depth + 1);
    if (start == nullptr) {
      return nullptr;
    }
    llvm::PHINode* low = llvm::IRBuilder<>(&phi).CreatePHI(start->getType(), 2);
    low_bits_[&phi] = low;
    low->addIncoming(start, before);
    low->addIncoming(llvm::IRBuilder<>(step).CreateAdd(low, LowBits(step->getOperand(1))),
                     loop_.getLoopLatch());
    replaced_.emplace_back(&phi);
    return low;
  }

  // A number that is the same for all lanes, as far beyond what it is compared with as it is.
  llvm::Value* Clamped(llvm::Value* value, bool is_unsigned) {
    llvm::Value* scalar = llvm::getSplatValue(value);
    auto* inst = llvm::dyn_cast<llvm::Instruction>(value);
    if (scalar == nullptr || inst == nullptr || !loop_.isLoopInvariant(value)) {
      return nullptr;
    }
    llvm::IRBuilder<> builder(inst);
    llvm::Value* most = builder.getInt64(static_cast<std::uint64_t>(kMost) + 1);
    llvm::Value* clamped = builder.CreateBinaryIntrinsic(
        is_unsigned ? llvm::Intrinsic::umin : llvm::Intrinsic::smin, scalar, most);
    if (!is_unsigned) {
      clamped =
          builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, clamped, builder.CreateNeg(most));
    }
    return Splat(*inst, clamped);
  }

  llvm::Loop& loop_;
  llvm::ScalarEvolution& evolution_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> low_bits_;
  std::vector<llvm::WeakTrackingVH> replaced_;
};

}  // namespace

llvm::PreservedAnalyses LaneMasksPass::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager& analyses) {
  bool any = false;
  for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
    if (loop->isInnermost() && llvm::getBooleanLoopAttribute(loop, "llvm.loop.isvectorized")) {
      any =
          Narrower(*loop, analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)).Run() || any;
    }
  }
  if (!any) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace kernelc::codegen
