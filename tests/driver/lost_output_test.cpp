// Output that cannot be written is an error of the command.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/driver/command.h"

namespace kernelc::driver {
namespace {

constexpr char kFull[] = "/dev/full";

struct Outcome {
  int status = 0;
  std::string errors;
};

// The command's stdout goes to a file that takes nothing, of which a stream keeps `buffer` bytes
// back.
Outcome RunTo(const std::string& path, const std::vector<std::string>& args, std::size_t buffer) {
  std::vector<char> bytes(buffer);
  std::ofstream out;
  out.rdbuf()->pubsetbuf(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.open(path);
  std::ostringstream errors;
  const int status = RunCommand(args, out, errors);
  out.close();
  return {status, errors.str()};
}

class LostOutputTest : public testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kFull)) {
      GTEST_SKIP() << "no /dev/full";
    }
    file_ = (std::filesystem::path(testing::TempDir()) / "lost_output.py").string();
    // `cache` has something to print.
    setenv("KERNELC_CACHE", "1", 1);
    setenv("KERNELC_CACHE_DIR", (testing::TempDir() + "/lost_output_cache").c_str(), 1);
    std::ofstream(file_) << "from kernelc import *\n\n@kernel\ndef k(a):\n    a[0] = 1\n";
  }
  std::string file_;
};

TEST_P(LostOutputTest, IsAnErrorOfEveryCommand) {
  const std::vector<std::vector<std::string>> commands = {
      {"build", file_, "--sig", "k(float32[:])", "--emit", "kir"},
      {"run", file_, "k", "a=zeros:float32:4", "--device", "cpu", "--block", "1", "--grid", "1",
       "--print", "a"},
      {"builtins"},
      {"cache", "info"},
      {"devices"},
      {"explain", "UnknownName"},
      {"--help"},
      {"run", "--help"},
      {"--version"},
      {"version"},
  };
  for (const std::vector<std::string>& args : commands) {
    const Outcome outcome = RunTo(kFull, args, GetParam());
    EXPECT_EQ(outcome.status, kExitInput) << args.front();
    EXPECT_EQ(outcome.errors, "error: cannot write the output: No space left on device\n")
        << args.front();
  }
}

TEST_P(LostOutputTest, LeavesTheStatusOfAnotherFault) {
  const Outcome outcome = RunTo(kFull, {"explain", "NoSuchKind"}, GetParam());
  EXPECT_NE(outcome.status, kExitDone);
  EXPECT_EQ(outcome.errors.find("cannot write"), std::string::npos);
}

// Each write fails, and only the last one.
INSTANTIATE_TEST_SUITE_P(Buffers, LostOutputTest, testing::Values(1, 1 << 20));

TEST(ClosedPipe, IsSilent) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  std::signal(SIGPIPE, SIG_IGN);
  const Outcome outcome = RunTo("/dev/fd/" + std::to_string(ends[1]), {"--version"}, 1 << 16);
  close(ends[1]);
  EXPECT_EQ(outcome.status, kExitDone);
  EXPECT_EQ(outcome.errors, "");
}

TEST(FilesOfResults, SayWhy) {
  if (!std::filesystem::exists(kFull)) {
    GTEST_SKIP() << "no /dev/full";
  }
  const std::string file = (std::filesystem::path(testing::TempDir()) / "lost_results.py").string();
  std::ofstream(file) << "from kernelc import *\n\n@kernel\ndef k(a):\n    a[0] = 1\n";
  const std::vector<std::vector<std::string>> commands = {
      {"build", file, "--sig", "k(float32[:])", "--emit", "kir", "-o", kFull},
      {"run", file, "k", "a=zeros:float32:4", "--device", "cpu", "--block", "1", "--grid", "1",
       "--out", std::string("a=") + kFull},
  };
  for (const std::vector<std::string>& args : commands) {
    std::ostringstream out;
    std::ostringstream errors;
    EXPECT_EQ(RunCommand(args, out, errors), kExitInput);
    EXPECT_NE(errors.str().find(kFull), std::string::npos) << errors.str();
    EXPECT_NE(errors.str().find("No space left on device"), std::string::npos) << errors.str();
  }
}

}  // namespace
}  // namespace kernelc::driver
