// Arrays that a kernel only adds to, or takes the smallest or largest of: workers' copies give what
// atomics on the array itself give.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

constexpr std::string_view kCount = R"(
kernel @count(%data: array<int32, 1, C, global> {readonly, noalias},
    %bins: array<int32, 1, C, global> {noalias},
    %first: array<int64, 1, C, global> {noalias}) {
  %i = call_builtin cuda.grid.x : int64
  %n = array_extent %data [0] : int64
  %inside = cmp lt %i, %n : bool
  if %inside {
    %p = element_ptr %data, %i [0] : ptr<int32, global>
    %bin = load %p : int32
    %one = const 1 : int32
    %q = element_ptr %bins, %bin [0] : ptr<int32, global>
    %was = atomic_rmw add %q, %one : int32
    %r = element_ptr %first, %bin [0] : ptr<int64, global>
    %low = atomic_rmw min %r, %i : int64
  }
}
)";

// Few bins have copies; many, or more than fit, do not.
TEST(PartialResultsTest, CountsAndMinima) {
  const KirProgram program(kCount);
  EXPECT_NE(program.info("count").cpu_scratch_bytes_per_block, 0u);
  for (const int bins : {1, 7, 300, 2000, 40000}) {
    std::vector<std::int32_t> data(3000);
    std::vector<std::int32_t> counts(static_cast<std::size_t>(bins), 5), expected = counts;
    std::vector<std::int64_t> first(counts.size(), 100000), smallest = first;
    first[0] = smallest[0] = -3;
    for (std::size_t i = 0; i < data.size(); ++i) {
      data[i] = static_cast<std::int32_t>(i * i % counts.size());
      const auto bin = static_cast<std::size_t>(data[i]);
      ++expected[bin];
      smallest[bin] = std::min(smallest[bin], static_cast<std::int64_t>(i));
    }
    program.Run("count", {{50, 1, 1}, {64, 1, 1}}, Params().Array(data).Array(counts).Array(first));
    EXPECT_EQ(counts, expected) << bins;
    EXPECT_EQ(first, smallest) << bins;
  }
}

TEST(PartialResultsTest, SumsOfRowsAndColumns) {
  const KirProgram program(R"(
kernel @sum(%x: array<float64, 1, C, global> {readonly, noalias},
    %sums: array<float64, 2, C, global> {noalias}) {
  %i = call_builtin cuda.grid.x : int64
  %p = element_ptr %x, %i [0] : ptr<float64, global>
  %v = load %p : float64
  %rows = array_extent %sums [0] : int64
  %columns = array_extent %sums [1] : int64
  %row = mod %i, %rows : int64
  %column = mod %i, %columns : int64
  %q = element_ptr %sums, %row, %column [0] : ptr<float64, global>
  %old = atomic_rmw add %q, %v : float64
}
)");
  EXPECT_NE(program.info("sum").cpu_scratch_bytes_per_block, 0u);
  std::vector<double> x(32 * 8);
  std::vector<double> sums(6, -0.0), expected(6, -0.0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<double>(i);
    expected[i % 2 * 3 + i % 3] += x[i];
  }
  program.Run("sum", {{8, 1, 1}, {32, 1, 1}}, Params().Array(x).Array(sums, {2, 3}));
  EXPECT_EQ(sums, expected);
  // Nothing is added to an element that has no thread, not even zero.
  std::vector<double> none(8, -0.0);
  program.Run("sum", {{8, 1, 1}, {32, 1, 1}}, Params().Array(x).Array(none, {2, 4}));
  EXPECT_TRUE(std::signbit(none[1]));
}

// Nobody says that the arrays are apart: those that are have copies, and others what each thread
// adds at once.
TEST(PartialResultsTest, OverlapsAreFoundWhenTheKernelRuns) {
  const KirProgram program(R"(
kernel @add(%x: array<int32, 1, C, global>, %sums: array<int32, 1, C, global>) {
  %i = call_builtin cuda.grid.x : int64
  %p = element_ptr %x, %i [0] : ptr<int32, global>
  %v = load %p : int32
  %four = const 4 : int64
  %at = mod %i, %four : int64
  %q = element_ptr %sums, %at [0] : ptr<int32, global>
  %old = atomic_rmw add %q, %v : int32
}
)");
  EXPECT_NE(program.info("add").cpu_scratch_bytes_per_block, 0u);
  constexpr std::size_t kThreads = 256;
  for (const std::size_t place : {std::size_t{0}, std::size_t{3}, kThreads - 1, kThreads}) {
    std::vector<std::int32_t> memory(kThreads + 4);
    for (std::size_t i = 0; i < memory.size(); ++i) {
      memory[i] = static_cast<std::int32_t>(i + 1);
    }
    std::vector<std::int32_t> expected = memory;
    for (std::size_t i = 0; i < kThreads; ++i) {
      expected[place + i % 4] += expected[i];
    }
    Params params;
    params.Scalar(memory.data()).Scalar(std::int64_t{kThreads});
    params.Scalar(memory.data() + place).Scalar(std::int64_t{4});
    program.Run("add", {{4, 1, 1}, {64, 1, 1}}, params);
    EXPECT_EQ(memory, expected) << place;
  }
}

// Where an atomic changes nothing it is none, and gives what was there.
TEST(PartialResultsTest, AtomicsThatSeldomChangeGiveTheOldValue) {
  const auto run = [](const std::string& kind, std::int32_t value) {
    const KirProgram program(R"(
kernel @k(%x: array<int32, 1, C, global>, %old: array<int32, 1, C, global>) {
  %i = call_builtin cuda.grid.x : int64
  %zero = const 0 : int64
  %value = const )" + std::to_string(value) + R"( : int32
  %four = const 4 : int64
  %at = mod %i, %four : int64
  %p = element_ptr %x, %at [0] : ptr<int32, global>
  %was = atomic_rmw )" + kind + R"( %p, %value : int32
  %q = element_ptr %old, %i [0] : ptr<int32, global>
  store %q, %was
}
)");
    std::vector<std::int32_t> x = {-7, 3, 12, 6}, old(8);
    program.Run("k", {{1, 1, 1}, {8, 1, 1}}, Params().Array(x).Array(old));
    old.insert(old.end(), x.begin(), x.end());
    return old;
  };
  using Numbers = std::vector<std::int32_t>;
  EXPECT_EQ(run("min", 4), (Numbers{-7, 3, 12, 6, -7, 3, 4, 4, -7, 3, 4, 4}));
  EXPECT_EQ(run("max", 4), (Numbers{-7, 3, 12, 6, 4, 4, 12, 6, 4, 4, 12, 6}));
  EXPECT_EQ(run("and", 4), (Numbers{-7, 3, 12, 6, 0, 0, 4, 4, 0, 0, 4, 4}));
  EXPECT_EQ(run("or", 4), (Numbers{-7, 3, 12, 6, -3, 7, 12, 6, -3, 7, 12, 6}));
}

// What the kernel may look at has no copies.
TEST(PartialResultsTest, ArraysThatAreLookedAtHaveNone) {
  const auto scratch = [](std::string_view facts, std::string_view use) {
    const std::string text = "kernel @k(%x: array<int32, 1, C, global> " + std::string(facts) +
                             R"() {
  %t = call_builtin cuda.grid.x : int64
  %zero = const 0 : int64
  %one = const 1 : int32
  %p = element_ptr %x, %zero [0] : ptr<int32, global>
  %old = atomic_rmw add %p, %one : int32
)" + std::string(use) + "}\n";
    return KirProgram(text).info("k").cpu_scratch_bytes_per_block;
  };
  EXPECT_NE(scratch("{noalias}", ""), 0u);
  EXPECT_NE(scratch("", ""), 0u);
  EXPECT_EQ(scratch("", "  call_builtin cuda.threadfence\n"), 0u);
  EXPECT_EQ(scratch("{noalias}",
                    "  %v = load %p : int32\n"
                    "  store %p, %v\n"),
            0u);
  EXPECT_EQ(scratch("{noalias}",
                    "  %q = element_ptr %x, %t [0] : ptr<int32, global>\n"
                    "  store %q, %old\n"),
            0u);
  EXPECT_EQ(scratch("{noalias}", "  %m = atomic_rmw max %p, %one : int32\n"), 0u);
  EXPECT_EQ(scratch("{noalias}", "  %s = atomic_rmw exchange %p, %one : int32\n"), 0u);
}

}  // namespace
}  // namespace kernelc::codegen
