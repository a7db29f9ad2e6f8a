#include "kernelc/monitor.h"

#include <cstdio>
#include <map>
#include <mutex>

#include "runtime/backend/text.h"
#include "runtime/monitor/source.h"
#include "runtime/monitor/system_source.h"

namespace kernelc {
namespace {

using backend::Concat;
using backend::Status;

struct FigureText {
  std::string_view name;
  std::string_view unit;
};

constexpr FigureText kFigures[] = {
#define KC_FIGURE(name, text, unit) {text, unit},
#include "kernelc/figures.def"
};
static_assert(std::size(kFigures) == kFigureCount);

const FigureText& TextOf(Figure figure) noexcept {
  const auto index = static_cast<std::size_t>(figure);
  static constexpr FigureText kNone = {"no figure", ""};
  return index < kFigureCount ? kFigures[index] : kNone;
}

std::shared_ptr<monitor::Source> MakeSource(const Device& device) {
  switch (device.kind()) {
    case DeviceKind::Cuda:
      return monitor::MakeNvmlSource(device.properties());
    case DeviceKind::Cpu:
      return monitor::MakeSystemSource();
  }
  return nullptr;
}

Status ReadFigure(monitor::Source& source, const Device& device, Figure figure,
                  std::int64_t* value) {
  Status status = static_cast<std::size_t>(figure) < kFigureCount
                      ? source.Read(figure, value)
                      : backend::Fail(ErrorCode::InvalidArgument, "read figure", {},
                                      Concat("there is no figure ", static_cast<unsigned>(figure),
                                             " of ", kFigureCount));
  if (!status.ok()) {
    status.info().object = device.name();
  }
  return status;
}

std::string ProcessText(const DeviceProcess& process, const std::string& device) {
  std::string text = Concat("process ", process.pid);
  if (!process.name.empty()) {
    text += Concat(" (", process.name, ")");
  }
  if (!process.used_bytes) {
    return Concat(text, " uses memory of ", device, ", the driver does not say how much");
  }
  char megabytes[32];
  constexpr double kMegabyte = 1024 * 1024;
  std::snprintf(megabytes, sizeof megabytes, "%.1f",
                static_cast<double>(*process.used_bytes) / kMegabyte);
  return Concat(text, " uses ", megabytes, " MB of memory of ", device);
}

}  // namespace

std::string monitor::ReadingOf(Figure figure) { return Concat("read ", TextOf(figure).name); }

std::string_view ToString(Figure figure) noexcept { return TextOf(figure).name; }
std::string_view figure_unit(Figure figure) noexcept { return TextOf(figure).unit; }

Monitor::Monitor(const Device& device) : device_(device), source_(MakeSource(device)) {}

std::int64_t Monitor::Read(Figure figure) const {
  std::int64_t value = 0;
  backend::ThrowIfFailed(ReadFigure(*source_, device_, figure, &value));
  return value;
}

std::vector<Reading> Monitor::ReadAll() const {
  std::vector<Reading> readings(kFigureCount);
  for (std::size_t i = 0; i < kFigureCount; ++i) {
    Reading& reading = readings[i];
    reading.figure = static_cast<Figure>(i);
    std::int64_t value = 0;
    if (const Status status = ReadFigure(*source_, device_, reading.figure, &value); status.ok()) {
      reading.value = value;
    } else {
      reading.why = status.info().message;
    }
  }
  return readings;
}

std::vector<DeviceProcess> Monitor::processes() const {
  std::vector<DeviceProcess> processes;
  Status status = source_->ListProcesses(&processes);
  if (!status.ok()) {
    status.info().object = device_.name();
    backend::Throw(status);
  }
  return processes;
}

const Monitor& MonitorOf(const Device& device) {
  static std::mutex& mutex = *new std::mutex;
  static auto& monitors = *new std::map<std::string, Monitor>;
  const std::lock_guard lock(mutex);
  return monitors.try_emplace(device.name(), device).first->second;
}

std::int64_t utilization(const Device& device) {
  return MonitorOf(device).Read(Figure::Utilization);
}
std::int64_t memory_usage(const Device& device) {
  return MonitorOf(device).Read(Figure::MemoryUsage);
}
std::int64_t temperature(const Device& device) {
  return MonitorOf(device).Read(Figure::Temperature);
}
std::int64_t power_draw(const Device& device) { return MonitorOf(device).Read(Figure::PowerDraw); }
std::int64_t clock_rate(const Device& device) { return MonitorOf(device).Read(Figure::ClockRate); }

std::string list_gpu_processes(const Device& device) {
  std::string text;
  for (const DeviceProcess& process : MonitorOf(device).processes()) {
    text += Concat(text.empty() ? "" : "\n", ProcessText(process, device.name()));
  }
  return text.empty() ? Concat("no process uses ", device.name()) : text;
}

}  // namespace kernelc
