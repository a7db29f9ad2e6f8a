// The record that device code leaves when a thread meets an error, and how it reaches the host.
// Plain data, no dependencies.
#pragma once

#include <cstdint>

namespace kernelc::abi {

enum class DeviceErrorCode : std::int32_t {
  None = 0,
#define KC_DEVICE_ERROR(name, code, message) name = code,
#include "runtime/abi/device_errors.def"
};

// The first error that a thread met. Filled by device code.
struct DeviceError {
  // A DeviceErrorCode. CUDA code stores it last.
  std::int32_t code = 0;
  // Index into KernelImage::locations.
  std::uint32_t location = 0;
  std::uint32_t block[3] = {0, 0, 0};
  std::uint32_t thread[3] = {0, 0, 0};
  // What device_errors.def says for the code.
  std::int64_t values[3] = {0, 0, 0};
};

// CUDA code that can report has this variable in global memory. The host points `record` to memory
// that both can reach; device code that finds it null ends its thread without a report. The thread
// that changes `taken` from 0 to 1 writes the record; the host sets it back to 0 when it has read it.
struct CudaErrorState {
  std::uint64_t record = 0;
  std::uint32_t taken = 0;
  std::uint32_t reserved = 0;
};
inline constexpr const char* kCudaErrorState = "kernelc_error_state";

}  // namespace kernelc::abi
