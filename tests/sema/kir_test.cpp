// The KIR of small kernels.
#include <gtest/gtest.h>

#include "compiler/kir/printer.h"
#include "compiler/kir/verifier.h"
#include "tests/sema/check_source.h"

namespace kernelc::sema {
namespace {

std::string Kir(std::string text, std::string_view signature, const Options& options = {}) {
  CheckedSource source("from kernelc import *\n" + text);
  const std::optional<kir::Module> module = source.Check("k", signature, options);
  if (!module) {
    return source.Diagnostics();
  }
  for (const std::string& fault : kir::Verify(*module)) {
    ADD_FAILURE() << fault;
  }
  return kir::Print(*module);
}

TEST(KirTest, GuardedStore) {
  EXPECT_EQ(Kir(R"(
@kernel
def k(a, b):
    i = grid(1)
    if i < a.size:
        b[i] = a[i] * 2.0
)",
                "float32[::1], float32[::1]"),
            R"(kernel @k(%a: array<float32, 1, C, global>, %b: array<float32, 1, C, global>) {
  %0 = call_builtin cuda.grid.x : int64
  %1 = array_extent %a [0] : int64
  %2 = cmp lt %0, %1 : bool
  if %2 {
    %3 = element_ptr %a, %0 [0] : ptr<float32, global>
    %4 = load %3 : float32
    %5 = const_float 2 : float32
    %6 = mul %4, %5 : float32
    %7 = element_ptr %b, %0 [0] : ptr<float32, global>
    store %7, %6
  }
  return
}
)");
}

// A loop-carried variable lives in a slot; the loop's variable and what is assigned once do not.
TEST(KirTest, LoopCarriedVariable) {
  EXPECT_EQ(Kir(R"(
@kernel
def k(a, n):
    s = 0.0
    for i in range(n):
        x = a[i]
        s += x
    a[0] = s
)",
                "float32[::1], int32"),
            R"(kernel @k(%a: array<float32, 1, C, global>, %n: int32) {
  %s.0 = slot "s" : float32
  %1 = const_float 0 : float32
  slot_store %s.0, %1
  %2 = const 0 : int32
  %3 = const 1 : int32
  for_range %4: int32 = %2 to %n step %3 {
    %5 = element_ptr %a, %4 [0] : ptr<float32, global>
    %6 = load %5 : float32
    %7 = slot_load %s.0 : float32
    %8 = add %7, %6 : float32
    slot_store %s.0, %8
  }
  %9 = slot_load %s.0 : float32
  %10 = const 0 : int64
  %11 = element_ptr %a, %10 [0] : ptr<float32, global>
  store %11, %9
  return
}
)");
}

TEST(KirTest, UndefinedOnOnePathIsZero) {
  EXPECT_EQ(Kir(R"(
@kernel
def k(a, n):
    if n > 0:
        x = n
    a[0] = x
)",
                "int32[::1], int32"),
            R"(kernel @k(%a: array<int32, 1, C, global>, %n: int32) {
  %x.0 = slot "x" : int32
  %1 = const 0 : int32
  %2 = cmp gt %n, %1 : bool
  if %2 {
    slot_store %x.0, %n
  } else {
    %3 = zero : int32
    slot_store %x.0, %3
  }
  %4 = slot_load %x.0 : int32
  %5 = const 0 : int64
  %6 = element_ptr %a, %5 [0] : ptr<int32, global>
  store %6, %4
  return
}
)");
}

// Only an index that may be negative wraps.
TEST(KirTest, WrapMasks) {
  const std::string kir = Kir(R"(
@kernel
def k(a, i, u):
    a[i, u] = 1
    a[3, -1] = 2
    a[threadIdx.x + 1, i - 1] = 3
    for j in range(4):
        a[j, j % 2] = 4
)",
                              "int32[:, ::1], int32, uint32");
  EXPECT_NE(kir.find("element_ptr %a, %i, %u [1]"), std::string::npos) << kir;
  std::vector<std::string> masks;
  for (std::size_t at = kir.find("element_ptr"); at != std::string::npos;
       at = kir.find("element_ptr", at + 1)) {
    masks.push_back(kir.substr(kir.find('[', at), 3));
  }
  EXPECT_EQ(masks, (std::vector<std::string>{"[1]", "[2]", "[2]", "[0]"}));
}

TEST(KirTest, SubscriptOfAugmentedAssignmentIsEvaluatedOnce) {
  const std::string kir = Kir(R"(
@kernel
def k(a, n):
    a[atomic.add(n, 0, 1)] += 2
)",
                              "int32[::1], int32[::1]");
  EXPECT_EQ(kir.find("atomic_rmw"), kir.rfind("atomic_rmw")) << kir;
}

TEST(KirTest, ChainedComparisonEvaluatesOnceAndInOrder) {
  const std::string kir = Kir(R"(
@kernel
def k(a, n):
    if 0 <= a[n[0]] < n[1]:
        a[0] = 1
)",
                              "int32[::1], int32[::1]");
  // The load of n[1] stands in the region that runs only when the first comparison holds.
  const std::size_t first = kir.find("cmp le");
  const std::size_t branch = kir.find("if %", first);
  const std::size_t second = kir.find("cmp lt");
  EXPECT_LT(first, branch) << kir;
  EXPECT_LT(branch, second) << kir;
}

TEST(KirTest, DeviceFunctionsAreSharedByTypes) {
  CheckedSource source(R"(
from numba import cuda
@cuda.jit(device=True)
def f(x, y=2):
    return x + y
@cuda.jit
def k(a, b):
    a[0] = f(a[1]) + f(a[2], 3) + f(y=1, x=b)
)");
  const std::optional<kir::Module> module = source.Check("k", "float32[::1], int8");
  ASSERT_TRUE(module.has_value()) << source.Diagnostics();
  EXPECT_EQ(kir::Verify(*module), std::vector<std::string>());
  // f(float32, int64) and f(int8, int64).
  EXPECT_EQ(module->functions.size(), 3u);
  EXPECT_EQ(module->functions[1].symbol, "f");
  EXPECT_EQ(module->functions[2].symbol, "f_1");
}

TEST(KirTest, SeveralKernelsShareAModule) {
  CheckedSource source(R"(
from numba import cuda
@cuda.jit(device=True)
def half(x):
    return x / 2
@cuda.jit
def one(a):
    a[0] = half(a[1])
@cuda.jit
def two(a):
    a[1] = half(a[0])
)");
  const abi::ArgType array = abi::ArgType::Array(abi::ScalarKind::Float64, 1);
  const KernelRequest requests[] = {{source.Find("one"), {array}},
                                    {source.Find("two"), {array}},
                                    {source.Find("one"), {array}}};
  const std::optional<kir::Module> module =
      Check(source.index(), requests, Options(), source.emitter());
  ASSERT_TRUE(module.has_value()) << source.Diagnostics();
  EXPECT_EQ(kir::Verify(*module), std::vector<std::string>());
  ASSERT_EQ(module->functions.size(), 4u);
  EXPECT_EQ(module->functions[0].symbol, "one");
  EXPECT_EQ(module->functions[1].symbol, "two");
  EXPECT_EQ(module->functions[2].symbol, "one_1");
  EXPECT_EQ(module->functions[3].symbol, "half");
}

TEST(KirTest, OptionsOfTheDecorator) {
  CheckedSource source(R"(
from numba import cuda
@cuda.jit(fastmath=True, max_registers=40, launch_bounds=(256, 2, 8))
def k(a):
    a[0] = 1
)");
  const std::optional<kir::Module> module = source.Check("k", "float32[::1]");
  ASSERT_TRUE(module.has_value());
  const kir::FunctionOptions& options = module->functions[0].options;
  EXPECT_TRUE(options.fastmath);
  EXPECT_EQ(options.max_registers, 40u);
  EXPECT_EQ(options.max_threads_per_block, 256u);
  EXPECT_EQ(options.min_blocks_per_multiprocessor, 2u);
  EXPECT_EQ(options.max_blocks_per_cluster, 8u);
}

TEST(KirTest, FactsOfArguments) {
  CheckedSource source("from numba import cuda\n@cuda.jit\ndef k(a, n):\n    a[0] = n\n");
  abi::ArgType array = abi::ArgType::Array(abi::ScalarKind::Float32, 1);
  array.facts.aligned16 = true;
  const KernelRequest request{0, {array, abi::ArgType::Scalar(abi::ScalarKind::Int32)}};
  const std::optional<kir::Module> module =
      Check(source.index(), {&request, 1}, Options(), source.emitter());
  ASSERT_TRUE(module.has_value());
  EXPECT_TRUE(module->functions[0].params[0].facts.array.aligned16);
  EXPECT_FALSE(module->functions[0].params[0].facts.array.small);
  EXPECT_FALSE(module->functions[0].params[0].facts.noalias);
}

TEST(KirTest, ConstantsOfTheFileAndOfFactories) {
  CheckedSource source(R"(
from kernelc import *
import math
import numpy as np
SIZE, DEPTH = 4, 2 ** 3
class Config:
    SCALE = 1.5
def make():
    width = 2 * SIZE
    @kernel
    def k(a):
        s = shared.array((width, DEPTH + 1), np.dtype('f4'))
        s[0, 0] = Config.SCALE * math.pi
        a[0] = s[0, 0]
    return k
made = make()
)");
  const std::optional<kir::Module> module = source.Check("made", "float32[::1]");
  ASSERT_TRUE(module.has_value()) << source.Diagnostics();
  const std::string kir = kir::Print(*module);
  EXPECT_NE(kir.find("shared_array [8, 9] : array<float32, 2, C, shared>"), std::string::npos) << kir;
  EXPECT_NE(kir.find("const_float 4.71238899230957 : float32"), std::string::npos) << kir;
}

}  // namespace
}  // namespace kernelc::sema
