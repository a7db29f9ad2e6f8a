// Programs that start with quick code: what each launch gives, and what is compiled when.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "kernelc/bound_kernel.h"
#include "tests/program/compilations.h"
#include "tests/program/support.h"

namespace kernelc::program_test {
namespace {

// The seed is no integer: code is not chosen by its value.
constexpr const char* kText = R"py(
from kernelc import *

@kernel
def mix(x, seed):
    i = grid(1)
    if i < x.size:
        h = uint32(x[i]) ^ uint32(seed)
        for turn in range(9):
            h = h * uint32(747796405) + uint32(turn)
            h ^= h >> uint32(13)
        x[i] = h
)py";

std::vector<std::uint32_t> Mixed(std::int64_t count, std::uint32_t seed, int times) {
  std::vector<std::uint32_t> values(static_cast<std::size_t>(count), 5);
  for (int time = 0; time < times; ++time) {
    for (std::uint32_t& value : values) {
      std::uint32_t h = value ^ seed;
      for (std::uint32_t turn = 0; turn < 9; ++turn) {
        h = h * 747796405U + turn;
        h ^= h >> 13U;
      }
      value = h;
    }
  }
  return values;
}

class TieredTest : public OnDevice {
 protected:
  static constexpr std::int64_t kCount = 1000;

  static Program Make(bool tiered = true, unsigned opt_level = 3) {
    ProgramOptions options;
    options.tiered = tiered;
    options.opt_level = opt_level;
    options.cache = false;
    return Program::FromSource(kText, "tiered.py", options);
  }
  DeviceArray<std::uint32_t> Fives(std::int64_t count = kCount) const {
    const DeviceArray<std::uint32_t> x(*context, {count});
    x.Fill(5);
    return x;
  }
  static void Launch(const JitKernel& mix, const DeviceArray<std::uint32_t>& x) {
    mix.Launch({.grid = static_cast<unsigned>((x.size() + 127) / 128), .block = 128}, x, 7.0);
  }
};
KC_ON_EACH_DEVICE(TieredTest);

TEST_P(TieredTest, EachLaunchGivesTheSame) {
  const JitKernel mix = Make().kernel("mix");
  const DeviceArray<std::uint32_t> x = Fives();
  Launch(mix, x);
  EXPECT_EQ(x.ToVector(), Mixed(kCount, 7, 1));
  mix.WaitUntilOptimized();
  Launch(mix, x);
  EXPECT_EQ(x.ToVector(), Mixed(kCount, 7, 2));
}

// What quick code has in other forms: atomics on small arrays, which optimised code adds to copies, device functions that
// are called once and twice, minima, conditions of two parts.
TEST_P(TieredTest, QuickCodeCountsTheSame) {
  const char* const text = R"py(
from numba import cuda

@cuda.jit(device=True)
def clamp(value, low, high):
    if value < low:
        return low
    return min(value, high)

@cuda.jit(device=True)
def spread(value):
    if value % 2 == 0:
        return clamp(value, 20, 70), value
    return value, clamp(value, 30, 60)

@cuda.jit
def count(x, bins, extents):
    i = cuda.grid(1)
    if i < x.size and x[i] != 9:
        cuda.atomic.add(bins, clamp(x[i] - 3, 0, bins.size - 1), 1)
        low, high = spread(x[i] + 0)
        cuda.atomic.min(extents, 0, low)
        cuda.atomic.max(extents, 1, high)
)py";
  ProgramOptions options;
  options.tiered = true;
  options.cache = false;
  const JitKernel count = Program::FromSource(text, "count.py", options).kernel("count");
  std::vector<std::int32_t> values(kCount);
  std::vector<std::int32_t> expected(16);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<std::int32_t>(i * 37 % 101);
    if (values[i] != 9) {
      ++expected[static_cast<std::size_t>(std::clamp(values[i] - 3, 0, 15))];
    }
  }
  const DeviceArray<std::int32_t> x = ToDevice(*context, values);
  for (const bool is_quick : {true, false}) {
    const DeviceArray<std::int32_t> bins(*context, {16});
    const DeviceArray<std::int32_t> extents = ToDevice(*context, std::vector<std::int32_t>{1000, -1000});
    bins.Fill(0);
    count.Launch({.grid = 8, .block = 128}, x, bins, extents);
    EXPECT_EQ(bins.ToVector(), expected) << is_quick;
    // 1 is the least odd number, and 100 the largest even one.
    EXPECT_EQ(extents.ToVector(), (std::vector<std::int32_t>{1, 100})) << is_quick;
    count.WaitUntilOptimized();
  }
}

TEST_P(TieredTest, CompilesTwiceAndNoMore) {
  const JitKernel mix = Make().kernel("mix");
  const DeviceArray<std::uint32_t> x = Fives();
  const Compilations both("mix");
  Launch(mix, x);
  mix.WaitUntilOptimized();
  EXPECT_EQ(both.Count(), 2U);
  const Compilations later("mix");
  Launch(mix, x);
  // The optimised code is what these give, and launches have put it in place.
  const Arg args[] = {Arg(x), Arg(7.0)};
  static_cast<void>(mix.Specialize(*context, args));
  static_cast<void>(mix.BindArgs(args));
  mix.WaitUntilOptimized();
  EXPECT_EQ(later.Count(), 0U);
}

TEST_P(TieredTest, CompilesOnceWhereItNeedNotStartQuickly) {
  const DeviceArray<std::uint32_t> x = Fives();
  const Arg args[] = {Arg(x), Arg(7.0)};
  {
    const JitKernel mix = Make().kernel("mix");
    const Compilations counted("mix");
    static_cast<void>(mix.Specialize(*context, args));
    Launch(mix, x);
    EXPECT_EQ(counted.Count(), 1U);
  }
  for (const auto& [tiered, level] : {std::pair{false, 3U}, {true, 0U}}) {
    const JitKernel mix = Make(tiered, level).kernel("mix");
    const Compilations counted("mix");
    Launch(mix, x);
    mix.WaitUntilOptimized();
    EXPECT_EQ(counted.Count(), 1U) << tiered << level;
  }
  EXPECT_EQ(x.ToVector(), Mixed(kCount, 7, 3));
}

TEST_P(TieredTest, BoundKernelsAreOptimized) {
  const JitKernel mix = Make().kernel("mix");
  const DeviceArray<std::uint32_t> x = Fives();
  Launch(mix, x);
  const BoundKernel bound = mix.Bind(x, 7.0);
  const Compilations counted("mix");
  const Arg args[] = {Arg(x), Arg(7.0)};
  static_cast<void>(mix.Specialize(*context, args));
  EXPECT_EQ(counted.Count(), 0U);
  bound.Launch({.grid = (kCount + 127) / 128, .block = 128});
  EXPECT_EQ(x.ToVector(), Mixed(kCount, 7, 2));
  mix.WaitUntilOptimized();
}

TEST_P(TieredTest, LargeGridsGetCodeOfTheirOwn) {
  const std::int64_t count = (std::int64_t{1} << 20) + 3;
  const JitKernel mix = Make().kernel("mix");
  const DeviceArray<std::uint32_t> small = Fives();
  const DeviceArray<std::uint32_t> x = Fives(count);
  Launch(mix, small);
  Launch(mix, x);
  mix.WaitUntilOptimized();
  Launch(mix, x);
  Launch(mix, small);
  EXPECT_EQ(x.ToVector(), Mixed(count, 7, 2));
  EXPECT_EQ(small.ToVector(), Mixed(kCount, 7, 2));
}

TEST_P(TieredTest, ManyThreadsLaunchWhileItIsReplaced) {
  const JitKernel mix = Make().kernel("mix");
  std::vector<std::thread> threads;
  std::vector<DeviceArray<std::uint32_t>> arrays;
  for (int i = 0; i < 4; ++i) {
    arrays.push_back(Fives());
  }
  for (const DeviceArray<std::uint32_t>& x : arrays) {
    threads.emplace_back([&] {
      for (int time = 0; time < 200; ++time) {
        Launch(mix, x);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  mix.WaitUntilOptimized();
  for (const DeviceArray<std::uint32_t>& x : arrays) {
    EXPECT_EQ(x.ToVector(), Mixed(kCount, 7, 200));
  }
}

// What is in the making when its kernel, its program and its context go is made for nobody.
TEST_P(TieredTest, MayBeDroppedAtAnyTime) {
  for (int i = 0; i < 8; ++i) {
    const DeviceArray<std::uint32_t> x = Fives();
    Launch(Make().kernel("mix"), x);
    EXPECT_EQ(x.ToVector(), Mixed(kCount, 7, 1));
  }
  context.reset();
}

TEST_P(TieredTest, FaultsAreThoseOfTheFirstLaunch) {
  ProgramOptions options;
  options.tiered = true;
  const Program program = Program::FromSource(
      "from kernelc import *\n@kernel\ndef wrong(x):\n    x[0] = unknown\n", "wrong.py", options);
  const JitKernel wrong = program.kernel("wrong");
  EXPECT_THROW(wrong.Launch({.grid = 1, .block = 1}, Fives()), CompileError);
  wrong.WaitUntilOptimized();
}

// A forked child has none of what its parent's thread had to do: it does not wait for that.
TEST(TieredForkTest, ChildrenWaitForNothing) {
  ProgramOptions options;
  options.tiered = true;
  options.cache = false;
  const JitKernel mix = Program::FromSource(kText, "tiered.py", options).kernel("mix");
  const Context context("cpu");
  const DeviceArray<std::uint32_t> x(context, {100});
  mix.Launch({.grid = 1, .block = 128}, x, 7.0);
  const pid_t child = fork();
  if (child == 0) {
    // Ends a child that waits for ever.
    alarm(60);
    mix.WaitUntilOptimized();
    _exit(0);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  mix.WaitUntilOptimized();
}

}  // namespace
}  // namespace kernelc::program_test
