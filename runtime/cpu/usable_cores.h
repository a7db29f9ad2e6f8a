// How many threads of this process can run at a time.
#pragma once

#include <filesystem>

namespace kernelc::cpu {

// The process's group in the hierarchy of version 2, below where that is mounted; empty for its root,
// and where there is none. `cgroup_file` is the process's /proc/PID/cgroup.
std::filesystem::path ControlGroupOf(const std::filesystem::path& cgroup_file);

// What control groups allow a process: processor time for each unit of time, rounded up to whole
// cores; 0 without a limit, or when it cannot be read. `mount` is where the hierarchy of version 2 is
// mounted; the least of the limits of its group and those above counts.
// Format: Linux, Documentation/admin-guide/cgroup-v2.rst, "cpu.max".
unsigned CoresOfControlGroup(const std::filesystem::path& cgroup_file,
                             const std::filesystem::path& mount);

// The cores that the process may be scheduled on, at most what its control group pays for; at least
// 1. Threads beyond that would only wait for each other, in a container of two cores on a machine
// of 64 for most of the time.
unsigned UsableCores();

}  // namespace kernelc::cpu
