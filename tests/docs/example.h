// Runs the examples of a page of documentation.
#pragma once

#include <span>

#include "kernelc/context.h"

namespace kernelc::docs_test {

struct Example {
  // Where it begins in its page.
  int line = 0;
  void (*run)(const Context& context) = nullptr;
  // What it prints.
  const char* prints = nullptr;
};

// Runs each example on the device that argv[1] names, in a temporary folder with kernels.py. 0 when all print what they should; 77, which
// ctest counts as skipped, where there is no such device.
int Run(std::span<const Example> examples, const char* kernels, int argc, char** argv);

}  // namespace kernelc::docs_test
