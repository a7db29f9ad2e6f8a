#include "compiler/codegen/nvptx/word_arithmetic.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>

namespace kernelc::codegen {

namespace {

constexpr unsigned kWordBits = 32;

bool IsNarrow(const llvm::Type& type) { return type.isIntegerTy(8) || type.isIntegerTy(16); }

class WordMaker {
 public:
  explicit WordMaker(const llvm::DataLayout& layout) : layout_(layout) {}

  void Visit(llvm::Instruction& inst) {
    if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&inst);
        operation != nullptr && IsNarrow(*inst.getType())) {
      MakeWord(*operation);
    } else if (llvm::isa<llvm::ZExtInst>(inst)) {
      if (llvm::Value* word = words_.lookup(inst.getOperand(0))) {
        llvm::IRBuilder<> builder(&inst);
        llvm::Value* clean = Clean(builder, word, *inst.getOperand(0)->getType());
        Replace(inst, builder.CreateZExtOrTrunc(clean, inst.getType()));
      }
    } else if (llvm::isa<llvm::TruncInst>(inst)) {
      if (llvm::Value* word = words_.lookup(inst.getOperand(0))) {
        Replace(inst, llvm::IRBuilder<>(&inst).CreateTrunc(word, inst.getType()));
      }
    }
  }

  // Narrow values that something else reads are cut from the words.
  bool Finish() {
    for (llvm::Instruction* inst : done_) {
      if (words_.contains(inst) && !inst->use_empty()) {
        llvm::IRBuilder<> builder(inst);
        inst->replaceUsesWithIf(
            builder.CreateTrunc(words_.lookup(inst), inst->getType()),
            [&](const llvm::Use& use) { return !words_.contains(use.getUser()); });
      }
    }
    for (llvm::Instruction* inst : llvm::reverse(done_)) {
      if (inst->use_empty()) {
        inst->eraseFromParent();
      }
    }
    return !done_.empty();
  }

 private:
  void MakeWord(llvm::BinaryOperator& operation) {
    const llvm::Instruction::BinaryOps opcode = operation.getOpcode();
    const bool shifts = opcode == llvm::Instruction::Shl || opcode == llvm::Instruction::LShr;
    if ((operation.isIntDivRem() || opcode == llvm::Instruction::AShr) ||
        (shifts && !llvm::isa<llvm::ConstantInt>(operation.getOperand(1)))) {
      return;
    }
    llvm::IRBuilder<> builder(&operation);
    llvm::Value* a = WordOf(builder, operation.getOperand(0), opcode);
    llvm::Value* b = a == nullptr ? nullptr : WordOf(builder, operation.getOperand(1), opcode);
    if (b == nullptr) {
      return;
    }
    if (opcode == llvm::Instruction::LShr) {
      a = Clean(builder, a, *operation.getType());
    }
    words_[&operation] = builder.CreateBinOp(opcode, a, b);
    done_.push_back(&operation);
  }

  // Its low bits are those of `value`; null where it would take an instruction.
  llvm::Value* WordOf(llvm::IRBuilder<>& builder, llvm::Value* value,
                      llvm::Instruction::BinaryOps opcode) {
    llvm::Type* type = builder.getInt32Ty();
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value)) {
      const bool is_sum = opcode == llvm::Instruction::Add || opcode == llvm::Instruction::Sub ||
                          opcode == llvm::Instruction::Mul;
      const llvm::APInt& number = constant->getValue();
      return llvm::ConstantInt::get(type, is_sum ? number.sext(kWordBits) : number.zext(kWordBits));
    }
    if (llvm::Value* word = words_.lookup(value)) {
      return word;
    }
    if (llvm::isa<llvm::LoadInst>(value)) {
      return builder.CreateZExt(value, type);
    }
    auto* cast = llvm::dyn_cast<llvm::CastInst>(value);
    if (cast == nullptr || !cast->getSrcTy()->isIntegerTy()) {
      return nullptr;
    }
    const bool is_cut = cast->getSrcTy()->getIntegerBitWidth() >= kWordBits;
    const bool is_loaded = llvm::isa<llvm::LoadInst>(cast->getOperand(0));
    return !is_cut && !is_loaded
               ? nullptr
               : builder.CreateIntCast(cast->getOperand(0), type, llvm::isa<llvm::SExtInst>(cast));
  }

  // Without what is beyond the narrow `type`.
  llvm::Value* Clean(llvm::IRBuilder<>& builder, llvm::Value* word, const llvm::Type& type) const {
    const llvm::APInt mask = llvm::APInt::getLowBitsSet(kWordBits, type.getIntegerBitWidth());
    return llvm::MaskedValueIsZero(word, ~mask, layout_)
               ? word
               : builder.CreateAnd(word, llvm::ConstantInt::get(word->getType(), mask));
  }

  void Replace(llvm::Instruction& inst, llvm::Value* value) {
    inst.replaceAllUsesWith(value);
    done_.push_back(&inst);
  }

  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::Value*, llvm::Value*> words_;
  // Narrow operations with words, and what became of those; what reads comes behind.
  llvm::SmallVector<llvm::Instruction*> done_;
};

}  // namespace

llvm::PreservedAnalyses WordArithmeticPass::run(llvm::Function& function,
                                                llvm::FunctionAnalysisManager& /*analyses*/) {
  WordMaker maker(function.getParent()->getDataLayout());
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) {
    for (llvm::Instruction& inst : llvm::make_early_inc_range(*block)) {
      maker.Visit(inst);
    }
  }
  if (!maker.Finish()) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace kernelc::codegen
