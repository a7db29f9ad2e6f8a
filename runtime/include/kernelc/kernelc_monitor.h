// What devices do at the moment, for C; see kernelc_runtime.h. In libkernelc_runtime.
#ifndef KERNELC_KERNELC_MONITOR_H_
#define KERNELC_KERNELC_MONITOR_H_

#include "kernelc/kernelc_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a device does at the moment, a whole number each: the share of time in which kernels ran (CPU: in
// which its cores worked) and in which memory was busy in per cent, memory in use and in all in bytes,
// degrees Celsius, milliwatts, megahertz. <kernelc/monitor.h> says more of each.
typedef int32_t kernelc_figure;
enum {
  KERNELC_FIGURE_UTILIZATION = 0,
  KERNELC_FIGURE_MEMORY_USAGE = 1,
  KERNELC_FIGURE_USED_MEMORY = 2,
  KERNELC_FIGURE_TOTAL_MEMORY = 3,
  KERNELC_FIGURE_TEMPERATURE = 4,
  KERNELC_FIGURE_POWER_DRAW = 5,
  KERNELC_FIGURE_CLOCK_RATE = 6
};
// Of the device called so, see kernelc_device_find(). Blocks for 0.1 s at most. KERNELC_NOT_SUPPORTED
// where the device has no such figure, KERNELC_NOT_FOUND where it is NVML's and there is no NVML.
// Thread-safe.
KERNELC_API kernelc_status kernelc_device_figure(const char* device, kernelc_figure figure,
                                                 int64_t* value);

// A process that uses a GPU.
typedef struct kernelc_process {
  // Device memory; UINT64_MAX where the driver does not say.
  uint64_t used_bytes;
  uint32_t pid;
  int32_t reserved;
} kernelc_process;
// Writes those that use the device, `capacity` at most, and to `count` how many there are; `processes`
// may be NULL where `capacity` is 0. KERNELC_NOT_SUPPORTED for the CPU. Thread-safe.
KERNELC_API kernelc_status kernelc_device_processes(const char* device, kernelc_process* processes,
                                                    size_t capacity, size_t* count);

#ifdef __cplusplus
}
#endif

#endif  // KERNELC_KERNELC_MONITOR_H_
