#include <array>
#include <utility>

#include "runtime/backend/registry.h"
#include "runtime/backend/text.h"
#include "runtime/cuda/context.h"

namespace kernelc {

namespace cuda {
namespace {

using backend::Concat;
using backend::Status;

// "GPU-8f1c2d3e-....", as nvidia-smi prints it.
std::string UuidText(const Uuid& uuid) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "GPU";
  for (std::size_t i = 0; i < sizeof uuid.bytes; ++i) {
    if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) {
      text += '-';
    }
    text += kDigits[uuid.bytes[i] >> 4];
    text += kDigits[uuid.bytes[i] & 15];
  }
  return text;
}

// Reads attributes until one fails.
class AttributeReader {
 public:
  explicit AttributeReader(DeviceOrdinal device) : device_(device) {}
  template <typename T>
  void Read(int attribute, T* out) {
    int value = 0;
    if (status_.ok()) {
      status_ = DRIVER_CALL(cuDeviceGetAttribute, &value, attribute, device_);
      *out = static_cast<T>(value);
    }
  }
  Status TakeStatus() { return std::move(status_); }

 private:
  DeviceOrdinal device_;
  Status status_;
};

Status ReadAttributes(DeviceOrdinal device, DeviceProperties* out, std::size_t* max_pitch) {
  AttributeReader reader(device);
  reader.Read(kAttributeComputeMajor, &out->compute_major);
  reader.Read(kAttributeComputeMinor, &out->compute_minor);
  reader.Read(kAttributeMultiprocessors, &out->multiprocessors);
  reader.Read(kAttributeMaxThreadsPerBlock, &out->max_threads_per_block);
  reader.Read(kAttributeMaxBlockX, &out->max_block[0]);
  reader.Read(kAttributeMaxBlockY, &out->max_block[1]);
  reader.Read(kAttributeMaxBlockZ, &out->max_block[2]);
  reader.Read(kAttributeMaxGridX, &out->max_grid[0]);
  reader.Read(kAttributeMaxGridY, &out->max_grid[1]);
  reader.Read(kAttributeMaxGridZ, &out->max_grid[2]);
  reader.Read(kAttributeThreadsPerMultiprocessor, &out->max_threads_per_multiprocessor);
  reader.Read(kAttributeBlocksPerMultiprocessor, &out->max_blocks_per_multiprocessor);
  reader.Read(kAttributeRegistersPerBlock, &out->max_registers_per_block);
  reader.Read(kAttributeRegistersPerMultiprocessor, &out->max_registers_per_multiprocessor);
  reader.Read(kAttributeSharedPerBlock, &out->shared_memory_per_block);
  reader.Read(kAttributeSharedPerBlockOptin, &out->shared_memory_per_block_optin);
  reader.Read(kAttributeSharedPerMultiprocessor, &out->shared_memory_per_multiprocessor);
  reader.Read(kAttributeReservedSharedPerBlock, &out->reserved_shared_memory_per_block);
  reader.Read(kAttributeWarpSize, &out->warp_size);
  reader.Read(kAttributeClockRate, &out->clock_khz);
  reader.Read(kAttributeCooperativeLaunch, &out->cooperative_launch);
  reader.Read(kAttributeManagedMemory, &out->managed_memory);
  reader.Read(kAttributeIntegrated, &out->integrated);
  reader.Read(kAttributeMaxPitch, max_pitch);
  return reader.TakeStatus();
}

}  // namespace

Status CudaDevice::ReadProperties() {
  KC_RETURN_IF_FAILED(DRIVER_CALL(cuDeviceGet, &handle_, ordinal()));
  KC_RETURN_IF_FAILED(ReadAttributes(handle_, &properties_, &max_pitch_));
  std::array<char, 256> text{};
  KC_RETURN_IF_FAILED(
      DRIVER_CALL(cuDeviceGetName, text.data(), static_cast<int>(text.size()) - 1, handle_));
  properties_.name = text.data();
  text.fill('\0');
  KC_RETURN_IF_FAILED(
      DRIVER_CALL(cuDeviceGetPCIBusId, text.data(), static_cast<int>(text.size()) - 1, handle_));
  properties_.pci_bus_id = text.data();
  Uuid uuid{};
  if (DRIVER_CALL(cuDeviceGetUuid, &uuid, handle_).ok()) {
    properties_.uuid = UuidText(uuid);
  }
  KC_RETURN_IF_FAILED(DRIVER_CALL(cuDeviceTotalMem, &properties_.total_memory, handle_));
  KC_RETURN_IF_FAILED(DRIVER_CALL(cuDriverGetVersion, &properties_.driver_version));
  arch_ = Concat("sm_", properties_.compute_major, properties_.compute_minor);
  return {};
}

Status CudaDevice::Retain(ContextHandle* handle) {
  const bool reset = needs_reset_.exchange(false, std::memory_order_relaxed);
  Status status = reset ? DRIVER_CALL(cuDevicePrimaryCtxReset, handle_) : Status();
  if (status.ok()) {
    status = DRIVER_CALL(cuDevicePrimaryCtxRetain, handle, handle_);
  }
  if (!status.ok() && reset) {
    MarkForReset();
  }
  return status;
}

Status CudaDevice::MakeContext(std::shared_ptr<backend::Context>* context) {
  ContextHandle handle = nullptr;
  Status status = Retain(&handle);
  if (!status.ok()) {
    ErrorInfo& info = status.info();
    info.object = name();
    if (IsSticky(info.driver_status)) {
      info.message +=
          "; a kernel failed on this GPU before, and the driver gives this process no new context: "
          "the program has to be started again";
    }
    return status;
  }
  *context = std::make_shared<CudaContext>(*this, handle);
  return {};
}

Status CudaDevice::CanAccessPeer(backend::Device& peer, bool* can) {
  int answer = 0;
  Status status = DRIVER_CALL(cuDeviceCanAccessPeer, &answer, handle_,
                              static_cast<CudaDevice&>(peer).handle());
  *can = answer != 0;
  if (!status.ok()) {
    status.info().object = name();
  }
  return status;
}

}  // namespace cuda

namespace backend {

std::vector<Device*> FindCudaDevices(std::string* why) {
  if (!cuda::OpenDriver(why)) {
    return {};
  }
  int count = 0;
  Status status = DRIVER_CALL(cuDeviceGetCount, &count);
  std::vector<Device*> devices;
  for (int ordinal = 0; ordinal < count && status.ok(); ++ordinal) {
    auto device = std::make_unique<cuda::CudaDevice>(ordinal);
    status = device->ReadProperties();
    if (status.ok()) {
      // Devices live as long as the process.
      devices.push_back(device.release());
    }
  }
  if (!status.ok()) {
    *why = Concat("the CUDA driver cannot describe its devices: ", Error(status.info()).what());
    for (Device* const device : devices) {
      delete device;
    }
    return {};
  }
  if (devices.empty()) {
    *why = "the CUDA driver finds no GPU";
  }
  return devices;
}

Status FindDriverContext(const void* known, Device** device, void** handle) {
  *device = nullptr;
  *handle = nullptr;
  const std::vector<Device*>& devices = CudaDevices();
  if (devices.empty()) {
    return {};
  }
  cuda::ContextHandle current = nullptr;
  cuda::DeviceOrdinal wanted = 0;
  Status status = DRIVER_CALL(cuCtxGetCurrent, &current);
  if (status.ok() && current != nullptr && current == known) {
    *handle = current;
    return {};
  }
  if (status.ok() && current != nullptr) {
    status = DRIVER_CALL(cuCtxGetDevice, &wanted);
  }
  if (!status.ok() || current == nullptr) {
    if (!status.ok()) {
      status.info().object = "the thread's CUDA context";
    }
    return status;
  }
  for (Device* const each : devices) {
    if (static_cast<cuda::CudaDevice*>(each)->handle() == wanted) {
      *device = each;
      *handle = current;
    }
  }
  return {};
}

}  // namespace backend

}  // namespace kernelc
