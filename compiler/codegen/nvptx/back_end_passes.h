// What runs in the back end behind PrepareForBackEnd(): passes without work are left out.
#pragma once

#include <llvm/IR/LegacyPassManager.h>

namespace kernelc::codegen {

// The back end's passes without those that find nothing in kernels (garbage collection,
// instrumentation, exceptions of other languages, what other machines need) but have analyses made
// for them, and, of a module that is prepared, without those that ran already.
class BackEndPasses final : public llvm::legacy::PassManager {
 public:
  explicit BackEndPasses(bool is_prepared) : is_prepared_(is_prepared) {}
  void add(llvm::Pass* pass) override;

 private:
  bool is_prepared_;
};

}  // namespace kernelc::codegen
