// Compiles random kernels in process, runs them on fixed arguments and compares results.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kernelc/program.h"

namespace kernelc::random_programs {

struct Launch {
  unsigned blocks = 1;
  unsigned threads = 32;
  // See RandomProgram.
  unsigned layout = 0;
  unsigned rows = 0;
};

// From the first line of a kernel file. Throws std::runtime_error when it is not there.
Launch LaunchOf(const std::string& text);

// One array that the kernel wrote.
struct Result {
  std::string name;
  ScalarKind kind = ScalarKind::Int64;
  std::vector<std::byte> bytes;
};

struct Outcome {
  // What compilation or launch threw, or empty.
  std::string error;
  std::vector<Result> results;
};

// "" when both are equal; floats are equal when they are the same number, or both NaN.
std::string Difference(const Outcome& a, const Outcome& b);

// Where programs run: the first way is what the others are compared with.
struct Way {
  std::string name;
  Context context;
  unsigned opt_level;
  // ProgramOptions::assembler_level.
  unsigned assembler_level = abi::kAssemblerLevel;
};

Outcome Run(const std::string& text, const Way& way);

// "" when all ways compute the same, else the names of two ways and what differs.
std::string CompareWays(const std::string& text, const std::vector<Way>& ways);
// False when a program has made a device unusable for this process.
bool AreUsable(const std::vector<Way>& ways);

}  // namespace kernelc::random_programs
