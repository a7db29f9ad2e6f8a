// Loops over those threads of a block that a condition leaves, begun where a vector of threads
// begins.
//
// `if tid > k` makes a loop that begins at k + 1, and so would its vectors: each covers parts of
// two vectors that another loop has just stored, whose bytes a load gets only once they are in the
// cache. Where such a loop changes shared memory in place, so that vectors are stored whole
// (own_stores.h), it begins at a multiple of a vector's threads instead, and the threads in front
// of its own are masked.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Of loops that are to end with a masked vector (AnnotateThreadLoops). Stands in front of the
// vectoriser, behind what moves code out of loops: a turn's code is under a condition then.
void BeginLoopsAtVectors(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

}  // namespace kernelc::codegen
