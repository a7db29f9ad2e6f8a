// Processes that compile with one cache at the same time, and processes that are killed while they do.
#include <gtest/gtest.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <random>

#include "compiler/cache/maintenance.h"
#include "tests/cache/support.h"

extern char** environ;

namespace kernelc::cache {
namespace {

class ProcessTest : public testing::Test {
 protected:
  void SetUp() override {
    setenv("KERNELC_CACHE_DIR", cache().c_str(), 1);
    unsetenv("KERNELC_CACHE");
    for (int i = 0; i < 4; ++i) {
      WriteFile(Path(i), Text(i));
    }
  }
  std::string cache() const { return folder_ / "cache"; }
  std::string Path(int number) const { return folder_ / ("k" + std::to_string(number) + ".py"); }
  static std::string Text(int number) {
    return "from kernelc import *\n\n@kernel\ndef k(a: float32[::1], n: int32):\n    i = grid(1)\n"
           "    if i < n:\n        a[i] = a[i] * " + std::to_string(number + 2) + "\n";
  }

  // Starts `kernelc build` of file `number`, its output going to the file `out`.
  pid_t Start(int number, const std::string& out, bool use_cache = true) const {
    std::vector<std::string> words = {KERNELC_COMMAND, "build", Path(number), "--target", "sm_80",
                                      "-o",            out};
    if (!use_cache) {
      words.emplace_back("--no-cache");
    }
    std::vector<char*> argv;
    for (std::string& word : words) {
      argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    pid_t child = 0;
    EXPECT_EQ(posix_spawn(&child, argv[0], nullptr, nullptr, argv.data(), environ), 0);
    return child;
  }
  static int Wait(pid_t child) {
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return status;
  }
  // What file `number` gives without the cache.
  std::string Expected(int number) const {
    EXPECT_EQ(Wait(Start(number, folder_ / "expected", false)), 0);
    return ReadFile(folder_ / "expected");
  }

  const TemporaryFolder folder_;
};

TEST_F(ProcessTest, EightAtOnceOnOneJobAndOnSeveral) {
  const std::string expected[] = {Expected(0), Expected(1), Expected(2), Expected(3)};
  for (int round = 0; round < 3; ++round) {
    for (const int jobs : {1, 4}) {
      std::vector<pid_t> children;
      for (int i = 0; i < 8; ++i) {
        children.push_back(Start(i % jobs, folder_ / ("out" + std::to_string(i))));
      }
      for (int i = 0; i < 8; ++i) {
        EXPECT_EQ(Wait(children[static_cast<std::size_t>(i)]), 0);
        EXPECT_TRUE(ReadFile(folder_ / ("out" + std::to_string(i))) == expected[i % jobs]);
      }
      if (round == 1) {
        static_cast<void>(Clear(cache()));
      }
    }
  }
  EXPECT_TRUE(VerifyEntries(cache()).damaged.empty());
  EXPECT_EQ(ListContents(cache()).temporary.files, 0U);
}

TEST_F(ProcessTest, KilledAtAnyMoment) {
  const std::string expected[] = {Expected(0), Expected(1), Expected(2), Expected(3)};
  std::mt19937 random(11);
  int killed = 0;
  for (int round = 0; round < 40; ++round) {
    const int number = round % 4;
    const pid_t child = Start(number, folder_ / "killed");
    usleep(static_cast<useconds_t>(random() % 60000));
    kill(child, SIGKILL);
    killed += WIFSIGNALED(Wait(child)) ? 1 : 0;
    ASSERT_TRUE(VerifyEntries(cache()).damaged.empty());
    if (round % 5 == 4) {
      EXPECT_EQ(Wait(Start(number, folder_ / "after")), 0);
      EXPECT_TRUE(ReadFile(folder_ / "after") == expected[number]);
      static_cast<void>(Clear(cache()));
    }
  }
  EXPECT_GT(killed, 0);
}

// Every write beyond a few bytes fails, as on a full disk; the result goes to a pipe.
TEST_F(ProcessTest, AFullDiskCostsACompilation) {
  const std::string expected = Expected(0);
  for (int round = 0; round < 2; ++round) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      signal(SIGXFSZ, SIG_IGN);
      const struct rlimit limit = {64, 64};
      setrlimit(RLIMIT_FSIZE, &limit);
      dup2(ends[1], STDOUT_FILENO);
      close(ends[0]);
      close(ends[1]);
      execl(KERNELC_COMMAND, "kernelc", "build", Path(0).c_str(), "--target", "sm_80", nullptr);
      _exit(127);
    }
    close(ends[1]);
    std::string text;
    char buffer[4096];
    for (ssize_t got = 0; (got = read(ends[0], buffer, sizeof buffer)) > 0;) {
      text.append(buffer, static_cast<std::size_t>(got));
    }
    close(ends[0]);
    EXPECT_EQ(Wait(child), 0);
    EXPECT_TRUE(text == expected);
    EXPECT_TRUE(FilesBelow(cache()).empty());
    EXPECT_EQ(ListContents(cache()).temporary.files, 0U);
  }
}

}  // namespace
}  // namespace kernelc::cache
