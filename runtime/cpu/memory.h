// What the operating system says about memory.
#pragma once

#include "kernelc/context.h"

namespace kernelc::cpu {

// Of the machine, or of the container when that has less.
MemoryInfo ReadMemoryInfo();

}  // namespace kernelc::cpu
