// Graphs: captured, made node by node, replayed, changed, and what cannot be part of one.
#include <numeric>

#include "kernelc/graph.h"
#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

constexpr LaunchConfig kOneBlock = {.grid = 1, .block = 32};

class GraphTest : public OnDevice {
 protected:
  DeviceArray<float> Floats(std::size_t count) const { return ToDevice(*context, Iota(count)); }
  void Scale(const DeviceArrayAny& x, float factor, StreamRef stream = {}) const {
    LaunchConfig config = kOneBlock;
    config.stream = stream;
    kernel("scale").Launch(config, x, factor);
  }
};
KC_ON_EACH_DEVICE(GraphTest);

TEST_P(GraphTest, ReplaysWhatWasCaptured) {
  const DeviceArray<float> x = Floats(10);
  const Kernel scale = kernel("scale");
  const Graph graph(*context);
  {
    GraphCapture capture(graph);
    EXPECT_TRUE(is_capturing(capture.stream()));
    EXPECT_TRUE(is_current_stream_capturing());
    scale.Launch(kOneBlock, x, 2.0f);
    scale.Launch(kOneBlock, x, 3.0f);
    capture.End();
  }
  EXPECT_FALSE(is_current_stream_capturing());
  EXPECT_EQ(graph.size(), 2U);
  EXPECT_EQ(graph.ToString(), "0: launch `scale`\n1: launch `scale` after 0\n");
  // Nothing ran.
  EXPECT_EQ(x.ToVector()[3], 3.0f);
  const GraphExec exec = graph.Instantiate();
  exec.Launch();
  EXPECT_EQ(x.ToVector()[3], 18.0f);
  exec.Launch();
  exec.Launch();
  EXPECT_EQ(x.ToVector()[3], 648.0f);
}

TEST_P(GraphTest, CapturesInAStreamOfTheProgram) {
  const DeviceArray<float> x = Floats(10);
  const Stream stream(*context);
  const Graph graph(*context);
  {
    GraphCapture capture(graph, stream);
    Scale(x, 2.0f);
    Scale(x, 2.0f, stream);
  }
  EXPECT_EQ(graph.size(), 2U);
  EXPECT_FALSE(is_capturing(stream));
  graph.Instantiate().Launch(stream);
  stream.Synchronize();
  EXPECT_EQ(x.ToVector()[1], 4.0f);
}

TEST_P(GraphTest, CopiesFillsAndCallbacks) {
  const DeviceArray<float> x(*context, {6});
  const DeviceArray<float> y(*context, {6});
  std::vector<float> host = Iota(6);
  const HostArrayView view(ScalarKind::Float32, Dims{6}, host.data());
  HostArray out(ScalarKind::Float32, Dims{6});
  int calls = 0;
  const Graph graph(*context);
  {
    GraphCapture capture(graph);
    x.CopyFromHostAsync(view, capture.stream());
    y.Fill(1.0f);
    y.Sliced({{Slice::kNone, Slice::kNone, 2}}).CopyFrom(x.Sliced({{0, 3, 1}}));
    capture.stream().AddCallback([&] { ++calls; });
    y.CopyToHostAsync(out, capture.stream());
  }
  const GraphExec exec = graph.Instantiate();
  exec.Launch();
  context->default_stream().Synchronize();
  const auto* const values = reinterpret_cast<const float*>(out.data());
  EXPECT_EQ(std::vector<float>(values, values + 6), (std::vector<float>{0, 1, 1, 1, 2, 1}));
  // The host's memory is read with each replay.
  host[1] = 7.0f;
  exec.Launch();
  context->default_stream().Synchronize();
  EXPECT_EQ(values[2], 7.0f);
  EXPECT_EQ(calls, 2);
}

TEST_P(GraphTest, StreamsJoinByEvents) {
  const DeviceArray<float> x = Floats(10);
  const DeviceArray<float> y = Floats(10);
  const DeviceArray<float> sum(*context, {10});
  const Kernel add = kernel("add");
  const Stream side(*context);
  const Event fork(*context);
  const Event join(*context);
  const Graph graph(*context);
  {
    GraphCapture capture(graph);
    Scale(x, 2.0f);
    fork.Record(capture.stream());
    side.Wait(fork);
    EXPECT_TRUE(is_capturing(side));
    Scale(x, 5.0f);
    Scale(y, 10.0f, side);
    join.Record(side);
    capture.stream().Wait(join);
    add.Launch(kOneBlock, x, y, sum);
    capture.End();
  }
  EXPECT_FALSE(is_capturing(side));
  EXPECT_EQ(graph.ToString(),
            "0: launch `scale`\n1: launch `scale` after 0\n2: launch `scale` after 0\n"
            "3: launch `add` after 1, 2\n");
  const GraphExec exec = graph.Instantiate();
  for (int i = 0; i < 20; ++i) {
    exec.Launch();
  }
  for (int i = 0; i < 10; ++i) {
    exec.Launch();
  }
  context->Synchronize();
  x.CopyFrom(Floats(10));
  y.CopyFrom(Floats(10));
  exec.Launch();
  EXPECT_EQ(sum.ToVector()[2], 40.0f);
}

TEST_P(GraphTest, AStreamThatIsNotWaitedForIsAnError) {
  const DeviceArray<float> x = Floats(10);
  const Stream side(*context);
  const Event fork(*context);
  const Graph graph(*context);
  {
    GraphCapture capture(graph);
    Scale(x, 2.0f);
    fork.Record(capture.stream());
    side.Wait(fork);
    Scale(x, 2.0f, side);
    EXPECT_ERROR(capture.End(), ErrorCode::Capture, "was not waited for");
  }
  EXPECT_EQ(graph.size(), 0U);
  EXPECT_FALSE(is_capturing(side));
}

TEST_P(GraphTest, NodeByNode) {
  const DeviceArray<float> x = Floats(10);
  const DeviceArray<float> y = Floats(10);
  const DeviceArray<float> sum(*context, {10});
  const Kernel scale = kernel("scale");
  int calls = 0;
  const Graph graph(*context);
  const GraphNode begin = graph.AddEmpty({});
  const GraphNode left = graph.AddKernel({begin}, scale, kOneBlock, x, 2.0f);
  const GraphNode right = graph.AddKernel({begin}, scale, kOneBlock, y, 3.0f);
  const GraphNode both = graph.AddEmpty({left, right});
  const GraphNode added = graph.AddKernel({both}, kernel("add"), kOneBlock, x, y, sum);
  const GraphNode copied = graph.AddCopy({added}, x, sum);
  const GraphNode filled = graph.AddFill({copied}, y, 1.0f);
  graph.AddCallback({filled, copied}, [&] { ++calls; });
  EXPECT_EQ(graph.size(), 8U);
  EXPECT_EQ(graph.launches("scale"), (GraphNodes{left, right}));
  const std::vector<GraphNodeInfo> nodes = graph.nodes();
  EXPECT_EQ(nodes[4].kind, "launch");
  EXPECT_EQ(nodes[4].kernel, "add");
  EXPECT_EQ(nodes[4].after, GraphNodes{both});
  EXPECT_EQ(nodes[5].kind, "copy on device");
  const GraphExec exec = graph.Instantiate();
  exec.Launch();
  EXPECT_EQ(x.ToVector()[2], 10.0f);
  EXPECT_EQ(y.ToVector()[2], 1.0f);
  exec.Launch();
  EXPECT_EQ(x.ToVector()[2], 23.0f);
  context->Synchronize();
  EXPECT_EQ(calls, 2);
  EXPECT_ERROR(graph.AddEmpty({GraphNode{8}}), ErrorCode::InvalidArgument,
               "node 8 is not one of its 8");
}

TEST_P(GraphTest, ArgumentsChange) {
  const DeviceArray<float> x = Floats(10);
  const DeviceArray<float> y = Floats(10);
  const Graph graph(*context);
  const GraphNode node = graph.AddKernel({}, kernel("scale"), kOneBlock, x, 2.0f);
  const GraphNode empty = graph.AddEmpty({node});
  const GraphExec exec = graph.Instantiate();
  exec.Launch();
  exec.SetArguments(node, y, 5.0f);
  exec.Launch();
  EXPECT_EQ(x.ToVector()[3], 6.0f);
  EXPECT_EQ(y.ToVector()[3], 15.0f);
  // The graph is as it was.
  graph.Instantiate().Launch();
  EXPECT_EQ(x.ToVector()[3], 12.0f);
  EXPECT_ERROR(exec.SetArguments(node, y), ErrorCode::TypeMismatch, "scale");
  EXPECT_ERROR(exec.SetArguments(empty, y), ErrorCode::InvalidArgument,
               "node 1 is no launch: empty");
  EXPECT_ERROR(exec.SetConfig(node, {.grid = 1, .block = 100000}), ErrorCode::LaunchLimit,
               "100000");
  // One block of one thread.
  exec.SetConfig(node, {.grid = 1, .block = 1});
  exec.Launch();
  EXPECT_EQ(y.ToVector()[1], 5.0f);
  EXPECT_EQ(y.ToVector()[9], 45.0f);
}

TEST_P(GraphTest, QueuedReplaysKeepTheirArguments) {
  const DeviceArray<float> x = Floats(10);
  const Graph graph(*context);
  const GraphNode wait =
      graph.AddKernel({}, kernel("spin"), {.grid = 1, .block = 1}, std::int64_t{20000});
  const GraphNode node = graph.AddKernel({wait}, kernel("scale"), kOneBlock, x, 2.0f);
  const GraphExec exec = graph.Instantiate();
  const Stream stream(*context);
  exec.Launch(stream);
  exec.SetArguments(node, x, 10.0f);
  exec.Launch(stream);
  stream.Synchronize();
  EXPECT_EQ(x.ToVector()[1], 20.0f);
}

TEST_P(GraphTest, GraphsInGraphs) {
  const DeviceArray<float> x = Floats(10);
  const Graph inner(*context);
  const GraphNode first = inner.AddKernel({}, kernel("scale"), kOneBlock, x, 2.0f);
  inner.AddKernel({first}, kernel("scale"), kOneBlock, x, 3.0f);
  const Graph outer(*context);
  const GraphNode once = outer.AddGraph({}, inner);
  outer.AddGraph({once}, inner);
  EXPECT_EQ(outer.size(), 4U);
  outer.Instantiate().Launch();
  EXPECT_EQ(x.ToVector()[1], 36.0f);
  // A replay that is captured is the nodes.
  const GraphExec exec = inner.Instantiate();
  const Graph captured(*context);
  {
    GraphCapture capture(captured);
    exec.Launch();
    exec.Launch();
  }
  EXPECT_EQ(captured.size(), 4U);
  captured.Instantiate().Launch();
  EXPECT_EQ(x.ToVector()[1], 36.0f * 36.0f);
}

TEST_P(GraphTest, Conditions) {
  const DeviceArray<float> x = Floats(10);
  const auto go = ToDevice(*context, std::vector<std::int32_t>{1});
  const Graph graph(*context);
  const GraphBranch branch = graph.AddIf({}, go);
  branch.body.AddKernel({}, kernel("scale"), kOneBlock, x, 2.0f);
  graph.AddKernel({branch.node}, kernel("scale"), kOneBlock, x, 10.0f);
  EXPECT_EQ(graph.nodes()[0].kind, "if");
  const GraphExec exec = graph.Instantiate();
  exec.Launch();
  EXPECT_EQ(x.ToVector()[1], 20.0f);
  go.Fill(0);
  exec.Launch();
  EXPECT_EQ(x.ToVector()[1], 200.0f);
}

TEST_P(GraphTest, LoopsUntilTheDeviceSaysSo) {
  // The bytes of a float are the condition: it is halved until nothing is left of it.
  const auto left = ToDevice(*context, std::vector<float>{1.0f});
  const DeviceArrayAny condition = left.ViewedAs(ScalarKind::Int32);
  const DeviceArray<float> x = Floats(4);
  const Graph graph(*context);
  {
    GraphCapture capture(graph);
    capture.While(condition, [&] {
      Scale(left, 1e-20f);
      Scale(x, 2.0f);
    });
    Scale(x, 10.0f);
  }
  EXPECT_EQ(graph.ToString(), "0: while\n1: launch `scale` after 0\n");
  const GraphExec exec = graph.Instantiate();
  exec.Launch();
  // 1e-20, 1e-40, 0.
  EXPECT_EQ(x.ToVector()[1], 80.0f);
  exec.Launch();
  EXPECT_EQ(x.ToVector()[1], 800.0f);
  left.Fill(1e-30f);
  exec.Launch();
  EXPECT_EQ(x.ToVector()[1], 16000.0f);
}

TEST_P(GraphTest, ConditionsInConditions) {
  const auto outer = ToDevice(*context, std::vector<float>{1.0f});
  const auto inner = ToDevice(*context, std::vector<float>{0.0f});
  const auto start = ToDevice(*context, std::vector<float>{1.0f});
  const DeviceArray<float> x = Floats(4);
  const Graph graph(*context);
  {
    GraphCapture capture(graph);
    capture.While(outer.ViewedAs(ScalarKind::UInt32), [&] {
      inner.CopyFrom(start);
      capture.While(inner.ViewedAs(ScalarKind::UInt32), [&] {
        Scale(inner, 1e-30f);
        Scale(x, 2.0f);
      });
      Scale(outer, 1e-30f);
    });
  }
  graph.Instantiate().Launch();
  EXPECT_EQ(x.ToVector()[1], 16.0f);
}

TEST_P(GraphTest, BadConditions) {
  const Graph graph(*context);
  EXPECT_ERROR(graph.AddIf({}, Floats(1)), ErrorCode::TypeMismatch, "float32 array of shape (1,)");
  EXPECT_ERROR(graph.AddWhile({}, DeviceArray<std::int32_t>(*context, {2})),
               ErrorCode::TypeMismatch, "shape (2,)");
  const auto go = ToDevice(*context, std::vector<std::int32_t>{1});
  const GraphBranch branch = graph.AddIf({}, go);
  EXPECT_ERROR(branch.body.AddCallback({}, [] {}), ErrorCode::Capture, "callbacks");
  EXPECT_ERROR(static_cast<void>(branch.body.Instantiate()), ErrorCode::InvalidArgument, "body");
  const DeviceArray<float> x = Floats(10);
  {
    GraphCapture capture(graph);
    EXPECT_ERROR(capture.If(go, [&] { capture.stream().AddCallback([] {}); }), ErrorCode::Capture,
                 "callbacks");
    Scale(x, 2.0f);
  }
  EXPECT_EQ(graph.size(), 2U);
}

TEST_P(GraphTest, WhatCannotBeCapturedIsNamed) {
  const DeviceArray<float> x = Floats(10);
  const Event outside(*context);
  const Event inside(*context);
  outside.Record(context->default_stream());
  const Graph graph(*context);
  GraphCapture capture(graph);
  inside.Record(capture.stream());
  const auto expect = [&](const char* operation, const std::function<void()>& action) {
    const ErrorInfo info = ErrorOf(action);
    EXPECT_EQ(error_code_name(info.code), "Capture") << operation << ": " << info.message;
    EXPECT_EQ(info.operation, operation);
  };
  expect("stream synchronize", [&] { capture.stream().Synchronize(); });
  expect("stream query", [&] { static_cast<void>(capture.stream().query()); });
  expect("event synchronize", [&] { inside.Synchronize(); });
  expect("event query", [&] { static_cast<void>(inside.query()); });
  expect("context synchronize", [&] { context->Synchronize(); });
  expect("stream wait", [&] { capture.stream().Wait(outside); });
  expect("stream wait", [&] { context->default_stream().Wait(inside); });
  expect("copy to host", [&] { static_cast<void>(x.ToVector()); });
  expect("copy from host", [&] { x.CopyFrom(Floats(10)); });
  expect("begin capture", [&] { const GraphCapture again(graph, capture.stream()); });
  expect("begin capture", [&] { const GraphCapture bad(graph, context->default_stream()); });
  // The capture goes on.
  Scale(x, 2.0f);
  capture.End();
  EXPECT_EQ(graph.size(), 1U);
  context->Synchronize();
}

TEST_P(GraphTest, AnExceptionLeavesTheGraphAsItWas) {
  const DeviceArray<float> x = Floats(10);
  const Graph graph(*context);
  graph.AddKernel({}, kernel("scale"), kOneBlock, x, 2.0f);
  EXPECT_THROW(
      {
        GraphCapture capture(graph);
        Scale(x, 3.0f);
        throw std::runtime_error("of the program");
      },
      std::runtime_error);
  EXPECT_EQ(graph.size(), 1U);
  EXPECT_FALSE(is_current_stream_capturing());
}

TEST_P(GraphTest, OtherStreamsGoOn) {
  const DeviceArray<float> x = Floats(10);
  const Graph graph(*context);
  GraphCapture capture(graph);
  Scale(x, 2.0f, context->default_stream());
  EXPECT_EQ(x.ToVector(context->default_stream())[1], 2.0f);
  RunThreads(1, [&](int) {
    Scale(x, 2.0f);
    context->Synchronize();
  });
  capture.End();
  EXPECT_EQ(graph.size(), 0U);
  EXPECT_EQ(x.ToVector()[1], 4.0f);
}

TEST_P(GraphTest, AllocationsAreReusedAfterTheirFree) {
  const Graph graph(*context);
  GraphNode node;
  const DeviceArrayAny a = graph.AddAllocation({}, ScalarKind::Float32, {1000}, &node);
  const GraphNode used = graph.AddFill({node}, a, 1.0f);
  const GraphNode freed = graph.AddFree({used}, a);
  GraphNode next;
  // Not after the free: other memory.
  const DeviceArrayAny b = graph.AddAllocation({node}, ScalarKind::Float32, {1000}, &next);
  EXPECT_NE(a.data(), b.data());
  const DeviceArrayAny c = graph.AddAllocation({freed}, ScalarKind::Float32, {500}, &next);
  EXPECT_EQ(a.data(), c.data());
  EXPECT_ERROR(graph.AddFree({freed}, DeviceArray<float>(*context, {4})),
               ErrorCode::InvalidArgument, "is no allocation of this graph");
  const GraphNode again = graph.AddFree({next}, c);
  EXPECT_ERROR(graph.AddFree({again}, c), ErrorCode::InvalidArgument, "was freed by a node before");
  EXPECT_EQ(graph.pool().held_bytes(), 8192U);
  graph.AddFill({next}, c, 3.0f);
  graph.Instantiate().Launch();
  EXPECT_EQ(DeviceArray<float>(c).ToVector()[499], 3.0f);
}

TEST_P(GraphTest, ArraysMadeWhileCapturingAreTheGraphs) {
  const DeviceArray<float> x = Floats(10);
  const GraphPool pool(*context);
  const Graph first(*context, pool);
  DeviceArrayAny result;
  DevicePointer temporary = 0;
  {
    GraphCapture capture(first);
    {
      const DeviceArray<float> copy(*context, {10});
      copy.CopyFrom(x);
      Scale(copy, 2.0f);
      x.CopyFrom(copy);
      temporary = copy.data();
    }
    // The same memory: what used it comes before.
    result = DeviceArray<float>(*context, {10});
    EXPECT_EQ(result.data(), temporary);
    result.CopyFrom(x);
    Scale(result, 3.0f);
    const DeviceArrayAny zeros = DeviceArrayAny::Zeros(*context, ScalarKind::Float32, {10});
    EXPECT_NE(zeros.data(), temporary);
  }
  EXPECT_EQ(pool.held_bytes(), 1024U);
  EXPECT_EQ(pool.used_bytes(), 512U);
  const GraphExec exec = first.Instantiate();
  exec.Launch();
  exec.Launch();
  EXPECT_EQ(DeviceArray<float>(result).ToVector()[1], 12.0f);
  // Another graph of the pool takes what this one has freed.
  const Graph second(*context, pool);
  {
    GraphCapture capture(second);
    const DeviceArray<float> other(*context, {100});
    other.Fill(1.0f);
  }
  EXPECT_EQ(pool.held_bytes(), 1024U);
  result = DeviceArrayAny();
  EXPECT_EQ(pool.used_bytes(), 0U);
  // Outside, memory is the context's.
  const DeviceArray<float> outside(*context, {10});
  EXPECT_EQ(pool.used_bytes(), 0U);
}

TEST_P(GraphTest, MemoryThatMayBeInUseIsNotReused) {
  const DeviceArray<float> x = Floats(10);
  const Stream side(*context);
  const Event fork(*context);
  const Event join(*context);
  const Graph graph(*context);
  {
    GraphCapture capture(graph);
    DevicePointer before = 0;
    {
      const DeviceArray<float> used(*context, {10});
      before = used.data();
      fork.Record(capture.stream());
      side.Wait(fork);
      used.CopyFrom(x, side);
    }
    // The other stream may still write it.
    const DeviceArray<float> next(*context, {10});
    EXPECT_NE(next.data(), before);
    next.CopyFrom(x);
    join.Record(side);
    capture.stream().Wait(join);
  }
  const auto go = ToDevice(*context, std::vector<std::int32_t>{0});
  {
    GraphCapture capture(graph);
    auto kept = std::make_unique<DeviceArray<float>>(*context, Dims{10});
    const DevicePointer before = kept->data();
    capture.While(go, [&] {
      Scale(*kept, 2.0f);
      kept.reset();
      // The next round needs it.
      const DeviceArray<float> inside(*context, {10});
      EXPECT_NE(inside.data(), before);
      inside.Fill(0.0f);
    });
  }
  graph.Instantiate().Launch();
  context->Synchronize();
}

TEST_P(GraphTest, CallablesAreCapturedOnce) {
  int calls = 0;
  const Kernel add = kernel("add");
  const DeviceArray<float> sum(*context, {10});
  const DeviceArray<float> sample = Floats(10);
  const std::vector<DeviceArrayAny> samples = {sample, sample};
  const GraphedCallable callable(
      *context,
      [&](std::span<const DeviceArrayAny> in) {
        ++calls;
        add.Launch(kOneBlock, in[0], in[1], sum);
        return std::vector<DeviceArrayAny>{sum};
      },
      samples);
  EXPECT_EQ(calls, 2);
  const auto ones = ToDevice(*context, std::vector<float>(10, 1.0f));
  EXPECT_EQ(DeviceArray<float>(callable({sample, ones})[0]).ToVector()[9], 10.0f);
  EXPECT_EQ(DeviceArray<float>(callable({ones, ones})[0]).ToVector()[9], 2.0f);
  EXPECT_EQ(calls, 2);
  EXPECT_ERROR(callable({ones}), ErrorCode::InvalidArgument, "1 inputs");
  EXPECT_ERROR(callable({ones, Floats(5)}), ErrorCode::InvalidArgument, "shape (5,)");
}

TEST_P(GraphTest, ExecsOutliveWhatTheyCameFrom) {
  const DeviceArray<float> x = Floats(10);
  std::unique_ptr<GraphExec> exec;
  {
    const Kernel scale = Module(*context, TestImage()).kernel("scale");
    const Graph graph(*context);
    graph.AddKernel({}, scale, kOneBlock, x, 2.0f);
    exec = std::make_unique<GraphExec>(graph.Instantiate());
  }
  exec->Launch();
  exec->Launch();
  exec.reset();
  EXPECT_EQ(x.ToVector()[1], 4.0f);
}

TEST_P(GraphTest, BranchesRunSideBySide) {
  // Many branches of different length, many times: the sum is right each time.
  constexpr int kBranches = 7;
  std::vector<DeviceArray<float>> parts;
  const Kernel scale = kernel("scale");
  const Graph graph(*context);
  const GraphNode begin = graph.AddEmpty({});
  GraphNodes ends;
  for (int i = 0; i < kBranches; ++i) {
    parts.push_back(ToDevice(*context, std::vector<float>(100, 1.0f)));
    GraphNode last = begin;
    for (int k = 0; k <= i; ++k) {
      last = graph.AddKernel({last}, scale, {.grid = 4, .block = 32}, parts.back(), 2.0f);
    }
    ends.push_back(last);
  }
  graph.AddEmpty(ends);
  const GraphExec exec = graph.Instantiate();
  for (int round = 1; round <= 5; ++round) {
    exec.Launch();
    for (int i = 0; i < kBranches; ++i) {
      EXPECT_EQ(parts[static_cast<std::size_t>(i)].ToVector()[99],
                static_cast<float>(std::uint64_t{1} << (round * (i + 1))));
    }
  }
}

}  // namespace
}  // namespace kernelc::runtime_test
