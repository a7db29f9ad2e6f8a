// The same results at every optimisation level and vector level.
#include <gtest/gtest.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/TargetParser/Host.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

// A barrier, a grid-stride loop, a divergent condition and a shuffle.
constexpr std::string_view kMixed = R"(
kernel @mixed(%a: array<int64, 1, C, global> {readonly, noalias},
    %out: array<int64, 1, C, global> {noalias}) {
  %sum = slot "sum" : int64
  %tile = shared_array [128] : array<int64, 1, C, shared>
  %zero = const 0 : int64
  slot_store %sum, %zero
  %i = call_builtin cuda.grid.x : int64
  %step = call_builtin cuda.gridsize.x : int64
  %n = array_extent %a [0] : int64
  for_range %k: int64 = %i to %n step %step {
    %p = element_ptr %a, %k [0] : ptr<int64, global>
    %x = load %p : int64
    %old = slot_load %sum : int64
    %new = add %old, %x : int64
    slot_store %sum, %new
  }
  %t = call_builtin cuda.threadIdx.x : int32
  %s = element_ptr %tile, %t [0] : ptr<int64, shared>
  %mine = slot_load %sum : int64
  store %s, %mine
  call_builtin cuda.syncthreads
  %one = const 1 : int32
  %three = const 3 : int32
  %m = and %t, %three : int32
  %zero32 = const 0 : int32
  %some = cmp ne %m, %zero32 : bool
  if %some {
    %left = sub %t, %one : int32
    %q = element_ptr %tile, %left [0] : ptr<int64, shared>
    %y = load %q : int64
    %mask = const -1 : int32
    %z = call_builtin cuda.shfl_xor_sync %mask, %y, %zero32 : int64
    %both = add %mine, %z : int64
    slot_store %sum, %both
  }
  %r = element_ptr %out, %i [0] : ptr<int64, global>
  %all = slot_load %sum : int64
  store %r, %all
}
)";

TEST(LevelsTest, OptimisationLevels) {
  std::vector<std::int64_t> a(1000);
  std::iota(a.begin(), a.end(), 1);
  constexpr std::int64_t kThreads = 2 * 45;
  std::vector<std::int64_t> sums(kThreads), expected(kThreads);
  for (std::size_t i = 0; i < a.size(); ++i) {
    sums[i % kThreads] += a[i];
  }
  for (std::size_t i = 0; i < kThreads; ++i) {
    expected[i] = sums[i] + (i % 45 % 4 != 0 ? sums[i - 1] : 0);
  }
  for (const unsigned level : {0u, 1u, 2u, 3u}) {
    TargetOptions options = KirProgram::NativeOptions();
    options.opt_level = level;
    const KirProgram program(kMixed, options);
    std::vector<std::int64_t> out(kThreads);
    program.Run("mixed", {{2, 1, 1}, {45, 1, 1}}, Params().Array(a).Array(out));
    EXPECT_EQ(out, expected) << level;
  }
}

TEST(LevelsTest, UnknownCpuIsAnError) {
  TargetOptions options = KirProgram::NativeOptions();
  options.arch = "pentium-ultra";
  try {
    const KirProgram program(kMixed, options);
    FAIL() << "compiled";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("pentium-ultra"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("x86-64-v3"), std::string::npos) << error.what();
  }
}

std::vector<std::string> LevelsOfThisMachine() {
  const auto features = llvm::sys::getHostCPUFeatures();
  std::vector<std::string> levels = {"x86-64", "x86-64-v2"};
  if (features.lookup("avx2") && features.lookup("fma")) {
    levels.push_back("x86-64-v3");
  }
  if (features.lookup("avx512f") && features.lookup("avx512vl") && features.lookup("avx512bw")) {
    levels.push_back("x86-64-v4");
  }
  levels.push_back("native");
  return levels;
}

struct MathCase {
  const char* name;
  double (*reference)(double);
  double low;
  double high;
};
const MathCase kMathCases[] = {
    {"math.exp", std::exp, -20, 20},   {"math.log", std::log, 1e-3, 1e3},
    {"math.sin", std::sin, -10, 10},   {"math.cos", std::cos, -10, 10},
    {"math.erf", std::erf, -3, 3},     {"math.sqrt", std::sqrt, 0, 100},
    {"math.floor", std::floor, -5, 5}, {"math.ceil", std::ceil, -5, 5},
    {"math.fabs", std::fabs, -5, 5},
};

// The distance in units of the last place of `expected`.
template <typename T>
double UlpDistance(T value, double expected) {
  const T near = static_cast<T>(expected);
  const double ulp =
      static_cast<double>(std::nextafter(std::fabs(near), std::numeric_limits<T>::infinity())) -
      static_cast<double>(std::fabs(near));
  return std::fabs(static_cast<double>(value) - expected) / ulp;
}

template <typename T>
void CheckMath(const MathCase& math, const std::string& arch, const std::string& type) {
  const std::string text =
      "kernel @apply(%a: array<T, 1, C, global> {readonly, noalias}, %b: array<T, 1, C, global> "
      "{noalias}) {\n"
      "  %i = call_builtin cuda.grid.x : int64\n"
      "  %p = element_ptr %a, %i [0] : ptr<T, global>\n"
      "  %x = load %p : T\n"
      "  %y = call_builtin NAME %x : T\n"
      "  %q = element_ptr %b, %i [0] : ptr<T, global>\n"
      "  store %q, %y\n"
      "}\n";
  std::string source;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 4, "NAME") == 0) {
      source += math.name;
      i += 3;
    } else if (text[i] == 'T') {
      source += type;
    } else {
      source += text[i];
    }
  }
  TargetOptions options = KirProgram::NativeOptions();
  options.arch = arch;
  const KirProgram program(source, options);
  // Not a multiple of any vector: the rest of the loop is checked too.
  constexpr std::size_t kCount = 203;
  std::vector<T> a(kCount), b(kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    a[i] = static_cast<T>(math.low + (math.high - math.low) * static_cast<double>(i) / kCount);
  }
  program.Run("apply", {{1, 1, 1}, {kCount, 1, 1}}, Params().Array(a).Array(b));
  for (std::size_t i = 0; i < kCount; ++i) {
    const double expected = math.reference(static_cast<double>(a[i]));
    EXPECT_LE(UlpDistance(b[i], expected), 4.0)
        << math.name << " of " << a[i] << " on " << arch << ": " << b[i] << ", not " << expected;
  }
}

TEST(LevelsTest, MathematicsOnEveryVectorLevel) {
  for (const std::string& arch : LevelsOfThisMachine()) {
    for (const MathCase& math : kMathCases) {
      CheckMath<float>(math, arch, "float32");
      CheckMath<double>(math, arch, "float64");
    }
  }
}

TEST(LevelsTest, MathematicsIsCalledInVectors) {
  TargetOptions options = KirProgram::NativeOptions();
  options.keep_llvm_ir = true;
  const std::pair<const char*, const char*> levels[] = {{"x86-64-v2", "_ZGVbN4v_expf"},
                                                        {"x86-64-v3", "_ZGVdN8v_expf"},
                                                        {"x86-64-v4", "_ZGVeN16v_expf"}};
  const auto machine = LevelsOfThisMachine();
  for (const auto& [arch, symbol] : levels) {
    if (std::find(machine.begin(), machine.end(), arch) == machine.end()) {
      continue;
    }
    options.arch = arch;
    const KirProgram program(R"(
kernel @apply(%a: array<float32, 1, C, global> {noalias}) {
  %i = call_builtin cuda.grid.x : int64
  %p = element_ptr %a, %i [0] : ptr<float32, global>
  %x = load %p : float32
  %y = call_builtin math.exp %x : float32
  store %p, %y
}
)",
                             options);
    EXPECT_NE(program.output().llvm_ir.find("call contract <"), std::string::npos);
    EXPECT_NE(program.output().llvm_ir.find(fmt::format("@{}(", symbol)), std::string::npos)
        << arch;
  }
}

}  // namespace
}  // namespace kernelc::codegen
