// LLVM's loop vectoriser, kept from a change of order that it takes for harmless in parallel loops.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// In a loop whose iterations are said to be independent (llvm.loop.parallel_accesses) LLVM 22's vectoriser
// collects no dependences at all, and takes that to mean that within one iteration there are none either:
// when it makes one wide access of several that are interleaved (`p[8 * i]`, `p[8 * i + 1]`, ...), it moves
// loads up and stores down past accesses to the same memory, so that a load may miss a store above it. This
// pass is the vectoriser, without such groups in loops where they would move past an access that may
// touch the same memory.
class VectorizeLoopsPass : public llvm::PassInfoMixin<VectorizeLoopsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

// While it lives, vectorisers of this process, of whatever thread, make groups of interleaved accesses, or make none;
// waits for the scopes of the other kind to end. Whoever runs LLVM's vectoriser does it in one.
class InterleavedAccessScope {
 public:
  explicit InterleavedAccessScope(bool groups);
  ~InterleavedAccessScope();
  InterleavedAccessScope(const InterleavedAccessScope&) = delete;
  InterleavedAccessScope& operator=(const InterleavedAccessScope&) = delete;
};

}  // namespace kernelc::codegen
