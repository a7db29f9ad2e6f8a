// LLVM's pipeline as it suits kernels, and what the back end does before it selects instructions.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>

namespace kernelc::codegen {

// Both use the same analyses, which are kept as long as the code stays as they have it. Must not
// outlive the module.
class Optimizer {
 public:
  Optimizer(llvm::Module& module, llvm::TargetMachine& machine, unsigned opt_level);
  ~Optimizer();

  void Optimize();

  // Makes code that reads less well and is nearer to the machine: addresses as sums, loops with the
  // variables that addresses need, wide loads and stores. The back end has these passes as well,
  // but makes each analysis anew for them. Gives whether it did so, which it does not without
  // optimisation.
  bool PrepareForBackEnd();

 private:
  class Managers;

  llvm::Module& module_;
  llvm::TargetMachine& machine_;
  unsigned opt_level_;
  std::unique_ptr<Managers> managers_;
};

}  // namespace kernelc::codegen
