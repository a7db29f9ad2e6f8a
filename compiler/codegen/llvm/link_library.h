// Code of others as part of a module.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>

namespace kernelc::codegen {

// Links what `module` declares and `library` defines, and what this needs, into `module`, all of it
// internal. Where both define a name, they go on to mean their own. False when LLVM's linker fails,
// which tells the context's handler why.
bool LinkLibrary(llvm::Module& module, std::unique_ptr<llvm::Module> library);

}  // namespace kernelc::codegen
