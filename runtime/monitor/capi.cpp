// Figures of the C API.
#include <algorithm>
#include <vector>

#include "kernelc/kernelc_monitor.h"
#include "kernelc/monitor.h"
#include "runtime/backend/text.h"
#include "runtime/capi/objects.h"

using kernelc::capi::Guard;
using kernelc::capi::RequirePointer;

namespace kernelc::monitor {
namespace {

// Figures have the numbers of their rows.
static_assert(static_cast<kernelc_figure>(Figure::Utilization) == KERNELC_FIGURE_UTILIZATION &&
              static_cast<kernelc_figure>(Figure::MemoryUsage) == KERNELC_FIGURE_MEMORY_USAGE &&
              static_cast<kernelc_figure>(Figure::UsedMemory) == KERNELC_FIGURE_USED_MEMORY &&
              static_cast<kernelc_figure>(Figure::TotalMemory) == KERNELC_FIGURE_TOTAL_MEMORY &&
              static_cast<kernelc_figure>(Figure::Temperature) == KERNELC_FIGURE_TEMPERATURE &&
              static_cast<kernelc_figure>(Figure::PowerDraw) == KERNELC_FIGURE_POWER_DRAW &&
              static_cast<kernelc_figure>(Figure::ClockRate) == KERNELC_FIGURE_CLOCK_RATE &&
              kFigureCount == KERNELC_FIGURE_CLOCK_RATE + 1);

Figure FigureOf(const char* function, kernelc_figure figure) {
  if (figure < 0 || static_cast<std::size_t>(figure) >= kFigureCount) {
    throw capi::Failure(KERNELC_INVALID_ARGUMENT, backend::Concat(function, ": there is no figure ",
                                                                  figure, " of ", kFigureCount));
  }
  return static_cast<Figure>(figure);
}

const Monitor& MonitorCalled(const char* device) {
  return MonitorOf(device == nullptr ? default_device() : kernelc::device(device));
}

}  // namespace
}  // namespace kernelc::monitor

kernelc_status kernelc_device_figure(const char* device, kernelc_figure figure, int64_t* value) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "value", value);
    *value =
        kernelc::monitor::MonitorCalled(device).Read(kernelc::monitor::FigureOf(function, figure));
  });
}

kernelc_status kernelc_device_processes(const char* device, kernelc_process* processes,
                                        size_t capacity, size_t* count) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "count", count);
    if (capacity > 0) {
      RequirePointer(function, "processes", processes);
    }
    const std::vector<kernelc::DeviceProcess> found =
        kernelc::monitor::MonitorCalled(device).processes();
    for (std::size_t i = 0; i < std::min(capacity, found.size()); ++i) {
      processes[i] = {.used_bytes = found[i].used_bytes.value_or(UINT64_MAX),
                      .pid = found[i].pid,
                      .reserved = 0};
    }
    *count = found.size();
  });
}
