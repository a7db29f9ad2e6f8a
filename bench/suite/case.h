// One kernel of the suite: what it computes on, how it is launched, what it costs at least, and the
// same problem solved by C++ with OpenMP.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "bench/support/case_array.h"

namespace kernelc::bench {

// The problem's array of this number.
struct ArrayArg {
  std::size_t index = 0;
};

// Kernels in Python take int64; those in CUDA C++ and OpenCL take the same number as int32.
using CaseArg = std::variant<ArrayArg, float, double, std::int32_t, std::int64_t>;

struct Extent3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;
};

// What a kernel's arithmetic is counted in.
enum class Operations : std::uint8_t { Float32, Float64, Int32 };

// One problem of one size: data, launch shape, arguments.
struct Problem {
  std::vector<CaseArray> arrays;
  // In the order of the Python kernel's parameters.
  std::vector<CaseArg> args;
  // In the order of the CUDA C++ and OpenCL kernels' parameters.
  std::vector<CaseArg> cuda_args;
  Extent3 grid;
  Extent3 block;
  // Memory that any solution must read and write at least once.
  double bytes = 0;
  // Arithmetic of the algorithm, a fused multiplication and addition being two; 0: not counted,
  // since it depends on the data.
  double operations = 0;
  Operations operation_type = Operations::Float32;

  template <typename T>
  T* data(std::size_t array) const {
    return arrays[array].data<T>();
  }

  // An array that kernels read, its elements spread evenly over [low, high).
  ArrayArg In(abi::ScalarKind kind, std::vector<std::int64_t> shape, double low, double high);
  // An array of zeros that kernels write, and one that they read and write.
  ArrayArg Out(abi::ScalarKind kind, std::vector<std::int64_t> shape);
  ArrayArg InOut(abi::ScalarKind kind, std::vector<std::int64_t> shape, double low, double high);
  // Sets `args`; `cuda_args` are the same with 32-bit integers, followed by `sizes`.
  void SetArgs(std::vector<CaseArg> values, std::initializer_list<std::int64_t> sizes);
  // A thread for each of `n` elements, and a number of blocks that fills large GPUs once.
  void LaunchFor(std::int64_t n, std::uint32_t threads = 256);
  void LaunchStride();
  // A thread for each element of a matrix.
  void LaunchFor2d(std::int64_t width, std::int64_t height, Extent3 threads = {32, 8, 1});
};

struct Case {
  // "memory", "compute", "shared", ...: README.md has the list.
  std::string_view domain;
  // `size` counts what is natural: elements, or rows of a square.
  Problem (*make)(std::int64_t size) = nullptr;
  // Solves the problem in its own arrays.
  void (*openmp)(const Problem& problem, std::span<const CaseArray> arrays) = nullptr;
  Tolerance tolerance;
  std::int64_t smoke_size = 0;
  std::int64_t cpu_size = 0;
  std::int64_t gpu_size = 0;
};

// Blocks of `threads` that cover `n`.
constexpr std::uint32_t Blocks(std::int64_t n, std::int64_t threads) {
  return static_cast<std::uint32_t>((n + threads - 1) / threads);
}

constexpr Tolerance kExact = {};
// One rounding more or less: multiplication and addition fused or not.
constexpr Tolerance kFused = {.relative = 1e-6, .of_largest = 1e-6};
// A long sum in another order.
constexpr Tolerance kSummed = {.relative = 1e-4, .of_largest = 1e-5};
// Mathematical functions of two libraries.
constexpr Tolerance kMath = {.relative = 1e-4, .of_largest = 1e-5};
// Where one rounding decides a branch, an element may be anything.
constexpr Tolerance kChaotic = {.relative = 1e-4, .of_largest = 1e-4, .outliers = 2e-3};

// The language of a file in suite/: its text lies in the program.
struct SuiteText {
  const char* begin = nullptr;
  const char* end = nullptr;
  // Empty where the kernel is not written in that language.
  std::string_view view() const {
    return begin == nullptr ? std::string_view()
                            : std::string_view(begin, static_cast<std::size_t>(end - begin));
  }
};

// A kernel of the suite by name, with its texts. Made by the build from the lists in
// suite/CMakeLists.txt.
struct SuiteEntry {
  // Of the files and of the kernel in every language.
  std::string_view name;
  // "open", "held" or "samples".
  std::string_view set;
  const Case* test = nullptr;
  SuiteText python;
  SuiteText cuda;
  SuiteText opencl;
};

// All of them, in the order of the reports.
std::span<const SuiteEntry> SuiteEntries();

}  // namespace kernelc::bench

// What the files of the cases use.
namespace kernelc::bench::suite {
using abi::ScalarKind;
using Arrays = std::span<const CaseArray>;
}  // namespace kernelc::bench::suite

// Defines the case of a file, in the namespace kernelc::bench::suite::NAME.
#define KC_SUITE_CASE      \
  extern const Case kCase; \
  const Case kCase
