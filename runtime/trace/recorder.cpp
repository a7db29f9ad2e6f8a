#include "runtime/trace/recorder.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "runtime/backend/text.h"
#include "runtime/trace/cupti.h"
#include "runtime/trace/ranges.h"

namespace kernelc::trace {
namespace {

using backend::Concat;
using backend::Operation;
using backend::OperationKind;
using backend::Status;

// Device work that waits for its times before the recorder looks whether some is done.
constexpr std::size_t kCollectAfter = 1024;

std::uint64_t& NoteOf(Operation& op) {
  return op.notes[static_cast<std::size_t>(backend::ObserverPlace::Timeline)];
}

// The colour of a call; null for what is too small to be shown.
const char* CategoryOf(OperationKind kind) {
  switch (kind) {
    case OperationKind::Launch:
    case OperationKind::GraphLaunch:
      return "launch";
    case OperationKind::CopyToDevice:
    case OperationKind::CopyToHost:
    case OperationKind::CopyOnDevice:
    case OperationKind::CopyFromPeer:
    case OperationKind::CopyStrided:
    case OperationKind::Memset:
    case OperationKind::FillStrided:
      return "copy";
    case OperationKind::Callback:
      return "callback";
    case OperationKind::SynchronizeEvent:
    case OperationKind::SynchronizeStream:
    case OperationKind::SynchronizeContext:
      return "wait";
    case OperationKind::RecordEvent:
    case OperationKind::StreamWait:
      return "event";
    case OperationKind::Allocate:
    case OperationKind::AllocateManaged:
    case OperationKind::AllocateHost:
    case OperationKind::Free:
    case OperationKind::FreeHost:
    case OperationKind::RegisterHost:
    case OperationKind::UnregisterHost:
      return "memory";
    case OperationKind::LoadModule:
    case OperationKind::Assemble:
      return "load";
    case OperationKind::QueryEvent:
    case OperationKind::QueryStream:
    case OperationKind::CreateStream:
    case OperationKind::DestroyStream:
    case OperationKind::AllocateBlock:
    case OperationKind::FreeBlock:
    case OperationKind::UseBlock:
      return nullptr;
  }
  return nullptr;
}

bool WorksOnDevice(OperationKind kind) {
  const std::string_view category = CategoryOf(kind) == nullptr ? "" : CategoryOf(kind);
  return category == "launch" || category == "copy" || category == "callback";
}

const std::string* NameOf(const Operation& op) {
  return Intern(op.kind == OperationKind::Launch ? op.function->info().name
                : op.name != nullptr             ? op.name
                                                 : backend::OperationText(op.kind));
}

std::uint64_t BytesOf(const Operation& op) {
  std::uint64_t bytes = op.bytes;
  const Dims* const shape = op.copy != nullptr   ? &op.copy->shape
                            : op.fill != nullptr ? &op.fill->shape
                                                 : nullptr;
  if (shape != nullptr) {
    bytes = op.copy != nullptr ? op.copy->element_size : op.fill->element_size;
    for (const std::int64_t extent : *shape) {
      bytes *= static_cast<std::uint64_t>(extent);
    }
  }
  return bytes;
}

// Beyond the numbers of streams, and of threads with a stream of their own.
constexpr std::uint64_t kCallbackLines = std::uint64_t{1} << 40;

// The line of the timeline that a stream has, and its name.
std::uint64_t LineOf(backend::Stream& stream, std::string* name) {
  backend::Context& context = stream.context();
  if (&stream == &context.default_stream()) {
    *name = "default stream";
    return 0;
  }
  if (&stream == &context.per_thread_stream()) {
    // Beyond the numbers of other streams.
    constexpr std::uint64_t kThreads = std::uint64_t{1} << 32;
    *name = Concat("stream of thread ", ThreadNumber());
    return kThreads + ThreadNumber();
  }
  *name = Concat("stream ", stream.id());
  return stream.id();
}

}  // namespace

Recorder& Recorder::Get() {
  static Recorder& recorder = *new Recorder;
  return recorder;
}

void Recorder::UpdateWatch() noexcept {
  if (records() || own_ranges()) {
    backend::Watch(backend::ObserverPlace::Timeline, *this);
  } else {
    backend::Unwatch(backend::ObserverPlace::Timeline);
  }
}

void Recorder::SetOwnRanges(bool on) noexcept {
  own_ranges_.store(on, std::memory_order_relaxed);
  UpdateWatch();
}

void Recorder::Start(const TraceOptions& options) {
  const std::lock_guard lock(mutex_);
  if (records()) {
    backend::ThrowError(ErrorCode::InvalidArgument, "start trace", "trace",
                        "a trace is on already; StopTrace() ends it");
  }
  if (!options.path.empty()) {
    std::FILE* const file = std::fopen(options.path.c_str(), "w");
    if (file == nullptr) {
      backend::ThrowError(ErrorCode::FileAccess, "start trace", options.path,
                          "the file cannot be written");
    }
    std::fclose(file);
  }
  path_ = options.path;
  clock_.clear();
  by_cupti_ = false;
  sizes_.clear();
  in_use_.clear();
  timeline_.Clear(Now());
  records_.store(true, std::memory_order_release);
  UpdateWatch();
}

std::vector<OperationTime> Recorder::Stop() {
  const backend::Unobserved own;
  std::unique_lock lock(mutex_);
  if (!records()) {
    return {};
  }
  records_.store(false, std::memory_order_release);
  UpdateWatch();
  const std::vector<std::shared_ptr<backend::Context>> contexts = device_clock_.contexts();
  // Callbacks that the wait waits for may come here.
  lock.unlock();
  for (const std::shared_ptr<backend::Context>& context : contexts) {
    backend::Report(context->Synchronize());
  }
  lock.lock();
  Collect(true);
  device_clock_.Clear();
  if (by_cupti_) {
    StopCupti();
  }
  if (!path_.empty() && !timeline_.Write(path_, clock_)) {
    backend::ThrowError(ErrorCode::FileAccess, "stop trace", path_, "the file cannot be written");
  }
  return timeline_.Table();
}

std::string Recorder::clock() const {
  const std::lock_guard lock(mutex_);
  return clock_;
}

// With the lock.
bool Recorder::TimesByCupti(const Operation& op) {
  if (op.context == nullptr || op.context->device().kind() != DeviceKind::Cuda) {
    return false;
  }
  if (clock_.empty()) {
    const std::string why_not = StartCupti(timeline_);
    by_cupti_ = why_not.empty();
    clock_ = by_cupti_ ? "CUPTI" : Concat("events: ", why_not);
    StopBeforeDriver();
  }
  return by_cupti_;
}

void Recorder::PrepareWork(Operation& op, Call* call) {
  std::string line_name;
  std::uint64_t line = LineOf(*op.stream, &line_name);
  call->on_device = true;
  call->work.name = NameOf(op);
  call->work.category = op.kind == OperationKind::Launch ? "kernel" : CategoryOf(op.kind);
  call->work.bytes = BytesOf(op);
  if (op.config != nullptr) {
    call->work.shape = {op.config->grid.x,  op.config->grid.y,  op.config->grid.z,
                        op.config->block.x, op.config->block.y, op.config->block.z};
  }
  const std::lock_guard lock(mutex_);
  const bool by_cupti = TimesByCupti(op);
  if (by_cupti && op.kind != OperationKind::Callback) {
    if (op.function != nullptr) {
      NameKernel(op.function->info().symbol, op.function->info().name);
    }
    device_clock_.Note(*op.context);
    return;
  }
  if (by_cupti) {
    // CUPTI knows nothing of callbacks, and numbers streams in its own way.
    line += kCallbackLines;
    line_name = "callbacks of " + line_name;
  }
  call->work.track = timeline_.DeviceTrack(op.context->device().name(), line, line_name);
  call->work.flow = flows_.fetch_add(1, std::memory_order_relaxed) + 1;
  call->from = device_clock_.MarkNow(*op.stream);
}

Status Recorder::Before(Operation& op) {
  const char* const category = CategoryOf(op.kind);
  if (category == nullptr) {
    return {};
  }
  auto call = std::make_unique<Call>();
  if (own_ranges()) {
    NvtxPush(NameOf(op)->c_str());
    call->ranged = true;
  }
  if (records()) {
    call->work.name = NameOf(op);
    if (WorksOnDevice(op.kind)) {
      PrepareWork(op, call.get());
    }
    call->begin = Now();
  }
  NoteOf(op) = reinterpret_cast<std::uintptr_t>(call.release());
  return {};
}

void Recorder::After(Operation& op, const Status& status) noexcept {
  std::unique_ptr<Call> call(reinterpret_cast<Call*>(std::exchange(NoteOf(op), 0)));
  if (call == nullptr) {
    return;
  }
  if (call->ranged) {
    NvtxPop();
  }
  if (call->begin == 0) {
    return;
  }
  const std::lock_guard lock(mutex_);
  if (!records()) {
    // The marks go back to where they came from.
    return;
  }
  AddCall(op, *call);
  if (status.ok()) {
    AddMemory(op);
  }
  if (status.ok() && call->from != nullptr) {
    call->to = device_clock_.MarkNow(*op.stream);
    if (call->to != nullptr) {
      pending_.push_back(std::move(call));
    }
  }
  if (pending_.size() >= kCollectAfter) {
    Collect(false);
  }
}

void Recorder::AddCall(const Operation& op, const Call& call) {
  Span span;
  span.name = call.work.name;
  span.category = CategoryOf(op.kind);
  span.track.line = ThreadNumber();
  span.begin = call.begin;
  span.end = Now();
  span.bytes = BytesOf(op);
  span.flow = call.work.flow;
  timeline_.Add(span);
}

void Recorder::AddMemory(const Operation& op) {
  std::uint64_t& in_use = in_use_[op.context];
  if (op.kind == OperationKind::Allocate || op.kind == OperationKind::AllocateManaged) {
    sizes_[op.to] = op.bytes;
    in_use += op.bytes;
  } else if (op.kind == OperationKind::Free && sizes_.contains(op.to)) {
    in_use -= sizes_[op.to];
    sizes_.erase(op.to);
  } else {
    return;
  }
  Span counter;
  counter.name = Intern("device memory");
  counter.category = "memory";
  counter.kind = SpanKind::Counter;
  counter.track = timeline_.DeviceTrack(op.context->device().name(), 0, "default stream");
  counter.begin = counter.end = Now();
  counter.bytes = in_use;
  timeline_.Add(counter);
}

void Recorder::Collect(bool all) {
  std::deque<std::unique_ptr<Call>> left;
  for (std::unique_ptr<Call>& call : pending_) {
    Span& work = call->work;
    const Mark::State from = call->from->GetTime(&work.begin);
    const Mark::State to = call->to->GetTime(&work.end);
    if (from == Mark::State::Known && to == Mark::State::Known) {
      timeline_.Add(work);
    } else if (!all && from != Mark::State::Lost && to != Mark::State::Lost) {
      left.push_back(std::move(call));
    }
  }
  pending_ = std::move(left);
}

}  // namespace kernelc::trace
