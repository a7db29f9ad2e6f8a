// What the handles of graphs stand for.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "kernelc/graph.h"
#include "runtime/backend/graph.h"
#include "runtime/graph/pool.h"

namespace kernelc::graph {

// Blocks that are a graph's as long as it can be replayed.
using Memory = std::vector<std::shared_ptr<PoolBlock>>;

struct GraphState {
  std::shared_ptr<backend::Context> context;
  std::shared_ptr<PoolState> pool;
  std::shared_ptr<Memory> memory = std::make_shared<Memory>();
  std::shared_ptr<std::vector<backend::GraphNode>> nodes =
      std::make_shared<std::vector<backend::GraphNode>>();
  // A conditional node's.
  bool is_body = false;
  // Where nodes are written down that name no stream; made when one is.
  std::shared_ptr<backend::Stream> stream;

  // Blocks that nodes freed, for allocations after these.
  struct Freed {
    DevicePointer data;
    std::size_t bytes;
    std::uint32_t node;
  };
  std::vector<Freed> freed;

  backend::Stream& own_stream();
};

struct ExecState {
  std::shared_ptr<backend::Context> context;
  std::shared_ptr<PoolState> pool;
  std::shared_ptr<Memory> memory;
  // Of this exec: SetArguments() changes them.
  std::vector<backend::GraphNode> nodes;
  std::unique_ptr<backend::GraphExec> exec;
  std::mutex mutex;
};

// All that a replay may read and write.
std::vector<backend::Access> AccessesOf(const std::vector<backend::GraphNode>& nodes);
// Throws for a function that is empty.
void CheckFunction(bool given, const char* operation);
// Throws for an array that is no condition of a node of the graph.
void CheckCondition(const GraphState& state, const DeviceArrayAny& condition);
// Whether `node` comes before one of `after`, or is one.
bool ComesBefore(const std::vector<backend::GraphNode>& nodes, std::uint32_t node,
                 const std::vector<std::uint32_t>& after);

}  // namespace kernelc::graph
