// Tuples that come from several places, as a value for each element.
//
// A device function with two returns of a tuple is a phi of a struct where it is inlined, and loops
// with such a phi do not become vectors.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Stands behind the inliner, and in front of a pass that looks through insertvalue.
class SplitStructPhisPass : public llvm::PassInfoMixin<SplitStructPhisPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
