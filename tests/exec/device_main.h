// main() of the test programs whose kernels run on one device, chosen with --device=cpu|cuda.
#pragma once

#include "kernelc/runtime.h"

namespace kernelc::exec_test {

// The context of the device under test.
const Context& TestContext();

}  // namespace kernelc::exec_test
