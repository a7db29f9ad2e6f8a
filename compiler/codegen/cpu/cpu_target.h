// CPUs that code is generated for.
#pragma once

#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

#include "compiler/base/result.h"
#include "compiler/codegen/target_options.h"

namespace kernelc::codegen {

// The widest vectors that glibc's vector mathematics and the optimiser may use.
enum class VectorLevel : std::uint8_t { Sse4, Avx2, Avx512 };

struct CpuTarget {
  // LLVM's CPU name: "native" is replaced by the machine's.
  std::string arch;
  // LLVM's feature string; empty when the CPU's own features are meant.
  std::string features;
};

// Fails when LLVM does not know `options.arch`, naming what it accepts.
Result<CpuTarget> FindCpuTarget(const TargetOptions& options);

// A machine of the calling thread, which reuses it.
llvm::TargetMachine& MachineFor(const CpuTarget& target, unsigned opt_level);

// The extensions of cpu_features.def that the machine's code may use, as an LLVM feature string.
std::string ExtensionsOf(const llvm::TargetMachine& machine);

VectorLevel VectorLevelOf(const llvm::TargetMachine& machine);

}  // namespace kernelc::codegen
