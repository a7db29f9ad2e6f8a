// NVML as a table of functions, opened at run time.
#pragma once

#include "runtime/backend/status.h"
#include "runtime/monitor/nvml_types.h"

namespace kernelc::monitor {

enum NvmlStatus : NvmlResult {
#define KC_NVML_STATUS(name, value, code) k_##name = value,
#include "runtime/monitor/nvml_functions.def"
};

struct NvmlTable {
#define KC_NVML_FUNCTION(name, need, parameters) NvmlResult(*name) parameters = nullptr;
#include "runtime/monitor/nvml_functions.def"
};

// Opens the library that KERNELC_NVML names, else libnvidia-ml.so.1, and starts it; nothing once
// that has succeeded. It is never closed.
backend::Status OpenNvml();
// Only after OpenNvml() succeeded.
const NvmlTable& Nvml() noexcept;

// A failed result as a status.
backend::Status FailedNvml(NvmlResult result, const char* function);

}  // namespace kernelc::monitor

// Calls a required function of nvml_functions.def; a Status.
#define NVML_CALL(name, ...)                                                                       \
  [&]() -> ::kernelc::backend::Status {                                                            \
    const ::kernelc::monitor::NvmlResult kc_result = ::kernelc::monitor::Nvml().name(__VA_ARGS__); \
    return kc_result == ::kernelc::monitor::k_NVML_SUCCESS                                         \
               ? ::kernelc::backend::Status()                                                      \
               : ::kernelc::monitor::FailedNvml(kc_result, #name);                                 \
  }()
