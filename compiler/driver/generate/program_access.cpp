#include "compiler/driver/generate/program_access.h"

#include "compiler/driver/jit_kernel.h"

namespace kernelc::driver::generate {

std::pair<std::shared_ptr<const SourceUnit>, ProgramOptions> ProgramAccess::PartsOf(
    const Program& program) {
  return {program.state().unit(), program.state().options()};
}

}  // namespace kernelc::driver::generate
