// GPU times by CUPTI, of which tests/trace/fake_cupti.cpp makes the records.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include "kernelc/runtime.h"
#include "kernelc/trace.h"

namespace kernelc {
namespace {

TEST(CuptiTest, RecordsComeIntoTheTimeline) {
  const std::string path = testing::TempDir() + "kernelc_cupti_test.json";
  for (int round = 0; round < 2; ++round) {
    StartTrace({.path = path});
    const Context context("cuda:0");
    const Stream stream(context);
    const auto array = DeviceArrayAny::Zeros(context, ScalarKind::Float32, {1024});
    context.Synchronize();
    EXPECT_EQ(trace_clock(), "CUPTI");
    const std::vector<OperationTime> times = StopTrace();
    ASSERT_EQ(times.size(), 2U);
    EXPECT_EQ(times[0].name, "symbol_of_kernel");
    EXPECT_EQ(times[0].device, "cuda:0");
    EXPECT_EQ(times[0].total, 3'000'000U);
    EXPECT_EQ(times[1].name, "copy to host");
    EXPECT_EQ(times[1].bytes, 4096U);
    EXPECT_EQ(times[1].total, 1'000'000U);
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    EXPECT_NE(text.str().find("\"name\":\"symbol_of_kernel\",\"cat\":\"kernel\""),
              std::string::npos);
    EXPECT_NE(text.str().find("\"gpu_clock\":\"CUPTI\""), std::string::npos);
    // The hour is taken off: it began ten milliseconds ago, and so near the trace's own begin.
    const std::size_t place = text.str().find("\"dur\":3000.000");
    ASSERT_NE(place, std::string::npos);
    const std::size_t ts = text.str().rfind("\"ts\":", place);
    EXPECT_LT(std::abs(std::stod(text.str().substr(ts + 5))), 5e6);
  }
  std::remove(path.c_str());
}

TEST(CuptiTest, CallbacksAreTimedByEvents) {
  const Context context("cuda:0");
  const Stream stream(context);
  StartTrace();
  stream.AddCallback([] {});
  const std::vector<OperationTime> times = StopTrace();
  EXPECT_EQ(trace_clock(), "CUPTI");
  ASSERT_EQ(times.size(), 3U);
  EXPECT_EQ(times[2].name, "callback");
  EXPECT_EQ(times[2].count, 1U);
}

}  // namespace
}  // namespace kernelc
