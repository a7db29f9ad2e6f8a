// A program that is not linked with libkernelc loads it while it runs, as Python does.
#include <dlfcn.h>
#include <gtest/gtest.h>

namespace {

TEST(LateLoadTest, TheCompilerCanBeLoadedLate) {
  EXPECT_NE(dlopen(KERNELC_LIBRARY, RTLD_NOW | RTLD_LOCAL), nullptr) << dlerror();
}

}  // namespace
