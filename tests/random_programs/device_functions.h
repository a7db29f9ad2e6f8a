// Random device functions.
#pragma once

#include "tests/random_programs/expressions.h"
#include "tests/random_programs/program.h"

namespace kernelc::random_programs {

// Integers in, an integer out; returns early sometimes.
Function DeviceFunction(Random& random, Expressions& make, unsigned number);

// An integer and a float in and out; the float may be left out.
Function PairFunction(Expressions& make);

}  // namespace kernelc::random_programs
