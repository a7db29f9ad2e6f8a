// The functions that PTX and cubins define for others. nvJitLink takes the first of several functions of one name and says so on
// the error stream alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernelc/link.h"

namespace kernelc::driver {

// Names of functions that a PTX text defines and others see, weak ones left away.
std::vector<std::string> FunctionsOfPtx(std::string_view text);

// The same for an input; nothing for kinds that are not read here (LTO-IR, fatbins, objects of nvcc and archives).
std::vector<std::string> FunctionsOf(const LinkInput& input);

}  // namespace kernelc::driver
