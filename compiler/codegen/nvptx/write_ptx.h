// The back end: from LLVM's form of a module to PTX.
#pragma once

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace kernelc::codegen {

// `is_prepared` as Optimizer::PrepareForBackEnd() says. `machine` is one of this thread, which lasts as long as the
// thread. Changes the module.
llvm::SmallString<0> WritePtx(llvm::Module& module, llvm::TargetMachine& machine, bool is_prepared);

}  // namespace kernelc::codegen
