// Counters, faults and settings.
#include <cstdlib>
#include <utility>

#include "tests/fake_driver/state.h"

namespace kernelc::fake_driver {
namespace {

using Lock = std::lock_guard<std::mutex>;

std::map<int, int> DefaultDeviceAttributes() {
  return {
      {kAttributeMaxThreadsPerBlock, 1024},
      {kAttributeMaxBlockX, 1024},
      {kAttributeMaxBlockY, 1024},
      {kAttributeMaxBlockZ, 64},
      {kAttributeMaxGridX, 2147483647},
      {kAttributeMaxGridY, 65535},
      {kAttributeMaxGridZ, 65535},
      {kAttributeSharedPerBlock, 49152},
      {kAttributeWarpSize, 32},
      {kAttributeMaxPitch, 2147483647},
      {kAttributeRegistersPerBlock, 65536},
      {kAttributeClockRate, 1980000},
      {kAttributeMultiprocessors, 132},
      {kAttributeIntegrated, 0},
      {kAttributeThreadsPerMultiprocessor, 2048},
      {kAttributeComputeMajor, 9},
      {kAttributeComputeMinor, 0},
      {kAttributeSharedPerMultiprocessor, 233472},
      {kAttributeManagedMemory, 1},
      {kAttributeCooperativeLaunch, 1},
      {kAttributeSharedPerBlockOptin, 232448},
      {kAttributeRegistersPerMultiprocessor, 65536},
      {kAttributeBlocksPerMultiprocessor, 32},
      {kAttributeReservedSharedPerBlock, 1024},
  };
}

std::map<int, int> DefaultFunctionAttributes() {
  return {
      {kFunctionMaxThreads, 1024},  {kFunctionSharedBytes, 1024},   {kFunctionConstBytes, 0},
      {kFunctionLocalBytes, 0},     {kFunctionRegisters, 32},       {kFunctionPtxVersion, 75},
      {kFunctionBinaryVersion, 90}, {kFunctionMaxDynamicShared, 0},
  };
}

void Reset() {
  State& state = TheState();
  const Lock lock(state.mutex);
  state.calls.clear();
  state.total_calls = 0;
  state.fail_countdown = 0;
  state.failed_function.clear();
  state.launches = 0;
  state.last_launch = {};
}

int Calls(const char* function) {
  State& state = TheState();
  const Lock lock(state.mutex);
  return function == nullptr ? state.total_calls : state.calls[function];
}

void FailCall(const char* function, int nth, int result) {
  State& state = TheState();
  const Lock lock(state.mutex);
  state.fail_function = function == nullptr ? "" : function;
  state.fail_countdown = nth;
  state.fail_result = result;
  state.failed_function.clear();
}

const char* FailedFunction() {
  State& state = TheState();
  return state.failed_function.empty() ? nullptr : state.failed_function.c_str();
}

LiveObjects Live() {
  State& state = TheState();
  const Lock lock(state.mutex);
  LiveObjects live;
  for (const Context* context : state.contexts) {
    live.context_retains += context->retains;
  }
  live.streams = static_cast<int>(state.streams.size());
  live.events = static_cast<int>(state.events.size());
  live.libraries = static_cast<int>(state.libraries.size());
  live.links = static_cast<int>(state.links.size());
  live.modules = static_cast<int>(state.modules.size());
  live.graphs = static_cast<int>(state.graphs.size());
  live.graph_execs = static_cast<int>(state.graph_execs.size());
  live.allocations = static_cast<int>(state.allocations.size());
  live.pools = static_cast<int>(state.pools.size());
  live.registrations = static_cast<int>(state.registrations.size());
  live.opened = static_cast<int>(state.opened.size());
  return live;
}

int LaunchCount() { return TheState().launches; }
LaunchRecord LastLaunch() { return TheState().last_launch; }

const void* CurrentContext() { return ContextStack().empty() ? nullptr : ContextStack().back(); }

void PushContext(const void* context) {
  static Context& foreign = *[] {
    auto* made = new Context;
    made->retains = 1;
    return made;
  }();
  ContextStack().push_back(context == nullptr
                               ? &foreign
                               : static_cast<Context*>(const_cast<void*>(context)));
}

void PopContext() { ContextStack().pop_back(); }

int Profiling() { return TheState().profiling; }

void SetAttribute(int attribute, int value) { TheState().device_attributes[attribute] = value; }
void SetFunctionAttribute(int attribute, int value) {
  TheState().function_attributes[attribute] = value;
}
int GetFunctionAttribute(int attribute) {
  State& state = TheState();
  const Lock lock(state.mutex);
  for (Module* module : state.modules) {
    for (auto& [name, function] : module->functions) {
      return function.attributes[attribute];
    }
  }
  return -1;
}
void SetDeviceCount(int count) { TheState().device_count = count; }
void SetTotalMemory(std::size_t bytes) { TheState().total_memory = bytes; }
void Hide(const char* function) { TheState().hidden.insert(function); }

// What device code does, see runtime/abi/device_error.h.
bool ReportError(const abi::DeviceError& error) {
  State& state = TheState();
  const Lock lock(state.mutex);
  for (Module* module : state.modules) {
    auto* const record = reinterpret_cast<abi::DeviceError*>(module->error_state.record);
    if (module->reports_errors && record != nullptr) {
      const bool first = std::exchange(module->error_state.taken, 1U) == 0;
      if (first) {
        *record = error;
      }
      return first;
    }
  }
  return false;
}

void SetAsynchronous() { TheState().asynchronous = true; }
void SetKernelRunner(KernelRunner runner) { TheState().run_kernel = runner; }

}  // namespace

State& TheState() {
  static State& state = *[] {
    auto* made = new State;
    made->device_attributes = DefaultDeviceAttributes();
    made->function_attributes = DefaultFunctionAttributes();
    return made;
  }();
  return state;
}

Stack& ContextStack() {
  thread_local Stack stack;
  return stack;
}

const Controls& TheControls() {
  static const Controls controls = {
      Reset,
      Calls,
      FailCall,
      FailedFunction,
      Live,
      LaunchCount,
      LastLaunch,
      CurrentContext,
      PushContext,
      PopContext,
      Profiling,
      SetAttribute,
      SetFunctionAttribute,
      GetFunctionAttribute,
      SetDeviceCount,
      SetTotalMemory,
      Hide,
      ReportError,
      SetAsynchronous,
      SetKernelRunner,
  };
  return controls;
}

void DestroyContents(State& state, int device) {
  const auto erase = [device](auto& objects) {
    std::erase_if(objects, [device](auto* object) {
      if (object->device != device) {
        return false;
      }
      delete object;
      return true;
    });
  };
  erase(state.streams);
  erase(state.events);
  erase(state.libraries);
  erase(state.modules);
  erase(state.pools);
  erase(state.graph_execs);
  std::erase_if(state.graphs, [device](const auto& entry) { return entry.first->device == device; });
  std::erase_if(state.module_globals,
                [device](const auto& entry) { return entry.second.device == device; });
  std::erase_if(state.registrations,
                [device](const auto& entry) { return entry.second.device == device; });
  state.opened.clear();
  std::erase_if(state.allocations, [&](const auto& entry) {
    if (entry.second.device != device) {
      return false;
    }
    state.used_memory -= entry.second.bytes;
    std::free(reinterpret_cast<void*>(entry.first));
    return true;
  });
}

Result Enter(const char* function) {
  State& state = TheState();
  const Lock lock(state.mutex);
  ++state.calls[function];
  ++state.total_calls;
  const bool chosen = state.fail_function.empty() || state.fail_function == function;
  if (chosen && state.fail_countdown > 0 && --state.fail_countdown == 0) {
    state.failed_function = function;
    return state.fail_result;
  }
  return kSuccess;
}

}  // namespace kernelc::fake_driver
