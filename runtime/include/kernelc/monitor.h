// What a device does at the moment: load, memory, temperature, power, clock, processes. Of a GPU by
// NVML (libnvidia-ml.so.1, which comes with the driver and is opened when a figure is asked for),
// of the CPU by the operating system.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernelc/current.h"
#include "kernelc/device.h"
#include "kernelc/export.h"

namespace kernelc {

namespace monitor {
class Source;
}

// Each a whole number:
//   Utilization  per cent of the time in which kernels ran; CPU: in which the cores that the process
//                may use worked, for whatever process. In a control group that limits processor
//                time: per cent of the limit that the group used
//   MemoryUsage  per cent of the time in which device memory was read or written; CPU: none
//   UsedMemory, TotalMemory
//                bytes, by all processes and the driver; of a GPU that is split into instances (MIG)
//                those of the whole GPU; CPU: of the machine, or of the container when that has less
//   Temperature  degrees Celsius; CPU: the hottest sensor of a processor
//   PowerDraw    milliwatts; CPU: of the packages, by their energy counters (RAPL)
//   ClockRate    megahertz of the multiprocessors; CPU: mean over the process's cores
// NVML gives means over its own sample period, which is a second or less. On the CPU, Utilization
// and PowerDraw are means since the Monitor last read them, or since it was made.
enum class Figure : std::uint8_t {
#define KC_FIGURE(name, text, unit) name,
#include "kernelc/figures.def"
};

inline constexpr std::size_t kFigureCount = 0
#define KC_FIGURE(name, text, unit) +1
#include "kernelc/figures.def"
    ;

// "power draw" and "mW". They live as long as the process.
KC_RUNTIME_API std::string_view ToString(Figure figure) noexcept;
KC_RUNTIME_API std::string_view figure_unit(Figure figure) noexcept;

// A figure, or the reason why it is not there.
struct Reading {
  Figure figure = Figure::Utilization;
  std::optional<std::int64_t> value;
  std::string why;
};

// A process that uses a GPU.
struct DeviceProcess {
  // As the machine counts it: in a container it may be another one than getpid() has.
  std::uint32_t pid = 0;
  // Empty where it cannot be known, as of another user's.
  std::string name;
  // Device memory; empty where the driver does not say.
  std::optional<std::uint64_t> used_bytes;
};

// Reads the figures of one device. Makes no context, and waits for no work. A cheap handle; copies
// share what they measure from. May be used by several threads.
class KC_RUNTIME_API Monitor {
 public:
  explicit Monitor(const Device& device = current_device());
  // Moving copies, too: a handle always stands for a device.
  Monitor(const Monitor&) = default;
  Monitor& operator=(const Monitor&) = default;

  const Device& device() const noexcept { return device_; }

  // Blocks for 0.1 s at most, where a mean on the CPU has had less time than that. Throws
  // Error{NotSupported} saying why the device has no such figure, Error{NotFound} naming what was
  // looked for where there is no NVML, Error{DriverUnavailable} and Error{Driver} with NVML's
  // status.
  std::int64_t Read(Figure figure) const;
  // All figures in the order of figures.def. What cannot be read is empty, with the reason; never
  // throws for it.
  std::vector<Reading> ReadAll() const;
  // Those with a compute context on the GPU. Throws as Read() does; NotSupported on the CPU, which
  // every process uses.
  std::vector<DeviceProcess> processes() const;

 private:
  Device device_;
  std::shared_ptr<monitor::Source> source_;
};

// The Monitor that the process keeps for a device: its means are taken since whoever read it last.
KC_RUNTIME_API const Monitor& MonitorOf(const Device& device);

// By the names of torch.cuda, in its units: what MonitorOf(device).Read() gives.
KC_RUNTIME_API std::int64_t utilization(const Device& device = current_device());
KC_RUNTIME_API std::int64_t memory_usage(const Device& device = current_device());
KC_RUNTIME_API std::int64_t temperature(const Device& device = current_device());
KC_RUNTIME_API std::int64_t power_draw(const Device& device = current_device());
KC_RUNTIME_API std::int64_t clock_rate(const Device& device = current_device());
// As text, a process a line: "process 1234 (python3) uses 500.0 MB of memory of cuda:0".
KC_RUNTIME_API std::string list_gpu_processes(const Device& device = current_device());

}  // namespace kernelc
