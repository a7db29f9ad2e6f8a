// Keeps passes away from functions where they would take long.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/OptBisect.h>

namespace kernelc::codegen {

// A function of tens of thousands of instructions.
bool IsLong(const llvm::Function& function);

// Whether a pass, by the name of its class, would take too long for a function. `repeated`: it ran for it before.
//
// The load and store vectorizer compares the accesses of a block pair by pair, up to 64 unrelated
// ones each, which takes seconds for a thousand lines of straight code whose indices have nothing
// to do with each other. Accesses at constant distances, which are those that it joins, count once.
bool IsTooLargeFor(llvm::StringRef pass, const llvm::Function& function, bool repeated);

// The same for passes over machine instructions: moving loads to where they are used looks through all that is behind
// each. Install in the module's context while they run.
class MachineLimits final : public llvm::OptPassGate {
 public:
  explicit MachineLimits(const llvm::Module& module);

  // LLVM describes every function to a gate that is.
  bool isEnabled() const override { return !without_sinking_.empty(); }
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef description) const override;

 private:
  // As LLVM describes them to a gate.
  llvm::StringSet<> without_sinking_;
};

}  // namespace kernelc::codegen
