#include "compiler/codegen/nvptx/places.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

namespace kernelc::codegen {

namespace {

// Operations on the way from an address to the loop's variable.
constexpr unsigned kMaxDepth = 8;

enum class Extension { Unsigned, Signed };

class Places {
 public:
  Places(const llvm::Loop& loop, llvm::ScalarEvolution& evolution)
      : loop_(loop), evolution_(evolution) {}

  const llvm::SCEV* AddressOf(llvm::Value& pointer, unsigned depth) {
    if (auto* address = llvm::dyn_cast<llvm::GEPOperator>(&pointer);
        address != nullptr && depth != 0 && !loop_.isLoopInvariant(&pointer)) {
      if (const llvm::SCEV* sum = SumOf(*address, depth - 1)) {
        return sum;
      }
    }
    return Known(evolution_.getSCEV(&pointer));
  }

 private:
  // `value`, where it is affine in the loop; else null.
  const llvm::SCEV* Known(const llvm::SCEV* value) const {
    const auto* sum = llvm::dyn_cast<llvm::SCEVAddRecExpr>(value);
    return evolution_.isLoopInvariant(value, &loop_) ||
                   (sum != nullptr && sum->getLoop() == &loop_ && sum->isAffine())
               ? value
               : nullptr;
  }

  const llvm::SCEV* SumOf(llvm::GEPOperator& address, unsigned depth) {
    const llvm::DataLayout& layout = loop_.getHeader()->getDataLayout();
    const unsigned bits = layout.getIndexTypeSizeInBits(address.getType());
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> indices;
    llvm::APInt constant(bits, 0);
    const llvm::SCEV* base = AddressOf(*address.getPointerOperand(), depth);
    if (base == nullptr || !address.collectOffset(layout, bits, indices, constant)) {
      return nullptr;
    }
    llvm::SmallVector<const llvm::SCEV*, 4> terms = {base, evolution_.getConstant(constant)};
    for (const auto& [index, scale] : indices) {
      const llvm::SCEV* value =
          index->getType()->isIntegerTy(bits) ? ValueOf(*index, depth) : nullptr;
      if (value == nullptr) {
        return nullptr;
      }
      terms.push_back(evolution_.getMulExpr(evolution_.getConstant(scale), value));
    }
    return Known(evolution_.getAddExpr(terms));
  }

  // What the operands are comes first: what LLVM knows of the whole may have another form than what
  // it knows of a neighbour, and their distance would not be seen.
  const llvm::SCEV* ValueOf(llvm::Value& value, unsigned depth) {
    auto* inst = llvm::dyn_cast<llvm::Instruction>(&value);
    const llvm::SCEV* sum = inst == nullptr || depth == 0 || !loop_.contains(inst)
                                ? nullptr
                                : ValueOf(*inst, depth - 1);
    return sum != nullptr ? sum : Known(evolution_.getSCEV(&value));
  }

  const llvm::SCEV* ValueOf(llvm::Instruction& inst, unsigned depth) {
    if (auto* extension = llvm::dyn_cast<llvm::ZExtInst>(&inst)) {
      const llvm::SCEV* extended =
          Extended(*extension->getOperand(0), Extension::Unsigned, *inst.getType(), depth);
      return extended == nullptr && extension->hasNonNeg()
                 ? Extended(*extension->getOperand(0), Extension::Signed, *inst.getType(), depth)
                 : extended;
    }
    if (llvm::isa<llvm::SExtInst>(inst)) {
      return Extended(*inst.getOperand(0), Extension::Signed, *inst.getType(), depth);
    }
    return Combined(inst, [&](llvm::Value& operand) { return ValueOf(operand, depth); });
  }

  const llvm::SCEV* Extend(const llvm::SCEV* value, Extension extension, llvm::Type& type) {
    return extension == Extension::Signed ? evolution_.getSignExtendExpr(value, &type)
                                          : evolution_.getZeroExtendExpr(value, &type);
  }

  // `value` extended to `type`, by what is known of it where it does not wrap.
  const llvm::SCEV* Extended(llvm::Value& value, Extension extension, llvm::Type& type,
                             unsigned depth) {
    auto* inst = llvm::dyn_cast<llvm::Instruction>(&value);
    const llvm::SCEV* sum = inst == nullptr || depth == 0 || !loop_.contains(inst)
                                ? nullptr
                                : ExtendedResult(*inst, extension, type, depth - 1);
    return sum != nullptr ? sum : Known(Extend(evolution_.getSCEV(&value), extension, type));
  }

  const llvm::SCEV* ExtendedResult(llvm::Instruction& inst, Extension extension, llvm::Type& type,
                                   unsigned depth) {
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&inst)) {
      return ExtendedVariable(*phi, extension, type);
    }
    const bool same = extension == Extension::Signed ? llvm::isa<llvm::SExtInst>(inst)
                                                     : llvm::isa<llvm::ZExtInst>(inst);
    if (same) {
      return Extended(*inst.getOperand(0), extension, type, depth);
    }
    if (!KeepsValue(inst, extension)) {
      return nullptr;
    }
    return Combined(
        inst, [&](llvm::Value& operand) { return Extended(operand, extension, type, depth); });
  }

  const llvm::SCEV* ExtendedVariable(llvm::PHINode& phi, Extension extension, llvm::Type& type) {
    const auto* sum = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&phi));
    if (sum == nullptr || sum->getLoop() != &loop_ || !sum->isAffine() ||
        phi.getParent() != loop_.getHeader()) {
      return nullptr;
    }
    auto* next =
        llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValueForBlock(loop_.getLoopLatch()));
    if (next == nullptr || next->getOpcode() != llvm::Instruction::Add ||
        !KeepsValue(*next, extension) ||
        (next->getOperand(0) != &phi && next->getOperand(1) != &phi)) {
      return nullptr;
    }
    return evolution_.getAddRecExpr(Extend(sum->getStart(), extension, type),
                                    Extend(sum->getStepRecurrence(evolution_), extension, type),
                                    &loop_, llvm::SCEV::FlagAnyWrap);
  }

  // What the instruction gives is what it would give with more bits, or poison.
  static bool KeepsValue(const llvm::Instruction& inst, Extension extension) {
    if (const auto* either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&inst)) {
      return either->isDisjoint();
    }
    return llvm::isa<llvm::OverflowingBinaryOperator>(inst) &&
           (extension == Extension::Signed ? inst.hasNoSignedWrap() : inst.hasNoUnsignedWrap());
  }

  // Of the operands, as `value_of` gives them; null for other operations, and where an operand is
  // not known.
  template <typename Function>
  const llvm::SCEV* Combined(llvm::Instruction& inst, const Function& value_of) {
    const unsigned opcode = inst.getOpcode();
    if (opcode == llvm::Instruction::Shl) {
      const auto* amount = llvm::dyn_cast<llvm::ConstantInt>(inst.getOperand(1));
      // The highest bit alone is a negative number.
      if (amount == nullptr || amount->getValue().uge(inst.getType()->getIntegerBitWidth() - 1)) {
        return nullptr;
      }
      const llvm::SCEV* shifted = value_of(*inst.getOperand(0));
      return shifted == nullptr
                 ? nullptr
                 : evolution_.getMulExpr(
                       shifted,
                       evolution_.getConstant(shifted->getType(), 1ULL << amount->getZExtValue()));
    }
    const bool adds = opcode == llvm::Instruction::Add ||
                      (opcode == llvm::Instruction::Or &&
                       llvm::cast<llvm::PossiblyDisjointInst>(inst).isDisjoint());
    if (!adds && opcode != llvm::Instruction::Sub && opcode != llvm::Instruction::Mul) {
      return nullptr;
    }
    const llvm::SCEV* left = value_of(*inst.getOperand(0));
    const llvm::SCEV* right = left == nullptr ? nullptr : value_of(*inst.getOperand(1));
    if (right == nullptr) {
      return nullptr;
    }
    const llvm::SCEV* result = adds ? evolution_.getAddExpr(left, right)
                               : opcode == llvm::Instruction::Sub
                                   ? evolution_.getMinusSCEV(left, right)
                                   : evolution_.getMulExpr(left, right);
    return Known(result);
  }

  const llvm::Loop& loop_;
  llvm::ScalarEvolution& evolution_;
};

}  // namespace

const llvm::SCEVAddRecExpr* PlaceOf(llvm::Value& pointer, const llvm::Loop& loop,
                                    llvm::ScalarEvolution& evolution) {
  const auto* sum = llvm::dyn_cast_or_null<llvm::SCEVAddRecExpr>(
      Places(loop, evolution).AddressOf(pointer, kMaxDepth));
  return sum != nullptr && sum->getLoop() == &loop && sum->isAffine() ? sum : nullptr;
}

}  // namespace kernelc::codegen
