// What a lane of a warp may wait in for another one.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Instructions.h>

#include <utility>

namespace kernelc::codegen {

// Whether the loop has operations whose effect one lane may see of another before both are at a
// barrier.
bool HasAtomics(const llvm::Loop& loop);

// Whether the block calls a function in which it may wait.
bool MayWaitInCall(const llvm::BasicBlock& block);

class WaitingLoops {
 public:
  // Whether the end of the loop, or of one in it, depends on memory that changes while lanes wait.
  // Not taken for one that waits: a compare-and-swap that is tried again with the value that it
  // found, as some lane's succeeds each time; arguments and constants that the kernel only reads;
  // and loads in loops without atomic operations and fences, which nothing makes read anew.
  bool MayWait(const llvm::Loop& loop);

 private:
  using Blocks = llvm::SmallVector<const llvm::BasicBlock*, 8>;
  using Values = llvm::SmallVector<const llvm::Value*, 16>;
  bool EndsByMemory(const llvm::Loop& loop);
  // The blocks, which are the loop's, and those that decide whether an iteration comes to them.
  Blocks Deciding(const llvm::Loop& loop, const Blocks& blocks);
  // The last ones that decide whether an iteration comes to the block.
  const Blocks& DecidingNext(const llvm::Loop& loop, const llvm::BasicBlock* block);
  // Adds the branches that decide which value the phi has.
  void AddChoice(const llvm::Loop& loop, const llvm::PHINode& phi, Values& open);

  llvm::DenseMap<const llvm::Loop*, bool> known_;
  llvm::DenseMap<std::pair<const llvm::Loop*, const llvm::BasicBlock*>, Blocks> deciding_;
};

}  // namespace kernelc::codegen
