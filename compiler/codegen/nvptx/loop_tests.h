// Tests of loops that the assembler can count.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>

namespace kernelc::codegen {

// The variable of a loop that its last block tests, and how.
struct LoopTest {
  llvm::PHINode* variable = nullptr;
  // The variable of the next iteration: `variable` and a positive constant.
  llvm::BinaryOperator* next = nullptr;
  llvm::ICmpInst* compare = nullptr;
};

// The test of a loop that goes on while a variable that grows by a constant is below a bound;
// without a variable where the loop ends in other ways. The loop has LLVM's simple form.
LoopTest TestOf(const llvm::Loop& loop);

// Makes the test look at the next iteration's variable instead of this one's, where no sum wraps
// around:
//
//   do { ... } while ((i += 32) - 32 < n - 56)    becomes    do { ... } while ((i += 32) < n - 24)
//
// ptxas (13.0) unrolls the second alone.
void TestNextIteration(const LoopTest& test, llvm::Loop& loop, llvm::ScalarEvolution& evolution);

}  // namespace kernelc::codegen
