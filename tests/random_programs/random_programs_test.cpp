// A slice of random programs and the small ones that once failed, without optimisation and with it,
// and on the GPU.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "tests/exec/device_main.h"
#include "tests/random_programs/generator.h"
#include "tests/random_programs/runner.h"
#include "tests/random_programs/shrink.h"
#include "tests/random_programs/supervisor.h"

namespace kernelc::random_programs {

namespace {

constexpr std::uint64_t kPrograms = 200;
constexpr std::uint64_t kGroup = 20;
constexpr unsigned kShrinkBudget = 400;

std::vector<Way> Ways() {
  const Context cpu("cpu");
  std::vector<Way> ways = {{"cpu -O0", cpu, 0}};
  if (exec_test::TestContext().device().kind() == DeviceKind::Cpu) {
    ways.push_back({"cpu -O3", cpu, 3});
  } else {
    ways.push_back({"cuda", exec_test::TestContext(), 3});
    ways.push_back({"cuda with the assembler's -O1", exec_test::TestContext(), 3, 1});
  }
  return ways;
}

class SliceTest : public testing::TestWithParam<std::uint64_t> {};

TEST_P(SliceTest, AllWaysComputeTheSame) {
  const std::vector<Way> ways = Ways();
  for (std::uint64_t seed = GetParam(); seed < GetParam() + kGroup; ++seed) {
    const RandomProgram program = Generate(seed);
    const std::string difference = CompareWays(Print(program), ways);
    if (difference.empty()) {
      continue;
    }
    // Where the device is lost, every program fails from now on.
    const auto still_differs = [&](const RandomProgram& candidate) {
      return AreUsable(ways) && !CompareWays(Print(candidate), ways).empty();
    };
    const RandomProgram small = Shrink(program, still_differs, kShrinkBudget);
    // One is enough to see what is wrong; shrinking takes long.
    FAIL() << "seed " << seed << ": " << difference << "\n" << Print(small);
  }
}

INSTANTIATE_TEST_SUITE_P(Random, SliceTest, testing::Range<std::uint64_t>(0, kPrograms, kGroup));

std::vector<std::filesystem::path> Regressions() {
  std::vector<std::filesystem::path> files;
  const std::string folder = exec_test::DataPath("../random_programs/regressions");
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".py") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(RegressionTest, AllWaysComputeTheSame) {
  for (const std::filesystem::path& path : Regressions()) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_EQ(CompareWays(text.str(), Ways()), "") << path;
  }
}

TEST(GeneratorTest, TheSameSeedGivesTheSameProgram) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(Print(Generate(seed)), Print(Generate(seed)));
  }
  EXPECT_NE(Print(Generate(1)), Print(Generate(2)));
}

// A fault that is planted: programs that hold a certain operator.
TEST(ShrinkTest, KeepsLittleMoreThanTheFault) {
  const auto fails = [](const RandomProgram& program) {
    const std::string text = Print(program);
    const std::size_t kernel = text.find("def kernel");
    return text.find(" << ", kernel) != std::string::npos;
  };
  unsigned shrunk = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const RandomProgram program = Generate(seed);
    if (!fails(program)) {
      continue;
    }
    ++shrunk;
    const RandomProgram small = Shrink(program, fails, 3000);
    EXPECT_TRUE(fails(small));
    EXPECT_LT(Print(small).size(), 2200u) << Print(small);
    EXPECT_EQ(random_programs::Run(Print(small), {"cpu -O0", Context("cpu"), 0}).error, "")
        << Print(small);
  }
  EXPECT_GT(shrunk, 5u);
}

TEST(SupervisorTest, HangsAndCrashesAreNotedAndTheRunGoesOn) {
  std::map<std::uint64_t, SeedResult> results;
  Supervise(
      {10, 9, 2, 0.5, 0},
      [](const Reporter& reporter, std::uint64_t first, std::uint64_t step, std::uint64_t end) {
        for (std::uint64_t seed = first; seed < end; seed += step) {
          reporter.Start(seed);
          if (seed == 12) {
            pause();
          } else if (seed == 13) {
            std::_Exit(7);
          } else if (seed == 15) {
            kill(getpid(), SIGKILL);
          }
          reporter.Done(seed, seed == 16 ? "x is 1 and 2" : "");
        }
      },
      [&](const SeedResult& result) { results[result.seed] = result; });
  ASSERT_EQ(results.size(), 9u);
  EXPECT_EQ(results[10].state, SeedState::Same);
  EXPECT_EQ(results[12].state, SeedState::TimedOut);
  EXPECT_EQ(results[13].text, "exit status 7");
  EXPECT_EQ(results[14].state, SeedState::Same);
  EXPECT_EQ(results[15].state, SeedState::Crashed);
  EXPECT_EQ(results[16].text, "x is 1 and 2");
  EXPECT_EQ(results[18].state, SeedState::Same);
}

TEST(SupervisorTest, AnotherChildDoesWhatOneLeaves) {
  std::map<std::uint64_t, std::string> results;
  Supervise(
      {0, 6, 2, 5, 0},
      [](const Reporter& reporter, std::uint64_t first, std::uint64_t, std::uint64_t) {
        reporter.Start(first);
        reporter.Done(first, std::to_string(getpid()));
      },
      [&](const SeedResult& result) { results[result.seed] = result.text; });
  ASSERT_EQ(results.size(), 6u);
  EXPECT_NE(results[0], results[2]);
  EXPECT_NE(results[2], results[4]);
}

TEST(SupervisorTest, WhatIsNotFinishedInTimeIsLeftOut) {
  std::set<std::uint64_t> finished;
  Supervise(
      {0, 100, 2, 60, 0.5},
      [](const Reporter& reporter, std::uint64_t first, std::uint64_t step, std::uint64_t end) {
        for (std::uint64_t seed = first; seed < end; seed += step) {
          reporter.Start(seed);
          if (seed == 2 || seed == 3) {
            pause();
          }
          reporter.Done(seed, "");
        }
      },
      [&](const SeedResult& result) { finished.insert(result.seed); });
  EXPECT_EQ(finished, (std::set<std::uint64_t>{0, 1}));
}

TEST(SupervisorTest, AChildThatCannotBeginEndsTheRun) {
  EXPECT_THROW(Supervise(
                   {0, 4, 1, 5, 0},
                   [](const Reporter&, std::uint64_t, std::uint64_t, std::uint64_t) {
                     throw std::runtime_error("no device (expected in this test)");
                   },
                   [](const SeedResult&) {}),
               std::runtime_error);
}

}  // namespace

}  // namespace kernelc::random_programs
