// Controls of the fake CUDA driver. The library exports cuGetProcAddress as the real one does, and
// these beside it; tests open it with dlopen and look them up.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/abi/device_error.h"

namespace kernelc::fake_driver {

// What the driver holds right now.
struct LiveObjects {
  int context_retains = 0;
  int streams = 0;
  int events = 0;
  int libraries = 0;
  int links = 0;
  int modules = 0;
  int graphs = 0;
  int graph_execs = 0;
  int allocations = 0;
  int pools = 0;
  // Host memory that was page-locked, and memory of other processes that was opened.
  int registrations = 0;
  int opened = 0;
  friend bool operator==(const LiveObjects&, const LiveObjects&) = default;
};

struct LaunchRecord {
  char kernel[64] = {};
  unsigned grid[3] = {};
  unsigned block[3] = {};
  unsigned shared_bytes = 0;
  const void* stream = nullptr;
  unsigned char params[256] = {};
  std::size_t param_bytes = 0;
};

// Does what a kernel does; `params` is the packed buffer.
using KernelRunner = void (*)(const char* kernel, const unsigned (&grid)[3],
                              const unsigned (&block)[3], unsigned shared_bytes,
                              const void* params, std::size_t param_bytes);

struct Controls {
  // Forgets counters, faults and launch records; objects stay.
  void (*reset)() = nullptr;
  // Calls of one function, or of all for null, since reset().
  int (*calls)(const char* function) = nullptr;
  // The nth call from now (1 is the next) of one function, or of any for null, answers `result`. A
  // call that frees something frees it all the same. 0 takes the fault back.
  void (*fail)(const char* function, int nth, int result) = nullptr;
  // The function that was made to fail since reset(), or null.
  const char* (*failed_function)() = nullptr;
  LiveObjects (*live)() = nullptr;
  int (*launch_count)() = nullptr;
  LaunchRecord (*last_launch)() = nullptr;
  const void* (*current_context)() = nullptr;
  // Makes a context current as a program may; null: one that is no primary context. And pops it.
  void (*push_context)(const void* context) = nullptr;
  void (*pop_context)() = nullptr;
  // cuProfilerStart less cuProfilerStop.
  int (*profiling)() = nullptr;
  void (*set_attribute)(int attribute, int value) = nullptr;
  void (*set_function_attribute)(int attribute, int value) = nullptr;
  int (*get_function_attribute)(int attribute) = nullptr;
  void (*set_device_count)(int count) = nullptr;
  void (*set_total_memory)(std::size_t bytes) = nullptr;
  // The driver says that it does not have this function.
  void (*hide)(const char* function) = nullptr;
  // Does what a thread of some module's kernel does that meets an error. False when no module can
  // report, or one has been reported and was not taken.
  bool (*report_error)(const abi::DeviceError& error) = nullptr;
  // Streams work by themselves from now on; before, work is done by the call that asks for it.
  void (*set_asynchronous)() = nullptr;
  // Launches do this; null: they are recorded alone.
  void (*set_kernel_runner)(KernelRunner runner) = nullptr;
};

// Exported as "kernelc_fake_driver_controls".
using GetControls = const Controls* (*)();

}  // namespace kernelc::fake_driver
