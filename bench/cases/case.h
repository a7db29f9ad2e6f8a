// The thirteen problems that the benchmarks solve: those of samples/.
#pragma once

#include <cstdint>
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

// int32 appears in arguments of CUDA C++ kernels alone: kernels in Python take int64.
using CaseArg = std::variant<ArrayArg, float, double, std::int32_t, std::int64_t>;

struct Extent3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;
};

// One problem of one size: data, launch shape, arguments.
struct Problem {
  std::vector<CaseArray> arrays;
  // In the order of the Python kernel's parameters.
  std::vector<CaseArg> args;
  // In the order of the CUDA C++ kernel's parameters (bench/cuda).
  std::vector<CaseArg> cuda_args;
  Extent3 grid;
  Extent3 block;
  // Memory that any solution must read and write at least once.
  double bytes = 0;

  template <typename T>
  T* data(std::size_t array) const {
    return arrays[array].data<T>();
  }
};

struct Case {
  // Also the names of the folder in samples/ and of the kernel in both languages.
  std::string_view name;
  // `size` counts what is natural: elements, or rows of a square.
  Problem (*make)(std::int64_t size);
  // Solves the problem in its own arrays (bench/openmp).
  void (*openmp)(const Problem& problem, std::span<const CaseArray> arrays);
  Tolerance tolerance;
  std::int64_t smoke_size = 0;
  std::int64_t cpu_size = 0;
  // As in the project's table of reference times.
  std::int64_t gpu_size = 0;
};

// All thirteen, in the order of the reports.
std::span<const Case> Cases();

// Makers, one a case; see cases.cpp for sizes and tolerances.
Problem MakeVectorAdd(std::int64_t n);
Problem MakeSaxpy(std::int64_t n);
Problem MakeTranspose(std::int64_t n);
Problem MakeMatmulNaive(std::int64_t n);
Problem MakeMatmulTiled(std::int64_t n);
Problem MakeSum(std::int64_t n);
Problem MakeNbody(std::int64_t n);
Problem MakeMandelbrot(std::int64_t n);
Problem MakeBlackScholes(std::int64_t n);
Problem MakeHeat(std::int64_t n);
Problem MakeHistogram(std::int64_t n);
Problem MakeSpmv(std::int64_t rows);

}  // namespace kernelc::bench
