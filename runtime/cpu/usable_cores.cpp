#include "runtime/cpu/usable_cores.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

namespace kernelc::cpu {
namespace {

// 0 without a limit.
unsigned CoresOf(const std::filesystem::path& cpu_max) {
  std::ifstream file(cpu_max);
  // Microseconds; "max" is no number.
  double quota = 0;
  double period = 0;
  if (!(file >> quota >> period) || quota <= 0 || period <= 0) {
    return 0;
  }
  constexpr double kMany = 1e6;
  return static_cast<unsigned>(std::clamp(std::ceil(quota / period), 1.0, kMany));
}

}  // namespace

std::filesystem::path ControlGroupOf(const std::filesystem::path& cgroup_file) {
  std::ifstream file(cgroup_file);
  // Lines of other numbers belong to version 1.
  constexpr std::string_view kVersion2 = "0::/";
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(kVersion2)) {
      return line.substr(kVersion2.size());
    }
  }
  return {};
}

unsigned CoresOfControlGroup(const std::filesystem::path& cgroup_file,
                             const std::filesystem::path& mount) {
  unsigned least = 0;
  std::filesystem::path group = ControlGroupOf(cgroup_file).relative_path();
  while (true) {
    const unsigned cores = CoresOf(mount / group / "cpu.max");
    if (cores != 0 && (least == 0 || cores < least)) {
      least = cores;
    }
    if (group.empty()) {
      return least;
    }
    group = group.parent_path();
  }
}

unsigned UsableCores() {
  unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    cores = static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
  }
  const unsigned paid = CoresOfControlGroup("/proc/self/cgroup", "/sys/fs/cgroup");
  return paid == 0 ? cores : std::min(cores, paid);
}

}  // namespace kernelc::cpu
