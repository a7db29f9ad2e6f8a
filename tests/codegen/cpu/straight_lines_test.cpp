// What is written so that vectors of threads, or one thread without branches, can compute it: local arrays of groups,
// clamped numbers, branches around a few operations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

TargetOptions OptionsFor(std::string_view arch) {
  TargetOptions options = KirProgram::NativeOptions();
  options.arch = arch;
  options.keep_llvm_ir = true;
  return options;
}

bool Holds(const KirProgram& program, std::string_view text) {
  return program.output().llvm_ir.find(text) != std::string::npos;
}

// Each thread fills an array in one loop and reads it backwards, from a place of its own on, in another one. Rows of 21
// threads leave groups and a rest.
constexpr std::string_view kLocalArray = R"(
kernel @backwards(%a: array<float32, 2, C, global> {readonly, noalias},
    %out: array<float32, 2, C, global> {noalias}) {
  %local = local_array [12] : array<float32, 1, C, local>
  %sum = slot "sum" : float32
  %x = call_builtin cuda.grid.x : int64
  %y = call_builtin cuda.grid.y : int64
  %width = array_extent %out [1] : int64
  %inside = cmp lt %x, %width : bool
  if %inside {
    %zero = const 0 : int64
    %one = const 1 : int64
    %count = const 12 : int64
    %p = element_ptr %a, %y, %x [0] : ptr<float32, global>
    %v = load %p : float32
    for_range %i: int64 = %zero to %count step %one {
      %f = convert %i : float32
      %w = mul %v, %f : float32
      %q = element_ptr %local, %i [0] : ptr<float32, local>
      store %q, %w
    }
    %nothing = const_float 0.0 : float32
    slot_store %sum, %nothing
    %three = const 3 : int64
    %low = and %x, %three : int64
    for_range %k: int64 = %zero to %count step %one {
      %last = const 11 : int64
      %from = sub %last, %k : int64
      %r = element_ptr %local, %from [0] : ptr<float32, local>
      %b = load %r : float32
      %own = element_ptr %local, %low [0] : ptr<float32, local>
      %c = load %own : float32
      %bc = sub %b, %c : float32
      %g = convert %k : float32
      %m = mul %bc, %g : float32
      %s0 = slot_load %sum : float32
      %s1 = add %s0, %m : float32
      slot_store %sum, %s1
    }
    %all = slot_load %sum : float32
    %t = element_ptr %out, %y, %x [0] : ptr<float32, global>
    store %t, %all
  }
}
)";

TEST(LocalArraysTest, GroupsHaveAVectorForEachPlace) {
  constexpr std::int64_t kWidth = 41;
  constexpr std::int64_t kHeight = 5;
  const KirProgram program(kLocalArray);
  std::vector<float> a(kWidth * kHeight);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<float>(i % 7) - 2.0f;
  }
  std::vector<float> out(a.size(), -1.0f);
  program.Run("backwards", {{2, kHeight, 1}, {21, 1, 1}},
              Params().Array(a, {kHeight, kWidth}).Array(out, {kHeight, kWidth}));
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto low = static_cast<int>(i % kWidth % 4);
    float sum = 0.0f;
    for (int k = 0; k < 12; ++k) {
      sum += a[i] * static_cast<float>((11 - k - low) * k);
    }
    EXPECT_EQ(out[i], sum) << i;
  }
  // The places that all threads share are whole vectors; only a thread's own are gathered.
  const KirProgram avx512(kLocalArray, OptionsFor("x86-64-v4"));
  EXPECT_FALSE(Holds(avx512, "llvm.masked.scatter")) << avx512.output().llvm_ir;
}

// A piece of the array, from an element on, has its elements one behind the other.
constexpr std::string_view kPiece = R"(
kernel @piece(%out: array<int64, 2, C, global> {noalias}) {
  %local = local_array [12] : array<int64, 1, C, local>
  %x = call_builtin cuda.grid.x : int64
  %zero = const 0 : int64
  %one = const 1 : int64
  %two = const 2 : int64
  %count = const 12 : int64
  %from = element_ptr %local, %two [0] : ptr<int64, local>
  %ten = const 10 : int64
  %piece = array_make %from, %ten : array<int64, 1, C, local>
  for_range %i: int64 = %zero to %count step %one {
    %p = element_ptr %local, %i [0] : ptr<int64, local>
    store %p, %x
  }
  for_range %k: int64 = %zero to %ten step %one {
    %q = element_ptr %piece, %k [0] : ptr<int64, local>
    %sum = add %k, %x : int64
    store %q, %sum
  }
  for_range %j: int64 = %zero to %count step %one {
    %r = element_ptr %local, %j [0] : ptr<int64, local>
    %v = load %r : int64
    %s = element_ptr %out, %j, %x [0] : ptr<int64, global>
    store %s, %v
  }
}
)";

TEST(LocalArraysTest, PiecesAreArrays) {
  const KirProgram program(kPiece);
  constexpr std::int64_t kThreads = 40;
  std::vector<std::int64_t> out(12 * kThreads);
  program.Run("piece", {{1, 1, 1}, {kThreads, 1, 1}}, Params().Array(out, {12, kThreads}));
  for (std::int64_t place = 0; place < 12; ++place) {
    for (std::int64_t x = 0; x < kThreads; ++x) {
      EXPECT_EQ(out[static_cast<std::size_t>(place * kThreads + x)], place < 2 ? x : place - 2 + x) << place << " " << x;
    }
  }
}

constexpr std::string_view kClamp = R"(
kernel @clamp(%a: array<float32, 1, C, global> {readonly, noalias},
    %bytes: array<uint8, 1, C, global> {noalias}, %roots: array<int64, 1, C, global> {noalias}) {
  %x = call_builtin cuda.grid.x : int64
  %n = array_extent %a [0] : int64
  %inside = cmp lt %x, %n : bool
  if %inside {
    %p = element_ptr %a, %x [0] : ptr<float32, global>
    %v = load %p : float32
    %i = convert %v : int64
    %least = const -100 : int64
    %most = const 120 : int64
    %low = call_builtin max %i, %least : int64
    %both = call_builtin min %low, %most : int64
    %byte = convert %both : uint8
    %q = element_ptr %bytes, %x [0] : ptr<uint8, global>
    store %q, %byte
    %root = call_builtin math.sqrt %v : float32
    %r = convert %root : int64
    %cut = call_builtin min %r, %most : int64
    %s = element_ptr %roots, %x [0] : ptr<int64, global>
    store %s, %cut
  }
}
)";

TEST(ClampedNumbersTest, AreComparedBeforeTheyAreCut) {
  const std::vector<float> values = {0.0f,   -0.0f,  0.99f,   -0.99f, 119.9f, 120.0f, 121.0f, -99.9f,
                                     -100.0f, -101.0f, 3.0e9f, -3.0e9f, 1e30f,  -1e30f, 1.5f,   14641.0f,
                                     std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
  std::vector<float> a;
  for (int i = 0; i < 4; ++i) {
    a.insert(a.end(), values.begin(), values.end());
  }
  std::vector<std::uint8_t> bytes(a.size());
  std::vector<std::int64_t> roots(a.size());
  const KirProgram program(kClamp);
  program.Run("clamp", {{1, 1, 1}, {128, 1, 1}}, Params().Array(a).Array(bytes).Array(roots));
  for (std::size_t i = 0; i < a.size(); ++i) {
    const float clamped = std::clamp(a[i], -100.0f, 120.0f);
    EXPECT_EQ(bytes[i], static_cast<std::uint8_t>(static_cast<int>(clamped))) << a[i];
    if (a[i] >= 0) {
      EXPECT_EQ(roots[i], static_cast<std::int64_t>(std::min(std::sqrt(a[i]), 120.0f))) << a[i];
    }
  }
  const KirProgram avx512(kClamp, OptionsFor("x86-64-v4"));
  const std::regex wide("fptosi <[0-9]+ x float> [^ ]+ to <[0-9]+ x i64>");
  EXPECT_FALSE(std::regex_search(avx512.output().llvm_ir, wide)) << avx512.output().llvm_ir;
}

// Threads of different numbers of neighbours, of which some are near.
constexpr std::string_view kNear = R"(
kernel @near(%starts: array<int32, 1, C, global> {readonly, noalias},
    %places: array<float32, 1, C, global> {readonly, noalias}, %out: array<float32, 1, C, global> {noalias}) {
  %sum = slot "sum" : float32
  %x = call_builtin cuda.grid.x : int64
  %n = array_extent %out [0] : int64
  %inside = cmp lt %x, %n : bool
  if %inside {
    %one = const 1 : int64
    %next = add %x, %one : int64
    %p = element_ptr %starts, %x [0] : ptr<int32, global>
    %begin = load %p : int32
    %q = element_ptr %starts, %next [0] : ptr<int32, global>
    %end = load %q : int32
    %nothing = const_float 0.0 : float32
    slot_store %sum, %nothing
    %step = const 1 : int32
    for_range %i: int32 = %begin to %end step %step {
      %r = element_ptr %places, %i [0] : ptr<float32, global>
      %v = load %r : float32
      %limit = const_float 4.0 : float32
      %near = cmp lt %v, %limit : bool
      if %near {
        %d = sub %limit, %v : float32
        %e = mul %d, %d : float32
        %f = mul %e, %d : float32
        %s0 = slot_load %sum : float32
        %s1 = add %s0, %f : float32
        slot_store %sum, %s1
      }
    }
    %all = slot_load %sum : float32
    %s = element_ptr %out, %x [0] : ptr<float32, global>
    store %s, %all
  }
}
)";

TEST(FloatBranchesTest, FewOperationsAreNoBranch) {
  constexpr std::size_t kThreads = 70;
  std::vector<std::int32_t> starts = {0};
  std::vector<float> places;
  for (std::size_t i = 0; i < kThreads; ++i) {
    for (std::size_t k = 0; k < i % 9; ++k) {
      places.push_back(static_cast<float>((i * 5 + k * 3) % 8));
    }
    starts.push_back(static_cast<std::int32_t>(places.size()));
  }
  std::vector<float> out(kThreads, -1.0f);
  const KirProgram program(kNear, OptionsFor("native"));
  program.Run("near", {{3, 1, 1}, {32, 1, 1}}, Params().Array(starts).Array(places).Array(out));
  for (std::size_t i = 0; i < kThreads; ++i) {
    float sum = 0.0f;
    for (auto k = static_cast<std::size_t>(starts[i]); k < static_cast<std::size_t>(starts[i + 1]); ++k) {
      sum += places[k] < 4.0f ? (4.0f - places[k]) * (4.0f - places[k]) * (4.0f - places[k]) : 0.0f;
    }
    EXPECT_EQ(out[i], sum) << i;
  }
  EXPECT_TRUE(Holds(program, "select i1")) << program.output().llvm_ir;
}

}  // namespace
}  // namespace kernelc::codegen
