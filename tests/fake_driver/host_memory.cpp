// Memory that host and device share, and memory of other processes. All of it is host memory.
#include <cstring>

#include "tests/fake_driver/functions.h"

namespace kernelc::fake_driver::functions {
namespace {

using Lock = std::lock_guard<std::mutex>;

bool HasContext() { return !ContextStack().empty() && ContextStack().back()->retains > 0; }

}  // namespace

// Page-locked and managed memory are allocations like any other.
Result cuMemHostAlloc(void** memory, std::size_t bytes, unsigned) {
  DriverPointer data = 0;
  const Result result = cuMemAlloc(&data, bytes);
  *memory = reinterpret_cast<void*>(data);
  return result;
}

Result cuMemFreeHost(void* memory) { return cuMemFree(reinterpret_cast<DriverPointer>(memory)); }

Result cuMemAllocManaged(DriverPointer* data, std::size_t bytes, unsigned flags) {
  return flags == static_cast<unsigned>(kMemoryAttachGlobal) ? cuMemAlloc(data, bytes)
                                                             : kErrorInvalidValue;
}

Result cuMemHostGetDevicePointer(DriverPointer* device, void* memory, unsigned) {
  *device = reinterpret_cast<DriverPointer>(memory);
  return kSuccess;
}

Result cuMemHostRegister(void* memory, std::size_t bytes, unsigned) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (!HasContext()) {
    return kErrorInvalidContext;
  }
  const bool added =
      state.registrations.try_emplace(memory, State::Allocation{bytes, ContextStack().back()->device})
          .second;
  return added ? kSuccess : kErrorHostMemoryAlreadyRegistered;
}

Result cuMemHostUnregister(void* memory) {
  State& state = TheState();
  if (HasContext()) {
    WaitForDevice(state, ContextStack().back()->device);
  }
  const Lock lock(state.mutex);
  return state.registrations.erase(memory) != 0 ? kSuccess : kErrorHostMemoryNotRegistered;
}

Result cuMemGetAddressRange(DriverPointer* base, std::size_t* bytes, DriverPointer data) {
  State& state = TheState();
  const Lock lock(state.mutex);
  auto found = state.allocations.upper_bound(data);
  if (found == state.allocations.begin() ||
      data - (--found)->first >= found->second.bytes) {
    return kErrorInvalidValue;
  }
  *base = found->first;
  *bytes = found->second.bytes;
  return kSuccess;
}

// A handle is the address: the "other process" is this one.
Result cuIpcGetMemHandle(IpcMemHandle* handle, DriverPointer data) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (state.allocations.count(data) == 0) {
    return kErrorInvalidValue;
  }
  std::memcpy(handle->bytes, &data, sizeof data);
  return kSuccess;
}

Result cuIpcOpenMemHandle(DriverPointer* data, IpcMemHandle handle, unsigned) {
  State& state = TheState();
  const Lock lock(state.mutex);
  DriverPointer address = 0;
  std::memcpy(&address, handle.bytes, sizeof address);
  if (!HasContext() || state.allocations.count(address) == 0) {
    return kErrorInvalidContext;
  }
  ++state.opened[address];
  *data = address;
  return kSuccess;
}

Result cuIpcCloseMemHandle(DriverPointer data) {
  State& state = TheState();
  const Lock lock(state.mutex);
  const auto found = state.opened.find(data);
  if (found == state.opened.end()) {
    return kErrorInvalidValue;
  }
  if (--found->second == 0) {
    state.opened.erase(found);
  }
  return kSuccess;
}

}  // namespace kernelc::fake_driver::functions
