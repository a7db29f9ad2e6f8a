// Makes a failing program small.
#pragma once

#include <functional>

#include "tests/random_programs/program.h"

namespace kernelc::random_programs {

// The smallest program found by dropping statements and simplifying expressions for which
// `still_fails` holds; it holds for `program`. Asks at most `budget` times.
RandomProgram Shrink(RandomProgram program,
                     const std::function<bool(const RandomProgram&)>& still_fails, unsigned budget);

}  // namespace kernelc::random_programs
