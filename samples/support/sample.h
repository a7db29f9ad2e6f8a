// What every sample's main() shares: the command line, the kernel file, the verdict. The use of the
// JIT API is in the samples themselves.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "kernelc/program.h"

namespace sample {

// What a sample is given to work with.
struct Setup {
  // The device chosen with --device, else the first GPU, else the CPU.
  kernelc::Context context;
  // The sample's kernel.py.
  kernelc::Program program;
  // The size on the command line, else the sample's default.
  std::int64_t size;
};

// What a sample found out.
struct Outcome {
  // "1000000 elements".
  std::string work;
  // Largest difference from plain C++, and the largest one that is accepted.
  double error = 0;
  double limit = 0;
  // Time of the kernel, once it was compiled.
  double milliseconds = 0;
};

// Parses `NAME [SIZE] [--device DEVICE] [--kernel FILE]`, runs `body` and prints "PASS: ..." or
// "FAIL: ...". Gives the exit status: 0 passed, 1 wrong result or failed, 2 wrong command line.
// Errors go to stderr.
int Main(int argc, char** argv, const std::string& name, std::int64_t default_size,
         const std::function<Outcome(const Setup&)>& body);

// The time of `launch`, run once more after a first run that compiled it, from start to completion.
double TimeLaunch(const kernelc::Context& context, const std::function<void()>& launch);

// Uniform numbers in [low, high), the same in every run.
std::vector<float> RandomFloats(std::int64_t count, float low, float high, unsigned seed);

// The largest absolute difference; infinite where one value is not a number.
template <typename T, typename Expected>
double LargestDifference(const std::vector<T>& actual, const Expected& expected);

// Blocks of `threads` that cover `count`.
inline std::uint32_t Blocks(std::int64_t count, std::int64_t threads) {
  return static_cast<std::uint32_t>((count + threads - 1) / threads);
}

template <typename T, typename Expected>
double LargestDifference(const std::vector<T>& actual, const Expected& expected) {
  double largest = 0;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const double difference = static_cast<double>(actual[i]) - static_cast<double>(expected[i]);
    const double size = difference < 0 ? -difference : difference;
    if (!(size <= largest)) {
      largest = size;
    }
  }
  return largest;
}

}  // namespace sample
