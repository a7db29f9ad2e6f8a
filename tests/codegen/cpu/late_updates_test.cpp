// Atomics under conditions that wait until some threads have computed their places: the same sums
// in the same order.
#include <gtest/gtest.h>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

constexpr std::string_view kWeights = R"(
kernel @weights(%x: array<float32, 1, C, global>, %w: array<float32, 1, C, global>,
    %bins: array<float32, 1, C, global>) {
  %i = call_builtin cuda.grid.x : int64
  %n = array_extent %x [0] : int64
  %inside = cmp lt %i, %n : bool
  if %inside {
    %p = element_ptr %x, %i [0] : ptr<float32, global>
    %v = load %p : float32
    %count = array_extent %bins [0] : int64
    %scale = convert %count : float32
    %scaled = mul %v, %scale : float32
    %bin = convert %scaled : int64
    %zero = const 0 : int64
    %low = cmp ge %bin, %zero : bool
    %high = cmp lt %bin, %count : bool
    %counts = and %low, %high : bool
    if %counts {
      %q = element_ptr %w, %i [0] : ptr<float32, global>
      %add = load %q : float32
      %r = element_ptr %bins, %bin [0] : ptr<float32, global>
      %old = atomic_rmw add %r, %add : float32
    }
  }
}
)";

std::vector<float> Numbers(std::size_t count, float from, float to) {
  std::vector<float> numbers(count);
  std::uint32_t state = 1;
  for (float& number : numbers) {
    state = state * 1664525 + 1013904223;
    number = from + (to - from) * static_cast<float>(state >> 8) / 16777216.0f;
  }
  return numbers;
}

// Float sums depend on the order of additions.
TEST(LateUpdatesTest, SumsAreThoseOfTheThreadsInTheirOrder) {
  TargetOptions options = KirProgram::NativeOptions();
  options.keep_llvm_ir = true;
  const KirProgram program(kWeights, options);
  EXPECT_NE(program.output().llvm_ir.find("x ptr>"), std::string::npos);
  for (const std::size_t n : {1u, 255u, 256u, 257u, 5000u}) {
    std::vector<float> x = Numbers(n, -0.3f, 1.4f);
    std::vector<float> w = Numbers(n, -1e6f, 1e3f);
    for (const std::size_t count : {1u, 16u, 2000u}) {
      std::vector<float> bins(count), expected(count);
      for (std::size_t i = 0; i < n; ++i) {
        const auto bin = static_cast<std::int64_t>(x[i] * static_cast<float>(count));
        if (bin >= 0 && bin < static_cast<std::int64_t>(count)) {
          expected[static_cast<std::size_t>(bin)] += w[i];
        }
      }
      program.Run("weights", {{50, 1, 1}, {100, 1, 1}}, Params().Array(x).Array(w).Array(bins));
      EXPECT_EQ(bins, expected) << n << " " << count;
    }
  }
}

// In shared memory; and where threads look at what was there, nothing waits.
TEST(LateUpdatesTest, SharedMemory) {
  const std::string text = R"(
kernel @slots(%x: array<int32, 1, C, global>, %out: array<int32, 2, C, global>) {
  %s = shared_array [8] : array<int32, 1, C, shared>
  %t = call_builtin cuda.threadIdx.x : int32
  %eight = const 8 : int32
  %zero = const 0 : int32
  %one = const 1 : int32
  %first = cmp lt %t, %eight : bool
  if %first {
    %c = element_ptr %s, %t [0] : ptr<int32, shared>
    store %c, %zero
  }
  call_builtin cuda.syncthreads
  %p = element_ptr %x, %t [0] : ptr<int32, global>
  %v = load %p : int32
  %positive = cmp gt %v, %zero : bool
  if %positive {
    %bin = mod %v, %eight : int32
    %q = element_ptr %s, %bin [0] : ptr<int32, shared>
    %old = atomic_rmw add %q, %one : int32
    USE
  }
  call_builtin cuda.syncthreads
  if %first {
    %d = element_ptr %s, %t [0] : ptr<int32, shared>
    %sum = load %d : int32
    %o = element_ptr %out, %one, %t [0] : ptr<int32, global>
    store %o, %sum
  }
}
)";
  for (const bool looks : {false, true}) {
    std::string kernel = text;
    kernel.replace(kernel.find("USE"), 3,
                   looks ? "%u = element_ptr %out, %zero, %t [0] : ptr<int32, global>\n"
                           "    store %u, %old"
                         : "");
    const KirProgram program(kernel);
    for (const std::size_t threads : {8u, 100u, 600u}) {
      std::vector<std::int32_t> x(threads), out(2 * threads, -1), expected = out;
      std::vector<std::int32_t> counts(8);
      for (std::size_t i = 0; i < threads; ++i) {
        x[i] = static_cast<std::int32_t>(i * i % 23) - 5;
        if (x[i] > 0) {
          std::int32_t& count = counts[static_cast<std::size_t>(x[i] % 8)];
          if (looks) {
            expected[i] = count;
          }
          ++count;
        }
      }
      std::copy(counts.begin(), counts.end(),
                expected.begin() + static_cast<std::ptrdiff_t>(threads));
      program.Run("slots", {{1, 1, 1}, {static_cast<std::uint32_t>(threads), 1, 1}},
                  Params().Array(x).Array(out, {2, static_cast<std::int64_t>(threads)}));
      EXPECT_EQ(out, expected) << threads << looks;
    }
  }
}

}  // namespace
}  // namespace kernelc::codegen
