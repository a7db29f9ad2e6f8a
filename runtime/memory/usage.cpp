// torch's names for what the current resource does.
#include "kernelc/memory_usage.h"

#include <mutex>
#include <unordered_map>
#include <utility>

#include "runtime/backend/backend.h"
#include "runtime/backend/text.h"

namespace kernelc {
namespace {

// Memory that nobody here owns. Never destroyed: a process may end with some of it.
struct Unowned {
  std::mutex mutex;
  std::unordered_map<DevicePointer, Buffer> buffers;
};
Unowned& TheUnowned() {
  static Unowned& unowned = *new Unowned;
  return unowned;
}

}  // namespace

MemoryStats memory_stats(const Context& context) { return current_resource(context).stats(); }

std::uint64_t memory_allocated(const Context& context) {
  return memory_stats(context).allocated_bytes.current;
}

std::uint64_t max_memory_allocated(const Context& context) {
  return memory_stats(context).allocated_bytes.peak;
}

std::uint64_t memory_reserved(const Context& context) {
  return memory_stats(context).reserved_bytes.current;
}

std::uint64_t max_memory_reserved(const Context& context) {
  return memory_stats(context).reserved_bytes.peak;
}

void ResetPeakMemoryStats(const Context& context) { current_resource(context).ResetPeaks(); }

std::string memory_summary(const Context& context) { return current_resource(context).Summary(); }

std::string memory_snapshot(const Context& context) { return current_resource(context).Snapshot(); }

void EmptyCache(const Context& context) { current_resource(context).ReleaseHeld(); }

void SetPerProcessMemoryFraction(double share, const Context& context) {
  current_resource(context).SetFraction(share);
}

void RecordMemoryHistory(const Context& context, bool on) {
  current_resource(context).RecordSites(on);
}

DevicePointer CachingAllocatorAlloc(const Context& context, std::size_t bytes, StreamRef stream) {
  Buffer buffer(context, bytes, stream);
  const DevicePointer data = buffer.data();
  if (data != 0) {
    Unowned& unowned = TheUnowned();
    const std::lock_guard lock(unowned.mutex);
    unowned.buffers.insert_or_assign(data, std::move(buffer));
  }
  return data;
}

void CachingAllocatorDelete(DevicePointer data) {
  Buffer buffer;
  {
    Unowned& unowned = TheUnowned();
    const std::lock_guard lock(unowned.mutex);
    const auto found = unowned.buffers.find(data);
    if (found == unowned.buffers.end()) {
      backend::ThrowError(
          ErrorCode::InvalidArgument, "caching allocator delete", "memory",
          backend::Concat("address ", data,
                          " was not given by CachingAllocatorAlloc(), or was deleted before"));
    }
    buffer = std::move(found->second);
    unowned.buffers.erase(found);
  }
  buffer.Free();
}

std::string allocator_backend(const Context& context) { return current_resource(context).name(); }

void ChangeCurrentAllocator(const Context& context, const MemoryResource& resource) {
  const MemoryResource current = current_resource(context);
  const std::uint64_t count = current.stats().allocations.added;
  if (count != 0) {
    backend::ThrowError(
        ErrorCode::InvalidArgument, "change current allocator", context.device().name(),
        backend::Concat(
            "the `", current.name(), "` resource has made ", count,
            count == 1 ? " allocation" : " allocations",
            " already; change it before the first one, or use SetCurrentResource(), which "
            "leaves those where they are"));
  }
  SetCurrentResource(context, resource);
}

}  // namespace kernelc
