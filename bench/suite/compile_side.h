// Compile time of the suite's kernels in this process, by phase, and NVRTC's for the same kernel in
// CUDA C++. Processor time of all sides, since a machine may have others to serve; phases in time that passed.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "bench/suite/case.h"
#include "bench/support/stats.h"

namespace kernelc::bench {

// A row: "name", "set", "seconds", "phases_ms", "cpu_seconds" (to the CPU's code), where there is
// NVRTC "nvrtc_seconds" and "ratio". `with_nvrtc` false leaves NVRTC out. `target` is the GPU's
// architecture.
nlohmann::json MeasureCompilation(const SuiteEntry& entry, const Problem& problem,
                                  const std::string& target, bool with_nvrtc, const Plan& plan);

}  // namespace kernelc::bench
