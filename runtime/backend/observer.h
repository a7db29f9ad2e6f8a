// Who wants to know what is asked of devices: the timeline, the stream sanitizer. The contract's
// public methods (backend.h) look at one word; while nobody watches, that is all.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#include "kernelc/memory.h"
#include "runtime/backend/access.h"
#include "runtime/backend/status.h"
#include "runtime/backend/strided.h"

namespace kernelc {
struct LaunchConfig;
namespace abi {
struct KernelImage;
}
}  // namespace kernelc

namespace kernelc::backend {

class Context;
class Event;
class Function;
class Stream;

enum class OperationKind : std::uint8_t {
#define KC_OPERATION(name, text) name,
#include "runtime/backend/operations.def"
};

// What a user reads: "copy to host".
const char* OperationText(OperationKind kind) noexcept;

// Observers have fixed places: one of each kind in a process.
enum class ObserverPlace : std::uint8_t { Sanitizer, Timeline, kCount };

// What is asked of a device. Fields that do not belong to the kind are null or 0. All that it
// points at lives until the operation was enqueued, and no longer.
struct Operation {
  OperationKind kind = OperationKind::Launch;
  Context* context = nullptr;
  // The stream that it is enqueued in, or that is waited for. One that is destroyed has its id, and
  // nothing else.
  Stream* stream = nullptr;
  Event* event = nullptr;
  // Launch.
  Function* function = nullptr;
  const LaunchConfig* config = nullptr;
  const std::byte* params = nullptr;
  // Copies, fills and memory. Host memory by its address. Allocations have `to` afterwards.
  DevicePointer to = 0;
  DevicePointer from = 0;
  // 0 where an allocation is freed: whoever needs its size keeps it.
  std::size_t bytes = 0;
  // Memset.
  std::uint8_t value = 0;
  Context* from_context = nullptr;
  const StridedCopy* copy = nullptr;
  const StridedFill* fill = nullptr;
  const abi::KernelImage* image = nullptr;
  // A callback, which observers may wrap before it is enqueued.
  std::function<void()>* callback = nullptr;
  // Queries, afterwards: all work was done.
  bool done = false;
  // Graph launches: what the whole graph reads and writes, and its name.
  std::span<const Access> accesses{};
  const char* name = nullptr;
  // For each observer what it keeps from before until after.
  std::array<std::uint64_t, static_cast<std::size_t>(ObserverPlace::kCount)> notes{};
};

class Observer {
 public:
  // Before the operation is enqueued, or waits. A failure is its result, and it is not done.
  virtual Status Before(Operation& operation) = 0;
  // Once for each Before() that succeeded.
  virtual void After(Operation& operation, const Status& status) noexcept = 0;

 protected:
  ~Observer() = default;
};

// Captures of graphs (runtime/graph) take what is asked of their streams, before observers see it.
class Capturer {
 public:
  // True where the operation is a graph's from now on, or cannot be: it is not done, and `*status` is
  // its result.
  virtual bool Take(Operation& operation, Status* status) = 0;
  // Memory of the graph that this thread captures in the context, which goes back when `owner` is
  // dropped. False where it captures none there.
  virtual bool Allocate(Context& context, std::size_t bytes, DevicePointer* data,
                        std::shared_ptr<void>* owner, Status* status) = 0;
  // Somebody was given the stream's native handle: where it is captured, what others enqueue by it
  // becomes nodes too.
  virtual Status GatherOthers(Stream& stream) = 0;

 protected:
  ~Capturer() = default;
};

namespace detail {
// A bit for each place that is watched from, and one for captures.
[[gnu::visibility("hidden")]] extern std::atomic<std::uint32_t> watching;
inline constexpr std::uint32_t kCapturing = 1U << static_cast<unsigned>(ObserverPlace::kCount);
}  // namespace detail

// Somebody wants to see operations.
inline bool Observed() noexcept { return detail::watching.load(std::memory_order_relaxed) != 0; }
// From now on `observer` sees the operations that begin. It lives as long as the process.
void Watch(ObserverPlace place, Observer& observer) noexcept;
// Operations under way may still tell it their end.
void Unwatch(ObserverPlace place) noexcept;
bool IsWatching(ObserverPlace place) noexcept;

// Something is captured somewhere in the process.
inline bool Capturing() noexcept {
  return (detail::watching.load(std::memory_order_relaxed) & detail::kCapturing) != 0;
}
// From now on `capturer` is asked first; it lives as long as the process. Until it is null again.
void SetCapturer(Capturer* capturer) noexcept;
// For what waits for the stream in the end: Error{Capture} that names `operation` where the stream is
// captured.
Status CheckCanWait(Stream& stream, const char* operation);
// What the capturer says of an operation, and of memory.
bool TakeOperation(Operation& operation, Status* status);
bool AllocateForGraph(Context& context, std::size_t bytes, DevicePointer* data,
                      std::shared_ptr<void>* owner, Status* status);
Status GatherOthers(Stream& stream);

// What the calling thread asks of devices until the end of the scope is no observer's business: the
// events of a timeline.
class Unobserved {
 public:
  Unobserved() noexcept;
  ~Unobserved();
  Unobserved(const Unobserved&) = delete;
  Unobserved& operator=(const Unobserved&) = delete;
};

// What the calling thread asks of streams until the end of the scope is no capture's: it is done
// now, also where the stream is captured. For marks behind work that was enqueued before.
class Uncaptured {
 public:
  Uncaptured() noexcept;
  ~Uncaptured();
  Uncaptured(const Uncaptured&) = delete;
  Uncaptured& operator=(const Uncaptured&) = delete;
};

// The first failure keeps the operation from being done; `*seen` is for AfterOperation().
Status BeforeOperation(Operation& operation, std::uint32_t* seen);
void AfterOperation(Operation& operation, std::uint32_t seen, const Status& status) noexcept;

// `enqueue` for an operation that is watched.
template <typename Enqueue>
[[gnu::noinline, gnu::cold]] Status Observe(Operation operation, Enqueue enqueue) {
  if (Status taken; Capturing() && TakeOperation(operation, &taken)) {
    return taken;
  }
  std::uint32_t seen = 0;
  KC_RETURN_IF_FAILED(BeforeOperation(operation, &seen));
  Status status = enqueue(operation);
  AfterOperation(operation, seen, status);
  return status;
}

// For memory in the order of streams: a block was handed out to a stream's work, is given back in
// the order of a stream, or is used by another one besides. A failure is a race; it was done all
// the same.
inline Status ObserveBlock(OperationKind kind, Context& context, Stream& stream, DevicePointer data,
                           std::size_t bytes) {
  if (!Observed()) [[likely]] {
    return {};
  }
  return Observe({.kind = kind, .context = &context, .stream = &stream, .to = data, .bytes = bytes},
                 [](Operation&) { return Status(); });
}

}  // namespace kernelc::backend
