// Interleaved accesses in loops over threads: wide accesses where arrays lie apart, the program's
// order where they may not.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

// Two elements of each thread: the second load stands behind the first store, and loads what that
// one stored where b is a.
constexpr std::string_view kPairs = R"(
kernel @pairs(%a: array<float32, 2, C, global>, %b: array<float32, 2, C, global>) {
  %i = call_builtin cuda.grid.x : int64
  %zero = const 0 : int64
  %one = const 1 : int64
  %n = array_extent %b [0] : int64
  %inside = cmp lt %i, %n : bool
  if %inside {
    %p0 = element_ptr %a, %i, %zero [0] : ptr<float32, global>
    %v0 = load %p0 : float32
    %d0 = add %v0, %v0 : float32
    %q1 = element_ptr %b, %i, %one [0] : ptr<float32, global>
    store %q1, %d0
    %p1 = element_ptr %a, %i, %one [0] : ptr<float32, global>
    %v1 = load %p1 : float32
    %d1 = add %v1, %v0 : float32
    %q0 = element_ptr %b, %i, %zero [0] : ptr<float32, global>
    store %q0, %d1
  }
}
)";

constexpr Shape kShape = {{4, 1, 1}, {32, 1, 1}};
constexpr std::int64_t kRows[] = {1, 16, 33, 100, 128};

std::vector<float> Iota(std::int64_t size) {
  std::vector<float> values(static_cast<std::size_t>(size));
  std::iota(values.begin(), values.end(), 1.0f);
  return values;
}

TEST(InterleavedTest, ArraysThatLieApart) {
  const KirProgram program(kPairs);
  for (const std::int64_t rows : kRows) {
    // Pairs, and pairs in rows of three.
    for (const std::int64_t width : {2, 3}) {
      std::vector<float> a = Iota(rows * width);
      std::vector<float> b(a.size(), -1.0f);
      program.Run("pairs", kShape, Params().Array(a, {rows, width}).Array(b, {rows, width}));
      for (std::size_t i = 0; i < b.size(); i += static_cast<std::size_t>(width)) {
        ASSERT_EQ(b[i + 1], 2 * a[i]);
        ASSERT_EQ(b[i], a[i + 1] + a[i]);
        ASSERT_TRUE(width == 2 || b[i + 2] == -1.0f);
      }
    }
  }
}

TEST(InterleavedTest, ArraysThatAreTheSame) {
  const KirProgram program(kPairs);
  for (const std::int64_t rows : kRows) {
    const std::vector<float> before = Iota(rows * 2);
    std::vector<float> both = before;
    program.Run("pairs", kShape, Params().Array(both, {rows, 2}).Array(both, {rows, 2}));
    for (std::size_t i = 0; i < both.size(); i += 2) {
      ASSERT_EQ(both[i + 1], 2 * before[i]);
      ASSERT_EQ(both[i], 3 * before[i]);
    }
  }
}

// Each thread writes the element behind the one that it reads first: that of the other array, and
// its own.
TEST(InterleavedTest, ArraysThatOverlapByAnElement) {
  const KirProgram program(kPairs);
  std::vector<float> memory = Iota(3);
  Params params;
  params.Scalar(memory.data()).Scalar(std::int64_t{1}).Scalar(std::int64_t{2});
  params.Scalar(memory.data() + 1).Scalar(std::int64_t{1}).Scalar(std::int64_t{2});
  program.Run("pairs", kShape, params);
  // b[0, 1] is memory[2], and b[0, 0] memory[1], which is a[0, 1].
  EXPECT_EQ(memory, (std::vector<float>{1.0f, 3.0f, 2.0f}));
}

TEST(InterleavedTest, TheVersionForArraysApartHasWideAccesses) {
  TargetOptions options = KirProgram::NativeOptions();
  options.keep_llvm_ir = true;
  options.arch = "x86-64-v4";
  const std::string text = KirProgram(kPairs, options).output().llvm_ir;
  EXPECT_NE(text.find("<32 x float>"), std::string::npos) << text;
}

}  // namespace
}  // namespace kernelc::codegen
