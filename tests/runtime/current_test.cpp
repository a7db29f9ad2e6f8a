// What is current on a thread, and what a reset leaves behind.
#include <atomic>
#include <stdexcept>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

class CurrentTest : public OnDevice {
 protected:
  Device target() const { return context->device(); }
};
KC_ON_EACH_DEVICE(CurrentTest);

// On a thread that has selected nothing.
template <typename Body>
void OnFreshThread(Body body) {
  RunThreads(1, [&](int) { body(); });
}

TEST_P(CurrentTest, IsTheDefaultAtFirst) {
  OnFreshThread([&] {
    EXPECT_EQ(current_device(), default_device());
    EXPECT_EQ(current_context().device(), default_device());
    EXPECT_EQ(current_context(target()), *context);
    EXPECT_EQ(current_device(), default_device());
    Synchronize();
  });
}

TEST_P(CurrentTest, SelectingIsPerThread) {
  OnFreshThread([&] {
    EXPECT_EQ(SelectDevice(GetParam()), target());
    EXPECT_EQ(current_device(), target());
    EXPECT_EQ(current_context(), *context);
    OnFreshThread([] { EXPECT_EQ(current_device(), default_device()); });
    EXPECT_EQ(SelectDevice("cpu").name(), "cpu:0");
    EXPECT_EQ(current_device(), cpu_device());
    const std::vector<Device> all = devices();
    EXPECT_EQ(SelectDevice(static_cast<int>(all.size()) - 1), all.back());
    EXPECT_EQ(current_device(), all.back());
  });
}

TEST_P(CurrentTest, BadSelectionNamesTheRange) {
  OnFreshThread([&] {
    SelectDevice(target());
    EXPECT_ERROR(SelectDevice(99), ErrorCode::NoDevice, "this machine has the devices 0 to ");
    EXPECT_ERROR(SelectDevice(-1), ErrorCode::NoDevice, "cpu:0");
    EXPECT_ERROR(SelectDevice("cuda:99"),
                 cuda_available() ? ErrorCode::NoDevice : ErrorCode::DriverUnavailable, "");
    EXPECT_ERROR(SelectDevice("gpu"), ErrorCode::InvalidArgument, "`cuda:N`");
    EXPECT_EQ(current_device(), target());
  });
}

TEST_P(CurrentTest, GuardRestores) {
  OnFreshThread([&] {
    SelectDevice("cpu");
    {
      const DeviceGuard guard(target());
      EXPECT_EQ(current_device(), target());
      {
        const DeviceGuard inner("cpu");
        EXPECT_EQ(current_device(), cpu_device());
      }
      EXPECT_EQ(current_device(), target());
      // What a scope selects ends with it.
      SelectDevice(default_device());
    }
    EXPECT_EQ(current_device(), cpu_device());
    try {
      const DeviceGuard guard(GetParam());
      throw std::runtime_error("on purpose");
    } catch (const std::runtime_error&) {
    }
    EXPECT_EQ(current_device(), cpu_device());
  });
}

TEST_P(CurrentTest, StackOfContexts) {
  OnFreshThread([&] {
    EXPECT_ERROR(context->Pop(), ErrorCode::InvalidArgument, "stack of contexts is empty");
    context->Push();
    const Context cpu("cpu");
    cpu.Push();
    EXPECT_EQ(current_device(), cpu_device());
    if (!is_cpu()) {
      EXPECT_ERROR(context->Pop(), ErrorCode::InvalidArgument,
                   "not on top of this thread's stack: the context of cpu:0 is");
    }
    cpu.Pop();
    EXPECT_EQ(current_context(), *context);
    context->Pop();
    EXPECT_ERROR(cpu.Pop(), ErrorCode::InvalidArgument, "empty");
  });
}

TEST_P(CurrentTest, ScopeTellsOfWhatIsLeftBehind) {
  Reports reports;
  OnFreshThread([&] {
    {
      const ContextScope scope(*context);
      context->Push();
    }
    EXPECT_EQ(reports.TakeMessages(), "1 contexts were pushed inside the scope and not popped");
    EXPECT_EQ(current_device(), default_device());
    {
      const ContextScope scope(*context);
      context->Pop();
    }
    EXPECT_EQ(reports.TakeMessages(), "the scope's context was popped inside it");
    {
      const ContextScope scope(*context);
      Close();
    }
    EXPECT_EQ(reports.TakeMessages(), "");
  });
}

TEST_P(CurrentTest, CallablesRunInAContext) {
  OnFreshThread([&] {
    SelectDevice("cpu");
    const int answer = WithContext(target(), [&] {
      EXPECT_EQ(current_device(), target());
      return 42;
    });
    EXPECT_EQ(answer, 42);
    EXPECT_EQ(current_device(), cpu_device());
    EXPECT_THROW(WithContext(target(), [] { throw std::runtime_error("on purpose"); }),
                 std::runtime_error);
    EXPECT_EQ(current_device(), cpu_device());
  });
  OnFreshThread([&] {
    const auto sum = RequireContext([](int a, int b) { return a + b; });
    EXPECT_EQ(sum(2, 3), 5);
    EXPECT_EQ(current_context().device(), default_device());
  });
}

TEST_P(CurrentTest, CloseOfAThreadLeavesOthersAlone) {
  const DeviceArray<float> array(*context, Iota(4));
  OnFreshThread([&] {
    SelectDevice("cpu");
    context->Push();
    Close();
    EXPECT_EQ(current_device(), default_device());
  });
  EXPECT_EQ(array.ToVector(), Iota(4));
}

class ResetTest : public OnDevice {};
KC_ON_EACH_DEVICE(ResetTest);

TEST_P(ResetTest, LaterUseIsATypedError) {
  const DeviceArray<float> array(*context, Iota(100));
  const DeviceArrayAny view = array.Sliced({{0, 50}});
  const Stream stream(*context);
  const Event event(*context);
  const Kernel scale = kernel("scale");
  const StreamRef default_stream = context->default_stream();
  Reports reports;
  event.Record(stream);
  stream.AddCallback([] {});
  context->device().Reset();

  const auto gone = ErrorCode::ContextDestroyed;
  const char* const why = "the context was reset";
  EXPECT_ERROR(array.ToVector(), gone, why);
  EXPECT_ERROR(view.Fill(1.0F), gone, why);
  EXPECT_ERROR(array.CopyFrom(array), gone, why);
  EXPECT_ERROR(DeviceArray<float>(*context, Dims{4}), gone, why);
  EXPECT_ERROR(stream.Synchronize(), gone, why);
  EXPECT_ERROR(stream.query(), gone, why);
  EXPECT_ERROR(stream.AddCallback([] {}), gone, why);
  EXPECT_ERROR(stream.Wait(event), gone, why);
  EXPECT_ERROR(default_stream.Synchronize(), gone, why);
  EXPECT_ERROR(event.Record(stream), gone, why);
  EXPECT_ERROR(event.Synchronize(), gone, why);
  EXPECT_ERROR(event.query(), gone, why);
  EXPECT_ERROR(ElapsedMilliseconds(event, event), gone, why);
  EXPECT_ERROR(scale.Launch({1, 128}, array, 2.0F), gone, why);
  EXPECT_ERROR(Stream{*context}, gone, why);
  EXPECT_ERROR(Event{*context}, gone, why);
  EXPECT_ERROR(Module(*context, TestImage()), gone, why);
  EXPECT_ERROR(context->Synchronize(), gone, why);
  EXPECT_ERROR(context->memory_info(), gone, why);
  EXPECT_ERROR(context->Push(), gone, why);
  EXPECT_ERROR(context->Reset(), gone, why);

  // The device goes on, and does not take the old things for new ones.
  const Context next(GetParam());
  EXPECT_FALSE(next == *context);
  const DeviceArray<float> fresh(next, Iota(100));
  EXPECT_ERROR(scale.On(next).Launch({1, 128}, array, 2.0F), gone, why);
  EXPECT_ERROR(fresh.Fill(1.0F, stream), gone, why);
  scale.On(next).Launch({1, 128}, fresh, 2.0F);
  EXPECT_EQ(fresh.ToVector()[99], 198.0F);
  EXPECT_EQ(reports.count(), 0);
}

// What is of the same device, but of its context before.
TEST_P(ResetTest, OldAndNewDoNotMeet) {
  const DeviceArray<float> array(*context, Iota(8));
  const Stream stream(*context);
  const Event event(*context);
  const Kernel scale = kernel("scale");
  event.Record(stream);
  context->Reset();
  const Context next(GetParam());
  const DeviceArray<float> fresh(next, Iota(8));
  const Stream later(next);
  const Event mark(next);
  mark.Record(later);

  const auto gone = ErrorCode::ContextDestroyed;
  const char* const why = "the context was reset";
  EXPECT_ERROR(later.Wait(event), gone, why);
  EXPECT_ERROR(event.Wait(later), gone, why);
  EXPECT_ERROR(event.Record(later), gone, why);
  EXPECT_ERROR(mark.Record(stream), gone, why);
  EXPECT_ERROR(mark.Wait(stream), gone, why);
  EXPECT_ERROR(ElapsedMilliseconds(event, mark), gone, why);
  EXPECT_ERROR(ElapsedMilliseconds(mark, event), gone, why);
  EXPECT_ERROR(scale.Launch({1, 8}, fresh, 2.0F), gone, why);
  EXPECT_ERROR(scale.Launch({1, 8, 0, later}, array, 2.0F), gone, why);
  EXPECT_ERROR(fresh.CopyFrom(array), gone, why);
  EXPECT_ERROR(array.CopyFrom(fresh), gone, why);
  EXPECT_ERROR(array.ToVector(later), gone, why);
  EXPECT_ERROR(fresh.ToVector(stream), gone, why);
  EXPECT_EQ(ErrorOf([&] { event.query(); }).operation, "query");
  EXPECT_EQ(ErrorOf([&] { context->memory_info(); }).operation, "get memory info");
  EXPECT_EQ(fresh.ToVector(later), Iota(8));
}

TEST_P(ResetTest, MemoryThatTheHostSees) {
  HostArray pinned = PinnedArray(*context, ScalarKind::Float32, {4});
  const SharedArray mapped = MappedArray(*context, ScalarKind::Float32, {4});
  const SharedArray managed = ManagedArray(*context, ScalarKind::Float32, {4});
  context->Reset();
  for (const SharedArray& array : {mapped, managed}) {
    EXPECT_ERROR(array.as<float>(), ErrorCode::ContextDestroyed, "the context was reset");
    EXPECT_ERROR(array.host(), ErrorCode::ContextDestroyed, "the context was reset");
  }
  // A GPU takes it away.
  if (is_cpu()) {
    pinned.as<float>()[3] = 1;
  }
}

TEST_P(ResetTest, WorkIsDoneFirst) {
  const auto done = std::make_shared<std::atomic<int>>(0);
  const Stream stream(*context);
  kernel("spin").Launch({1, 1, 0, stream}, 20000);
  stream.AddCallback([done] { ++*done; });
  context->Reset();
  EXPECT_EQ(done->load(), 1);
}

TEST_P(ResetTest, SelectionSurvives) {
  OnFreshThread([&] {
    SelectDevice(GetParam());
    const DeviceGuard cpu("cpu");
    const DeviceGuard again{std::string_view(GetParam())};
    current_device().Reset();
    EXPECT_EQ(current_device(), device(GetParam()));
    const Context now = current_context();
    EXPECT_FALSE(now == *context);
    EXPECT_EQ(DeviceArray<float>(now, Iota(4)).ToVector(), Iota(4));
  });
}

TEST_P(ResetTest, OfADeviceWithoutContextDoesNothing) {
  const Device target = context->device();
  target.Reset();
  target.Reset();
}

TEST_P(ResetTest, CloseOnTheMainThreadIsForAll) {
  const DeviceArray<float> array(*context, Iota(4));
  SelectDevice(GetParam());
  Close();
  EXPECT_ERROR(array.ToVector(), ErrorCode::ContextDestroyed, "was reset");
  EXPECT_EQ(current_device(), default_device());
}

TEST_P(ResetTest, NotFromACallback) {
  const Stream stream(*context);
  // The callback owns what it uses: where a call fails it runs when this is gone.
  const auto message = std::make_shared<std::string>();
  stream.AddCallback([message, mine = *context] {
    *message = ErrorOf([&] { mine.Reset(); }).message;
  });
  stream.Synchronize();
  EXPECT_EQ(*message, "a stream callback cannot reset a context, which waits for it");
  EXPECT_EQ(Context(GetParam()), *context);
}

}  // namespace
}  // namespace kernelc::runtime_test
