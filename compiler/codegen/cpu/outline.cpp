#include "compiler/codegen/cpu/outline.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/CodeExtractor.h>

#include <utility>
#include <vector>

namespace kernelc::codegen {

namespace {

// Instructions and outermost loops of a function that is left as it is: some of LLVM's passes take time for each pair
// of loops of a function.
constexpr unsigned kLargeFunction = 2500;
constexpr std::size_t kManyLoops = 40;
// Of a piece: a nest of loops with more is taken apart, down to single loops over threads.
constexpr std::size_t kPiece = 600;

struct Piece {
  std::vector<llvm::BasicBlock*> blocks;
  // A loop in it may become vectors.
  bool has_vectors = false;
};

std::size_t SizeOf(const llvm::Loop& loop) {
  std::size_t size = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    size += block->size();
  }
  return size;
}

bool IsThreadLoop(const llvm::Loop& loop) {
  return llvm::findOptionMDForLoop(&loop, "llvm.loop.parallel_accesses") != nullptr;
}

bool MayBecomeVectors(const llvm::Loop& loop) {
  if (IsThreadLoop(loop)) {
    return llvm::getBooleanLoopAttribute(&loop, "llvm.loop.vectorize.enable") ||
           llvm::findOptionMDForLoop(&loop, "llvm.loop.vectorize.enable") == nullptr;
  }
  return llvm::any_of(loop, [](const llvm::Loop* inner) { return MayBecomeVectors(*inner); });
}

// Loops within a loop over threads stay together: what they share is registers.
void Choose(const llvm::Loop& loop, std::vector<Piece>* pieces) {
  if (SizeOf(loop) <= kPiece || loop.isInnermost() || IsThreadLoop(loop)) {
    pieces->push_back({{loop.block_begin(), loop.block_end()}, MayBecomeVectors(loop)});
    return;
  }
  for (const llvm::Loop* inner : loop) {
    Choose(*inner, pieces);
  }
}

bool HasLifetime(const llvm::AllocaInst& memory) {
  return llvm::any_of(memory.users(), [](const llvm::User* user) { return llvm::isa<llvm::LifetimeIntrinsic>(user); });
}

// For each piece the extractor looks through the memory that it saw when its cache was made, and through the users of
// that, for what it can move into the piece. It moves what has a lifetime; the rest is not in the function meanwhile.
class HiddenMemory {
 public:
  explicit HiddenMemory(llvm::Function& function) : aside_(llvm::BasicBlock::Create(function.getContext())) {
    for (llvm::Instruction& inst : llvm::make_early_inc_range(function.getEntryBlock())) {
      if (auto* memory = llvm::dyn_cast<llvm::AllocaInst>(&inst); memory != nullptr && !HasLifetime(*memory)) {
        places_.emplace_back(memory, memory->getNextNode());
        memory->moveBefore(*aside_, aside_->end());
      }
    }
  }
  HiddenMemory(const HiddenMemory&) = delete;
  HiddenMemory& operator=(const HiddenMemory&) = delete;
  ~HiddenMemory() {
    for (const auto& [memory, next] : llvm::reverse(places_)) {
      memory->moveBefore(next->getIterator());
    }
    delete aside_;
  }

 private:
  llvm::BasicBlock* aside_;
  // With what stands behind each.
  std::vector<std::pair<llvm::AllocaInst*, llvm::Instruction*>> places_;
};

llvm::CodeExtractorAnalysisCache CacheOf(llvm::Function& function) {
  const HiddenMemory hidden(function);
  return llvm::CodeExtractorAnalysisCache(function);
}

// What a piece reads from outside of it, under names that the piece alone uses: the extractor looks through all users
// of what a piece reads, and all pieces of a kernel read its arguments.
class OwnNames {
 public:
  explicit OwnNames(const Piece& piece) : inside_(piece.blocks.begin(), piece.blocks.end()) {
    llvm::BasicBlock* const before = BlockBefore(*piece.blocks.front());
    if (before == nullptr) {
      return;
    }
    for (llvm::BasicBlock* block : piece.blocks) {
      for (llvm::Instruction& inst : *block) {
        for (llvm::Use& use : inst.operands()) {
          if (IsRead(*use)) {
            use.set(NameOf(*use, *before));
          }
        }
      }
    }
  }
  OwnNames(const OwnNames&) = delete;
  OwnNames& operator=(const OwnNames&) = delete;
  ~OwnNames() {
    for (const auto& [value, name] : names_) {
      name->replaceAllUsesWith(value);
      name->eraseFromParent();
    }
  }

 private:
  // From which alone the piece is entered; null where there are several.
  llvm::BasicBlock* BlockBefore(llvm::BasicBlock& header) const {
    llvm::BasicBlock* found = nullptr;
    for (llvm::BasicBlock* block : llvm::predecessors(&header)) {
      if (inside_.contains(block)) {
        continue;
      }
      if (found != nullptr && found != block) {
        return nullptr;
      }
      found = block;
    }
    return found;
  }

  // Memory that the extractor may move stays what it is. Structs have no casts.
  bool IsRead(const llvm::Value& value) const {
    if (value.getType()->isAggregateType()) {
      return false;
    }
    if (const auto* inst = llvm::dyn_cast<llvm::Instruction>(&value)) {
      const auto* memory = llvm::dyn_cast<llvm::AllocaInst>(inst);
      return !inside_.contains(inst->getParent()) && (memory == nullptr || !HasLifetime(*memory));
    }
    return llvm::isa<llvm::Argument>(value);
  }

  llvm::Value* NameOf(llvm::Value& value, llvm::BasicBlock& before) {
    llvm::Instruction*& name = names_[&value];
    if (name == nullptr) {
      name = llvm::CastInst::Create(llvm::Instruction::BitCast, &value, value.getType(), "",
                                    before.getTerminator()->getIterator());
    }
    return name;
  }

  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> inside_;
  llvm::MapVector<llvm::Value*, llvm::Instruction*> names_;
};

void OutlineIn(llvm::Function& function) {
  std::vector<Piece> pieces;
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  for (const llvm::Loop* loop : loops) {
    Choose(*loop, &pieces);
  }
  if (function.getInstructionCount() <= kLargeFunction && pieces.size() <= kManyLoops) {
    return;
  }
  function.addFnAttr(kBrieflyAttribute);
  const llvm::CodeExtractorAnalysisCache cache = CacheOf(function);
  for (const Piece& piece : pieces) {
    llvm::CodeExtractor extractor(piece.blocks);
    if (!extractor.isEligible()) {
      continue;
    }
    const OwnNames names(piece);
    if (llvm::Function* extracted = extractor.extractCodeRegion(cache)) {
      extracted->addFnAttr(llvm::Attribute::NoInline);
      if (piece.has_vectors) {
        extracted->removeFnAttr(kBrieflyAttribute);
      } else {
        extracted->addFnAttr(kBrieflyAttribute);
      }
    }
  }
}

}  // namespace

void OutlineLoops(llvm::Module& module) {
  std::vector<llvm::Function*> written;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) {
      written.push_back(&function);
    }
  }
  for (llvm::Function* function : written) {
    OutlineIn(*function);
  }
}

}  // namespace kernelc::codegen
