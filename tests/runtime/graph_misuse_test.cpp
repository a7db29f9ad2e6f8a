// Graphs that are used as they must not be, and by several threads.
#include <atomic>
#include <cmath>
#include <thread>

#include "kernelc/graph.h"
#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

constexpr LaunchConfig kOneBlock = {.grid = 1, .block = 32};

class GraphMisuseTest : public OnDevice {};
KC_ON_EACH_DEVICE(GraphMisuseTest);

TEST_P(GraphMisuseTest, ACaptureThatHasEnded) {
  const DeviceArray<int> go(*context, {1});
  const Graph graph(*context);
  GraphCapture capture(graph);
  capture.End();
  EXPECT_EQ(capture.stream().impl(), nullptr);
  EXPECT_ERROR(capture.End(), ErrorCode::InvalidArgument, "was ended before");
  EXPECT_ERROR(capture.If(go, [] {}), ErrorCode::InvalidArgument, "was ended before");
}

TEST_P(GraphMisuseTest, ACaptureThatEndsInABody) {
  const DeviceArray<int> go(*context, {1});
  const Graph graph(*context);
  GraphCapture ended(graph);
  EXPECT_ERROR(ended.If(go, [&] { ended.End(); }), ErrorCode::Capture,
               "not in the body of a condition");
  ended.End();
  GraphCapture abandoned(graph);
  EXPECT_ERROR(abandoned.While(go, [&] { abandoned.Abandon(); }), ErrorCode::InvalidArgument,
               "was ended before");
  EXPECT_EQ(graph.size(), 0U);
  EXPECT_FALSE(is_current_stream_capturing());
}

TEST_P(GraphMisuseTest, ACaptureThatAnotherThreadEnds) {
  const Graph graph(*context);
  GraphCapture capture(graph);
  std::thread([&] {
    EXPECT_ERROR(capture.End(), ErrorCode::Capture, "in the thread that began it");
  }).join();
  EXPECT_TRUE(is_current_stream_capturing());
  capture.End();
}

TEST_P(GraphMisuseTest, FunctionsThatAreEmpty) {
  const DeviceArray<int> go(*context, {1});
  const Graph graph(*context);
  EXPECT_ERROR(graph.Add({}, nullptr), ErrorCode::InvalidArgument, "is empty");
  EXPECT_ERROR(graph.AddCallback({}, nullptr), ErrorCode::InvalidArgument, "is empty");
  EXPECT_ERROR(GraphedCallable(*context, nullptr, {}), ErrorCode::InvalidArgument, "is empty");
  GraphCapture capture(graph);
  EXPECT_ERROR(capture.If(go, nullptr), ErrorCode::InvalidArgument, "is empty");
}

TEST_P(GraphMisuseTest, GraphsThatHaveThemselves) {
  const DeviceArray<int> go = ToDevice(*context, std::vector<int>{0});
  const DeviceArray<float> x = ToDevice(*context, Iota(10));
  const Graph graph(*context);
  graph.AddAllocation({}, ScalarKind::Float32, {10}, nullptr);
  graph.AddKernel({}, kernel("scale"), kOneBlock, x, 2.0f);
  // What it has so far, once more.
  graph.AddGraph({{1}}, graph);
  EXPECT_EQ(graph.launches("scale").size(), 2U);
  const GraphBranch branch = graph.AddIf({}, go);
  EXPECT_ERROR(branch.body.AddGraph({}, graph), ErrorCode::InvalidArgument,
               "this graph is the body of a condition in the other one");
  const GraphExec exec = graph.Instantiate();
  EXPECT_ERROR(branch.body.Add({}, [&](StreamRef stream) { exec.Launch(stream); }),
               ErrorCode::InvalidArgument,
               "this graph is the body of a condition in the other one");
  const Graph callback(*context);
  callback.AddCallback({}, [] {});
  EXPECT_ERROR(branch.body.AddGraph({}, callback), ErrorCode::Capture, "cannot have callbacks");
  exec.Launch();
  EXPECT_EQ(x.ToVector()[3], 12.0f);
}

TEST_P(GraphMisuseTest, MemoryOfAnotherGraphIsNotFreed) {
  const Graph one(*context);
  const Graph other(*context, one.pool());
  const DeviceArrayAny array = one.AddAllocation({}, ScalarKind::Float32, {10}, nullptr);
  EXPECT_ERROR(other.AddFree({}, array), ErrorCode::InvalidArgument,
               "is no allocation of this graph");
  one.AddFree({}, array);
}

TEST_P(GraphMisuseTest, HandlesThatWereMovedStandForTheSame) {
  const DeviceArray<float> x = ToDevice(*context, Iota(10));
  Graph graph(*context);
  graph.AddKernel({}, kernel("scale"), kOneBlock, x, 2.0f);
  const Graph taken = std::move(graph);
  GraphExec exec = graph.Instantiate();
  const GraphExec taken_exec = std::move(exec);
  exec.Launch();
  taken_exec.Launch();
  EXPECT_EQ(x.ToVector()[1], 4.0f);
}

TEST_P(GraphMisuseTest, ThreadsReplayWhatAnotherOneChanges) {
  // What it calls depends on who is faster.
  faults::LeaveOut(faults::kAny);
  const DeviceArray<float> x = ToDevice(*context, std::vector<float>(10, 1.0f));
  const Graph graph(*context);
  const GraphNode node = graph.AddKernel({}, kernel("scale"), kOneBlock, x, 1.0f);
  const GraphExec exec = graph.Instantiate();
  // One for all: each replay writes the same array.
  const Stream stream(*context);
  std::atomic<bool> done{false};
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      while (!done) {
        exec.Launch(stream);
        stream.Synchronize();
      }
    });
  }
  for (int i = 0; i < 300; ++i) {
    exec.SetArguments(node, x, i % 2 == 0 ? -1.0f : 1.0f);
    exec.SetConfig(node, {.grid = 1, .block = i % 3 == 0 ? 32U : 64U});
  }
  done = true;
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(std::abs(x.ToVector()[9]), 1.0f);
}

}  // namespace
}  // namespace kernelc::runtime_test
