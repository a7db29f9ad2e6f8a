// Streams and events.
#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

using Clock = std::chrono::steady_clock;

class StreamTest : public OnDevice {};
KC_ON_EACH_DEVICE(StreamTest);

double MillisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

TEST_P(StreamTest, LaunchDoesNotWait) {
  const Stream stream(*context);
  const Kernel spin = kernel("spin");
  const auto start = Clock::now();
  spin.Launch({1, 1, 0, stream}, 400000);
  EXPECT_LT(MillisecondsSince(start), 300);
  EXPECT_FALSE(stream.query());
  stream.Synchronize();
  EXPECT_GE(MillisecondsSince(start), 399);
  EXPECT_TRUE(stream.query());
}

TEST_P(StreamTest, LongKernelStaysAsynchronous) {
  const Stream stream(*context);
  const Kernel spin = kernel("spin");
  for (int i = 0; i < 3; ++i) {
    const auto start = Clock::now();
    spin.Launch({1, 1, 0, stream}, 200000);
    EXPECT_LT(MillisecondsSince(start), 150);
    stream.Synchronize();
  }
}

TEST_P(StreamTest, StreamsOverlap) {
  const Stream first(*context);
  const Stream second(*context);
  const Kernel spin = kernel("spin");
  const auto start = Clock::now();
  spin.Launch({1, 1, 0, first}, 400000);
  spin.Launch({1, 1, 0, second}, 400000);
  context->Synchronize();
  EXPECT_LT(MillisecondsSince(start), 750);
}

TEST_P(StreamTest, OrderWithinAStream) {
  const Stream stream(*context);
  const DeviceArray<float> array(*context, Iota(1000));
  const Kernel scale = kernel("scale");
  for (int i = 0; i < 10; ++i) {
    scale.Launch({4, 256, 0, stream}, array, 2.0F);
  }
  std::vector<float> expected = Iota(1000);
  for (float& value : expected) {
    value *= 1024;
  }
  EXPECT_EQ(array.ToVector(stream), expected);
}

TEST_P(StreamTest, CallbackRunsInOrder) {
  const Stream stream(*context);
  const Kernel spin = kernel("spin");
  // Callbacks own what they use: where a call fails they run when this is gone.
  const auto order = std::make_shared<std::vector<int>>();
  std::promise<void> release;
  stream.AddCallback([released = release.get_future().share()] { released.wait(); });
  stream.AddCallback([order] { order->push_back(1); });
  spin.Launch({1, 1, 0, stream}, 1000);
  stream.AddCallback([order] { order->push_back(2); });
  EXPECT_FALSE(stream.query());
  release.set_value();
  stream.Synchronize();
  EXPECT_EQ(*order, (std::vector<int>{1, 2}));
}

TEST_P(StreamTest, CallbackThatThrowsIsReported) {
  Reports reports;
  const Stream stream(*context);
  stream.AddCallback([] { throw std::runtime_error("on purpose"); });
  stream.Synchronize();
  const std::string reported = reports.TakeMessages();
  EXPECT_NE(reported.find("on purpose"), std::string::npos) << reported;
  EXPECT_ERROR(stream.AddCallback(nullptr), ErrorCode::InvalidArgument, "empty");
}

TEST_P(StreamTest, DestructionWithWorkQueued) {
  const auto done = std::make_shared<std::atomic<int>>(0);
  const Kernel spin = kernel("spin");
  {
    const Stream stream(*context);
    spin.Launch({1, 1, 0, stream}, 20000);
    stream.AddCallback([done] { ++*done; });
  }
  // CUDA's own rule: the work goes on.
  context->Synchronize();
  EXPECT_EQ(done->load(), 1);
}

TEST_P(StreamTest, ModuleAndArrayMayGoWhileTheirWorkRuns) {
  std::vector<float> out(1000);
  const Stream stream(*context);
  {
    const DeviceArray<float> array(*context, Iota(1000));
    const Kernel spin = kernel("spin");
    const Kernel scale = kernel("scale");
    spin.Launch({1, 1, 0, stream}, 20000);
    scale.Launch({4, 256, 0, stream}, array, 2.0F);
    CopyToHostAsync(*context, out.data(), array.data(), array.nbytes(), stream);
  }
  stream.Synchronize();
  EXPECT_EQ(out[999], 1998.0F);
}

TEST_P(StreamTest, PriorityAndMove) {
  Stream stream(*context, StreamOptions{0});
  EXPECT_EQ(stream.priority(), 0);
  Stream moved(std::move(stream));
  moved.Synchronize();
  stream = std::move(moved);
  EXPECT_EQ(stream.context(), *context);
  EXPECT_ERROR(StreamRef().Synchronize(), ErrorCode::InvalidArgument, "default-constructed");
  context->default_stream().Synchronize();
}

TEST_P(StreamTest, WrapsForeignStreams) {
  if (is_cpu()) {
    EXPECT_ERROR(Stream::Wrap(*context, nullptr), ErrorCode::NotSupported, "CPU");
    return;
  }
  const Stream owner(*context);
  const DeviceArray<float> array(*context, Iota(8));
  {
    const Stream borrowed = Stream::Wrap(*context, owner.native_handle());
    EXPECT_EQ(borrowed.native_handle(), owner.native_handle());
    kernel("scale").Launch({1, 8, 0, borrowed}, array, 2.0F);
  }
  // It was not destroyed with what borrowed it.
  owner.Synchronize();
  EXPECT_EQ(array.ToVector(owner)[7], 14.0F);
  const Stream legacy = Stream::Wrap(*context, nullptr);
  legacy.Synchronize();
}

TEST_P(StreamTest, PrioritiesAreClampedToTheRange) {
  const StreamPriorities range = context->stream_priorities();
  EXPECT_LE(range.greatest, range.least);
  EXPECT_EQ(Stream(*context, {range.greatest}).priority(), range.greatest);
  EXPECT_EQ(Stream(*context, {range.greatest - 100}).priority(), range.greatest);
  EXPECT_EQ(Stream(*context, {range.least + 100}).priority(), range.least);
}

TEST_P(StreamTest, EachThreadHasItsStream) {
  const StreamRef mine = context->per_thread_stream();
  const Kernel scale = kernel("scale");
  RunThreads(4, [&](int number) {
    const DeviceArray<float> array(*context, Iota(100));
    for (int i = 0; i < 5; ++i) {
      scale.Launch({1, 128, 0, mine}, array, 2.0F);
    }
    const Event done(*context);
    done.Record(mine);
    done.Synchronize();
    EXPECT_EQ(array.ToVector(mine)[static_cast<std::size_t>(number) + 1],
              32.0F * static_cast<float>(number + 1));
    mine.Synchronize();
    EXPECT_TRUE(mine.query());
  });
  EXPECT_EQ(mine.context(), *context);
  EXPECT_EQ(mine, context->per_thread_stream());
}

TEST_P(StreamTest, PerThreadStreamsOverlap) {
  const Kernel spin = kernel("spin");
  const auto start = Clock::now();
  RunThreads(2, [&](int) {
    spin.Launch({1, 1, 0, context->per_thread_stream()}, 400000);
    context->per_thread_stream().Synchronize();
  });
  EXPECT_LT(MillisecondsSince(start), 750);
}

TEST_P(StreamTest, AutoSynchronizeWaits) {
  const Stream stream(*context);
  const Kernel spin = kernel("spin");
  {
    const AutoSynchronize scope(stream);
    spin.Launch({1, 1, 0, stream}, 30000);
  }
  EXPECT_TRUE(stream.query());
  AutoSynchronize scope(stream);
  spin.Launch({1, 1, 0, stream}, 30000);
  scope.Finish();
  EXPECT_TRUE(stream.query());
}

TEST_P(StreamTest, ProfilerIsSwitched) {
  StartProfiler(*context);
  StopProfiler(*context);
  const ProfilerScope scope(*context);
}

TEST_P(StreamTest, ManyThreadsOneStream) {
  const Stream stream(*context);
  const DeviceArray<float> array(*context, Dims{256});
  array.Fill(1.0F, stream);
  const Kernel scale = kernel("scale");
  RunThreads(8, [&](int) {
    for (int i = 0; i < 200; ++i) {
      scale.Launch({1, 256, 0, stream}, array, i % 2 == 0 ? 2.0F : 0.5F);
    }
    stream.Synchronize();
  });
  EXPECT_EQ(array.ToVector(stream), std::vector<float>(256, 1.0F));
}

class EventTest : public OnDevice {};
KC_ON_EACH_DEVICE(EventTest);

TEST_P(EventTest, MeasuresTime) {
  const Stream stream(*context);
  const Event start(*context);
  const Event end(*context);
  const Kernel spin = kernel("spin");
  start.Record(stream);
  spin.Launch({1, 1, 0, stream}, 20000);
  end.Record(stream);
  EXPECT_FALSE(end.query());
  EXPECT_ERROR(ElapsedMilliseconds(start, end), ErrorCode::NotReady, "not reached");
  end.Synchronize();
  EXPECT_TRUE(end.query());
  const float milliseconds = ElapsedMilliseconds(start, end);
  EXPECT_GE(milliseconds, 19.0F);
  // A loaded machine takes its time to wake a thread.
  EXPECT_LT(milliseconds, 2000.0F);
}

TEST_P(EventTest, OrdersStreams) {
  const Stream first(*context);
  const Stream second(*context);
  const DeviceArray<float> array(*context, Iota(64));
  const Event ready(*context, EventOptions{false});
  const Kernel spin = kernel("spin");
  spin.Launch({1, 1, 0, first}, 30000);
  array.Fill(5.0F, first);
  ready.Record(first);
  second.Wait(ready);
  EXPECT_EQ(array.ToVector(second), std::vector<float>(64, 5.0F));
}

TEST_P(EventTest, MovedFrom) {
  const Stream stream(*context);
  Event event(*context);
  Event taken = std::move(event);
  EXPECT_ERROR(event.Record(stream), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(event.Synchronize(), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(event.Wait(stream), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(event.Wait(), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(event.query(), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(event.context(), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(event.native_handle(), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(stream.Wait(event), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(ElapsedMilliseconds(event, taken), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(ElapsedMilliseconds(taken, event), ErrorCode::InvalidArgument, "moved from");
  event = std::move(taken);
  event.Record(stream);
  event.Synchronize();
}

TEST_P(EventTest, NeverRecorded) {
  const Event event(*context);
  const Stream stream(*context);
  EXPECT_TRUE(event.query());
  event.Synchronize();
  stream.Wait(event);
  stream.Synchronize();
  EXPECT_ERROR(ElapsedMilliseconds(event, event), ErrorCode::NotReady,
               "the start event was not recorded");
  const Event recorded(*context);
  recorded.Record();
  recorded.Synchronize();
  EXPECT_ERROR(ElapsedMilliseconds(recorded, event), ErrorCode::NotReady,
               "the end event was not recorded");
}

TEST_P(EventTest, WaitIsTheStreamsWait) {
  const Stream first(*context);
  const Stream second(*context);
  const DeviceArray<float> array(*context, Iota(64));
  const Event ready(*context);
  kernel("spin").Launch({1, 1, 0, first}, 30000);
  array.Fill(5.0F, first);
  ready.Record(first);
  ready.Wait(second);
  EXPECT_EQ(array.ToVector(second), std::vector<float>(64, 5.0F));
  ready.Wait();
  EXPECT_EQ(ready.context(), *context);
}

TEST_P(EventTest, RecordedAgainMovesTheMark) {
  const Stream stream(*context);
  const Event event(*context);
  // Kept: unloading its module would wait for it.
  const Kernel spin = kernel("spin");
  event.Record(stream);
  event.Synchronize();
  spin.Launch({1, 1, 0, stream}, 300000);
  event.Record(stream);
  EXPECT_FALSE(event.query());
  event.Synchronize();
  EXPECT_TRUE(event.query());
}

TEST_P(EventTest, WithoutTiming) {
  const Event timed(*context);
  const Event plain(*context, EventOptions{false});
  timed.Record();
  plain.Record();
  EXPECT_ERROR(ElapsedMilliseconds(timed, plain), ErrorCode::InvalidArgument,
               "the end event was made without timing");
}

TEST_P(EventTest, StreamOfAnotherContext) {
  if (is_cpu() && !cuda_available()) {
    GTEST_SKIP() << "there is one device";
  }
  const Context other(is_cpu() ? "cuda" : "cpu");
  const Event event(*context);
  const Stream stream(other);
  EXPECT_ERROR(event.Record(stream), ErrorCode::InvalidArgument, "another context");
  EXPECT_ERROR(stream.Wait(event), ErrorCode::InvalidArgument, "belongs to");
}

}  // namespace
}  // namespace kernelc::runtime_test
