// Capturing, and what is replayed.
#include <exception>
#include <utility>

#include "kernelc/graph.h"
#include "runtime/backend/text.h"
#include "runtime/core/handles.h"
#include "runtime/core/launch.h"
#include "runtime/graph/recording.h"
#include "runtime/graph/state.h"

namespace kernelc {
namespace {

using backend::Concat;
using graph::NodeNumbers;

backend::Stream& StreamFor(graph::GraphState& state, StreamRef stream) {
  backend::Context& context = *state.context;
  if (stream.impl() == nullptr) {
    return state.own_stream();
  }
  if (&stream.impl()->context() != &context) {
    backend::ThrowError(ErrorCode::InvalidArgument, "begin capture", context.device().name(),
                        Concat("the stream belongs to another context, of ",
                               stream.impl()->context().device().name()));
  }
  if (stream.impl() == &context.default_stream() || stream.impl() == &context.per_thread_stream()) {
    backend::ThrowError(ErrorCode::Capture, "begin capture", context.device().name(),
                        "a default stream cannot be captured; capture in a stream of your own");
  }
  return *stream.impl();
}

// What comes after a graph's nodes waits for those that nothing else waits for.
NodeNumbers LastOf(const std::vector<backend::GraphNode>& nodes) {
  std::vector<bool> is_last(nodes.size(), true);
  for (const backend::GraphNode& node : nodes) {
    for (const std::uint32_t before : node.after) {
      is_last[before] = false;
    }
  }
  NodeNumbers last;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (is_last[i]) {
      last.push_back(i);
    }
  }
  return last;
}

void CheckOpen(const graph::Recording* recording, const char* operation) {
  if (recording == nullptr) {
    backend::ThrowError(ErrorCode::InvalidArgument, operation, "graph",
                        "the capture was ended before");
  }
}

// As they are now: another thread may set a launch.
std::vector<backend::GraphNode> NodesOf(graph::ExecState& state) {
  const std::lock_guard lock(state.mutex);
  return state.nodes;
}

backend::LaunchWork& LaunchAt(graph::ExecState& state, GraphNode node) {
  auto* const work = node.number < state.nodes.size()
                         ? std::get_if<backend::LaunchWork>(&state.nodes[node.number].work)
                         : nullptr;
  if (work == nullptr) {
    backend::ThrowError(
        ErrorCode::InvalidArgument, "set a launch", "graph",
        Concat("node ", node.number,
               node.number < state.nodes.size()
                   ? Concat(" is no launch: ", backend::WorkText(state.nodes[node.number].work))
                   : Concat(" is not one of its ", state.nodes.size())));
  }
  return *work;
}

}  // namespace

GraphCapture::GraphCapture(const Graph& graph, StreamRef stream)
    : graph_(graph), exceptions_(std::uncaught_exceptions()) {
  graph::GraphState& state = *graph_.state_;
  backend::ThrowIfFailed(graph::Recording::Begin(graph_.state_, StreamFor(state, stream),
                                               LastOf(*state.nodes), &recording_));
  scope_ = std::make_unique<StreamScope>(StreamRef(&recording_->stream()));
}

GraphCapture::~GraphCapture() {
  if (recording_ == nullptr || std::uncaught_exceptions() > exceptions_) {
    return;
  }
  NodeNumbers last;
  backend::Report(recording_->End(&last));
}

StreamRef GraphCapture::stream() const noexcept {
  return recording_ == nullptr ? StreamRef() : StreamRef(&recording_->stream());
}

void GraphCapture::End() {
  CheckOpen(recording_.get(), "end capture");
  if (!recording_->can_end()) {
    backend::ThrowError(ErrorCode::Capture, "end capture", "graph",
                        "it ends in the thread that began it, and not in the body of a condition");
  }
  scope_.reset();
  const std::shared_ptr<graph::Recording> recording = std::exchange(recording_, nullptr);
  NodeNumbers last;
  backend::ThrowIfFailed(recording->End(&last));
}

void GraphCapture::Abandon() noexcept {
  scope_.reset();
  recording_.reset();
}

void GraphCapture::If(const DeviceArrayAny& condition, const std::function<void()>& body) {
  Branch(condition, false, body);
}

void GraphCapture::While(const DeviceArrayAny& condition, const std::function<void()>& body) {
  Branch(condition, true, body);
}

void GraphCapture::Branch(const DeviceArrayAny& condition, bool repeats,
                          const std::function<void()>& body) {
  CheckOpen(recording_.get(), "conditional node");
  graph::CheckFunction(body != nullptr, "conditional node");
  graph::CheckCondition(*graph_.state_, condition);
  // The body may abandon the capture.
  const std::shared_ptr<graph::Recording> recording = recording_;
  backend::ThrowIfFailed(recording->BeginBody());
  try {
    body();
    CheckOpen(recording_.get(), "conditional node");
    backend::ThrowIfFailed(
        recording->EndBody({repeats, condition.data(), condition.element_size(), nullptr}));
  } catch (...) {
    recording->AbandonBody();
    throw;
  }
}

bool is_capturing(StreamRef stream) {
  return stream.impl() != nullptr ? graph::Recording::Of(*stream.impl()) != nullptr
                                  : is_current_stream_capturing();
}

bool is_current_stream_capturing() {
  return backend::Capturing() && is_capturing(current_stream());
}

GraphExec Graph::Instantiate() const {
  if (state_->is_body) {
    backend::ThrowError(ErrorCode::InvalidArgument, "instantiate", "graph",
                        "this is the body of a condition; instantiate the graph that it lies in");
  }
  auto exec = std::make_shared<graph::ExecState>();
  exec->context = state_->context;
  exec->pool = state_->pool;
  exec->memory = state_->memory;
  exec->nodes = *state_->nodes;
  backend::ThrowIfFailed(state_->context->InstantiateGraph(exec->nodes, &exec->exec));
  return GraphExec(std::move(exec));
}

void GraphExec::Launch(StreamRef stream) const {
  backend::Stream& target = core::ResolveStream(*state_->context, stream, "graph launch");
  if (backend::Capturing()) [[unlikely]] {
    if (const std::shared_ptr<graph::Recording> recording = graph::Recording::Of(target)) {
      backend::ThrowIfFailed(recording->AddGraph(target, NodesOf(*state_)));
      return;
    }
  }
  if (!backend::Observed()) [[likely]] {
    backend::ThrowIfFailed(state_->exec->Launch(target));
    return;
  }
  const std::vector<backend::GraphNode> nodes = NodesOf(*state_);
  const std::vector<backend::Access> accesses = graph::AccessesOf(nodes);
  backend::ThrowIfFailed(
      backend::Observe({.kind = backend::OperationKind::GraphLaunch,
                        .context = state_->context.get(),
                        .stream = &target,
                        .accesses = accesses,
                        .name = "graph"},
                       [&](backend::Operation&) { return state_->exec->Launch(target); }));
}

void GraphExec::SetArgumentList(GraphNode node, std::span<const Arg> args) const {
  const std::lock_guard lock(state_->mutex);
  backend::LaunchWork& work = LaunchAt(*state_, node);
  backend::LaunchWork changed = work;
  core::PackLaunch(*work.function, args, changed.params.data());
  backend::ThrowIfFailed(state_->exec->SetLaunch(node.number, changed));
  work = std::move(changed);
}

void GraphExec::SetConfig(GraphNode node, const LaunchConfig& config) const {
  const std::lock_guard lock(state_->mutex);
  backend::LaunchWork& work = LaunchAt(*state_, node);
  core::CheckLimits(*work.function, config);
  backend::LaunchWork changed = work;
  changed.config = config;
  changed.config.stream = {};
  backend::ThrowIfFailed(state_->exec->SetLaunch(node.number, changed));
  work = std::move(changed);
}

Context GraphExec::context() const { return Context(state_->context); }

GraphedCallable::GraphedCallable(const Context& context, Function function,
                                 std::span<const DeviceArrayAny> samples,
                                 GraphedCallableOptions options)
    : function_(std::move(function)) {
  graph::CheckFunction(function_ != nullptr, "graphed callable");
  for (const DeviceArrayAny& sample : samples) {
    inputs_.push_back(DeviceArrayAny::EmptyLike(sample));
    inputs_.back().CopyFrom(sample);
  }
  for (int i = 0; i < options.warmups; ++i) {
    function_(inputs_);
  }
  context.Synchronize();
  const Graph captured(context);
  GraphCapture capture(captured);
  outputs_ = function_(inputs_);
  capture.End();
  exec_ = std::make_unique<GraphExec>(captured.Instantiate());
}

const std::vector<DeviceArrayAny>& GraphedCallable::operator()(
    std::span<const DeviceArrayAny> inputs, StreamRef stream) const {
  if (inputs.size() != inputs_.size()) {
    backend::ThrowError(
        ErrorCode::InvalidArgument, "graphed callable", "graph",
        Concat(inputs.size(), " inputs were given, it was captured with ", inputs_.size()));
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    inputs_[i].CopyFrom(inputs[i], stream);
  }
  exec_->Launch(stream);
  return outputs_;
}

}  // namespace kernelc
