// main() of the test programs whose kernels run on one device, chosen with --device=cpu|cuda.
#pragma once

#include <string>

#include "kernelc/program.h"

namespace kernelc::exec_test {

// The context of the device under test.
const Context& TestContext();

// What the command line says of the code: --opt-level=N, and for a CUDA device --backend=nvrtc and
// --assembler-level=N.
const ProgramOptions& TestOptions();

// The path of `name` in tests/exec: in the source tree, or beside the program when both were moved.
std::string DataPath(const std::string& name);

}  // namespace kernelc::exec_test
