// Device memory is host memory; copies check that they stay inside an allocation.
#include <cstdlib>
#include <cstring>

#include "tests/fake_driver/functions.h"

namespace kernelc::fake_driver::functions {
namespace {

using Lock = std::lock_guard<std::mutex>;

bool HasContext() { return !ContextStack().empty() && ContextStack().back()->retains > 0; }

bool IsInside(const std::map<DriverPointer, State::Allocation>& allocations, DriverPointer data,
              std::size_t bytes) {
  auto found = allocations.upper_bound(data);
  if (found == allocations.begin()) {
    return false;
  }
  --found;
  return data - found->first <= found->second.bytes &&
         bytes <= found->second.bytes - (data - found->first);
}

bool IsDeviceRange(const State& state, DriverPointer data, std::size_t bytes) {
  return IsInside(state.allocations, data, bytes) || IsInside(state.module_globals, data, bytes);
}

void* Host(DriverPointer data) { return reinterpret_cast<void*>(data); }

template <typename T>
Result Fill2d(DriverPointer to, std::size_t pitch, T value, std::size_t width, std::size_t height,
              StreamHandle stream) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (!HasContext()) {
    return kErrorInvalidContext;
  }
  if (pitch < width * sizeof(T) || to % sizeof(T) != 0) {
    return kErrorInvalidValue;
  }
  for (std::size_t row = 0; row < height; ++row) {
    const DriverPointer start = to + row * pitch;
    if (!IsDeviceRange(state, start, width * sizeof(T))) {
      return kErrorInvalidValue;
    }
  }
  Submit(state, stream, [=] {
    for (std::size_t row = 0; row < height; ++row) {
      for (std::size_t i = 0; i < width; ++i) {
        std::memcpy(Host(to + row * pitch + i * sizeof(T)), &value, sizeof(T));
      }
    }
  });
  return kSuccess;
}

}  // namespace

Result cuMemAlloc(DriverPointer* data, std::size_t bytes) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (!HasContext()) {
    return kErrorInvalidContext;
  }
  if (bytes == 0) {
    return kErrorInvalidValue;
  }
  if (bytes > state.total_memory - state.used_memory) {
    return kErrorOutOfMemory;
  }
  void* const memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  *data = reinterpret_cast<DriverPointer>(memory);
  state.allocations[*data] = {bytes, ContextStack().back()->device};
  state.used_memory += bytes;
  return kSuccess;
}

Result cuMemFree(DriverPointer data) {
  State& state = TheState();
  if (HasContext()) {
    WaitForDevice(state, ContextStack().back()->device);
  }
  const Lock lock(state.mutex);
  const auto found = state.allocations.find(data);
  if (!HasContext() || found == state.allocations.end()) {
    return kErrorInvalidValue;
  }
  state.used_memory -= found->second.bytes;
  std::free(Host(data));
  state.allocations.erase(found);
  return kSuccess;
}

Result cuMemPoolCreate(MemPoolHandle* pool, const MemPoolProps* props) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (props->kind != kMemAllocationPinned || props->location_kind != kMemLocationDevice ||
      props->location < 0 || props->location >= state.device_count) {
    return kErrorInvalidValue;
  }
  auto* const made = new MemPool{{props->location}};
  state.pools.insert(made);
  *pool = reinterpret_cast<MemPoolHandle>(made);
  return kSuccess;
}

Result cuMemPoolDestroy(MemPoolHandle pool) {
  State& state = TheState();
  const Lock lock(state.mutex);
  auto* const made = reinterpret_cast<MemPool*>(pool);
  if (state.pools.erase(made) == 0) {
    return kErrorInvalidValue;
  }
  delete made;
  return kSuccess;
}

Result cuMemPoolSetAttribute(MemPoolHandle pool, int attribute, void* value) {
  State& state = TheState();
  const Lock lock(state.mutex);
  auto* const made = reinterpret_cast<MemPool*>(pool);
  if (state.pools.count(made) == 0 || attribute != kMemPoolReleaseThreshold) {
    return kErrorInvalidValue;
  }
  made->threshold = *static_cast<std::uint64_t*>(value);
  return kSuccess;
}

Result cuMemPoolGetAttribute(MemPoolHandle pool, int attribute, void* value) {
  State& state = TheState();
  const Lock lock(state.mutex);
  auto* const made = reinterpret_cast<MemPool*>(pool);
  if (state.pools.count(made) == 0 || attribute != kMemPoolReserved) {
    return kErrorInvalidValue;
  }
  // It keeps nothing that is free.
  *static_cast<std::uint64_t*>(value) = made->used;
  return kSuccess;
}

Result cuMemPoolTrimTo(MemPoolHandle pool, std::size_t) {
  State& state = TheState();
  const Lock lock(state.mutex);
  return state.pools.count(reinterpret_cast<MemPool*>(pool)) != 0 ? kSuccess : kErrorInvalidValue;
}

Result cuMemAllocFromPoolAsync(DriverPointer* data, std::size_t bytes, MemPoolHandle pool, StreamHandle) {
  const Result result = cuMemAlloc(data, bytes);
  State& state = TheState();
  const Lock lock(state.mutex);
  auto* const made = reinterpret_cast<MemPool*>(pool);
  if (result == kSuccess && state.pools.count(made) != 0) {
    state.allocations[*data].pool = made;
    made->used += bytes;
  }
  return result;
}

// Nobody may use the memory from now on but work that was enqueued before.
Result cuMemFreeAsync(DriverPointer data, StreamHandle stream) {
  State& state = TheState();
  const Lock lock(state.mutex);
  const auto found = state.allocations.find(data);
  if (!HasContext() || found == state.allocations.end()) {
    return kErrorInvalidValue;
  }
  if (found->second.pool == nullptr) {
    return kErrorInvalidValue;
  }
  found->second.pool->used -= found->second.bytes;
  state.used_memory -= found->second.bytes;
  state.allocations.erase(found);
  Submit(state, stream, [data] { std::free(Host(data)); });
  return kSuccess;
}

Result cuMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  State& state = TheState();
  const Lock lock(state.mutex);
  *free_bytes = state.total_memory - state.used_memory;
  *total_bytes = state.total_memory;
  return HasContext() ? kSuccess : kErrorInvalidContext;
}

Result cuMemcpy2DAsync(const Copy2d* copy, StreamHandle stream) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (copy->from_kind != kMemoryDevice || copy->to_kind != kMemoryDevice ||
      copy->from_pitch < copy->width || copy->to_pitch < copy->width) {
    return kErrorInvalidValue;
  }
  for (std::size_t row = 0; row < copy->height; ++row) {
    const DriverPointer from = copy->from_device + row * copy->from_pitch;
    const DriverPointer to = copy->to_device + row * copy->to_pitch;
    if (!IsDeviceRange(state, from, copy->width) || !IsDeviceRange(state, to, copy->width)) {
      return kErrorInvalidValue;
    }
  }
  if (!HasContext()) {
    return kErrorInvalidContext;
  }
  Submit(state, stream, [copy = *copy] {
    for (std::size_t row = 0; row < copy.height; ++row) {
      std::memcpy(Host(copy.to_device + row * copy.to_pitch),
                  Host(copy.from_device + row * copy.from_pitch), copy.width);
    }
  });
  return kSuccess;
}

Result cuMemcpyDtoDAsync(DriverPointer to, DriverPointer from, std::size_t bytes,
                         StreamHandle stream) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (!HasContext() || !IsDeviceRange(state, to, bytes) || !IsDeviceRange(state, from, bytes)) {
    return kErrorInvalidValue;
  }
  Submit(state, stream, [=] { std::memmove(Host(to), Host(from), bytes); });
  return kSuccess;
}

// As the driver does: pageable memory is written before the call returns, and read before it does.
Result cuMemcpyDtoHAsync(void* to, DriverPointer from, std::size_t bytes, StreamHandle stream) {
  State& state = TheState();
  bool is_pinned = false;
  {
    const Lock lock(state.mutex);
    if (!HasContext() || !IsDeviceRange(state, from, bytes)) {
      return kErrorInvalidValue;
    }
    is_pinned = IsInside(state.allocations, reinterpret_cast<DriverPointer>(to), bytes);
    Submit(state, stream, [=] { std::memcpy(to, Host(from), bytes); });
  }
  if (!is_pinned) {
    WaitForStream(state, stream);
  }
  return kSuccess;
}

Result cuMemcpyHtoDAsync(DriverPointer to, const void* from, std::size_t bytes,
                         StreamHandle stream) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (!HasContext() || !IsDeviceRange(state, to, bytes)) {
    return kErrorInvalidValue;
  }
  // A graph reads it with each replay.
  if (CaptureOf(stream) != nullptr ||
      IsInside(state.allocations, reinterpret_cast<DriverPointer>(from), bytes)) {
    Submit(state, stream, [=] { std::memcpy(Host(to), from, bytes); });
    return kSuccess;
  }
  const auto* const start = static_cast<const std::byte*>(from);
  Submit(state, stream, [=, staged = std::vector<std::byte>(start, start + bytes)] {
    std::memcpy(Host(to), staged.data(), staged.size());
  });
  return kSuccess;
}

Result cuMemcpyPeerAsync(DriverPointer to, ContextHandle to_context, DriverPointer from,
                         ContextHandle from_context, std::size_t bytes,
                         StreamHandle stream) {
  State& state = TheState();
  const Lock lock(state.mutex);
  const auto is_on = [&](DriverPointer data, ContextHandle context) {
    auto found = state.allocations.upper_bound(data);
    return found != state.allocations.begin() && IsDeviceRange(state, data, bytes) &&
           (--found)->second.device == reinterpret_cast<Context*>(context)->device;
  };
  if (!HasContext() || !is_on(to, to_context) || !is_on(from, from_context)) {
    return kErrorInvalidValue;
  }
  Submit(state, stream, [=] { std::memmove(Host(to), Host(from), bytes); });
  return kSuccess;
}

Result cuMemsetD2D16Async(DriverPointer to, std::size_t pitch, unsigned short value,
                          std::size_t width, std::size_t height, StreamHandle stream) {
  return Fill2d(to, pitch, value, width, height, stream);
}

Result cuMemsetD2D32Async(DriverPointer to, std::size_t pitch, unsigned value, std::size_t width,
                          std::size_t height, StreamHandle stream) {
  return Fill2d(to, pitch, value, width, height, stream);
}

Result cuMemsetD2D8Async(DriverPointer to, std::size_t pitch, unsigned char value,
                         std::size_t width, std::size_t height, StreamHandle stream) {
  return Fill2d(to, pitch, value, width, height, stream);
}

Result cuMemsetD8Async(DriverPointer to, unsigned char value, std::size_t bytes,
                        StreamHandle stream) {
  return Fill2d(to, bytes, value, bytes, 1, stream);
}

}  // namespace kernelc::fake_driver::functions
