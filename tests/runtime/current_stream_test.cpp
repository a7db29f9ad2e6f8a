// The current stream of each thread.
#include "kernelc/current_stream.h"

#include <future>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

class CurrentStreamTest : public OnDevice {
 protected:
  void TearDown() override {
    if (context != nullptr) {
      EXPECT_EQ(current_stream(*context), context->default_stream());
    }
  }
};
KC_ON_EACH_DEVICE(CurrentStreamTest);

// Work enqueued in a stream after this waits for Open(), which its end calls too.
class Gate {
 public:
  explicit Gate(StreamRef stream) {
    stream.AddCallback([opened = opened_] { opened->get_future().wait(); });
  }
  ~Gate() { Open(); }
  void Open() {
    if (!std::exchange(is_open_, true)) {
      opened_->set_value();
    }
  }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

 private:
  std::shared_ptr<std::promise<void>> opened_ = std::make_shared<std::promise<void>>();
  bool is_open_ = false;
};

TEST_P(CurrentStreamTest, IsTheDefaultStreamAtFirst) {
  EXPECT_EQ(current_stream(*context), context->default_stream());
  const ContextScope scope(*context);
  EXPECT_EQ(current_stream(), context->default_stream());
}

TEST_P(CurrentStreamTest, WorkWithoutAStreamGoesThere) {
  const Kernel scale = kernel("scale");
  const DeviceArray<float> x(*context, Iota(100));
  const Stream stream(*context);
  const Event mark(*context);
  const StreamScope scope(stream);
  EXPECT_EQ(current_stream(), stream.ref());
  // What the thread remembers of a launch holds for streams too: the second and third are such.
  for (int i = 0; i < 3; ++i) {
    Gate gate(stream);
    scale.Launch({1, 128}, x, 2.0F);
    x.Fill(1.0F);
    mark.Record();
    EXPECT_FALSE(stream.query());
    EXPECT_FALSE(mark.query());
    EXPECT_TRUE(context->default_stream().query());
    // A stream that is named is used.
    scale.Launch({1, 128, 0, context->default_stream()}, DeviceArray<float>(*context, Dims{0}),
                 1.0F);
    context->default_stream().Synchronize();
    gate.Open();
    EXPECT_EQ(x.ToVector()[99], 1.0F);
  }
}

TEST_P(CurrentStreamTest, CopiesAndBoundKernelsGoThere) {
  const DeviceArray<float> x(*context, Iota(1000));
  const BoundKernel bound = kernel("scale").Bind(x, 3.0F);
  const Stream stream(*context);
  const StreamScope scope(stream);
  {
    const DeviceArrayAny zeros = DeviceArrayAny::ZerosLike(x);
    Gate gate(stream);
    bound.Launch({8, 128});
    zeros.CopyFrom(x);
    EXPECT_TRUE(context->default_stream().query());
    EXPECT_FALSE(stream.query());
    gate.Open();
    std::vector<float> host(1000);
    zeros.CopyToHost(std::as_writable_bytes(std::span(host)));
    EXPECT_EQ(host[999], 2997.0F);
  }
  SetCurrentStream(context->default_stream());
  Gate gate(stream);
  bound.Launch({8, 128});
  context->default_stream().Synchronize();
  EXPECT_EQ(x.ToVector()[1], 9.0F);
}

TEST_P(CurrentStreamTest, ScopesNestAndRestore) {
  const Stream outer(*context);
  const Stream inner(*context);
  const Device before = current_device();
  {
    const StreamScope first(outer);
    EXPECT_EQ(current_device(), context->device());
    try {
      const StreamScope second(inner);
      EXPECT_EQ(current_stream(), inner.ref());
      throw 1;
    } catch (int) {
    }
    EXPECT_EQ(current_stream(), outer.ref());
    {
      const StreamScope third(context->default_stream());
      EXPECT_EQ(current_stream(), context->default_stream());
    }
    EXPECT_EQ(current_stream(), outer.ref());
    {
      const StreamScope own(context->per_thread_stream());
      EXPECT_EQ(current_stream(), context->per_thread_stream());
    }
  }
  EXPECT_EQ(current_device(), before);
}

TEST_P(CurrentStreamTest, IsEachThreadsOwn) {
  const Stream stream(*context);
  const StreamScope scope(stream);
  RunThreads(8, [&](int) {
    EXPECT_EQ(current_stream(*context), context->default_stream());
    const Stream mine(*context);
    SetCurrentStream(mine);
    const DeviceArray<float> x(*context, Iota(100));
    for (int i = 0; i < 20; ++i) {
      kernel("scale").Launch({1, 128}, x, 1.0F);
    }
    EXPECT_EQ(x.ToVector(), Iota(100));
    EXPECT_EQ(current_stream(*context), mine.ref());
    // The thread ends with a stream that is gone before it.
  });
  EXPECT_EQ(current_stream(), stream.ref());
}

TEST_P(CurrentStreamTest, LivesWhileItIsCurrent) {
  const Kernel scale = kernel("scale");
  const DeviceArray<float> x(*context, Iota(100));
  {
    const Stream stream(*context);
    SetCurrentStream(stream);
  }
  scale.Launch({1, 128}, x, 2.0F);
  EXPECT_EQ(x.ToVector()[99], 198.0F);
  {
    Stream moved(*context);
    Stream stream = std::move(moved);
    SetCurrentStream(stream);
    stream = Stream(*context);
  }
  EXPECT_NE(current_stream(*context), context->default_stream());
  SetCurrentStream(context->default_stream());
}

TEST_P(CurrentStreamTest, EndsWithItsContext) {
  {
    const Stream stream(*context);
    SetCurrentStream(stream);
    context->Reset();
    EXPECT_ERROR(SetCurrentStream(stream), ErrorCode::ContextDestroyed, "reset");
    EXPECT_ERROR(StreamScope{stream}, ErrorCode::ContextDestroyed, "reset");
  }
  const Context next(context->device());
  EXPECT_EQ(current_stream(next), next.default_stream());
  const DeviceArray<float> x(next, Iota(10));
  EXPECT_EQ(x.ToVector(), Iota(10));
  *context = next;
  SetCurrentStream(next.default_stream());
}

TEST_P(CurrentStreamTest, NoStreamIsAnError) {
  EXPECT_ERROR(SetCurrentStream(StreamRef()), ErrorCode::InvalidArgument,
               "names no context; use Context::default_stream()");
  EXPECT_ERROR(StreamScope{StreamRef()}, ErrorCode::InvalidArgument, "names no context");
}

TEST_P(CurrentStreamTest, CloseTakesItBack) {
  RunThreads(1, [&](int) {
    const Stream stream(*context);
    SetCurrentStream(stream);
    Close();
    EXPECT_EQ(current_stream(*context), context->default_stream());
  });
}

}  // namespace
}  // namespace kernelc::runtime_test
