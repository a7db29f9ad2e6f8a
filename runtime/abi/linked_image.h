// What objects and libraries of `kernelc build` give to the programs that are linked with them.
// Plain data, no dependencies.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/abi/cpu_abi.h"

namespace kernelc::abi {

// An image in a program. `kernelc build --emit object` makes constants of this layout, whose names
// end with the image's key.
struct LinkedImage {
  // The image's bytes (kernelc/image.h), and their number.
  const void* bytes = nullptr;
  std::uint64_t size = 0;
  // Entry points of the kernels in the image's order, for each CpuLinked code of the image one after the other; null and 0
  // where no CPU code was linked.
  const CpuEntry* entries = nullptr;
  std::uint64_t entry_count = 0;
};

}  // namespace kernelc::abi
