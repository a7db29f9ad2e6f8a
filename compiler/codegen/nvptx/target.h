// GPU architectures and LLVM's NVPTX back end for them.
#pragma once

#include <llvm/Target/TargetMachine.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "compiler/base/result.h"
#include "compiler/codegen/target_options.h"

namespace kernelc::codegen {

struct CudaTarget {
  std::string arch;
  // The number in the name: 90 for sm_90a.
  std::uint32_t sm = 0;
  // PTX ISA version times 10.
  std::uint32_t ptx = 0;
};

// Fails for an architecture that is not in architectures.def, naming those that are, and for a PTX
// version that is too old for it.
Result<CudaTarget> FindCudaTarget(const TargetOptions& options);

// The machine for a target; one per thread and target is made and kept.
llvm::TargetMachine& MachineFor(const CudaTarget& target, unsigned opt_level);

}  // namespace kernelc::codegen
