// The fuzzer's own parts: inputs can be made again, failures of every sort are caught, and are made small.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include "tests/fuzz/isolate.h"
#include "tests/fuzz/mutator.h"

namespace kernelc::fuzz {
namespace {

constexpr std::string_view kProgram = "def f(a):\n    return a[0] + 1  # sum\n";

TEST(MutatorTest, TokensGiveTheTextBack) {
  std::string joined;
  for (const std::string& token : SplitIntoTokens(kProgram)) {
    joined += token;
  }
  EXPECT_EQ(joined, kProgram);
}

TEST(MutatorTest, InputsAreReproducibleAndDiffer) {
  const Mutator mutator({std::string(kProgram), "x = 1\n"});
  std::set<std::string> texts;
  for (std::uint64_t i = 0; i < 200; ++i) {
    EXPECT_EQ(mutator.Make(1, i), mutator.Make(1, i));
    texts.insert(mutator.Make(1, i));
  }
  EXPECT_GT(texts.size(), 150u);
  EXPECT_NE(mutator.Make(1, 0), mutator.Make(2, 0));
}

// A target with one bug of each sort, chosen by the first letter.
void Buggy(const std::string& text, std::uint64_t) {
  if (text.find("throw") != std::string::npos) {
    throw std::logic_error("broken at 17");
  }
  if (text.find("crash") != std::string::npos) {
    raise(SIGSEGV);
  }
  if (text.find("wait") != std::string::npos) {
    // As long as others on a busy machine may keep it from its work.
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
  }
  if (text.find("lock") != std::string::npos) {
    pause();
  }
  // Volatile, so that an optimiser cannot take the loop for one that ends.
  for (volatile bool hangs = text.find("hang") != std::string::npos; hangs;) {
  }
}

std::optional<Failure> RunOn(const std::string& text) {
  IsolateOptions options;
  options.seconds_per_input = 0.2;
  return RunBatch(Buggy, 0, 10, [&](std::uint64_t index) { return index == 7 ? text : std::string(); },
                  options);
}

TEST(IsolateTest, FailuresAreFoundAndNamed) {
  EXPECT_FALSE(RunOn("fine"));
  const auto thrown = RunOn("throw");
  ASSERT_TRUE(thrown);
  EXPECT_EQ(thrown->index, 7u);
  EXPECT_EQ(thrown->signature, "broken at ");
  const auto crashed = RunOn("crash");
  ASSERT_TRUE(crashed);
  EXPECT_EQ(crashed->index, 7u);
  EXPECT_TRUE(crashed->signature.starts_with("Segmentation fault")) << crashed->signature;
  const auto hung = RunOn("hang");
  ASSERT_TRUE(hung);
  EXPECT_EQ(hung->signature, "hang");
}

// The limit is one of processor time, so that a busy machine finds no hangs.
TEST(IsolateTest, ProcessorTimeCounts) {
  EXPECT_FALSE(RunOn("wait"));
  const auto locked = RunOn("lock");
  ASSERT_TRUE(locked);
  EXPECT_EQ(locked->signature, "hang");
}

TEST(IsolateTest, MinimizedInputIsTheCause) {
  const std::string text = "one = 1\ntwo = throw + 2\nthree = 3\n";
  EXPECT_EQ(Minimize(Buggy, text, 7, "broken at ", {}), "throw");
}

}  // namespace
}  // namespace kernelc::fuzz
