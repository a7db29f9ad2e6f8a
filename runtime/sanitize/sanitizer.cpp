// The stream sanitizer, an observer: happens-before between streams by vector clocks, and who
// touched which memory.
#include "kernelc/sanitize.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

#include "runtime/backend/backend.h"
#include "runtime/backend/text.h"
#include "runtime/sanitize/report.h"
#include "runtime/sanitize/shadow.h"
#include "runtime/sanitize/streams.h"

namespace kernelc::sanitize {
namespace {

using backend::Access;
using backend::CallSite;
using backend::Concat;
using backend::Operation;
using backend::OperationKind;
using backend::Status;

// Races that are kept for stream_races().
constexpr std::size_t kMaxKept = 1000;
// Events before those that say nothing any more are forgotten.
constexpr std::size_t kMaxEvents = 4096;

class Sanitizer final : public backend::Observer {
 public:
  void Enable(SanitizerMode mode);
  std::vector<StreamRace> races() const;
  std::size_t count() const noexcept { return count_.load(std::memory_order_relaxed); }

  Status Before(Operation& op) override {
    if (op.context != nullptr && op.context->gone()) {
      // It fails.
      return {};
    }
    std::unique_lock lock(mutex_);
    Status found = Look(op);
    if (found.ok() || mode_ == SanitizerMode::Error) {
      return found;
    }
    // The sink is the program's, and may use devices.
    lock.unlock();
    backend::Report(found);
    return {};
  }
  void After(Operation& op, const Status& status) noexcept override;

 private:
  // With the lock: what was found, if anything that is to be told.
  Status Look(Operation& op);
  Status Touch(Operation& op);
  Status FreeBlock(Operation& op);
  void RecordEvent(Operation& op);
  void WrapCallback(Operation& op);
  void BeforeWait(Operation& op, Clock done);
  void AfterWait(Operation& op, bool waited);
  std::shared_ptr<Toucher> TouchedBy(Operation& op, StreamState& stream);
  Status Found(const Conflict& conflict);

  mutable std::mutex mutex_;
  SanitizerMode mode_ = SanitizerMode::Warn;
  Streams streams_;
  Shadow shadow_;
  std::map<std::uint64_t, Clock> events_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> told_;
  std::vector<StreamRace> races_;
  std::atomic<std::size_t> count_{0};
};

std::uint64_t& NoteOf(Operation& op) {
  return op.notes[static_cast<std::size_t>(backend::ObserverPlace::Sanitizer)];
}

Sanitizer& Get() {
  static Sanitizer& sanitizer = *new Sanitizer;
  return sanitizer;
}

void Sanitizer::Enable(SanitizerMode mode) {
  const std::lock_guard lock(mutex_);
  mode_ = mode;
  streams_.Clear();
  shadow_.Clear();
  events_.clear();
  told_.clear();
  races_.clear();
  count_.store(0, std::memory_order_relaxed);
}

std::vector<StreamRace> Sanitizer::races() const {
  const std::lock_guard lock(mutex_);
  return races_;
}

std::shared_ptr<Toucher> Sanitizer::TouchedBy(Operation& op, StreamState& stream) {
  auto by = std::make_shared<Toucher>();
  by->what = op.kind == OperationKind::Launch ? Concat("kernel `", op.function->info().name, '`')
             : op.name != nullptr ? Concat(backend::OperationText(op.kind), " `", op.name, '`')
                                  : std::string(backend::OperationText(op.kind));
  by->where = stream.name;
  by->stream = stream.key;
  by->time = stream.time;
  by->site = CallSite::Capture();
  return by;
}

Status Sanitizer::Touch(Operation& op) {
  StreamState& stream = streams_.Of(*op.stream);
  streams_.Begin(stream);
  std::shared_ptr<Toucher> by;
  Status status;
  for (Access& access : backend::AccessesOf(op)) {
    // Ordinary host memory: the host may read and write it at any time, and nobody tells.
    const bool on_host =
        (op.kind == OperationKind::CopyToDevice && access.data == op.from && !access.writes) ||
        (op.kind == OperationKind::CopyToHost && access.data == op.to && access.writes);
    if (on_host && !shadow_.IsHost(access.data)) {
      continue;
    }
    if (by == nullptr) {
      by = TouchedBy(op, stream);
    }
    const auto conflict = shadow_.Use(std::move(access), by, stream.known, streams_.host());
    if (conflict && status.ok()) {
      status = Found(*conflict);
    }
  }
  return status;
}

Status Sanitizer::FreeBlock(Operation& op) {
  StreamState& stream = streams_.Of(*op.stream);
  streams_.Begin(stream);
  std::shared_ptr<Toucher> by = TouchedBy(op, stream);
  by->frees = true;
  Clock known = stream.known;
  for (const StreamKey user : shadow_.UsersOf(op.to)) {
    known.Join(streams_.DoneWith(user));
  }
  const auto conflict = shadow_.Free(op.to, std::move(by), known, streams_.host());
  return conflict ? Found(*conflict) : Status();
}

void Sanitizer::RecordEvent(Operation& op) {
  // Nobody says that an event is gone.
  if (events_.size() >= kMaxEvents) {
    std::erase_if(events_, [&](const auto& item) { return item.second.IsWithin(streams_.host()); });
  }
  events_[op.event->id()] = streams_.DoneWith(streams_.Of(*op.stream));
}

// The program learns in a callback how far the stream has come, and may tell its other threads.
void Sanitizer::WrapCallback(Operation& op) {
  StreamState& stream = streams_.Of(*op.stream);
  streams_.Begin(stream);
  *op.callback = [this, done = streams_.DoneWith(stream), callback = std::move(*op.callback)] {
    {
      const std::lock_guard lock(mutex_);
      streams_.HostWaited(done);
    }
    callback();
  };
}

void Sanitizer::BeforeWait(Operation& op, Clock done) {
  NoteOf(op) = reinterpret_cast<std::uintptr_t>(new Clock(std::move(done)));
}

void Sanitizer::AfterWait(Operation& op, bool waited) {
  const std::unique_ptr<Clock> done(reinterpret_cast<Clock*>(std::exchange(NoteOf(op), 0)));
  if (waited && done != nullptr) {
    streams_.HostWaited(*done);
  }
}

Status Sanitizer::Look(Operation& op) {
  switch (op.kind) {
    case OperationKind::Launch:
    case OperationKind::GraphLaunch:
    case OperationKind::CopyToDevice:
    case OperationKind::CopyToHost:
    case OperationKind::CopyOnDevice:
    case OperationKind::CopyFromPeer:
    case OperationKind::CopyStrided:
    case OperationKind::Memset:
    case OperationKind::FillStrided:
      return Touch(op);
    case OperationKind::Callback:
      WrapCallback(op);
      return {};
    case OperationKind::RecordEvent:
      RecordEvent(op);
      return {};
    case OperationKind::StreamWait:
      streams_.Of(*op.stream).known.Join(events_[op.event->id()]);
      return {};
    case OperationKind::SynchronizeEvent:
    case OperationKind::QueryEvent:
      BeforeWait(op, events_[op.event->id()]);
      return {};
    case OperationKind::SynchronizeStream:
    case OperationKind::QueryStream:
      BeforeWait(op, streams_.DoneWith(streams_.Of(*op.stream)));
      return {};
    case OperationKind::SynchronizeContext:
      BeforeWait(op, streams_.DoneWith(*op.context));
      return {};
    case OperationKind::DestroyStream:
      streams_.Destroyed(op.stream->id());
      return {};
    case OperationKind::Free:
    case OperationKind::FreeHost:
    case OperationKind::UnregisterHost:
      // Waits for whoever uses it.
      shadow_.Remove(op.to);
      return {};
    case OperationKind::AllocateBlock:
      shadow_.Add(op.to, op.bytes, MemoryKind::Block, CallSite::Capture());
      return {};
    case OperationKind::FreeBlock:
      return FreeBlock(op);
    case OperationKind::UseBlock:
      shadow_.AddUser(op.to, streams_.Of(*op.stream).key);
      return {};
    case OperationKind::CreateStream:
    case OperationKind::Allocate:
    case OperationKind::AllocateManaged:
    case OperationKind::AllocateHost:
    case OperationKind::RegisterHost:
    case OperationKind::LoadModule:
    case OperationKind::Assemble:
      return {};
  }
  return {};
}

void Sanitizer::After(Operation& op, const Status& status) noexcept {
  const std::lock_guard lock(mutex_);
  const bool queries =
      op.kind == OperationKind::QueryEvent || op.kind == OperationKind::QueryStream;
  AfterWait(op, queries ? op.done : true);
  if (!status.ok()) {
    return;
  }
  if (op.kind == OperationKind::CreateStream) {
    streams_.Created(*op.stream);
  } else if (op.kind == OperationKind::Allocate || op.kind == OperationKind::AllocateManaged) {
    shadow_.Add(op.to, op.bytes, MemoryKind::Device, CallSite::Capture());
  } else if (op.kind == OperationKind::AllocateHost || op.kind == OperationKind::RegisterHost) {
    shadow_.Add(op.to, op.bytes, MemoryKind::Host, CallSite::Capture());
  }
}

Status Sanitizer::Found(const Conflict& conflict) {
  count_.fetch_add(1, std::memory_order_relaxed);
  const bool is_new =
      told_.insert({conflict.earlier.by->site.hash(), conflict.later.by->site.hash()}).second;
  if (!is_new && mode_ == SanitizerMode::Warn) {
    return {};
  }
  StreamRace race = Describe(conflict);
  Status status = backend::Fail(ErrorCode::StreamRace, conflict.later.by->what,
                                conflict.later.by->where, race.text);
  if (is_new && races_.size() < kMaxKept) {
    races_.push_back(std::move(race));
  }
  return status;
}

// KERNELC_SANITIZE=streams, or streams:error.
const bool asked_for = [] {
  const char* const value = std::getenv("KERNELC_SANITIZE");
  const std::string_view text = value == nullptr ? "" : value;
  if (text == "streams" || text == "streams:error") {
    EnableStreamSanitizer(text == "streams" ? SanitizerMode::Warn : SanitizerMode::Error);
    return true;
  }
  if (!text.empty()) {
    std::fprintf(stderr,
                 "kernelc: KERNELC_SANITIZE=%s is not known; it takes `streams` and "
                 "`streams:error`\n",
                 value);
  }
  return false;
}();

}  // namespace
}  // namespace kernelc::sanitize

namespace kernelc {

void EnableStreamSanitizer(SanitizerMode mode) {
  sanitize::Get().Enable(mode);
  backend::Watch(backend::ObserverPlace::Sanitizer, sanitize::Get());
}

void DisableStreamSanitizer() noexcept { backend::Unwatch(backend::ObserverPlace::Sanitizer); }

bool stream_sanitizer_enabled() noexcept {
  return backend::IsWatching(backend::ObserverPlace::Sanitizer);
}

std::vector<StreamRace> stream_races() { return sanitize::Get().races(); }

std::size_t stream_race_count() noexcept { return sanitize::Get().count(); }

}  // namespace kernelc
