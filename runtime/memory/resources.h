// The resources that there are. Those that stand on another one share its ownership.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/backend/backend.h"

namespace kernelc::memory {

using ResourcePtr = std::shared_ptr<backend::MemoryResource>;

struct CachingSettings {
  // Segments that are free as a whole are given back before what is reserved grows beyond the most
  // that was ever in the program's hands by more than this part of it.
  double max_overhead = 0;
  // Memory is given out again only when the work that used it is done, also on its own stream: for
  // memory that the host uses.
  bool after_completion = false;
};

// Gets lines, one at a time.
using MemoryLog = std::function<void(std::string_view line)>;

struct FailingSettings {
  // Requests that fail: by number from 1 (0: none), all multiples of a number (0: none), and those
  // of so many bytes.
  std::uint64_t nth = 0;
  std::uint64_t every = 0;
  std::uint64_t from_bytes = std::numeric_limits<std::uint64_t>::max();
};

// The program's own functions: null, or an exception, is a failure.
using AllocateFunction = std::function<DevicePointer(std::size_t bytes, StreamRef stream)>;
using FreeFunction = std::function<void(DevicePointer data, std::size_t bytes, StreamRef stream)>;

ResourcePtr MakeArena(ResourcePtr upstream, std::uint64_t chunk_bytes);
ResourcePtr MakeCallback(backend::Context& context, std::string name, AllocateFunction allocate,
                         FreeFunction free, bool stream_ordered);
ResourcePtr MakeCaching(ResourcePtr upstream, const CachingSettings& settings);
ResourcePtr MakeDriver(backend::Context& context);
ResourcePtr MakeFailing(ResourcePtr upstream, const FailingSettings& settings);
ResourcePtr MakeLimit(ResourcePtr upstream, std::uint64_t bytes);
ResourcePtr MakeLogging(ResourcePtr upstream, MemoryLog log);
ResourcePtr MakePinned(backend::Context& context, const backend::HostMemoryFlags& flags);
ResourcePtr MakeStatistics(ResourcePtr upstream);
// From a shared object with C functions; see kernelc/memory_resource.h.
backend::Status MakePluggable(backend::Context& context, const std::string& library,
                              const std::string& allocate, const std::string& free,
                              ResourcePtr* resource);
backend::Status MakeAsync(backend::Context& context, ResourcePtr* resource);

// The answer of resources that cannot do what is asked of them.
backend::Status NotOfThisKind(const backend::MemoryResource& resource, const char* operation,
                              const char* why);

}  // namespace kernelc::memory
