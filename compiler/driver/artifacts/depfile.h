// Dependency files for build systems.
#pragma once

#include <string>
#include <vector>

#include "compiler/cache/file_facts.h"
#include "compiler/driver/source_unit.h"

namespace kernelc::driver {

// "OUTPUT: FILE FILE ..." in the form that make, Ninja and CMake read: the kernel file `unit`, the files whose contents `facts`
// name, which is every file that it imports as far as kernels asked for it and what these are linked with, and the files `linked`.
std::string WriteDepfile(const std::string& output, const SourceUnit& unit,
                         const std::vector<cache::FileFact>& facts, const std::vector<std::string>& linked);

}  // namespace kernelc::driver
