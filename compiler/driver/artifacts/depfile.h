// Dependency files for build systems.
#pragma once

#include <string>

#include "compiler/driver/source_unit.h"

namespace kernelc::driver {

// "OUTPUT: FILE FILE ..." in the form that make, Ninja and CMake read: the kernel file, every file
// that it imports as far as kernels asked for it, and the files that its kernels are linked with.
// To be called after compiling.
std::string WriteDepfile(const std::string& output, const SourceUnit& unit);

}  // namespace kernelc::driver
