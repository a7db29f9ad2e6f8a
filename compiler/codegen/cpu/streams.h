// Stores past the caches, to large arrays that a kernel only writes.
//
// A store to a line that is not in the cache first fetches it: a third of what a copy moves. Where
// a loop over threads writes whole lines of an array that no cache holds, they go straight to
// memory. Whether the array is so large, and lies as these stores need it, is found out when the
// kernel runs.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>
#include <span>

namespace kernelc::codegen {

// Marks the load of an array's data in an entry, which has the packed parameters as its first
// argument: the kernel only stores to it, each element once, and nobody waits for it before the
// kernel ends. `extents` are the offsets of its extents (int64) in these parameters, `element` an
// element's bytes.
void MarkOnlyWritten(llvm::LoadInst* data, std::span<const std::uint32_t> extents,
                     std::uint64_t element);

// Stands behind the vectoriser and what makes copies of its loops.
class StreamStoresPass : public llvm::PassInfoMixin<StreamStoresPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
