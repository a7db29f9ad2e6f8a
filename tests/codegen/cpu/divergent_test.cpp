// Loops that threads leave one by one: vectors of threads all the same, and each thread's own
// result.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

// The number of lines of LLVM IR that hold both.
int CountLines(std::string_view ir, std::string_view what, std::string_view type) {
  int count = 0;
  for (std::size_t begin = 0; begin < ir.size();) {
    const std::size_t end = std::min(ir.find('\n', begin), ir.size());
    const std::string_view line = ir.substr(begin, end - begin);
    count += line.find(what) != line.npos && line.find(type) != line.npos ? 1 : 0;
    begin = end + 1;
  }
  return count;
}

TargetOptions OptionsFor(std::string_view arch) {
  TargetOptions options = KirProgram::NativeOptions();
  options.arch = arch;
  options.keep_llvm_ir = true;
  return options;
}

// A device function that returns from its loop, in a loop by the size of the grid; then a loop of
// the thread's own length with a continue and a break, and one that goes on while something holds.
constexpr std::string_view kSteps = R"(
device @first(%v: float32, %limit: int64) -> int64 {
  %x = slot "x" : float32
  slot_store %x, %v
  %zero = const 0 : int64
  %one = const 1 : int64
  for_range %i: int64 = %zero to %limit step %one {
    %x0 = slot_load %x : float32
    %x1 = mul %x0, %x0 : float32
    %x2 = sub %x1, %v : float32
    slot_store %x, %x2
    %big = const_float 50.0 : float32
    %over = cmp gt %x2, %big : bool
    if %over {
      return %i
    }
  }
  return %limit
}

kernel @steps(%a: array<float32, 1, C, global> {readonly, noalias},
    %out: array<int64, 1, C, global> {noalias}, %limit: int64) {
  %sum = slot "sum" : int64
  %start = call_builtin cuda.grid.x : int64
  %step = call_builtin cuda.gridsize.x : int64
  %n = array_extent %out [0] : int64
  for_range %i: int64 = %start to %n step %step {
    %p = element_ptr %a, %i [0] : ptr<float32, global>
    %v = load %p : float32
    %f = call @first %v, %limit : int64
    slot_store %sum, %f
    %c0 = const 0 : int64
    %c1 = const 1 : int64
    for_range %k: int64 = %c0 to %i step %c1 {
      %c3 = const 3 : int64
      %low = and %k, %c3 : int64
      %skip = cmp eq %low, %c3 : bool
      if %skip {
        continue
      }
      %c20 = const 20 : int64
      %end = cmp gt %k, %c20 : bool
      if %end {
        break
      }
      %s0 = slot_load %sum : int64
      %s1 = add %s0, %k : int64
      slot_store %sum, %s1
    }
    while {
      %s2 = slot_load %sum : int64
      %more = cmp gt %s2, %i : bool
      condition %more
    } do {
      %s3 = slot_load %sum : int64
      %c7 = const 7 : int64
      %s4 = sub %s3, %c7 : int64
      slot_store %sum, %s4
    }
    %q = element_ptr %out, %i [0] : ptr<int64, global>
    %all = slot_load %sum : int64
    store %q, %all
  }
}
)";

std::int64_t StepsOf(float v, std::int64_t i, std::int64_t limit) {
  std::int64_t sum = limit;
  float x = v;
  for (std::int64_t k = 0; k < limit; ++k) {
    x = x * x - v;
    if (x > 50.0f) {
      sum = k;
      break;
    }
  }
  for (std::int64_t k = 0; k < i; ++k) {
    if ((k & 3) == 3) {
      continue;
    }
    if (k > 20) {
      break;
    }
    sum += k;
  }
  while (sum > i) {
    sum -= 7;
  }
  return sum;
}

class DivergentTest : public testing::TestWithParam<const char*> {};

TEST_P(DivergentTest, EachThreadLeavesByItself) {
  const KirProgram program(kSteps, OptionsFor(GetParam()));
  for (const std::size_t size : {1u, 15u, 16u, 17u, 100u, 333u}) {
    for (const std::uint32_t threads : {5u, 16u, 32u, 40u}) {
      for (const std::int64_t limit : {0, 1, 30}) {
        std::vector<float> a(size);
        for (std::size_t i = 0; i < size; ++i) {
          // Exact in float32 for the few steps before they grow over the bound.
          a[i] = static_cast<float>(i % 5) + 1.0f;
        }
        std::vector<std::int64_t> out(size, -1);
        program.Run("steps", {{3, 1, 1}, {threads, 1, 1}},
                    Params().Array(a).Array(out).Scalar(limit));
        for (std::size_t i = 0; i < size; ++i) {
          ASSERT_EQ(out[i], StepsOf(a[i], static_cast<std::int64_t>(i), limit))
              << size << " " << threads << " " << limit << " " << i;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, DivergentTest,
                         testing::Values("native", "x86-64-v3", "x86-64-v2"));

TEST(DivergentVectorsTest, LoopsBecomeVectors) {
  const KirProgram program(kSteps, OptionsFor("x86-64-v4"));
  const std::string& ir = program.output().llvm_ir;
  EXPECT_GE(CountLines(ir, "fmul", "<16 x float>"), 1);
  // What lanes keep from one turn to the next is in registers.
  EXPECT_GE(CountLines(ir, " phi ", "<16 x float>"), 1);
  EXPECT_GE(CountLines(ir, " phi ", "x i64>"), 2);
}

// Divisions by an array's elements are divisions of float64 numbers.
TEST(DivergentVectorsTest, DivisionsBecomeVectors) {
  for (const std::string_view op : {"floor_div", "mod"}) {
    std::string text = R"(
kernel @divide(%a: array<int32, 1, C, global> {readonly, noalias},
    %b: array<int32, 1, C, global> {readonly, noalias},
    %out: array<int64, 1, C, global> {noalias}) {
  %x = call_builtin cuda.grid.x : int64
  %n = array_extent %out [0] : int64
  %inside = cmp lt %x, %n : bool
  if %inside {
    %p = element_ptr %a, %x [0] : ptr<int32, global>
    %v = load %p : int32
    %d = convert %v : int64
    %q = element_ptr %b, %x [0] : ptr<int32, global>
    %w = load %q : int32
    %e = convert %w : int64
    %f = OP %d, %e : int64
    %r = element_ptr %out, %x [0] : ptr<int64, global>
    store %r, %f
  }
}
)";
    text.replace(text.find("OP"), 2, op);
    const KirProgram program(text, OptionsFor("x86-64-v4"));
    EXPECT_GE(CountLines(program.output().llvm_ir, "fdiv", "x double>"), 1) << op;
  }
}

// All threads that are in a loop go on to its next iteration at the same time; how often they do is another number for each.
constexpr std::string_view kGoesOn = R"(
kernel @goes_on(%a: array<int32, 1, C, global>, %n: int64) {
  %grid = call_builtin cuda.grid.x : int64
  %all = call_builtin cuda.gridsize.x : int64
  %end = const 200 : int64
  for_range %j: int64 = %grid to %end step %all {
    %first = call_builtin cuda.threadIdx.x : int32
    %from = convert %first : int64
    %four = const 4 : int64
    %start = mod %from, %four : int64
    %last = const 199 : int64
    %other = sub %last, %j : int64
    %p = element_ptr %a, %other [1] : ptr<int32, global>
    %v = load %p : int32
    %w = convert %v : int64
    %d = sub %n, %w : int64
    %seven = const 7 : int64
    %stop = and %d, %seven : int64
    %two = const 2 : int64
    for_range %k: int64 = %start to %stop step %two {
      continue
    }
    %q = element_ptr %a, %j [0] : ptr<int32, global>
    %old = load %q : int32
    %one = const 1 : int32
    %new = add %old, %one : int32
    store %q, %new
  }
}
)";

TEST(DivergentLoopsTest, JumpsOfAllThreadsTakeTheStepsOfTheLoop) {
  const KirProgram program(kGoesOn);
  std::vector<std::int32_t> a(200, 2);
  program.Run("goes_on", {{1, 1, 1}, {64, 1, 1}}, Params().Array(a).Scalar(std::int64_t{7}));
  EXPECT_EQ(a, std::vector<std::int32_t>(200, 3));
}

}  // namespace
}  // namespace kernelc::codegen
