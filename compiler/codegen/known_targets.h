// Which targets there are. No LLVM.
#pragma once

#include <string>
#include <vector>

#include "compiler/base/result.h"
#include "compiler/codegen/target_options.h"

namespace kernelc::codegen {

// CPUs of 64 bits by LLVM's names, the levels of the x86-64 ABI first.
std::vector<std::string> CpuNames();

// Fails for an architecture, a CPU or a PTX version that is not there, or that do not fit each
// other.
Result<bool> CheckCpuTarget(const TargetOptions& options);
Result<bool> CheckCudaTarget(const TargetOptions& options);

}  // namespace kernelc::codegen
