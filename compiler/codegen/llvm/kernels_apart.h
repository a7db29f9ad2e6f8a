// Kernels that have the same code.
#pragma once

#include <string>

#include "compiler/kir/kir.h"

namespace kernelc::codegen {

// What a kernel's code for the CPU is made of: its KIR without its symbol and the facts that mean
// nothing there. Those that have the same text and stand at the same place of the program are one
// code with several names.
std::string CpuCodeTextOf(const kir::Module& module, kir::Function kernel);

}  // namespace kernelc::codegen
