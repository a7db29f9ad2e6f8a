#include "runtime/graph/recording.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "runtime/backend/text.h"

namespace kernelc::graph {

using backend::Concat;
using backend::Operation;
using backend::OperationKind;
using backend::Status;

namespace {

void Merge(NodeNumbers* into, const NodeNumbers& more) {
  for (const std::uint32_t node : more) {
    if (std::find(into->begin(), into->end(), node) == into->end()) {
      into->push_back(node);
    }
  }
}

Status Refuse(const Operation& operation, std::string why) {
  return backend::Fail(ErrorCode::Capture, backend::OperationText(operation.kind),
                       operation.context->device().name(), std::move(why));
}

constexpr const char* kNoCallbacks =
    "the body of a condition cannot have callbacks; the device decides about it";

// Whether `found` is true of a node or of one in a body.
template <typename Found>
bool AnyOf(std::span<const backend::GraphNode> nodes, Found found) {
  return std::any_of(nodes.begin(), nodes.end(), [&](const backend::GraphNode& node) {
    const auto* const condition = std::get_if<backend::ConditionWork>(&node.work);
    return found(node.work) || (condition != nullptr && AnyOf(*condition->body, found));
  });
}

backend::CopyWork CopyOf(const Operation& operation) {
  return {operation.kind, operation.to, operation.from, operation.bytes,
          operation.from_context != nullptr ? operation.from_context->shared_from_this() : nullptr};
}

backend::LaunchWork LaunchOf(const Operation& operation) {
  backend::LaunchWork work;
  work.function = operation.function;
  work.module = operation.function->module();
  work.config = *operation.config;
  work.config.stream = {};
  work.params.assign(operation.params, operation.params + operation.function->info().param_bytes);
  return work;
}

// What is written down for an operation of a stream. False for one that is no work.
bool WorkOf(Operation& operation, backend::GraphWork* work) {
  switch (operation.kind) {
    case OperationKind::Launch:
      *work = LaunchOf(operation);
      return true;
    case OperationKind::CopyToDevice:
    case OperationKind::CopyToHost:
    case OperationKind::CopyOnDevice:
    case OperationKind::CopyFromPeer:
      *work = CopyOf(operation);
      return true;
    case OperationKind::CopyStrided:
      *work = *operation.copy;
      return true;
    case OperationKind::Memset:
      *work = backend::MemsetWork{operation.to, operation.value, operation.bytes};
      return true;
    case OperationKind::FillStrided:
      *work = *operation.fill;
      return true;
    case OperationKind::Callback:
      *work = backend::CallbackWork{
          std::make_shared<const std::function<void()>>(std::move(*operation.callback))};
      return true;
    case OperationKind::GraphLaunch:
#define KC_OPERATION(name, text)
#define KC_IDLE_OPERATION(name, text) case OperationKind::name:
#include "runtime/backend/operations.def"
      return false;
  }
  return false;
}

}  // namespace

// All recordings of the process.
class Captures final : public backend::Capturer {
 public:
  static Captures& Get() {
    static Captures& captures = *new Captures;
    return captures;
  }

  bool Take(Operation& operation, Status* status) override {
    const std::lock_guard lock(mutex_);
    const OperationKind kind = operation.kind;
    if (kind == OperationKind::RecordEvent) {
      return Record(operation, status);
    }
    if (kind == OperationKind::StreamWait) {
      return Wait(operation, status);
    }
    if (kind == OperationKind::SynchronizeStream || kind == OperationKind::QueryStream) {
      return OfStream(operation.stream) != nullptr &&
             Refused(operation, "the stream is captured, and nothing runs there before the graph",
                     status);
    }
    if (kind == OperationKind::SynchronizeEvent || kind == OperationKind::QueryEvent) {
      return OfEvent(operation.event) != nullptr &&
             Refused(operation, "the event was recorded in a stream that is captured", status);
    }
    if (kind == OperationKind::SynchronizeContext) {
      return CapturedHere(*operation.context) != nullptr &&
             Refused(operation, "this thread captures a stream of the context", status);
    }
    if (kind == OperationKind::DestroyStream) {
      Forget(operation.stream);
      return false;
    }
    return Add(operation, status);
  }

  bool Allocate(backend::Context& context, std::size_t bytes, DevicePointer* data,
                std::shared_ptr<void>* owner, Status* status) override {
    std::shared_ptr<PoolState> pool;
    {
      const std::lock_guard lock(mutex_);
      Recording* const recording = CapturedHere(context);
      if (recording == nullptr) {
        return false;
      }
      pool = recording->graph_->pool;
    }
    *status = pool->Allocate(bytes, data);
    if (status->ok()) {
      *owner = std::make_shared<PoolBlock>(std::move(pool), *data);
    }
    return true;
  }

  Status GatherOthers(backend::Stream& stream) override {
    const std::lock_guard lock(mutex_);
    Recording* const recording = OfStream(&stream);
    if (recording == nullptr || recording->Find(&stream)->gathers) {
      return {};
    }
    KC_RETURN_IF_FAILED(stream.BeginGathering());
    recording->Find(&stream)->gathers = true;
    return {};
  }

  Status Begin(Recording& recording) {
    const std::lock_guard lock(mutex_);
    if (OfStream(&recording.stream()) != nullptr) {
      return backend::Fail(ErrorCode::Capture, "begin capture",
                           recording.stream().context().device().name(),
                           "the stream is captured already");
    }
    recordings_.push_back(&recording);
    backend::SetCapturer(this);
    return {};
  }

  void End(Recording* recording) {
    const std::lock_guard lock(mutex_);
    std::erase(recordings_, recording);
    if (recordings_.empty()) {
      backend::SetCapturer(nullptr);
    }
  }

  std::shared_ptr<Recording> Find(const backend::Stream& stream) {
    if (!backend::Capturing()) {
      return nullptr;
    }
    const std::lock_guard lock(mutex_);
    Recording* const recording = OfStream(&stream);
    return recording == nullptr ? nullptr : recording->weak_from_this().lock();
  }

  std::mutex& mutex() noexcept { return mutex_; }

 private:
  template <typename Has>
  Recording* FindIf(Has has) {
    const auto found = std::find_if(recordings_.begin(), recordings_.end(),
                                    [&](Recording* recording) { return has(*recording); });
    return found == recordings_.end() ? nullptr : *found;
  }
  Recording* OfStream(const backend::Stream* stream) {
    return FindIf([&](Recording& recording) { return recording.Find(stream) != nullptr; });
  }
  Recording* OfEvent(const backend::Event* event) {
    return FindIf([&](Recording& recording) { return recording.events_.count(event->id()) != 0; });
  }
  Recording* CapturedHere(const backend::Context& context) {
    return FindIf([&](Recording& recording) {
      return recording.thread_ == std::this_thread::get_id() &&
             recording.graph_->context.get() == &context;
    });
  }

  static bool Refused(const Operation& operation, const char* why, Status* status) {
    *status = Refuse(operation, why);
    return true;
  }

  bool Add(Operation& operation, Status* status) {
    // Of memory there is nothing to be captured.
    const OperationKind kind = operation.kind;
    if (operation.stream == nullptr || kind == OperationKind::FreeBlock ||
        kind == OperationKind::UseBlock) {
      return false;
    }
    if (kind == OperationKind::AllocateBlock) {
      return OfStream(operation.stream) != nullptr &&
             Refused(
                 operation,
                 "the stream is captured, and the resource gives memory in the order of streams; "
                 "allocate before the capture, or by Buffer(context, bytes) for memory of the "
                 "graph",
                 status);
    }
    Recording* const recording = OfStream(operation.stream);
    if (recording == nullptr) {
      return FindIf([&](Recording& other) { return other.IsAside(operation.stream); }) != nullptr &&
             Refused(operation, "the stream cannot take part in the body of a condition", status);
    }
    if (operation.kind == OperationKind::Callback && recording->in_body()) {
      return Refused(operation, kNoCallbacks, status);
    }
    backend::GraphWork work;
    if (!WorkOf(operation, &work)) {
      return false;
    }
    *status = recording->Add(*recording->Find(operation.stream), std::move(work));
    return true;
  }

  bool Record(const Operation& operation, Status* status) {
    if (Recording* const outside = OfEvent(operation.event)) {
      outside->events_.erase(operation.event->id());
    }
    Recording* const recording = OfStream(operation.stream);
    if (recording == nullptr) {
      return false;
    }
    recording->Hold();
    *status = recording->Gather(*recording->Find(operation.stream));
    recording->events_[operation.event->id()] = recording->Find(operation.stream)->last;
    return true;
  }

  bool Wait(const Operation& operation, Status* status) {
    Recording* const of_event = OfEvent(operation.event);
    Recording* const of_stream = OfStream(operation.stream);
    if (of_event == nullptr && of_stream == nullptr) {
      return false;
    }
    if (of_event == nullptr) {
      return Refused(operation, "the event was not recorded in the capture that the stream is in",
                     status);
    }
    if (of_stream != nullptr && of_stream != of_event) {
      return Refused(operation, "the event was recorded in another capture", status);
    }
    if (of_stream == nullptr) {
      if (operation.context != of_event->graph_->context.get()) {
        return Refused(operation, "the event was recorded in a capture of another context", status);
      }
      if (operation.stream == &operation.context->default_stream() ||
          operation.stream == &operation.context->per_thread_stream()) {
        return Refused(operation, "a default stream cannot join a capture", status);
      }
      if (!of_event->outer_.empty()) {
        return Refused(operation, "no other stream can join in the body of a condition", status);
      }
      of_event->participants_.push_back({operation.stream, {}});
    }
    *status = of_event->Gather(*of_event->Find(operation.stream));
    Merge(&of_event->Find(operation.stream)->last, of_event->events_[operation.event->id()]);
    return true;
  }

  // Its nodes stay; nobody can wait for them any more.
  void Forget(const backend::Stream* stream) {
    if (Recording* const recording = OfStream(stream)) {
      Recording::Participant& participant = *recording->Find(stream);
      participant.stream = nullptr;
      participant.gathers = false;
    }
  }

  std::mutex mutex_;
  std::vector<Recording*> recordings_;
};

bool ComesBefore(const std::vector<backend::GraphNode>& nodes, std::uint32_t node,
                 const NodeNumbers& after) {
  NodeNumbers open = after;
  std::vector<bool> seen(nodes.size(), false);
  while (!open.empty()) {
    const std::uint32_t next = open.back();
    open.pop_back();
    if (next == node) {
      return true;
    }
    if (!seen[next]) {
      seen[next] = true;
      open.insert(open.end(), nodes[next].after.begin(), nodes[next].after.end());
    }
  }
  return false;
}

Recording::Recording(std::shared_ptr<GraphState> graph, backend::Stream& stream, NodeNumbers after)
    : graph_(std::move(graph)),
      stream_(stream),
      first_(graph_->nodes->size()),
      nodes_(graph_->nodes) {
  participants_.push_back({&stream, std::move(after)});
}

Status Recording::Begin(std::shared_ptr<GraphState> graph, backend::Stream& stream, NodeNumbers after,
                      std::shared_ptr<Recording>* recording) {
  std::shared_ptr<Recording> made(new Recording(std::move(graph), stream, std::move(after)));
  KC_RETURN_IF_FAILED(Captures::Get().Begin(*made));
  *recording = std::move(made);
  return {};
}

Recording::~Recording() {
  Captures::Get().End(this);
  if (!ended_) {
    backend::Report(EndGathering());
    graph_->nodes->resize(first_);
  }
  if (holds_) {
    graph_->pool->EndHold();
  }
}

Status Recording::End(NodeNumbers* last) {
  {
    const std::lock_guard lock(Captures::Get().mutex());
    KC_RETURN_IF_FAILED(EndGathering());
    KC_RETURN_IF_FAILED(CheckJoined());
    *last = participants_.front().last;
    ended_ = true;
  }
  Captures::Get().End(this);
  return {};
}

Status Recording::CheckJoined() const {
  const NodeNumbers& end = participants_.front().last;
  for (const Participant& participant : participants_) {
    for (const std::uint32_t node : participant.last) {
      if (!ComesBefore(*nodes_, node, end)) {
        return backend::Fail(
            ErrorCode::Capture, "end capture", graph_->context->device().name(),
            Concat("a stream that joined the capture was not waited for: its last node is a ",
                   backend::WorkText((*nodes_)[node].work),
                   "; record an event there, and let the captured stream wait for it"));
      }
    }
  }
  return {};
}

Recording::Participant* Recording::Find(const backend::Stream* stream) noexcept {
  const auto found =
      std::find_if(participants_.begin(), participants_.end(),
                   [&](const Participant& participant) { return participant.stream == stream; });
  return found == participants_.end() ? nullptr : &*found;
}

bool Recording::IsAside(const backend::Stream* stream) const noexcept {
  return std::any_of(outer_.begin(), outer_.end(), [&](const Outer& outer) {
    return std::any_of(
        outer.participants.begin(), outer.participants.end(),
        [&](const Participant& participant) { return participant.stream == stream; });
  });
}

Status Recording::Add(Participant& participant, backend::GraphWork work) {
  KC_RETURN_IF_FAILED(Gather(participant));
  Append(participant, std::move(work));
  return {};
}

Status Recording::Gather(Participant& participant, bool go_on) {
  if (!participant.gathers) {
    return {};
  }
  participant.gathers = go_on;
  std::shared_ptr<void> graph;
  KC_RETURN_IF_FAILED(participant.stream->Gather(go_on, &graph));
  if (graph != nullptr) {
    Append(participant, backend::NativeWork{std::move(graph)});
  }
  return {};
}

Status Recording::EndGathering() {
  Status first;
  for (Participant& participant : participants_) {
    Status status = Gather(participant, false);
    if (first.ok()) {
      first = std::move(status);
    }
  }
  return first;
}

void Recording::Append(Participant& participant, backend::GraphWork work) {
  const auto number = static_cast<std::uint32_t>(nodes_->size());
  nodes_->push_back({std::move(work), std::exchange(participant.last, {number})});
}

Status Recording::CheckGraph(std::span<const backend::GraphNode> nodes) const {
  const auto fail = [&](ErrorCode code, const char* why) {
    return backend::Fail(code, "add graph", graph_->context->device().name(), why);
  };
  const bool contains_this = AnyOf(nodes, [&](const backend::GraphWork& work) {
    const auto* const condition = std::get_if<backend::ConditionWork>(&work);
    return condition != nullptr && condition->body == nodes_;
  });
  if (contains_this) {
    return fail(ErrorCode::InvalidArgument,
                "this graph is the body of a condition in the other one");
  }
  const auto is_callback = [](const backend::GraphWork& work) {
    return std::holds_alternative<backend::CallbackWork>(work);
  };
  return in_body() && AnyOf(nodes, is_callback) ? fail(ErrorCode::Capture, kNoCallbacks) : Status();
}

Status Recording::AddGraph(const backend::Stream& stream, std::span<const backend::GraphNode> nodes) {
  const std::lock_guard lock(Captures::Get().mutex());
  KC_RETURN_IF_FAILED(CheckGraph(nodes));
  Participant& participant = *Find(&stream);
  KC_RETURN_IF_FAILED(Gather(participant));
  const auto offset = static_cast<std::uint32_t>(nodes_->size());
  const NodeNumbers before = std::exchange(participant.last, {});
  std::vector<bool> is_last(nodes.size(), true);
  for (const backend::GraphNode& node : nodes) {
    backend::GraphNode copy = node;
    for (std::uint32_t& after : copy.after) {
      is_last[after] = false;
      after += offset;
    }
    if (copy.after.empty()) {
      copy.after = before;
    }
    nodes_->push_back(std::move(copy));
  }
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (is_last[i]) {
      participant.last.push_back(offset + i);
    }
  }
  if (nodes.empty()) {
    participant.last = before;
  }
  return {};
}

void Recording::Hold() {
  if (!std::exchange(holds_, true)) {
    graph_->pool->BeginHold();
  }
}

Status Recording::BeginBody() {
  const std::lock_guard lock(Captures::Get().mutex());
  KC_RETURN_IF_FAILED(Gather(*Find(&stream_)));
  // A body may run again, and then needs what it has freed.
  graph_->pool->BeginHold();
  const bool gathers = Find(&stream_)->gathers;
  outer_.push_back({std::move(nodes_), std::move(participants_), std::move(events_)});
  nodes_ = std::make_shared<std::vector<backend::GraphNode>>();
  participants_.assign(1, {&stream_, {}, gathers});
  events_.clear();
  return {};
}

void Recording::AbandonBody() {
  const std::lock_guard lock(Captures::Get().mutex());
  graph_->pool->EndHold();
  const bool gathers = participants_.front().gathers;
  if (gathers) {
    // What is left there belongs to no graph.
    std::shared_ptr<void> dropped;
    backend::Report(stream_.Gather(true, &dropped));
  }
  nodes_ = std::move(outer_.back().nodes);
  participants_ = std::move(outer_.back().participants);
  Find(&stream_)->gathers = gathers;
  events_ = std::move(outer_.back().events);
  outer_.pop_back();
}

Status Recording::EndBody(backend::ConditionWork condition) {
  {
    const std::lock_guard lock(Captures::Get().mutex());
    KC_RETURN_IF_FAILED(Gather(*Find(&stream_)));
    condition.body = nodes_;
  }
  AbandonBody();
  const std::lock_guard lock(Captures::Get().mutex());
  return Add(*Find(&stream_), std::move(condition));
}

std::shared_ptr<Recording> Recording::Of(const backend::Stream& stream) {
  return Captures::Get().Find(stream);
}

}  // namespace kernelc::graph
