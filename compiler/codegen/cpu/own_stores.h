// Stores of some lanes to memory that one thread of the system uses alone, as stores of whole
// vectors.
//
// A load behind a masked store of the same memory waits until the store has left the core: its
// bytes cannot be forwarded. Threads of a block read what others stored a few instructions ago: so
// where a place is loaded and stored to, what is in memory is mixed with what is stored, and stored
// whole.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Says that what `pointer` points to is the worker's: shared arrays and what threads keep
// (abi::CpuWorker), with a vector's bytes on either side.
void MarkWorkerMemory(llvm::LoadInst* pointer);
// Whether `pointer` points into such memory.
bool IsWorkerMemory(const llvm::Value* pointer);

// Stands behind the vectoriser.
class OwnStoresPass : public llvm::PassInfoMixin<OwnStoresPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
