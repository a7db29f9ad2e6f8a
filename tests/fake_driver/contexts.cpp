// Devices, contexts, streams and events.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "tests/fake_driver/functions.h"

namespace kernelc::fake_driver::functions {
namespace {

using Lock = std::lock_guard<std::mutex>;

constexpr int kDriverVersion = 13000;

struct ResultName {
  Result result;
  const char* name;
};
constexpr ResultName kResultNames[] = {
#define KC_DRIVER_CONSTANT(name, value, spelling) {value, #spelling},
#include "runtime/cuda/driver_constants.def"
};

bool IsDevice(int device) { return device >= 0 && device < TheState().device_count; }

Context* ContextOf(State& state, int device) {
  while (static_cast<int>(state.contexts.size()) <= device) {
    state.contexts.push_back(new Context);
    state.contexts.back()->device = static_cast<int>(state.contexts.size()) - 1;
  }
  return state.contexts[static_cast<std::size_t>(device)];
}

// The context that is current and alive, or null.
Context* Current() {
  Context* const top = ContextStack().empty() ? nullptr : ContextStack().back();
  return top != nullptr && top->retains > 0 ? top : nullptr;
}

Stream* AsStream(StreamHandle handle) { return reinterpret_cast<Stream*>(handle); }
Event* AsEvent(EventHandle handle) { return reinterpret_cast<Event*>(handle); }

// The legacy default stream, and each thread's own.
bool IsDefault(StreamHandle handle) { return reinterpret_cast<std::uintptr_t>(handle) <= 2; }

Result CheckStream(State& state, StreamHandle handle) {
  if (Current() == nullptr) {
    return kErrorInvalidContext;
  }
  const bool known = IsDefault(handle) || state.streams.count(AsStream(handle)) != 0;
  return known ? kSuccess : kErrorInvalidHandle;
}

}  // namespace

Result cuInit(unsigned flags) { return flags == 0 ? kSuccess : kErrorInvalidValue; }

Result cuDriverGetVersion(int* version) {
  *version = kDriverVersion;
  return kSuccess;
}

Result cuGetErrorName(Result result, const char** name) {
  for (const ResultName& known : kResultNames) {
    if (known.result == result && std::strncmp(known.name, "CUDA_", 5) == 0) {
      *name = known.name;
      return kSuccess;
    }
  }
  *name = "CUDA_ERROR_UNKNOWN";
  return kSuccess;
}

Result cuGetErrorString(Result, const char** text) {
  *text = "the fake driver was told to fail";
  return kSuccess;
}

Result cuDeviceCanAccessPeer(int* can, DeviceOrdinal device, DeviceOrdinal peer) {
  *can = device != peer ? 1 : 0;
  return IsDevice(device) && IsDevice(peer) ? kSuccess : kErrorInvalidDevice;
}

Result cuDeviceGet(DeviceOrdinal* device, int ordinal) {
  *device = ordinal;
  return IsDevice(ordinal) ? kSuccess : kErrorInvalidDevice;
}

Result cuDeviceGetAttribute(int* value, int attribute, DeviceOrdinal device) {
  State& state = TheState();
  const Lock lock(state.mutex);
  const auto found = state.device_attributes.find(attribute);
  if (!IsDevice(device) || found == state.device_attributes.end()) {
    return kErrorInvalidValue;
  }
  *value = found->second;
  return kSuccess;
}

Result cuDeviceGetCount(int* count) {
  *count = TheState().device_count;
  return kSuccess;
}

Result cuDeviceGetName(char* name, int size, DeviceOrdinal device) {
  std::snprintf(name, static_cast<std::size_t>(size), "Fake GPU %d", device);
  return kSuccess;
}

Result cuDeviceGetPCIBusId(char* id, int size, DeviceOrdinal device) {
  std::snprintf(id, static_cast<std::size_t>(size), "0000:%02x:00.0",
                static_cast<unsigned>(device) + 1U);
  return kSuccess;
}

Result cuDeviceGetUuid(Uuid* uuid, DeviceOrdinal device) {
  std::memset(uuid->bytes, 0xA0 + device, sizeof uuid->bytes);
  return kSuccess;
}

Result cuDeviceTotalMem(std::size_t* bytes, DeviceOrdinal) {
  *bytes = TheState().total_memory;
  return kSuccess;
}

Result cuCtxEnablePeerAccess(ContextHandle peer, unsigned flags) {
  State& state = TheState();
  const Lock lock(state.mutex);
  Context* const context = Current();
  const auto* const other = reinterpret_cast<const Context*>(peer);
  if (context == nullptr || other == nullptr || other->retains == 0) {
    return kErrorInvalidContext;
  }
  if (flags != 0 || other == context) {
    return kErrorInvalidValue;
  }
  return context->peers.insert(other).second ? kSuccess : kErrorPeerAccessAlreadyEnabled;
}

Result cuCtxDisablePeerAccess(ContextHandle peer) {
  State& state = TheState();
  const Lock lock(state.mutex);
  Context* const context = Current();
  if (context == nullptr) {
    return kErrorInvalidContext;
  }
  return context->peers.erase(reinterpret_cast<const Context*>(peer)) != 0
             ? kSuccess
             : kErrorPeerAccessNotEnabled;
}

Result cuCtxGetCurrent(ContextHandle* context) {
  *context =
      reinterpret_cast<ContextHandle>(ContextStack().empty() ? nullptr : ContextStack().back());
  return kSuccess;
}

Result cuCtxGetDevice(DeviceOrdinal* device) {
  if (Current() == nullptr) {
    return kErrorInvalidContext;
  }
  *device = Current()->device;
  return kSuccess;
}

Result cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  *least = 0;
  *greatest = -5;
  return Current() != nullptr ? kSuccess : kErrorInvalidContext;
}

Result cuProfilerStart() {
  ++TheState().profiling;
  return Current() != nullptr ? kSuccess : kErrorInvalidContext;
}

Result cuProfilerStop() {
  --TheState().profiling;
  return Current() != nullptr ? kSuccess : kErrorInvalidContext;
}

Result cuCtxPushCurrent(ContextHandle context) {
  if (context == nullptr) {
    return kErrorInvalidContext;
  }
  ContextStack().push_back(reinterpret_cast<Context*>(context));
  return kSuccess;
}

Result cuCtxPopCurrent(ContextHandle* context) {
  if (ContextStack().empty()) {
    return kErrorInvalidContext;
  }
  *context = reinterpret_cast<ContextHandle>(ContextStack().back());
  ContextStack().pop_back();
  return kSuccess;
}

Result cuCtxSynchronize() {
  if (Current() == nullptr) {
    return kErrorInvalidContext;
  }
  WaitForDevice(TheState(), Current()->device);
  return kSuccess;
}

Result cuDevicePrimaryCtxRetain(ContextHandle* context, DeviceOrdinal device) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (!IsDevice(device)) {
    return kErrorInvalidDevice;
  }
  Context* const made = ContextOf(state, device);
  ++made->retains;
  *context = reinterpret_cast<ContextHandle>(made);
  return kSuccess;
}

Result cuDevicePrimaryCtxRelease(DeviceOrdinal device) {
  State& state = TheState();
  WaitForDevice(state, device);
  const Lock lock(state.mutex);
  Context* const context = ContextOf(state, device);
  if (context->retains == 0) {
    return kErrorInvalidContext;
  }
  if (--context->retains == 0) {
    DestroyContents(state, device);
  }
  return kSuccess;
}

Result cuDevicePrimaryCtxReset(DeviceOrdinal device) {
  State& state = TheState();
  WaitForDevice(state, device);
  const Lock lock(state.mutex);
  ContextOf(state, device)->retains = 0;
  ContextOf(state, device)->peers.clear();
  DestroyContents(state, device);
  return kSuccess;
}

Result cuLaunchHostFunc(StreamHandle stream, HostFunction function, void* user) {
  {
    State& state = TheState();
    const Lock lock(state.mutex);
    if (const Result result = CheckStream(state, stream); result != kSuccess) {
      return result;
    }
  }
  Submit(TheState(), stream, [=] { function(user); });
  return kSuccess;
}

Result cuStreamCreateWithPriority(StreamHandle* stream, unsigned, int priority) {
  State& state = TheState();
  const Lock lock(state.mutex);
  const Context* const context = Current();
  if (context == nullptr) {
    return kErrorInvalidContext;
  }
  auto* made = new Stream;
  made->device = context->device;
  made->priority = std::clamp(priority, -5, 0);
  state.streams.insert(made);
  *stream = reinterpret_cast<StreamHandle>(made);
  return kSuccess;
}

Result cuStreamDestroy(StreamHandle stream) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (state.streams.erase(AsStream(stream)) == 0) {
    return kErrorInvalidHandle;
  }
  delete AsStream(stream);
  return kSuccess;
}

Result cuStreamGetCtx(StreamHandle stream, ContextHandle* context) {
  State& state = TheState();
  const Lock lock(state.mutex);
  const Result result = CheckStream(state, stream);
  if (result == kSuccess) {
    Context* const home =
        IsDefault(stream) ? Current() : ContextOf(state, AsStream(stream)->device);
    *context = reinterpret_cast<ContextHandle>(home);
  }
  return result;
}

Result cuStreamGetPriority(StreamHandle stream, int* priority) {
  State& state = TheState();
  const Lock lock(state.mutex);
  const Result result = CheckStream(state, stream);
  if (result == kSuccess) {
    *priority = IsDefault(stream) ? 0 : AsStream(stream)->priority;
  }
  return result;
}

Result cuStreamQuery(StreamHandle stream) {
  State& state = TheState();
  const Lock lock(state.mutex);
  const Result result = CheckStream(state, stream);
  return result != kSuccess || IsIdle(state, stream) ? result : Result{kErrorNotReady};
}

Result cuStreamSynchronize(StreamHandle stream) {
  State& state = TheState();
  {
    const Lock lock(state.mutex);
    if (const Result result = CheckStream(state, stream); result != kSuccess) {
      return result;
    }
  }
  WaitForStream(state, stream);
  return kSuccess;
}

Result cuStreamWaitEvent(StreamHandle stream, EventHandle event, unsigned) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (state.events.count(AsEvent(event)) == 0) {
    return kErrorInvalidHandle;
  }
  const Result result = CheckStream(state, stream);
  if (result == kSuccess && AsEvent(event)->mark != nullptr) {
    Submit(state, stream, [mark = AsEvent(event)->mark] { mark->Wait(); });
  }
  return result;
}

Result cuEventCreate(EventHandle* event, unsigned flags) {
  State& state = TheState();
  const Lock lock(state.mutex);
  const Context* const context = Current();
  if (context == nullptr) {
    return kErrorInvalidContext;
  }
  auto* made = new Event;
  made->device = context->device;
  made->timing = flags != static_cast<unsigned>(kEventDisableTiming);
  state.events.insert(made);
  *event = reinterpret_cast<EventHandle>(made);
  return kSuccess;
}

Result cuEventDestroy(EventHandle event) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (state.events.erase(AsEvent(event)) == 0) {
    return kErrorInvalidHandle;
  }
  delete AsEvent(event);
  return kSuccess;
}

Result cuEventElapsedTime(float* milliseconds, EventHandle start, EventHandle end) {
  State& state = TheState();
  const Lock lock(state.mutex);
  const Event* const first = AsEvent(start);
  const Event* const last = AsEvent(end);
  if (first->mark == nullptr || last->mark == nullptr || !first->timing || !last->timing) {
    return kErrorInvalidHandle;
  }
  if (!first->mark->reached() || !last->mark->reached()) {
    return kErrorNotReady;
  }
  const std::chrono::duration<float, std::milli> time = last->mark->time() - first->mark->time();
  *milliseconds = time.count();
  return kSuccess;
}

Result cuEventQuery(EventHandle event) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (state.events.count(AsEvent(event)) == 0) {
    return kErrorInvalidHandle;
  }
  const std::shared_ptr<Mark>& mark = AsEvent(event)->mark;
  return mark == nullptr || mark->reached() ? kSuccess : kErrorNotReady;
}

Result cuEventRecord(EventHandle event, StreamHandle stream) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (state.events.count(AsEvent(event)) == 0) {
    return kErrorInvalidHandle;
  }
  const Result result = CheckStream(state, stream);
  if (result == kSuccess) {
    const auto mark = std::make_shared<Mark>();
    AsEvent(event)->mark = mark;
    Submit(state, stream, [mark] { mark->Reach(); });
  }
  return result;
}

Result cuEventSynchronize(EventHandle event) {
  std::shared_ptr<Mark> mark;
  {
    State& state = TheState();
    const Lock lock(state.mutex);
    if (state.events.count(AsEvent(event)) == 0) {
      return kErrorInvalidHandle;
    }
    mark = AsEvent(event)->mark;
  }
  if (mark != nullptr) {
    mark->Wait();
  }
  return kSuccess;
}

}  // namespace kernelc::fake_driver::functions
