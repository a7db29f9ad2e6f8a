// Every driver call of a scenario fails in turn: the failure is typed and reported, nothing leaks,
// and the context that was current before is current after.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/fake_driver/fake.h"

namespace kernelc::fake_driver {
namespace {

constexpr int kSomeError = 999;

// Errors that destructors could not throw.
struct Reported {
  int count = 0;
  ErrorInfo last;
};

void CountReport(const Error& error, void* user) {
  auto& reported = *static_cast<Reported*>(user);
  ++reported.count;
  reported.last = error.info();
}

// What is current on a thread, on both devices.
void CurrentScenario() {
  SelectDevice("cuda:1");
  SelectDevice("cuda:0");
  static_cast<void>(current_device());
  const Context context = current_context();
  {
    const DeviceGuard guard("cuda:1");
    SelectDevice("cpu");
    WithContext(device("cuda:1"), [] { Synchronize(); });
  }
  context.Push();
  context.Pop();
  const ProfilerScope profiled(context);
  static_cast<void>(context.stream_priorities());
  const Stream stream(context);
  const Stream borrowed = Stream::Wrap(context, stream.native_handle());
  const Event event(context);
  event.Record(context.per_thread_stream());
  event.Wait(borrowed);
  AutoSynchronize scope(borrowed);
  scope.Finish();
}

// A reset among what is current.
void ResetScenario() {
  const Context context("cuda:0");
  const DeviceArray<float> array(context, std::vector<float>(4, 1.0F));
  const Kernel kernel = Module(context, CheckedImage()).kernel("scale");
  const Stream stream(context);
  const Event event(context);
  const DeviceGuard outer("cuda:1");
  const DeviceGuard inner("cuda:0");
  const DeviceGuard top("cuda:1");
  context.Reset();
  SelectDevice("cuda:0");
  Synchronize();
}

// Uses every noun of the runtime.
void Scenario() {
  const Context context("cuda:0");
  const Stream stream(context, StreamOptions{-1});
  const Stream other(context);
  const Event start(context);
  const Event end(context);
  static_cast<void>(stream.priority());
  const Kernel kernel = Module(context, ScaleImage()).kernel("scale");
  std::vector<float> host(24, 1.0F);
  const DeviceArray<float> array(context, host, Dims{4, 6});
  start.Record(stream);
  kernel.Launch({1, 24, 100 * 1024, stream}, array.Raveled(), 2.0F);
  Module(context, CheckedImage()).kernel("scale").Launch({1, 24, 0, stream}, array.Raveled(), 2.0F);
  end.Record(stream);
  other.Wait(end);
  end.Synchronize();
  static_cast<void>(end.query());
  static_cast<void>(ElapsedMilliseconds(start, end));
  const DeviceArrayAny view = array.Sliced({{0, 4, 2}, {5, 0, -2}});
  view.Fill(3.0F, stream);
  static_cast<void>(view.ToHost(stream));
  array.CopyFrom(DeviceArrayAny::Zeros(context, ScalarKind::Float32, Dims{4, 6}), stream);
  const HostArray pinned = PinnedArray(context, ScalarKind::Float32, Dims{24});
  const SharedArray mapped = MappedArray(context, ScalarKind::Float32, Dims{24});
  const SharedArray managed = ManagedArray(context, ScalarKind::Float32, Dims{24});
  array.Raveled().CopyFromHostAsync(pinned, stream);
  {
    const PinnedScope scope(context, {HostArrayView(std::span(host))}, {.mapped = true});
    static_cast<void>(scope.mapped(0));
  }
  IpcArray opened = IpcHandle::Of(array).Open(context);
  opened.Close();
  stream.AddCallback([] {});
  static_cast<void>(other.query());
  static_cast<void>(kernel.max_active_blocks(128));
  static_cast<void>(kernel.suggest_block());
  static_cast<void>(context.memory_info());
  {
    const ContextScope scope(context);
    stream.Synchronize();
  }
  context.Synchronize();
}

// Memory resources: reuse behind marks, streams that end, giving back.
void MemoryScenario() {
  const Context context("cuda:0");
  const Stream stream(context);
  const MemoryResource caching = CachingResource(context);
  SetCurrentResource(context, caching);
  {
    const DeviceArray<float> array(context, Dims{100});
    array.Fill(1.0F);
    const Buffer large(context, std::size_t{3} << 20, stream);
    large.RecordStream(context.default_stream());
    const Buffer own(context, 1000, context.per_thread_stream());
  }
  {
    const Stream ends(context);
    const Buffer buffer(context, 1000, ends);
  }
  {
    // More than the segments of the others hold, so that all marks are looked at.
    const Buffer larger(context, std::size_t{30} << 20, stream);
    const Buffer small(context, std::size_t{1} << 20, stream);
  }
  caching.ReleaseHeld();
  const MemoryResource async = AsyncResource(context);
  {
    const Buffer buffer(async, 1000, stream);
    buffer.RecordStream(context.default_stream());
  }
  async.ReleaseHeld();
  {
    const Buffer piece(ArenaResource(DriverResource(context)), 1000, stream);
    piece.RecordStream(context.default_stream());
  }
  const PageLockedMemoryPool pool(context);
  { const HostArray host = pool.Allocate({100}, ScalarKind::Float32); }
  { const HostArray host = pool.Allocate({100}, ScalarKind::Float32); }
  pool.FreeHeld();
  context.Synchronize();
}

class Fault : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    Fake();
    ASSERT_TRUE(cuda_available()) << why_cuda_is_unavailable();
    ReleaseContexts();
    SetErrorSink(CountReport, &reported_);
  }
  void TearDown() override {
    SetErrorSink(nullptr);
    Fake().reset();
    // A context that a fault broke is replaced by one that works.
    { const Context context("cuda:0"); }
    ReleaseContexts();
    EXPECT_EQ(Fake().live(), LiveObjects{});
  }

  Reported reported_;
};

// Runs a scenario with its nth driver call failing. False when it has fewer.
bool RunWithFault(void (*scenario)(), int nth, int result, Reported* reported) {
  Fake().reset();
  Fake().fail(nullptr, nth, result);
  *reported = {};
  bool thrown = false;
  try {
    scenario();
    Close();
    ReleaseContexts();
  } catch (const Error& error) {
    thrown = true;
    // A destructor may have been first to see that a kernel's error ended the context.
    const bool was_told = error.code() == ErrorCode::DeviceFault && reported->count != 0;
    EXPECT_TRUE(error.driver_status() == result || was_told) << error.what();
    EXPECT_FALSE(error.operation().empty());
    EXPECT_TRUE(error.object().find("cuda:") != std::string::npos ||
                error.object() == "the thread's CUDA context")
        << error.what();
  }
  const char* const failed = Fake().failed_function();
  const bool fault_met = failed != nullptr;
  const std::string function = fault_met ? failed : "";
  const int count = reported->count;
  // Nothing fails any more: what is left goes in order.
  Fake().fail(nullptr, 0, 0);
  Close();
  ReleaseContexts();
  // Resources ask once more where memory runs out, on the way to the allocation as well.
  const bool asks_again =
      scenario == MemoryScenario && result == 2 &&
      (function.find("Alloc") != std::string::npos || function.starts_with("cuCtx"));
  // The log and the memory figures of another failure are best effort.
  EXPECT_TRUE(asks_again || fault_met == (thrown || count != 0)) << "call " << nth << " " << function;
  EXPECT_EQ(Fake().current_context(), nullptr) << "call " << nth << " " << function;
  return fault_met;
}

TEST_P(Fault, EveryCallInTurn) {
  int most = 0;
  for (const auto scenario : {Scenario, CurrentScenario, ResetScenario, MemoryScenario}) {
    int nth = 1;
    for (; RunWithFault(scenario, nth, GetParam(), &reported_); ++nth) {
      if (GetParam() != 700) {
        ASSERT_EQ(Fake().live(), LiveObjects{}) << "call " << nth;
      }
    }
    most = std::max(most, nth);
    EXPECT_GT(nth, 20);
  }
  // The scenario is long: a runtime that stopped early would not have been tested.
  EXPECT_GT(most, 100);
}

INSTANTIATE_TEST_SUITE_P(Results, Fault, testing::Values(kSomeError, 2, 700),
                         [](const auto& param) { return "Result" + std::to_string(param.param); });

class FaultOnce : public Fault {};

TEST_P(FaultOnce, EndOfTheProcessIsSilent) {
  {
    const Context context("cuda:0");
    const DeviceArray<float> array(context, Dims{4});
    Fake().fail("cuMemFree", 1, 4);
  }
  EXPECT_EQ(reported_.count, 0);
  {
    const Context context("cuda:0");
    const DeviceArray<float> array(context, Dims{4});
    Fake().fail("cuMemFree", 1, kSomeError);
  }
  EXPECT_EQ(reported_.count, 1);
  EXPECT_EQ(reported_.last.operation, "cuMemFree");
}

INSTANTIATE_TEST_SUITE_P(AtExit, FaultOnce, testing::Values(4));

}  // namespace
}  // namespace kernelc::fake_driver
