// Loops over the threads behind a lower bound, which begin where a vector of threads does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

// Threads above k change their element of shared memory by the one at k; then all threads show
// theirs.
constexpr std::string_view kAbove = R"(
kernel @above(%k: int64, %out: array<float32, 1, C, global> {noalias}) {
  %s = shared_array [128] : array<float32, 1, C, shared>
  %t = call_builtin cuda.threadIdx.x : int32
  %t64 = convert %t : int64
  %f = convert %t : float32
  %p = element_ptr %s, %t [0] : ptr<float32, shared>
  store %p, %f
  call_builtin cuda.syncthreads
  %is_above = cmp gt %t64, %k : bool
  if %is_above {
    %pk = element_ptr %s, %k [0] : ptr<float32, shared>
    %vk = load %pk : float32
    %p1 = element_ptr %s, %t [0] : ptr<float32, shared>
    %v = load %p1 : float32
    %sum = add %v, %vk : float32
    store %p1, %sum
  }
  call_builtin cuda.syncthreads
  %p2 = element_ptr %s, %t [0] : ptr<float32, shared>
  %w = load %p2 : float32
  %q = element_ptr %out, %t [0] : ptr<float32, global>
  store %q, %w
}
)";

TEST(VectorBeginsTest, ThreadsInFrontOfTheBeginAreLeftAlone) {
  const KirProgram program(kAbove);
  for (const std::uint32_t threads : {1U, 15U, 16U, 40U, 128U}) {
    for (const std::int64_t k : {0, 1, 14, 15, 16, 17, 31, 38, 39, 126, 127}) {
      std::vector<float> out(threads, -1.0f);
      program.Run("above", {{1, 1, 1}, {threads, 1, 1}}, Params().Scalar(k).Array(out));
      for (std::uint32_t t = 0; t < threads; ++t) {
        const float own = static_cast<float>(t);
        ASSERT_EQ(out[t], t > k ? own + static_cast<float>(k) : own)
            << "thread " << t << " of " << threads << ", k " << k;
      }
    }
  }
}

TEST(VectorBeginsTest, VectorsBeginAtMultiplesOfTheirLanes) {
  TargetOptions options = KirProgram::NativeOptions();
  options.keep_llvm_ir = true;
  options.arch = "x86-64-v4";
  const std::string wide = KirProgram(kAbove, options).output().llvm_ir;
  // Two masks: the threads in front of the first one, and those behind the last one.
  EXPECT_NE(wide.find("<16 x i1> zeroinitializer"), std::string::npos) << wide;
  // Nothing is masked without AVX-512.
  options.arch = "x86-64-v3";
  const std::string narrow = KirProgram(kAbove, options).output().llvm_ir;
  EXPECT_EQ(narrow.find("@llvm.masked.store"), std::string::npos) << narrow;
}

}  // namespace
}  // namespace kernelc::codegen
