// Interleaved accesses in loops over threads: wide accesses where arrays lie apart, the program's
// order where they may not.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <numeric>
#include <random>
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

// Loads and stores of a thread's own row in some order.
struct Access {
  bool is_store;
  std::size_t array;
  std::size_t column;
};
constexpr std::size_t kArrays = 3;
constexpr std::size_t kWidth = 3;

std::vector<Access> RandomAccesses(std::mt19937& random) {
  std::vector<Access> accesses;
  const std::size_t count = 4 + random() % 8;
  for (std::size_t i = 0; i < count; ++i) {
    accesses.push_back({random() % 2 == 0, random() % kArrays, random() % kWidth});
  }
  return accesses;
}

// A store adds 1 to the sum of what was loaded so far.
std::string KernelOf(const std::vector<Access>& accesses) {
  std::string text = R"(
kernel @mixed(%a0: array<int32, 2, C, global>, %a1: array<int32, 2, C, global>,
    %a2: array<int32, 2, C, global>) {
  %i = call_builtin cuda.grid.x : int64
  %n = array_extent %a0 [0] : int64
  %inside = cmp lt %i, %n : bool
  if %inside {
    %one = const 1 : int32
    %c0 = const 0 : int64
    %c1 = const 1 : int64
    %c2 = const 2 : int64
)";
  std::string sum = "%one";
  for (std::size_t k = 0; k < accesses.size(); ++k) {
    const Access& access = accesses[k];
    text += fmt::format("    %p{} = element_ptr %a{}, %i, %c{} [0] : ptr<int32, global>\n", k,
                        access.array, access.column);
    if (access.is_store) {
      text += fmt::format("    store %p{}, {}\n", k, sum);
    } else {
      text += fmt::format("    %v{0} = load %p{0} : int32\n", k);
      text += fmt::format("    %s{0} = add {1}, %v{0} : int32\n", k, sum);
      sum = fmt::format("%s{}", k);
    }
  }
  return text + "  }\n}\n";
}

using Rows = std::vector<std::int32_t>;

void Expect(const std::vector<Access>& accesses, std::array<Rows*, kArrays> arrays) {
  for (std::size_t row = 0; row < arrays[0]->size(); row += kWidth) {
    std::int32_t sum = 1;
    for (const Access& access : accesses) {
      std::int32_t& element = (*arrays[access.array])[row + access.column];
      if (access.is_store) {
        element = sum;
      } else {
        sum += element;
      }
    }
  }
}

TEST(InterleavedTest, AnyOrderOfAccessesToArraysThatMayBeTheSame) {
  constexpr std::size_t kMemories[][kArrays] = {
      {0, 1, 2}, {0, 0, 2}, {0, 1, 1}, {0, 1, 0}, {0, 0, 0}};
  constexpr std::int64_t kRowCount = 101;
  std::mt19937 random(1);
  for (int round = 0; round < 12; ++round) {
    const std::vector<Access> accesses = RandomAccesses(random);
    const std::string text = KernelOf(accesses);
    const KirProgram program(text);
    for (const auto& memories : kMemories) {
      std::vector<Rows> got(kArrays, Rows(kWidth * kRowCount));
      for (Rows& rows : got) {
        std::iota(rows.begin(), rows.end(), static_cast<std::int32_t>(random() % 100));
      }
      std::vector<Rows> expected = got;
      Params params;
      std::array<Rows*, kArrays> arrays{};
      for (std::size_t i = 0; i < kArrays; ++i) {
        params.Array(got[memories[i]], {kRowCount, kWidth});
        arrays[i] = &expected[memories[i]];
      }
      program.Run("mixed", kShape, params);
      Expect(accesses, arrays);
      ASSERT_EQ(got, expected) << text;
    }
  }
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
