// Graphs as bytes: what is replayed after loading, what cannot be written, and bytes that are no
// graph.
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "kernelc/graph_file.h"
#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

constexpr LaunchConfig kOneBlock = {.grid = 1, .block = 32};

class GraphFileTest : public OnDevice {
 protected:
  // x * 2, then sum = x + y, the first three of them to `part`, and y = 0.5 where `go` is set.
  std::vector<std::byte> Written() const {
    const auto x = ToDevice(*context, Iota(10));
    const auto y = ToDevice(*context, std::vector<float>(10, 1.0f));
    const auto go = ToDevice(*context, std::vector<std::int32_t>{1});
    const DeviceArray<float> part(*context, {3});
    const Graph graph(*context);
    GraphNode allocated;
    const DeviceArrayAny sum = graph.AddAllocation({}, ScalarKind::Float32, {10}, &allocated);
    const GraphNode scaled = graph.AddKernel({allocated}, kernel("scale"), kOneBlock, x, 2.0f);
    const GraphNode added = graph.AddKernel({scaled}, kernel("add"), kOneBlock, x, y, sum);
    const GraphNode copied = graph.AddCopy({added}, part, sum.Sliced({{0, 3, 1}}));
    const GraphBranch branch = graph.AddIf({copied}, go);
    branch.body.AddFill({}, y, 0.5f);
    graph.AddFill({branch.node}, part.Sliced({{0, 3, 2}}), 100.0f);
    const GraphArray arrays[] = {{"x", x, true},
                                 {"y", y, true},
                                 {"tail", y.Sliced({{5, 10, 1}})},
                                 {"part", part},
                                 {"go", go, true}};
    return WriteGraph(graph, arrays);
  }
};
KC_ON_EACH_DEVICE(GraphFileTest);

TEST_P(GraphFileTest, ReplaysAfterLoading) {
  const LoadedGraph loaded = LoadedGraph::FromBytes(*context, Written());
  EXPECT_EQ(loaded.graph().size(), 6U);
  loaded.Launch();
  const DeviceArray<float> part(loaded.array("part"));
  EXPECT_EQ(part.ToVector(), (std::vector<float>{100, 3, 100}));
  EXPECT_EQ(DeviceArray<float>(loaded.array("y")).ToVector()[9], 0.5f);
  // A view of the same memory.
  EXPECT_EQ(loaded.array("tail").data(), loaded.array("y").data() + 20);
  DeviceArray<float>(loaded.array("tail")).Fill(7.0f);
  EXPECT_EQ(DeviceArray<float>(loaded.array("y")).ToVector()[9], 7.0f);
  DeviceArray<std::int32_t>(loaded.array("go")).Fill(0);
  loaded.Launch();
  // x is 4, y what the first replay left.
  EXPECT_EQ(part.ToVector()[1], 4.5f);
  EXPECT_EQ(DeviceArray<float>(loaded.array("y")).ToVector()[9], 7.0f);
  EXPECT_ERROR(static_cast<void>(loaded.array("z")), ErrorCode::NotFound,
               "the graph has `x`, `y`, `tail`, `part`, `go`");
}

TEST_P(GraphFileTest, TheBytesAreTheSameEachTime) { EXPECT_EQ(Written(), Written()); }

TEST_P(GraphFileTest, FilesAreReplacedInOneStep) {
  const auto x = ToDevice(*context, Iota(10));
  const Graph graph(*context);
  graph.AddKernel({}, kernel("scale"), kOneBlock, x, 2.0f);
  const GraphArray arrays[] = {{"x", x}};
  const std::string path = testing::TempDir() + "graph_" + GetParam() + ".kcgraph";
  SaveGraph(graph, arrays, path);
  SaveGraph(graph, arrays, path);
  const LoadedGraph loaded = LoadedGraph::FromFile(*context, path);
  loaded.array("x").CopyFrom(x);
  loaded.Launch();
  EXPECT_EQ(DeviceArray<float>(loaded.array("x")).ToVector()[3], 6.0f);
  EXPECT_EQ(std::remove(path.c_str()), 0);
  EXPECT_ERROR(static_cast<void>(LoadedGraph::FromFile(*context, path)), ErrorCode::FileAccess,
               "No such file");
  EXPECT_ERROR(static_cast<void>(LoadedGraph::FromFile(*context, testing::TempDir())),
               ErrorCode::FileAccess, "it is a directory");
  EXPECT_ERROR(SaveGraph(graph, arrays, "/nowhere/x.kcgraph"), ErrorCode::FileAccess,
               "No such file");
}

// A device is written to, and stays one.
TEST_P(GraphFileTest, AFullDisk) {
  const auto x = ToDevice(*context, Iota(10));
  const Graph graph(*context);
  graph.AddKernel({}, kernel("scale"), kOneBlock, x, 2.0f);
  const GraphArray arrays[] = {{"x", x}};
  const std::string link = testing::TempDir() + "graph_full_" + GetParam();
  std::remove(link.c_str());
  ASSERT_EQ(::symlink("/dev/full", link.c_str()), 0);
  EXPECT_ERROR(SaveGraph(graph, arrays, link), ErrorCode::FileAccess, "No space left");
  std::remove(link.c_str());
}

TEST_P(GraphFileTest, WhatNoFileCanHoldIsNamed) {
  const auto x = ToDevice(*context, Iota(10));
  std::vector<float> host(10);
  const auto write = [&](const Graph& graph, std::initializer_list<GraphArray> arrays) {
    static_cast<void>(WriteGraph(graph, std::span(arrays.begin(), arrays.size())));
  };
  const Graph launch(*context);
  launch.AddEmpty({});
  launch.AddKernel({}, kernel("scale"), kOneBlock, x, 2.0f);
  EXPECT_ERROR(write(launch, {}), ErrorCode::InvalidArgument,
               "node 1 (launch), kernel `scale`, parameter `x` is in memory that is neither named");
  EXPECT_ERROR(write(launch, {{"x", x}, {"x", x}}), ErrorCode::InvalidArgument,
               "two arrays have the name `x`");
  const Graph callback(*context);
  callback.AddCallback({}, [] {});
  EXPECT_ERROR(write(callback, {}), ErrorCode::NotSupported, "node 0 (callback)");
  const Graph copy(*context);
  copy.AddCopyFromHost({}, x, HostArrayView(ScalarKind::Float32, Dims{10}, host.data()));
  EXPECT_ERROR(write(copy, {{"x", x}}), ErrorCode::NotSupported, "node 0 (copy to device)");
}

TEST_P(GraphFileTest, DamageIsFound) {
  const std::vector<std::byte> good = Written();
  const auto load = [&](std::span<const std::byte> bytes) {
    static_cast<void>(LoadedGraph::FromBytes(*context, bytes));
  };
  EXPECT_ERROR(load({}), ErrorCode::FileFormat, "it is empty");
  EXPECT_ERROR(load(std::as_bytes(std::span("no graph at all"))), ErrorCode::FileFormat,
               "it is no graph");
  EXPECT_ERROR(load(std::span(good).first(20)), ErrorCode::FileFormat, "cut off after 20 bytes");
  EXPECT_ERROR(load(std::span(good).first(good.size() - 1)), ErrorCode::FileFormat, "cut off");
  for (std::size_t at = 0; at < good.size(); at += 1 + good.size() / 97) {
    std::vector<std::byte> bad = good;
    bad[at] ^= std::byte{0x10};
    const ErrorInfo info = ErrorOf([&] { load(bad); });
    EXPECT_EQ(error_code_name(info.code), "FileFormat") << at;
  }
}

}  // namespace
}  // namespace kernelc::runtime_test
