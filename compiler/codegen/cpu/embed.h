// Images inside of objects that host programs link, and the writing of objects.
#pragma once

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <string>
#include <vector>

#include "compiler/codegen/codegen.h"

namespace kernelc::codegen {

// Adds the constant abi::LinkedImage that `embedding` asks for. `kernels` are the symbols of the
// kernels of `module`, which become visible through it alone; none where the code is elsewhere.
void AddLinkedImage(llvm::Module& module, const Embedding& embedding,
                    const std::vector<std::string>& kernels);

// The object file of an optimised module.
llvm::SmallString<0> WriteObject(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace kernelc::codegen
