// What runs in the back end: divisions of integers that are wider than 64 bits are written out,
// passes without work are left out.
#pragma once

#include <llvm/IR/LegacyPassManager.h>

namespace kernelc::codegen {

// The back end's passes, with one of ours among them, and without those that find nothing in
// kernels (garbage collection, instrumentation, exceptions of other languages, what other machines
// need) but have analyses made for them.
//
// Strength reduction of loops makes a loop's number of iterations in twice the width of its
// variable where the variable might wrap around: `while j <= n` in steps of 7 becomes a 128-bit
// division by 7. LLVM writes out wide divisions before that pass only, and there is no library on a
// GPU to call for those that come later, so that the compiler would abort. They are written out
// here when all of these passes have run, and once before all others, since LLVM makes loops over
// the bits of all: those by a constant below 2^32 as divisions of 64 bits, others as such loops.
class BackEndPasses final : public llvm::legacy::PassManager {
 public:
  BackEndPasses();
  void add(llvm::Pass* pass) override;
};

}  // namespace kernelc::codegen
