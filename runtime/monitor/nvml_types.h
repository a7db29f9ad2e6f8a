// The part of NVML's ABI that the runtime uses, declared here so that it builds without a toolkit.
#pragma once

namespace kernelc::monitor {

using NvmlResult = int;
using NvmlDevice = struct NvmlDeviceTag*;

// nvmlUtilization_t, in per cent.
struct NvmlUtilization {
  unsigned gpu = 0;
  unsigned memory = 0;
};

// nvmlMemory_t, in bytes.
struct NvmlMemory {
  unsigned long long total = 0;
  unsigned long long free = 0;
  unsigned long long used = 0;
};

// nvmlProcessInfo_t of nvmlDeviceGetComputeRunningProcesses_v3.
struct NvmlProcess {
  unsigned pid = 0;
  unsigned long long used_bytes = 0;
  unsigned gpu_instance = 0;
  unsigned compute_instance = 0;
};

// What used_bytes is where the driver does not know it.
inline constexpr unsigned long long kNvmlValueNotAvailable = ~0ULL;
// NVML_CLOCK_SM and NVML_TEMPERATURE_GPU.
inline constexpr int kNvmlClockSm = 1;
inline constexpr int kNvmlTemperatureGpu = 0;

}  // namespace kernelc::monitor
