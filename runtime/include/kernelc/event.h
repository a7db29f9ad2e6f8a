// Events: marks in a stream that hosts and other streams can wait for, and that measure time.
#pragma once

#include <memory>

#include "kernelc/context.h"
#include "kernelc/export.h"
#include "kernelc/stream.h"

namespace kernelc {

namespace backend {
class Event;
}

struct EventOptions {
  // Without timing an event is cheaper and ElapsedMilliseconds() refuses it.
  bool timing = true;
};

// Borrows an event; must not outlive it. That of an event that was moved from borrows none:
// whatever uses it throws Error{InvalidArgument}.
class KC_RUNTIME_API EventRef {
 public:
  explicit EventRef(backend::Event* impl) noexcept : impl_(impl) {}
  // Marks the point after all work enqueued in `stream` so far; a second call moves the mark.
  // Throws Error{InvalidArgument} for a stream of another context. Does not block.
  void Record(StreamRef stream = {}) const;
  // Blocks until the mark is reached; returns at once for an event that was never recorded.
  void Synchronize() const;
  // Work enqueued in `stream` from now on waits for the mark; nothing for an event that was never
  // recorded. Does not block the host. A default-constructed StreamRef is this thread's current stream
  // of the event's context.
  void Wait(StreamRef stream = {}) const;
  // True when the mark is reached or was never recorded.
  bool query() const;
  // CUDA: the CUevent, borrowed. CPU: null.
  void* native_handle() const;
  Context context() const;
  backend::Event& impl() const {
    if (impl_ == nullptr) [[unlikely]] {
      ThrowMovedFrom();
    }
    return *impl_;
  }

 private:
  [[noreturn]] static void ThrowMovedFrom();

  backend::Event* impl_;
};

// Owns an event. Keeps its context alive.
class KC_RUNTIME_API Event {
 public:
  explicit Event(const Context& context, EventOptions options = {});
  Event(Event&&) noexcept;
  Event& operator=(Event&&) noexcept;
  ~Event();

  EventRef ref() const noexcept { return EventRef(impl_.get()); }
  operator EventRef() const noexcept { return ref(); }
  void Record(StreamRef stream = {}) const { ref().Record(stream); }
  void Synchronize() const { ref().Synchronize(); }
  void Wait(StreamRef stream = {}) const { ref().Wait(stream); }
  bool query() const { return ref().query(); }
  Context context() const { return ref().context(); }
  void* native_handle() const { return ref().native_handle(); }

 private:
  std::unique_ptr<backend::Event> impl_;
};

// Time from `start` to `end`. Throws Error{NotReady} saying which one was not recorded or is not
// reached yet, Error{InvalidArgument} when one has no timing or they belong to different contexts.
KC_RUNTIME_API float ElapsedMilliseconds(const EventRef& start, const EventRef& end);

}  // namespace kernelc
