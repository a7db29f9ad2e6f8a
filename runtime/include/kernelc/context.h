// Context: a device made usable. There is one per device and process (CUDA: the primary context),
// shared by all threads.
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

struct MemoryInfo {
  std::uint64_t free_bytes = 0;
  std::uint64_t total_bytes = 0;
};

// A handle: copies share the context. Streams, events, arrays and modules keep it alive.
class KC_RUNTIME_API Context {
 public:
  // The context of `device`, made on first use. Throws Error{Driver} or OutOfMemory when the driver
  // refuses.
  explicit Context(const Device& device);
  // The context of the device called `name`; see kernelc::device().
  explicit Context(std::string_view name);

  Device device() const noexcept;
  // The stream that work goes to when none is named (CUDA: the legacy default stream).
  StreamRef default_stream() const noexcept;
  // Blocks until all work on all streams of the context is done. Throws the first error that work
  // met.
  void Synchronize() const;
  // Memory of the device (CPU: of the machine) that is free now, and all of it.
  MemoryInfo memory_info() const;
  // CUDA: the CUcontext, borrowed. CPU: null.
  void* native_handle() const noexcept;

  friend bool operator==(const Context& a, const Context& b) noexcept { return a.impl_ == b.impl_; }

  explicit Context(std::shared_ptr<backend::Context> impl) noexcept : impl_(std::move(impl)) {}
  const std::shared_ptr<backend::Context>& impl() const noexcept { return impl_; }

 private:
  std::shared_ptr<backend::Context> impl_;
};

// Makes a context current on this thread for code that calls the driver itself, and restores what
// was current before, also when an exception passes. The runtime's own calls need none. Nothing on
// the CPU.
class KC_RUNTIME_API ContextScope {
 public:
  explicit ContextScope(const Context& context);
  ~ContextScope();
  ContextScope(const ContextScope&) = delete;
  ContextScope& operator=(const ContextScope&) = delete;

 private:
  std::shared_ptr<backend::Context> context_;
  void* previous_ = nullptr;
};

// Lets go of the contexts that the runtime keeps for reuse. Those that streams, arrays or modules
// still use live on until these are gone; the next Context of a device is made anew.
KC_RUNTIME_API void ReleaseContexts() noexcept;

}  // namespace kernelc
