// A process may end while its threads compile: what they work with is there to the last moment.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

#include "kernelc/program.h"

namespace {

// Names of libraries of ours that have something destroyed at the end of the process. Filled before
// main() as well, when nothing with a constructor is ready.
char found[1024];

using Register = int (*)(void (*)(void*), void*, void*);

}  // namespace

// Each object with static storage and a destructor comes here, of whatever library; the C library's
// does the work.
// NOLINTNEXTLINE(bugprone-reserved-identifier, readability-identifier-naming)
extern "C" int __cxa_atexit(void (*destroy)(void*), void* object, void* library) noexcept {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(destroy), &info) != 0 && info.dli_fname != nullptr &&
      std::strstr(info.dli_fname, "libkernelc") != nullptr) {
    std::strncat(found, info.dli_fname, sizeof found - std::strlen(found) - 1);
    std::strncat(found, "\n", sizeof found - std::strlen(found) - 1);
  }
  static const auto real = reinterpret_cast<Register>(dlsym(RTLD_NEXT, "__cxa_atexit"));
  return real(destroy, object, library);
}

namespace kernelc {
namespace {

// Compiles a kernel of its own for the CPU or, with odd numbers, for a GPU.
void Compile(int number) {
  const std::string name = "k" + std::to_string(number);
  ProgramOptions options;
  options.cache = false;
  const Program program = Program::FromSource(
      "from kernelc import *\n"
      "import math\n"
      "@kernel\n"
      "def " +
          name +
          "(x: float32[::1], f: float32):\n"
          "    i = grid(1)\n"
          "    if i < x.size:\n"
          "        x[i] = math.sin(x[i]) * f + " +
          std::to_string(number) + "\n",
      "<string>", options);
  constexpr const char* kSignature = "void(float32[::1], float32)";
  if (number % 2 == 0) {
    program.kernel(name).Specialize(Context("cpu"), kSignature);
  } else {
    program.kernel(name).Inspect(CodeForm::Ptx, "sm_90", kSignature);
  }
}

TEST(ExitTest, NothingOfTheLibrariesIsDestroyed) {
  Compile(0);
  Compile(1);
  EXPECT_STREQ(found, "");
}

[[noreturn]] void ExitWhileCompiling(int milliseconds) {
  for (int thread = 0; thread < 2; ++thread) {
    std::thread([thread] {
      for (int i = thread;; i += 2) {
        Compile(i);
      }
    }).detach();
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  std::exit(0);
}

TEST(ExitTest, WhileThreadsCompile) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (int milliseconds = 60; milliseconds < 300; milliseconds += 12) {
    EXPECT_EXIT(ExitWhileCompiling(milliseconds), testing::ExitedWithCode(0), "") << milliseconds;
  }
}

}  // namespace
}  // namespace kernelc
