// Images inside of objects that host programs link.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "compiler/codegen/codegen.h"

namespace kernelc::codegen {

// Adds the constant abi::LinkedImage that `embedding` asks for. `kernels` are the symbols of the
// kernels of `module`, which become visible through it alone; none where the code is elsewhere.
void AddLinkedImage(llvm::Module& module, const Embedding& embedding,
                    const std::vector<std::string>& kernels);

}  // namespace kernelc::codegen
