// Variants of the kernels of an image: code for what most launches have in common.
#pragma once

#include "compiler/driver/compile.h"

namespace kernelc::driver {

// Adds to a job of kernels alone, for each of them, what further code the runtime chooses from at a
// launch: for arrays in C order at aligned addresses that do not overlap, of sizes below 2^31, and
// before that, where there are such, for integers that are small and rows that are aligned as well.
// Nothing for kernels without arrays and integers, those that synchronise their grid, and those
// that take addresses; nor for code that is made to find faults.
void AddVariants(CompileJob* job);

}  // namespace kernelc::driver
