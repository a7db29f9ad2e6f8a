// The functions of the fake driver, with the signatures of the table.
#pragma once

#include "tests/fake_driver/state.h"

namespace kernelc::fake_driver::functions {

#define KC_DRIVER_FUNCTION(name, version, need, parameters) Result name parameters;
#include "runtime/cuda/driver_functions.def"

}  // namespace kernelc::fake_driver::functions
