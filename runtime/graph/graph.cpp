// Graphs node by node.
#include "kernelc/graph.h"

#include <algorithm>
#include <utility>

#include "runtime/backend/text.h"
#include "runtime/graph/recording.h"
#include "runtime/graph/state.h"

namespace kernelc {
namespace {

using backend::Concat;
using graph::GraphState;
using graph::NodeNumbers;

NodeNumbers NumbersOf(const GraphState& state, const GraphNodes& nodes) {
  NodeNumbers numbers;
  for (const GraphNode& node : nodes) {
    if (node.number >= state.nodes->size()) {
      backend::ThrowError(ErrorCode::InvalidArgument, "add node", "graph",
                          Concat("node ", node.number, " is not one of its ", state.nodes->size()));
    }
    if (std::find(numbers.begin(), numbers.end(), node.number) == numbers.end()) {
      numbers.push_back(node.number);
    }
  }
  return numbers;
}

GraphNode Append(GraphState& state, backend::GraphWork work, NodeNumbers after) {
  const auto number = static_cast<std::uint32_t>(state.nodes->size());
  state.nodes->push_back({std::move(work), std::move(after)});
  return {number};
}

}  // namespace

backend::Stream& GraphState::own_stream() {
  if (stream == nullptr) {
    std::unique_ptr<backend::Stream> made;
    backend::ThrowIfFailed(context->CreateStream({}, &made));
    stream = std::move(made);
  }
  return *stream;
}

Graph::Graph(const Context& context) : Graph(context, GraphPool(context)) {}

Graph::Graph(const Context& context, const GraphPool& pool)
    : state_(std::make_shared<GraphState>()) {
  backend::ThrowIfFailed(context.impl()->CheckUsable("graph"));
  if (&pool.state()->context() != context.impl().get()) {
    backend::ThrowError(ErrorCode::InvalidArgument, "graph", context.impl()->device().name(),
                        Concat("the pool belongs to another context, of ",
                               pool.state()->context().device().name()));
  }
  state_->context = context.impl();
  state_->pool = pool.state();
}

Context Graph::context() const { return Context(state_->context); }

GraphPool Graph::pool() const { return GraphPool(state_->pool); }

std::size_t Graph::size() const noexcept { return state_->nodes->size(); }

std::vector<GraphNodeInfo> Graph::nodes() const {
  std::vector<GraphNodeInfo> infos;
  for (std::uint32_t i = 0; i < state_->nodes->size(); ++i) {
    const backend::GraphNode& node = (*state_->nodes)[i];
    GraphNodeInfo info{{i}, backend::WorkText(node.work), "", {}};
    if (const auto* const launch = std::get_if<backend::LaunchWork>(&node.work)) {
      info.kernel = launch->function->info().name;
    }
    for (const std::uint32_t before : node.after) {
      info.after.push_back({before});
    }
    infos.push_back(std::move(info));
  }
  return infos;
}

GraphNodes Graph::launches(std::string_view kernel) const {
  GraphNodes found;
  for (std::uint32_t i = 0; i < state_->nodes->size(); ++i) {
    const auto* const launch = std::get_if<backend::LaunchWork>(&(*state_->nodes)[i].work);
    if (launch != nullptr && launch->function->info().name == kernel) {
      found.push_back({i});
    }
  }
  return found;
}

GraphNode Graph::Add(const GraphNodes& after, const std::function<void(StreamRef)>& work) const {
  graph::CheckFunction(work != nullptr, "add node");
  const NodeNumbers before = NumbersOf(*state_, after);
  std::shared_ptr<graph::Recording> recording;
  backend::ThrowIfFailed(graph::Recording::Begin(state_, state_->own_stream(), before, &recording));
  work(StreamRef(&recording->stream()));
  NodeNumbers last;
  backend::ThrowIfFailed(recording->End(&last));
  return last.size() == 1 && last != before ? GraphNode{last.front()}
                                            : Append(*state_, backend::EmptyWork{}, last);
}

GraphNode Graph::AddCopy(const GraphNodes& after, const DeviceArrayAny& to,
                         const DeviceArrayAny& from) const {
  return Add(after, [&](StreamRef stream) { to.CopyFrom(from, stream); });
}

GraphNode Graph::AddCopyFromHost(const GraphNodes& after, const DeviceArrayAny& to,
                                 const HostArrayView& from) const {
  return Add(after, [&](StreamRef stream) { to.CopyFromHostAsync(from, stream); });
}

GraphNode Graph::AddCopyToHost(const GraphNodes& after, HostArray& to,
                               const DeviceArrayAny& from) const {
  return Add(after, [&](StreamRef stream) { from.CopyToHostAsync(to, stream); });
}

GraphNode Graph::AddFill(const GraphNodes& after, const DeviceArrayAny& array,
                         const ScalarValue& value) const {
  return Add(after, [&](StreamRef stream) { array.Fill(value, stream); });
}

GraphNode Graph::AddCallback(const GraphNodes& after, std::function<void()> callback) const {
  return Add(after, [&](StreamRef stream) { stream.AddCallback(std::move(callback)); });
}

GraphNode Graph::AddEmpty(const GraphNodes& after) const {
  return Append(*state_, backend::EmptyWork{}, NumbersOf(*state_, after));
}

GraphNode Graph::AddGraph(const GraphNodes& after, const Graph& child) const {
  if (child.state_->context != state_->context) {
    backend::ThrowError(ErrorCode::InvalidArgument, "add graph", state_->context->device().name(),
                        Concat("the graph belongs to another context, of ",
                               child.state_->context->device().name()));
  }
  const std::vector<backend::GraphNode> nodes = *child.state_->nodes;
  const GraphNode node = Add(after, [&](StreamRef stream) {
    backend::ThrowIfFailed(graph::Recording::Of(*stream.impl())->AddGraph(*stream.impl(), nodes));
  });
  // Its memory and the pool that this comes from.
  if (child.state_->memory != state_->memory) {
    state_->memory->insert(state_->memory->end(), child.state_->memory->begin(),
                           child.state_->memory->end());
  }
  return node;
}

DeviceArrayAny Graph::AddAllocation(const GraphNodes& after, const ElementType& element,
                                    const Dims& shape, GraphNode* node) const {
  const NodeNumbers before = NumbersOf(*state_, after);
  const auto bytes = static_cast<std::size_t>(ElementCount(shape)) * element.size();
  DevicePointer data = 0;
  // The smallest of what is freed before this node.
  auto best = state_->freed.end();
  for (auto freed = state_->freed.begin(); freed != state_->freed.end(); ++freed) {
    if (freed->bytes >= bytes && (best == state_->freed.end() || freed->bytes < best->bytes) &&
        graph::ComesBefore(*state_->nodes, freed->node, before)) {
      best = freed;
    }
  }
  if (best != state_->freed.end()) {
    data = best->data;
    state_->freed.erase(best);
  } else if (bytes != 0) {
    backend::ThrowIfFailed(state_->pool->Allocate(bytes, &data));
    state_->memory->push_back(std::make_shared<graph::PoolBlock>(state_->pool, data));
  }
  const GraphNode added = Append(*state_, backend::EmptyWork{}, before);
  if (node != nullptr) {
    *node = added;
  }
  return DeviceArrayAny::Wrap(context(), data, element, shape, {}, state_->memory);
}

GraphNode Graph::AddFree(const GraphNodes& after, const DeviceArrayAny& array) const {
  const NodeNumbers before = NumbersOf(*state_, after);
  DevicePointer start = 0;
  std::size_t bytes = 0;
  const bool known = state_->pool->Find(array.data(), &start, &bytes) &&
                     std::any_of(state_->memory->begin(), state_->memory->end(),
                                 [&](const auto& block) { return block->data() == array.data(); });
  const bool is_free = std::any_of(state_->freed.begin(), state_->freed.end(),
                                   [&](const auto& freed) { return freed.data == array.data(); });
  if (array.size() != 0 && (!known || is_free)) {
    backend::ThrowError(
        ErrorCode::InvalidArgument, "free node", state_->context->device().name(),
        Concat("the array at address ", array.data(),
               is_free ? " was freed by a node before" : " is no allocation of this graph"));
  }
  const GraphNode node = Append(*state_, backend::EmptyWork{}, before);
  if (array.size() != 0) {
    state_->freed.push_back({start, bytes, node.number});
  }
  return node;
}

GraphBranch Graph::AddBranch(const GraphNodes& after, const DeviceArrayAny& condition,
                             bool repeats) const {
  const NodeNumbers before = NumbersOf(*state_, after);
  Graph body(context(), pool());
  body.state_->is_body = true;
  body.state_->memory = state_->memory;
  const GraphNode node =
      Append(*state_,
             backend::ConditionWork{repeats, condition.data(), condition.element_size(),
                                    body.state_->nodes},
             before);
  return {node, std::move(body)};
}

GraphBranch Graph::AddIf(const GraphNodes& after, const DeviceArrayAny& condition) const {
  graph::CheckCondition(*state_, condition);
  return AddBranch(after, condition, false);
}

GraphBranch Graph::AddWhile(const GraphNodes& after, const DeviceArrayAny& condition) const {
  graph::CheckCondition(*state_, condition);
  return AddBranch(after, condition, true);
}

void graph::CheckFunction(bool given, const char* operation) {
  if (!given) {
    backend::ThrowError(ErrorCode::InvalidArgument, operation, "graph", "the function is empty");
  }
}

void graph::CheckCondition(const GraphState& state, const DeviceArrayAny& condition) {
  const abi::ScalarClass cls = abi::scalar_info(condition.kind()).cls;
  const bool is_integer =
      !condition.record() && (cls == abi::ScalarClass::Bool || cls == abi::ScalarClass::Signed ||
                              cls == abi::ScalarClass::Unsigned);
  if (!is_integer || condition.size() != 1) {
    backend::ThrowError(
        ErrorCode::TypeMismatch, "conditional node", state.context->device().name(),
        Concat("the condition is a ", ToString(condition.element()), " array of shape ",
               ToString(condition.shape()), "; it must have one element, an integer or a bool"));
  }
  if (condition.context_impl() != state.context) {
    backend::ThrowError(ErrorCode::InvalidArgument, "conditional node",
                        state.context->device().name(), "the condition is of another context");
  }
}

std::string Graph::ToString() const {
  std::string text;
  for (const GraphNodeInfo& info : nodes()) {
    text += Concat(info.node.number, ": ", info.kind);
    if (!info.kernel.empty()) {
      text += Concat(" `", info.kernel, '`');
    }
    for (std::size_t i = 0; i < info.after.size(); ++i) {
      text += Concat(i == 0 ? " after " : ", ", info.after[i].number);
    }
    text += '\n';
  }
  return text;
}

}  // namespace kernelc
