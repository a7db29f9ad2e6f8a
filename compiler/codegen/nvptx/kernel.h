// The kernel functions of a PTX module.
#pragma once

#include "compiler/codegen/llvm/module_context.h"

namespace kernelc::codegen {

// Emits `kernel` as a function with the ptx_kernel calling convention: one parameter per field of
// the packed buffer (two for a complex value), with what is known about arrays as attributes.
void EmitKernel(ModuleContext& module, const kir::Function& kernel);

}  // namespace kernelc::codegen
