// The timeline, the table, ranges, and calls that wait.
#include "kernelc/trace.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "kernelc/nvtx.h"
#include "kernelc/sync_debug.h"
#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

using nlohmann::json;

class TraceTest : public OnDevice {
 protected:
  void TearDown() override {
    StopTrace();
    std::filesystem::remove(path_);
  }
  // A file of this process.
  const std::string path_ = (std::filesystem::temp_directory_path() /
                             ("kernelc_trace_" + std::to_string(::getpid()) + ".json"))
                                .string();
  json ReadFile() const {
    std::ifstream file(path_);
    return json::parse(file);
  }
};
KC_ON_EACH_DEVICE(TraceTest);

const OperationTime* FindTime(const std::vector<OperationTime>& times, std::string_view name) {
  for (const OperationTime& time : times) {
    if (time.name == name) {
      return &time;
    }
  }
  return nullptr;
}

std::vector<json> EventsOf(const json& trace, std::string_view name, std::string_view category) {
  std::vector<json> events;
  for (const json& event : trace["traceEvents"]) {
    if (event["name"] == name && event.value("cat", "") == category && event["ph"] != "s" &&
        event["ph"] != "f") {
      events.push_back(event);
    }
  }
  return events;
}

TEST_P(TraceTest, HoldsCallsAndWhatDevicesDid) {
  const Stream stream(*context);
  const Kernel spin = kernel("spin");
  StartTrace({.path = path_});
  EXPECT_TRUE(trace_enabled());
  const DeviceArray<float> array(*context, Iota(1000));
  for (int i = 0; i < 3; ++i) {
    spin.Launch({1, 1, 0, stream}, 2000);
  }
  stream.Synchronize();
  const std::vector<float> back = array.ToVector(stream);
  const std::vector<OperationTime> times = StopTrace();
  EXPECT_FALSE(trace_enabled());
  const OperationTime* const spun = FindTime(times, "spin");
  ASSERT_NE(spun, nullptr);
  EXPECT_EQ(spun->count, 3U);
  EXPECT_EQ(spun->device, context->device().name());
  EXPECT_LE(spun->min, spun->max);
  EXPECT_GE(spun->total, spun->min + spun->max);
  if (is_cpu()) {
    EXPECT_GE(spun->min, 2'000'000U);
    EXPECT_EQ(trace_clock(), "");
  }
  const OperationTime* const copied = FindTime(times, "copy to device");
  ASSERT_NE(copied, nullptr);
  EXPECT_EQ(copied->bytes, 4000U);
  ASSERT_NE(FindTime(times, "copy to host"), nullptr);

  const json trace = ReadFile();
  const std::vector<json> launches = EventsOf(trace, "spin", "launch");
  const std::vector<json> kernels = EventsOf(trace, "spin", "kernel");
  ASSERT_EQ(launches.size(), 3U);
  ASSERT_EQ(kernels.size(), 3U);
  EXPECT_EQ(launches[0]["pid"], 1);
  EXPECT_NE(kernels[0]["pid"], 1);
  EXPECT_EQ(kernels[0]["args"]["block"], json::array({1, 1, 1}));
  for (std::size_t i = 1; i < kernels.size(); ++i) {
    EXPECT_GE(kernels[i]["ts"].get<double>() + 1,
              kernels[i - 1]["ts"].get<double>() + kernels[i - 1]["dur"].get<double>());
  }
  EXPECT_EQ(EventsOf(trace, "stream synchronize", "wait").size(), 3U);
  EXPECT_GE(EventsOf(trace, "allocate", "memory").size(), 1U);
  EXPECT_GE(EventsOf(trace, "device memory", "memory").size(), 1U);
}

TEST_P(TraceTest, SpansAndRangesLieOnTheThread) {
  StartTrace({.path = path_});
  nvtx::Mark("here");
  {
    const TraceSpan outer("outer \"step\"");
    const nvtx::Range inner("inner");
    context->Synchronize();
  }
  StopTrace();
  const json trace = ReadFile();
  ASSERT_EQ(EventsOf(trace, "here", "range").size(), 1U);
  EXPECT_EQ(EventsOf(trace, "here", "range")[0]["ph"], "i");
  const std::vector<json> outer = EventsOf(trace, "outer \"step\"", "host");
  const std::vector<json> inner = EventsOf(trace, "inner", "range");
  ASSERT_EQ(outer.size(), 1U);
  ASSERT_EQ(inner.size(), 1U);
  EXPECT_EQ(outer[0]["tid"], inner[0]["tid"]);
  EXPECT_LE(outer[0]["ts"].get<double>(), inner[0]["ts"].get<double>());
  EXPECT_GE(outer[0]["dur"].get<double>(), inner[0]["dur"].get<double>());
}

// JSON is UTF-8.
TEST_P(TraceTest, NamesOfAnyBytes) {
  StartTrace({.path = path_});
  nvtx::Mark("\xff\xed\xa0\x80\xc0\x80\xf5 \xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\x01\xe2\x82");
  StopTrace();
  std::string name;
  for (int i = 0; i < 7; ++i) {
    name += "\xef\xbf\xbd";
  }
  name += " \xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\x01\xef\xbf\xbd\xef\xbf\xbd";
  EXPECT_EQ(EventsOf(ReadFile(), name, "range").size(), 1U);
}

TEST_P(TraceTest, LoadsAndWaitsOfManyThreads) {
  StartTrace({.path = path_});
  const Kernel where = kernel("where");
  constexpr int kThreads = 8;
  constexpr int kLaunches = 200;
  RunThreads(kThreads, [&](int) {
    const Stream stream(*context);
    const auto out = DeviceArrayAny::Empty(*context, ScalarKind::Int32, {64});
    for (int i = 0; i < kLaunches; ++i) {
      where.Launch({1, 64, 0, stream}, out);
    }
    stream.Synchronize();
  });
  const std::vector<OperationTime> times = StopTrace();
  ASSERT_NE(FindTime(times, "where"), nullptr);
  EXPECT_EQ(FindTime(times, "where")->count, std::uint64_t{kThreads * kLaunches});
  const json trace = ReadFile();
  EXPECT_EQ(EventsOf(trace, "load module", "load").size(), 1U);
  EXPECT_EQ(EventsOf(trace, "where", "launch").size(), std::size_t{kThreads * kLaunches});
}

TEST_P(TraceTest, OneAtATime) {
  EXPECT_TRUE(StopTrace().empty());
  StartTrace();
  EXPECT_ERROR(StartTrace(), ErrorCode::InvalidArgument, "StopTrace()");
  StopTrace();
  EXPECT_ERROR(StartTrace({.path = "/nowhere/trace.json"}), ErrorCode::FileAccess,
               "cannot be written");
  EXPECT_FALSE(trace_enabled());
}

TEST_P(TraceTest, TheTableHasShares) {
  const OperationTime times[] = {{"scale", "cuda:0", 4, 0, 3'000'000, 500'000, 1'000'000},
                                 {"add", "cuda:0", 1, 0, 1'000'000, 1'000'000, 1'000'000}};
  const std::string table = OperationTable(times);
  EXPECT_NE(table.find(" 75.0%        3.000          4     750.000"), std::string::npos) << table;
  EXPECT_NE(table.find(" 25.0%"), std::string::npos) << table;
  EXPECT_NE(table.find("cuda:0  scale\n"), std::string::npos) << table;
}

TEST_P(TraceTest, AllocationsInCallbacksDoNotBlockTheEnd) {
  StartTrace();
  const Stream stream(*context);
  kernel("spin").Launch({1, 1, 0, stream}, 1000);
  const auto scale = kernel("scale");
  stream.AddCallback([] { const nvtx::Range inside("callback"); });
  EXPECT_NE(FindTime(StopTrace(), "callback"), nullptr);
}

class SyncDebugTest : public OnDevice {
 protected:
  void TearDown() override { SetSyncDebugMode(SyncDebugMode::Default); }
};
KC_ON_EACH_DEVICE(SyncDebugTest);

TEST_P(SyncDebugTest, ErrorsNameTheCallAndTheWayOut) {
  // Of what is freed at the end.
  Reports reports;
  const DeviceArray<float> array(*context, Iota(64));
  const Stream stream(*context);
  HostArray pinned = PinnedArray(*context, ScalarKind::Float32, {64});
  SetSyncDebugMode(SyncDebugMode::Error);
  EXPECT_EQ(sync_debug_mode(), SyncDebugMode::Error);
  EXPECT_ERROR(array.ToVector(), ErrorCode::HostBlocked, "CopyToHostAsync()");
  EXPECT_ERROR(array.Item({3}), ErrorCode::HostBlocked, "makes the host wait");
  EXPECT_ERROR(array.CopyFromHost(HostArrayView(pinned)), ErrorCode::HostBlocked,
               "CopyFromHostAsync()");
  array.CopyToHostAsync(pinned, stream);
  stream.Synchronize();
  context->Synchronize();
}

TEST_P(SyncDebugTest, WarningsGoToTheSink) {
  Reports reports;
  const DeviceArray<float> array(*context, Iota(64));
  EXPECT_EQ(reports.count(), 0);
  SetSyncDebugMode(SyncDebugMode::Warn);
  EXPECT_EQ(array.ToVector(), Iota(64));
  EXPECT_EQ(reports.count(), 1);
  EXPECT_NE(reports.TakeMessages().find("makes the host wait"), std::string::npos);
}

}  // namespace
}  // namespace kernelc::runtime_test
