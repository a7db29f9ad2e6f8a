// Stores of one value to one place by many threads: left out where it is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

constexpr std::string_view kNegative = R"(
kernel @negative(%x: array<float32, 1, C, global>, %y: array<float32, 1, C, global>,
    %found: array<float32, 1, C, global>) {
  %i = call_builtin cuda.grid.x : int64
  %n = array_extent %x [0] : int64
  %inside = cmp lt %i, %n : bool
  if %inside {
    %p = element_ptr %x, %i [0] : ptr<float32, global>
    %v = load %p : float32
    %zero = const_float 0 : float32
    %hit = cmp lt %v, %zero : bool
    if %hit {
      %at = const 1 : int64
      %q = element_ptr %found, %at [0] : ptr<float32, global>
      store %q, %zero
    }
    %double = add %v, %v : float32
    %r = element_ptr %y, %i [0] : ptr<float32, global>
    store %r, %double
  }
}
)";

// A vector of threads asks once, and scatters nothing.
TEST(SameStoresTest, OneOfManyThreadsIsEnough) {
  TargetOptions options = KirProgram::NativeOptions();
  options.keep_llvm_ir = true;
  const KirProgram program(kNegative, options);
  const std::string& ir = program.output().llvm_ir;
  EXPECT_NE(ir.find("x float>"), std::string::npos);
  EXPECT_EQ(ir.find("call void @llvm.masked.scatter"), std::string::npos);
  for (const std::size_t n : {1u, 31u, 200u, 1000u}) {
    for (const std::size_t negative : {std::size_t{0}, n / 2, n - 1, n}) {
      std::vector<float> x(n, 2.0f), y(n), doubled(n, 4.0f);
      if (negative < n) {
        x[negative] = -1.0f;
        doubled[negative] = -2.0f;
      }
      std::vector<float> found = {7.0f, 7.0f, 7.0f}, expected = found;
      if (negative < n) {
        expected[1] = 0.0f;
      }
      program.Run("negative", {{10, 1, 1}, {100, 1, 1}}, Params().Array(x).Array(y).Array(found));
      EXPECT_EQ(found, expected) << n << " " << negative;
      EXPECT_EQ(y, doubled) << n << " " << negative;
    }
  }
}

// What is equal as a number may differ in bits.
TEST(SameStoresTest, NegativeZeroIsAnotherValue) {
  const KirProgram program(kNegative);
  std::vector<float> x(50, -1.0f), y(50), found(3, -0.0f);
  program.Run("negative", {{1, 1, 1}, {50, 1, 1}}, Params().Array(x).Array(y).Array(found));
  EXPECT_EQ(std::bit_cast<std::uint32_t>(found[0]), 0x80000000u);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(found[1]), 0u);
}

// A thread that reads what it stored gets it, also where the place lies in the array that it reads.
TEST(SameStoresTest, TheThreadSeesItsStore) {
  const KirProgram program(R"(
kernel @mark(%x: array<int32, 1, C, global>, %y: array<int32, 1, C, global>) {
  %i = call_builtin cuda.grid.x : int64
  %p = element_ptr %x, %i [0] : ptr<int32, global>
  %v = load %p : int32
  %zero = const 0 : int64
  %five = const 5 : int32
  %small = cmp lt %v, %five : bool
  if %small {
    %q = element_ptr %x, %zero [0] : ptr<int32, global>
    store %q, %five
  }
  %w = load %p : int32
  %r = element_ptr %y, %i [0] : ptr<int32, global>
  store %r, %w
}
)");
  std::vector<std::int32_t> x(64), y(64);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<std::int32_t>(i);
  }
  std::vector<std::int32_t> expected = x;
  expected[0] = 5;
  program.Run("mark", {{1, 1, 1}, {64, 1, 1}}, Params().Array(x).Array(y));
  EXPECT_EQ(x, expected);
  EXPECT_EQ(y, expected);
}

}  // namespace
}  // namespace kernelc::codegen
