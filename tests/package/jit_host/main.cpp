// A program outside of the source tree that compiles and runs a kernel, and catches what is thrown
// across the libraries' edge.
#include <kernelc/program.h>

#include <cstdio>
#include <exception>
#include <vector>

namespace {

constexpr const char* kText = R"(from kernelc import *

@kernel
def scale(x, factor):
    i = grid(1)
    if i < x.size:
        x[i] = x[i] * factor
)";

// How many of the exceptions were caught as what they are.
int CountCaught() {
  int caught = 0;
  try {
    kernelc::Program::FromSource("from kernelc import *\n@kernel\ndef broken(:\n");
  } catch (const kernelc::CompileError& error) {
    caught += error.diagnostics().empty() ? 0 : 1;
  }
  try {
    kernelc::Program::FromSource(kText).kernel("missing");
  } catch (const kernelc::Error& error) {
    caught += error.code() == kernelc::ErrorCode::NotFound ? 1 : 0;
  }
  try {
    kernelc::device("toaster");
  } catch (const std::exception& error) {
    caught += error.what()[0] != '\0' ? 1 : 0;
  }
  // An exception that passes through must leave no trace in the program's own runtime.
  caught += std::uncaught_exceptions() == 0 ? 1 : 0;
  return caught;
}

}  // namespace

int main() {
  const kernelc::Context context("cpu");
  const auto x = kernelc::ToDevice(context, std::vector<float>(1000, 2.0f));
  kernelc::Program::FromSource(kText).kernel("scale").Launch({.grid = 4, .block = 256}, x, 3.0f);
  std::printf("%g, %d of 4 caught\n", static_cast<double>(x.ToVector()[999]), CountCaught());
}
