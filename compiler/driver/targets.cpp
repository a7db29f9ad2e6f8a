#include "kernelc/targets.h"

#include <fmt/format.h>

#include "compiler/codegen/codegen.h"

namespace kernelc {

std::vector<std::string> arch_list() { return codegen::CudaArchitectures(); }

std::string gencode_flags() {
  std::string flags;
  for (const std::string& arch : arch_list()) {
    // "sm_" and the number.
    const std::string number = arch.substr(3);
    flags += fmt::format("{}-gencode arch=compute_{},code=sm_{}", flags.empty() ? "" : " ", number,
                         number);
  }
  return flags;
}

}  // namespace kernelc
