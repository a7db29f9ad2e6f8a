// Keeps passes of the back end away from functions where they would take long.
#pragma once

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/OptBisect.h>

namespace llvm {
class Module;
}

namespace kernelc::codegen {

// The load and store vectorizer compares the accesses of a block pair by pair, up to 64 unrelated
// ones each, which takes seconds for a thousand lines of straight code whose indices have nothing to
// do with each other. Accesses at constant distances, which are those that it joins, count once.
// Straight-line strength reduction takes quadratic time in the length of a function; the removal of equal values behind it
// compares every load with the hundred accesses before it, and moving loads to where they are used looks through all that
// is behind each.
//
// Install in the module's context while the back end runs.
class PassLimits final : public llvm::OptPassGate {
 public:
  explicit PassLimits(const llvm::Module& module);

  // LLVM describes every function to a gate that is.
  bool isEnabled() const override {
    return !without_vectorizer_.empty() || !without_strength_reduction_.empty() || !without_sinking_.empty();
  }
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef description) const override;

 private:
  // Functions that a pass leaves alone, as LLVM describes them to a gate.
  llvm::StringSet<> without_vectorizer_;
  llvm::StringSet<> without_strength_reduction_;
  llvm::StringSet<> without_numbering_;
  llvm::StringSet<> without_sinking_;
};

}  // namespace kernelc::codegen
