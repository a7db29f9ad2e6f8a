// Kernel files from standard input.
#include <gtest/gtest.h>

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/driver/command.h"

namespace kernelc::driver {
namespace {

constexpr const char* kSource =
    "from numba import cuda\n\n\n@cuda.jit\ndef twice(a):\n    i = cuda.grid(1)\n    if i < "
    "a.size:\n        a[i] *= 2\n";

struct Outcome {
  int status;
  std::string out;
  std::string err;
};

Outcome RunWith(const std::string& input, const std::vector<std::string>& words) {
  std::istringstream in(input);
  std::streambuf* const before = std::cin.rdbuf(in.rdbuf());
  std::cin.clear();
  std::ostringstream out;
  std::ostringstream err;
  const int status = RunCommand(words, out, err);
  std::cin.rdbuf(before);
  return {status, out.str(), err.str()};
}

TEST(StandardInput, IsRun) {
  const Outcome outcome = RunWith(
      kSource, {"run", "-", "twice", "a=ones:int32:3", "--print=a", "--device=cpu", "--no-cache"});
  EXPECT_EQ(outcome.status, kExitDone) << outcome.err;
  EXPECT_NE(outcome.out.find("[2, 2, 2]"), std::string::npos) << outcome.out;
}

TEST(StandardInput, IsBuilt) {
  const Outcome ptx = RunWith(kSource, {"build", "-", "--sig=int32[::1]", "--no-cache"});
  EXPECT_EQ(ptx.status, kExitDone) << ptx.err;
  EXPECT_NE(ptx.out.find(".entry twice"), std::string::npos) << ptx.out;
  const Outcome header = RunWith(
      kSource, {"build", "-", "--sig=int32[::1]", "--emit=header", "--target=sm_80", "--no-cache"});
  EXPECT_EQ(header.status, kExitDone) << header.err;
  EXPECT_NE(header.out.find("kernels in <stdin>"), std::string::npos);
  EXPECT_NE(header.out.find("namespace kernels"), std::string::npos);
}

TEST(StandardInput, IsCheckedUnderItsName) {
  const Outcome outcome = RunWith("def f(:\n", {"check", "-"});
  EXPECT_EQ(outcome.status, kExitInput);
  EXPECT_TRUE(outcome.err.starts_with("<stdin>:1:")) << outcome.err;
  const Outcome untyped = RunWith(kSource, {"check", "-"});
  EXPECT_EQ(untyped.status, kExitDone);
  EXPECT_NE(untyped.err.find("`kernelc check - --sig"), std::string::npos) << untyped.err;
}

TEST(StandardInput, IsReadOnce) {
  EXPECT_EQ(RunWith(kSource, {"check", "-", "-"}).status, kExitCommandLine);
}

}  // namespace
}  // namespace kernelc::driver
