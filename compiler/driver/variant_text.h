// What the code of a launch was made for, for people.
#pragma once

#include <string>

#include "runtime/abi/kernel_image.h"

namespace kernelc::driver {

// One line for each kernel and target of the image:
//
//   variant of `add` for sm_90: x float32[::1] aligned small, n int32; arrays do not overlap; 2
//   threads in one on large grids
std::string VariantText(const abi::KernelImage& image);

}  // namespace kernelc::driver
