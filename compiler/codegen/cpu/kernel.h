// A kernel as a function that runs one block, and the entry that runs a range of blocks.
#pragma once

#include "compiler/codegen/cpu/hooks.h"

namespace kernelc::codegen {

// Emits `kernel` with the signature abi::CpuEntry under its symbol, and the function for one block
// that it calls.
void EmitCpuKernel(ModuleContext& module, const kir::Function& kernel, CpuTargetHooks& hooks);

}  // namespace kernelc::codegen
