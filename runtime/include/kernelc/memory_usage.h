// What the memory of a context is used for, and its allocator, by the names that torch.cuda has:
// about the context's current resource (memory_resource.h). Sizes in bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "kernelc/context.h"
#include "kernelc/export.h"
#include "kernelc/memory_resource.h"
#include "kernelc/memory_stats.h"

namespace kernelc {

KC_RUNTIME_API MemoryStats memory_stats(const Context& context);
// In the program's hands, and the most that ever was.
KC_RUNTIME_API std::uint64_t memory_allocated(const Context& context);
KC_RUNTIME_API std::uint64_t max_memory_allocated(const Context& context);
// Taken from the device, and the most that ever was.
KC_RUNTIME_API std::uint64_t memory_reserved(const Context& context);
KC_RUNTIME_API std::uint64_t max_memory_reserved(const Context& context);
// All peaks begin anew.
KC_RUNTIME_API void ResetPeakMemoryStats(const Context& context);
// A table for people; JSON with each segment and its blocks.
KC_RUNTIME_API std::string memory_summary(const Context& context);
KC_RUNTIME_API std::string memory_snapshot(const Context& context);

// Gives the device what is reserved and in nobody's hands.
KC_RUNTIME_API void EmptyCache(const Context& context);
// At most `share` of the device's memory, 0 to 1, is reserved by this process's caching resource of
// the context; beyond it requests throw OutOfMemory. Throws Error{InvalidArgument} for another
// number, Error{NotSupported} for a resource that reserves nothing.
KC_RUNTIME_API void SetPerProcessMemoryFraction(double share, const Context& context);
// From now on blocks remember where they are allocated.
KC_RUNTIME_API void RecordMemoryHistory(const Context& context, bool on = true);

// Memory without an owner, for other libraries. Delete() knows its size, and frees it in the order
// of the stream that it was allocated on; Error{InvalidArgument} for an address that is not such
// memory.
KC_RUNTIME_API DevicePointer CachingAllocatorAlloc(const Context& context, std::size_t bytes,
                                                   StreamRef stream = {});
KC_RUNTIME_API void CachingAllocatorDelete(DevicePointer data);

// The name of the current resource: "driver", "caching", "async", ...
KC_RUNTIME_API std::string allocator_backend(const Context& context);
// As SetCurrentResource(), but before anything was allocated: afterwards it throws
// Error{InvalidArgument}, as torch does.
KC_RUNTIME_API void ChangeCurrentAllocator(const Context& context, const MemoryResource& resource);

}  // namespace kernelc
