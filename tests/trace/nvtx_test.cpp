// Marks and ranges come to a profiler; so do our own where they are asked for.
#include "kernelc/nvtx.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "kernelc/kernelc_tools.h"
#include "kernelc/runtime.h"
#include "kernelc/trace.h"

namespace kernelc {
namespace {

std::string TakeLog() {
  void* const library = ::dlopen(std::getenv("NVTX_INJECTION64_PATH"), RTLD_NOW | RTLD_NOLOAD);
  if (library == nullptr) {
    return "the library was not opened";
  }
  const auto take = reinterpret_cast<const char* (*)()>(::dlsym(library, "TakeNvtxLog"));
  return take == nullptr ? "no log" : take();
}

TEST(NvtxTest, MarksAndRangesReachTheProfiler) {
  ASSERT_TRUE(nvtx::available());
  TakeLog();
  nvtx::Mark("begin");
  EXPECT_EQ(nvtx::RangePush("outer"), 0);
  { const nvtx::Range inner("inner"); }
  EXPECT_EQ(nvtx::RangePop(), 0);
  const std::uint64_t range = nvtx::RangeStart("anywhere");
  EXPECT_EQ(range, 42U);
  nvtx::RangeEnd(range);
  EXPECT_EQ(TakeLog(), "mark begin;push outer;push inner;pop;pop;start anywhere;end 42;");
}

TEST(NvtxTest, FromC) {
  TakeLog();
  kernelc_nvtx_mark("here");
  EXPECT_EQ(kernelc_nvtx_range_push("c"), 0);
  EXPECT_EQ(kernelc_nvtx_range_pop(), 0);
  EXPECT_EQ(kernelc_nvtx_range_pop(), -1);
  EXPECT_EQ(TakeLog(), "mark here;push c;pop;");
}

TEST(NvtxTest, OwnRangesAreAskedForByTheEnvironment) {
  const Context context("cpu");
  TakeLog();
  context.Synchronize();
  EXPECT_EQ(TakeLog(), "push context synchronize;pop;");
  SetOwnRanges(false);
  context.Synchronize();
  EXPECT_EQ(TakeLog(), "");
  SetOwnRanges(true);
  { const TraceSpan span("mine"); }
  EXPECT_EQ(TakeLog(), "push mine;pop;");
}

}  // namespace
}  // namespace kernelc
