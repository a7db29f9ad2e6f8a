#include "compiler/codegen/cpu/outline.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/CodeExtractor.h>

namespace kernelc::codegen {

namespace {

// Instructions and outermost loops of a function that is left as it is: some of LLVM's passes take time for each pair
// of loops of a function.
constexpr unsigned kLargeFunction = 2500;
constexpr std::size_t kManyLoops = 40;
// Of a piece: a nest of loops with more is taken apart, down to single loops over threads.
constexpr std::size_t kPiece = 600;

using Blocks = std::vector<llvm::BasicBlock*>;

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

// Loops within a loop over threads stay together: what they share is registers.
void Choose(const llvm::Loop& loop, std::vector<Blocks>* pieces) {
  if (SizeOf(loop) <= kPiece || loop.isInnermost() || IsThreadLoop(loop)) {
    pieces->emplace_back(loop.block_begin(), loop.block_end());
    return;
  }
  for (const llvm::Loop* inner : loop) {
    Choose(*inner, pieces);
  }
}

void OutlineIn(llvm::Function& function) {
  std::vector<Blocks> pieces;
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  for (const llvm::Loop* loop : loops) {
    Choose(*loop, &pieces);
  }
  if (function.getInstructionCount() <= kLargeFunction && pieces.size() <= kManyLoops) {
    return;
  }
  const llvm::CodeExtractorAnalysisCache cache(function);
  for (const Blocks& blocks : pieces) {
    llvm::CodeExtractor extractor(blocks);
    if (!extractor.isEligible()) {
      continue;
    }
    if (llvm::Function* piece = extractor.extractCodeRegion(cache)) {
      piece->addFnAttr(llvm::Attribute::NoInline);
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
