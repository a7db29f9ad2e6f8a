// What this build of the compiler makes code for.
#pragma once

#include <string>
#include <vector>

#include "kernelc/compiler_export.h"

namespace kernelc {

// The GPU architectures, as torch.cuda.get_arch_list(): "sm_75", "sm_80", ..., with those of a
// suffix.
KC_COMPILER_API std::vector<std::string> arch_list();
// The same as options of nvcc, for code that is to be linked with: "-gencode
// arch=compute_75,code=sm_75 ...".
KC_COMPILER_API std::string gencode_flags();

}  // namespace kernelc
