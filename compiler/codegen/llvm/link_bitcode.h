// LLVM bitcode of others, linked with a module before it is optimised.
#pragma once

#include <llvm/IR/Module.h>

#include <span>

#include "compiler/base/result.h"
#include "compiler/codegen/codegen.h"

namespace kernelc::codegen {

// Links what `module` calls from `inputs` into it; what comes in is internal. Bitcode that names no target fits everywhere,
// bitcode for NVPTX as long as it uses nothing of GPUs, that for a processor fits the processor. Fails, naming the input,
// for what cannot be read, for another target's, for a symbol that two inputs define and for a function whose type is
// not what the program declares.
Result<bool> LinkBitcode(llvm::Module& module, std::span<const LinkedBitcode> inputs);

// External functions of `kir_module` that `module` still calls, or rather declares.
std::vector<std::string> UnresolvedFunctions(const llvm::Module& module,
                                             const kir::Module& kir_module);

}  // namespace kernelc::codegen
