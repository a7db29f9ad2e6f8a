// Arrays in local memory by addresses of that memory.
#pragma once

#include <llvm/IR/PassManager.h>

namespace kernelc::codegen {

// Arrays of libdevice have generic addresses. With this, their uses go by way of local addresses,
// which LLVM's inference of address spaces spreads. The back end has such a pass, but no other pass
// manager can run it.
class LocalArraysPass : public llvm::PassInfoMixin<LocalArraysPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace kernelc::codegen
