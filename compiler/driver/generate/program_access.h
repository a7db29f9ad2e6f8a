// What generated kernels take of a program: its file and its options.
#pragma once

#include <memory>
#include <utility>

#include "compiler/driver/source_unit.h"
#include "kernelc/program.h"

namespace kernelc::driver::generate {

struct ProgramAccess {
  static std::pair<std::shared_ptr<const SourceUnit>, ProgramOptions> PartsOf(
      const Program& program);
};

}  // namespace kernelc::driver::generate
