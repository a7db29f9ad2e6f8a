// Where device memory comes from: the contract of memory resources, which runtime/memory
// implements, and those that a context has.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "kernelc/memory.h"
#include "kernelc/memory_stats.h"
#include "runtime/backend/status.h"

namespace kernelc::backend {

class Context;
class Stream;

// A piece of memory that a resource has, for reports.
struct MemoryBlock {
  enum class State : std::uint8_t { Allocated, Free, Pending };
  DevicePointer data = 0;
  std::uint64_t bytes = 0;
  // What was asked for; 0 for a block in nobody's hands.
  std::uint64_t requested = 0;
  State state = State::Allocated;
  // The stream in whose order it was allocated or freed; 0 for none.
  std::uint64_t stream = 0;
  // Where it was allocated: empty unless that is recorded.
  std::string site;
};

struct MemorySegment {
  DevicePointer data = 0;
  std::uint64_t bytes = 0;
  // In the order of their addresses; together as large as the segment.
  std::vector<MemoryBlock> blocks;
};

// All methods may be called by any thread. A resource does not keep its context alive: the context,
// or a handle that keeps both, owns it.
class MemoryResource {
 public:
  explicit MemoryResource(Context& context) : context_(context) {}
  virtual ~MemoryResource() = default;
  MemoryResource(const MemoryResource&) = delete;
  MemoryResource& operator=(const MemoryResource&) = delete;

  Context& context() const noexcept { return context_; }
  // "driver", "caching", ...; of an adaptor with what is below: "limit(caching)".
  virtual std::string name() const = 0;
  // Free() is in the order of the stream that it gets; where not, it waits for all work that may
  // use the memory.
  virtual bool stream_ordered() const noexcept = 0;
  // Bytes > 0, aligned to 256 (CPU: 64) bytes; `stream` is of this context, and may use the memory
  // at once.
  virtual Status Allocate(std::size_t bytes, Stream& stream, DevicePointer* data) = 0;
  // Of memory that Allocate() gave, with the same size. Work that was enqueued in `stream` may use
  // it until it is done. In a context that is gone this does nothing.
  virtual Status Free(DevicePointer data, std::size_t bytes, Stream& stream) = 0;
  // Work in `stream` uses the memory too: it is reused after what the stream holds when it is freed.
  virtual Status RecordUse(DevicePointer data, Stream& stream) = 0;
  // Gives back what is in nobody's hands.
  virtual Status ReleaseHeld() = 0;
  // From now on nothing is held: what is freed is given back.
  virtual Status StopHolding() = 0;
  virtual MemoryStats Stats() = 0;
  virtual void ResetPeaks() = 0;
  // A moment's state; empty for resources that do not know their blocks.
  virtual std::vector<MemorySegment> Segments() = 0;
  // At most `share` of all the device's memory, 0 to 1, is reserved.
  virtual Status SetFraction(double share) = 0;
  // What the figures and blocks of the resource do not agree about; for tests.
  virtual Status Verify() { return {}; }
  // Blocks remember where they are allocated from now on.
  virtual Status RecordSites(bool on) = 0;

 private:
  Context& context_;
};

// Implemented by memory/: what a context begins with, by KERNELC_MEMORY_RESOURCE.
Status MakeDefaultResource(Context& context, std::shared_ptr<MemoryResource>* resource);
// The context's current resource; its first one is made on first use.
Status CurrentResource(Context& context, MemoryResource** resource);

// A pool of the driver's for allocations in the order of streams; on the CPU the same by queued
// operations.
class AsyncPool {
 public:
  virtual ~AsyncPool() = default;
  virtual Status Allocate(std::size_t bytes, Stream& stream, DevicePointer* data) = 0;
  virtual Status Free(DevicePointer data, Stream& stream) = 0;
  // Gives the system what is free now.
  virtual Status Trim() = 0;
  // What the pool took from the system.
  virtual Status GetReserved(std::uint64_t* bytes) = 0;
};

// Told before a stream is destroyed; work of it may go on.
class StreamWatcher {
 public:
  virtual ~StreamWatcher() = default;
  virtual void StreamEnds(Stream& stream) noexcept = 0;
};

// The resources of a context. What was current is kept as long as the context, because arrays may
// still be in its memory: so nobody pays for counting who uses one.
class MemoryResources {
 public:
  // Null before anything was allocated or chosen.
  MemoryResource* current() const noexcept { return current_.load(std::memory_order_acquire); }
  std::shared_ptr<MemoryResource> SharedCurrent();
  void SetCurrent(std::shared_ptr<MemoryResource> resource);
  // The current one; `resource` where there was none.
  MemoryResource& SetFirst(std::shared_ptr<MemoryResource> resource);
  // For contexts that end, while what was allocated can still be freed.
  void Clear() noexcept;

  void Watch(StreamWatcher& watcher);
  void Unwatch(StreamWatcher& watcher) noexcept;
  void StreamEnds(Stream& stream) noexcept;

 private:
  void KeepLocked(std::shared_ptr<MemoryResource> resource);

  std::atomic<MemoryResource*> current_{nullptr};
  std::mutex mutex_;
  std::vector<std::shared_ptr<MemoryResource>> kept_;
  std::atomic<bool> watched_{false};
  std::mutex watchers_mutex_;
  std::vector<StreamWatcher*> watchers_;
};

}  // namespace kernelc::backend
