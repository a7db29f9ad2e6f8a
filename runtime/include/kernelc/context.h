// Context: a device made usable. There is one per device and process (CUDA: the primary context),
// shared by all threads. What is current on a thread: current.h.
#pragma once

#include <cstdint>
#include <memory>

#include "kernelc/device.h"
#include "kernelc/export.h"

namespace kernelc {

namespace backend {
class Context;
}
class StreamRef;

// Lower is more urgent.
struct StreamPriorities {
  int least = 0;
  int greatest = 0;
};

struct MemoryInfo {
  std::uint64_t free_bytes = 0;
  std::uint64_t total_bytes = 0;
};

// A handle: copies share the context. Streams, events, arrays and modules keep it alive. One that
// was moved from names no context: whatever is asked of it, and whatever takes it, throws
// Error{InvalidArgument}.
class KC_RUNTIME_API Context {
 public:
  // The context of `device`, made on first use. Throws Error{Driver} or OutOfMemory when the driver
  // refuses.
  explicit Context(const Device& device);
  // The context of the device called `name`; see kernelc::device().
  explicit Context(std::string_view name);

  Device device() const;
  // The stream that work goes to when none is named and the thread has chosen no other
  // (kernelc/current_stream.h). CUDA: the legacy default stream.
  StreamRef default_stream() const;
  // A stream of the calling thread's own, made on first use; the same StreamRef means each thread's
  // own one. On CUDA it waits for the legacy default stream and that for it, as the driver has it.
  StreamRef per_thread_stream() const;
  // What StreamOptions::priority may be.
  StreamPriorities stream_priorities() const;
  // Blocks until all work on all streams of the context is done. Throws the first error that work
  // met.
  void Synchronize() const;
  // Memory of the device (CPU: of the machine) that is free now, and all of it.
  MemoryInfo memory_info() const;
  // Makes the context current on this thread, above what was current before.
  void Push() const;
  // Makes current what was before Push(). Throws Error{InvalidArgument} naming the context that is
  // on top of this thread's stack when it is not this one.
  void Pop() const;
  // Waits for the context's work, then destroys everything made in it: see Device::Reset().
  void Reset() const;
  // CUDA: the CUcontext, borrowed. CPU: null.
  void* native_handle() const;

  friend bool operator==(const Context& a, const Context& b) noexcept { return a.impl_ == b.impl_; }

  explicit Context(std::shared_ptr<backend::Context> impl) noexcept : impl_(std::move(impl)) {}
  const std::shared_ptr<backend::Context>& impl() const {
    if (impl_ == nullptr) [[unlikely]] {
      ThrowMovedFrom();
    }
    return impl_;
  }

 private:
  [[noreturn]] static void ThrowMovedFrom();

  std::shared_ptr<backend::Context> impl_;
};

// Lets go of the contexts that the runtime keeps for reuse. Those that streams, arrays, modules or
// threads still use live on until these are gone, and are what the next Context of the device gives.
KC_RUNTIME_API void ReleaseContexts() noexcept;

}  // namespace kernelc
