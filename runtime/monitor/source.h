// Where the figures of a device come from.
#pragma once

#include <memory>
#include <vector>

#include "kernelc/monitor.h"
#include "runtime/backend/status.h"

namespace kernelc::monitor {

// May be used by several threads. Failures name what was read; whoever asks adds the device.
class Source {
 public:
  virtual ~Source() = default;
  virtual backend::Status Read(Figure figure, std::int64_t* value) = 0;
  virtual backend::Status ListProcesses(std::vector<DeviceProcess>* processes) = 0;
};

// A GPU, found by its UUID or else its place on the PCI bus: NVML counts devices in an order of its
// own. Opens nothing yet.
std::unique_ptr<Source> MakeNvmlSource(const DeviceProperties& properties);

// "read temperature".
std::string ReadingOf(Figure figure);

}  // namespace kernelc::monitor
