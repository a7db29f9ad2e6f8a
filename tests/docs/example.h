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

// A file that a block of the page is.
struct File {
  const char* name = nullptr;
  const char* text = nullptr;
};

// Runs each example on the device that argv[1] names, in a temporary folder with the files. 0 when
// all print what they should; 77, which ctest counts as skipped, where there is no such device.
int Run(std::span<const Example> examples, std::span<const File> files, int argc, char** argv);

}  // namespace kernelc::docs_test
