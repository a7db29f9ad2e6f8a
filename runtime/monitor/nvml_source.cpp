// Figures of a GPU.
#include <array>
#include <mutex>
#include <utility>

#include "runtime/backend/text.h"
#include "runtime/monitor/nvml.h"
#include "runtime/monitor/source.h"

namespace kernelc::monitor {
namespace {

using backend::Status;

class NvmlSource final : public Source {
 public:
  NvmlSource(std::string uuid, std::string pci_bus_id)
      : uuid_(std::move(uuid)), pci_bus_id_(std::move(pci_bus_id)) {}

  Status Read(Figure figure, std::int64_t* value) override {
    NvmlDevice device = nullptr;
    KC_RETURN_IF_FAILED(Find(&device));
    Status status = ReadFrom(device, figure, value);
    if (!status.ok() && status.info().code == ErrorCode::NotSupported && IsSplit(device)) {
      status.info().message =
          "the GPU is split into instances (MIG), for which NVML does not have the figure";
    }
    return status;
  }

  Status ListProcesses(std::vector<DeviceProcess>* processes) override {
    NvmlDevice device = nullptr;
    KC_RETURN_IF_FAILED(Find(&device));
    if (Nvml().nvmlDeviceGetComputeRunningProcesses_v3 == nullptr) {
      return backend::Fail(
          ErrorCode::NotSupported, "list processes", {},
          "NVML on this machine cannot list them: it belongs to a driver before 510");
    }
    std::vector<NvmlProcess> rows;
    KC_RETURN_IF_FAILED(GetRows(device, &rows));
    for (const NvmlProcess& row : rows) {
      DeviceProcess& process = processes->emplace_back();
      process.pid = row.pid;
      process.name = NameOf(row.pid);
      if (row.used_bytes != kNvmlValueNotAvailable) {
        process.used_bytes = row.used_bytes;
      }
    }
    return {};
  }

 private:
  Status Find(NvmlDevice* device) {
    const std::lock_guard lock(mutex_);
    if (device_ == nullptr) {
      KC_RETURN_IF_FAILED(OpenNvml());
      Status status = uuid_.empty()
                          ? FailedNvml(k_NVML_ERROR_NOT_FOUND, "nvmlDeviceGetHandleByUUID")
                          : NVML_CALL(nvmlDeviceGetHandleByUUID, uuid_.c_str(), &device_);
      if (!status.ok()) {
        // NVML of a container may know the UUID of an instance alone.
        status = NVML_CALL(nvmlDeviceGetHandleByPciBusId_v2, pci_bus_id_.c_str(), &device_);
      }
      if (!status.ok()) {
        device_ = nullptr;
        status.info().message += backend::Concat(" (", uuid_, " at ", pci_bus_id_, ")");
        return status;
      }
    }
    *device = device_;
    return {};
  }

  static Status ReadFrom(NvmlDevice device, Figure figure, std::int64_t* value) {
    NvmlUtilization utilization;
    NvmlMemory memory;
    unsigned number = 0;
    Status status;
    switch (figure) {
      case Figure::Utilization:
        status = NVML_CALL(nvmlDeviceGetUtilizationRates, device, &utilization);
        *value = utilization.gpu;
        return status;
      case Figure::MemoryUsage:
        status = NVML_CALL(nvmlDeviceGetUtilizationRates, device, &utilization);
        *value = utilization.memory;
        return status;
      case Figure::UsedMemory:
        status = NVML_CALL(nvmlDeviceGetMemoryInfo, device, &memory);
        *value = static_cast<std::int64_t>(memory.used);
        return status;
      case Figure::TotalMemory:
        status = NVML_CALL(nvmlDeviceGetMemoryInfo, device, &memory);
        *value = static_cast<std::int64_t>(memory.total);
        return status;
      case Figure::Temperature:
        status = NVML_CALL(nvmlDeviceGetTemperature, device, kNvmlTemperatureGpu, &number);
        break;
      case Figure::PowerDraw:
        status = NVML_CALL(nvmlDeviceGetPowerUsage, device, &number);
        break;
      case Figure::ClockRate:
        status = NVML_CALL(nvmlDeviceGetClockInfo, device, kNvmlClockSm, &number);
        break;
    }
    *value = number;
    return status;
  }

  static bool IsSplit(NvmlDevice device) {
    unsigned current = 0;
    unsigned pending = 0;
    return Nvml().nvmlDeviceGetMigMode != nullptr &&
           Nvml().nvmlDeviceGetMigMode(device, &current, &pending) == k_NVML_SUCCESS &&
           current != 0;
  }

  // Their number may grow between the question for it and that for them.
  static Status GetRows(NvmlDevice device, std::vector<NvmlProcess>* rows) {
    constexpr int kTries = 8;
    constexpr unsigned kMore = 16;
    NvmlResult result = k_NVML_ERROR_INSUFFICIENT_SIZE;
    unsigned count = 0;
    for (int i = 0; i < kTries && result == k_NVML_ERROR_INSUFFICIENT_SIZE; ++i) {
      rows->resize(count + kMore);
      count = static_cast<unsigned>(rows->size());
      result = Nvml().nvmlDeviceGetComputeRunningProcesses_v3(device, &count, rows->data());
    }
    if (result != k_NVML_SUCCESS) {
      return FailedNvml(result, "nvmlDeviceGetComputeRunningProcesses");
    }
    rows->resize(count);
    return {};
  }

  static std::string NameOf(unsigned pid) {
    std::array<char, 512> name{};
    const bool known =
        Nvml().nvmlSystemGetProcessName != nullptr &&
        Nvml().nvmlSystemGetProcessName(pid, name.data(), static_cast<unsigned>(name.size()) - 1) ==
            k_NVML_SUCCESS;
    return known ? name.data() : std::string();
  }

  const std::string uuid_;
  const std::string pci_bus_id_;
  std::mutex mutex_;
  NvmlDevice device_ = nullptr;
};

}  // namespace

std::unique_ptr<Source> MakeNvmlSource(const DeviceProperties& properties) {
  return std::make_unique<NvmlSource>(properties.uuid, properties.pci_bus_id);
}

}  // namespace kernelc::monitor
