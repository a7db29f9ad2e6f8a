// Kernels so long that their loops become functions of their own.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

constexpr std::size_t kThreads = 64;

std::size_t Count(const std::string& text, const char* what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++count;
  }
  return count;
}

std::size_t CountFunctions(const std::string& llvm_ir) { return Count(llvm_ir, "\ndefine "); }

// s[t] = t; then, `steps` times: what the thread k further on has, added by those above k % 50.
std::string LongKernel(std::size_t steps) {
  std::string text =
      "kernel @long(%out: array<int64, 1, C, global>) {\n"
      "  %s = shared_array [64] : array<int64, 1, C, shared>\n"
      "  %t32 = call_builtin cuda.threadIdx.x : int32\n"
      "  %t = convert %t32 : int64\n"
      "  %own = element_ptr %s, %t [0] : ptr<int64, shared>\n"
      "  %size = const 64 : int64\n"
      "  store %own, %t\n";
  for (std::size_t k = 0; k < steps; ++k) {
    text += fmt::format(
        "  call_builtin cuda.syncthreads\n"
        "  %k{0} = const {0} : int64\n"
        "  %i{0} = add %t, %k{0} : int64\n"
        "  %j{0} = mod %i{0}, %size : int64\n"
        "  %p{0} = element_ptr %s, %j{0} [0] : ptr<int64, shared>\n"
        "  %v{0} = load %p{0} : int64\n"
        "  call_builtin cuda.syncthreads\n"
        "  %l{0} = const {1} : int64\n"
        "  %c{0} = cmp gt %t, %l{0} : bool\n"
        "  if %c{0} {{\n"
        "    %a{0} = load %own : int64\n"
        "    %h{0} = const 1 : int64\n"
        "    %b{0} = shr %v{0}, %h{0} : int64\n"
        "    %n{0} = add %a{0}, %b{0} : int64\n"
        "    %m{0} = const 65535 : int64\n"
        "    %r{0} = and %n{0}, %m{0} : int64\n"
        "    store %own, %r{0}\n"
        "  }}\n",
        k, k % 50);
  }
  return text +
         "  %o = element_ptr %out, %t [0] : ptr<int64, global>\n"
         "  %e = load %own : int64\n"
         "  store %o, %e\n"
         "}\n";
}

std::array<std::int64_t, kThreads> Expected(std::size_t steps) {
  std::array<std::int64_t, kThreads> values;
  for (std::size_t t = 0; t < kThreads; ++t) {
    values[t] = static_cast<std::int64_t>(t);
  }
  for (std::size_t k = 0; k < steps; ++k) {
    const auto old = values;
    for (std::size_t t = k % 50 + 1; t < kThreads; ++t) {
      values[t] = (old[t] + (old[(t + k) % kThreads] >> 1)) & 65535;
    }
  }
  return values;
}

TEST(OutlineTest, LoopsOfALongKernelAreFunctions) {
  for (const std::size_t steps : {5u, 300u}) {
    TargetOptions options = KirProgram::NativeOptions();
    options.keep_llvm_ir = true;
    const KirProgram program(LongKernel(steps), options);
    std::vector<std::int64_t> out(kThreads, -1);
    program.Run("long", {{1, 1, 1}, {kThreads, 1, 1}}, Params().Array(out));
    const auto expected = Expected(steps);
    for (std::size_t t = 0; t < kThreads; ++t) {
      ASSERT_EQ(out[t], expected[t]) << t;
    }
    const std::size_t functions = CountFunctions(program.output().llvm_ir);
    EXPECT_TRUE(steps == 5 ? functions < 3 : functions > steps) << functions;
    // Of hundreds of loops that run once each, the first become vectors, and the rest is compiled
    // quickly.
    EXPECT_LE(Count(program.output().llvm_ir, "\nvector.body"), 24u);
    EXPECT_GT(Count(program.output().llvm_ir, "\nvector.body"), 0u);
    EXPECT_EQ(Count(program.output().llvm_ir, " optnone ") > 0, steps == 300);
  }
}

// Loops over rows, which stand around each loop over threads, are not copied. A loop with a remainder
// has two versions.
TEST(OutlineTest, ThereIsOneVectorLoopForEachLoopOverThreads) {
  constexpr std::size_t kSteps = 5;
  TargetOptions options = KirProgram::NativeOptions();
  options.keep_llvm_ir = true;
  const KirProgram program(LongKernel(kSteps), options);
  EXPECT_LE(Count(program.output().llvm_ir, "\nvector.body"), 3 * kSteps + 1);
}

}  // namespace
}  // namespace kernelc::codegen
