// A launch that crashes ends the command with a message.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include "compiler/driver/command.h"

namespace kernelc::driver {
namespace {

// Runs a kernel that writes to an address that is not there, and ends the process with the
// command's status.
[[noreturn]] void RunOutside(const std::string& option) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "outside.py";
  std::ofstream(file) << "from numba import cuda\n\n@cuda.jit\ndef k(a, n):\n    a[n] = 1\n";
  const std::array<std::string, 9> args = {
      "run",          file.string(), "k",   "a=zeros:int64:8", "n=4000000000000",
      "--device=cpu", "--no-cache",  "--grid=1", option};
  std::exit(RunCommand(args, std::cout, std::cerr, false, true));
}

class CrashTest : public testing::Test {
 protected:
  CrashTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(CrashTest, NamesTheKernelAndTheCheck) {
  EXPECT_EXIT(
      RunOutside("--block=1"), testing::ExitedWithCode(kExitDevice),
      "^error: kernel `k` crashed: an access outside of an array .or a recursion without end. is "
      "the likely cause; run it again with `--check bounds` to see where\n$");
}

TEST_F(CrashTest, IsPartOfTheJson) {
  EXPECT_EXIT(RunOutside("--diagnostics=json"), testing::ExitedWithCode(kExitDevice),
              "\"failures\": \\[\n    \"kernel `k` crashed: ");
}

TEST_F(CrashTest, IsADiagnosticWithTheCheck) {
  EXPECT_EXIT(RunOutside("--check=bounds"), testing::ExitedWithCode(kExitDevice),
              "error: index 4000000000000 is out of bounds");
}

}  // namespace
}  // namespace kernelc::driver
