// `kernelc devices --watch`: lines, the table of a terminal, and how it ends.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "compiler/driver/command.h"

namespace kernelc::driver {
namespace {

using Words = std::vector<std::string>;

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

TEST(WatchTest, ALineForEachDeviceAndTime) {
  std::ostringstream out;
  std::ostringstream err;
  const auto start = std::chrono::steady_clock::now();
  ASSERT_EQ(RunCommand(Words{"devices", "--watch", "0.3", "--count", "3"}, out, err), kExitDone);
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(600));
  const std::regex line(
      R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d cpu:0 utilization=\d+% memory_usage=- used_memory=\d+\.\dGiB )"
      R"(total_memory=\d+\.\dGiB temperature=(-|\d+C) power_draw=(-|\d+\.\dW) clock_rate=(-|\d+MHz))");
  int cpu_lines = 0;
  for (const std::string& each : LinesOf(out.str())) {
    if (each.find(" cpu:0 ") != std::string::npos) {
      ++cpu_lines;
      EXPECT_TRUE(std::regex_match(each, line)) << each;
    }
  }
  EXPECT_EQ(cpu_lines, 3);
  // Said once.
  const std::string why = "cpu:0 has no memory usage: no system counts";
  EXPECT_NE(err.str().find(why), std::string::npos) << err.str();
  EXPECT_EQ(err.str().find(why), err.str().rfind(why));
}

TEST(WatchTest, TheSecondsMayBeLeftOut) {
  std::ostringstream out;
  std::ostringstream err;
  EXPECT_EQ(RunCommand(Words{"devices", "--watch", "--count", "1"}, out, err), kExitDone)
      << err.str();
  EXPECT_NE(out.str().find(" cpu:0 utilization="), std::string::npos);
}

// In a process of its own, as the command has it: ends with what the command says, and prints that
// to stderr.
[[noreturn]] void Watch(const Words& words, int signal_number) {
  if (signal_number != 0) {
    std::thread([signal_number] {
      std::this_thread::sleep_for(std::chrono::milliseconds(700));
      kill(getpid(), signal_number);
    }).detach();
  }
  std::ostringstream out;
  std::ostringstream err;
  const int status = RunCommand(words, out, err, false, true);
  std::cerr << out.str() << std::flush;
  std::_Exit(status);
}

class WatchEndTest : public testing::Test {
 protected:
  WatchEndTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(WatchEndTest, ASignalEndsItWell) {
  EXPECT_EXIT(Watch({"devices", "--watch", "0.1"}, SIGINT), testing::ExitedWithCode(kExitDone),
              "cpu:0 utilization=[0-9]+%(.|\n)*cpu:0 utilization=[0-9]+%");
  EXPECT_EXIT(Watch({"devices", "--watch", "3600"}, SIGTERM), testing::ExitedWithCode(kExitDone),
              "cpu:0 utilization=");
}

TEST_F(WatchEndTest, ATerminalHasATable) {
  EXPECT_EXIT(
      {
        const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
        grantpt(terminal);
        unlockpt(terminal);
        dup2(open(ptsname(terminal), O_RDWR | O_NOCTTY), STDOUT_FILENO);
        Watch({"devices", "--watch", "0.1", "--count", "2"}, 0);
      },
      testing::ExitedWithCode(kExitDone),
      "every 0.1 s; Ctrl-C ends.*\n.*utilization +memory usage .*\n(.*\n)*cpu:0 "
      ".*%.*GiB.*\n.*\x1b\\[[0-9]+F");
}

}  // namespace
}  // namespace kernelc::driver
