// Formats: Linux, Documentation/filesystems/proc.rst (/proc/stat), admin-guide/cgroup-v2.rst,
// admin-guide/pm/cpufreq.rst, driver-api/thermal/sysfs-api.rst, hwmon/sysfs-interface.rst and
// power/powercap/powercap.rst.
#include "runtime/monitor/system_source.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>
#include <utility>

#include "runtime/backend/text.h"
#include "runtime/cpu/memory.h"
#include "runtime/cpu/usable_cores.h"

namespace kernelc::monitor {
namespace {

namespace fs = std::filesystem;
using backend::Concat;
using backend::Status;

// The first number of a file.
std::optional<double> NumberIn(const fs::path& file) {
  std::ifstream stream(file);
  double number = 0;
  return stream >> number ? std::optional(number) : std::nullopt;
}

std::string WordIn(const fs::path& file) {
  std::ifstream stream(file);
  std::string word;
  stream >> word;
  return word;
}

// What is in a folder and has a name that starts so, in the order of the names.
std::vector<fs::path> EntriesOf(const fs::path& folder, std::string_view start) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().filename().string().starts_with(start)) {
      entries.push_back(at->path());
    }
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

Status None(Figure figure, std::string why) {
  return backend::Fail(ErrorCode::NotSupported, ReadingOf(figure), {}, std::move(why));
}

// Sensors of processors, by the names that their drivers have.
bool IsProcessorZone(std::string_view type) {
  return type == "x86_pkg_temp" || type == "TCPU" || type.starts_with("cpu") ||
         type.starts_with("soc");
}
bool IsProcessorSensor(std::string_view name) {
  return name == "coretemp" || name == "k10temp" || name == "zenpower" || name == "cpu_thermal";
}

}  // namespace

SystemSource::SystemSource(fs::path root, std::vector<unsigned> cores)
    : root_(std::move(root)), cores_(std::move(cores)) {
  work_.time = energy_.time = Clock::now();
  ReadWork(&work_.value);
  // Where that fails, so does what asks for it later, with the reason.
  static_cast<void>(ReadEnergy(&energy_.value).ok());
}

void SystemSource::WaitForMean(Clock::time_point time) {
  std::this_thread::sleep_until(time + kShortestMean);
}

// A group's own limit, and what all of its processes used of it.
bool SystemSource::ReadGroupWork(Work* work) const {
  const fs::path groups = At("sys/fs/cgroup");
  const fs::path processes = At("proc/self/cgroup");
  const unsigned cores = cpu::CoresOfControlGroup(processes, groups);
  std::ifstream file(groups / cpu::ControlGroupOf(processes).relative_path() / "cpu.stat");
  std::string key;
  double microseconds = 0;
  if (cores == 0 || !(file >> key >> microseconds) || key != "usage_usec") {
    return false;
  }
  work->used = microseconds;
  work->available =
      cores * std::chrono::duration<double, std::micro>(Clock::now().time_since_epoch()).count();
  return true;
}

bool SystemSource::ReadWork(Work* work) const {
  if (ReadGroupWork(work)) {
    return true;
  }
  *work = {};
  std::ifstream file(At("proc/stat"));
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string name;
    unsigned core = 0;
    fields >> name;
    std::istringstream digits(name.starts_with("cpu") ? name.substr(3) : std::string());
    if (!(digits >> core) || std::find(cores_.begin(), cores_.end(), core) == cores_.end()) {
      continue;
    }
    // user nice system idle iowait irq softirq steal; what follows is part of the first two.
    constexpr int kFields = 8;
    for (int i = 0; i < kFields; ++i) {
      double time = 0;
      fields >> time;
      work->available += time;
      work->used += i == 3 || i == 4 ? 0 : time;
    }
  }
  return work->available > 0;
}

Status SystemSource::ReadUtilization(std::int64_t* percent) {
  WaitForMean(work_.time);
  Work now;
  if (!ReadWork(&now)) {
    return None(Figure::Utilization, "/proc/stat has no line of a core that the process may use");
  }
  const double available = now.available - work_.value.available;
  const double used = now.used - work_.value.used;
  work_ = {now, Clock::now()};
  *percent = available > 0 ? std::lround(std::clamp(100 * used / available, 0.0, 100.0)) : 0;
  return {};
}

std::vector<fs::path> SystemSource::Packages() const {
  // "intel-rapl:0" is a package ("intel" also on other makers' processors), "intel-rapl:0:0" a part
  // of it.
  std::vector<fs::path> packages = EntriesOf(At("sys/class/powercap"), "intel-rapl:");
  std::erase_if(packages, [](const fs::path& path) {
    return std::ranges::count(path.filename().string(), ':') != 1 ||
           !WordIn(path / "name").starts_with("package");
  });
  return packages;
}

Status SystemSource::ReadEnergy(Energy* energy) const {
  const std::vector<fs::path> packages = Packages();
  if (packages.empty()) {
    return None(
        Figure::PowerDraw,
        "the system has no energy counters of a processor (/sys/class/powercap/intel-rapl:0), "
        "as in most virtual machines");
  }
  energy->clear();
  for (const fs::path& package : packages) {
    const std::optional<double> count = NumberIn(package / "energy_uj");
    if (!count) {
      return None(Figure::PowerDraw,
                  Concat("this user may not read ", (package / "energy_uj").string(),
                         ": by default only root may"));
    }
    energy->push_back(*count);
  }
  return {};
}

Status SystemSource::ReadPower(std::int64_t* milliwatts) {
  Energy now;
  KC_RETURN_IF_FAILED(ReadEnergy(&now));
  if (now.size() != energy_.value.size()) {
    energy_ = {now, Clock::now()};
  }
  WaitForMean(energy_.time);
  KC_RETURN_IF_FAILED(ReadEnergy(&now));
  const Clock::time_point time = Clock::now();
  const std::vector<fs::path> packages = Packages();
  double microjoules = 0;
  for (std::size_t i = 0; i < std::min(now.size(), packages.size()); ++i) {
    const double more = now[i] - energy_.value[i];
    // The counter begins again at 0 behind its range.
    microjoules +=
        more >= 0 ? more : more + NumberIn(packages[i] / "max_energy_range_uj").value_or(0);
  }
  const double seconds = std::chrono::duration<double>(time - energy_.time).count();
  energy_ = {std::move(now), time};
  constexpr double kMicrojoulesPerMillijoule = 1000;
  *milliwatts = std::lround(std::max(0.0, microjoules) / kMicrojoulesPerMillijoule / seconds);
  return {};
}

Status SystemSource::ReadTemperature(std::int64_t* celsius) const {
  std::optional<double> hottest;
  const auto add = [&](const fs::path& file) {
    if (const std::optional<double> millidegrees = NumberIn(file)) {
      hottest = std::max(hottest.value_or(*millidegrees), *millidegrees);
    }
  };
  for (const fs::path& zone : EntriesOf(At("sys/class/thermal"), "thermal_zone")) {
    if (IsProcessorZone(WordIn(zone / "type"))) {
      add(zone / "temp");
    }
  }
  for (const fs::path& sensors : EntriesOf(At("sys/class/hwmon"), "hwmon")) {
    if (!IsProcessorSensor(WordIn(sensors / "name"))) {
      continue;
    }
    for (const fs::path& file : EntriesOf(sensors, "temp")) {
      if (file.filename().string().ends_with("_input")) {
        add(file);
      }
    }
  }
  if (!hottest) {
    return None(
        Figure::Temperature,
        "the system shows no sensor of a processor (/sys/class/thermal, /sys/class/hwmon), as "
        "in most virtual machines and containers");
  }
  *celsius = std::lround(*hottest / 1000);
  return {};
}

Status SystemSource::ReadClock(std::int64_t* megahertz) const {
  double sum = 0;
  int count = 0;
  for (const unsigned core : cores_) {
    const fs::path file =
        At("sys/devices/system/cpu") / Concat("cpu", core) / "cpufreq/scaling_cur_freq";
    if (const std::optional<double> kilohertz = NumberIn(file)) {
      sum += *kilohertz / 1000;
      ++count;
    }
  }
  if (count == 0) {
    // Of all cores, where the system does not choose their frequencies.
    std::ifstream file(At("proc/cpuinfo"));
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with("cpu MHz")) {
        sum += std::strtod(line.c_str() + line.find(':') + 1, nullptr);
        ++count;
      }
    }
  }
  if (count == 0) {
    return None(Figure::ClockRate,
                "the system does not say (/sys/devices/system/cpu/cpu0/cpufreq, \"cpu MHz\" of "
                "/proc/cpuinfo)");
  }
  *megahertz = std::lround(sum / count);
  return {};
}

Status SystemSource::Read(Figure figure, std::int64_t* value) {
  const std::lock_guard lock(mutex_);
  switch (figure) {
    case Figure::Utilization:
      return ReadUtilization(value);
    case Figure::MemoryUsage:
      return None(figure,
                  "no system counts the time in which memory is read or written; how much of it is "
                  "used is the figure `used memory`");
    case Figure::UsedMemory: {
      const MemoryInfo info = cpu::ReadMemoryInfo();
      *value = static_cast<std::int64_t>(info.total_bytes - info.free_bytes);
      return {};
    }
    case Figure::TotalMemory:
      *value = static_cast<std::int64_t>(cpu::ReadMemoryInfo().total_bytes);
      return {};
    case Figure::Temperature:
      return ReadTemperature(value);
    case Figure::PowerDraw:
      return ReadPower(value);
    case Figure::ClockRate:
      return ReadClock(value);
  }
  return None(figure, "it is no figure");
}

Status SystemSource::ListProcesses(std::vector<DeviceProcess>*) {
  return backend::Fail(ErrorCode::NotSupported, "list processes", {},
                       "every process uses the CPU; ask the system for them");
}

std::unique_ptr<Source> MakeSystemSource() {
  std::vector<unsigned> cores;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    for (unsigned core = 0; core < CPU_SETSIZE; ++core) {
      if (CPU_ISSET(core, &set)) {
        cores.push_back(core);
      }
    }
  } else {
    for (unsigned core = 0; core < std::max(1U, std::thread::hardware_concurrency()); ++core) {
      cores.push_back(core);
    }
  }
  return std::make_unique<SystemSource>("/", std::move(cores));
}

}  // namespace kernelc::monitor
