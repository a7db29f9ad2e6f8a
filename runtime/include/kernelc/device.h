// Devices: "cpu:0", and "cuda:N" where a driver and a GPU are found. KERNELC_CPU_DEVICES makes several CPU
// devices of the machine: a number N (cpu:0 to cpu:N-1, each with its share of the threads), or `numa` (one for
// each NUMA node, whose threads and memory are there).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernelc/export.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc {

using DeviceKind = abi::DeviceKind;

namespace backend {
class Device;
}

// What a device is and can do. Fixed for the life of the process.
struct DeviceProperties {
  // "NVIDIA H100 PCIe"; for the CPU its model name.
  std::string name;
  // CUDA: compute capability. CPU: 0.0.
  int compute_major = 0;
  int compute_minor = 0;
  // CPU: the number of threads that run blocks.
  int multiprocessors = 0;
  int max_threads_per_block = 0;
  std::array<std::uint32_t, 3> max_block{};
  std::array<std::uint32_t, 3> max_grid{};
  int max_threads_per_multiprocessor = 0;
  // CUDA: blocks that can be resident at once; CPU: 1, that which the thread runs.
  int max_blocks_per_multiprocessor = 0;
  // CPU: 0.
  int max_registers_per_block = 0;
  int max_registers_per_multiprocessor = 0;
  // Shared memory that a block may use without and with the opt-in attribute, in bytes.
  std::size_t shared_memory_per_block = 0;
  std::size_t shared_memory_per_block_optin = 0;
  std::size_t shared_memory_per_multiprocessor = 0;
  // What the driver takes besides, in bytes.
  std::size_t reserved_shared_memory_per_block = 0;
  int warp_size = 0;
  int clock_khz = 0;
  std::size_t total_memory = 0;
  bool cooperative_launch = false;
  bool managed_memory = false;
  bool integrated = false;
  // CUDA alone: "0000:17:00.0" and "GPU-8f1c...".
  std::string pci_bus_id;
  std::string uuid;
  // The CUDA version that the driver supports, 1000 * major + 10 * minor; CPU: 0.
  int driver_version = 0;
  // CPU alone: the instruction set level that generic code for it may use, e.g. "x86-64-v3".
  std::string cpu_arch;
};

// A device of this machine. A cheap value; devices live as long as the process. Never null.
class KC_RUNTIME_API Device {
 public:
  DeviceKind kind() const noexcept;
  // The N of "cuda:N".
  int ordinal() const noexcept;
  // "cuda:0", "cpu:0".
  const std::string& name() const noexcept;
  const DeviceProperties& properties() const noexcept;
  // CUDA: "sm_90". CPU: properties().cpu_arch.
  const std::string& arch() const noexcept;
  // Major and minor number; (0, 0) for the CPU.
  std::pair<int, int> compute_capability() const noexcept;
  // True when the compiler makes code for it: CUDA from compute capability 7.5 on, and the CPU.
  bool supported() const noexcept;

  // Waits for the work of the device's context, then destroys the context with every allocation
  // (page-locked host memory too), stream, event and module made in it, by whatever thread, and also
  // what other users of the CUDA primary context made there. Throws the first error that the work
  // met, after doing all of it. Later use of one of those throws Error{ContextDestroyed}; their
  // destructors do nothing. No other thread may be using them meanwhile. The next Context of the
  // device is a new one. Nothing where the device has no context.
  void Reset() const;

  friend bool operator==(const Device&, const Device&) = default;

  explicit Device(backend::Device* impl) noexcept : impl_(impl) {}
  backend::Device& impl() const noexcept { return *impl_; }

 private:
  backend::Device* impl_;
};

// Every CUDA device in the driver's order, then the CPU's. Opens the driver on first use; a machine
// without one has the CPU device alone. Never throws for a missing driver.
KC_RUNTIME_API std::vector<Device> devices();

// The device called "cpu" (the first), "cpu:N", "cuda" (the first) or "cuda:N". Throws Error{InvalidArgument}
// for another spelling, Error{NoDevice} naming the valid range, Error{DriverUnavailable} with the
// reason.
KC_RUNTIME_API Device device(std::string_view name);

// Never opens a driver.
KC_RUNTIME_API Device cpu_device();

// The first CUDA device, else the CPU.
KC_RUNTIME_API Device default_device();

// How many CUDA devices there are; 0 where there is no driver. Opens the driver on first use. Never
// throws.
KC_RUNTIME_API int device_count() noexcept;

// Opens the driver and looks for CUDA devices, as their first use does. Throws
// Error{DriverUnavailable} with the reason where there are none.
KC_RUNTIME_API void Init();
// Whether that has happened in this process, and there is one. Opens nothing.
KC_RUNTIME_API bool is_initialized() noexcept;

// True where a driver and at least one GPU can be used. Opens the driver on first use. Never
// throws.
KC_RUNTIME_API bool cuda_available() noexcept;

// Empty when cuda_available(); else one sentence with the cause: no library, driver too old, no
// GPU, ...
KC_RUNTIME_API std::string why_cuda_is_unavailable();

}  // namespace kernelc
