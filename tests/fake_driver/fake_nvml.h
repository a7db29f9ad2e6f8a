// Controls of the fake NVML, which is a library beside the fake driver.
#pragma once

#include <string>
#include <vector>

#include "runtime/monitor/nvml_types.h"

namespace kernelc::fake_driver {

// What it says of one GPU.
struct NvmlGpu {
  std::string uuid;
  std::string pci_bus_id;
  monitor::NvmlUtilization utilization;
  monitor::NvmlMemory memory;
  unsigned celsius = 0;
  unsigned milliwatts = 0;
  unsigned megahertz = 0;
  // Split into instances.
  bool split = false;
  std::vector<monitor::NvmlProcess> processes;
};

struct NvmlControls {
  // Those of the machine, in its own order. Not while it is called.
  std::vector<NvmlGpu>& (*gpus)() = nullptr;
  // The next call of the function answers `status`; all calls of it where `times` is negative.
  void (*fail)(const char* function, int status, int times) = nullptr;
  // Calls of the function since reset().
  int (*calls)(const char* function) = nullptr;
  // No GPU, fault or count; the library stays started.
  void (*reset)() = nullptr;
};

// Exported as "kernelc_fake_nvml_controls".
using GetNvmlControls = const NvmlControls* (*)();

}  // namespace kernelc::fake_driver
