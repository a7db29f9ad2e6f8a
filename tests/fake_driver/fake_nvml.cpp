// A libnvidia-ml of our own: it says what a test tells it to.
#include "tests/fake_driver/fake_nvml.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>

namespace kernelc::fake_driver {
namespace {

using monitor::NvmlDevice;
using monitor::NvmlMemory;
using monitor::NvmlProcess;
using monitor::NvmlResult;
using monitor::NvmlUtilization;

enum Status : NvmlResult {
#define KC_NVML_STATUS(name, value, code) name = value,
#include "runtime/monitor/nvml_functions.def"
};

struct Fault {
  int status = 0;
  int times = 0;
};

struct Library {
  std::mutex mutex;
  std::vector<NvmlGpu> gpus;
  std::map<std::string, Fault> faults;
  std::map<std::string, int> calls;
  bool started = false;
};

Library& TheLibrary() {
  static Library& library = *new Library;
  return library;
}

// What the call answers instead of doing its work.
NvmlResult Enter(const char* function) {
  Library& library = TheLibrary();
  ++library.calls[function];
  Fault& fault = library.faults[function];
  if (fault.times != 0) {
    fault.times -= fault.times > 0 ? 1 : 0;
    return fault.status;
  }
  return library.started || std::strcmp(function, "nvmlInit_v2") == 0 ? NVML_SUCCESS
                                                                      : NVML_ERROR_UNINITIALIZED;
}

// Handles are the places of GPUs, from 1.
NvmlGpu& GpuOf(NvmlDevice device) {
  return TheLibrary().gpus.at(reinterpret_cast<std::size_t>(device) - 1);
}

NvmlResult Find(const char* text, std::string NvmlGpu::*member, NvmlDevice* device) {
  const std::vector<NvmlGpu>& gpus = TheLibrary().gpus;
  const auto found = std::ranges::find(gpus, text, member);
  if (found == gpus.end()) {
    return NVML_ERROR_NOT_FOUND;
  }
  *device = reinterpret_cast<NvmlDevice>(found - gpus.begin() + 1);
  return NVML_SUCCESS;
}

const NvmlControls kControls = {
    []() -> std::vector<NvmlGpu>& { return TheLibrary().gpus; },
    [](const char* function, int status, int times) {
      TheLibrary().faults[function] = {status, times};
    },
    [](const char* function) { return TheLibrary().calls[function]; },
    [] {
      TheLibrary().gpus.clear();
      TheLibrary().faults.clear();
      TheLibrary().calls.clear();
    },
};

}  // namespace
}  // namespace kernelc::fake_driver

#define KC_FAKE_EXPORT extern "C" __attribute__((visibility("default")))

using namespace kernelc::fake_driver;

KC_FAKE_EXPORT const NvmlControls* kernelc_fake_nvml_controls();
#define KC_NVML_FUNCTION(name, need, parameters) KC_FAKE_EXPORT NvmlResult name parameters;
#include "runtime/monitor/nvml_functions.def"

// The enclosing function is called, alone; returns the fault that it is to have.
#define KC_ENTER_FAKE()                                                    \
  const std::lock_guard lock(TheLibrary().mutex);                          \
  if (const NvmlResult result = Enter(__func__); result != NVML_SUCCESS) { \
    return result;                                                         \
  }

const NvmlControls* kernelc_fake_nvml_controls() { return &kControls; }

NvmlResult nvmlInit_v2() {
  KC_ENTER_FAKE();
  TheLibrary().started = true;
  return NVML_SUCCESS;
}

NvmlResult nvmlDeviceGetHandleByUUID(const char* uuid, NvmlDevice* device) {
  KC_ENTER_FAKE();
  return Find(uuid, &NvmlGpu::uuid, device);
}

NvmlResult nvmlDeviceGetHandleByPciBusId_v2(const char* id, NvmlDevice* device) {
  KC_ENTER_FAKE();
  return Find(id, &NvmlGpu::pci_bus_id, device);
}

NvmlResult nvmlDeviceGetUtilizationRates(NvmlDevice device, NvmlUtilization* utilization) {
  KC_ENTER_FAKE();
  *utilization = GpuOf(device).utilization;
  return GpuOf(device).split ? NVML_ERROR_NOT_SUPPORTED : NVML_SUCCESS;
}

NvmlResult nvmlDeviceGetMemoryInfo(NvmlDevice device, NvmlMemory* memory) {
  KC_ENTER_FAKE();
  *memory = GpuOf(device).memory;
  return NVML_SUCCESS;
}

NvmlResult nvmlDeviceGetTemperature(NvmlDevice device, int sensor, unsigned* celsius) {
  KC_ENTER_FAKE();
  *celsius = GpuOf(device).celsius;
  return sensor == kernelc::monitor::kNvmlTemperatureGpu ? NVML_SUCCESS
                                                         : NVML_ERROR_INVALID_ARGUMENT;
}

NvmlResult nvmlDeviceGetPowerUsage(NvmlDevice device, unsigned* milliwatts) {
  KC_ENTER_FAKE();
  *milliwatts = GpuOf(device).milliwatts;
  return NVML_SUCCESS;
}

NvmlResult nvmlDeviceGetClockInfo(NvmlDevice device, int clock, unsigned* megahertz) {
  KC_ENTER_FAKE();
  *megahertz = GpuOf(device).megahertz;
  return clock == kernelc::monitor::kNvmlClockSm ? NVML_SUCCESS : NVML_ERROR_INVALID_ARGUMENT;
}

NvmlResult nvmlDeviceGetMigMode(NvmlDevice device, unsigned* current, unsigned* pending) {
  KC_ENTER_FAKE();
  *current = *pending = GpuOf(device).split ? 1 : 0;
  return NVML_SUCCESS;
}

NvmlResult nvmlDeviceGetComputeRunningProcesses_v3(NvmlDevice device, unsigned* count,
                                                   NvmlProcess* processes) {
  KC_ENTER_FAKE();
  const std::vector<NvmlProcess>& found = GpuOf(device).processes;
  const bool fits = found.size() <= *count;
  *count = static_cast<unsigned>(found.size());
  if (!fits) {
    return NVML_ERROR_INSUFFICIENT_SIZE;
  }
  std::ranges::copy(found, processes);
  return NVML_SUCCESS;
}

NvmlResult nvmlSystemGetProcessName(unsigned pid, char* name, unsigned size) {
  KC_ENTER_FAKE();
  std::snprintf(name, size, "program %u", pid);
  return NVML_SUCCESS;
}
