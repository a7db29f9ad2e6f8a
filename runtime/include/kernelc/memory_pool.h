// Pools as PyCUDA has them: device memory and page-locked host memory that are kept when they are
// freed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernelc/export.h"
#include "kernelc/host_array.h"
#include "kernelc/host_memory.h"
#include "kernelc/memory_resource.h"

namespace kernelc {

// Memory from a DeviceMemoryPool. Goes back when it is destroyed, in the order of the stream that
// it was allocated on.
class KC_RUNTIME_API PooledDeviceAllocation {
 public:
  DevicePointer address() const noexcept { return buffer_.data(); }
  std::size_t size() const noexcept { return buffer_.size(); }
  // Gives the memory back. Throws Error{InvalidArgument} the second time.
  void Free() { buffer_.Free(); }

 private:
  friend class DeviceMemoryPool;
  explicit PooledDeviceAllocation(Buffer buffer) : buffer_(std::move(buffer)) {}
  Buffer buffer_;
};

// A caching resource by PyCUDA's names. A handle; any thread.
class KC_RUNTIME_API DeviceMemoryPool {
 public:
  explicit DeviceMemoryPool(const Context& context);
  // Frees what is held and tries once more before it throws OutOfMemory.
  PooledDeviceAllocation Allocate(std::size_t bytes, StreamRef stream = {}) const;
  // Blocks that the pool has in nobody's hands, and in the program's; and the bytes of each.
  std::uint64_t held_blocks() const { return resource_.stats().held_blocks; }
  std::uint64_t active_blocks() const { return resource_.stats().allocations.current; }
  std::uint64_t managed_bytes() const { return resource_.stats().reserved_bytes.current; }
  std::uint64_t active_bytes() const { return resource_.stats().allocated_bytes.current; }
  // Gives the device what is held.
  void FreeHeld() const { resource_.ReleaseHeld(); }
  // Also from now on: what is freed is given back.
  void StopHolding() const { resource_.StopHolding(); }
  // For SetCurrentResource(), so that arrays come from the pool.
  const MemoryResource& resource() const noexcept { return resource_; }

 private:
  MemoryResource resource_;
};

// Page-locked arrays. One whose last handle goes is kept, and given out again when the work is done
// that was enqueued in the stream which was current where it was made (and in those that
// RecordStream() got).
class KC_RUNTIME_API PageLockedMemoryPool {
 public:
  explicit PageLockedMemoryPool(const Context& context, HostMemoryOptions options = {});
  // Undefined contents. Throws OutOfMemory, and Error{InvalidArgument} for a bad shape.
  HostArray Allocate(const Dims& shape, const ElementType& element, Order order = Order::C) const;
  void RecordStream(const HostArray& array, StreamRef stream) const;
  std::uint64_t held_blocks() const { return resource_.stats().held_blocks; }
  std::uint64_t active_blocks() const { return resource_.stats().allocations.current; }
  std::uint64_t managed_bytes() const { return resource_.stats().reserved_bytes.current; }
  std::uint64_t active_bytes() const { return resource_.stats().allocated_bytes.current; }
  void FreeHeld() const { resource_.ReleaseHeld(); }
  void StopHolding() const { resource_.StopHolding(); }
  const MemoryResource& resource() const noexcept { return resource_; }

 private:
  MemoryResource resource_;
};

// Makes page-locked arrays without a pool, as PinnedArray() does.
class PageLockedAllocator {
 public:
  explicit PageLockedAllocator(const Context& context, HostMemoryOptions options = {})
      : context_(context), options_(options) {}
  HostArray operator()(const Dims& shape, const ElementType& element,
                       Order order = Order::C) const {
    return PinnedArray(context_, element, shape, order, options_);
  }

 private:
  Context context_;
  HostMemoryOptions options_;
};

}  // namespace kernelc
