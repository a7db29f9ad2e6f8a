#include "compiler/codegen/cpu/narrow_vectors.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/IntEqClasses.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>
#include <vector>

#include "compiler/codegen/cpu/integer_ranges.h"

namespace kernelc::codegen {

namespace {

using namespace llvm::PatternMatch;

constexpr unsigned kFullRegister = 512;

unsigned BitsOf(const llvm::Value& value) { return value.getType()->getScalarSizeInBits(); }

bool IsIntegerVector(const llvm::Value& value) {
  return llvm::isa<llvm::FixedVectorType>(value.getType()) && value.getType()->getScalarType()->isIntegerTy();
}

bool IsMinimumOrMagnitude(const llvm::Instruction& inst) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
  return call != nullptr &&
         (llvm::isa<llvm::MinMaxIntrinsic>(call) ||
          (call->getIntrinsicID() == llvm::Intrinsic::abs && match(call->getArgOperand(1), m_Zero())));
}

llvm::Intrinsic::ID Unsigned(llvm::Intrinsic::ID minimum) {
  return minimum == llvm::Intrinsic::smin   ? llvm::Intrinsic::umin
         : minimum == llvm::Intrinsic::smax ? llvm::Intrinsic::umax
                                            : minimum;
}

// The operations of a function that are computed in `width` bits.
class Narrowing {
 public:
  Narrowing(unsigned width, unsigned register_bits, IntegerRanges& ranges)
      : width_(width), register_bits_(register_bits), ranges_(ranges) {}

  bool Run(llvm::Function& function) {
    Collect(function);
    if (order_.empty()) {
      return false;
    }
    DropImpossible();
    KeepGains();
    if (chosen_.empty()) {
      return false;
    }
    Emit();
    Replace();
    return true;
  }

 private:
  // What the low bits of a value say of all of them.
  enum class Fit { None, Signed, Unsigned };

  Fit FitOf(llvm::Value* value) {
    const llvm::ConstantRange range = ranges_.Of(value);
    return range.getMinSignedBits() <= width_ ? Fit::Signed
           : range.getActiveBits() <= width_  ? Fit::Unsigned
                                              : Fit::None;
  }

  bool IsMember(const llvm::Value* value) const {
    const auto* inst = llvm::dyn_cast<llvm::Instruction>(value);
    return inst != nullptr && places_.contains(inst);
  }

  // Whether an operation is one of those that can be computed in fewer bits at all.
  bool IsCandidate(const llvm::Instruction& inst) const {
    if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&inst)) {
      const llvm::Value& operand = *compare->getOperand(0);
      return IsIntegerVector(operand) && BitsOf(operand) > width_;
    }
    if (!IsIntegerVector(inst) || BitsOf(inst) <= width_) {
      return false;
    }
    switch (inst.getOpcode()) {
      case llvm::Instruction::Add:
      case llvm::Instruction::Sub:
      case llvm::Instruction::And:
      case llvm::Instruction::Or:
      case llvm::Instruction::Xor:
      case llvm::Instruction::PHI:
        return true;
      case llvm::Instruction::Mul:
        return width_ > 8;
      case llvm::Instruction::Select:
        return inst.getOperand(0)->getType()->isVectorTy();
      case llvm::Instruction::ShuffleVector:
        return llvm::getSplatValue(&inst) == nullptr && width_ >= 32;
      case llvm::Instruction::Shl:
      case llvm::Instruction::LShr:
      case llvm::Instruction::AShr: {
        const llvm::APInt* by = nullptr;
        return width_ == 32 || (width_ == 16 && match(inst.getOperand(1), m_APInt(by)));
      }
      default:
        return IsMinimumOrMagnitude(inst);
    }
  }

  void Collect(llvm::Function& function) {
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) {
      for (llvm::Instruction& inst : *block) {
        if (IsCandidate(inst)) {
          places_[&inst] = static_cast<unsigned>(order_.size());
          order_.push_back(&inst);
        }
      }
    }
  }

  // Takes those out that need bits which would be missing, and then those that they would have been computed from.
  void DropImpossible() {
    std::vector<llvm::Instruction*> work(order_.rbegin(), order_.rend());
    while (!work.empty()) {
      llvm::Instruction* inst = work.back();
      work.pop_back();
      if (!IsMember(inst) || (HasItsOperands(*inst) && GivesWhatUsersNeed(*inst))) {
        continue;
      }
      places_.erase(inst);
      for (llvm::Value* operand : inst->operands()) {
        if (IsMember(operand)) {
          work.push_back(llvm::cast<llvm::Instruction>(operand));
        }
      }
      for (llvm::User* user : inst->users()) {
        if (IsMember(user)) {
          work.push_back(llvm::cast<llvm::Instruction>(user));
        }
      }
    }
  }

  // The order of two numbers, signed or not, is that of their low bits: of what repeats its sign in the first case, as
  // unsigned numbers of what is not negative in the second.
  bool BothSigned(llvm::Value* a, llvm::Value* b) { return FitOf(a) == Fit::Signed && FitOf(b) == Fit::Signed; }
  bool BothUnsigned(llvm::Value* a, llvm::Value* b) {
    return ranges_.Of(a).getActiveBits() <= width_ && ranges_.Of(b).getActiveBits() <= width_;
  }

  bool HasItsOperands(llvm::Instruction& inst) {
    if (llvm::isa<llvm::ICmpInst, llvm::MinMaxIntrinsic>(inst)) {
      llvm::Value* a = inst.getOperand(0);
      llvm::Value* b = inst.getOperand(1);
      if (llvm::isa<llvm::ICmpInst>(inst) && !IsMember(a) && !IsMember(b) && !IsWidened(a) && !IsWidened(b)) {
        return false;
      }
      return BothSigned(a, b) || BothUnsigned(a, b);
    }
    if (IsMinimumOrMagnitude(inst)) {
      return FitOf(inst.getOperand(0)) == Fit::Signed;
    }
    if (!inst.isShift()) {
      return true;
    }
    if (!ranges_.Of(inst.getOperand(1)).getUnsignedMax().ult(width_)) {
      return false;
    }
    if (inst.getOpcode() == llvm::Instruction::AShr) {
      return FitOf(inst.getOperand(0)) == Fit::Signed;
    }
    return inst.getOpcode() == llvm::Instruction::Shl || ranges_.Of(inst.getOperand(0)).getActiveBits() <= width_ ||
           LosesHighBits(inst);
  }

  // Whether nobody asks for those bits of a shift to the right that would come from beyond the width.
  bool LosesHighBits(const llvm::Instruction& inst) const {
    const llvm::APInt* by = nullptr;
    if (!match(inst.getOperand(1), m_APInt(by)) || by->uge(width_)) {
      return false;
    }
    const unsigned kept = width_ - static_cast<unsigned>(by->getZExtValue());
    return llvm::all_of(inst.users(), [&](const llvm::User* user) {
      const llvm::APInt* mask = nullptr;
      return (match(user, m_And(m_Specific(&inst), m_APInt(mask))) && mask->getActiveBits() <= kept &&
              IsMember(user)) ||
             (llvm::isa<llvm::TruncInst>(user) && BitsOf(*user) <= kept);
    });
  }

  bool GivesWhatUsersNeed(llvm::Instruction& inst) {
    return llvm::isa<llvm::ICmpInst>(inst) || FitOf(&inst) != Fit::None ||
           llvm::all_of(inst.users(), [&](const llvm::User* user) { return TakesLowBits(*user); });
  }

  bool TakesLowBits(const llvm::User& user) const {
    return IsMember(&user) || (llvm::isa<llvm::TruncInst>(user) && BitsOf(user) <= width_);
  }

  static bool IsWidened(const llvm::Value* value) { return llvm::isa<llvm::ZExtInst, llvm::SExtInst>(value); }
  static bool IsFloat(const llvm::Value& value) { return llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst>(value); }

  // Registers that a vector like `value` of elements of `bits` takes.
  unsigned Registers(const llvm::Value& value, unsigned bits) const {
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
    return (type->getNumElements() * bits + register_bits_ - 1) / register_bits_;
  }

  unsigned CostOf(llvm::Instruction& inst, unsigned bits) {
    const bool full = register_bits_ == kFullRegister;
    const llvm::Value& shape = llvm::isa<llvm::ICmpInst>(inst) ? *inst.getOperand(0) : inst;
    unsigned each = 1;
    if (llvm::isa<llvm::PHINode>(inst)) {
      each = 0;
    } else if (inst.getOpcode() == llvm::Instruction::Mul) {
      const bool halves = bits == 64 && ranges_.Of(inst.getOperand(0)).getActiveBits() <= 32 &&
                          ranges_.Of(inst.getOperand(1)).getActiveBits() <= 32;
      each = bits <= 16 || halves ? 1 : bits == 32 ? 2 : full ? 3 : 6;
    } else if (!full && bits == 64 && (IsMinimumOrMagnitude(inst) || inst.getOpcode() == llvm::Instruction::AShr)) {
      each = 3;
    }
    return each * Registers(shape, bits);
  }

  // What stays of the gain of a connected part.
  struct Cost {
    unsigned before = 0;
    unsigned after = 0;
  };

  void KeepGains() {
    llvm::IntEqClasses parts(static_cast<unsigned>(order_.size()));
    for (const auto& [inst, place] : places_) {
      for (const llvm::Value* operand : inst->operands()) {
        if (IsMember(operand)) {
          parts.join(place, places_.lookup(llvm::cast<llvm::Instruction>(operand)));
        }
      }
    }
    parts.compress();
    std::vector<Cost> costs(parts.getNumClasses());
    for (llvm::Instruction* inst : order_) {
      if (IsMember(inst)) {
        AddCosts(*inst, costs[parts[places_.lookup(inst)]]);
      }
    }
    for (llvm::Instruction* inst : order_) {
      if (IsMember(inst)) {
        const Cost& cost = costs[parts[places_.lookup(inst)]];
        if (cost.after < cost.before) {
          chosen_.push_back(inst);
        }
      }
    }
  }

  void AddCosts(llvm::Instruction& inst, Cost& cost) {
    const bool compares = llvm::isa<llvm::ICmpInst>(inst);
    const unsigned bits = BitsOf(compares ? *inst.getOperand(0) : inst);
    cost.before += CostOf(inst, bits);
    cost.after += CostOf(inst, width_);
    for (llvm::Value* operand : inst.operands()) {
      if (IsIntegerVector(*operand) && BitsOf(*operand) == bits && !IsMember(operand) &&
          llvm::isa<llvm::Instruction>(operand) && llvm::getSplatValue(operand) == nullptr) {
        AddInput(*operand, cost);
      }
    }
    if (!compares) {
      AddOutputs(inst, cost);
    }
  }

  // Each use of something that comes in is counted as its part of the work.
  void AddInput(llvm::Value& operand, Cost& cost) {
    const bool widened = IsWidened(&operand);
    const bool goes = widened && llvm::all_of(operand.users(), [&](const llvm::User* user) { return IsMember(user); });
    if (!inputs_.insert(&operand).second) {
      return;
    }
    cost.before += goes ? Registers(operand, BitsOf(operand)) : 0;
    const unsigned from = widened ? BitsOf(*llvm::cast<llvm::Instruction>(operand).getOperand(0)) : BitsOf(operand);
    cost.after += from == width_ ? 0 : Registers(operand, std::max(from, width_));
  }

  void AddOutputs(llvm::Instruction& inst, Cost& cost) {
    const unsigned wide = Registers(inst, BitsOf(inst));
    bool widens = false;
    for (const llvm::User* user : inst.users()) {
      if (IsMember(user)) {
        continue;
      }
      if (llvm::isa<llvm::TruncInst>(user) && BitsOf(*user) <= width_) {
        cost.before += wide;
        cost.after += BitsOf(*user) < width_ ? Registers(inst, width_) : 0;
      } else if (IsFloat(*user)) {
        cost.before += wide * (register_bits_ == kFullRegister ? 2 : 8);
        cost.after += Registers(inst, BitsOf(*user)) + (width_ < 32 ? Registers(inst, 32) : 0);
      } else {
        widens = true;
      }
    }
    cost.after += widens ? wide : 0;
  }

  llvm::Type* NarrowType(const llvm::Value& value) const {
    return llvm::cast<llvm::VectorType>(value.getType())->getWithNewBitWidth(width_);
  }

  // The low bits of what an operation takes.
  llvm::Value* Low(llvm::Value* value) {
    llvm::Type* type = NarrowType(*value);
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
      return llvm::ConstantExpr::getTrunc(constant, type);
    }
    if (const auto known = low_.find(value); known != low_.end()) {
      return known->second;
    }
    auto* inst = llvm::cast<llvm::Instruction>(value);
    llvm::IRBuilder<> builder(inst->getParent(), *inst->getInsertionPointAfterDef());
    llvm::Value* low = nullptr;
    if (llvm::Value* scalar = llvm::getSplatValue(value)) {
      low = builder.CreateVectorSplat(llvm::cast<llvm::VectorType>(type)->getElementCount(),
                                      builder.CreateTrunc(scalar, builder.getIntNTy(width_)));
    } else if (llvm::isa<llvm::ZExtInst>(inst)) {
      low = builder.CreateZExtOrTrunc(inst->getOperand(0), type);
    } else if (llvm::isa<llvm::SExtInst>(inst)) {
      low = builder.CreateSExtOrTrunc(inst->getOperand(0), type);
    } else {
      low = builder.CreateTrunc(value, type);
    }
    low_[value] = low;
    return low;
  }

  void Emit() {
    for (llvm::Instruction* inst : chosen_) {
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(inst)) {
        low_[inst] = llvm::IRBuilder<>(phi).CreatePHI(NarrowType(*phi), phi->getNumIncomingValues());
      }
    }
    for (llvm::Instruction* inst : chosen_) {
      if (!llvm::isa<llvm::PHINode>(inst)) {
        low_[inst] = EmitOne(*inst);
      }
    }
    for (llvm::Instruction* inst : chosen_) {
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(inst)) {
        auto* low = llvm::cast<llvm::PHINode>(low_[inst]);
        for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
          low->addIncoming(Low(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
        }
      }
    }
  }

  llvm::Value* EmitOne(llvm::Instruction& inst) {
    llvm::IRBuilder<> builder(&inst);
    if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&inst)) {
      llvm::Value* a = inst.getOperand(0);
      llvm::Value* b = inst.getOperand(1);
      return builder.CreateICmp(BothSigned(a, b) ? compare->getPredicate() : compare->getUnsignedPredicate(), Low(a),
                                Low(b));
    }
    if (llvm::isa<llvm::SelectInst>(inst)) {
      return builder.CreateSelect(inst.getOperand(0), Low(inst.getOperand(1)), Low(inst.getOperand(2)));
    }
    if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&inst)) {
      return builder.CreateShuffleVector(Low(inst.getOperand(0)), Low(inst.getOperand(1)), shuffle->getShuffleMask());
    }
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst)) {
      llvm::Value* a = inst.getOperand(0);
      llvm::Value* b = inst.getOperand(1);
      if (call->getIntrinsicID() == llvm::Intrinsic::abs) {
        return builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, Low(a), b);
      }
      return builder.CreateBinaryIntrinsic(BothSigned(a, b) ? call->getIntrinsicID() : Unsigned(call->getIntrinsicID()),
                                           Low(a), Low(b));
    }
    return builder.CreateBinOp(llvm::cast<llvm::BinaryOperator>(inst).getOpcode(), Low(inst.getOperand(0)),
                               Low(inst.getOperand(1)));
  }

  void Replace() {
    const llvm::DenseSet<llvm::Value*> gone(chosen_.begin(), chosen_.end());
    for (llvm::Instruction* inst : chosen_) {
      if (llvm::isa<llvm::ICmpInst>(inst)) {
        inst->replaceAllUsesWith(low_[inst]);
        continue;
      }
      llvm::Value* wide = nullptr;
      for (llvm::Use& use : llvm::make_early_inc_range(inst->uses())) {
        if (!gone.contains(use.getUser())) {
          ReplaceUse(*inst, use, wide);
        }
      }
    }
    for (llvm::Instruction* inst : chosen_) {
      inst->replaceAllUsesWith(llvm::PoisonValue::get(inst->getType()));
      ranges_.Forget(inst);
      inst->eraseFromParent();
    }
  }

  // What is not computed in fewer bits itself.
  void ReplaceUse(llvm::Instruction& inst, llvm::Use& use, llvm::Value*& wide) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    llvm::Value* low = low_[&inst];
    llvm::IRBuilder<> builder(user);
    if (llvm::isa<llvm::TruncInst>(user) && BitsOf(*user) <= width_) {
      user->replaceAllUsesWith(builder.CreateTrunc(low, user->getType()));
    } else if (IsFloat(*user) && (llvm::isa<llvm::SIToFPInst>(user) || FitOf(&inst) == Fit::Unsigned ||
                                  !ranges_.Of(&inst).getSignedMin().isNegative())) {
      user->replaceAllUsesWith(FitOf(&inst) == Fit::Signed ? builder.CreateSIToFP(low, user->getType())
                                                           : builder.CreateUIToFP(low, user->getType()));
    } else {
      if (wide == nullptr) {
        builder.SetInsertPoint(inst.getParent(), *inst.getInsertionPointAfterDef());
        wide = FitOf(&inst) == Fit::Signed ? builder.CreateSExt(low, inst.getType())
                                           : builder.CreateZExt(low, inst.getType());
      }
      use.set(wide);
      return;
    }
    ranges_.Forget(user);
    user->eraseFromParent();
  }

  unsigned width_;
  unsigned register_bits_;
  IntegerRanges& ranges_;
  // All candidates, each before those that it is an operand of but for phis, and the places of those that are left.
  std::vector<llvm::Instruction*> order_;
  llvm::DenseMap<const llvm::Instruction*, unsigned> places_;
  llvm::DenseSet<const llvm::Value*> inputs_;
  std::vector<llvm::Instruction*> chosen_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> low_;
};

bool HasWideVectors(llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& inst) {
    return IsIntegerVector(inst) && BitsOf(inst) >= 32 && (inst.isBinaryOp() || IsMinimumOrMagnitude(inst));
  });
}

}  // namespace

llvm::PreservedAnalyses NarrowVectorsPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& /*analyses*/) {
  bool changed = false;
  if (HasWideVectors(function)) {
    IntegerRanges ranges(function.getDataLayout());
    for (const unsigned width : {32u, 16u, 8u}) {
      changed = Narrowing(width, register_bits, ranges).Run(function) || changed;
    }
  }
  if (!changed) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace kernelc::codegen
