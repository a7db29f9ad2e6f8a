// Events and streams that were destroyed come again, where nothing can tell them from new ones.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "tests/fake_driver/fake.h"

namespace kernelc::fake_driver {
namespace {

class HandlePool : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(cuda_available()) << why_cuda_is_unavailable();
    context_ = Context("cuda:0");
    Fake().reset();
  }
  void TearDown() override {
    context_.reset();
    ReleaseContexts();
    EXPECT_EQ(Fake().live(), LiveObjects{});
  }
  const Context& context() const { return *context_; }
  static int Created() { return Fake().calls("cuEventCreate"); }
  static int Destroyed() { return Fake().calls("cuEventDestroy"); }
  static int StreamsCreated() { return Fake().calls("cuStreamCreateWithPriority"); }
  static int StreamsDestroyed() { return Fake().calls("cuStreamDestroy"); }

  std::optional<Context> context_;
  static const int kOpened;
};
// The driver is named before anything asks for it.
const int HandlePool::kOpened = (Fake(), 0);
using EventPool = HandlePool;
using StreamPool = HandlePool;

TEST_F(EventPool, ThoseThatWereNeverRecordedComeAgain) {
  for (int i = 0; i < 3; ++i) {
    const Event event(context());
  }
  EXPECT_EQ(Created(), 1);
  EXPECT_EQ(Destroyed(), 0);
}

TEST_F(EventPool, WithAndWithoutTimingAreApart) {
  { const Event event(context(), {.timing = true}); }
  { const Event event(context(), {.timing = false}); }
  EXPECT_EQ(Created(), 2);
  const Event timed(context(), {.timing = true});
  const Event plain(context(), {.timing = false});
  EXPECT_EQ(Created(), 2);
}

TEST_F(EventPool, ThoseWhoseMarkIsReachedComeAgainAsNew) {
  const Stream stream(context());
  const auto reach = [&](const auto& know) {
    const Event event(context());
    event.Record(stream);
    know(event);
  };
  reach([](const Event& event) { event.Synchronize(); });
  reach([&](const Event& event) {
    stream.Synchronize();
    EXPECT_TRUE(event.query());
  });
  EXPECT_EQ(Created(), 1);
  const Event again(context());
  const Event other(context());
  EXPECT_EQ(Created(), 2);
  EXPECT_TRUE(again.query());
  EXPECT_NO_THROW(again.Synchronize());
  EXPECT_NO_THROW(again.Wait(stream));
  other.Record(stream);
  other.Synchronize();
  // It was not recorded since it was made.
  EXPECT_THROW(ElapsedMilliseconds(again, other), Error);
}

TEST_F(EventPool, ElapsedTimesSayThatBothMarksAreReached) {
  const Stream stream(context());
  {
    const Event start(context());
    const Event end(context());
    start.Record(stream);
    end.Record(stream);
    stream.Synchronize();
    EXPECT_GE(ElapsedMilliseconds(start, end), 0.0F);
  }
  EXPECT_EQ(Destroyed(), 0);
}

TEST_F(EventPool, ThoseThatMayBePendingAreDestroyed) {
  const Stream stream(context());
  {
    const Event event(context());
    event.Record(stream);
  }
  EXPECT_EQ(Destroyed(), 1);
  {
    const Event event(context());
    event.Record(stream);
    event.Synchronize();
    event.Record(stream);
  }
  EXPECT_EQ(Destroyed(), 2);
}

TEST_F(EventPool, ThoseThatTheProgramKnowsAreDestroyed) {
  {
    const Event event(context());
    EXPECT_NE(event.native_handle(), nullptr);
  }
  EXPECT_EQ(Destroyed(), 1);
}

TEST_F(EventPool, HoldsABoundedNumber) {
  {
    std::vector<Event> events;
    for (int i = 0; i < 100; ++i) {
      events.emplace_back(context());
    }
  }
  EXPECT_EQ(Created(), 100);
  EXPECT_EQ(Destroyed(), 36);
}

TEST_F(EventPool, ThoseThatNobodyAsksForMakeRoom) {
  {
    std::vector<Event> events;
    for (int i = 0; i < 64; ++i) {
      events.emplace_back(context(), EventOptions{.timing = false});
    }
  }
  for (int i = 0; i < 3; ++i) {
    const Event event(context(), {.timing = true});
  }
  EXPECT_EQ(Created(), 65);
  EXPECT_EQ(Destroyed(), 1);
}

TEST_F(EventPool, AResetForgetsThem) {
  { const Event event(context()); }
  context().Reset();
  const Context anew("cuda:0");
  const Event event(anew);
  EXPECT_EQ(Created(), 2);
  EXPECT_EQ(Destroyed(), 0);
}

TEST_F(StreamPool, IdleOnesComeAgain) {
  for (int i = 0; i < 3; ++i) {
    const Stream stream(context());
    stream.AddCallback([] {});
    stream.Synchronize();
  }
  EXPECT_EQ(StreamsCreated(), 1);
  EXPECT_EQ(StreamsDestroyed(), 0);
}

TEST_F(StreamPool, PrioritiesAreApart) {
  { const Stream stream(context(), {.priority = -1}); }
  {
    const Stream stream(context());
    EXPECT_EQ(stream.priority(), 0);
  }
  EXPECT_EQ(StreamsCreated(), 2);
  const Stream urgent(context(), {.priority = -1});
  EXPECT_EQ(urgent.priority(), -1);
  EXPECT_EQ(StreamsCreated(), 2);
}

TEST_F(StreamPool, ThoseWithWorkAreDestroyed) {
  constexpr int kNotReady = 600;
  Fake().fail("cuStreamQuery", 1, kNotReady);
  { const Stream stream(context()); }
  EXPECT_EQ(StreamsDestroyed(), 1);
  const Stream next(context());
  EXPECT_EQ(StreamsCreated(), 2);
}

TEST_F(StreamPool, ThoseThatTheProgramKnowsAreDestroyed) {
  {
    const Stream stream(context());
    EXPECT_NE(stream.native_handle(), nullptr);
  }
  EXPECT_EQ(StreamsDestroyed(), 1);
}

TEST_F(StreamPool, HoldsABoundedNumber) {
  {
    std::vector<Stream> streams;
    for (int i = 0; i < 70; ++i) {
      streams.emplace_back(context());
    }
  }
  EXPECT_EQ(StreamsDestroyed(), 6);
}

TEST_F(StreamPool, AResetForgetsThem) {
  { const Stream stream(context()); }
  context().Reset();
  const Context anew("cuda:0");
  const Stream stream(anew);
  EXPECT_EQ(StreamsCreated(), 2);
  EXPECT_EQ(StreamsDestroyed(), 0);
}

}  // namespace
}  // namespace kernelc::fake_driver
