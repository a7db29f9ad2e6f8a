// Atomics of all threads on one element whose old value nobody asks for: sums, extremes.
//
// Each thread of the system does them for itself, on a copy of its own, and adds that to the
// element once, after its last block: an atomic for each block or warp would have the machine's
// cores take the element from each other. Nobody sees the difference: nothing else in the kernel
// touches the array, and the order in which threads add was never defined.
#pragma once

#include <vector>

#include "compiler/codegen/llvm/function_context.h"
#include "compiler/kir/kir.h"

namespace kernelc::codegen {

// The atomic_rmw operations of the kernel that are like this; each of another array.
std::vector<kir::InstId> FindPrivateAtomics(const kir::Module& module, const kir::Function& kernel);

// A copy: where the element is (null before the first operation) and what is to be done to it.
llvm::StructType* PrivateAtomicType(FunctionContext& fn, kir::InstId atomic);
// A new copy, which nothing was done to.
llvm::Value* MakePrivateAtomic(FunctionContext& fn, kir::InstId atomic);
// Does what the copy has to the element, if anything.
void FlushPrivateAtomic(FunctionContext& fn, kir::InstId atomic, llvm::Value* copy);

}  // namespace kernelc::codegen
