// Compile time of the suite's kernels in this process, by phase, and NVRTC's for the same kernel in
// CUDA C++. Processor time of all sides, since a machine may have others to serve; phases in time that passed.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "bench/suite/case.h"
#include "bench/support/stats.h"

namespace kernelc::bench {

// A row: "name", "set", "seconds", "phases_ms", "cpu_seconds" and "cpu_phases_ms" (to the CPU's code), where there is
// NVRTC "nvrtc_seconds" and "ratio". `with_nvrtc` false leaves NVRTC out. `target` is the GPU's
// architecture.
nlohmann::json MeasureCompilation(const SuiteEntry& entry, const Problem& problem,
                                  const std::string& target, bool with_nvrtc, const Plan& plan);

// The code that a tiered program starts a kernel with: "ptx" for `target`, and "cpu", loaded, each with "seconds",
// by the JIT API, and "phases_ms".
nlohmann::json MeasureFirstCode(const SuiteEntry& entry, const Problem& problem,
                                const std::string& target, const Plan& plan);

// Of rows that have MeasureFirstCode()'s as "first", for "ptx" or "cpu": for "all" and each phase "median", "worst" and
// "worst_name", milliseconds.
nlohmann::json FirstCodeSummary(std::span<const nlohmann::json> rows, std::string_view code);

}  // namespace kernelc::bench
