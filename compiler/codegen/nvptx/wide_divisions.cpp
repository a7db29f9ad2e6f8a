#include "compiler/codegen/nvptx/wide_divisions.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Pass.h>
#include <llvm/Transforms/Scalar.h>
#include <llvm/Transforms/Utils/IntegerDivision.h>

#include <vector>

#include "compiler/codegen/nvptx/word_divisions.h"

namespace kernelc::codegen {

namespace {

// What runs next after the passes that make new divisions.
constexpr llvm::StringRef kNextPass = "CodeGen Prepare";

// What the removal of equal values helps most, behind all passes that make some.
constexpr llvm::StringRef kVectorizer = "GPU Load and Store Vectorizer";

// Passes without which the PTX of bench/suite is the same, byte for byte. LLVM removes equal
// values three times here, twice by numbering them, which is an eighth of the back end's time:
// once, and simpler, leaves no more machine instructions in any kernel of bench/suite.
constexpr llvm::StringLiteral kIdlePasses[] = {
    "Analyze Machine Code For Garbage Collection",
    "Constant Hoisting",
    "Early CSE",
    "Expand memcmp() to load/stores",
    "Fixup Statepoint Caller Saved",
    "Global Value Numbering",
    "Insert XRay ops",
    "Insert fentry calls",
    "Insert stack protectors",
    "Instrument function entry/exit with calls to e.g. mcount() (post inlining)",
    "Lower Garbage Collection Instructions",
    "Lower invoke and unwind, for unwindless code generators",
    "Machine Instruction Scheduler",
    "Machine Sanitizer Binary Metadata",
    "Merge contiguous icmps into a memcmp",
    "ObjC ARC contraction",
    "Partially inline calls to library functions",
    "Prepare callbr",
    "Replace intrinsics with calls to vector library",
    "Safe Stack instrumentation pass",
    "Shadow Stack GC Lowering",
    "Stack Frame Layout Analysis",
    "Stack Slot Coloring"};

constexpr unsigned kWidestDivision = 64;
constexpr unsigned kDigitBits = 32;

bool IsWideDivision(const llvm::Instruction& inst) {
  return inst.isIntDivRem() && inst.getType()->getScalarSizeInBits() > kWidestDivision;
}

// Long division in digits of 32 bits, from the highest one on: the remainder so far and the next
// digit fit 64 bits.
void DivideByDigit(llvm::BinaryOperator& division, std::uint64_t divisor) {
  llvm::IRBuilder<> builder(&division);
  llvm::Type* type = division.getType();
  llvm::Type* digit_type = builder.getInt64Ty();
  const unsigned digits = (type->getIntegerBitWidth() + kDigitBits - 1) / kDigitBits;
  llvm::Type* whole = builder.getIntNTy(digits * kDigitBits);
  llvm::Value* dividend = builder.CreateZExt(division.getOperand(0), whole);
  llvm::Value* quotient = llvm::ConstantInt::get(whole, 0);
  llvm::Value* remainder = builder.getInt64(0);
  for (unsigned i = digits; i-- > 0;) {
    llvm::Value* digit =
        builder.CreateTrunc(builder.CreateLShr(dividend, i * kDigitBits), builder.getInt32Ty());
    llvm::Value* part = builder.CreateOr(builder.CreateShl(remainder, kDigitBits),
                                         builder.CreateZExt(digit, digit_type));
    llvm::Value* result = builder.CreateUDiv(part, builder.getInt64(divisor));
    remainder = builder.CreateSub(part, builder.CreateMul(result, builder.getInt64(divisor)));
    quotient = builder.CreateOr(
        quotient, builder.CreateShl(builder.CreateZExt(result, whole), i * kDigitBits));
  }
  const bool is_division = division.getOpcode() == llvm::Instruction::UDiv;
  division.replaceAllUsesWith(is_division ? builder.CreateTrunc(quotient, type)
                                          : builder.CreateZExtOrTrunc(remainder, type));
  division.eraseFromParent();
}

void WriteOut(llvm::BinaryOperator& division) {
  const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(division.getOperand(1));
  const bool is_signed = division.getOpcode() == llvm::Instruction::SDiv ||
                         division.getOpcode() == llvm::Instruction::SRem;
  if (!is_signed && divisor != nullptr && !divisor->isZero() &&
      divisor->getValue().isIntN(kDigitBits)) {
    DivideByDigit(division, divisor->getZExtValue());
  } else if (division.getOpcode() == llvm::Instruction::SDiv ||
             division.getOpcode() == llvm::Instruction::UDiv) {
    llvm::expandDivision(&division);
  } else {
    llvm::expandRemainder(&division);
  }
}

class WideDivisions final : public llvm::FunctionPass {
 public:
  WideDivisions() : FunctionPass(id) {}

  llvm::StringRef getPassName() const override { return "Divisions of wide integers"; }

  bool runOnFunction(llvm::Function& function) override {
    std::vector<llvm::BinaryOperator*> divisions;
    for (llvm::Instruction& inst : llvm::instructions(function)) {
      if (IsWideDivision(inst)) {
        divisions.push_back(llvm::cast<llvm::BinaryOperator>(&inst));
      }
    }
    for (llvm::BinaryOperator* division : divisions) {
      WriteOut(*division);
    }
    return !divisions.empty();
  }

 private:
  // LLVM knows a pass by the address.
  static inline char id = 0;
};

}  // namespace

BackEndPasses::BackEndPasses() { PassManager::add(new WideDivisions); }

void BackEndPasses::add(llvm::Pass* pass) {
  const llvm::StringRef name = pass->getPassName();
  if (llvm::is_contained(kIdlePasses, name)) {
    delete pass;
    return;
  }
  if (name == kVectorizer) {
    PassManager::add(llvm::createEarlyCSEPass());
  }
  if (name == kNextPass) {
    PassManager::add(new WideDivisions);
    PassManager::add(pass);
    PassManager::add(MakeWordDivisions());
    return;
  }
  PassManager::add(pass);
}

}  // namespace kernelc::codegen
