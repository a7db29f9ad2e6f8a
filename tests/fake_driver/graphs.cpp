// Captures and graphs. Nodes run one after the other, in the order in which they were made.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <string_view>
#include <utility>

#include "tests/fake_driver/functions.h"

namespace kernelc::fake_driver {
namespace {

// What the runtime's own kernel does, which hands conditions to the driver.
std::function<void()> SetCondition(void** params) {
  const auto handle = *static_cast<const ConditionHandle*>(params[0]);
  const auto address = *static_cast<const DriverPointer*>(params[1]);
  const auto size = *static_cast<const unsigned*>(params[2]);
  return [=] {
    unsigned long long value = 0;
    std::memcpy(&value, reinterpret_cast<const void*>(address), size);
    reinterpret_cast<std::atomic<unsigned>*>(handle)->store(value != 0 ? 1 : 0);
  };
}

void Run(const GraphExec& exec, const Graph& graph) {
  for (const auto& node : graph.nodes) {
    const auto changed = exec.changed.find(node.get());
    const std::function<void()>& work =
        changed != exec.changed.end() ? changed->second : node->work;
    if (work) {
      work();
    }
    if (node->child != nullptr) {
      Run(exec, *node->child);
    }
    while (node->body != nullptr && node->condition->load() != 0) {
      Run(exec, *node->body);
      if (!node->repeats) {
        break;
      }
    }
  }
}

}  // namespace

Capture* CaptureOf(StreamHandle stream) {
  return reinterpret_cast<std::uintptr_t>(stream) <= 2
             ? nullptr
             : reinterpret_cast<Stream*>(stream)->capture.get();
}

std::function<void()> KernelWork(State& state, FunctionHandle function, const unsigned (&grid)[3],
                                 const unsigned (&block)[3], unsigned shared_bytes, void** params,
                                 void** extra) {
  const std::string& name = reinterpret_cast<Function*>(function)->name;
  if (name == "kernelc_set_condition") {
    return SetCondition(params);
  }
  if (state.run_kernel == nullptr) {
    return nullptr;
  }
  std::vector<std::byte> packed;
  if (extra != nullptr) {
    const auto* const bytes = static_cast<const std::byte*>(extra[1]);
    packed.assign(bytes, bytes + *static_cast<const std::size_t*>(extra[3]));
  }
  return [=, run = state.run_kernel, packed = std::move(packed), grid_x = grid[0], grid_y = grid[1],
          grid_z = grid[2], block_x = block[0], block_y = block[1], block_z = block[2]] {
    run(name.c_str(), {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes,
        packed.data(), packed.size());
  };
}

namespace functions {
namespace {

using Lock = std::lock_guard<std::mutex>;

Context* Current() {
  Context* const top = ContextStack().empty() ? nullptr : ContextStack().back();
  return top != nullptr && top->retains > 0 ? top : nullptr;
}

Graph* AsGraph(GraphHandle handle) { return reinterpret_cast<Graph*>(handle); }
GraphNode* AsNode(GraphNodeHandle handle) { return reinterpret_cast<GraphNode*>(handle); }
GraphExec* AsExec(GraphExecHandle handle) { return reinterpret_cast<GraphExec*>(handle); }

std::vector<GraphNode*> Nodes(const GraphNodeHandle* handles, std::size_t count) {
  std::vector<GraphNode*> nodes;
  std::transform(handles, handles + count, std::back_inserter(nodes), AsNode);
  return nodes;
}

bool KnowsStream(State& state, StreamHandle stream) {
  return state.streams.count(reinterpret_cast<Stream*>(stream)) != 0;
}

}  // namespace

Result cuStreamBeginCapture(StreamHandle stream, int) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (!KnowsStream(state, stream) || CaptureOf(stream) != nullptr) {
    return kErrorInvalidValue;
  }
  auto capture = std::make_unique<Capture>();
  capture->owned = std::make_shared<Graph>();
  capture->owned->device = reinterpret_cast<Stream*>(stream)->device;
  capture->graph = capture->owned.get();
  reinterpret_cast<Stream*>(stream)->capture = std::move(capture);
  return kSuccess;
}

Result cuStreamBeginCaptureToGraph(StreamHandle stream, GraphHandle graph,
                                   const GraphNodeHandle* after, const GraphEdgeData*,
                                   std::size_t count, int) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (!KnowsStream(state, stream) || CaptureOf(stream) != nullptr) {
    return kErrorInvalidValue;
  }
  auto capture = std::make_unique<Capture>();
  capture->graph = AsGraph(graph);
  capture->last = Nodes(after, count);
  reinterpret_cast<Stream*>(stream)->capture = std::move(capture);
  return kSuccess;
}

Result cuStreamEndCapture(StreamHandle stream, GraphHandle* graph) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (!KnowsStream(state, stream) || CaptureOf(stream) == nullptr) {
    return kErrorInvalidValue;
  }
  const std::unique_ptr<Capture> capture = std::move(reinterpret_cast<Stream*>(stream)->capture);
  *graph = reinterpret_cast<GraphHandle>(capture->graph);
  if (capture->owned != nullptr) {
    state.graphs[capture->graph] = capture->owned;
  }
  return kSuccess;
}

Result cuStreamGetCaptureInfo(StreamHandle stream, int* capturing, unsigned long long* id,
                              GraphHandle* graph, const GraphNodeHandle** last,
                              const GraphEdgeData**, std::size_t* count) {
  const Lock lock(TheState().mutex);
  const Capture* const capture = CaptureOf(stream);
  *capturing = capture != nullptr ? 1 : 0;
  if (capture == nullptr) {
    return kErrorInvalidValue;
  }
  *id = 1;
  *graph = reinterpret_cast<GraphHandle>(capture->graph);
  *last = reinterpret_cast<const GraphNodeHandle*>(capture->last.data());
  *count = capture->last.size();
  return kSuccess;
}

Result cuStreamUpdateCaptureDependencies(StreamHandle stream, GraphNodeHandle* after,
                                         const GraphEdgeData*, std::size_t count, unsigned flags) {
  const Lock lock(TheState().mutex);
  Capture* const capture = CaptureOf(stream);
  if (capture == nullptr || flags != kCaptureSetDependencies) {
    return kErrorInvalidValue;
  }
  capture->last = Nodes(after, count);
  return kSuccess;
}

Result cuGraphConditionalHandleCreate(ConditionHandle* handle, GraphHandle graph, ContextHandle,
                                      unsigned value, unsigned) {
  const Lock lock(TheState().mutex);
  auto condition = std::make_shared<std::atomic<unsigned>>(value);
  *handle = reinterpret_cast<ConditionHandle>(condition.get());
  AsGraph(graph)->conditions.push_back(std::move(condition));
  return kSuccess;
}

Result cuGraphAddNode(GraphNodeHandle* node, GraphHandle graph, const GraphNodeHandle* after,
                      const GraphEdgeData*, std::size_t count, ConditionNodeParams* params) {
  const Lock lock(TheState().mutex);
  Graph& home = *AsGraph(graph);
  if (params->type != kGraphNodeConditional || params->body_count != 1) {
    return kErrorInvalidValue;
  }
  const auto condition =
      std::find_if(home.conditions.begin(), home.conditions.end(), [&](const auto& known) {
        return reinterpret_cast<ConditionHandle>(known.get()) == params->handle;
      });
  if (condition == home.conditions.end()) {
    return kErrorInvalidValue;
  }
  auto made = std::make_unique<GraphNode>();
  made->after = Nodes(after, count);
  made->condition = *condition;
  made->repeats = params->condition_type == kConditionWhile;
  home.bodies.push_back(std::make_unique<Graph>());
  made->body = home.bodies.back().get();
  made->body->device = home.device;
  // The list is the driver's.
  params->bodies = reinterpret_cast<GraphHandle*>(&made->body);
  *node = reinterpret_cast<GraphNodeHandle>(made.get());
  home.nodes.push_back(std::move(made));
  return kSuccess;
}

Result cuGraphAddChildGraphNode(GraphNodeHandle* node, GraphHandle graph,
                                const GraphNodeHandle* after, std::size_t count,
                                GraphHandle child) {
  State& state = TheState();
  const Lock lock(state.mutex);
  const auto found = state.graphs.find(AsGraph(child));
  if (found == state.graphs.end()) {
    return kErrorInvalidValue;
  }
  auto made = std::make_unique<GraphNode>();
  made->after = Nodes(after, count);
  made->child = found->second;
  *node = reinterpret_cast<GraphNodeHandle>(made.get());
  AsGraph(graph)->nodes.push_back(std::move(made));
  return kSuccess;
}

Result cuGraphInstantiateWithFlags(GraphExecHandle* exec, GraphHandle graph, unsigned long long) {
  State& state = TheState();
  const Lock lock(state.mutex);
  const auto found = state.graphs.find(AsGraph(graph));
  if (Current() == nullptr || found == state.graphs.end()) {
    return kErrorInvalidValue;
  }
  auto* const made = new GraphExec;
  made->device = found->first->device;
  made->graph = found->second;
  state.graph_execs.insert(made);
  *exec = reinterpret_cast<GraphExecHandle>(made);
  return kSuccess;
}

Result cuGraphExecKernelNodeSetParams(GraphExecHandle exec, GraphNodeHandle node,
                                      const KernelNodeParams* params) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (state.graph_execs.count(AsExec(exec)) == 0) {
    return kErrorInvalidHandle;
  }
  AsExec(exec)->changed[AsNode(node)] =
      KernelWork(state, params->function, {params->grid_x, params->grid_y, params->grid_z},
                 {params->block_x, params->block_y, params->block_z}, params->shared_bytes,
                 params->params, params->extra);
  return kSuccess;
}

Result cuGraphLaunch(GraphExecHandle exec, StreamHandle stream) {
  State& state = TheState();
  // What it is now: it may be changed or destroyed before it runs.
  std::shared_ptr<const GraphExec> now;
  {
    const Lock lock(state.mutex);
    if (Current() == nullptr || state.graph_execs.count(AsExec(exec)) == 0) {
      return kErrorInvalidHandle;
    }
    now = std::make_shared<const GraphExec>(*AsExec(exec));
  }
  Submit(state, stream, [now] { Run(*now, *now->graph); });
  return kSuccess;
}

Result cuGraphExecDestroy(GraphExecHandle exec) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (state.graph_execs.erase(AsExec(exec)) == 0) {
    return kErrorInvalidHandle;
  }
  delete AsExec(exec);
  return kSuccess;
}

Result cuGraphDestroy(GraphHandle graph) {
  State& state = TheState();
  const Lock lock(state.mutex);
  return state.graphs.erase(AsGraph(graph)) != 0 ? kSuccess : kErrorInvalidHandle;
}

}  // namespace functions
}  // namespace kernelc::fake_driver
