// Where the accesses of a loop are.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>

namespace kernelc::codegen {

// The address `pointer` of an iteration as a sum {start,+,step} with a step that the loop does not
// change; null where it is none, or not known to be.
//
// LLVM's analysis does not see one where an index has 32 bits, `base + zext(row * width + column)`:
// it keeps no flags of instructions that may not run, so that the index might wrap around to it. An
// address is only used where its index did not: an instruction with flags that wraps gives poison,
// and so does what is computed of it. So the extension is taken of the operands, as far as the
// flags go.
const llvm::SCEVAddRecExpr* PlaceOf(llvm::Value& pointer, const llvm::Loop& loop,
                                    llvm::ScalarEvolution& evolution);

}  // namespace kernelc::codegen
