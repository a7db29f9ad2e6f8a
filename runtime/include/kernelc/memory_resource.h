// Where device memory comes from. A context has a current resource, from which all arrays and
// buffers are made; a program may choose another one, and stand adaptors on it. What a resource
// has: memory_usage.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

#include "kernelc/context.h"
#include "kernelc/export.h"
#include "kernelc/host_memory.h"
#include "kernelc/memory.h"
#include "kernelc/memory_stats.h"
#include "kernelc/stream.h"

namespace kernelc {

// A handle: copies share the resource, which keeps its context alive. Every function may be called
// by any thread. What is not freed when the last handle of a resource goes that was never current
// goes with it.
class KC_RUNTIME_API MemoryResource {
 public:
  // "driver", "caching", ...; of an adaptor with what is below: "limit(caching)".
  std::string name() const;
  Context context() const;
  // Free() is in the order of a stream; where not, it waits for all work that may use the memory.
  bool stream_ordered() const noexcept;

  // Memory of `bytes` > 0 bytes, 256-byte aligned (CPU: 64), that work enqueued in `stream` may use
  // from now on. Contents are undefined. Throws OutOfMemory.
  DevicePointer Allocate(std::size_t bytes, StreamRef stream = {}) const;
  // Gives memory back that Allocate() gave with the same size. Work that was enqueued in `stream`
  // before may use it until it is done. Throws Error{InvalidArgument} for memory that is not this
  // resource's or was freed before, and, where the resource knows its blocks (caching, arena), for
  // another size.
  void Free(DevicePointer data, std::size_t bytes, StreamRef stream = {}) const;
  // Work in `stream` uses the memory too: it is reused after what the stream holds when it is freed. The stream is kept until
  // then.
  void RecordStream(DevicePointer data, StreamRef stream) const;

  // Gives back what is reserved and in nobody's hands.
  void ReleaseHeld() const;
  // From now on nothing is held: what is freed is given back.
  void StopHolding() const;
  // No more than `share` of all the device's memory, 0 to 1, is reserved from now on. Caching
  // resources alone.
  void SetFraction(double share) const;
  // Blocks that are allocated from now on remember where: snapshots and errors then say so. Each
  // allocation takes some microseconds more. Caching resources alone.
  void RecordSites(bool on) const;
  MemoryStats stats() const;
  // The peaks of stats() become the current values.
  void ResetPeaks() const;
  // JSON: the figures, and each segment with its blocks.
  std::string Snapshot() const;
  // A table for people.
  std::string Summary() const;
  // Throws Error where figures and blocks do not agree; for tests of resources.
  void Verify() const;

  friend bool operator==(const MemoryResource& a, const MemoryResource& b) noexcept {
    return a.impl_ == b.impl_;
  }
  MemoryResource(std::shared_ptr<backend::Context> context,
                 std::shared_ptr<backend::MemoryResource> impl) noexcept
      : context_(std::move(context)), impl_(std::move(impl)) {}
  const std::shared_ptr<backend::MemoryResource>& impl() const noexcept { return impl_; }
  const std::shared_ptr<backend::Context>& context_impl() const noexcept { return context_; }

 private:
  std::shared_ptr<backend::Context> context_;
  std::shared_ptr<backend::MemoryResource> impl_;
};

// Each allocation is one of the driver's (cuMemAlloc), on the CPU one of the C library's. Freeing
// waits for all work of the context.
KC_RUNTIME_API MemoryResource DriverResource(const Context& context);
// A pool of the driver's in the order of streams (cuMemAllocFromPoolAsync, CUDA 11.2), on the CPU
// the same by queued operations. Throws Error{NotSupported} where the driver has none.
KC_RUNTIME_API MemoryResource AsyncResource(const Context& context);

struct CachingOptions {
  // What is free as a whole is given back before the memory that is reserved grows beyond the most
  // that was ever in use by more than this part of it.
  double max_overhead = 0.125;
};

// Keeps what is freed and gives it out again: at once on the stream that it was freed on, elsewhere
// when that stream has done its work. Small blocks (up to 1 MiB) need no lock. Before memory runs
// out, all that is held is given back and the request is tried again. Stands on the driver
// resource, or on `upstream`; Error{InvalidArgument} for one in the order of streams.
KC_RUNTIME_API MemoryResource CachingResource(const Context& context, CachingOptions options = {});
KC_RUNTIME_API MemoryResource CachingResource(const MemoryResource& upstream,
                                              CachingOptions options = {});

// Cuts memory from chunks of `upstream` of `chunk_bytes`, one piece after the other; a chunk begins
// anew when all of its pieces were freed: for what is made and freed together. Each stream has
// chunks of its own.
KC_RUNTIME_API MemoryResource ArenaResource(const MemoryResource& upstream,
                                            std::size_t chunk_bytes = std::size_t{16} << 20);

// Page-locked host memory that is kept when it is freed, and given out again when the work that
// used it is done: that of the stream which Free() gets, and of those that RecordStream() got.
KC_RUNTIME_API MemoryResource PinnedPoolResource(const Context& context,
                                                 HostMemoryOptions options = {});

// Adaptors. At most `bytes` at a time are in use.
KC_RUNTIME_API MemoryResource LimitResource(const MemoryResource& upstream, std::size_t bytes);
// Figures of what passes through, whatever the resource below counts.
KC_RUNTIME_API MemoryResource StatisticsResource(const MemoryResource& upstream);
// A line of CSV for each allocation and each free: thread, seconds, action, address, bytes, number
// of the stream; a headline first. `log` is called by one thread at a time, and must not allocate
// here.
KC_RUNTIME_API MemoryResource LoggingResource(const MemoryResource& upstream,
                                              std::function<void(std::string_view line)> log);

struct FailingOptions {
  // What fails with OutOfMemory: request number `nth` (from 1; 0: none), every multiple of `every`
  // (0: none), and requests of `from_bytes` bytes and more.
  std::uint64_t nth = 0;
  std::uint64_t every = 0;
  std::uint64_t from_bytes = std::numeric_limits<std::uint64_t>::max();
};

// Fails on request, for tests.
KC_RUNTIME_API MemoryResource FailingResource(const MemoryResource& upstream,
                                              FailingOptions options);

struct CallbackOptions {
  std::string name = "callback";
  // `free` is in the order of the stream; where not, it must wait for work that may use the memory.
  bool stream_ordered = false;
};

// The program's own functions. `allocate` gives 256-byte aligned memory of the context's device, or
// 0; what it throws counts as 0, and its text comes with the OutOfMemory.
KC_RUNTIME_API MemoryResource
CallbackResource(const Context& context,
                 std::function<DevicePointer(std::size_t bytes, StreamRef stream)> allocate,
                 std::function<void(DevicePointer data, std::size_t bytes, StreamRef stream)> free,
                 CallbackOptions options = {});
// Two C functions of a shared object, as torch.cuda.memory.CUDAPluggableAllocator takes them:
//   void* allocate(ssize_t bytes, int device, CUstream stream);  null where there is no memory
//   void free(void* data, ssize_t bytes, int device, CUstream stream);  in the order of the stream
// On the CPU the stream is null. Throws Error{FileAccess} where the library cannot be opened, and
// Error{NotFound} that names the function that it lacks.
KC_RUNTIME_API MemoryResource PluggableResource(const Context& context, const std::string& library,
                                                const std::string& allocate,
                                                const std::string& free);

// What arrays of the context are made from: the one chosen, else the one that
// KERNELC_MEMORY_RESOURCE names (driver, caching, async; driver where it is not set).
KC_RUNTIME_API MemoryResource current_resource(const Context& context);
// Arrays that are made from now on come from `resource`; those that there are stay where they are.
// The context keeps it, and what was current before, as long as it lives. Throws
// Error{InvalidArgument} for one of another context.
KC_RUNTIME_API void SetCurrentResource(const Context& context, const MemoryResource& resource);

// A resource for a scope, for all threads.
class KC_RUNTIME_API ResourceScope {
 public:
  explicit ResourceScope(const MemoryResource& resource)
      : previous_(current_resource(resource.context())) {
    SetCurrentResource(resource.context(), resource);
  }
  ~ResourceScope();
  ResourceScope(const ResourceScope&) = delete;
  ResourceScope& operator=(const ResourceScope&) = delete;

 private:
  MemoryResource previous_;
};

}  // namespace kernelc
