// The kernel functions of a PTX module.
#pragma once

#include <vector>

#include "compiler/codegen/llvm/kernel_info.h"
#include "compiler/codegen/llvm/module_context.h"

namespace kernelc::codegen {

// Emits `kernel` as a function with the ptx_kernel calling convention: one parameter per field of
// the packed buffer (two for a complex value), with what is known about arrays as attributes.
void EmitKernel(ModuleContext& module, const kir::Function& kernel);

// The parameters of such a function.
std::vector<llvm::Type*> KernelParamTypes(ModuleContext& module, const ParamLayout& layout);
// A function that the launch can find, without a body.
llvm::Function* CreateKernel(ModuleContext& module, const kir::Function& kernel,
                             const std::vector<llvm::Type*>& params, const std::string& symbol);
// Gives the KIR parameters their values, and the function's own parameters what is known of them.
void SetKernelParams(FunctionContext& fn, const ParamLayout& layout);

}  // namespace kernelc::codegen
