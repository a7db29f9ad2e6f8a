// Code of others as part of a module.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <vector>

namespace kernelc::codegen {

// Links what `module` declares and `libraries` define, and what this needs, into `module`, all of it
// internal. Where both define a name, they go on to mean their own. False when LLVM's linker fails,
// which tells the context's handler why.
bool LinkLibraries(llvm::Module& module, std::vector<std::unique_ptr<llvm::Module>> libraries);

}  // namespace kernelc::codegen
