// Programs that start with quick code: what each launch gives, and what is compiled when.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "kernelc/bound_kernel.h"
#include "kernelc/trace.h"
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

// The compilations of a trace, which lie on the threads that did them.
class Compilations {
 public:
  Compilations()
      : path_(std::filesystem::temp_directory_path() /
              ("kernelc_tiered_" + std::to_string(getpid()) + ".json")) {
    StartTrace({.path = path_.string()});
  }
  std::size_t Count() const {
    StopTrace();
    const nlohmann::json trace = nlohmann::json::parse(std::ifstream(path_));
    std::filesystem::remove(path_);
    const nlohmann::json& events = trace.is_array() ? trace : trace.at("traceEvents");
    return static_cast<std::size_t>(std::ranges::count_if(events, [](const nlohmann::json& event) {
      return event.value("ph", "") == "X" && event.value("name", "") == "compile kernel `mix`";
    }));
  }

 private:
  std::filesystem::path path_;
};

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

TEST_P(TieredTest, CompilesTwiceAndNoMore) {
  const JitKernel mix = Make().kernel("mix");
  const DeviceArray<std::uint32_t> x = Fives();
  const Compilations both;
  Launch(mix, x);
  mix.WaitUntilOptimized();
  EXPECT_EQ(both.Count(), 2U);
  const Compilations later;
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
    const Compilations counted;
    static_cast<void>(mix.Specialize(*context, args));
    Launch(mix, x);
    EXPECT_EQ(counted.Count(), 1U);
  }
  for (const auto& [tiered, level] : {std::pair{false, 3U}, {true, 0U}}) {
    const JitKernel mix = Make(tiered, level).kernel("mix");
    const Compilations counted;
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
  const Compilations counted;
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
