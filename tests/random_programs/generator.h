// Makes random kernels.
#pragma once

#include <cstdint>

#include "tests/random_programs/program.h"

namespace kernelc::random_programs {

// The same program for the same seed on every machine.
RandomProgram Generate(std::uint64_t seed);

}  // namespace kernelc::random_programs
