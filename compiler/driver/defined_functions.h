// The functions that PTX, cubins and objects define.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernelc/link.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc::driver {

// Names of functions that a PTX text defines and others see, weak ones and kernels left away.
std::vector<std::string> FunctionsOfPtx(std::string_view text);

// Names of the kernels that it defines.
std::vector<std::string> KernelsOfPtx(std::string_view text);

// The same as FunctionsOfPtx for an input; nothing for kinds that are not read here (LTO-IR,
// fatbins, objects of nvcc and archives). nvJitLink takes the first of several functions of one
// name and says so on the error stream alone.
std::vector<std::string> FunctionsOf(const LinkInput& input);

// Made code defines a function of every one of these names; what does not is a bug of ours. Code
// that is elsewhere (CpuLinked) has none.
void CheckDefines(const abi::Code& code, std::span<const std::string> symbols);
void CheckDefines(const abi::Code& code, std::span<const abi::KernelInfo> kernels);

}  // namespace kernelc::driver
